/* viridis, by the program's own table of colours (src/draw/colours.c). */
import { data } from './data.js';
import { make } from './dom.js';

const partsOf = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/* Red, green and blue at a fraction of the scale. */
function viridis(fraction) {
    const anchors = data.viridis;
    const at = Math.min(Math.max(fraction, 0), 1) * (anchors.length - 1);
    const i = Math.min(Math.floor(at), anchors.length - 2);
    const [from, to] = [partsOf(anchors[i]), partsOf(anchors[i + 1])];
    return from.map((x, c) => Math.round(x + (at - i) * (to[c] - x)));
}

function luminance(colour) {
    const [r, g, b] = colour.map((x) =>
        x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/* The ink that stands out, where white and black have the same contrast at 0.179. */
const inkOn = (colour) => (luminance(colour) < 0.179 ? '#fff' : '#000');

const colourTable = [];

/* {background, ink} of a number on a scale from low to high; nothing for what is not a number. */
export function cellColours(x, low, high) {
    if (!Number.isFinite(x)) return { background: '', ink: '' };
    const i = Math.round(
        255 * Math.min(Math.max(high > low ? (x - low) / (high - low) : 0.5, 0), 1),
    );
    colourTable[i] ??= (() => {
        const colour = viridis(i / 255);
        return { background: `rgb(${colour.join(' ')})`, ink: inkOn(colour) };
    })();
    return colourTable[i];
}

/* The scale as a picture beside its two ends. */
export function scaleKey(low, high) {
    const bar = make('span', { class: 'scale-bar', 'aria-hidden': 'true' });
    bar.style.background = `linear-gradient(90deg, ${data.viridis.join(', ')})`;
    return make('p', { class: 'scale' }, make('span', {}, low), bar, make('span', {}, high));
}
