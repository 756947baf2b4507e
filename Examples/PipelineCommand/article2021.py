#!/usr/bin/env python3
"""The pipeline of the 2021 article as a program for gazesim, with Python's standard library alone.

    gazesim evaluate --pipeline-command 'python3 article2021.py'

It gives the pointer of gazesim's own `article2021`, published faults included: for each eye, a segment from 2 m out
along its z axis back to the eye is tested against a one-sided plane of 1 x 1 m at the camera, in world coordinates that
are taken for local ones; the hits are averaged and scaled, and the pointer is the mean of the last ten.
"""
import json
import sys
from collections import deque


def rotation_and_place(matrix):
    """The columns x, y, z and t of a pose, or None if it is unknown or not a rotation."""
    if matrix is None:
        return None
    x, y, z, t = (matrix[i : i + 3] for i in (0, 4, 8, 12))
    dot = lambda a, b: a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
    lengths = all(abs(dot(a, a) - 1) < 1e-3 for a in (x, y, z))
    angles = all(abs(dot(a, b)) < 1e-3 for a, b in ((x, y), (x, z), (y, z)))
    return (x, y, z, t) if lengths and angles and dot(cross, z) > 0 else None


def apply(pose, p):
    x, y, z, t = pose
    return [x[i] * p[0] + y[i] * p[1] + z[i] * p[2] + t[i] for i in range(3)]


def hit(face, eye):
    """Where the segment to the eye passes through the plane from its front; an eye that misses gives (0, 0)."""
    end = apply(face, eye[3])
    start = apply(face, apply(eye, [0, 0, 2]))
    if not (start[2] > 0 and end[2] <= 0):
        return 0.0, 0.0
    share = start[2] / (start[2] - end[2])
    x, y = (start[i] + (end[i] - start[i]) * share for i in (0, 1))
    return (x, y) if abs(x) <= 0.5 and abs(y) <= 0.5 else (0.0, 0.0)


class Article2021:
    def __init__(self, hello):
        self.points, self.metres = hello["points"], hello["metres"]
        if hello["device"] == "iphone12mini" and self.points == [375, 812]:
            self.metres = [0.057478, 0.124536]  # as published
        self.last, self.pointer = deque(maxlen=10), None

    def step(self, frame):
        poses = [rotation_and_place(frame[key]) for key in ("camera", "face", "leftEye", "rightEye")]
        if None in poses:
            return {"pointer": self.pointer, "raw": None, "scroll": "none"}
        _, face, left, right = poses
        (lx, ly), (rx, ry) = hit(face, left), hit(face, right)
        x = (lx + rx) / 2 / self.metres[0] * self.points[0]
        y = (ly + ry) / 2 / self.metres[1] * self.points[1]
        raw = [self.points[0] / 2 + x, -y]
        self.last.append(raw)
        self.pointer = [sum(p[i] for p in self.last) / len(self.last) for i in (0, 1)]
        top = self.pointer[1] - 10  # the pointer's view is 20 points high
        scroll = "down" if top >= self.points[1] else "up" if top < 0 else "none"
        return {"pointer": self.pointer, "raw": raw, "scroll": scroll, "scrollPoints": 10, "scrollStep": 1}


def main():
    hello = json.loads(sys.stdin.readline())
    if hello.get("protocol") != 1:
        sys.exit("this program speaks protocol 1")
    pipeline = Article2021(hello)
    answer({"gazesim": "ready", "protocol": 1, "name": "article2021.py"})
    for line in sys.stdin:
        frame = json.loads(line)
        answer({"t": frame["t"], **pipeline.step(frame)})


def answer(message):
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
