# SPDX-License-Identifier: Apache-2.0
"""Commands of ros2 that Baton does not have, and what there is in their place."""

from baton.cli.commands import CommandError, did_you_mean

INSTEAD = {
    "multicast": "`baton doctor` looks at this machine; where multicast does not pass, ROS_STATIC_PEERS "
    "names the other machines (docs/network.md)",
    "security": "make keystores and enclaves with `ros2 security` of a ROS 2: Baton reads them "
    "(docs/network.md)",
}
_OF_DAEMON = ("start", "status", "stop")
NAMES = (*INSTEAD, "daemon")


def run(arguments: list[str]) -> int:
    """Throws CommandError, except for the daemon: scripts start and stop it, and go on."""
    command, *rest = arguments
    if command != "daemon":
        raise CommandError(f"there is no command '{command}': {INSTEAD[command]}", 2)
    if rest and not rest[0].startswith("-") and rest[0] not in _OF_DAEMON:
        near = did_you_mean(rest[0], _OF_DAEMON) or f"; there are {', '.join(_OF_DAEMON)}"
        raise CommandError(f"no such command: 'daemon {rest[0]}'{near}", 2)
    print("there is no daemon, and nothing to do: lists are read from the registry")
    return 0
