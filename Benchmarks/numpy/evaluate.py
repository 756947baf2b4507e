#!/usr/bin/env python3
"""Simulation, pipeline `standard` and evaluation, as a user of NumPy would write them.

    evaluate.py                   how long a frame takes: the best of several runs on one thread
    evaluate.py --check GAZESIM   are the figures of each person those of `GAZESIM evaluate`, on the same recordings?

It is the yardstick of `script/bench`: the frames are those of simulate.py, and everything is vectorised over people and
time but the 1€ filter, whose loop over time is vectorised over people. The arithmetic is that of
Sources/GazePipeline and Sources/GazeTesting (PointerMeter), which is documented there. Left out, to NumPy's advantage:
the scroll trigger and its score, histograms by place, distance and angle, and the error budget.
"""

import simulate  # first, since it sets the number of threads before NumPy looks at it

import argparse
import json
import subprocess
import sys
import tempfile
import time

import numpy as np

POINTS, METRES, CAMERA = simulate.POINTS, simulate.METRES, simulate.CAMERA
RATE, FRAMES, SECONDS = simulate.RATE, simulate.FRAMES, simulate.SECONDS
MIN_CUTOFF, BETA, DERIVATIVE_CUTOFF = 2.0, 0.02, 1.0
BLINK, TOLERANCE, REACH = 0.5, 1e-3, 1.0
SETTLING, AFTER_SACCADE, LONGEST_STEP = 0.6, 0.3, 0.1
LEAD, LAG = 2, 30
SACCADE_STATE, BLINK_STATE = 1, 2

# Vectors are [axis, person, frame], rotations [column, axis, person, frame].


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def rigid(matrices):
    """Rotation and translation of Float matrices [person, frame, column, row], and which of them are rigid."""
    m = np.ascontiguousarray(matrices[..., :3].transpose(2, 3, 0, 1), dtype=float)
    x, y, z, place = m
    valid = np.isfinite(place).all(0)
    for a, b, product in ((x, x, 1), (y, y, 1), (z, z, 1), (x, y, 0), (x, z, 0), (y, z, 0)):
        valid &= np.abs(dot(a, b) - product) < TOLERANCE
    cross = x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]
    return m[:3], place, valid & (dot(cross, z) > 0)


def eye(matrices):
    """Position and slope (x/z, y/z) of an eye, and whether it can be used."""
    rotation, place, valid = rigid(matrices)
    z = rotation[2] / np.sqrt(dot(rotation[2], rotation[2]))
    return place, z[:2] / z[2], valid & (z[2] > 0.05)


def point(hit):
    return np.stack([CAMERA[0] + hit[0], CAMERA[1] - hit[1]]) * (POINTS / METRES)[:, None, None]


def pipeline(f):
    """The pointer of `standard` and the one before smoothing, points, NaN where there is none; and the eye's place."""
    camera, camera_place, camera_valid = rigid(f["camera"])
    face, face_place, face_valid = rigid(f["face"])
    left, left_slope, left_valid = eye(f["leftEye"])
    right, right_slope, right_valid = eye(f["rightEye"])
    valid = camera_valid & face_valid & left_valid & right_valid
    slope = (left_slope + right_slope) / 2
    back = camera.swapaxes(0, 1)  # the inverse rotation
    rotation = simulate.product(back, face)
    place = simulate.apply(back, face_place) - simulate.apply(back, camera_place)
    origin = simulate.apply(rotation, (left + right) / 2) + place
    direction = np.stack([slope[0], slope[1], np.ones_like(slope[0])])
    direction = simulate.apply(rotation, direction / np.sqrt(dot(direction, direction)))
    with np.errstate(divide="ignore", invalid="ignore"):
        hit = (origin - direction * (origin[2] / direction[2]))[:2]
    valid &= (np.hypot(*slope) < 20) & (origin[2] < 0) & (direction[2] > 0.02) & (np.hypot(*hit) <= REACH)
    view = np.where(valid, origin, np.nan)
    valid &= f["kept"] & f["tracked"] & (f["blink"].sum(-1) / 2 <= BLINK)
    raw = np.where(valid, point(hit), np.nan)
    return one_euro(raw, f["t"], valid), raw, view


def alpha(cutoff, seconds):
    w = 2 * np.pi * cutoff * seconds
    return w / (1 + w)


def one_euro(raw, t, valid):
    """The 1€ filter of the valid samples. People's samples are moved together, so that the loop has no gaps."""
    people, counts = len(valid), valid.sum(1)
    samples, times = np.zeros((2, people, counts.max())), np.zeros((people, counts.max()))
    for i in range(people):
        samples[:, i, : counts[i]], times[i, : counts[i]] = raw[:, i, valid[i]], t[i, valid[i]]
        times[i, counts[i] :] = times[i, counts[i] - 1] + np.arange(1, counts.max() - counts[i] + 1)
    samples, seconds = np.ascontiguousarray(samples.transpose(2, 0, 1)), np.ascontiguousarray(np.diff(times).T)
    smooth = samples.copy()
    derivative, twice_pi = alpha(DERIVATIVE_CUTOFF, seconds), 2 * np.pi * seconds
    value, velocity = samples[0], np.zeros((2, people))
    for k in range(len(seconds)):
        way = samples[k + 1] - value
        velocity = velocity + (way / seconds[k] - velocity) * derivative[k]
        w = (MIN_CUTOFF + BETA * np.sqrt((velocity * velocity).sum(0))) * twice_pi[k]
        value = value + way * (w / (1 + w))
        smooth[k + 1] = value
    pointer = np.full_like(raw, np.nan)
    for i in range(people):
        pointer[:, i, valid[i]] = smooth[: counts[i], :, i].T
    return pointer


