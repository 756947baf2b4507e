#!/usr/bin/env python3
"""How fast Python reads recordings, in MB a second of one thread's time: read.py A.jsonl A.npy, the best of three;
beside Benchmarks/Sources/ReadTime.

orjson parses each line to Python objects. numpy.load reads the array into memory, and nothing looks at the numbers;
gazesim looks at each row and makes a checked value of it. So numpy.load is also timed with a copy, of the array that it
read or of the mapped file, whichever is faster. Mapped alone, every byte is touched once, since a map reads nothing.
"""

import os
import sys
import time

RUNS = 3


def best(path, run):
    least = float("inf")
    for _ in range(RUNS):
        start = time.thread_time()
        run()
        least = min(least, time.thread_time() - start)
    return os.path.getsize(path) / least / 1e6


lines, array = sys.argv[1:]
try:
    import orjson

    def parse():
        with open(lines, "rb") as file:
            for line in file:
                orjson.loads(line)

    print(f"read JSON Lines\torjson\t{best(lines, parse):.0f}\tMB/s")
except ImportError:
    print("bench: python3 has no orjson, so nothing to set beside JSON Lines (pip install orjson)", file=sys.stderr)
try:
    import numpy

    def touch():
        mapped = numpy.load(array, mmap_mode="r")
        raw = numpy.frombuffer(mapped, dtype=numpy.uint8)
        numpy.bitwise_xor.reduce(raw[: len(raw) // 8 * 8].view(numpy.uint64))

    loaded = best(array, lambda: numpy.load(array))
    mapped = best(array, touch)
    copied = max(
        best(array, lambda: numpy.load(array).copy()), best(array, lambda: numpy.array(numpy.load(array, mmap_mode="r")))
    )
    print(f"read .npy\tnumpy.load\t{loaded:.0f}\tMB/s")
    print(f"read .npy\tnumpy.load and a copy\t{copied:.0f}\tMB/s")
    print(f"read .npy, mapped\tnumpy.load\t{mapped:.0f}\tMB/s")
except ImportError:
    print("bench: python3 has no numpy, so nothing to set beside .npy", file=sys.stderr)
