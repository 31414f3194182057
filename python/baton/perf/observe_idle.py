# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.observe_idle PROGRAM ...`: what a process costs while it does nothing.

Starts the program, lets it settle, then reads its memory and how often it woke, as JSON.
"""

import argparse
import json
import time

from baton.perf.process_figures import memory_kb, threads, wake_ups
from baton.perf.watched import watching


def observe(command: list[str], settle_s: float, seconds: float) -> dict[str, float]:
    with watching(command) as (program,):
        time.sleep(settle_s)
        program.must_run()
        before = wake_ups(program.pid)
        time.sleep(seconds)
        return {
            **memory_kb(program.pid),
            "wake_ups_per_s": (wake_ups(program.pid) - before) / seconds,
            "threads": threads(program.pid),
        }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m baton.perf.observe_idle", description=__doc__)
    parser.add_argument("--settle", type=float, default=3, help="seconds before observing")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if not options.program:
        parser.error("which program?")
    print(json.dumps({"idle": observe(options.program, options.settle, options.seconds)}))


if __name__ == "__main__":
    main()
