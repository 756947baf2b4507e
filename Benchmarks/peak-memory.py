#!/usr/bin/env python3
"""Prints the most memory that a command held, in MB: peak-memory.py COMMAND...; its output goes nowhere."""

import os
import subprocess
import sys

process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
if status:
    sys.exit(f"peak-memory: {' '.join(sys.argv[1:])} failed")
# Kilobytes on Linux, bytes on macOS.
print(f"{used.ru_maxrss / (1e6 if sys.platform == 'darwin' else 1e3):.1f}")
