/* Scores and softmax: how well a key answers a query, and where that makes it look.
 *
 * s = score(q, k; w) as in the program's src/attention: q and k are lists of numbers, w is what the
 * score learns besides (a vector, or a matrix of rows), or nothing. */

export function dot(q, k) {
    let sum = 0;
    for (let j = 0; j < q.length; j++) sum += q[j] * k[j];
    return sum;
}

const scaledDot = (q, k) => dot(q, k) / Math.sqrt(q.length);
const additive = (q, k, w) => q.reduce((sum, x, j) => sum + w[j] * Math.tanh(x + k[j]), 0);
const bilinear = (q, k, M) => q.reduce((sum, x, i) => sum + x * dot(M[i], k), 0);
const distance = (q, k) => -q.reduce((sum, x, j) => sum + (x - k[j]) ** 2, 0) / 2;

/* All of them; `parameter` tells what w is. */
export const scores = {
    'scaled-dot': { formula: 'q · k / √d', score: scaledDot },
    dot: { formula: 'q · k', score: dot },
    additive: { formula: 'w · tanh(q + k)', score: additive, parameter: 'vector' },
    bilinear: { formula: 'qᵀ M k', score: bilinear, parameter: 'matrix' },
    distance: { formula: '−½ |q − k|²', score: distance },
};

/* a_i = e^(s_i - m) / sum_j e^(s_j - m), m = max_j s_j; of nothing, nothing. */
export function softmax(s) {
    const m = Math.max(...s);
    const powers = s.map((x) => Math.exp(x - m));
    const sum = powers.reduce((total, x) => total + x, 0);
    return powers.map((x) => x / sum);
}

/* sum_i a_i v_i, of rows v_i with `width` entries. */
export function mix(a, rows, width) {
    const o = new Array(width).fill(0);
    rows.forEach((row, i) =>
        row.forEach((x, j) => {
            o[j] += a[i] * x;
        }),
    );
    return o;
}
