# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.observe_observers OBSERVER`: what an observer costs itself and the observed.

perf_test publishes on many topics from one process to another, and `baton top` or `baton topic hz`
looks on, or no command does. The registry is one of their own, so nothing else is looked at.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from baton.perf.process_figures import children, cpu_ns
from baton.perf.watched import PATIENCE_S, NotAsExpected, Watched, watching
from baton.version import CHECKOUT

OBSERVERS = {
    "none": (),
    "top": ("top", "--json"),
    "hz": ("topic", "hz", "/test_topic_0"),
}
# What an observer prints each second. It is read meanwhile: a full pipe would let it rest.
EACH_SECOND = {"top": '"time_s"', "hz": "average rate"}
# Until all topics have matched and the observer has looked.
SETTLE_S = 6


def observe(bin_dir: Path, observer: str, topics: int, rate_hz: float, seconds: float) -> dict:
    """Processor time in percent of a core, and how many topics at which rate `top` has seen."""
    run_s = 2 * (SETTLE_S + seconds) + PATIENCE_S
    observed = [
        *(f"{bin_dir}/perf_test", "--zero-copy", "--process-configuration", "INTER_PROCESS"),
        *("--topics", f"{topics}", "-r", f"{rate_hz:g}", "-p", "1", "-s", "1"),
        *("--max-runtime", f"{run_s:g}"),
    ]
    words = OBSERVERS[observer]
    looking = [[sys.executable, "-m", "baton.cli.main", *words]] if words else []
    with watching(observed, *looking) as (program, *observers):
        _pass(SETTLE_S, observer, observers)
        groups = {"observed": children(program.pid), "observer": _tree(observers)}
        before = {name: sum(map(cpu_ns, pids)) for name, pids in groups.items()}
        start_ns = time.monotonic_ns()
        _pass(SETTLE_S + seconds, observer, observers, since_s=SETTLE_S)
        took_ns = time.monotonic_ns() - start_ns
        used = {name: sum(map(cpu_ns, pids)) - before[name] for name, pids in groups.items()}
        program.must_run()
        for one in observers:
            one.must_run()
    figures = {f"{name}_percent": 100 * value / took_ns for name, value in used.items()}
    return figures | (
        _seen(observers[0].text, topics, rate_hz) if observer == "top" else {}
    )


def _pass(until_s: float, observer: str, observers: list[Watched], since_s: float = 0) -> None:
    """Until so many seconds, or lines of the observer, have passed since the start."""
    if not observers:
        time.sleep(until_s - since_s)
        return
    looks = max(1, int(until_s))
    observers[0].wait_for(EACH_SECOND[observer], looks, 3 * until_s + PATIENCE_S)


def _tree(observers: list[Watched]) -> list[int]:
    """The commands and the baton-observe that each has started."""
    return [pid for one in observers for pid in (one.pid, *children(one.pid))]


def _seen(text: str, topics: int, rate_hz: float) -> dict:
    """A look that saw fewer topics or messages has cost less than it claims to."""
    # The last line may have been cut when the command was stopped.
    looks = [json.loads(line) for line in text.splitlines()[:-1] if line.startswith("{")]
    if not looks:
        raise NotAsExpected("top: it printed no look")
    rows = [row for row in looks[-1]["topics"] if row["topic"].startswith("/test_topic_")]
    if len(rows) < topics:
        raise NotAsExpected(f"top: it saw {len(rows)} of {topics} topics")
    seen_hz = sum(row["rate_hz"] for row in rows) / len(rows)
    if seen_hz < 0.8 * rate_hz:
        raise NotAsExpected(
            f"perf_test published {seen_hz:.1f} of {rate_hz:g} Hz on each topic: is the machine busy?"
        )
    return {"seen_hz": seen_hz}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m baton.perf.observe_observers", description=__doc__
    )
    parser.add_argument("observer", choices=OBSERVERS)
    parser.add_argument("--bin-dir", type=Path, required=True)
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100, help="messages a second on each topic")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    bin_dir = options.bin_dir.resolve()
    os.environ["PATH"] = f"{bin_dir}:{os.environ['PATH']}"
    os.environ["PYTHONPATH"] = f"{CHECKOUT / 'python'}:{os.environ.get('PYTHONPATH', '')}"
    with tempfile.TemporaryDirectory(prefix="baton-observers-") as registry:
        os.environ["BATON_REGISTRY_DIR"] = registry
        figures = observe(bin_dir, options.observer, options.topics, options.rate, options.seconds)
    print(json.dumps({"observers": figures}))


if __name__ == "__main__":
    main()
