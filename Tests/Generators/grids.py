"""Recordings of targets on grids, good ones and ones whose app had wrong sizes of the screen, for `doctor`.

One to three people of calibration.py look at 3 x 3, 4 x 4, 3 x 5 or 5 targets from three distances, in half of the
recordings with head turns. The margins from the screen's edges are 4 to 20 %: the same whole per cent in both directions
in half of the recordings, two whole per cents in a quarter, any two in the rest. A wrong size enters where an app
computes a target's points from its place in millimetres:

    recorded = shown · (size of the lit panel) / (wrong size)

    grids.py KIND SEED FILE     writes a recording: good, body, swapped or scaled (sizes times 0.9)
    grids.py --measure GAZESIM COUNT [FIRST_SEED]
"""
import collections
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import calibration
from recording import Phone, header

# Every family of notches, Plus and Pro Max phones, and tablets.
DEVICES = (
    "iphonex", "iphone11", "iphone12mini", "iphone13", "iphone13promax", "iphone14plus", "iphone15", "iphone15pro",
    "iphone15plus", "iphone16promax", "ipadpro11gen3", "ipadpro129gen5")
# Width and height of the bodies, millimetres: Apple's data sheets.
BODIES = {
    "iphonex": (70.9, 143.6), "iphone11": (75.7, 150.9), "iphone12mini": (64.2, 131.5), "iphone13": (71.5, 146.7),
    "iphone13promax": (78.1, 160.8), "iphone14plus": (78.1, 160.8), "iphone15": (71.6, 147.6),
    "iphone15pro": (70.6, 146.6), "iphone15plus": (77.8, 160.9), "iphone16promax": (77.6, 163.0),
    "ipadpro11gen3": (178.5, 247.6), "ipadpro129gen5": (214.9, 280.6)}
KINDS = ("good", "body", "swapped", "scaled")


def factor(kind, phone):
    """Recorded over shown."""
    wrong = {
        "good": phone.lit, "body": np.array(BODIES[phone.device]) / 1000, "swapped": phone.lit[::-1],
        "scaled": 0.9 * phone.lit}
    return phone.lit / wrong[kind]


def shares(rng):
    """Places of the targets as shares of the screen, and the margins."""
    margin, kind = rng.uniform(0.04, 0.20, 2), rng.random()
    if kind < 0.5:
        margin = margin[:1].repeat(2)
    if kind < 0.75:
        margin = np.round(margin, 2)
    columns, rows = [(3, 3), (4, 4), (3, 5), (0, 0)][rng.integers(4)]
    x, y = (np.linspace(m, 1 - m, count or 2) for m, count in zip(margin, (columns, rows)))
    places = [(a, b) for b in y for a in x]
    return np.array(places if columns else places + [(0.5, 0.5)]), margin


def write(kind, seed, path, device=None, margins=None):
    """Writes a recording, and returns its device, margins and number of people.

    With `device` and `margins` it is of that phone and of 3 x 3 targets with these margins.
    """
    rng = np.random.default_rng([seed, 4])
    phone = Phone(device or DEVICES[seed % len(DEVICES)], rng)
    places, margin = shares(rng)
    if margins:
        margin = margins
        places = np.array([(x, y) for y in (margin[1], 0.5, 1 - margin[1]) for x in (margin[0], 0.5, 1 - margin[0])])
    turns = calibration.TURNS if rng.random() < 0.5 else calibration.TURNS[:1]
    distances = np.array(calibration.DISTANCES) * (1.2 if phone.device.startswith("ipad") else 1)
    people = int(rng.integers(1, 4))
    wrong = factor(kind, phone)
    with open(path, "w") as file:
        print(header(phone, calibration.RATE, "recorded", people), file=file)
        for number in range(people):
            rows, _ = calibration.person(
                rng, phone, number, places * phone.points, distances, turns, lambda targets: targets * wrong)
            file.write("\n".join(rows) + "\n")
    return {"device": phone.device, "margin": [round(float(m), 4) for m in margin], "people": people}


def findings(gazesim, path):
    report = json.loads(subprocess.run(
        [gazesim, "doctor", str(path), "--json"], check=True, capture_output=True).stdout)
    return report, [f for f in report["findings"] if f["severity"] == "fault"]


def measure(gazesim, count, first):
    for kind in KINDS:
        named = collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(first, first + count):
                path = Path(folder) / "take.jsonl"
                made = write(kind, seed, path)
                _, faults = findings(gazesim, path)
                names = ", ".join(sorted(f["fault"] for f in faults)) or "nothing"
                named[names] += 1
                if kind == "good" and faults:
                    print(seed, made, names)
        print(f"{kind} ({count}): " + "; ".join(f"{name} {n}" for name, n in named.most_common()))


if __name__ == "__main__":
    if sys.argv[1] == "--measure":
        measure(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 0)
    else:
        print(json.dumps(write(sys.argv[1], int(sys.argv[2]), sys.argv[3])))
