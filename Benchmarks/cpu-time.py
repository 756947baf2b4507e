#!/usr/bin/env python3
"""How much CPU time a command takes, user and system: cpu-time.py WHAT WHO COMMAND...

Prints a row: what, who, value, unit. The command's output goes nowhere.
"""

import os
import subprocess
import sys

what, who, *command = sys.argv[1:]
process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
if status:
    sys.exit(f"cpu-time: {' '.join(command)} failed")
print(f"{what}\t{who}\t{used.ru_utime + used.ru_stime:.3f}\ts")
