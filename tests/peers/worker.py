"""A peer as a process: checks that every way to write the job learns, then times them on request.

    python3 PEER.py BATCH [PAIRS LETTERS DIGITS WIDTH]

A way is a class with Way(sizes, batch, seed), .train(steps), and .loss(examples) on fresh examples.
The peer prints one line of JSON once every way has learned (see `learn`), then for each line
`WAY STEPS` of standard input a line with wall seconds and processor seconds.
"""

import collections
import json
import re
import sys
import time

Sizes = collections.namedtuple("Sizes", "pairs letters digits width")
DEFAULT = Sizes(6, 8, 10, 16)
CHECK_STEPS, CHECK_BATCH, CHECK_LOSS = 400, 64, 0.1
CHUNK = 1 << 15  # examples that are drawn at once, where a step takes fewer


def learn(name, way):
    """The loss of the default job on fresh examples, after steps that are enough for it."""
    job = way(DEFAULT, CHECK_BATCH, seed=1)
    job.train(CHECK_STEPS)
    loss = float(job.loss(2048))
    if not loss < CHECK_LOSS:
        sys.exit(f"{sys.argv[0]}: {name} has not learned: its loss is {loss:g}")
    return loss


def steps_drawn(sizes, batch):
    """Steps whose examples are drawn together, which costs less than drawing them one by one."""
    return max(1, min(CHUNK // batch, (1 << 20) // (batch * sizes.letters)))


def blas():
    """The library that multiplies this process's matrices."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        names = set(re.findall(r"openblas|mkl|blis|atlas|libblas", maps.read()))
    return "/".join(sorted(names - {"libblas"})) or ("the plain one" if names else "its own")


def measure(work):
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - processor


def first_times(jobs):
    """Processor seconds a step, the least of a few turns; the first turn warms up."""
    times = {name: float("inf") for name in jobs}
    for turn in range(6):
        for name, job in jobs.items():
            job.train(3)
            steps = 3
            while (spent := measure(lambda: job.train(steps))[1]) < 0.03:
                steps *= 2
            if turn:
                times[name] = min(times[name], spent / steps)
    return times


def serve(ways, library):
    """Speaks as above; ways(sizes) gives those that suit a size, by name."""
    numbers = [int(word) for word in sys.argv[1:]]
    batch, sizes = numbers[0], Sizes(*numbers[1:]) if numbers[1:] else DEFAULT
    loss = max(learn(name, way) for name, way in ways(DEFAULT).items())
    jobs = {name: way(sizes, batch, seed=2) for name, way in ways(sizes).items()}
    ready = {"loss": loss, "library": f"{library}, BLAS: {blas()}", "ways": first_times(jobs)}
    print(json.dumps(ready), flush=True)
    for line in sys.stdin:
        name, steps = line.split()
        wall, processor = measure(lambda: jobs[name].train(int(steps)))
        print(f"{wall:.9f} {processor:.9f}", flush=True)
