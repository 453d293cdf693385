"""Processes that are timed side by side, in turns, and their table."""

import json
import os
import statistics
import subprocess
import sys
import time

# What slows the libraries down, and what makes them use more than one thread.
FORGET = "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"
THREADS = "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in FORGET}
ENVIRONMENT.update({name: "1" for name in THREADS}, PYTHONDONTWRITEBYTECODE="1")

# Ways of a peer that are timed in turns: one measurement does not tell which is the quickest.
FINALISTS = 3


def run(command):
    """Wall seconds and processor seconds of a whole process."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"bench-peers: failed with {child.returncode}: {' '.join(command)}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


class Program:
    """attnlearn as its users have it: the steps' time is what a longer run takes more."""

    def __init__(self, program, batch, sizes=()):
        self.command = [program, "train", "--model", "attention", "--batch", str(batch), "--quiet"]
        self.command += "--threads 1 --eval-every 1000000000 --eval-examples 1 --csv -".split()
        for option, value in zip(("--pairs", "--letters", "--digits", "--width"), sizes):
            self.command += [option, str(value)]

    def seconds(self, steps):
        before = max(1, steps // 9)
        short, long = (run(self.command + ["--steps", str(n)]) for n in (before, before + steps))
        return long[0] - short[0], long[1] - short[1]


class Peer:
    """A process that has learned, see worker.py, and waits for steps to do."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
        )
        ready = self.process.stdout.readline()
        if not ready:
            sys.exit(f"bench-peers: this peer is broken: {' '.join(command)}")
        self.ready = json.loads(ready)
        times = self.ready["ways"]
        self.quickest = sorted(times, key=times.get)[:FINALISTS]

    def way(self, name):
        return Way(self, name)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Way:
    def __init__(self, peer, name):
        self.process, self.name = peer.process, name

    def seconds(self, steps):
        print(self.name, steps, file=self.process.stdin, flush=True)
        wall, processor = self.process.stdout.readline().split()[:2]
        return float(wall), float(processor)


def enough_steps(contender, seconds):
    """Steps that take about so long on the processor."""
    steps, spent = 4, 0
    while spent < seconds / 4:
        steps *= 3
        spent = contender.seconds(steps)[1]
    return max(1, round(steps * seconds / spent))


def take_turns(contenders, options):
    """Seconds a step of each contender in each round; a round begins with another one each time."""
    steps = {name: enough_steps(c, options.seconds) for name, c in contenders.items()}
    times = {name: [] for name in contenders}
    names = list(contenders)
    for r in range(options.rounds):
        for name in names[r % len(names) :] + names[: r % len(names)]:
            spent = contenders[name].seconds(steps[name])[options.clock == "processor"]
            times[name].append(spent / steps[name])
    return times


def quartiles(values):
    return statistics.quantiles(values, n=4, method="inclusive")


def print_times(times, batch):
    """The first contender is what the others are compared with: round by round, and each one's best
    round, which other work on the machine disturbs least."""
    first = next(iter(times))
    width = max(map(len, times))
    print(f"  {'':{width}}  steps/s   ns/example  spread  {first} is so many times as fast")
    for name, values in times.items():
        low, median, high = quartiles(values)
        line = f"  {name:{width}} {1 / median:8.0f} {1e9 * median / batch:12.1f}"
        line += f" {(high - low) / median:6.0%}"
        ratios = [value / base for value, base in zip(values, times[first])]
        if name != first:
            line += f"   {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
            line += f", best rounds {min(values) / min(times[first]):.2f}"
        print(line, flush=True)
