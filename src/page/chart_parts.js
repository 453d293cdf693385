/* The parts of a chart: grid, curves, names, pointer. An axis is that of axis.js; `box` has the edges
 * of the picture. */
import { spread } from './axis.js';
import { makeSvg, paint } from './dom.js';
import { short } from './numbers.js';

const LABEL_GAP = 17;

/* "M x,y L x,y", with a gap at whatever cannot be shown; what stands alone is a short stretch. */
export function curvePath(xs, ys, x, y) {
    const shown = (i) => i >= 0 && i < xs.length && y.shows(ys[i]) && x.shows(xs[i]);
    let path = '';
    for (let i = 0; i < xs.length; i++) {
        if (!shown(i)) continue;
        const place = `${x.place(xs[i]).toFixed(1)},${y.place(ys[i]).toFixed(1)}`;
        if (shown(i - 1)) path += `L${place}`;
        else path += shown(i + 1) ? `M${place}` : `M${place}m-1.5,0h3`;
    }
    return path;
}

export function gridLines(x, y, box) {
    const across = y.ticks.map((tick) =>
        makeSvg(
            'g',
            { class: 'tick' },
            makeSvg('line', { x1: box.left, x2: box.right, y1: y.place(tick), y2: y.place(tick) }),
            makeSvg(
                'text',
                { x: box.left - 8, y: y.place(tick), dy: '.32em', 'text-anchor': 'end' },
                short(tick),
            ),
        ),
    );
    const along = x.ticks.map((tick) =>
        makeSvg(
            'g',
            { class: 'tick' },
            makeSvg('line', {
                x1: x.place(tick),
                x2: x.place(tick),
                y1: box.bottom,
                y2: box.bottom + 5,
            }),
            makeSvg(
                'text',
                {
                    x: x.place(tick),
                    y: box.bottom + 20,
                    'text-anchor': box.narrow && x.place(tick) > box.right - 15 ? 'end' : 'middle',
                },
                String(tick),
            ),
        ),
    );
    return [across, along];
}

/* Where each name stands: beside the picture, or on a narrow one only levels, on their lines. */
export function labels(parts, y, box) {
    const named = parts.filter((part) => !box.narrow || part.isLevel);
    const above = box.narrow ? 6 : 0;
    const places = named.map((part) => y.place(part.at) - above);
    const moved = spread(places, LABEL_GAP, box.top, box.bottom);
    return named.map((part, i) => {
        const label = makeSvg(
            'text',
            {
                class: part.isLevel ? 'level-name' : 'curve-name',
                x: box.narrow ? box.right : box.right + 10,
                y: moved[i],
                dy: box.narrow ? 0 : '.32em',
                'text-anchor': box.narrow ? 'end' : 'start',
            },
            part.name,
        );
        return part.style ? paint(label, part.style) : label;
    });
}

export function drawSeries(one, x, y) {
    const path = makeSvg('path', {
        class: 'curve',
        d: curvePath(one.xs, one.ys, x, y),
        'stroke-dasharray': one.style.dashes,
    });
    return paint(path, one.style);
}

/* The line under the pointer, and a dot on each curve there. */
export function makePointer(series, x, y, box) {
    const line = makeSvg('line', { class: 'pointer', y1: box.top, y2: box.bottom });
    const dots = series.map((one) => paint(makeSvg('circle', { class: 'dot', r: 4.5 }), one.style));
    const element = makeSvg('g', { 'aria-hidden': 'true' }, line, dots);
    const move = (step, rowOf) => {
        line.setAttribute('x1', x.place(step));
        line.setAttribute('x2', x.place(step));
        series.forEach((one, i) => {
            const value = one.ys[rowOf(one)];
            const shown = y.shows(value);
            dots[i].setAttribute('visibility', shown ? 'visible' : 'hidden');
            if (!shown) return;
            dots[i].setAttribute('cx', x.place(one.xs[rowOf(one)]));
            dots[i].setAttribute('cy', y.place(value));
        });
    };
    return { element, move };
}

/* Calls draw(width) now and whenever the place has another width. */
export function whenSized(place, draw) {
    let width = 0;
    new ResizeObserver(() => {
        const now = Math.floor(place.clientWidth);
        if (now === width || now === 0) return;
        width = now;
        draw(width);
    }).observe(place);
    const hint = place.clientWidth;
    if (hint) draw((width = Math.floor(hint)));
}
