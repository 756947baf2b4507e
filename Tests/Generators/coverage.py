"""Coverage of the 95 % intervals of `calibrate` on takes of calibration.py.

    coverage.py GAZESIM SETS [FIRST_SEED] [--json]

For each parameter: bias, root mean square error, median half width and coverage with its exact 95 % interval.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import calibration


def fit(gazesim, take, folder):
    """(parameter, participant or None) -> (value, low, high)."""
    out = Path(folder) / "calibration.json"
    subprocess.run(
        [gazesim, "calibrate", str(take), "-o", str(out), "--force", "--json"], check=True, capture_output=True)
    parameters = json.loads(out.read_text())["parameters"]
    return {(p["name"], p.get("participant")): (p["value"], *p["ci95"]) for p in parameters if p.get("ci95")}


def measured(gazesim, seeds):
    """By parameter an array of rows (error, half width, whether the interval covers the truth)."""
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            take = Path(folder) / "take.jsonl"
            truth = calibration.take(seed, take)
            found = fit(gazesim, take, folder)
            for (name, participant), (value, low, high) in found.items():
                true = truth["device"].get(name) if participant is None else truth["people"][participant].get(name)
                if true is not None:
                    rows.setdefault(name, []).append((value - true, (high - low) / 2, low <= true <= high))
    return {name: np.array(values, float) for name, values in rows.items()}


def table(rows):
    """By parameter the figures of its rows."""
    figures = {}
    for name, values in rows.items():
        error, half, covers = values.T
        rms = np.sqrt((error**2).mean())
        figures[name] = {
            "n": len(error), "bias": error.mean(), "rms": rms, "half": np.median(half), "ratio": np.median(half) / rms,
            "coverage": covers.mean()}
    return figures


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    first = int(words[2]) if len(words) > 2 else 1
    figures = table(measured(words[0], range(first, first + int(words[1]))))
    if "--json" in sys.argv:
        print(json.dumps(figures))
    else:
        print("parameter        n      bias       rms      half  half/rms  coverage")
        for name, row in figures.items():
            print(f"{name:12} {row['n']:5} {row['bias']:9.4f} {row['rms']:9.4f} {row['half']:9.4f} {row['ratio']:9.2f}"
                  f" {row['coverage']:9.3f}")
