# SPDX-License-Identifier: Apache-2.0
"""All checks, and those of the machine. Each yields findings; nothing is changed and no process is
disturbed."""

import os
import resource
import shutil
from collections.abc import Iterator

from baton.doctor import endpoints, meeting, variables
from baton.doctor.finding import ERROR, OK, WARNING, Finding

# Measured: a node in Python with a publisher, a subscription, a timer and its log file has 25, one
# in C++ 20, and a peer takes 3. A node that meets no peer is of no use.
LEAST_DESCRIPTORS = 28


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""


def kernel() -> Iterator[Finding]:
    release = os.uname().release
    numbers = [int(part) for part in release.split("-")[0].split(".")[:2] if part.isdigit()]
    if numbers < [3, 17]:
        yield Finding("kernel", ERROR, f"Linux {release}", "Baton needs Linux 3.17 or newer")
    elif numbers < [5, 1]:
        yield Finding(
            "kernel",
            WARNING,
            f"Linux {release}: a process of the same user that means harm can "
            "write a publisher's memory",
            "Linux 5.1 or newer",
        )
    else:
        yield Finding("kernel", OK, f"Linux {release}")


def descriptors() -> Iterator[Finding]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    text = f"{hard} open files (soft limit {soft}, which a context raises)"
    if hard < 4096:
        yield Finding(
            "descriptors",
            ERROR if hard < LEAST_DESCRIPTORS else WARNING,
            text,
            "as root: ulimit -Hn 65536, or LimitNOFILE=65536 in the "
            "service; a process has some 25, and 3 more for each peer",
        )
    else:
        yield Finding("descriptors", OK, text)


def memory() -> Iterator[Finding]:
    values = {}
    for line in _read("/proc/meminfo").splitlines():
        key, _, rest = line.partition(":")
        if rest.split():
            values[key] = int(rest.split()[0])
    free = values.get("MemAvailable", 0) // 1024
    level = WARNING if free < 256 else OK
    yield Finding(
        "memory",
        level,
        f"{free} MiB are available of {values.get('MemTotal', 0) // 1024} MiB",
        "end processes, or lower PublisherOptions::pool_ceiling_bytes" if level != OK else "",
    )
    limit = _read("/sys/fs/cgroup/memory.max")
    if limit.isdigit() and int(limit) < 512 << 20:
        yield Finding(
            "memory",
            WARNING,
            f"this control group may use {int(limit) >> 20} MiB; messages are "
            "charged to the publishing process",
            "a higher limit (--memory of a container)",
        )
    locked, _ = resource.getrlimit(resource.RLIMIT_AS)
    if locked != resource.RLIM_INFINITY:
        yield Finding(
            "memory",
            WARNING,
            f"addresses are limited to {locked >> 20} MiB (ulimit -v)",
            "ulimit -v unlimited: segments are mapped where there is room, and cost no memory",
        )


def shared_memory() -> Iterator[Finding]:
    try:
        usage = shutil.disk_usage("/dev/shm")
    except OSError as error:
        yield Finding(
            "/dev/shm",
            ERROR,
            f"cannot be used: {error.strerror}",
            "mount a tmpfs there, or set BATON_REGISTRY_DIR to one folder for all processes",
        )
        return
    if usage.free < 1 << 20:
        yield Finding(
            "/dev/shm",
            ERROR,
            f"{usage.free >> 10} KiB are free; the registry needs some",
            "remove files there",
        )
    else:
        yield Finding(
            "/dev/shm", OK, f"{usage.free >> 20} MiB are free (messages do not lie there)"
        )


def inotify() -> Iterator[Finding]:
    for name, least in (("max_user_instances", 128), ("max_user_watches", 8192)):
        text = _read(f"/proc/sys/fs/inotify/{name}")
        if text.isdigit() and int(text) < least:
            yield Finding(
                "inotify",
                WARNING,
                f"fs.inotify.{name} is {text}; without a watch other "
                "participants are noticed up to 250 ms late",
                f"as root: sysctl fs.inotify.{name}={least}",
            )
            return
    yield Finding("inotify", OK, "instances and watches suffice")


def processor() -> Iterator[Finding]:
    governor = _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    if governor and governor != "performance":
        yield Finding(
            "processor",
            WARNING,
            f"the frequency governor is {governor}: latencies vary",
            "to measure: cpupower frequency-set -g performance (as root)",
        )
    else:
        yield Finding(
            "processor", OK, f"{os.cpu_count()} core(s), governor {governor or 'not shown'}"
        )


CHECKS = (
    kernel,
    processor,
    memory,
    shared_memory,
    descriptors,
    inotify,
    meeting.registry,
    meeting.group,
    meeting.other_users,
    meeting.container,
    variables.unknown,
    variables.values,
    variables.static_peers,
    variables.loans,
    variables.network,
    variables.ros,
    endpoints.stopped,
    endpoints.topics,
)


def all_findings() -> list[Finding]:
    """A check that fails itself is a finding, too: the others go on."""
    findings: list[Finding] = []
    for check in CHECKS:
        try:
            for finding in check():
                findings.append(finding)
        except Exception as error:
            findings.append(
                Finding(
                    check.__name__,
                    ERROR,
                    f"this check failed: {type(error).__name__}: {error}",
                    "report it with this text: it is a fault of the doctor",
                )
            )
    return findings
