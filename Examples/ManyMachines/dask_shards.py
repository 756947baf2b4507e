#!/usr/bin/env python3
"""Computes a gazesim command in shares on the workers of a Dask cluster, and merges the parts.

    pip install dask distributed
    dask_shards.py --shares 16 -o compare.json -- compare --participants 1000
    dask_shards.py --scheduler tcp://host:8786 --shares 64 -o gate.md -- gate --participants 2000 --most-participants 2000

Without --scheduler it starts one worker per core on this machine. Each worker needs `gazesim` of the same version in its
PATH (or --gazesim); files that the command reads must be there, too, with the same content. A share that fails, or
whose worker dies, is computed again, up to --retries times. The result has the same bytes as the command without
shares, but for the words that say how it was made.
"""

import argparse
import os
import subprocess
import sys
import tempfile

from dask.distributed import Client, LocalCluster, as_completed


def compute(gazesim, command, number, shares):
    """Computes one share on a worker. Returns the part's bytes, since workers need no common disk, or the exit code and the
    message of a command that is refused, which would be refused again."""
    with tempfile.TemporaryDirectory() as folder:
        part = os.path.join(folder, "part")
        share = ["--shard", f"{number}/{shares}", "--part", part, "--jobs", "1"]
        try:
            done = subprocess.run([gazesim, *command, *share], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        except OSError as error:
            return 2, f"cannot run {gazesim}: {error.strerror}; name it with --gazesim"
        if done.returncode in (2, 64):
            return done.returncode, done.stderr.strip()
        if done.returncode:
            raise RuntimeError(f"share {number}/{shares}: {done.stderr.strip()}")
        with open(part, "rb") as file:
            return file.read()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog=__doc__[__doc__.index("Without") :],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scheduler", help="address of a scheduler; default: this machine's cores")
    parser.add_argument("--shares", type=int, default=16, help="number of shares; several per core even out the load")
    parser.add_argument("--retries", type=int, default=3, help="how often a share is computed again")
    parser.add_argument("--gazesim", default="gazesim", help="the command on the workers and here")
    parser.add_argument("-o", "--output", action="append", default=[], help="file of the result; may be repeated")
    parser.add_argument("command", nargs="+", help="the command's words, after --")
    options = parser.parse_args()

    cluster = None if options.scheduler else LocalCluster(n_workers=os.cpu_count(), threads_per_worker=1)
    with Client(options.scheduler or cluster) as client, tempfile.TemporaryDirectory() as folder:
        numbers = range(1, options.shares + 1)
        tasks = client.map(
            lambda number: compute(options.gazesim, options.command, number, options.shares), numbers,
            retries=options.retries, pure=False)
        number_of = {task.key: number for task, number in zip(tasks, numbers)}
        parts = []
        for done, task in enumerate(as_completed(tasks), 1):
            try:
                content = task.result()
            except RuntimeError as error:
                sys.exit(f"dask_shards: {error}")
            if not isinstance(content, bytes):
                print(f"dask_shards: {content[1]}", file=sys.stderr)
                sys.exit(content[0])
            parts.append(os.path.join(folder, f"{number_of[task.key]}-of-{options.shares}.part"))
            with open(parts[-1], "wb") as file:
                file.write(content)
            task.release()  # the part is on the disk, so the worker may forget it
            print(f"{done} of {options.shares} shares", file=sys.stderr)
        files = [word for path in options.output for word in ("-o", path)]
        merged = subprocess.run([options.gazesim, "merge", *parts, *files])
    if cluster:
        cluster.close()
    sys.exit(merged.returncode)


if __name__ == "__main__":
    main()
