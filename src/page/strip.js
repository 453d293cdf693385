/* The losses over the moments of the film, as a strip above its slider. */
import { makeAxis, rangeOf } from './axis.js';
import { curvePath, whenSized } from './chart_parts.js';
import { data, nearestRow, styleOf } from './data.js';
import { make, makeSvg, paint } from './dom.js';

const HEIGHT = 64;
const STRIP_INSET = 9; /* half of a slider's thumb */

const lossesAt = (steps) =>
    data.curves.map((curve) =>
        steps.map((step) => curve.columns.eval_loss[nearestRow(curve.columns.step, step)] ?? NaN),
    );

function draw(steps, losses, width) {
    const [, high] = rangeOf(losses.flat(), false);
    const indices = steps.map((_, i) => i);
    const x = makeAxis({
        low: 0,
        high: Math.max(1, steps.length - 1),
        from: STRIP_INSET,
        to: width - STRIP_INSET,
        count: 2,
    });
    const y = makeAxis({ low: 0, high, from: HEIGHT - 3, to: 3, count: 2 });
    const curves = losses.map((ys, i) =>
        paint(
            makeSvg('path', {
                class: 'curve',
                d: curvePath(indices, ys, x, y),
                'stroke-dasharray': styleOf(i).dashes,
            }),
            styleOf(i),
        ),
    );
    const pointer = makeSvg('line', { class: 'pointer', y1: 0, y2: HEIGHT });
    const element = makeSvg(
        'svg',
        {
            class: 'strip',
            width,
            height: HEIGHT,
            viewBox: `0 0 ${width} ${HEIGHT}`,
            'aria-hidden': 'true',
        },
        curves,
        pointer,
    );
    const move = (index) => {
        pointer.setAttribute('x1', x.place(index));
        pointer.setAttribute('x2', x.place(index));
    };
    return { element, move };
}

/* {element, move(index)}: the line stands at a moment. */
export function makeStrip(steps) {
    const element = make('div', { class: 'strip-place' });
    const losses = lossesAt(steps);
    let drawn = null;
    let at = 0;
    whenSized(element, (width) => {
        drawn = draw(steps, losses, width);
        drawn.move(at);
        element.replaceChildren(drawn.element);
    });
    return {
        element,
        move(index) {
            at = index;
            drawn?.move(index);
        },
    };
}
