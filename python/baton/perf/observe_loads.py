# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.observe_loads`: what loading a small component costs in time and memory.

Starts a container and lets component_load call its load service: once for the library, then ten times
more. Memory is the container's proportional share (PSS), before and after the ten.
"""

import argparse
import json
import subprocess
from pathlib import Path

from baton.perf.process_figures import memory_kb, threads
from baton.perf.watched import PATIENCE_S, NotAsExpected, watching

COUNT = 10


def load(bin_dir: Path, first: int, count: int) -> dict:
    command = [f"{bin_dir}/component_load", "--first", str(first), "--count", str(count)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    if done.returncode:
        raise NotAsExpected(f"component_load: {done.stderr.strip()}")
    return json.loads(done.stdout)["component_load_ns"]


def observe(bin_dir: Path, container: str) -> dict[str, float]:
    with watching([f"{bin_dir}/{container}", "--ros-args", "--log-level", "warn"]) as (program,):
        first = load(bin_dir, 0, 1)
        before = memory_kb(program.pid)
        more = load(bin_dir, 1, COUNT)
        after = memory_kb(program.pid)
        program.must_run()
        return {
            "first_load_ns": first["p50"],
            **{f"load_ns_{name}": more[name] for name in ("min", "p50", "max")},
            "pss_kb_each": (after["pss_kb"] - before["pss_kb"]) / COUNT,
            "private_dirty_kb_each": (after["private_dirty_kb"] - before["private_dirty_kb"])
            / COUNT,
            "pss_kb": after["pss_kb"],
            "threads": threads(program.pid),
        }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m baton.perf.observe_loads", description=__doc__)
    parser.add_argument("--bin-dir", type=Path, required=True)
    parser.add_argument("--container", default="component_container")
    options = parser.parse_args()
    print(json.dumps({"loads": observe(options.bin_dir.resolve(), options.container)}))


if __name__ == "__main__":
    main()
