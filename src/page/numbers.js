/* Numbers for people: a real minus sign, and a dash for what is not a number. */
import { make } from './dom.js';

const written = (text) => text.replace('-', '−');

export const fixed = (x, decimals = 4) => (Number.isFinite(x) ? written(x.toFixed(decimals)) : '–');

/* With as many decimals as a number of that size needs, at most 4. */
export function short(x) {
    if (!Number.isFinite(x)) return '–';
    const size = Math.abs(x);
    if (size !== 0 && (size >= 1e6 || size < 1e-4)) return written(x.toExponential(2));
    return written(String(Number(x.toFixed(size >= 100 ? 2 : 4))));
}

export const percent = (x) => (Number.isFinite(x) ? `${(100 * x).toFixed(2)} %` : '–');

/* The number as an element that has all of its digits as its value. */
export const numberElement = (x, text = fixed(x)) =>
    make('data', { value: Number.isFinite(x) ? x : '' }, text);

/* As above, in an element that is there already. */
export function setNumber(element, x, text = fixed(x)) {
    element.value = Number.isFinite(x) ? String(x) : '';
    if (element.textContent !== text) element.textContent = text;
}
