#!/usr/bin/env python3
"""The simulator's model of `validation`, preset `typical`, open loop, as a user of NumPy would write it.

    simulate.py                   how long a frame takes: the best of several runs on one thread
    simulate.py --check GAZESIM   does it make the same statistics as `GAZESIM generate`?

It is the yardstick of `script/bench`: vectorised over people and time, float64 inside, float32 where a frame is. The
processes, their knots, and the tracker's arithmetic are those of Sources/GazeSim, which is documented there and has
each number's source; only the random numbers are others. Ornstein-Uhlenbeck paths are scipy.signal.lfilter's. Left out:
what `validation` has not (a page, targets that move) and a saccade that is cut short by the next target.
"""

import os

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_threads] = "1"  # before NumPy looks at it

import argparse
import json
import subprocess
import sys
import time

import numpy as np
from scipy.signal import lfilter

TICK = 1 / 240
SECONDS, RATE, LOOK = 60, 60, 1.5
TICKS, FRAMES, LOOKS, LOOK_TICKS = SECONDS * 240, SECONDS * RATE, int(SECONDS / LOOK), int(LOOK * 240)
DEGREE = np.pi / 180
REFERENCE_PITCH = -4 * DEGREE
POINTS, METRES = np.array([375, 812.0]), np.array([0.05763, 0.124866])
CAMERA = np.array([0.0376, 0.0027])


# Rotations are [column, axis, person, frame], vectors [axis, person, frame].


def apply(r, v):
    return r[0] * v[0] + r[1] * v[1] + r[2] * v[2]


def product(a, b):
    return np.stack([apply(a, b[0]), apply(a, b[1]), apply(a, b[2])])


def small_rotation(v):
    """By about |v| about v: the Gibbs vector v/2."""
    x, y, z = h = v / 2
    k = 2 / (1 + (h * h).sum(0))
    r = np.empty((3,) + v.shape)
    r[0, 0], r[0, 1], r[0, 2] = 1 - k * (y * y + z * z), k * (x * y + z), k * (x * z - y)
    r[1, 0], r[1, 1], r[1, 2] = k * (x * y - z), 1 - k * (x * x + z * z), k * (y * z + x)
    r[2, 0], r[2, 1], r[2, 2] = k * (x * z + y), k * (y * z - x), 1 - k * (x * x + y * y)
    return r


def yaw_pitch(yaw, pitch):
    """About y, after about x."""
    sy, cy, sp, cp = np.sin(yaw), np.cos(yaw), np.sin(pitch), np.cos(pitch)
    r = np.empty((3, 3) + yaw.shape)
    r[0, 0], r[0, 1], r[0, 2] = cy, 0, -sy
    r[1, 0], r[1, 1], r[1, 2] = sy * sp, cp, cy * sp
    r[2, 0], r[2, 1], r[2, 2] = sy * cp, -sp, cy * cp
    return r


def jerk(s):
    """Minimum jerk, 0 to 1."""
    s = np.clip(s, 0, 1)
    return s * s * s * (10 + s * (6 * s - 15))


EVERY_TICK, FINE, HEAVY = 0, 1 / 16, 1 / 6  # how far apart knots are, in time constants


