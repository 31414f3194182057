# SPDX-License-Identifier: Apache-2.0
"""Checks of where participants meet: the registry and its folders, other users, containers."""

import contextlib
import grp
import os
import stat
import tempfile
from collections.abc import Iterator

from baton.doctor.finding import ERROR, OK, WARNING, Finding
from baton.graph.registry import RegistryError, directories, read_participants, stale_files

_ANOTHER = "set BATON_REGISTRY_DIR to a directory of your own"


def registry() -> Iterator[Finding]:
    try:
        folders = directories()
    except RegistryError as error:
        text, _, cure = str(error).partition("; ")
        cure = cure or "name a group of both users, or unset BATON_GROUP"
        yield Finding("registry", ERROR, text, cure)
        return
    faults = list(_faults(folders))
    for text, cure in faults:
        yield Finding("registry", ERROR, text, cure)
    try:
        stale = stale_files()
        participants = read_participants()
    except (RegistryError, OSError) as error:
        if not faults:
            yield Finding("registry", ERROR, str(error), _ANOTHER)
        return
    if stale:
        yield Finding(
            "registry",
            OK,
            f"{len(stale)} file(s) of processes that have ended; the next node removes them",
        )
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


def _faults(folders: list[str]) -> Iterator[tuple[str, str]]:
    """Texts and cures of what keeps a node from the folders: src/base has the same rules."""
    if os.environ.get("BATON_TRANSPORT") == "udp":
        return
    own, *groups = map(os.path.abspath, folders)
    if fault := _parent_fault(os.path.dirname(own)) or _own_fault(own):
        yield fault
    for folder in groups:
        if fault := _group_fault(os.path.dirname(folder)) or _group_fault(folder):
            yield fault


def _parent_fault(path: str) -> tuple[str, str] | None:
    if fault := _missing(path, _ANOTHER):
        return fault
    if not os.path.lexists(path):
        return None
    status = os.stat(path)
    if status.st_uid not in (os.geteuid(), 0):
        return _foreign(path, status)
    if status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX:
        return f"others can write to {path}", f"chmod go-w {path}"
    return None


def _own_fault(path: str) -> tuple[str, str] | None:
    if not os.path.lexists(os.path.dirname(path)):
        return None
    if fault := _missing(path, _ANOTHER):
        return fault
    if not os.path.lexists(path):
        return None
    status = os.stat(path)
    if status.st_uid != os.geteuid():
        return _foreign(path, status)
    if status.st_mode & 0o077:
        mode = stat.S_IMODE(status.st_mode)
        return f"{path} is open to others (mode {mode:o})", f"chmod 700 {path}"
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        return f"{path} cannot be written to", f"chmod 700 {path}, or {_ANOTHER}"
    return None


def _group_fault(path: str) -> tuple[str, str] | None:
    if not os.path.lexists(os.path.dirname(path)):
        return None
    if fault := _missing(path, "set BATON_GROUP_DIR to a directory of the group"):
        return fault
    if not os.path.lexists(path):
        return None
    status = os.stat(path)
    group = _group_id(os.environ["BATON_GROUP"])
    if status.st_gid == group and not status.st_mode & 0o007:
        return None
    return (
        f"{path} belongs to group {status.st_gid} with mode {stat.S_IMODE(status.st_mode):o}, "
        f"not to group {group} with mode 3770",
        f"remove it, or have its owner correct it: chgrp {group} {path}; chmod 3770 {path}",
    )


def _foreign(path: str, status: os.stat_result) -> tuple[str, str]:
    return (
        f"{path} belongs to user {status.st_uid}, and you are {os.geteuid()}",
        f"{_ANOTHER}, or remove it as that user",
    )


def _missing(path: str, cure: str) -> tuple[str, str] | None:
    """Of a path that is no folder and that a node could not make one. A node makes the registry's
    folder and the one above it, no more."""
    if os.path.lexists(path):
        if os.path.islink(path) or not os.path.isdir(path):
            text = f"{path} is not a directory (a symbolic link counts as none)"
            return text, f"{cure}, or remove it"
        return None
    try:
        # Whether a folder can be made is known when one was: root may write to folders of /proc.
        os.rmdir(tempfile.mkdtemp(prefix=".baton-doctor-", dir=os.path.dirname(path)))
    except OSError as error:
        return f"cannot create the directory {path}: {error.strerror}", cure
    return None


def _group_id(name: str) -> int | None:
    if name.isdigit():
        return int(name)
    with contextlib.suppress(KeyError):
        return grp.getgrnam(name).gr_gid
    return None


def group() -> Iterator[Finding]:
    name = os.environ.get("BATON_GROUP")
    if not name:
        if os.environ.get("BATON_GROUP_DIR"):
            yield Finding(
                "group",
                ERROR,
                "BATON_GROUP_DIR is set and BATON_GROUP is not: the directory is a group's",
                "set both or none",
            )
        return
    id = _group_id(name)
    # registry() says where there is no such group.
    if id is not None and os.geteuid() != 0 and id not in (os.getegid(), *os.getgroups()):
        yield Finding(
            "group",
            ERROR,
            f"BATON_GROUP: this process is not in group '{name}'",
            "add the user to it (usermod -aG) and log in again",
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
