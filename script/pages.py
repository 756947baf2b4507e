"""Parts that scripts in Python share: the built command, rounding, and the rule by which shown and printed lines agree."""
import math
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
        given = subprocess.check_output([ROOT / "script/built"], text=True).strip()
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


def outward(value, up):
    """A positive value with two significant digits, not below (or not above) it."""
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    whole = math.ceil(value / step - 1e-9) if up else math.floor(value / step + 1e-9)
    return f"{whole * step:.{max(-round(math.log10(step)), 0)}f}"


def value_at(result, path):
    """The value at a path such as `scroll.f1` of a JSON result, and the object or list that holds it."""
    parent, value = None, result
    for key in path.split("."):
        parent, value = value, value[int(key) if key.isdigit() else key]
    return value, parent
