# SPDX-License-Identifier: Apache-2.0
"""The graph for commands, with what must be said of it, and names with proposals."""

import os

from baton.cli.commands import CommandError, did_you_mean
from baton.cli.output import note
from baton.graph.graph import Graph, look
from baton.graph.registry import RegistryError


def look_at_graph() -> Graph:
    """Of this machine; says so where the network is open."""
    try:
        graph = look()
    except RegistryError as error:
        raise CommandError(str(error)) from None
    if network_is_open():
        note(
            "baton: of other machines, and of ROS 2's own processes, nothing is shown: this is "
            "what the registry of this machine has"
        )
    return graph


def network_is_open() -> bool:
    return os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "").upper() in ("SUBNET", "LOCALHOST")


def absolute(name: str) -> str:
    return name if name.startswith("/") else "/" + name


def require(name: str, known, kind: str) -> str:
    """The full name, if it is there."""
    full = absolute(name)
    if full in known:
        return full
    visible = list(known)
    near = did_you_mean(full, visible)
    there = "" if near else f"; there are {', '.join(visible)}" if 0 < len(visible) <= 12 else ""
    cure = (
        ""
        if visible
        else (
            "; nothing runs in this domain (ROS_DOMAIN_ID) as this user" if kind == "node" else ""
        )
    )
    raise CommandError(f"Unknown {kind} '{full}'{near or there or cure}")
