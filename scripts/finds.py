"""Compares `verdict stress` with what people use to find an input on which a program is wrong: a random generator of the
usual kind in a loop, and the same generator with `oj generate-input --hack`.

    finds.py VERDICT OJ      prints a table for docs/benchmarks.md

The wrong programs are those of the tests of `verdict`. The generators are as one writes them in a minute: few and small
values. Each tool has one attempt with one seed.
"""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PROBLEMS = Path(__file__).parent.parent / "crates/verdict/tests/problems"
# After so many inputs a random search ends.
MOST = 300

GENERATORS = """
import random, sys
problem, seed = sys.argv[1], sys.argv[2:]
r = random.Random(*map(int, seed))
n = r.randint(1, 10)
row = lambda low, high, count=n: " ".join(str(r.randint(low, high)) for _ in range(count))
if problem == "max-subarray": print(n, row(-10, 10), sep="\\n")
if problem == "components":
    m = r.randint(0, 10)
    print(n, m, *[row(1, n, 2) for _ in range(m)], sep="\\n")
if problem == "spanning-tree":
    n += 1
    edges = {(r.randint(1, v - 1), v) for v in range(2, n + 1)}
    edges |= {tuple(sorted(r.sample(range(1, n + 1), 2))) for _ in range(r.randint(0, 5))}
    print(f"{n} {len(edges)}", *[f"{u} {v} {r.randint(1, 20)}" for u, v in edges], sep="\\n")
if problem == "remainder": print(r.randint(-20, 20), r.randint(1, 10))
if problem == "coins":
    coins = r.sample(range(1, 21), n)
    print(f"{n} {r.randint(0, 50)}", " ".join(map(str, coins)), sep="\\n")
if problem == "missing":
    t = r.randint(1, 3)
    print(t)
    for _ in range(t):
        n = r.randint(1, 10)
        print(n, row(1, n, n), sep="\\n")
if problem in ("increasing", "inversions"): print(n, row(1, 20), sep="\\n")
if problem == "rotate": print(f"{n} {r.randint(0, 20)}", row(-10, 10), sep="\\n")
if problem == "cycles": print(n, " ".join(map(str, r.sample(range(1, n + 1), n))), sep="\\n")
if problem == "two-sum": print(f"{n} {r.randint(-20, 20)}", row(-10, 10), sep="\\n")
"""

MISTAKES = [
    ("max-subarray", "wrong-empty-part"),
    ("max-subarray", "wrong-int"),
    ("components", "wrong-connected"),
    ("spanning-tree", "wrong-text-order"),
    ("remainder", "wrong-negative"),
    ("coins", "wrong-greedy"),
    ("missing", "wrong-stale"),
    ("increasing", "wrong-limit"),
    ("rotate", "wrong-run-together"),
    ("cycles", "wrong-hangs"),
    ("inversions", "wrong-equal"),
    ("two-sum", "wrong-same-place"),
]


def found(tried, text):
    """How many inputs were tried, and the size of the one that was found, as the table has it."""
    return f"{tried:,}: {len(text.split())} words" if text else f"nothing in {tried:,}"


def by_loop(program, mistake, generator):
    for seed in range(1, MOST + 1):
        text = subprocess.run([*generator, str(seed)], capture_output=True, text=True, check=True).stdout
        try:
            runs = [[program, mode] for mode in ("right", mistake)]
            right, other = [
                subprocess.run(run, input=text, capture_output=True, text=True, timeout=2) for run in runs
            ]
        except subprocess.TimeoutExpired:
            return found(seed, text)
        if other.returncode or right.stdout.split() != other.stdout.split():
            return found(seed, text)
    return found(MOST, "")


def by_oj(oj, program, mistake, generator, folder):
    command = [oj, "generate-input", "--tle", "2", "--directory", folder, "--hack", f"{program} {mistake}"]
    command += ["--hack-expected", f"{program} right", shlex.join(generator), "1"]
    tried = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        for line in running.stdout:
            attempt = re.search(r"(\d+)-th attempt", line)
            tried = int(attempt[1]) if attempt else tried
            # It never ends by itself where there is nothing.
            if tried > MOST:
                running.terminate()
                return found(MOST, "")
    inputs = list(Path(folder).glob("*.in"))
    return found(tried, inputs[0].read_text() if inputs else "")


def by_verdict(verdict, problem, program, mistake, folder):
    command = [verdict, "stress", "--seed", "1", "--time-limit", "2", "--save", folder]
    command += ["--input", PROBLEMS / problem / "input"]
    command += ["--against", f"{program} {mistake}", "--answer", f"{program} right"]
    said = subprocess.run(command, capture_output=True, text=True).stdout
    inputs = list(Path(folder).glob("*.in"))
    tried = re.search(r"after ([\d,]+) case", said)
    return found(int(tried[1].replace(",", "")), inputs[0].read_text()) if tried else said.strip()


def main():
    verdict, oj = sys.argv[1:]
    print("| problem, mistake | a loop | `oj generate-input --hack` | `verdict stress` |\n|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as work:
        generator = Path(work, "generator.py")
        generator.write_text(GENERATORS)
        for problem, mistake in MISTAKES:
            program = f"{work}/{problem}"
            subprocess.run(["g++", "-O2", "-o", program, PROBLEMS / problem / "solution.cpp"], check=True)
            generate = [sys.executable, str(generator), problem]
            row = [
                by_loop(program, mistake, generate),
                by_oj(oj, program, mistake, generate, f"{work}/oj {mistake}"),
                by_verdict(verdict, problem, program, mistake, f"{work}/verdict {mistake}"),
            ]
            print(f"| {problem}, {mistake.removeprefix('wrong-')} | {' | '.join(row)} |", flush=True)


main()
