#!/usr/bin/env python3
"""Writes one JSON profile a device from the table of devices: make-profiles.py devices.csv [folder]

What stands in a profile already under "smoothing", "trigger", "gates" and "rigs" is kept: those are tuned by hand.
--reset-defaults sets smoothing and trigger to the defaults below.
"""

import csv
import json
import pathlib
import sys

SMOOTHING = {
    "filter": "oneEuro",
    "settings": {"minCutoff": 2.0, "beta": 0.02, "derivativeCutoff": 1.0},
    "provenance": "assumed",
    "source": "a starting point, not fitted to a phone",
}
TRIGGER = {
    "settings": {
        "edgeZone": 0.07, "edgeDwell": 0.9, "offScreenZone": 0.25, "offScreenDwell": 0.9, "hysteresis": 0.05,
        "release": 0.2, "cooldown": 1.5, "speed": 400, "holdLimit": 0.6, "blinkThreshold": 0.5,
    },
    "provenance": "assumed",
    "source": "chosen by hand for F1 against off-screen scrolling on simulated people (12 mini, reading and stare, typical, seed 500); "
    "not tried on a phone",
}


def length(value, sigma, provenance, source):
    return {"value": float(value), "sigma": float(sigma), "unit": "m", "provenance": provenance, "source": source}


def profile(row):
    def size(axis):
        source = f"panel pixels / ppi: {row[f'panel_px_{axis}']} / {row['ppi']} inch; sigma of the data sheet"
        return length(row[f"screen_{axis}_m"], row["screen_sigma_m"], "derived", source)

    def camera(axis):
        basis, provenance = row["camera_basis"], row["camera_provenance"]
        if axis == "y" and "y estimated" in basis:
            provenance = "estimated"
        return length(row[f"camera_{axis}_m"], row[f"camera_sigma_{axis}_m"], provenance, basis)

    result = {
        "schema": "gazesim.profile",
        "version": 1,
        "id": row["id"],
        "name": row["name"],
        "modelIdentifiers": row["model_identifiers"].split(";"),
        "points": {"width": int(row["points_w"]), "height": int(row["points_h"]), "scale": int(row["scale"])},
        "panel": {"width": int(row["panel_px_w"]), "height": int(row["panel_px_h"]), "ppi": int(row["ppi"])},
        "screen": {"width": size("w"), "height": size("h")},
        "camera": {"x": camera("x"), "y": camera("y")},
    }
    if row["drawing_w_m"]:
        result["drawing"] = {"width": float(row["drawing_w_m"]), "height": float(row["drawing_h_m"])}
    return result | {"smoothing": SMOOTHING, "trigger": TRIGGER}


def text(profile):
    """One line a key of the profile: short, and a change shows up as one line."""
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in profile.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments):
    reset = "--reset-defaults" in arguments
    paths = [a for a in arguments if not a.startswith("--")]
    if not 1 <= len(paths) <= 2:
        sys.exit(__doc__)
    folder = pathlib.Path(paths[1]) if len(paths) == 2 else pathlib.Path(__file__).parent
    with open(paths[0], newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            target, new = folder / f"{row['id']}.json", profile(row)
            if target.exists():
                old = json.loads(target.read_text(encoding="utf-8"))
                tuned = ["gates", "rigs"] if reset else ["smoothing", "trigger", "gates", "rigs"]
                new |= {key: old[key] for key in tuned if key in old}
            target.write_text(text(new), encoding="utf-8")


main(sys.argv[1:])
