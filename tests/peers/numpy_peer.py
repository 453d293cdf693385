"""The job in NumPy: single precision, gradients by hand, the whole batch at once.

Three ways to write it: dense one-hot matrices; look-ups of columns; and tables of every
(query, pair), which are the least work for small tasks.
"""

import itertools
import math

import numpy as np

import worker

LIMIT = 50000  # rows of a table: of arrangements of letters, of pairs


class Examples:
    """Endless examples, drawn many steps at a time."""

    def __init__(self, sizes, batch, seed):
        self.sizes, self.batch = sizes, batch
        self.random = np.random.Generator(np.random.SFC64(seed))
        self.steps = worker.steps_drawn(sizes, batch)
        self.arranged = None
        if math.perm(sizes.letters, sizes.pairs) <= LIMIT:
            every = itertools.permutations(range(sizes.letters), sizes.pairs)
            self.arranged = np.array(list(every), dtype=np.intp)
        self.left = iter(())

    def draw_letters(self, count):
        if self.arranged is not None:
            return self.arranged[self.random.integers(len(self.arranged), size=count)]
        keys = self.random.random((count, self.sizes.letters), dtype=np.float32)
        return keys.argsort(axis=1)[:, : self.sizes.pairs]

    def draw(self, count):
        """letter [count, N], digit [count, N], query [count], answer [count]"""
        letter = self.draw_letters(count)
        digit = self.random.integers(self.sizes.digits, size=letter.shape)
        asked = self.random.integers(self.sizes.pairs, size=count)
        row = np.arange(count)
        return letter, digit, letter[row, asked], digit[row, asked]

    def prepare(self, letter, digit, query, answer):
        """What a way makes of many steps' examples at once; the first axis is the step."""
        return letter, digit, query, answer

    def next(self):
        for batch in self.left:
            return batch
        drawn = self.draw(self.steps * self.batch)
        drawn = (x.reshape(self.steps, self.batch, *x.shape[1:]) for x in drawn)
        self.left = zip(*self.prepare(*drawn))
        return next(self.left)


class Way(Examples):
    """Weights, Adam, and the loop. W_K and W_V stand side by side; a row is an input's column."""

    def __init__(self, sizes, batch, seed):
        super().__init__(sizes, batch, seed)
        inputs, width = sizes.letters + sizes.digits, sizes.width
        shapes = (sizes.letters, width), (inputs, 2 * width), (sizes.digits, width), (sizes.digits,)
        self.weights, self.gradient, self.mean, self.square, self.room = np.zeros(
            (5, sum(math.prod(shape) for shape in shapes)), dtype=np.float32
        )
        self.query, self.pair, self.output, self.bias = self.views(self.weights, shapes)
        self.d_query, self.d_pair, self.d_output, self.d_bias = self.views(self.gradient, shapes)
        matrices = (self.query, sizes.letters), (self.pair, inputs), (self.output, width)
        for weights, fan_in in matrices:
            weights[:] = self.random.uniform(-1, 1, weights.shape) / math.sqrt(fan_in)
        self.share = np.float32(1 / batch)
        self.scale = np.float32(1 / math.sqrt(width))
        self.rows = np.arange(batch)
        self.step = 0

    @staticmethod
    def views(flat, shapes):
        views, start = [], 0
        for shape in shapes:
            views.append(flat[start : start + math.prod(shape)].reshape(shape))
            start += math.prod(shape)
        return views

    def train(self, steps):
        for _ in range(steps):
            self.backward(*self.next())
            self.adam()

    def loss(self, count):
        letter, digit, query, answer = self.draw(count)
        width = self.sizes.width
        pair = self.pair[letter] + self.pair[self.sizes.letters + digit]
        score = (self.query[query][:, None] * pair[..., :width]).sum(-1) * self.scale
        mixed = (softmax(score)[..., None] * pair[..., width:]).sum(1)
        return -np.log(softmax(mixed @ self.output.T + self.bias)[np.arange(count), answer]).mean()

    def adam(self, rate=0.003, beta_1=0.9, beta_2=0.999, epsilon=1e-8):
        self.step += 1
        correct = math.sqrt(1 - beta_2**self.step)
        mean, square, gradient, room = self.mean, self.square, self.gradient, self.room
        np.subtract(gradient, mean, out=room)
        room *= 1 - beta_1
        mean += room
        gradient *= gradient
        gradient -= square
        gradient *= 1 - beta_2
        square += gradient
        np.sqrt(square, out=room)
        room += epsilon * correct
        np.divide(mean, room, out=room)
        room *= rate * correct / (1 - beta_1**self.step)
        self.weights -= room


def softmax(x, axis=-1):
    """In place."""
    x -= np.maximum.reduce(x, axis=axis, keepdims=True)
    np.exp(x, out=x)
    x /= np.add.reduce(x, axis=axis, keepdims=True)
    return x


def d_softmax(a, d_a, axis=-1):
    """a_i (da_i - sum_j a_j da_j), in place of da."""
    d_a *= a
    return np.subtract(d_a, a * np.add.reduce(d_a, axis=axis, keepdims=True), out=d_a)


