/* Axes: numbers to places, and the ticks that people would choose. */

/* The steps 1, 2, 5 times a power of ten, about `count` of them between low and high. */
function evenTicks(low, high, count) {
    const rough = high / count - low / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9));
    const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
    if (!(last - first <= 4 * count)) return [low, high]; /* too near to nothing to be divided */
    return Array.from({ length: last - first + 1 }, (_, i) =>
        Number(((first + i) * step).toPrecision(12)),
    );
}

/* Whole powers of ten, every one or every few. */
function powerTicks(low, high, count) {
    const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
    const every = Math.max(1, Math.ceil((last - first + 1) / count));
    const ticks = [];
    for (let power = first; power <= last; power += every) ticks.push(Number(`1e${power}`));
    return ticks.length > 1 && ticks[0] > 0 ? ticks : [low, high];
}

/* An axis from `low` to `high` onto the places from..to: {place(x), ticks}. A logarithmic one shows
 * only what is above 0; with `shifted` it shows x as log(1 + x), so that 0 has a place. */
export function makeAxis({ low, high, from, to, count, logarithmic = false, shifted = false }) {
    const bend = (x) => (logarithmic ? Math.log10(shifted ? 1 + x : x) : x);
    /* Halves, since the difference of the largest numbers is none. */
    const part = (x) => bend(x) / 2 - bend(low) / 2;
    const span = part(high) || 1;
    const ticks = !logarithmic
        ? evenTicks(low, high, count)
        : shifted
          ? [0, ...powerTicks(1, Math.max(high, 10), count).filter((x) => x <= high)]
          : powerTicks(low, high, count);
    return {
        ticks,
        place: (x) => from + (part(x) / span) * (to - from),
        shows: (x) => Number.isFinite(x) && (!logarithmic || shifted || x > 0),
    };
}

/* The range of the numbers that can be shown, made a little wider where it is nothing. */
export function rangeOf(numbers, logarithmic) {
    let [low, high] = [Infinity, -Infinity];
    for (const x of numbers) {
        if (!Number.isFinite(x) || (logarithmic && x <= 0)) continue;
        low = Math.min(low, x);
        high = Math.max(high, x);
    }
    if (low > high) return logarithmic ? [0.1, 1] : [0, 1];
    if (low < high) return [low, high];
    if (logarithmic) return [low / 2 || low, Math.min(high * 2, Number.MAX_VALUE)];
    const beside = (Math.abs(low) || 1) / 2;
    return [low - beside, high + beside].map((x) =>
        Math.max(-Number.MAX_VALUE, Math.min(x, Number.MAX_VALUE)),
    );
}

/* Moves places apart so that neighbours are `gap` apart, within top..bottom. */
export function spread(places, gap, top, bottom) {
    const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
    const moved = [...places];
    let least = top;
    for (const i of order) {
        moved[i] = Math.max(moved[i], least);
        least = moved[i] + gap;
    }
    let most = bottom;
    for (const i of order.reverse()) {
        moved[i] = Math.min(moved[i], most);
        most = moved[i] - gap;
    }
    return moved;
}