def summary(errors, counted):
    """Mean, RMS and three quantiles of each person's errors."""
    result = []
    for values, mask in zip(errors, counted):
        values = values[mask]
        result.append([values.mean(), np.sqrt((values * values).mean()), *np.quantile(values, [0.5, 0.9, 0.95], method="lower")])
    return np.array(result)


def ray(place, view):
    """From the eye to a screen point [axis, person, frame]."""
    hit = place * (METRES / POINTS)[:, None, None] - CAMERA[:, None, None]
    return np.stack([hit[0] - view[0], -hit[1] - view[1], -view[2]])


def angle(a, b):
    cross = a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    return np.degrees(np.arctan2(np.sqrt(dot(cross, cross)), dot(a, b)))


def angles(v):
    return np.stack([np.arctan2(v[0], v[2]), np.arctan2(v[1], np.hypot(v[0], v[2]))])


def lag(pointer, gaze, t, counted):
    """Delay of each person's pointer behind the gaze, milliseconds: the shift that leaves the least scatter."""
    result, size = [], LAG + LEAD + 1
    for i in range(len(t)):
        on, when = counted[i], t[i]
        # As many known samples in a row as there are shifts.
        gap = np.diff(when, prepend=-np.inf) >= 1.5 / RATE
        index = np.arange(len(when))
        since = index - np.maximum.accumulate(np.where(~on, index, np.where(gap, index - 1, -1)))
        full = np.flatnonzero(since >= size)
        held = pointer[:, i, full - LEAD]
        costs = np.empty(size)
        for shift in range(size):
            d = held - gaze[:, i, full - shift]
            costs[shift] = (d * d).sum(0).mean() - (d.mean(1) ** 2).sum()
        k = int(costs.argmin())
        if not 0 < k < size - 1:
            result.append(np.nan)
            continue
        before, least, after = costs[k - 1 : k + 2]
        result.append((k - LEAD + (before - after) / (2 * (before - 2 * least + after))) * 1000 / RATE)
    return np.array(result)


def fixations(f, pointer, view, known):
    """Mean bias, RMS-S2S, STD (degrees) and BCEA (degrees²) over each person's fixations on targets."""
    off = angles(ray(pointer, view)) - angles(ray(f["target"].transpose(2, 0, 1), view))
    result = []
    for i in range(len(known)):
        kept = f["kept"][i]
        target, t, on, a = f["target"][i, kept], f["t"][i, kept], known[i, kept], off[:, i, kept]
        start = np.flatnonzero(np.any(np.diff(target, axis=0, prepend=np.nan) != 0, axis=1))
        figures = []
        for first, last in zip(start, [*start[1:], len(t)]):
            settled = slice(first + np.searchsorted(t[first:last] - t[first], SETTLING - 1e-9), last)
            good = on[settled]
            x = a[:, settled]
            pairs = good[1:] & good[:-1]
            if not pairs.any():
                continue
            step = np.diff(x)[:, pairs]
            x = x[:, good]
            mean = np.array([np.sin(x[0]) * np.cos(x[1]), np.sin(x[1]), np.cos(x[0]) * np.cos(x[1])]).mean(1)
            (xx, xy), (_, yy) = np.cov(x)
            figures.append([
                np.degrees(np.arctan2(np.hypot(mean[0], mean[1]), mean[2])),
                np.degrees(np.sqrt((step * step).sum(0).mean())),
                np.degrees(np.sqrt((xx + yy) * (1 - 1 / x.shape[1]))),
                -2 * np.log(1 - 0.6827) * np.pi * np.degrees(np.degrees(np.sqrt(max(xx * yy - xy * xy, 0)))),
            ])
        result.append(np.mean(figures, axis=0) if figures else np.full(4, np.nan))
    return np.array(result)


