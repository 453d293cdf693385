/* The picture of the curves, whose pointer follows the mouse, a finger, or the slider below it. */
import { chart } from './chart.js';
import { whenSized } from './chart_parts.js';
import { nearestRow } from './data.js';
import { make } from './dom.js';
import { short } from './numbers.js';

const NARROW_WIDTH = 640;
const heightFor = (width) => (width < NARROW_WIDTH ? 320 : 440);

/* The step that is drawn nearest to a place. */
const stepAt = (steps, x, place) =>
    steps.reduce((best, step) =>
        Math.abs(x.place(step) - place) < Math.abs(x.place(best) - place) ? step : best,
    );

const inWords = (series, step) =>
    `step ${step}: ${series
        .map(({ name, xs, ys }) => `${name} ${short(ys[nearestRow(xs, step)])}`)
        .join(', ')}`;

/* The elements of the picture. `at` watches the step that is read, `look` what pictureOf draws. */
export function curvePicture(steps, at, look, pictureOf) {
    const place = make('div', { class: 'chart-place' });
    const scrubber = make('input', {
        type: 'range',
        class: 'scrubber',
        min: 0,
        max: steps.length - 1,
        value: steps.length - 1,
        'aria-label': 'step to read the values at',
        input: () => at.set(steps[scrubber.value]),
    });
    let picture, drawn;
    let width = 0;

    const point = () => {
        if (!drawn) return;
        drawn.movePointer(at.get(), ({ xs }) => nearestRow(xs, at.get()));
        scrubber.value = nearestRow(steps, at.get());
        scrubber.setAttribute('aria-valuetext', inWords(picture.series, at.get()));
    };
    const draw = () => {
        if (!width) return;
        picture = pictureOf(look.get());
        drawn = chart({ ...picture, width, height: heightFor(width) });
        place.replaceChildren(drawn.element);
        const { left, right } = drawn.box;
        scrubber.style.marginInlineStart = `${left - 8}px`;
        scrubber.style.inlineSize = `${right - left + 16}px`;
        point();
    };

    place.addEventListener('pointermove', (event) =>
        at.set(stepAt(steps, drawn.x, event.clientX - place.getBoundingClientRect().left)),
    );
    look.watch(draw);
    at.watch(point);
    whenSized(place, (now) => {
        width = now;
        draw();
    });
    return [place, scrubber];
}
