# SPDX-License-Identifier: Apache-2.0
"""The registry's files: participants of this machine that can meet, and their endpoints.

Reading is all that happens: no file is written, no process is woken. What a file says is another
process's word and is checked for its form.
"""

import fcntl
import json
import os
import re
import stat
import struct
from typing import NamedTuple

_ID = re.compile(r"([0-9a-f]{16})\.json")
_MOST_BYTES = 8 << 20
UNLIMITED_NS = (1 << 63) - 1
_KINDS = ("topic", "service_request", "service_reply")
# struct flock: type, whence, start, length, pid.
_FLOCK = "hhqqi4x"


class RegistryError(Exception):
    """The registry cannot be read: says why, and the cure."""


class Endpoint(NamedTuple):
    """A publisher or a subscription; services are endpoints of their requests and replies."""

    participant: "Participant"
    id: int
    is_publisher: bool
    kind: str
    topic: str
    type: str
    type_hash: str
    node: str
    policy: dict
    gid_over_network: str = ""

    @property
    def gid(self) -> str:
        """As get_publishers_info_by_topic() gives it: 16 bytes."""
        if self.gid_over_network:
            return self.gid_over_network
        data = bytes.fromhex(self.participant.id) + self.id.to_bytes(8, "big")
        return ".".join(f"{byte:02x}" for byte in data)


class Participant(NamedTuple):
    """One context of a process. `pid`: as its own PID namespace numbers it."""

    id: str
    pid: int
    uid: int
    name: str
    version: int
    nodes: list[str]
    endpoints: list[Endpoint]


def domain_id() -> int:
    text = os.environ.get("ROS_DOMAIN_ID") or "0"
    if not text.isdigit() or int(text) > 232:
        raise RegistryError(
            f"domain id '{text}' is not a number from 0 to 232; set ROS_DOMAIN_ID to one, or "
            "unset it"
        )
    return int(text)


def directories() -> list[str]:
    """The user's own and, with BATON_GROUP, the group's; one may not exist."""
    domain = f"d{domain_id()}"
    root = os.environ.get("BATON_REGISTRY_DIR") or f"/dev/shm/baton-{os.geteuid()}"
    found = [os.path.join(root, domain)]
    if group := os.environ.get("BATON_GROUP"):
        folder = os.environ.get("BATON_GROUP_DIR") or f"/dev/shm/baton-g{_group_id(group)}"
        found.append(os.path.join(folder, domain))
    return found


def _group_id(name: str) -> int:
    if name.isdigit():
        return int(name)
    import grp

    try:
        return grp.getgrnam(name).gr_gid
    except KeyError:
        raise RegistryError(f"BATON_GROUP: there is no group '{name}' on this machine") from None


def read_participants() -> list[Participant]:
    """All that live, by their ids. One that is in two directories counts once."""
    found: dict[str, Participant] = {}
    for folder in directories():
        try:
            names = sorted(os.listdir(folder))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise RegistryError(f"cannot read the registry {folder}: {error.strerror}") from None
        for name in names:
            match = _ID.fullmatch(name)
            if match and match[1] not in found:
                participant = _read(os.path.join(folder, name), match[1])
                if participant is not None:
                    found[participant.id] = participant
    return list(found.values())


def stale_files() -> list[str]:
    """Files of processes that have ended: the next participant removes them."""
    stale = []
    for folder in directories():
        if not os.path.isdir(folder):
            continue
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            descriptor = _open(path) if _ID.fullmatch(name) else None
            if descriptor is not None:
                if not _is_locked(descriptor):
                    stale.append(path)
                os.close(descriptor)
    return stale


def _is_locked(descriptor: int) -> bool:
    """Whether the owner lives: it holds a lock on its file until its end."""
    probe = struct.pack(_FLOCK, fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    answer = fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, probe)
    return struct.unpack(_FLOCK, answer)[0] != fcntl.F_UNLCK


def _read(path: str, id: str) -> Participant | None:
    """None: it has ended, or its file is none of the registry's."""
    descriptor = _open(path)
    if descriptor is None:
        return None
    try:
        if not _is_locked(descriptor):
            return None
        # The owner may be writing: then the text is none, or not the one that its head announces.
        for _ in range(100):
            participant = _parse(os.pread(descriptor, _MOST_BYTES + 1, 0), id)
            if participant is not None:
                return participant
    finally:
        os.close(descriptor)
    return None


def _open(path: str) -> int | None:
    """A regular file, or None."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    return None


def _parse(text: bytes, id: str) -> Participant | None:
    head, _, body = text.partition(b"\n")
    words = head.split()
    if len(words) != 3 or words[0] != b"baton" or not words[2].isdigit():
        return None
    size = int(words[2])
    if len(body) < size:
        return None
    try:
        lines = body[:size].decode().splitlines()
        process = json.loads(lines[0])
        participant = Participant(
            id,
            int(process["pid"]),
            int(process["uid"]),
            str(process["name"]),
            int(process["version"]),
            [str(node) for node in process.get("nodes", [])],
            [],
        )
        for line in lines[1:]:
            participant.endpoints.append(_endpoint(json.loads(line), participant))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None
    return participant


def _endpoint(entry: dict, participant: Participant) -> Endpoint:
    is_publisher = "publisher" in entry
    facts = entry["publisher" if is_publisher else "subscription"]
    return Endpoint(
        participant,
        int(facts["id"]),
        is_publisher,
        _KINDS[int(facts.get("purpose", 0))],
        str(facts["topic"]),
        str(facts["type_name"]),
        str(facts["type_hash_text"]),
        str(facts.get("node", "")),
        dict(facts["policy"]),
    )
