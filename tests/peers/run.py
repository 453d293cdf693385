"""Times the same job in attnlearn and in its peers, side by side: make bench-peers.

The job is the default one, fresh examples included, with one thread each; every peer has shown
that it learns before it is timed. Contenders take turns, so that whatever else the machine does
meets all of them, and ratios are taken within each round. Of the ways to write a peer the usual one
and the quickest few are timed: the one with the least ratio counts. The clock is the processor's,
unless --clock wall: for one thread it is the time on a machine that has nothing else to do.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

import measure

HERE = pathlib.Path(__file__).parent
BATCHES = 64, 1024
LADDER = (16, 32, 32, 32), (64, 128, 128, 64), (256, 512, 512, 128), (64, 8192, 8192, 64)
USUAL = {"numpy": "one-hot", "torch": "embeddings/Adam"}  # as one would write it first
C_FLAGS = "-O3 -march=native -ffast-math -std=c11 -D_XOPEN_SOURCE=700".split()
TO_INSTALL = {
    "numpy": "NumPy (Debian, Ubuntu: apt-get install python3-numpy libopenblas0)",
    "torch": "PyTorch (Debian, Ubuntu: apt-get install python3-torch libopenblas0)",
}


def find_python(module):
    """An interpreter that has the module, by its own name, or None."""
    for python in (os.environ.get("PYTHON"), sys.executable, "python3", "/usr/bin/python3"):
        if python and shutil.which(python):
            command = [python, "-c", f"import {module}, sys; print(sys.executable)"]
            found = subprocess.run(command, capture_output=True, text=True, env=measure.ENVIRONMENT)
            if found.returncode == 0:
                return found.stdout.strip()
    print(f"left out, not installed: {TO_INSTALL[module]}")
    return None


def compile_plain(folder):
    """plain.c by each compiler there is, by name."""
    programs, seen = {}, set()
    for compiler in (os.environ.get("CC", "cc"), "gcc", "clang"):
        path = shutil.which(compiler)
        if not path or os.path.realpath(path) in seen:
            continue
        seen.add(os.path.realpath(path))
        name = os.path.basename(compiler)
        programs[name] = os.path.join(folder, f"plain-{name}")
        source = str(HERE / "plain.c")
        subprocess.run([compiler, *C_FLAGS, source, "-o", programs[name], "-lm"], check=True)
    return programs


def start(python, script, *numbers):
    return measure.Peer([python, str(HERE / script), *map(str, numbers)])


def start_peers(pythons, plain, batch):
    """The peers of the default job, and the ways of them to be timed, by name."""
    peers, ways = [], {}
    for compiler, program in plain.items():
        peers.append(measure.Peer([program, str(batch)]))
        ways[f"plain C, {compiler}"] = peers[-1].way("plain")
    for module, title in ("numpy", "NumPy"), ("torch", "PyTorch"):
        if pythons[module]:
            peers.append(start(pythons[module], f"{module}_peer.py", batch))
            for way in [USUAL[module], *peers[-1].quickest]:
                ways[f"{title}, {way}"] = peers[-1].way(way)
    return peers, ways


def print_peers(peers):
    """The libraries, and what each way took at first."""
    for peer in peers:
        if "library" in peer.ready:
            ways = sorted(peer.ready["ways"].items(), key=lambda way: way[1])
            print(f"  {peer.ready['library']}; us a step, measured once, of the ways tried:")
            print("    " + ", ".join(f"{name} {1e6 * time:.0f}" for name, time in ways))
            if "the plain one" in peer.ready["library"]:
                print("    unfair: a quicker BLAS is missing (Debian, Ubuntu: libopenblas0)")


def time_default(options, pythons, plain):
    for batch in BATCHES:
        print(f"\nThe default job, batch {batch}")
        peers, ways = start_peers(pythons, plain, batch)
        print_peers(peers)
        program = {"attnlearn": measure.Program(options.program, batch)}
        measure.print_times(measure.take_turns({**program, **ways}, options), batch)
        for peer in peers:
            peer.close()


def time_ladder(options, pythons, batch=64):
    if not pythons["torch"]:
        return
    for sizes in LADDER:
        print("\nPairs {}, letters {}, digits {}, width {}; batch {}".format(*sizes, batch))
        peer = start(pythons["torch"], "torch_peer.py", batch, *sizes)
        contenders = {"attnlearn": measure.Program(options.program, batch, sizes)}
        contenders.update({f"PyTorch, {way}": peer.way(way) for way in peer.quickest})
        measure.print_times(measure.take_turns(contenders, options), batch)
        peer.close()


def time_process(options, pythons, folder):
    """A training run from nothing to its file, and the start of NumPy alone."""
    train = "train --model attention --steps 3000 --eval-every 100 --quiet --csv".split()
    commands = {"attnlearn train, 3000 steps": [options.program, *train, f"{folder}/curves.csv"]}
    if pythons["numpy"]:
        commands["python3 -c 'import numpy'"] = [pythons["numpy"], "-c", "import numpy"]
    times = {name: [] for name in commands}
    for _ in range(3 * options.rounds):
        for name, command in commands.items():
            times[name].append(measure.run(command))
    print("\nWhole processes, ms")
    print(" " * 32 + "wall, median    least  processor, median    least")
    for name, both in times.items():
        wall, processor = ([1000 * time for time in clock] for clock in zip(*both))
        line = f"  {name:30}{statistics.median(wall):12.1f} {min(wall):8.1f}"
        print(line + f"{statistics.median(processor):19.1f} {min(processor):8.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="attnlearn")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each turn")
    parser.add_argument("--clock", choices=("processor", "wall"), default="processor")
    parser.add_argument("--only", choices=("process", "default", "ladder"))
    options = parser.parse_args()
    wanted = [options.only] if options.only else ["process", "default", "ladder"]
    pythons = {module: find_python(module) for module in TO_INSTALL}
    load = os.getloadavg()[0] / os.cpu_count()
    print(f"{options.rounds} rounds, {options.clock} time, load {load:.1f} a core", end="")
    print(": ratios say more than times" if load > 0.5 else "")
    with tempfile.TemporaryDirectory() as folder:  # one build, whatever make does meanwhile
        options.program = shutil.copy(options.program, folder)
        if "process" in wanted:
            time_process(options, pythons, folder)
        if "default" in wanted:
            time_default(options, pythons, compile_plain(folder))
        if "ladder" in wanted:
            time_ladder(options, pythons)


if __name__ == "__main__":
    main()
