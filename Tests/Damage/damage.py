#!/usr/bin/env python3
"""Damages parts and reports, one field or one byte at a time, and runs `gazesim merge` and `gazesim reproduce` on them.

Usage: damage.py GAZESIM [--changes N] [--seed N] [--only NAME]

N changes of each kind (5,000), spread over the parts and reports of every command that writes them. Every second one
gets the checksum that is right for it. A change whose checksum is wrong must end with exit code 2. The others may end
with 0 or 2, `reproduce` also with 1 (a value differs), and a gate with its verdict (1 or 3). None may crash, take 10 s
or more than 1 GB, and an error names the file, and in a part line and field. Exit code 1 if one does otherwise.
"""
import argparse
import collections
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

FEW = ["--participants", "2", "--duration", "6"]
# Commands that write parts and reports, each as small as its options allow.
COMMANDS = {
    "evaluate": ["evaluate", *FEW],
    "evaluate head": ["evaluate", "--rig", "head", *FEW],
    "evaluate body": ["evaluate", "--rig", "body", *FEW],
    "evaluate drag": ["evaluate", "--rig", "drag", *FEW],
    "gate": ["gate", "--participants", "2", "--most-participants", "2", "--duration", "6"],
    "compare": ["compare", "--pipelines", "standard,article2021", *FEW],
    "compare head": ["compare", "--rig", "head", *FEW],
}


def made(gazesim, folder, name, words):
    """The command's part and report; None for a file that it does not write."""
    stem = name.replace(" ", "-")
    part, report = folder / f"{stem}.part", folder / f"{stem}.json"
    files = []
    for path, more in ((part, ["--shard", "1/1", "--part", str(part)]), (report, ["-o", str(report)])):
        done = subprocess.run([gazesim, *words, *more, "--quiet"], cwd=folder, capture_output=True, text=True)
        if path.exists():
            files.append(path)
        else:
            print(f"damage: {name}: no {path.suffix[1:]}: {done.stderr.strip()[:160]}", file=sys.stderr)
    return files


SEAL = re.compile(rb',"crc32":"[0-9a-f]{8}"\}$')


def sealed_line(line):
    """The line of a part with the checksum that is right for it."""
    content = SEAL.sub(b"", line) if SEAL.search(line) else line[:-1]
    return content + b',"crc32":"%08x"}' % zlib.crc32(content)


DIGITS = re.compile(rb'("checksum"\s*:\s*")[0-9a-f]{8}(")')


def sealed_report(text):
    """The report with the checksum that is right for it."""
    open_text = DIGITS.sub(rb"\g<1>00000000\2", text)
    # White space between values does not count; a quotation mark in a text follows a backslash.
    pieces = re.split(rb'("(?:[^"\\]|\\.)*")', open_text, flags=re.S)
    kept = b"".join(piece if place % 2 else re.sub(rb"[ \t\r\n]", b"", piece) for place, piece in enumerate(pieces))
    return DIGITS.sub(rb"\g<1>%08x\2" % zlib.crc32(kept), open_text)


def leaves(value, path=()):
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for place in range(len(value)):
            yield from leaves(value[place], (*path, place))


ABSURD = [2**63 - 1, -(2**63), 2**64, 10**9, 10**12, -1, 0, 7, 0.5, 1e308, -1e308, 1e-308, None, True, "x", "nan", "inf", [], {}, [1], {"a": 1}]


def change_field(random, value):
    """Changes one field of a JSON value, which is not the checksum's own."""
    paths = [path for path in leaves(value) if path and path[-1] not in ("crc32", "checksum")]
    path = random.choice(paths)
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    key, way = path[-1], random.randrange(8)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, list):
        holder.insert(key, holder[key])
    elif way == 2 and isinstance(holder[key], list) and holder[key]:
        holder[key] = holder[key][:-1] if random.random() < 0.5 else holder[key] + [holder[key][-1]]
    elif way == 3 and isinstance(holder[key], (int, float)) and not isinstance(holder[key], bool):
        holder[key] = random.choice([-holder[key], holder[key] * 10, holder[key] + 1])
    elif way == 4 and isinstance(holder, dict):
        holder[key + "x"] = holder.pop(key)
    else:
        holder[key] = random.choice(ABSURD)
    return ".".join(map(str, path))


