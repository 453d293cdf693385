"""The job in PyTorch, gradients by its own differentiation, the whole batch at once, one thread.

Two ways to write the model: an nn.Module of embeddings, and tables of every (query, pair), which
are the least work for small tasks. Each with torch.optim.Adam (fused where the release has it,
foreach before) or with Adam's formula over one flat tensor; as Python runs it, and traced or
compiled. Inputs are numbers, never one-hot vectors.
"""

import functools
import itertools
import math
import warnings

import torch
from torch import nn
from torch.nn import functional as F

import worker

LIMIT = 50000  # rows of a table: of arrangements of letters, of pairs


class Examples:
    """Endless examples, drawn many steps at a time."""

    def __init__(self, sizes, batch, seed):
        self.sizes, self.batch = sizes, batch
        self.random = torch.Generator().manual_seed(seed)
        self.steps = worker.steps_drawn(sizes, batch)
        self.arranged = None
        if math.perm(sizes.letters, sizes.pairs) <= LIMIT:
            every = itertools.permutations(range(sizes.letters), sizes.pairs)
            self.arranged = torch.tensor(list(every))
        self.left = iter(())

    def integers(self, bound, *shape):
        return torch.randint(bound, shape, generator=self.random)

    def draw_letters(self, count):
        letters, pairs = self.sizes.letters, self.sizes.pairs
        if self.arranged is not None:
            return self.arranged[self.integers(len(self.arranged), count)]
        if letters < pairs**2:
            return torch.rand(count, letters, generator=self.random).argsort(1)[:, :pairs]
        letter = self.integers(letters, count, pairs)
        while True:  # those with a letter twice
            row = letter.sort(1).values
            again = (row[:, 1:] == row[:, :-1]).any(1).nonzero()[:, 0]
            if not len(again):
                return letter
            letter[again] = self.integers(letters, len(again), pairs)

    def draw(self, count):
        """letter [count, N], digit [count, N], query [count], answer [count]"""
        letter = self.draw_letters(count)
        digit = self.integers(self.sizes.digits, *letter.shape)
        asked = self.integers(self.sizes.pairs, count, 1)
        return letter, digit, letter.gather(1, asked)[:, 0], digit.gather(1, asked)[:, 0]

    def next(self):
        for batch in self.left:
            return batch
        drawn = self.draw(self.steps * self.batch)
        self.left = iter(list(zip(*(x.split(self.batch) for x in drawn))))
        return next(self.left)


class Embeddings(nn.Module):
    """As the formulas read, an input's product with a matrix being the sum of two look-ups."""

    def __init__(self, sizes):
        super().__init__()
        inputs = sizes.letters + sizes.digits
        self.scale = 1 / math.sqrt(sizes.width)
        self.query = nn.Embedding(sizes.letters, sizes.width)
        self.letter = nn.Embedding(sizes.letters, 2 * sizes.width)
        self.digit = nn.Embedding(sizes.digits, 2 * sizes.width)
        self.output = nn.Linear(sizes.width, sizes.digits)
        tables = (self.query, sizes.letters), (self.letter, inputs), (self.digit, inputs)
        for table, fan_in in tables:
            nn.init.uniform_(table.weight, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))
        nn.init.zeros_(self.output.bias)

    def forward(self, letter, digit, query, answer):
        key, value = (self.letter(letter) + self.digit(digit)).chunk(2, 2)
        score = torch.bmm(key, (self.query(query) * self.scale)[:, :, None])
        mixed = torch.bmm(score.softmax(1).transpose(1, 2), value)[:, 0]
        return F.cross_entropy(self.output(mixed), answer)


class Tables(Embeddings):
    """The score of every (query, pair) and the logits of every pair, once a step."""

    def forward(self, letter, digit, query, answer):
        pairs = (self.letter.weight[:, None] + self.digit.weight[None]).flatten(0, 1)
        key, value = pairs.chunk(2, 1)
        scores = (self.query.weight * self.scale) @ key.t()
        logits = self.output(value)
        pair = letter * self.digit.weight.shape[0] + digit
        attention = scores.index_select(0, query).gather(1, pair).softmax(1)
        laid_out = torch.zeros(pair.shape[0], logits.shape[0]).scatter(1, pair, attention)
        return F.cross_entropy(laid_out @ logits, answer)


class FlatAdam:
    """All parameters in one tensor, and so are their gradients: five calls a step."""

    def __init__(self, parameters, lr):
        parameters, self.lr, self.steps = list(parameters), lr, 0
        self.weights = torch.cat([p.detach().flatten() for p in parameters])
        self.gradient, self.mean, self.square = (torch.zeros_like(self.weights) for _ in range(3))
        start = 0
        for p in parameters:
            p.data = self.weights[start : start + p.numel()].view_as(p)
            p.grad = self.gradient[start : start + p.numel()].view_as(p)
            start += p.numel()

    def zero_grad(self, set_to_none):  # never: they are views
        self.gradient.zero_()

    def step(self, beta_1=0.9, beta_2=0.999, epsilon=1e-8):
        self.steps += 1
        correct = math.sqrt(1 - beta_2**self.steps)
        rate = self.lr * correct / (1 - beta_1**self.steps)
        self.mean.lerp_(self.gradient, 1 - beta_1)
        self.square.mul_(beta_2).addcmul_(self.gradient, self.gradient, value=1 - beta_2)
        self.weights.addcdiv_(self.mean, self.square.sqrt().add_(epsilon * correct), value=-rate)


def own_adam(parameters, lr):
    parameters = list(parameters)
    try:
        return torch.optim.Adam(parameters, lr=lr, fused=True)
    except (RuntimeError, TypeError):
        return torch.optim.Adam(parameters, lr=lr, foreach=True)


class Way(Examples):
    """The training loop; a way is a model, how it is run, and an optimiser."""

    def __init__(self, sizes, batch, seed, model, run, optimiser):
        super().__init__(sizes, batch, seed)
        torch.manual_seed(seed)
        self.model = model(sizes)
        self.optimiser = optimiser(self.model.parameters(), lr=0.003)
        self.run = run(self.model, self.draw(batch))

    def train(self, steps):
        for _ in range(steps):
            self.optimiser.zero_grad(set_to_none=True)
            self.run(*self.next()).backward()
            self.optimiser.step()

    def loss(self, count):
        with torch.no_grad():
            return self.model(*self.draw(count))


def as_it_is(model, _):
    return model


def traced(model, example):
    return torch.jit.trace(model, example)


def compiled(model, _):
    return torch.compile(model, dynamic=False)


def ways(sizes):
    models = {"embeddings": Embeddings, "tables": Tables}
    if sizes.letters * sizes.digits > LIMIT:
        del models["tables"]
    optimisers = {"Adam": own_adam, "flat-Adam": FlatAdam}
    runs = {"": as_it_is, "/traced": traced}
    if can_compile():
        runs["/compiled"] = compiled
    return {
        f"{m}/{o}{r}": functools.partial(
            Way, model=models[m], run=runs[r], optimiser=optimisers[o]
        )
        for m, o, r in itertools.product(models, optimisers, runs)
    }


@functools.lru_cache(None)
def can_compile():
    """torch.compile came after Debian's release, and needs a C++ compiler at run time."""
    try:
        torch.compile(lambda x: x + 1)(torch.ones(1))
        return True
    except Exception:  # whatever it is that is missing
        return False


if __name__ == "__main__":
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    warnings.filterwarnings("ignore")
    without = "" if can_compile() else " without torch.compile"
    worker.serve(ways, f"PyTorch {torch.__version__}{without}")
