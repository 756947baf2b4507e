"""Calibration takes of simulated people, as an independent check of `calibrate` described them:

iPhone 13 mini, 9 targets x 3 distances x 5 head turns x 1.2 s at 30 Hz, 4 people; the screen's size and the camera's
position differ from the profile by its sigmas; per axis an offset N(0, 3 deg), a session's offset N(0, 1.3 deg), a
gain N(0.90, 0.1) sideways and N(0.88, 0.1) up and down, an error of 0.5 deg for each fixation, noise of 0.4 deg that
correlates from frame to frame; the tracker is 50 ms late, eyes take 200 ms to reach a target, they are 62 mm apart, and
head and phone sway.

Assumed, since the description does not say it: distances 25, 35 and 45 cm; turns by 15 deg sideways and 12 deg up and
down; targets at 10, 50 and 90 % of the screen; a time constant of the noise of 1 s; saccades of 40 ms; how far and
how fast head and phone sway. With noise of 1 s, errors that treat fixations as independent are as much too small as that
check found them; with noise of 0.15 s they are right.

    calibration.py SEED FILE    writes a recording, and prints the truth as JSON
"""
import json
import sys

import numpy as np

from recording import Phone, angles, apply, header, lines, listing, turn, wander

RATE = 30
SECONDS = 1.2
PEOPLE = 4
LATENCY, REACTION, SACCADE = 0.05, 0.2, 0.04
DISTANCES = (0.25, 0.35, 0.45)
TURNS = np.radians([(0, 0), (15, 0), (-15, 0), (0, 12), (0, -12)])
SHARES = (0.1, 0.5, 0.9)
NOISE_TIME = 1.0
# Left and right eye in the face's frame.
EYES = np.array([(0.031, 0.03, 0.03), (-0.031, 0.03, 0.03)])


def sway(rng, times, size, count):
    """Slow movement: three sines of 0.1 to 0.6 Hz per coordinate, with this RMS together."""
    frequency, phase = rng.uniform(0.1, 0.6, (3, count)), rng.uniform(0, 2 * np.pi, (3, count))
    waves = np.sin(2 * np.pi * frequency[:, None] * times[None, :, None] + phase[:, None])
    return size * np.sqrt(2 / 3) * waves.sum(0)


def person(rng, phone, number, grid, distances=DISTANCES, turns=TURNS, record=lambda targets: targets):
    """One person's frames as JSON lines, and the person's true parameters.

    `grid` are the targets, in points; each is shown once at every distance and head turn. `record` makes the recorded
    targets of the shown ones.
    """
    offset, session = rng.normal(0, np.radians(3), 2), rng.normal(0, np.radians(1.3), 2)
    gain = np.array([rng.normal(0.90, 0.1), rng.normal(0.88, 0.1)])
    looks = [(d, t, target) for d in distances for t in turns for target in rng.permutation(grid)]
    frames = round(SECONDS * RATE)
    count = frames * len(looks)
    times = np.arange(count) / RATE
    shown = np.repeat([target for _, _, target in looks], frames, axis=0)
    distance = np.repeat([d for d, _, _ in looks], frames)
    turned = np.repeat([t for _, t, _ in looks], frames, axis=0)

    # The world's axes are those of a phone that does not sway. The tracker reports head and eyes as they were before.
    def phone_at(t):
        swing = sway(np.random.default_rng(seeds[0]), t, np.radians(1), 2)
        return turn(swing[:, 0], swing[:, 1]), sway(np.random.default_rng(seeds[1]), t, 0.003, 3)

    def head_at(t):
        wobble = turned + sway(np.random.default_rng(seeds[2]), t, np.radians(0.7), 2)
        place = sway(np.random.default_rng(seeds[3]), t, 0.004, 3)
        place += np.column_stack([0 * t, 0 * t, -distance])
        # The eyes' middle is at the stated distance, straight before the camera, whatever the head's turn.
        rotation = turn(wobble[:, 0], wobble[:, 1])
        return rotation, place - apply(rotation, EYES.mean(0))

    seeds = rng.integers(0, 2**63, 4)
    camera, then = phone_at(times), times - LATENCY
    camera_then, face = phone_at(then), head_at(then)

    # The point looked at: the old target until the reaction is over, then along a straight way to the new one.
    steps = (np.arange(count) % frames) / RATE - LATENCY
    before = np.repeat(np.vstack([shown[:1], shown[frames - 1:-1:frames]]), frames, axis=0)
    way = np.clip((steps - REACTION) / SACCADE, 0, 1)[:, None]
    looked = phone.place(before + way * (shown - before))
    looked = apply(camera_then[0], looked) + camera_then[1]

    beside = np.repeat(rng.normal(0, np.radians(0.5), (len(looks), 2)), frames, axis=0)
    noise = wander(rng, count, RATE, NOISE_TIME, np.radians(0.4))
    total = offset + session
    rest = turn(-total[0], -total[1])[:, 2]
    eyes = []
    for place in EYES:
        visual = apply(face[0].transpose(0, 2, 1), looked - (apply(face[0], place) + face[1]))
        visual /= np.linalg.norm(visual, axis=1)[:, None]
        optical = angles(apply(listing(visual), rest))
        reported = gain * (optical + beside) + noise
        eyes.append((turn(reported[:, 0], reported[:, 1]), np.broadcast_to(place, (count, 3))))
    truth = dict(zip(("gazeOffsetH", "gazeOffsetV"), np.degrees(offset))) | dict(zip(("gainH", "gainV"), gain))
    return lines(times, number, camera, face, eyes[0], eyes[1], record(shown)), truth


def take(seed, path):
    """Writes a take of several people and returns the truth."""
    rng = np.random.default_rng(seed)
    phone = Phone("iphone13mini", rng)
    grid = np.array([(x, y) for y in SHARES for x in SHARES]) * phone.points
    with open(path, "w") as file:
        print(header(phone, RATE, "recorded", PEOPLE, session={"id": "0"}), file=file)
        people = []
        for number in range(PEOPLE):
            rows, truth = person(rng, phone, number, grid)
            file.write("\n".join(rows) + "\n")
            people.append(truth)
    device = {"screenWidth": phone.metres[0], "screenHeight": phone.metres[1], "cameraX": phone.camera[0],
              "cameraY": phone.camera[1]}
    return {"device": {name: 1000 * value for name, value in device.items()}, "people": people}


if __name__ == "__main__":
    print(json.dumps(take(int(sys.argv[1]), sys.argv[2])))
