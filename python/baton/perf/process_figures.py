# SPDX-License-Identifier: Apache-2.0
"""What the kernel says of another process: processor time, memory, threads, wake-ups."""

import contextlib
import re
import time
from pathlib import Path

MEMORY = ("rss", "pss", "private_dirty")


def cpu_ns(pid: int) -> int:
    """Processor time of all its threads, ended ones included.

    From its CPU clock: the ticks of /proc/PID/stat are as long as what an idle node uses in a minute.
    """
    # How Linux names the scheduler's clock of a process (clock_getcpuclockid(3)).
    return time.clock_gettime_ns((~pid << 3) | 2)


def memory_kb(pid: int) -> dict[str, int]:
    """`rss_kb`, `pss_kb` and `private_dirty_kb`."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return {
        f"{name}_kb": int(re.search(rf"\n{name}:\s+(\d+)", text, re.IGNORECASE)[1])
        for name in MEMORY
    }


def children(pid: int) -> list[int]:
    """The processes that it has started and that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # It may have ended meanwhile. The name, in parentheses, may have spaces.
        with contextlib.suppress(OSError):
            words = stat.read_text().rpartition(")")[2].split()
            if int(words[1]) == pid:
                found.append(int(stat.parent.name))
    return found


def threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def wake_ups(pid: int) -> int:
    """Context switches that its threads made because they had nothing to do."""
    total = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        total += int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", status.read_text())[1])
    return total