def evaluate(f, pointer, raw, view):
    """The figures of each person: a dictionary of arrays [person]."""
    gaze = f["gaze"].transpose(2, 0, 1)
    new = ~np.isnan(raw[0])
    known = new & (f["blink"].max(-1) <= 0.5)
    open_ = known & (f["state"] != BLINK_STATE)
    on_screen = ((gaze >= 0) & (gaze <= POINTS[:, None, None])).all(0)
    measured = open_ & on_screen
    to_gaze = ray(gaze, view)
    points = np.hypot(*(pointer - gaze))
    millimetres = np.hypot(*((pointer - gaze) * (METRES / POINTS)[:, None, None])) * 1000
    degrees = angle(ray(pointer, view), to_gaze)
    # Eyes at rest: no saccade or blink for 0.3 s.
    since, start = np.zeros(f["t"].shape), np.full(len(f["t"]), np.nan)
    moving = (f["state"] == SACCADE_STATE) | (f["state"] == BLINK_STATE)
    for i in range(len(f["t"])):
        t = f["t"][i, f["kept"][i]]
        busy = moving[i, f["kept"][i]]
        begins = ~busy & np.concatenate([[True], busy[:-1] | (np.diff(t) > LONGEST_STEP)])
        origin = t[np.maximum.accumulate(np.where(begins, np.arange(len(t)), 0))]
        since[i, f["kept"][i]] = np.where(busy, -1, t - origin)
    resting = measured & (since >= AFTER_SACCADE - 1e-9)
    figures = {}
    for name, errors, counted in (
        ("errorPoints", points, measured),
        ("errorMillimetres", millimetres, measured),
        ("errorDegrees", degrees, measured),
        ("settledErrorPoints", points, resting),
        ("settledErrorDegrees", degrees, resting),
        ("raw.errorPoints", np.hypot(*(raw - gaze)), measured),
        ("raw.errorDegrees", angle(ray(raw, view), to_gaze), measured),
    ):
        for part, values in zip(("mean", "rms", "median", "p90", "p95"), summary(errors, counted).T):
            figures[f"{name}.{part}"] = values
    for name, values in zip(
        ("accuracyDegrees", "precisionRMSS2SDegrees", "precisionSTDDegrees", "bceaDegrees2"),
        fixations(f, pointer, view, open_).T,
    ):
        figures[name] = values
    figures["latencyMilliseconds"] = lag(pointer, gaze, f["t"], open_)
    figures["raw.latencyMilliseconds"] = lag(raw, gaze, f["t"], open_)
    last = np.where(f["kept"], f["t"], 0).max(1)
    figures["dataLoss"] = 1 - (new & f["tracked"]).sum(1) / np.round((last + 1 / RATE) * RATE)
    return figures


def recorded(path):
    """The frames of a recording of one person, as `simulate` makes them."""
    lines = [json.loads(line) for line in open(path)][1:]
    f = {name: np.array([[np.reshape(line[name], (4, 4)) for line in lines]], np.float32)
         for name in ("camera", "face", "leftEye", "rightEye")}
    f["t"] = np.array([[line["t"] for line in lines]])
    f["tracked"] = np.array([[line["tracked"] for line in lines]])
    f["kept"] = np.ones_like(f["tracked"])
    f["blink"] = np.array([[line["blink"] for line in lines]], np.float32)
    f["target"] = np.array([[line["target"] for line in lines]])
    f["gaze"] = np.array([[line["truth"]["gaze"] for line in lines]])
    states = {"saccade": SACCADE_STATE, "blink": BLINK_STATE}
    f["state"] = np.array([[states.get(line["truth"]["state"], 0) for line in lines]])
    return f


def check(command, people):
    """Are each person's figures the command's? Means to 1e-6, quantiles, which the command keeps in bins, to 0.2 %."""
    worst = {}
    for seed in range(1, people + 1):
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/one.jsonl"
            subprocess.run([command, "generate", "--scenario", "validation", "--duration", str(SECONDS),
                            "--participants", "1", "--seed", str(seed), "--phone", "0", "--quiet", "-o", path],
                           check=True)
            theirs = json.loads(subprocess.run([command, "evaluate", path, "--json", "--quiet"], check=True,
                                               capture_output=True).stdout)["pointer"]
            f = recorded(path)
        for name, value in evaluate(f, *pipeline(f)).items():
            other = theirs
            for key in name.split("."):
                other = other[key]
            if other is None and np.isnan(value[0]):
                continue
            difference = abs(value[0] - other) / max(abs(other), 1e-9)
            bound = 2e-3 if name.rsplit(".")[-1] in ("median", "p90", "p95") else 1e-6
            worst[name] = max(worst.get(name, (0, 0)), (difference / bound, difference))
    for name, (share, difference) in worst.items():
        print(f"{name:32} largest relative difference of {people} people {difference:.1e}{'' if share <= 1 else '  DIFFERS'}")
    sys.exit(0 if max(share for share, _ in worst.values()) <= 1 else 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", metavar="GAZESIM", help="compare each person's figures with this command's")
    parser.add_argument("--people", type=int, help="at a time; 64 for timing, where it is fastest, 8 for --check")
    parser.add_argument("--runs", type=int, default=3, help="the best of them counts")
    options = parser.parse_args()
    if options.check:
        check(options.check, options.people or 8)
    people = options.people or 64
    rng, best = np.random.default_rng(1), np.inf
    for _ in range(options.runs):
        begin = time.thread_time_ns()
        f = simulate.simulate(rng, people)
        evaluate(f, *pipeline(f))
        best = min(best, (time.thread_time_ns() - begin) / int(f["kept"].sum()))
    print(f"frame simulated, run and evaluated\tNumPy\t{best:.1f}\tns")


if __name__ == "__main__":
    main()
