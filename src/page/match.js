/* The learned match: which key letters a query letter looks for.
 *
 * score[a][b]   the mean over the digits c of the score of query letter a against the pair (b, c)
 * weight[a][b]  the mean weight on b's pair, over the run's questions in which a is asked and b is
 *               there; NaN where no question has both */
import { comparer } from './model.js';
import { scores, softmax } from './scores.js';

/* More letters do not stand in a table, and more multiplications are not done while a slider moves. */
const MOST_LETTERS = 40;
const MOST_WORK = 4e6;

/* Whether the page draws it: the model weighs pairs by scores, and there are not too many letters. */
export const hasMatch = (task, model) =>
    model.name === 'attention' &&
    task.letters <= MOST_LETTERS &&
    task.letters ** 2 * task.digits * model.width <= MOST_WORK;

/* table[a][b * C + c]: head h's score of query letter a against the pair (b, c). */
function scoreTable(task, model, W, h) {
    const compare = comparer(task, model, W);
    const { score } = scores[model.score];
    const w = compare.w(h);
    const head = (vector) => {
        const width = vector.length / model.heads;
        return vector.slice(h * width, (h + 1) * width);
    };
    const keys = Array.from({ length: task.letters * task.digits }, (_, i) =>
        head(compare.key(Math.floor(i / task.digits), i % task.digits)),
    );
    return Array.from({ length: task.letters }, (_, a) => {
        const q = head(compare.query(a));
        return keys.map((k) => score(q, k, w));
    });
}

const square = (n) => Array.from({ length: n }, () => new Array(n).fill(0));

function meanScores(task, table) {
    return table.map((row) =>
        Array.from(
            { length: task.letters },
            (_, b) =>
                row.slice(b * task.digits, (b + 1) * task.digits).reduce((sum, s) => sum + s, 0) /
                task.digits,
        ),
    );
}

function meanWeights(task, table, questions) {
    const sums = square(task.letters);
    const counts = square(task.letters);
    for (const { pairs, query } of questions) {
        const a = softmax(
            pairs.map((pair) => table[query][pair.letter * task.digits + pair.digit]),
        );
        pairs.forEach(({ letter }, i) => {
            sums[query][letter] += a[i];
            counts[query][letter] += 1;
        });
    }
    return sums.map((row, a) => row.map((sum, b) => sum / counts[a][b]));
}

/* Both, of head h. */
export function learnedMatch(task, model, W, h, questions) {
    const table = scoreTable(task, model, W, h);
    return { score: meanScores(task, table), weight: meanWeights(task, table, questions) };
}
