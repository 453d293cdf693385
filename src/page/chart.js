/* Curves over steps, drawn as SVG in the size that it has on the screen. */
import { makeAxis, rangeOf } from './axis.js';
import { drawSeries, gridLines, labels, makePointer } from './chart_parts.js';
import { makeSvg } from './dom.js';
import { fixed } from './numbers.js';

const MARGIN = { top: 14, bottom: 40, left: 56 };
const NARROW = 640;

const lastShown = (ys, y) => ys.findLastIndex((value) => y.shows(value));

/* The range that the picture shows: all curves and levels, from 0 where that is near. */
function valueRange({ series, levels, logarithmic, unit }) {
    const numbers = series.flatMap((one) => one.ys).concat(levels.map((level) => level.value));
    const [low, high] = rangeOf(numbers, logarithmic);
    if (logarithmic) return [low, high];
    if (unit) return [Math.min(0, low), Math.max(1, high)];
    return [
        low >= 0 && low < high / 2 ? 0 : low,
        Math.min(high + high * 0.03 - low * 0.03, Number.MAX_VALUE),
    ];
}

/* chart({series: [{name, xs, ys, style}], levels: [{name, value}], logarithmic, logarithmicSteps,
 * unit, title, width, height}) -> {element, box, x, movePointer(step, rowOf)}. */
export function chart(picture) {
    const { series, levels, width, height } = picture;
    const narrow = width < NARROW;
    const box = {
        narrow,
        left: MARGIN.left,
        right: width - (narrow ? 10 : 190),
        top: MARGIN.top,
        bottom: height - MARGIN.bottom,
    };
    const [low, high] = valueRange(picture);
    const last = Math.max(1, ...series.map((one) => one.xs.at(-1) ?? 0));
    const x = makeAxis({
        low: 0,
        high: last,
        from: box.left,
        to: box.right,
        count: narrow ? 4 : 8,
        logarithmic: picture.logarithmicSteps,
        shifted: true,
    });
    const y = makeAxis({
        low,
        high,
        from: box.bottom,
        to: box.top,
        count: 6,
        logarithmic: picture.logarithmic,
    });
    const shown = levels.filter((level) => y.shows(level.value));
    const lines = shown.map(({ value }) =>
        makeSvg('line', {
            class: 'level',
            x1: box.left,
            x2: box.right,
            y1: y.place(value),
            y2: y.place(value),
        }),
    );
    const ends = series
        .filter((one) => lastShown(one.ys, y) >= 0)
        .map((one) => ({ ...one, at: one.ys[lastShown(one.ys, y)] }));
    const names = [
        ...ends,
        ...shown.map((level) => ({
            isLevel: true,
            at: level.value,
            name: `${level.name} ${fixed(level.value)}`,
        })),
    ];
    const pointer = makePointer(series, x, y, box);
    const element = makeSvg(
        'svg',
        {
            class: 'chart',
            viewBox: `0 0 ${width} ${height}`,
            width,
            height,
            role: 'img',
            'aria-label': picture.title,
        },
        gridLines(x, y, box),
        lines,
        series.map((one) => drawSeries(one, x, y)),
        labels(names, y, box),
        pointer.element,
        makeSvg(
            'text',
            {
                class: 'axis-name',
                x: (box.left + box.right) / 2,
                y: height - 3,
                'text-anchor': 'middle',
            },
            'step',
        ),
    );
    return { element, box, x, movePointer: pointer.move };
}
