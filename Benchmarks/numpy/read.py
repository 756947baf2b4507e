#!/usr/bin/env python3
"""How fast Python reads recordings, in MB a second of one thread's time: read.py A.jsonl A.npy, the best of seven;
beside Benchmarks/Sources/ReadTime.

orjson parses each line to Python objects; numpy.load copies the array into memory; mapped into memory, every byte is
touched once (numpy.load alone would read none). NumPy makes one array, gazesim a checked value of every row.
"""

import os
import sys
import time

RUNS = 7


def best(path, run):
    least = float("inf")
    for _ in range(RUNS):
        start = time.thread_time()
        run()
        least = min(least, time.thread_time() - start)
    return round(os.path.getsize(path) / least / 1e6)


lines, array = sys.argv[1:]
try:
    import orjson

    def parse():
        with open(lines, "rb") as file:
            for line in file:
                orjson.loads(line)

    print(f"{best(lines, parse)} MB/s, orjson {orjson.__version__}, {os.path.basename(lines)}, every line an object")
except ImportError:
    print("python3 has no orjson, so nothing to set beside JSON Lines (pip install orjson)")
try:
    import numpy

    def touch():
        mapped = numpy.load(array, mmap_mode="r")
        raw = numpy.frombuffer(mapped, dtype=numpy.uint8)
        numpy.bitwise_xor.reduce(raw[: len(raw) // 8 * 8].view(numpy.uint64))

    loaded = best(array, lambda: numpy.load(array))
    mapped = best(array, touch)
    name = f"numpy {numpy.__version__}, {os.path.basename(array)}"
    print(f"{loaded} MB/s, {name}, one array in memory")
    print(f"{mapped} MB/s, {name}, mapped, every byte touched")
except ImportError:
    print("python3 has no numpy, so nothing to set beside .npy")
