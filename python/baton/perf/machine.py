# SPDX-License-Identifier: Apache-2.0
"""The machine figures were taken on, and how busy it was with other things."""

import os
import platform
import re
import subprocess
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from baton.perf.core_to_core import core_to_core
from baton.perf.machine_facts import machine_facts

CPUFREQ = Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")


@dataclass(frozen=True)
class Machine:
    cpu: str
    cores: int
    kernel: str
    system: str
    memory_gb: float
    governor: str  # empty where the kernel shows none, as in most virtual machines
    virtual: bool
    # What else changes figures: see machine_facts.py.
    facts: dict[str, str] = field(default_factory=dict)
    # Facts that are measured, and so never quite the same again.
    measured: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict:
        return asdict(self)

    @property
    def line(self) -> str:
        kind = "virtual machine, " if self.virtual else ""
        governor = f", governor {self.governor}" if self.governor else ""
        return (
            f"{self.cpu}, {self.cores} cores, {self.memory_gb:.0f} GB, "
            f"{kind}{self.system}, Linux {self.kernel}{governor}"
        )


def _cpuinfo() -> tuple[str, bool]:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.machine(), False
    return _model_name(text) or _without_model_name(), "hypervisor" in text


def _model_name(cpuinfo: str) -> str:
    """Jetsons, and programs of 32 bits, are told `ARMv8 Processor rev 0 (v8l)`: no core's name."""
    lines = (line.partition(":") for line in cpuinfo.splitlines())
    names = [name.strip() for key, _, name in lines if key.strip() == "model name"]
    return names[0] if names and not names[0].startswith("ARMv") else ""


def _without_model_name() -> str:
    """On ARM the kernel names the board, and numbers of cores, which `lscpu` knows by name."""
    try:
        board = Path("/proc/device-tree/model").read_text(errors="replace").strip("\0\n ")
    except OSError:
        board = ""
    cores = " + ".join(dict.fromkeys(_lscpu_names()))
    return f"{board} ({cores})" if board and cores else board or cores or platform.machine()


def _lscpu_names() -> list[str]:
    try:
        shown = subprocess.run(["lscpu"], capture_output=True, text=True, timeout=10).stdout
    except (OSError, subprocess.TimeoutExpired):
        return []
    return re.findall(r"^\s*Model name:\s*(.*\S)", shown, re.MULTILINE)


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        return "Linux"


def is_same(one: Mapping, other: Mapping) -> bool:
    """Whether two machines, as JSON, are one with one commit."""
    known = ({key: told for key, told in each.items() if key != "measured"} for each in (one, other))
    return next(known) == next(known)


def describe_machine(bin_dir: Path | None = None) -> Machine:
    """With the build's programs also what only they can measure."""
    cpu, virtual = _cpuinfo()
    try:
        governor = CPUFREQ.read_text().strip()
    except OSError:
        governor = ""
    return Machine(
        cpu=cpu,
        cores=len(os.sched_getaffinity(0)),
        kernel=platform.release(),
        system=_system(),
        memory_gb=round(psutil.virtual_memory().total / 2**30, 1),
        governor=governor,
        virtual=virtual,
        facts=machine_facts(),
        measured={"core to core": told} if bin_dir and (told := core_to_core(bin_dir)) else {},
    )


@dataclass(frozen=True)
class Activity:
    """The processes that run before anything is measured."""

    busy_cores: int
    busiest: tuple[str, ...]  # `name (pid 12) 97 %`
    load_average: float


def observe_activity(seconds: float = 0.5) -> Activity:
    """Watches for so long, sleeping; ends nothing and changes nothing."""
    processes = list(psutil.process_iter(["name", "pid"]))
    for process in processes:
        _cpu_percent(process)
    per_core = psutil.cpu_percent(interval=seconds, percpu=True)
    own = os.getpid()
    busy = sorted(
        ((_cpu_percent(process), process) for process in processes if process.pid != own),
        key=lambda pair: -pair[0],
    )
    return Activity(
        busy_cores=sum(1 for value in per_core if value > 50),
        busiest=tuple(
            f"{process.info['name']} (pid {process.pid}) {value:.0f} %"
            for value, process in busy[:3]
            if value >= 20
        ),
        load_average=os.getloadavg()[0],
    )


def _cpu_percent(process: psutil.Process) -> float:
    try:
        return process.cpu_percent(None)
    except psutil.Error:
        return 0.0


class WorkWatch:
    """What other programs did on our cores while we measured."""

    def __init__(self) -> None:
        self._start = self._now()

    @staticmethod
    def _now() -> tuple[float, float, float]:
        """Clock, processor time of all programs, and our own: that of children that have ended, too."""
        per_core = psutil.cpu_times(percpu=True)
        usable = [per_core[core] for core in os.sched_getaffinity(0) if core < len(per_core)]
        everyone = sum(each.user + each.nice + each.system for each in usable)
        own = os.times()
        spent = own.user + own.system + own.children_user + own.children_system
        return time.monotonic(), everyone, spent

    def cores(self) -> float:
        passed, everyone, own = (
            now - start for now, start in zip(self._now(), self._start, strict=True)
        )
        return max(everyone - own, 0.0) / max(passed, 1e-9)


class StealWatch:
    """How much of the time the hypervisor gave to others while we measured."""

    def __init__(self) -> None:
        self._start = psutil.cpu_times()

    def share(self) -> float:
        now = psutil.cpu_times()
        passed = sum(now) - sum(self._start)
        return (getattr(now, "steal", 0) - getattr(self._start, "steal", 0)) / max(passed, 1e-9)
