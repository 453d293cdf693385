/* Attention of many queries over the same keys, in one head, with masks.
 *
 * Query i sees the first n_i keys: all of them, with `causal` the keys j <= i, and never more than
 * `valid`. Those behind are left out of maximum, exponential and sum; a query that sees no key gets
 * weights 0 and output 0. */
import { mix, scores, softmax } from './scores.js';

/* What is looked at: matrices as lists of rows, and how. */
export const lookDefault = () => ({
    Q: [
        [1, 0],
        [0, 1],
        [1, 1],
    ],
    K: [
        [1, 0],
        [0, 1],
        [1, 1],
    ],
    V: [
        [10, 0],
        [0, 10],
        [5, 5],
    ],
    M: [
        [1, 0],
        [0, 1],
    ],
    w: [[1, 1]],
    score: 'scaled-dot',
    causal: false,
    sharpness: 1,
    valid: 3,
});

const seen = (look, i) => Math.min(look.valid, look.causal ? i + 1 : Infinity, look.K.length);

/* The score's own parameter. */
const parameterOf = (look) => ({ vector: look.w[0], matrix: look.M })[scores[look.score].parameter];

/* Scores s[i][j] (null where masked), weights a[i][j] and outputs o[i]. */
export function attend(look) {
    const { score } = scores[look.score];
    const w = parameterOf(look);
    const width = look.V[0].length;
    const rows = look.Q.map((q, i) => {
        const keys = look.K.slice(0, seen(look, i));
        const s = keys.map((k) => look.sharpness * score(q, k, w));
        const a = softmax(s);
        const hidden = new Array(look.K.length - keys.length);
        return {
            s: [...s, ...hidden.fill(null)],
            a: [...a, ...hidden.fill(0)],
            o: mix(a, look.V.slice(0, keys.length), width),
        };
    });
    return { s: rows.map((r) => r.s), a: rows.map((r) => r.a), o: rows.map((r) => r.o) };
}
