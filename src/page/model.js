/* The forward pass of the three models, in the order of the formulas.
 *
 * A model is its description in the run's data: sizes and the list of its tensors. Its weights are
 * those tensors one after another, row-major; opened, each is an object {x, columns}. Inputs are
 * one-hot, so that W x is a sum of columns of W. */
import { dot, mix, scores, softmax } from './scores.js';

/* base64 of little-endian floats of four bytes -> numbers. */
export function decodeFloats(base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    return Float64Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

/* The tensors of a model by name, at one moment. */
export function openWeights(model, base64) {
    const numbers = decodeFloats(base64);
    const tensors = {};
    let at = 0;
    for (const { name, rows, columns } of model.tensors) {
        tensors[name] = { x: numbers.subarray(at, at + rows * columns), rows, columns };
        at += rows * columns;
    }
    return tensors;
}

/* The sum of some columns of W. */
function columnSum(W, ones) {
    return Array.from({ length: W.rows }, (_, r) =>
        ones.reduce((sum, c) => sum + W.x[r * W.columns + c], 0),
    );
}

/* W x + b. */
function linear(W, b, x) {
    return Array.from({ length: W.rows }, (_, r) =>
        x.reduce((sum, value, c) => sum + W.x[r * W.columns + c] * value, b.x[r]),
    );
}

const oneHot = (size, ones) => Array.from({ length: size }, (_, i) => (ones.includes(i) ? 1 : 0));

const rowsOf = (W) =>
    Array.from({ length: W.rows }, (_, r) =>
        Array.from(W.x.subarray(r * W.columns, (r + 1) * W.columns)),
    );

/* What compares a query letter with a pair: {query(letter), key(letter, digit), w(h)}. The score
 * bilinear compares x_query and x_i themselves. */
export function comparer(task, model, W) {
    const pair = (letter, digit) => [letter, task.letters + digit];
    if (model.score === 'bilinear') {
        const M = rowsOf(W.M);
        return {
            query: (letter) => oneHot(task.letters, [letter]),
            key: (letter, digit) => oneHot(task.letters + task.digits, pair(letter, digit)),
            w: () => M,
        };
    }
    const width = model.width / model.heads;
    return {
        query: (letter) => columnSum(W.W_Q, [letter]),
        key: (letter, digit) => columnSum(W.W_K, pair(letter, digit)),
        w: (h) => W.w_S && Array.from(W.w_S.x.subarray(h * width, (h + 1) * width)),
    };
}

const headOf = (vector, h, heads) => {
    const width = vector.length / heads;
    return vector.slice(h * width, (h + 1) * width);
};

/* One head's q . k_i, scores and weights. */
function look(model, compare, q, k, h) {
    const { score } = scores[model.score];
    const part = (vector) => headOf(vector, h, model.heads);
    const qk = k.map((key) => (q.length === key.length ? dot(part(q), part(key)) : null));
    const s = k.map((key) => score(part(q), part(key), compare.w(h)));
    return { qk, s, a: softmax(s) };
}

function attentionForward(task, model, W, question) {
    const compare = comparer(task, model, W);
    const q = compare.query(question.query);
    const k = question.pairs.map((pair) => compare.key(pair.letter, pair.digit));
    return Array.from({ length: model.heads }, (_, h) => look(model, compare, q, k, h));
}

/* Every pair alike: a_i = 1/n. */
const averageForward = (question) => [
    { qk: null, s: null, a: question.pairs.map(() => 1 / question.pairs.length) },
];

/* o = sum_i a_i v_i, head after head. */
function output(task, W, question, heads) {
    const v = question.pairs.map((pair) =>
        columnSum(W.W_V, [pair.letter, task.letters + pair.digit]),
    );
    const width = W.W_V.rows / heads.length;
    return heads.flatMap(({ a }, h) =>
        mix(
            a,
            v.map((row) => headOf(row, h, heads.length)),
            width,
        ),
    );
}

/* h = ReLU(W_1 x + b_1), x = (x_1 .. x_N, x_query). */
function hidden(task, W, question) {
    const size = task.letters + task.digits;
    const ones = question.pairs.flatMap((pair, i) => [
        i * size + pair.letter,
        i * size + task.letters + pair.digit,
    ]);
    ones.push(task.pairs * size + question.query);
    return columnSum(W.W_1, ones).map((x, r) => Math.max(0, x + W.b_1.x[r]));
}

/* The whole pass: heads [{qk, s, a}], probabilities y, the answer given and its loss. */
export function forward(task, model, W, question) {
    let heads = [];
    let logits;
    if (model.name === 'mlp') {
        logits = linear(W.W_2, W.b_2, hidden(task, W, question));
    } else {
        heads =
            model.name === 'average'
                ? averageForward(question)
                : attentionForward(task, model, W, question);
        logits = linear(W.W_O, W.b_O, output(task, W, question, heads));
    }
    const y = softmax(logits);
    const right = question.pairs.find((pair) => pair.letter === question.query).digit;
    return { heads, y, answer: y.indexOf(Math.max(...y)), right, loss: -Math.log(y[right]) };
}