class OneHot(Way):
    """Inputs as one-hot matrices, all of it matrix products."""

    def prepare(self, letter, digit, query, answer):
        letters, digits = self.sizes.letters, self.sizes.digits
        one_letter = np.eye(letters, dtype=np.float32)
        one_digit = np.eye(digits, dtype=np.float32)
        x = np.concatenate((one_letter[letter], one_digit[digit]), axis=-1)
        return x, one_letter[query], answer

    def look_up(self, x):
        return x.reshape(-1, x.shape[-1]) @ self.pair

    def scatter(self, x, d_pair):
        np.matmul(x.reshape(-1, x.shape[-1]).T, d_pair, out=self.d_pair)

    def scatter_query(self, x_query, d_query):
        np.matmul(x_query.T, d_query, out=self.d_query)

    def look_up_query(self, x_query):
        return x_query @ self.query

    def backward(self, x, x_query, answer):
        width, pairs = self.sizes.width, self.sizes.pairs
        pair = self.look_up(x).reshape(self.batch, pairs, 2 * width)
        key, value = pair[..., :width], pair[..., width:]
        query = self.look_up_query(x_query) * self.scale
        a = softmax(np.matmul(key, query[:, :, None])[..., 0])
        mixed = np.matmul(a[:, None], value)[:, 0]
        d_y = softmax(mixed @ self.output.T + self.bias)
        d_y[self.rows, answer] -= 1
        d_y *= self.share
        np.matmul(d_y.T, mixed, out=self.d_output)
        np.add.reduce(d_y, axis=0, out=self.d_bias)
        d_mixed = d_y @ self.output
        d_score = d_softmax(a, np.matmul(value, d_mixed[:, :, None])[..., 0])
        d_pair = np.empty_like(pair)
        np.multiply(d_score[..., None], query[:, None], out=d_pair[..., :width])
        np.multiply(a[..., None], d_mixed[:, None], out=d_pair[..., width:])
        d_query = np.matmul(d_score[:, None], key)[:, 0] * self.scale
        self.scatter(x, d_pair.reshape(-1, 2 * width))
        self.scatter_query(x_query, d_query)


class LookUps(OneHot):
    """Columns by fancy indexing; only the gradients of the columns go through one-hot matrices."""

    def prepare(self, letter, digit, query, answer):
        one_hot, _, _ = super().prepare(letter, digit, query, answer)
        return letter, digit + self.sizes.letters, one_hot, query, answer

    def backward(self, letter, digit, one_hot, query, answer):
        self.letter, self.digit = letter, digit
        super().backward(one_hot, query, answer)

    def look_up(self, x):
        return self.pair.take(self.letter, axis=0) + self.pair.take(self.digit, axis=0)

    def look_up_query(self, x_query):
        return self.query.take(x_query, axis=0)

    def scatter_query(self, x_query, d_query):
        self.d_query[:] = 0
        np.add.at(self.d_query, x_query, d_query)


class Tables(Way):
    """The score of every (query, pair) and the logits of every pair, once a step; an example looks
    them up. Its attention is laid out over all pairs, so that the rest is matrix products. The
    batch is the last axis of the softmaxes, which is quicker than short rows."""

    def __init__(self, sizes, batch, seed):
        super().__init__(sizes, batch, seed)
        every = np.arange(sizes.letters * sizes.digits)
        self.one_hot = np.zeros((len(every), sizes.letters + sizes.digits), dtype=np.float32)
        self.one_hot[every, every // sizes.digits] = 1
        self.one_hot[every, sizes.letters + every % sizes.digits] = 1
        self.laid_out = np.empty((batch, len(every)), dtype=np.float32)
        self.d_pairs = np.empty((len(every), 2 * sizes.width), dtype=np.float32)

    def prepare(self, letter, digit, query, answer):
        every = len(self.one_hot)
        pair = letter * self.sizes.digits + digit
        at = query[..., None] * every + pair
        place = pair + np.arange(self.batch)[:, None] * every
        at, place = (np.ascontiguousarray(x.swapaxes(1, 2)) for x in (at, place))
        return at, place, answer

    def backward(self, at, place, answer):
        width, digits = self.sizes.width, self.sizes.digits
        pairs = self.one_hot @ self.pair
        key, value = pairs[:, :width], pairs[:, width:]
        scaled = self.query * self.scale
        a = softmax((scaled @ key.T).take(at), axis=0)
        logits = value @ self.output.T
        logits += self.bias
        laid_out = self.laid_out
        laid_out.fill(0)
        laid_out.put(place, a)
        d_y = softmax(logits.T @ laid_out.T, axis=0)
        d_y[answer, self.rows] -= 1
        d_y *= self.share
        d_score = d_softmax(a, (d_y.T @ logits.T).take(place), axis=0)
        d_scores = np.bincount(at.ravel(), d_score.ravel(), len(scaled) * len(pairs))
        d_scores = d_scores.astype(np.float32).reshape(len(scaled), len(pairs))
        d_logits = laid_out.T @ d_y.T
        np.matmul(d_scores.T, scaled, out=self.d_pairs[:, :width])
        np.matmul(d_logits, self.output, out=self.d_pairs[:, width:])
        np.matmul(self.one_hot.T, self.d_pairs, out=self.d_pair)
        np.matmul(d_scores, key, out=self.d_query)
        self.d_query *= self.scale
        np.matmul(d_logits.T, value, out=self.d_output)
        np.add.reduce(d_y, axis=1, out=self.d_bias)


def ways(sizes):
    every = {"one-hot": OneHot, "look-ups": LookUps, "tables": Tables}
    if sizes.letters * sizes.digits > LIMIT:
        del every["tables"]
    return every


if __name__ == "__main__":
    worker.serve(ways, f"NumPy {np.__version__}")
