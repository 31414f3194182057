# SPDX-License-Identifier: Apache-2.0
"""The graph for commands, with what must be said of it, and names with proposals."""

import os

from baton.cli.commands import CommandError, did_you_mean
from baton.cli.output import note
from baton.graph.graph import Graph, is_hidden
from baton.graph.registry import RegistryError, read_participants

LONGEST_WAIT_S = 2.0


def look_at_graph(options=None, says_so: bool = True) -> Graph:
    """Of the registry; where the network is open, also of what discovery shows within --wait, and
    then `says_so`."""
    try:
        participants = read_participants()
    except RegistryError as error:
        raise CommandError(str(error)) from None
    if options is not None and network_is_open():
        participants.append(_network(participants, options, says_so))
    return Graph(participants)


def _network(participants, options, says_so: bool):
    from baton.cli.participant import node
    from baton.graph.network import remote_participant, wait_until_quiet

    with node() as made:
        wait = LONGEST_WAIT_S if options.wait is None else options.wait
        passed = wait_until_quiet(made, wait)
        remote = remote_participant(made, participants)
    if says_so:
        note(f"baton: looked at the network for {passed:.1f} s; --wait changes the longest time")
    return remote


def network_is_open() -> bool:
    return os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "").upper() in ("SUBNET", "LOCALHOST")


def absolute(name: str) -> str:
    return name if name.startswith("/") else "/" + name


def say_what_is_near(name: str, known) -> None:
    """Before something is waited for: it may be misspelt. On the standard error."""
    full = absolute(name)
    near = "" if full in known else did_you_mean(full, [one for one in known if not is_hidden(one)])
    if near:
        note(f"baton: there is no '{full}' now{near}")


def require(name: str, known, kind: str) -> str:
    """The full name, if it is there."""
    full = absolute(name)
    if full in known:
        return full
    nothing = kind == "node" and all(map(is_hidden, known))
    cure = "; nothing runs in this domain (ROS_DOMAIN_ID) as this user" if nothing else ""
    raise CommandError(f"Unknown {kind} '{full}'{proposal(full, known) or cure}")


def proposal(name: str, known) -> str:
    """The name that is nearest, or all if they are few; behind '; '."""
    visible = [one for one in known if not is_hidden(one)]
    all_of_them = f"; there are {', '.join(visible)}" if 0 < len(visible) <= 12 else ""
    return did_you_mean(name, visible) or all_of_them
