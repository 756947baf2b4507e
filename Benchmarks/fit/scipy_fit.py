#!/usr/bin/env python3
"""The fit of FitTime by scipy.optimize.least_squares(method="lm"): scipy_fit.py DATA.

Prints a line a Jacobian (differences, SciPy's default; analytic): name, milliseconds of CPU (best of RUNS), residual
evaluations, cost, x. DATA holds doubles, 16 a row: first the start (10) and the tolerance; then of each sample the
target's share of the screen (2), the face's axes and origin (12) and the measured angles in degrees (2). The model is
Sources/Calibrate/Geometry/AngularModel.swift's, over all samples at once.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"

import sys
import time

import numpy as np
from scipy.optimize import least_squares

RUNS = 15
DEGREES = 180 / np.pi

rows = np.fromfile(sys.argv[1], dtype="<f8").reshape(-1, 16)
start, tolerance = rows[0, :10].copy(), rows[0, 10]
data = np.ascontiguousarray(rows[1:].T)
share_x, share_y = data[0], data[1]
axis_x, axis_y, axis_z, constant = data[2:5], data[5:8], data[8:11], data[11:14]
measured = data[14:16]


class Sample:
    """What residuals and derivatives have in common."""

    def __init__(self, p):
        hx = (share_x * p[0] - p[2]) / 100
        hy = (p[3] - share_y * p[1]) / 100
        (sx, sy), (cx, cy) = np.sin(p[4:6] / DEGREES), np.cos(p[4:6] / DEGREES)
        self.plane_x = (cy, -sx * sy, cx * sy)
        self.plane_y = (0.0, cx, sx)
        self.tilt = (hx, hy, sx, sy, cx, cy)
        q = self.turned(cy * hx, cx * hy - sx * sy * hx, cx * sy * hx + sx * hy) + constant
        self.length = np.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2])
        self.v = q / self.length
        yaw, pitch = -p[6] / DEGREES, -p[7] / DEGREES
        self.offset = (yaw, pitch)
        self.a = (np.sin(yaw) * np.cos(pitch), np.sin(pitch), np.cos(yaw) * np.cos(pitch))
        self.k = 1 / (1 + self.v[2])
        self.o = self.image(self.a)
        self.across = np.sqrt(self.o[0] * self.o[0] + self.o[2] * self.o[2])
        self.yaw = np.arctan2(self.o[0], self.o[2]) * DEGREES
        self.pitch = np.arctan2(self.o[1], self.across) * DEGREES

    @staticmethod
    def turned(x, y, z):
        return axis_x * x + axis_y * y + axis_z * z

    def image(self, a):
        vx, vy, vz = self.v
        s = a[0] * vx + a[1] * vy
        m = a[2] - self.k * s
        return a[0] + m * vx, a[1] + m * vy, a[2] * vz - s

    def change(self, d):
        vx, vy, _ = self.v
        a = self.a
        s = a[0] * vx + a[1] * vy
        m = a[2] - self.k * s
        ds = a[0] * d[0] + a[1] * d[1]
        dm = self.k * self.k * d[2] * s - self.k * ds
        return m * d[0] + dm * vx, m * d[1] + dm * vy, a[2] * d[2] - ds

    def angles(self, d):
        return (self.o[2] * d[0] - self.o[0] * d[2]) / (self.across * self.across), d[1] / self.across

    def along(self, x, y, z):
        d = self.turned(x, y, z)
        return self.angles(self.change((d - self.v * (self.v * d).sum(0)) / self.length))


def residuals(p):
    s = Sample(p)
    r = np.empty(2 * len(share_x))
    r[0::2] = measured[0] - p[8] * s.yaw
    r[1::2] = measured[1] - p[9] * s.pitch
    return r


def jacobian(p):
    s = Sample(p)
    hx, hy, sx, sy, cx, cy = s.tilt
    by_x, by_y = s.along(*s.plane_x), s.along(*s.plane_y)
    by_tilt_x = s.along(0.0, -cx * sy * hx - sx * hy, -sx * sy * hx + cx * hy)
    by_tilt_y = s.along(-sy * hx, -sx * cy * hx, cx * cy * hx)
    yaw, pitch = s.offset
    by_h = s.angles(s.image((-s.a[2], 0.0, s.a[0])))
    by_v = s.angles(s.image((np.sin(yaw) * np.sin(pitch), -np.cos(pitch), np.cos(yaw) * np.sin(pitch))))
    cm = DEGREES / 100
    j = np.empty((2 * len(share_x), 10))
    for axis, gain in ((0, p[8]), (1, p[9])):
        rows = j[axis::2]
        rows[:, 0] = -gain * cm * by_x[axis] * share_x
        rows[:, 1] = gain * cm * by_y[axis] * share_y
        rows[:, 2] = gain * cm * by_x[axis]
        rows[:, 3] = -gain * cm * by_y[axis]
        rows[:, 4] = -gain * by_tilt_x[axis]
        rows[:, 5] = -gain * by_tilt_y[axis]
        rows[:, 6] = -gain * by_h[axis]
        rows[:, 7] = -gain * by_v[axis]
        rows[:, 8] = -s.yaw if axis == 0 else 0
        rows[:, 9] = -s.pitch if axis == 1 else 0
    return j


def main():
    difference = np.empty((len(measured[0]) * 2, 10))
    for i in range(10):
        step = np.zeros(10)
        step[i] = 1e-5
        difference[:, i] = (residuals(start + step) - residuals(start - step)) / 2e-5
    assert np.abs(difference - jacobian(start)).max() < 1e-7, "the analytic Jacobian is wrong"
    for name, jac in (("scipy lm", "2-point"), ("scipy lm, own Jacobian", jacobian)):
        best, result = np.inf, None
        for _ in range(RUNS):
            begin = time.process_time()
            # ftol at its smallest: the tolerance is on the step alone, as in the other two.
            result = least_squares(
                residuals, start, jac=jac, method="lm", xtol=tolerance, ftol=3e-16, gtol=3e-16)
            best = min(best, time.process_time() - begin)
        x = " ".join(repr(float(value)) for value in result.x)
        print(f"{name}\t{best * 1e3:.3f}\t{result.nfev}\t{float(2 * result.cost)!r}\t{x}")


main()
