# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.observe_idle PROGRAM ...`: what a process costs while it does nothing.

Starts the program, lets it settle, then reads its memory and how often it woke, as JSON.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path


def private_dirty_kb(pid: int) -> int:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"Private_Dirty:\s+(\d+)", text)[1])


def wake_ups(pid: int) -> int:
    """Context switches that threads of the process made because they had nothing to do."""
    total = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        total += int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", status.read_text())[1])
    return total


def observe(command: list[str], settle_s: float, seconds: float) -> dict[str, float]:
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        time.sleep(settle_s)
        if process.poll() is not None:
            raise SystemExit(f"{command[0]} ended with status {process.returncode} while observed")
        before = wake_ups(process.pid)
        time.sleep(seconds)
        return {
            "private_dirty_kb": private_dirty_kb(process.pid),
            "wake_ups_per_s": (wake_ups(process.pid) - before) / seconds,
            "threads": len(list(Path(f"/proc/{process.pid}/task").iterdir())),
        }
    finally:
        process.terminate()
        try:
            process.wait(3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m baton.perf.observe_idle", description=__doc__)
    parser.add_argument("--settle", type=float, default=3, help="seconds before observing")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if not options.program:
        parser.error("which program?")
    try:
        figures = observe(options.program, options.settle, options.seconds)
    except OSError as error:
        sys.exit(f"{options.program[0]}: {error.strerror}")
    print(json.dumps({"idle": figures}))


if __name__ == "__main__":
    main()
