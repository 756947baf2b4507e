#!/usr/bin/env python3
"""How long a command takes from its start to its end, in milliseconds: start-up.py COMMAND..., the median of 40.

Prints a row: what, who, value, unit. Busy cores lengthen the wall time; the CPU time is printed as a second row.
"""

import os
import statistics
import subprocess
import sys
import time

wall, cpu = [], []
for _ in range(40):
    begin = time.perf_counter()
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall.append((time.perf_counter() - begin) * 1e3)
    cpu.append((used.ru_utime + used.ru_stime) * 1e3)
    if status:
        sys.exit(f"start-up: {' '.join(sys.argv[1:])} failed")
what = " ".join(sys.argv[2:])
print(f"{what}, wall time\tgazesim\t{statistics.median(wall):.1f}\tms")
print(f"{what}, CPU time\tgazesim\t{statistics.median(cpu):.1f}\tms")
