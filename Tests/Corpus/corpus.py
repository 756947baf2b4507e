"""Runs the cases of cases.txt and compares what they make with what is recorded. `script/corpus --help` says how.

On the platform that recorded it every byte counts. Elsewhere the C library's last digits may be others: there exit codes
and words must agree, the figures of reports to 1e-9, and those of recordings, which are single precision, to 1e-6.
"""

import argparse
import ast
import concurrent.futures
import hashlib
import io
import json
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cases.txt")
HASHES = os.path.join(HERE, "hashes.txt")
OUTPUTS = os.path.join(HERE, "outputs.tar.xz")
MOST_BYTES = 5_000_000
REPORT_TOLERANCE = 1e-9
RECORDING_TOLERANCE = 1e-6
# Rounded for people: the JSON beside them holds the figures.
RENDERED = (".md", ".html", ".xml", ".txt")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")

# Lines of a run that takes more than ten seconds, as on a busy machine.
PROGRESS = re.compile(rb"^[a-z ]+: \d+ %(, (at most )?\d+ (s|min|h) left)?\n", re.M)


def stories(text):
    """[(story, [(case or None, shell line)])]"""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            found.append((line.strip("[] "), []))
        elif line.startswith("- "):
            found[-1][1].append((None, line[2:]))
        else:
            name, colon, command = line.partition(": ")
            if not colon or any(case == name for case, _ in found[-1][1]):
                sys.exit(f"corpus: cases.txt:{number}: expected `name: command` with a new name in its story")
            found[-1][1].append((name, command))
    return found


def run_story(story, lines, jobs):
    """{case path: {file: bytes}} with exit code, stdout and stderr as files."""
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C", "TZ": "UTC"}
        prelude = (
            "set -u; gazesim() { case ${1:-} in calibrate|evaluate|gate|compare) case \" $* \" in *' --jobs '*)"
            f' command gazesim "$@";; *) command gazesim "$@" --jobs {jobs};; esac;; *) command gazesim "$@";; esac; }}; '
            'try() { gazesim "$@"; echo $?; }; '
        )
        for case, line in lines:
            before = stamps(folder)
            done = subprocess.run(
                ["bash", "-c", prelude + line], cwd=folder, env=environment, capture_output=True, stdin=subprocess.DEVNULL)
            if case is None:
                if done.returncode != 0:
                    sys.exit(f"corpus: {story}: `{line}` ended with {done.returncode}: {done.stderr.decode()}")
                continue
            remarks = PROGRESS.sub(b"", done.stderr)
            files = {"exit": f"{done.returncode}\n".encode(), "stdout.txt": done.stdout, "stderr.txt": remarks}
            after = stamps(folder)
            files |= {name: b"(deleted)" for name in before if name not in after}
            for name, stamp in after.items():
                if before.get(name) != stamp:
                    with open(os.path.join(folder, name), "rb") as file:
                        files[name] = file.read()
            made[f"{story}/{case}"] = files
    return made


