# SPDX-License-Identifier: Apache-2.0
"""Checks of the machine. Each yields findings; nothing is changed and no process is disturbed."""

import os
import resource
import shutil
from collections.abc import Iterator
from typing import NamedTuple

from baton.graph.registry import RegistryError, directories, read_participants, stale_files

OK, WARNING, ERROR = "ok", "warning", "error"


class Finding(NamedTuple):
    """`cure` is empty where nothing is wrong."""

    check: str
    level: str
    text: str
    cure: str = ""


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
            WARNING,
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


def registry() -> Iterator[Finding]:
    try:
        folders = directories()
    except RegistryError as error:
        yield Finding("registry", ERROR, str(error), "set the variable that the text names")
        return
    for folder in folders:
        root = os.path.dirname(folder)
        for path in (root, folder):
            if not os.path.exists(path):
                continue
            status = os.stat(path)
            if status.st_uid != os.geteuid() and not os.environ.get("BATON_GROUP"):
                yield Finding(
                    "registry",
                    ERROR,
                    f"{path} belongs to user {status.st_uid}, and you are {os.geteuid()}",
                    f"remove it as that user: rm -r {path}",
                )
            elif status.st_mode & 0o022 and not status.st_mode & 0o1000:
                yield Finding(
                    "registry", ERROR, f"others can write to {path}", f"chmod go-w {path}"
                )
    stale = stale_files()
    if stale:
        yield Finding(
            "registry",
            OK,
            f"{len(stale)} file(s) of processes that have ended; the next node removes them",
        )
    participants = read_participants()
    versions = {one.version for one in participants}
    names = ", ".join(f"{one.name} ({one.pid})" for one in participants[:8])
    more = "" if len(participants) <= 8 else f" and {len(participants) - 8} more"
    yield Finding(
        "registry",
        OK,
        f"{len(participants)} participant(s) in {folders[0]}"
        + (f": {names}{more}" if names else ""),
    )
    if len(versions) > 1:
        yield Finding(
            "versions",
            ERROR,
            "participants speak several memory layouts: "
            f"{', '.join(map(str, sorted(versions)))}; they do not meet",
            "build all of them with the same Baton: colcon build after make install",
        )


def other_users() -> Iterator[Finding]:
    own = f"baton-{os.geteuid()}"
    try:
        names = [
            name for name in os.listdir("/dev/shm") if name.startswith("baton-") and name != own
        ]
    except OSError:
        return
    users = [
        name.removeprefix("baton-")
        for name in sorted(names)
        if name.removeprefix("baton-").isdigit()
    ]
    if users and not os.environ.get("BATON_GROUP"):
        yield Finding(
            "users",
            WARNING,
            f"user(s) {', '.join(users)} run Baton here, too; their nodes and yours do not meet",
            "run both as one user, or set BATON_GROUP to a common group",
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


def network() -> Iterator[Finding]:
    chosen = os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    if chosen.upper() not in ("", "OFF", "LOCALHOST", "SUBNET", "SYSTEM_DEFAULT"):
        yield Finding(
            "network",
            ERROR,
            f"ROS_AUTOMATIC_DISCOVERY_RANGE is '{chosen}'",
            "OFF, LOCALHOST, SUBNET or SYSTEM_DEFAULT",
        )
    elif chosen.upper() in ("LOCALHOST", "SUBNET"):
        yield Finding(
            "network",
            OK,
            f"open to {chosen.upper()}, domain {os.environ.get('ROS_DOMAIN_ID', '0')}",
        )
    else:
        yield Finding(
            "network",
            OK,
            "closed: nodes of other machines, and of ROS 2, are not met "
            "(ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET opens it)",
        )
    if os.environ.get("ROS_LOCALHOST_ONLY") == "1" and chosen.upper() == "SUBNET":
        yield Finding(
            "network",
            WARNING,
            "ROS_LOCALHOST_ONLY=1 and ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET contradict each other",
            "unset one",
        )


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


def container() -> Iterator[Finding]:
    inside = os.path.exists("/.dockerenv") or os.path.exists("/run/.containerenv")
    if inside and not os.environ.get("BATON_REGISTRY_DIR"):
        yield Finding(
            "container",
            WARNING,
            "this is a container, and its registry is its own: processes outside of it are not met",
            "one volume as BATON_REGISTRY_DIR for all (docs/containers.md)",
        )
    elif inside:
        yield Finding(
            "container", OK, f"in a container, registry {os.environ['BATON_REGISTRY_DIR']}"
        )


def ros() -> Iterator[Finding]:
    distribution = os.environ.get("ROS_DISTRO")
    if distribution and distribution != os.environ.get("ROS_DISTRO_OF_BATON"):
        yield Finding(
            "ros",
            WARNING,
            f"the environment of ROS {distribution} is set up, too",
            "a shell in which it is not, for packages that are built with Baton",
        )
    if os.environ.get("AMENT_PREFIX_PATH"):
        return
    from baton.cli.packages import prefixes

    if own := prefixes():
        yield Finding("ros", OK, f"AMENT_PREFIX_PATH is not set: packages are those of {own[0]}")
    else:
        yield Finding(
            "ros",
            WARNING,
            "AMENT_PREFIX_PATH is not set: packages are not found",
            "source share/baton/setup.bash, or install/setup.bash of a workspace",
        )


CHECKS = (
    kernel,
    processor,
    memory,
    shared_memory,
    descriptors,
    inotify,
    registry,
    other_users,
    container,
    network,
    ros,
)


def all_findings() -> list[Finding]:
    return [finding for check in CHECKS for finding in check()]