def changed(random, data, is_part, is_field):
    """The file with one change, and the change in words; the same file if the change has no effect."""
    if not is_field:
        place = random.randrange(len(data))
        byte = random.choice([data[place] ^ 1 << random.randrange(8), random.randrange(256), 0x30 + random.randrange(10)])
        return data[:place] + bytes([byte]) + data[place + 1 :], f"byte {place}: {data[place]} -> {byte}"
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    if is_part:
        lines = data.splitlines()
        number = random.randrange(len(lines))
        value = json.loads(lines[number])
        words = change_field(random, value)
        lines[number] = json.dumps(value, **compact).encode()
        return b"\n".join(lines) + b"\n", f"line {number + 1}: {words}"
    value = json.loads(data)
    words = change_field(random, value)
    return json.dumps(value, indent=2).encode(), words


def reseal(data, is_part):
    return b"\n".join(sealed_line(line) for line in data.splitlines()) + b"\n" if is_part else sealed_report(data)


def run(words, folder):
    """Exit code, standard error, seconds and megabytes of a command."""
    with tempfile.TemporaryFile() as errors:
        begin = time.monotonic()
        process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=errors)
        deadline = begin + 30
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline:
                process.kill()
                _, status, usage = os.wait4(process.pid, 0)
                break
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return process.returncode, errors.read().decode("utf-8", "replace"), seconds, usage.ru_maxrss / 1024


def fault(is_part, is_gate, is_sealed, is_same, path, outcome):
    """What an outcome does wrong; None if nothing."""
    code, text, seconds, megabytes = outcome
    if code < 0 or code in (132, 139) or "Fatal error" in text:
        return f"crash, exit code {code}"
    if seconds >= 10:
        return f"took {seconds:.1f} s"
    if megabytes > 1024:
        return f"took {megabytes:.0f} MB"
    allowed = {0, 1, 2, 3} if is_gate else {0, 2} if is_part else {0, 1, 2}
    if not is_sealed and not is_same:
        allowed = {2}
    if code not in allowed:
        return f"exit code {code}"
    # A part that says that it is one of seven is sound, and six are missing.
    if code == 2 and not re.search(r"shares? (is|are) missing", text):
        if path.name not in text:
            return "the error does not name the file"
        # A file that is no part or no report at all has no field.
        if is_part and not re.search(r"\.part(:\d+)?: ", text):
            return "the error does not name the line"
        if not re.search(r'field "|is not a part|is not JSON|is not valid JSON: .*(found|control character)|ends before|beyond the last|holds no|UTF-8', text):
            return "the error names no field"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gazesim")
    parser.add_argument("--changes", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="one command, by its words")
    options = parser.parse_args()
    gazesim = str(Path(options.gazesim).resolve())
    commands = dict(COMMANDS)
    if options.only:
        commands = {options.only: commands[options.only]}
    faults, counts, worst = [], collections.Counter(), {"seconds": 0.0, "MB": 0.0}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [path for name, words in commands.items() for path in made(gazesim, folder, name, words)]
        for kind in ("field", "byte"):
            for number in range(options.changes):
                source = files[number % len(files)]
                rng = random.Random(f"{options.seed} {kind} {number}")
                is_part, is_sealed = source.suffix == ".part", number // len(files) % 2 == 0
                data = source.read_bytes()
                new, words = changed(rng, data, is_part, kind == "field")
                if is_sealed:
                    new = reseal(new, is_part)
                # A report whose text is the same but for white space is the same report.
                is_same = new == data or (not is_part and reseal(new, False) == new)
                path = folder / ("damaged" + source.suffix)
                path.write_bytes(new)
                outcome = run([gazesim, "merge" if is_part else "reproduce", str(path), "--quiet", "--jobs", "1"], folder)
                counts[kind, source.suffix[1:], "checksum right" if is_sealed else "checksum wrong", outcome[0]] += 1
                worst = {"seconds": max(worst["seconds"], outcome[2]), "MB": max(worst["MB"], outcome[3])}
                wrong = fault(is_part, source.stem == "gate", is_sealed, is_same, path, outcome)
                if wrong:
                    faults.append(f"{source.name}: {words}: {wrong}: {outcome[1].strip()[:200]}")
                    print("damage: " + faults[-1], file=sys.stderr, flush=True)
    for (kind, file, seal, code), count in sorted(counts.items()):
        print(f"one {kind} of a {file}, {seal}: exit code {code}: {count}")
    print(f"at most {worst['seconds']:.1f} s and {worst['MB']:.0f} MB; {len(faults)} of {2 * options.changes} otherwise than stated")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
