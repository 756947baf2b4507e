"""Phones, faces and JSON Lines for the generators in this folder. Nothing here comes from the package's simulator: the
geometry follows docs/flow.md, the format docs/formats.md, and a phone's numbers its file in `profiles`.

The camera's frame: x to the screen's right as its user sees it, y up, the face at z < 0. The face's frame: x to the
screen's right, y up, z out of the face. Lengths are metres and angles radians.
"""
import json
from pathlib import Path

import numpy as np

PROFILES = Path(__file__).resolve().parents[2] / "profiles"


class Phone:
    """Screen and camera of one phone."""

    def __init__(self, device, rng=None):
        """The phone of the profile; with `rng`, one whose screen and camera differ from the profile by its sigmas."""
        profile = json.loads((PROFILES / f"{device}.json").read_text())

        def draw(number):
            return number["value"] + (rng.normal(0, number["sigma"]) if rng else 0)

        self.device = device
        self.points = np.array([profile["points"]["width"], profile["points"]["height"]], float)
        panel = profile["panel"]
        self.lit = np.array([panel["width"], panel["height"]]) / panel["ppi"] * 0.0254
        self.metres = np.array([draw(profile["screen"]["width"]), draw(profile["screen"]["height"])])
        self.camera = np.array([draw(profile["camera"]["x"]), draw(profile["camera"]["y"])])

    def place(self, points):
        """Points of the screen in the camera's frame."""
        from_corner = points * (self.metres / self.points)
        x, y = from_corner[..., 0] - self.camera[0], self.camera[1] - from_corner[..., 1]
        return np.stack([x, y, np.zeros_like(x)], -1)


def turn(yaw, pitch):
    """Ry(yaw) · Rx(−pitch): turns +z to the right by yaw and up by pitch."""
    yaw, pitch = np.broadcast_arrays(yaw, pitch)
    (sy, cy), (sp, cp) = (np.sin(yaw), np.cos(yaw)), (np.sin(pitch), np.cos(pitch))
    zero = np.zeros_like(sy)
    rows = [[cy, -sy * sp, sy * cp], [zero, cp, sp], [-sy, -cy * sp, cy * cp]]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def angles(direction):
    """(yaw, pitch) of directions."""
    x, y, z = np.moveaxis(direction, -1, 0)
    return np.stack([np.arctan2(x, z), np.arctan2(y, np.hypot(x, z))], -1)


def apply(rotation, vector):
    return np.einsum("...ij,...j->...i", rotation, vector)


def listing(direction):
    """The shortest rotation from +z to unit vectors, by which an eye turns (Listing's law)."""
    x, y, z = np.moveaxis(direction, -1, 0)
    k = 1 / (1 + z)
    rows = [[1 - x * x * k, -x * y * k, x], [-x * y * k, 1 - y * y * k, y], [-x, -y, z]]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def wander(rng, count, rate, time, sd):
    """Noise with correlation exp(−t/time) and this standard deviation, one row per frame and two columns."""
    keep = np.exp(-1 / (rate * time))
    steps = rng.normal(0, sd * np.sqrt(1 - keep * keep), (count, 2))
    noise = np.empty((count, 2))
    noise[0] = rng.normal(0, sd, 2)
    for k in range(1, count):
        noise[k] = keep * noise[k - 1] + steps[k]
    return noise


def matrices(rotation, translation):
    """16 numbers per pose, column by column."""
    pose = np.zeros((len(rotation), 4, 4))
    pose[:, :3, :3], pose[:, :3, 3], pose[:, 3, 3] = rotation, translation, 1
    return pose.transpose(0, 2, 1).reshape(-1, 16)


def header(phone, rate, scenario, people, **more):
    keys = {
        "format": "gazesim.recording", "version": 2, "rig": "gaze", "device": phone.device, "rate": rate,
        "scenario": scenario, "participants": people, "source": "recorded", "points": [float(p) for p in phone.points]}
    return json.dumps(keys | more)


POSE = "[" + ",".join(["%.7g"] * 16) + "]"
FRAME = (
    '{"t":%.7f,"participant":%d,"camera":' + POSE + ',"face":' + POSE + ',"leftEye":' + POSE + ',"rightEye":' + POSE
    + ',"tracked":true,"blink":[0,0],"target":[%.10g,%.10g]}')


def lines(times, person, camera, face, left, right, targets):
    """JSON lines of one person's frames; each pose is a pair of rotations and translations."""
    table = np.column_stack(
        [times, np.full(len(times), person)] + [matrices(*pose) for pose in (camera, face, left, right)] + [targets])
    return [FRAME % tuple(row) for row in table]
