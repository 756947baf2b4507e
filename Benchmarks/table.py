#!/usr/bin/env python3
"""Formats the rows of script/bench as Markdown: table.py ROWS. A row is what, who, value, unit, separated by tabs.

gazesim's n-th value is compared with another's n-th value of the same thing, which ran right after it.
"""

import datetime
import importlib.metadata
import platform
import re
import statistics
import subprocess
import sys

# Thing, other, and the bound of the ratio: times are ours by theirs where C is the measure, else theirs by ours;
# speeds are ours by theirs.
BARS = [
    ("step of standard", "plain C", "ours / theirs", "at most 1.3"),
    ("step of standard", "plain C, frame copied", "ours / theirs", ""),
    ("step of article2021", "plain C", "ours / theirs", ""),
    ("step of article2021", "plain C, frame copied", "ours / theirs", ""),
    ("frame simulated", "NumPy", "theirs / ours", ""),
    ("frame simulated, run and evaluated", "NumPy", "theirs / ours", ""),
    ("fit of 9,720 residuals, 10 parameters", "scipy lm", "theirs / ours", "at least 5"),
    ("fit of 9,720 residuals, 10 parameters", "scipy lm, own Jacobian", "theirs / ours", ""),
    ("fit of 9,720 residuals, 10 parameters", "ceres DENSE_QR", "theirs / ours", ""),
    ("fit of 9,720 residuals, 10 parameters", "ceres DENSE_NORMAL_CHOLESKY", "theirs / ours", ""),
    ("read JSON Lines", "orjson", "ours / theirs", "at least 1.0"),
    ("read .npy", "numpy.load and a copy", "ours / theirs", "at least 0.6"),
    ("read .npy", "numpy.load", "ours / theirs", ""),
    ("evaluate 161 MB with -o x.json, CPU time", "without -o", "ours / theirs", "at most 1.25"),
]
ABSOLUTE = {
    "frame simulated, run and evaluated": "at most 1,000 ns",
    "devices, wall time": "at most 12 ms, on an idle core",
}


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(head, rows):
    aligned = ["---" if i == 0 or not re.match(r"[\d.]", rows[0][i]) else "--:" for i in range(len(head))]
    return ["| " + " | ".join(cells) + " |" for cells in [head, aligned, *rows]]


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor():
    if platform.system() == "Darwin":
        return output("sysctl", "-n", "machdep.cpu.brand_string")
    names = re.findall(r"^model name\s*: (.*)", open("/proc/cpuinfo").read(), re.M)
    return f"{names[0]}, {len(names)} cores" if names else platform.machine()


def versions():
    swift = re.search(r"Swift version [\d.]+", output("swift", "--version"))
    yield swift.group().replace("Swift version", "Swift") if swift else "Swift"
    clang = re.search(r"clang version [\d.]+", output("clang", "--version"))
    if clang:
        yield clang.group().replace("version ", "")
    yield f"Python {platform.python_version()}"
    for name in ("numpy", "scipy", "orjson"):
        try:
            yield f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            yield f"no {name}"


def main():
    values, units = {}, {}
    for line in open(sys.argv[1]):
        what, who, value, unit = line.rstrip("\n").split("\t")
        values.setdefault((what, who), []).append(float(value))
        units[what] = unit
    commit = output("git", "rev-parse", "--short=8", "HEAD") + (
        ", changed" if output("git", "status", "--porcelain", "--untracked-files=no") else "")
    print(f"# Benchmarks of {datetime.date.today()}\n")
    print(f"Commit {commit}; {processor()}; {', '.join(versions())}. `script/bench`, one thread each.\n")
    print("The medians of several runs, and the least and the largest ratio of two runs in turn. Quote the ratios: the")
    print("times belong to this machine and its load.\n")
    rows = []
    for what, who, way, bar in BARS:
        ours, theirs = values.get((what, "gazesim")), values.get((what, who))
        if not ours or not theirs:
            continue
        ratios = [(a / b if way == "ours / theirs" else b / a) for a, b in zip(ours, theirs)]
        unit = units[what]
        rows.append([
            what, who, f"{number(statistics.median(ours))} {unit}", f"{number(statistics.median(theirs))} {unit}", way,
            f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f} to {max(ratios):.2f}", str(len(ratios)), bar])
    print("\n".join(table(["what", "beside", "ours", "theirs", "ratio is", "ratio", "spread", "runs", "bar"], rows)))
    compared = {what for what, *_ in BARS} - set(ABSOLUTE)
    rows = [
        [what, f"{number(statistics.median(v))} {units[what]}", ABSOLUTE.get(what, "")]
        for (what, who), v in values.items() if who == "gazesim" and what not in compared]
    print("\nAlone:\n")
    print("\n".join(table(["what", "value", "bar"], rows)))


main()