def stamps(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        place = os.stat(os.path.join(folder, name))
        if os.path.isfile(os.path.join(folder, name)):
            found[name] = (place.st_ino, place.st_mtime_ns, place.st_size)
    return found


def digest(files):
    whole = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            whole.update(struct.pack("<q", len(part)) + part)
    return whole.hexdigest()


def this_platform():
    """What the last digits depend on: the system, the C library, and whether its sine uses fused multiply-add."""
    fma = ""
    try:
        with open("/proc/cpuinfo") as file:
            fma = " fma" if re.search(r"\bfma\b", file.read()) else " no-fma"
    except OSError:
        pass
    gsl = subprocess.run(["gsl-config", "--version"], capture_output=True, text=True) if shutil.which("gsl-config") else None
    version = f" gsl {gsl.stdout.strip()}" if gsl else ""
    return f"{platform.system()} {platform.machine()} {' '.join(platform.libc_ver())}{version}{fma}".strip()


def recorded():
    with open(HASHES) as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    return lines[0], dict(reversed(line.split("  ", 1)) for line in lines[1:])


def recorded_outputs():
    outputs = {}
    with tarfile.open(OUTPUTS) as tar:
        for member in tar:
            story, case, name = member.name.split("/", 2)
            outputs.setdefault(f"{story}/{case}", {})[name] = tar.extractfile(member).read()
    return outputs


def accept(made):
    names = sorted(made, key=lambda name: [place.rsplit(".", 1)[-1] for place in [name]])
    with tarfile.open(OUTPUTS, "w:xz", preset=9) as tar:
        # Alike files beside each other compress best.
        for name, file in sorted(((n, f) for n in names for f in made[n]), key=lambda one: (os.path.splitext(one[1])[1], one)):
            member = tarfile.TarInfo(f"{name}/{file}")
            member.size = len(made[name][file])
            tar.addfile(member, io.BytesIO(made[name][file]))
    with open(HASHES, "w") as file:
        file.write("# What script/corpus recorded: the platform, then a SHA-256 for each case. Do not edit.\n")
        file.write(this_platform() + "\n")
        for name in made:
            file.write(f"{digest(made[name])}  {name}\n")
    size = os.path.getsize(OUTPUTS) + os.path.getsize(HASHES)
    print(f"corpus: recorded {len(made)} cases, {size / 1e6:.2f} MB")
    if size > MOST_BYTES:
        sys.exit(f"corpus: that is more than {MOST_BYTES / 1e6:.0f} MB; make the cases' takes shorter")


# Fields of an output, by name, for --diff and for other platforms.


def flattened(value, path=""):
    if isinstance(value, dict):
        for key, part in value.items():
            yield from flattened(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from flattened(part, f"{path}[{index}]")
    else:
        yield path, value


def fields(name, data):
    """[(field, value)]; a value is a number, a text, or None."""
    if data[:6] == b"\x93NUMPY":
        return list(numpy_fields(data))
    text = data.decode("utf-8", "replace")
    try:
        return list(flattened(json.loads(text)))
    except ValueError:
        pass
    lines = text.splitlines()
    if lines and all(line.startswith("{") and line.endswith("}") for line in lines):
        try:
            return [(f"line {n}: {path}", value) for n, line in enumerate(lines, 1) for path, value in flattened(json.loads(line))]
        except ValueError:
            pass
    found = []
    for number, line in enumerate(lines, 1):
        numbers = NUMBER.findall(line)
        # The words first: a line that says something else is one change.
        found.append((f"line {number}", NUMBER.sub("#", line)))
        found += [(f"line {number}, number {place}", float(one)) for place, one in enumerate(numbers, 1)]
    return found


def numpy_fields(data):
    length, start = struct.unpack("<H", data[8:10])[0], 10
    if data[6] > 1:
        length, start = struct.unpack("<I", data[8:12])[0], 12
    header = ast.literal_eval(data[start : start + length].decode("latin1"))
    codes = {"f4": "f", "f8": "d", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "b1": "?"}
    names, form = [], "<"
    for field in header["descr"]:
        count = 1
        for size in field[2] if len(field) > 2 and isinstance(field[2], tuple) else ([field[2]] if len(field) > 2 else []):
            count *= size
        kind = field[1][1:]
        if kind[0] in "SV" or (kind[0] == "U"):
            form += f"{int(kind[1:]) * (4 if kind[0] == 'U' else 1)}s" * count
        else:
            form += f"{count}{codes[kind]}"
        names += [f"{field[0]}[{n}]" for n in range(count)] if count > 1 else [field[0]]
    yield "header", {k: v for k, v in header.items() if k != "descr"}.__repr__()
    yield "fields", repr(header["descr"])
    rows, behind = data[start + length :], b""
    if rows[-8:] == b"GAZEHEAD":
        # A recording's own header, its JSON line, follows the rows.
        size = struct.unpack("<Q", rows[-16:-8])[0]
        rows, behind = rows[: -16 - size], rows[-16 - size : -16]
    for row, values in enumerate(struct.iter_unpack(form, rows)):
        for name, value in zip(names, values):
            yield f"row {row}: {name}", value.decode("latin1") if isinstance(value, bytes) else value
    if behind:
        yield from ((f"recording: {path}", value) for path, value in flattened(json.loads(behind)))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def changes(name, old, new):
    """Sentences for each field of a file that is another, and the largest relative difference; inf where words differ."""
    before, after = fields(name, old), fields(name, new)
    if len(before) == len(after) and [path for path, _ in before] == [path for path, _ in after]:
        pairs = [(path, a, b) for (path, a), (_, b) in zip(before, after)]
    else:
        first, second = dict(before), dict(after)
        keys = list(first) + [key for key in second if key not in first]
        absent = "(not there)"
        pairs = [(key, first.get(key, absent), second.get(key, absent)) for key in keys]
    sentences, worst = [], 0.0
    for path, a, b in pairs:
        # A checksum says no more than the other fields, and on another platform a last digit changes all of it.
        if path.endswith(("command.checksum", ": crc32")):
            continue
        if a == b or (is_number(a) and is_number(b) and a != a and b != b):
            continue
        if is_number(a) and is_number(b):
            difference = abs(b - a)
            relative = difference / max(abs(a), abs(b)) if difference == difference else float("inf")
            sentences.append(f"{path}: {a!r} -> {b!r} (absolute {difference:.3g}, relative {relative:.3g})")
            worst = max(worst, relative if relative == relative else float("inf"))
        else:
            sentences.append(f"{path}: {shown(a)} -> {shown(b)}")
            worst = float("inf")
    if not sentences and old != new:
        sentences, worst = ["the same fields, written in other bytes"], 0.0
    return sentences, worst


def shown(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 160 else text[:157] + "..."


def compare(made, shows_fields, binds):
    platform_then, hashes = recorded()
    binds = binds and platform_then == this_platform()
    differing = [name for name in hashes if name not in made or digest(made[name]) != hashes[name]]
    extra = [name for name in made if name not in hashes]
    old = recorded_outputs() if differing else {}
    failed = []
    lines = []
    for name in differing:
        if name not in made:
            failed.append(name)
            lines.append(f"{name}: is recorded and not in cases.txt")
            continue
        worst_of_case, own = 0.0, []
        for file in sorted(set(old[name]) | set(made[name])):
            a, b = old[name].get(file), made[name].get(file)
            if a == b:
                continue
            if a is None or b is None:
                own.append(f"  {file}: {'is new' if a is None else 'is no longer written'}")
                worst_of_case = float("inf")
                continue
            sentences, worst = changes(file, a, b)
            is_rendered = file.endswith(RENDERED) and not b.startswith((b"{", b"["))
            if not binds and is_rendered and file != "exit":
                continue
            tolerance = RECORDING_TOLERANCE if is_recording(b) else REPORT_TOLERANCE
            if not binds and worst <= tolerance:
                continue
            worst_of_case = max(worst_of_case, worst)
            own.append(f"  {file}: {len(sentences)} changed, largest relative difference {worst:.3g}")
            own += [f"    {sentence}" for sentence in sentences] if shows_fields else []
        if own or binds:
            failed.append(name)
            lines += [name] + own
    for name in extra:
        failed.append(name)
        lines.append(f"{name}: is not recorded yet")
    how = "byte for byte" if binds else f"within {REPORT_TOLERANCE:g}: recorded on {platform_then}"
    if not failed:
        print(f"corpus: all {len(hashes)} cases as recorded, {how}")
        return 0
    print(f"corpus: {len(failed)} of {len(hashes) + len(extra)} cases are not as recorded ({how})")
    print("\n".join(lines))
    if not shows_fields:
        print("Next: script/corpus --diff names each field. If it is meant: --accept, and a line in CHANGELOG.md.")
    return 1


def is_recording(data):
    return data[:6] == b"\x93NUMPY" or b'"gazesim.recording"' in data[:200]


def main():
    parser = argparse.ArgumentParser(
        prog="script/corpus", description="Runs the corpus of commands and compares with what was recorded.")
    parser.add_argument("--diff", action="store_true", help="name each changed field with its absolute and relative difference")
    parser.add_argument("--accept", action="store_true", help="record what is made now; say why in CHANGELOG.md")
    parser.add_argument("--elsewhere", action="store_true", help="compare as another platform than the recorded one does")
    parser.add_argument("--jobs", type=int, default=2, help="the commands' own --jobs; what they make must not depend on it")
    parser.add_argument("--story", action="append", help="only these stories of cases.txt")
    parser.add_argument("--gazesim", help="the built command, instead of a release build")
    options = parser.parse_args()
    if options.gazesim:
        os.environ["PATH"] = os.path.dirname(os.path.abspath(options.gazesim)) + os.pathsep + os.environ["PATH"]
    with open(CASES) as file:
        all_stories = stories(file.read())
    if options.story:
        unknown = set(options.story) - {story for story, _ in all_stories}
        if unknown or options.accept:
            sys.exit(f"corpus: {'--accept is of all stories' if options.accept else 'no story ' + ', '.join(sorted(unknown))}")
        all_stories = [one for one in all_stories if one[0] in options.story]
    made = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(lambda one: run_story(*one, options.jobs), all_stories):
            made.update(result)
    if options.accept:
        return accept(made)
    if options.story:
        global recorded
        everything = recorded
        recorded = lambda: (lambda all: (all[0], {k: v for k, v in all[1].items() if k.split("/")[0] in options.story}))(everything())
    return compare(made, options.diff, not options.elsewhere)


if __name__ == "__main__":
    sys.exit(main())
