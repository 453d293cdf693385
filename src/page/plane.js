/* Values with two entries as points of a plane, and the output between them: a mean weighed by
 * attention lies where the weights pull it. */
import { makeAxis, rangeOf } from './axis.js';
import { make, makeSvg } from './dom.js';
import { fixed, short } from './numbers.js';

const SIZE = 280;
const INSET = 34;

const label = (x, y, text, kind) => makeSvg('text', { class: kind, x: x + 9, y: y - 8 }, text);

function frame(points) {
    const axis = (c, from, to) => {
        const [low, high] = rangeOf(
            points.map((point) => point[c]),
            false,
        );
        return makeAxis({ low, high, from, to, count: 3 });
    };
    return { x: axis(0, INSET, SIZE - INSET), y: axis(1, SIZE - INSET, INSET) };
}

function gridOf({ x, y }) {
    return [
        x.ticks.map((tick) =>
            makeSvg(
                'g',
                { class: 'tick' },
                makeSvg('line', { x1: x.place(tick), x2: x.place(tick), y1: 8, y2: SIZE - 20 }),
                makeSvg(
                    'text',
                    { x: x.place(tick), y: SIZE - 6, 'text-anchor': 'middle' },
                    short(tick),
                ),
            ),
        ),
        y.ticks.map((tick) =>
            makeSvg(
                'g',
                { class: 'tick' },
                makeSvg('line', { x1: 26, x2: SIZE - 6, y1: y.place(tick), y2: y.place(tick) }),
                makeSvg(
                    'text',
                    { x: 22, y: y.place(tick), dy: '.32em', 'text-anchor': 'end' },
                    short(tick),
                ),
            ),
        ),
    ];
}

/* The picture of rows V and one output o with its weights a; nothing for other widths than 2. */
export function plane(V, a, o) {
    if (V[0].length !== 2) return null;
    const { x, y } = frame(V);
    const [ox, oy] = [x.place(o[0]), y.place(o[1])];
    const pulls = V.map(([vx, vy], j) =>
        makeSvg('line', {
            class: 'pull',
            x1: ox,
            y1: oy,
            x2: x.place(vx),
            y2: y.place(vy),
            'stroke-width': 10 * a[j],
        }),
    );
    const values = V.map(([vx, vy], j) =>
        makeSvg(
            'g',
            {},
            makeSvg('circle', { class: 'value', cx: x.place(vx), cy: y.place(vy), r: 5 }),
            label(x.place(vx), y.place(vy), `v${j + 1}`, 'value-name'),
        ),
    );
    const picture = makeSvg(
        'svg',
        {
            class: 'plane',
            viewBox: `0 0 ${SIZE} ${SIZE}`,
            width: SIZE,
            height: SIZE,
            role: 'img',
            'aria-label': `the output at ${fixed(o[0], 2)}, ${fixed(o[1], 2)} between the values`,
        },
        gridOf({ x, y }),
        pulls,
        values,
        makeSvg('circle', { class: 'output', cx: ox, cy: oy, r: 7 }),
        label(ox, oy, 'o', 'output-name'),
    );
    return make(
        'figure',
        {},
        picture,
        make('figcaption', {}, 'The values, and the output between them: thicker lines pull more.'),
    );
}
