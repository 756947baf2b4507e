#!/usr/bin/env python3
"""How cost grows with frames, people and gates, over three decades each: scale.py GAZESIM [frames|people|gates]...

Prints tables of CPU time and of the most memory held, as Markdown. All three take about half an hour on two cores.
Cost is linear if the last column, the cost of one more, is the same in every row.
"""

import datetime
import json
import os
import subprocess
import sys
import tempfile
import time

GAZESIM = sys.argv[1]
FOLDER = tempfile.mkdtemp()


def run(*arguments):
    """CPU seconds, wall seconds and MB of a command, whose report goes to a file that is read afterwards."""
    report = os.path.join(FOLDER, "report.json")
    begin = time.perf_counter()
    with open(report, "w") as output:
        process = subprocess.Popen([GAZESIM, *arguments, "--json", "--quiet"], stdout=output)
        _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    # A gate that fails or cannot decide ends with 1 or 3; it has judged all the same.
    if os.waitstatus_to_exitcode(status) not in (0, 1, 3):
        sys.exit(f"scale: {' '.join(arguments)} failed")
    memory = used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    with open(report) as file:
        return used.ru_utime + used.ru_stime, wall, memory, json.load(file)


def table(title, note, head, rows):
    print(f"\n## {title}\n\n{note}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + " --: |" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)


def frames():
    before, rows = None, []
    # After 20 minutes the simulated phone is hot and gives every other frame.
    for seconds in (5, 50, 500, 9000):
        cpu, _, memory, report = run("evaluate", "--scenario", "validation", "--participants", "1", "--duration", str(seconds))
        count = report["frames"]
        more = f"{(cpu - before[0]) / (count - before[1]) * 1e9:.0f}" if before else ""
        before = (cpu, count)
        rows.append([f"{count:,}", f"{cpu:.2f}", f"{memory:.1f}", more])
    table(
        "Frames", "`evaluate --scenario validation --participants 1 --duration SECONDS`: memory does not grow with time.",
        ["frames", "CPU s", "MB", "ns for one more frame"], rows)


def people():
    before, rows = None, []
    for count in (100, 1000, 10_000, 100_000):
        cpu, wall, memory, report = run("evaluate", "--participants", str(count), "--duration", "6")
        assert report["participants"] == count
        more = ("", "")
        if before:
            people = count - before[2]
            more = (f"{(cpu - before[0]) / people * 1e3:.2f}", f"{(memory - before[1]) / people * 1e3:.2f}")
        before = (cpu, memory, count)
        rows.append([f"{count:,}", f"{cpu:.1f}", f"{wall:.1f}", f"{memory:.1f}", *more])
    table(
        "People", "`evaluate --participants N --duration 6`, all default scenarios, the report with all its intervals "
        "included; it lists\nthe first 2,000 people, so up to there memory grows by their rows as well. "
        "The bar is 60 MB and 1 kB a person.",
        ["people", "CPU s", "wall s", "MB", "ms for one more", "kB for one more"], rows)


def gates():
    """A limit is refused if it is given twice, so all metrics that have a value are the most gates of one run."""
    people = ("--participants", "20", "--duration", "20")
    metrics, report = run("metrics")[3]["metrics"], run("evaluate", *people)[3]
    limits = []
    for metric in metrics:
        value = report
        for part in metric["name"].split("."):
            value = value.get(part) if isinstance(value, dict) else None
        value = value.get("value") if isinstance(value, dict) else value
        if value and value > 0:
            room = 1.3 if metric["direction"] == "max" else 0.7
            limits.append({
                "metric": metric["name"], "direction": metric["direction"], "version": metric["version"],
                "limit": value * room})
    before, rows = None, []
    for count in (1, 10, len(limits)):
        path = os.path.join(FOLDER, "limits.json")
        with open(path, "w") as file:
            json.dump({"schema": "gazesim.limits", "version": 1, "limits": limits[:count]}, file)
        cpu, _, memory, _ = run("gate", "--limits", path, *people, "--most-participants", "20")
        more = f"{(cpu - before[0]) / (count - before[1]) * 1e3:.2f}" if before else ""
        before = (cpu, count)
        rows.append([f"{count:,}", f"{cpu:.2f}", f"{memory:.1f}", more])
    table(
        "Gates", "`gate --limits FILE` of the same 20 people; a metric has one limit a side, so a run has no more "
        "gates than metrics.", ["gates", "CPU s", "MB", "ms for one more"], rows)


print(f"# How cost grows, {datetime.date.today()}")
for name in sys.argv[2:] or ["frames", "people", "gates"]:
    {"frames": frames, "people": people, "gates": gates}[name]()
