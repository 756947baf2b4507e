"""Parts that the scripts for pages share: the built command, and the rule by which shown and printed lines agree."""
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NUMBER = re.compile(r"\d+(?:\.\d+)?")
# The C library of another platform may have other last digits.
EXACT = (platform.system(), platform.machine()) == ("Linux", "x86_64")


def command(given, script):
    """The path of the command: the given one, or the release build's, which is built."""
    if given is None:
        given = subprocess.run([ROOT / "script/built"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    path = Path(given).resolve()
    if not os.access(path, os.X_OK):
        sys.exit(f"{script}: --gazesim: {path} cannot be run; build it with `swift build -c release --product gazesim`")
    return path


def same(shown, made):
    """Whether two lines are the same: each byte on Linux on x86-64. Elsewhere the words, and each number to within one
    unit of its last digit."""
    if EXACT or shown == made:
        return shown == made
    if re.sub(r"\s+", " ", NUMBER.sub("0", shown)) != re.sub(r"\s+", " ", NUMBER.sub("0", made)):
        return False
    for a, b in zip(NUMBER.findall(shown), NUMBER.findall(made)):
        digits = min(len(number.partition(".")[2]) for number in (a, b))
        if abs(float(a) - float(b)) > 1.001 * 10**-digits:
            return False
    return True