def wander(rng, people, axes, sd, tau, knots=FINE):
    """Ornstein-Uhlenbeck paths at their knots, and how many ticks lie between two; sd is [person] or [axis, 1]."""
    ticks = 1
    while ticks < 128 and TICK * 2 * ticks <= tau * knots:
        ticks *= 2
    phi = np.exp(-ticks * TICK / tau)
    if ticks > 1:  # what the line between two knots takes away
        sd = sd / np.sqrt((2 + phi) / 3)
    n = rng.standard_normal((axes, people, TICKS // ticks + 2))
    n[..., 1:] *= np.sqrt(1 - phi * phi)
    return lfilter([1.0], [1.0, -phi], n * np.broadcast_to(sd, (axes, people))[..., None], axis=-1), ticks


def at(path, tick):
    """A path between its knots."""
    knots, ticks = path
    if ticks == 1:
        return np.stack([np.take_along_axis(axis, tick, -1) for axis in knots])
    k, part = tick // ticks, (tick % ticks) / ticks
    a = np.stack([np.take_along_axis(axis, k, -1) for axis in knots])
    b = np.stack([np.take_along_axis(axis, k + 1, -1) for axis in knots])
    return a + (b - a) * part


def events(rng, people, rate, median, spread):
    """Where events start and end: (person, number), seconds; exponential gaps, log-normal lengths."""
    count = int(SECONDS * rate.max() + 8 * np.sqrt(SECONDS * rate.max()) + 8)
    gaps = rng.exponential(1, (people, count)) / rate[:, None]
    lengths = median * np.exp(spread * rng.standard_normal((people, count)))
    end = np.cumsum(gaps + lengths, axis=1)
    return end - lengths, end


def spans(start, end):
    """The ticks within events, with the row and column of the event that each belongs to."""
    first = np.ceil(start / TICK).astype(int)
    last = np.minimum(np.ceil(end / TICK).astype(int), TICKS)
    length = np.maximum(last - first, 0).ravel()
    which = np.repeat(np.arange(length.size), length)
    tick = np.arange(which.size) - np.repeat(np.cumsum(length) - length, length) + first.ravel()[which]
    return which // start.shape[1], which % start.shape[1], tick


def draw_people(rng, people):
    """Persons, and the session that they sit in."""
    n = lambda *shape: rng.standard_normal((*shape, people))
    p = {}
    age = np.clip(40 + 15 * n(), 18, 80)
    p["ipd"] = np.clip(0.063 + 0.0038 * n(), 0.050, 0.076)
    up = n(), n()
    kappa_up = (2 + 1 * up[0] + 2 + 1 * (0.95 * up[0] + np.sqrt(1 - 0.95**2) * up[1])) / 2 * DEGREE
    across = n(), n()
    nasal = 5.2 + 1.3 * across[0], 5.2 + 1.3 * (0.95 * across[0] + np.sqrt(1 - 0.95**2) * across[1])
    p["speed"] = np.maximum(1 + 0.14 * n(), 0.3) * np.maximum(1 - 0.002 * (age - 40), 0.3)
    p["blinks"] = 8 / 60 * np.exp(0.7 * n())
    # strabismus, nystagmus, ptosis, head tremor, limited head, one eye, bifocals
    flag = np.where(rng.random(people) < 0.05, rng.integers(0, 7, people), -1)
    failing = rng.random(people) < 0.05
    factor = np.where(failing, 4, 1) * np.where(rng.random(people) < 0.5, 1.2, 1)
    p["factor"] = factor * np.where((flag == 2) | (flag == 5), 1.5, 1)
    p["lid"] = np.where(flag == 2, 0.35, 0)
    p["gaze swing"] = np.where(flag == 1, 2 * DEGREE, 0)
    p["head swing"] = np.where(flag == 3, 1.5 * DEGREE, 0)
    p["share"] = np.where(flag == 4, 0, np.array([[0.10], [0.15]]))
    one = flag == 5
    p["kappa"] = np.where(one, -nasal[0], (nasal[1] - nasal[0]) / 2) * DEGREE, kappa_up
    # The tracker's map.
    sd = 1.58 * DEGREE * np.exp(0.45 * n() - 0.45**2 / 2) * np.where(failing, 4, 1)
    p["bias"] = n(2) * sd + n(2) * 0.5 * DEGREE
    p["bias"][0] += np.where(flag == 0, 4 * DEGREE, 0)
    p["bias"][1] += 2.30 * DEGREE
    p["gain"] = np.maximum(np.array([[0.92], [0.85]]) + 0.12 * n(2), 0.2)
    p["crosstalk"] = 0.05 * n(2)
    p["quadratic"] = 0.35 * DEGREE * n(2, 3)
    p["coupling"] = 0.05 * n(2, 2)
    p["outward"] = 0.066 + 0.0035 * n()
    # The session.
    p["posture"] = n(2) * np.array([[2], [4]]) * DEGREE
    p["posture"][0] += np.where(flag == 4, 10 * DEGREE, 0)
    p["posture"][1] += np.where(flag == 6, 12 * DEGREE, 0)
    p["distance"] = np.clip(0.368 + 0.066 * n(), 0.20, 0.85)
    p["latency"] = 0.050 * np.exp(0.2 * n())
    p["scale"] = np.maximum(1 + 0.025 * n(), 0.2)
    p["face bias"] = n(3) * DEGREE
    return p


def look_at_targets(rng, p, people):
    """Saccades to 4 x 4 targets, shuffled each round: where each look starts and how it goes on."""
    rounds = -(-LOOKS // 16)
    order = rng.permuted(np.tile(np.arange(16), (people, rounds, 1)), axis=2).reshape(people, -1)[:, :LOOKS]
    share = np.stack([(order % 4 + 0.5) / 4, (order // 4 + 0.5) / 4])
    goal = share * METRES[:, None, None] - CAMERA[:, None, None]
    goal[1] = -goal[1]
    metres, eye = p["distance"], np.array([0, -0.05])
    bias = rng.standard_normal((2, people, LOOKS)) * 0.25 * DEGREE * metres[:, None]
    bias[..., 0] = 0
    reaction = 0.100 + rng.gamma(4, 0.095 / 4, (people, LOOKS))
    landing = np.clip(0.95 + 0.06 * rng.standard_normal((2, people, LOOKS)), 0.3, 1.7)
    looks = {
        "from": np.empty((2, people, LOOKS)), "way": np.zeros((2, 2, people, LOOKS)),
        "onset": np.full((2, people, LOOKS), np.inf), "duration": np.ones((2, people, LOOKS)),
        "disparity": 0.25 * DEGREE * rng.standard_normal((people, LOOKS)),
        "turn": np.zeros((2, people, LOOKS)), "lag": np.zeros((2, people, LOOKS)),
        "target": share * POINTS[:, None, None],
    }
    straight = np.arctan((goal - eye[:, None, None]) / metres[:, None]) * p["share"][:, :, None]
    gaze, turn, lag = goal[..., 0], np.zeros((2, people)), np.zeros((2, people))

    def fly(k, s, gaze, when, mask):
        way = goal[..., k] + bias[..., k] - gaze
        ray = np.stack([gaze[0] - eye[0], gaze[1] - eye[1], -metres])
        to = ray + np.stack([way[0], way[1], 0 * metres])
        amplitude = np.arctan2(np.linalg.norm(np.cross(ray, to, axis=0), axis=0), (ray * to).sum(0))
        mask = mask & (amplitude > 1.5e-4)
        part = way * way / np.maximum((way * way).sum(0), 1e-30)
        size = amplitude * landing[s, :, k]
        speed = part[0] * 461 * -np.expm1(-size / (9.05 * DEGREE)) + part[1] * 418 * -np.expm1(-size / (7.5 * DEGREE))
        duration = 1.875 * size / np.maximum(speed * DEGREE * p["speed"], 1e-9)
        looks["way"][s, :, :, k] = np.where(mask, way * landing[s, :, k], 0)
        when = np.ceil(when / TICK) * TICK
        looks["onset"][s, :, k] = np.where(mask, when, np.inf)
        looks["duration"][s, :, k] = np.where(mask, duration, 1)
        return gaze + looks["way"][s, :, :, k], when + duration

    for k in range(LOOKS):
        looks["from"][..., k] = gaze
        if k > 0:
            far = np.hypot(*(goal[..., k] - gaze)) / metres > 5 * DEGREE
            lag = lag * np.exp(-LOOK / 0.15)
            new = np.where(far, straight[..., k], turn)
            lag, turn = lag + new - turn, new
            start = k * LOOK
            gaze, end = fly(k, 0, gaze, start + reaction[:, k], np.ones(people, bool))
            off = np.hypot(*(goal[..., k] + bias[..., k] - gaze)) / metres > 0.7 * DEGREE
            gaze, _ = fly(k, 1, gaze, end + 0.150, off)
        looks["turn"][..., k], looks["lag"][..., k] = turn, lag
    return looks


def gaze_at(looks, pick, t):
    """Where the visual axes meet the screen's plane, whether they fly, and the head's turn and lag.

    `pick` takes a look's numbers to frames; t is the frames' time.
    """
    gaze, flies = np.stack([pick(looks["from"][0]), pick(looks["from"][1])]), False
    for s in range(2):
        phase = (t - pick(looks["onset"][s])) / pick(looks["duration"][s])
        part = jerk(phase)
        gaze[0] += pick(looks["way"][s, 0]) * part
        gaze[1] += pick(looks["way"][s, 1]) * part
        flies = flies | ((phase >= 0) & (phase < 1))
    since = t % LOOK + TICK
    decay = np.exp(since * (-1 / 0.15))
    lag = np.stack([pick(looks["lag"][0]), pick(looks["lag"][1])]) * decay
    turn = np.stack([pick(looks["turn"][0]), pick(looks["turn"][1])]) - lag
    return gaze, flies, turn, lag


def shifts(rng, people, every, position, angle, duration, t):
    """Regrips and shifts of posture: (position, angle) at the frames' time t."""
    moved, turned = np.zeros((3,) + t.shape), np.zeros((3,) + t.shape)
    start, last = np.zeros(people), np.zeros((6, people))
    sd = np.repeat([position, angle], 3)[:, None]
    while True:
        start = start + duration + 64 * TICK + rng.exponential(every, people)
        rows = np.flatnonzero(start < SECONDS)
        if not rows.size:
            return moved, turned
        new = rng.standard_normal((6, people)) * sd
        step = (new - last)[:, rows, None] * jerk((t[rows] - start[rows, None]) / duration)
        moved[:, rows] += step[:3]
        turned[:, rows] += step[3:]
        last = new


def simulate(rng, people):
    """All frames of so many people: a dictionary of arrays [person, frame, ...]."""
    p = draw_people(rng, people)
    column = lambda name: p[name][:, None]
    looks = look_at_targets(rng, p, people)
    metres = column("distance")

    # 240 Hz: lids, and whether the tracker has lost the face.
    start, end = events(rng, people, p["blinks"], 0.2, 0.3)
    depth = np.where(rng.random(start.shape) < 0.5, 0.5 + 0.4 * (rng.random(start.shape) - 0.5), 1)
    row, number, tick = spans(start, end)
    lid = np.repeat(column("lid"), TICKS, 1)
    phase = (tick * TICK - start[row, number]) / (end - start)[row, number]
    lid[row, tick] = np.maximum(lid[row, tick], depth[row, number] * (0.5 - 0.5 * np.cos(2 * np.pi * phase)))
    gone = np.zeros((people, TICKS), bool)
    row, _, tick = spans(*events(rng, people, 0.5 / 60 * p["factor"], 0.25, 0.3))
    gone[row, tick] = True

    # When a frame comes, and the tick that it shows.
    when = np.broadcast_to(np.arange(FRAMES) / RATE, (people, FRAMES))
    now = np.broadcast_to(np.arange(FRAMES) * 4, (people, FRAMES))
    delay = np.maximum(column("latency") + 0.004 * rng.standard_normal((people, FRAMES)), 0)
    shown = now - np.minimum(np.minimum(np.rint(delay / TICK).astype(int), now), 63)
    t = shown * TICK
    which = shown // LOOK_TICKS
    at_shown = lambda a: np.take_along_axis(a, which, 1)
    at_now = lambda a: np.repeat(a, FRAMES // LOOKS, 1)

    # Truth.
    drift = wander(rng, people, 2, 5 / 60 * DEGREE, 1.0)

    def hit(pick, tick, t):
        gaze, flies, turn, lag = gaze_at(looks, pick, t)
        gaze += lag * (0.010 / 0.15 * metres) + at(drift, tick) * metres
        gaze[0] += column("gaze swing") * metres * np.sin(2 * np.pi * 3 * t)
        return gaze, flies, turn

    gaze, flies, _ = hit(at_now, now, when)
    truth = np.stack([CAMERA[0] + gaze[0], CAMERA[1] - gaze[1]], -1) / METRES * POINTS
    state = np.where(lid[:, ::4] > 0.5, 2, np.where(flies, 1, 0)).astype(np.int8)

    # The phone, then the head in the physical frame, then in ARKit's mirror image.
    seen, _, turn = hit(at_shown, shown, t)
    moved, turned = shifts(rng, people, 90, 0.008, 3 * DEGREE, 0.6, t)
    sway = at(wander(rng, people, 3, 0.004, 3, HEAVY), shown) + moved
    tilt = small_rotation(at(wander(rng, people, 3, DEGREE, 3, HEAVY), shown) + turned)
    s, c = np.sin(30 * DEGREE), np.cos(30 * DEGREE)
    world = np.stack([tilt[0], c * tilt[1] + s * tilt[2], c * tilt[2] - s * tilt[1]])
    moved, turned = shifts(rng, people, 60, 0.015, 4 * DEGREE, 1, t)
    turned += at(wander(rng, people, 3, np.array([[1], [1.4], [1.1]]) * DEGREE, 3, HEAVY), shown)
    turned[1] -= np.minimum(0.3 / 60 * DEGREE * t, 5 * DEGREE)
    turned[0] += column("head swing") * np.sin(2 * np.pi * 5 * t)
    head = p["posture"][:, :, None] + turn + turned[:2]
    roll = np.zeros_like(turned)
    roll[2] = turned[2]
    face = product(yaw_pitch(-head[0], head[1]), small_rotation(roll))
    place = at(wander(rng, people, 3, 0.003, 3, HEAVY), shown) + moved
    place += np.stack([-sway[0], -0.05 - sway[1], metres + sway[2]])
    place[2] = np.maximum(place[2], 0.1)
    eye_up, eye_depth = 0.03, 0.03
    place -= face[1] * eye_up - face[2] * eye_depth
    face[:, 2] *= -1
    face[2] *= -1
    place[2] *= -1

    # What the tracker makes of it.
    off = p["face bias"][:, :, None] + at(wander(rng, people, 3, 0.15 * DEGREE, 0.325), shown)
    nearby = product(face, small_rotation(off))
    reported_place = place * column("scale") + at(wander(rng, people, 3, 0.0003, 0.325), shown)
    way = np.stack([seen[0] - place[0], seen[1] - place[1], -place[2]])
    target = np.stack([(face[0] * way).sum(0), (face[1] * way).sum(0), (face[2] * way).sum(0)])
    ahead = target - np.array([0, eye_up, eye_depth])[:, None, None]
    split = 0.0027 / 2
    v = np.stack([ahead[0] / (ahead[2] + split), ahead[1] / (ahead[2] - split), np.ones_like(ahead[0])])
    v /= np.sqrt((v * v).sum(0))
    # Kappa, in the Listing frame.
    across, up = -p["kappa"][0][:, None], -p["kappa"][1][:, None]
    rest = np.sin(across) * np.cos(up), np.sin(up), np.cos(across) * np.cos(up)
    k = 1 / (1 + v[2])
    mixed = -v[0] * v[1] * k
    optical = (
        (1 - v[0] * v[0] * k) * rest[0] + mixed * rest[1] + v[0] * rest[2],
        mixed * rest[0] + (1 - v[1] * v[1] * k) * rest[1] + v[1] * rest[2],
        -v[0] * rest[0] - v[1] * rest[1] + v[2] * rest[2],
    )
    angles = np.stack([np.arctan2(optical[0], optical[2]), np.arctan2(optical[1], np.hypot(optical[0], optical[2]))])
    d = angles - np.array([0, REFERENCE_PITCH])[:, None, None]
    u = d / (10 * DEGREE)
    squares = u[0] * u[0], u[0] * u[1], u[1] * u[1]
    closure = np.take_along_axis(lid, shown, 1)
    factor = p["factor"]
    noise = at(wander(rng, people, 2, 0.15 * DEGREE * factor, 0.325, EVERY_TICK), shown)
    noise += 0.0002 * rng.standard_normal(noise.shape)
    noise *= metres / 0.35 * (1 + (d * d).sum(0) / (15 * DEGREE) ** 2)
    reported = noise + at(wander(rng, people, 2, 0.8 * DEGREE * factor, 20), shown)
    for axis in range(2):
        other = 1 - axis
        reported[axis] += p["gain"][axis][:, None] * d[axis] + p["crosstalk"][axis][:, None] * d[other]
        for j in range(3):
            reported[axis] += p["quadratic"][axis, j][:, None] * squares[j]
        for j in range(2):
            reported[axis] += p["coupling"][axis, j][:, None] * head[j]
        reported[axis] += p["bias"][axis][:, None]
    reported[1] += REFERENCE_PITCH - 3 * DEGREE * closure
    np.clip(reported, -60 * DEGREE, 60 * DEGREE, out=reported)

    # The two eyes: nearly constant slopes to either side of the one axis.
    ipd = column("ipd")
    outward = column("outward") + 0.02 * (ipd / 0.35 - ipd / ahead[2] + at_shown(looks["disparity"]))
    tangent = np.tan(reported)
    rise = tangent[1] * np.sqrt(1 + tangent[0] * tangent[0])
    frames = {
        name: np.zeros((people, FRAMES, 4, 4), np.float32) for name in ("camera", "face", "leftEye", "rightEye")
    }
    frames["shapes"] = np.zeros((people, FRAMES, 52), np.float32)
    frames["shapes"][..., 0] = frames["shapes"][..., 7] = closure
    slopes = []
    for side, name, first in ((1, "leftEye", 0), (-1, "rightEye", 7)):
        slope = tangent[0] + side * outward / 2
        level = np.sqrt(1 + slope * slope)
        length = np.sqrt(1 + slope * slope + rise * rise)
        m = frames[name]
        x0, x2 = 1 / level, -slope / level
        z0, z1, z2 = slope / length, rise / length, 1 / length
        m[..., 0, 0], m[..., 0, 2] = x0, x2
        m[..., 1, 0], m[..., 1, 1], m[..., 1, 2] = z1 * x2, z2 * x0 - z0 * x2, -z1 * x0
        m[..., 2, 0], m[..., 2, 1], m[..., 2, 2] = z0, z1, z2
        m[..., 3, 0], m[..., 3, 1], m[..., 3, 2], m[..., 3, 3] = side * ipd / 2, eye_up, eye_depth, 1
        x = (slope - tangent[0]) / (1 + slope * tangent[0])
        y = (rise / level - tangent[1]) / (1 + rise / level * tangent[1])
        h = (side * (reported[0] + x - x * x * x / 3) - column("outward")) / 0.60
        v = (reported[1] + y - y * y * y / 3) / 0.55
        for offset, share in ((1, -v), (2, -h), (3, h), (4, v)):
            frames["shapes"][..., first + offset] = np.clip(share, 0, 1)
        slopes.append((slope, rise))
    far = np.maximum(ahead[2], 0.05) * np.maximum(1 + at(wander(rng, people, 1, 0.05, 0.325), shown)[0], 0.1)
    frames["lookAt"] = np.stack(
        [(slopes[0][0] + slopes[1][0]) / 2 * far, eye_up + rise * far, eye_depth + far], -1
    ).astype(np.float32)
    for name, rotation in (("camera", world), ("face", product(world, nearby))):
        frames[name][..., :3, :3] = rotation.transpose(2, 3, 0, 1)
        frames[name][..., 3, 3] = 1
    frames["face"][..., 3, :3] = apply(world, reported_place).transpose(1, 2, 0)
    frames["blink"] = np.stack([closure, closure], -1).astype(np.float32)
    frames["t"], frames["gaze"], frames["state"] = when, truth, state
    frames["target"] = np.stack([at_now(axis) for axis in looks["target"]], -1)

    # Lost faces and duplicates hold what was given before; dropped frames never come.
    edge = -place[2] * np.tan(30 * DEGREE)
    lost = np.take_along_axis(gone, shown, 1) | (np.abs(head[0]) >= 45 * DEGREE)
    lost |= np.hypot(place[0], place[1]) >= edge
    again = rng.random(lost.shape) < 0.01
    again[:, 0] = lost[:, 0] = False
    frames["tracked"] = ~lost
    source = np.maximum.accumulate(np.where(lost | again, 0, np.arange(FRAMES)), axis=1)
    reacquire(frames, lost, source)
    row, frame = np.nonzero(source != np.arange(FRAMES))
    for name in ("camera", "face", "leftEye", "rightEye", "shapes", "lookAt", "blink"):
        frames[name][row, frame] = frames[name][row, source[row, frame]]
    frames["kept"] = rng.random(lost.shape) >= 0.005
    frames["kept"][:, 0] = True
    return frames


def reacquire(frames, lost, source):
    """For 80 ms after a loss a pose is on its way from the one that was held."""
    row, frame = np.nonzero(lost[:, :-1] & ~lost[:, 1:])
    for row, first in zip(row, frame + 1):
        held = source[row, first - 1]
        last = min(first + 5, FRAMES)
        s = ((np.arange(first, last) - first) / (0.080 * RATE))[:, None]
        for name in ("face", "leftEye", "rightEye"):
            a, m = frames[name][row, held].astype(float), frames[name][row, first:last]
            b = m.astype(float)
            z, x = a[2, :3] + (b[:, 2, :3] - a[2, :3]) * s, a[0, :3] + (b[:, 0, :3] - a[0, :3]) * s
            if name != "face":  # slopes change evenly, and eyes never roll: x stays level
                from_, to = a[2, :3] / a[2, 2], b[:, 2, :3] / b[:, 2, 2:3]
                z = from_ + (to - from_) * s
                x = np.stack([z[:, 2], 0 * z[:, 0], -z[:, 0]], 1)
            z /= np.linalg.norm(z, axis=1, keepdims=True)
            x -= z * (x * z).sum(1, keepdims=True)
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            m[:, 0, :3], m[:, 1, :3], m[:, 2, :3] = x, np.cross(z, x), z
            m[:, 3, :3] = a[3, :3] + (b[:, 3, :3] - a[3, :3]) * s


def statistics(f, i):
    """Of one person's frames: what must agree between the two programs."""
    kept, tracked = f["kept"][i], f["tracked"][i]
    calm = (f["state"][i] == 0) & kept & tracked
    z = f["leftEye"][i][:, 2, :3].astype(float)
    other = f["rightEye"][i][:, 2, :3].astype(float)
    yaw, pitch = np.arctan2(z[:, 0], z[:, 2]), np.arcsin(z[:, 1])
    face = f["face"][i].astype(float)
    nose = face[:, 2, :3]
    look, since = np.divmod(f["t"][i], LOOK)
    settled = calm & (since > 0.8) & (look > 0)
    pairs = settled[1:] & settled[:-1]
    step = lambda a: np.sqrt(np.mean(np.diff(a)[pairs] ** 2))
    groups = [np.flatnonzero(settled & (look == k)) for k in range(1, LOOKS)]
    groups = [g for g in groups if g.size > 20]
    within = lambda a: np.sqrt(np.mean([np.var(a[g]) for g in groups]))
    means = lambda a: np.array([a[g].mean() for g in groups])
    gaze = f["gaze"][i]
    cells = means(gaze[:, 1]) / POINTS[1] * 4 - 0.5
    first = [np.flatnonzero((look == k) & (f["state"][i] == 1)) for k in range(1, LOOKS)]
    return {
        "share of blinks": np.mean(f["state"][i] == 2),
        "share of saccades": np.mean(f["state"][i] == 1),
        "share of frames lost": 1 - tracked.mean(),
        "share of frames dropped": 1 - kept.mean(),
        "share of frames that repeat the last": np.mean(np.all(np.diff(face[:, 3, :3], axis=0) == 0, axis=1)),
        "first saccade after, s": np.mean([since[g[0]] for g in first if g.size]),
        "mean fixation, s": calm.sum() / RATE / max(np.count_nonzero(np.diff(calm.astype(int)) == 1), 1),
        "log RMS-S2S, yaw": np.log(step(yaw)),
        "log RMS-S2S, pitch": np.log(step(pitch)),
        "log SD within a look, yaw": np.log(within(yaw)),
        "log SD within a look, pitch": np.log(within(pitch)),
        "log SD from look to look, yaw": np.log(means(yaw).std()),
        "log SD from look to look, pitch": np.log(means(pitch).std()),
        "left minus right, yaw": np.mean((yaw - np.arctan2(other[:, 0], other[:, 2]))[calm]),
        "mean pitch": pitch[calm].mean(),
        "log SD of gaze within a look, x": np.log(within(gaze[:, 0])),
        "log SD of gaze within a look, y": np.log(within(gaze[:, 1])),
        "mean error of gaze, y": np.mean(np.abs(cells - np.round(cells))) * POINTS[1] / 4,
        "log SD of the face's place, x": np.log(face[tracked, 3, 0].std()),
        "log SD of the face's place, z": np.log(face[tracked, 3, 2].std()),
        "log step of the face's place, z": np.log(step(face[:, 3, 2])),
        "log SD of the face's axis, x": np.log(nose[tracked, 0].std()),
        "log SD of the face's axis, y": np.log(nose[tracked, 1].std()),
        "log step of the face's axis, x": np.log(step(nose[:, 0])),
        "mean distance, m": np.linalg.norm(face[tracked, 3, :3], axis=1).mean(),
        "mean lookAt depth, m": f["lookAt"][i][tracked, 2].mean(),
        "SD of lookAt's depth over its mean": f["lookAt"][i][tracked, 2].std() / f["lookAt"][i][tracked, 2].mean(),
        "mean eyeLookDownLeft": f["shapes"][i][tracked, 1].mean(),
        "mean eyeLookOutLeft": f["shapes"][i][tracked, 3].mean(),
        "mean of the lids": f["blink"][i][tracked, 0].mean(),
    }


def recorded(command, people):
    """The same arrays, of a recording that `gazesim generate` makes."""
    arguments = ["generate", "--scenario", "validation", "--duration", str(SECONDS), "--participants", str(people),
                 "--phone", "0", "--quiet", "-o", "-"]
    f = {name: np.zeros((people, FRAMES, 4, 4), np.float32) for name in ("face", "leftEye", "rightEye")}
    f["gaze"], f["lookAt"] = np.zeros((people, FRAMES, 2)), np.zeros((people, FRAMES, 3))
    f["blink"], f["shapes"] = np.zeros((people, FRAMES, 2)), np.zeros((people, FRAMES, 52))
    f["state"] = np.full((people, FRAMES), -1, np.int8)
    f["kept"], f["tracked"] = np.zeros((people, FRAMES), bool), np.ones((people, FRAMES), bool)
    f["t"] = np.broadcast_to(np.arange(FRAMES) / RATE, (people, FRAMES))
    states = {"fixate": 0, "saccade": 1, "blink": 2}
    with subprocess.Popen([command, *arguments], stdout=subprocess.PIPE) as process:
        next(process.stdout)
        last = {}
        for line in process.stdout:
            line = json.loads(line)
            i, k = line["participant"], round(line["t"] * RATE)
            for name in ("face", "leftEye", "rightEye"):
                f[name][i, k] = np.reshape(line[name], (4, 4))
            f["lookAt"][i, k], f["blink"][i, k] = line["lookAt"], line["blink"]
            shapes = line.get("blendShapes", {})
            for index, name in ((1, "eyeLookDownLeft"), (3, "eyeLookOutLeft")):
                f["shapes"][i, k, index] = shapes.get(name, 0)
            f["gaze"][i, k], f["state"][i, k] = line["truth"]["gaze"], states[line["truth"]["state"]]
            f["kept"][i, k], f["tracked"][i, k] = True, line["tracked"]
    if process.returncode:
        sys.exit(f"{command} generate failed")
    # A frame that never came is what was before it, so that differences of frames are defined.
    source = np.maximum.accumulate(np.where(f["kept"], np.arange(FRAMES), 0), axis=1)
    for name in ("face", "leftEye", "rightEye", "lookAt", "blink", "shapes", "gaze"):
        f[name] = np.stack([f[name][i][source[i]] for i in range(people)])
    return f


def check(command, people):
    """Do both make the same statistics? Within four standard errors of the difference of means over people."""
    rng = np.random.default_rng(1)
    ours, theirs = simulate(rng, people), recorded(command, people)
    source = np.maximum.accumulate(np.where(ours["kept"], np.arange(FRAMES), 0), axis=1)
    for name in ("face", "leftEye", "rightEye", "lookAt", "blink", "shapes", "gaze"):
        ours[name] = np.stack([ours[name][i][source[i]] for i in range(people)])
    ours["state"] = np.where(ours["kept"], ours["state"], -1)
    a, b = ([statistics(f, i) for i in range(people)] for f in (ours, theirs))
    worst = 0
    print(f"{'mean over ' + str(people) + ' people':38} {'numpy':>10} {'gazesim':>10} {'difference':>11} {'4 SE':>9}")
    for name in a[0]:
        x, y = np.array([s[name] for s in a]), np.array([s[name] for s in b])
        difference, bound = x.mean() - y.mean(), 4 * np.sqrt((x.var(ddof=1) + y.var(ddof=1)) / people)
        worst = max(worst, abs(difference) / bound)
        verdict = "" if abs(difference) <= bound else "  DIFFERS"
        print(f"{name:38} {x.mean():10.4f} {y.mean():10.4f} {difference:11.4f} {bound:9.4f}{verdict}")
    sys.exit(0 if worst <= 1 else 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", metavar="GAZESIM", help="compare statistics with those of this command's recordings")
    parser.add_argument("--people", type=int, help="at a time; 4 for timing, where it is fastest, 100 for --check")
    parser.add_argument("--runs", type=int, default=25, help="the best of them counts")
    options = parser.parse_args()
    if options.check:
        check(options.check, options.people or 100)
    people = options.people or 4
    rng, best = np.random.default_rng(1), np.inf
    for _ in range(options.runs):
        begin = time.thread_time_ns()
        made = int(simulate(rng, people)["kept"].sum())
        best = min(best, (time.thread_time_ns() - begin) / made)
    print(f"frame simulated\tNumPy\t{best:.1f}\tns")


if __name__ == "__main__":
    main()
