# SPDX-License-Identifier: Apache-2.0
"""Checks of environment variables: those that a node refuses, warns of, or is changed by."""

import os
import socket
from collections.abc import Iterator

from baton.doctor.finding import ERROR, OK, WARNING, Finding

# A test compares both with the source of the library, which is the one that reads them.
KNOWN = ("BATON_GROUP", "BATON_GROUP_DIR", "BATON_KILL_AT", "BATON_REGISTRY_DIR", "BATON_TRANSPORT")
CHOICES = {
    "BATON_TRANSPORT": "auto, shm or udp",
    "ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF, LOCALHOST, SUBNET or SYSTEM_DEFAULT",
    "ROS_LOCALHOST_ONLY": "0 or 1",
    "ROS_SECURITY_ENABLE": "true or false",
    "ROS_SECURITY_STRATEGY": "Enforce or Permissive",
}


def unknown() -> Iterator[Finding]:
    from baton.cli.commands import did_you_mean

    for name in sorted(os.environ):
        # BATON_TEST_: of Baton's own tests.
        if name.startswith("BATON_") and not name.startswith("BATON_TEST_") and name not in KNOWN:
            near = did_you_mean(name, KNOWN)
            yield Finding(
                "variables",
                WARNING,
                f"the environment variable {name} means nothing to Baton{near}",
                "correct its name, or unset it" if near else "unset it",
            )


def _is_read(name: str) -> bool:
    """Security is of the network alone."""
    if name == "ROS_SECURITY_STRATEGY" and os.environ.get("ROS_SECURITY_ENABLE") != "true":
        return False
    return not name.startswith("ROS_SECURITY_") or discovery_range() != "OFF"


def values() -> Iterator[Finding]:
    for name, choices in CHOICES.items():
        value = os.environ.get(name)
        if value and _is_read(name) and value not in choices.replace(" or ", ", ").split(", "):
            yield Finding(
                "variables", ERROR, f"{name} is '{value}'", f"set it to {choices}, or unset it"
            )


def static_peers() -> Iterator[Finding]:
    if discovery_range() == "OFF":
        return
    for host in filter(None, os.environ.get("ROS_STATIC_PEERS", "").split(";")):
        try:
            socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_DGRAM)
        except (OSError, UnicodeError):
            yield Finding(
                "variables",
                ERROR,
                f"ROS_STATIC_PEERS: '{host}' has no IPv4 address",
                "give names or addresses separated by semicolons",
            )


def loans() -> Iterator[Finding]:
    if os.environ.get("ROS_DISABLE_LOANED_MESSAGES") == "1":
        yield Finding(
            "variables",
            WARNING,
            "ROS_DISABLE_LOANED_MESSAGES is 1: nodes of this shell copy each message, and none is "
            "zero copy",
            "unset it",
        )


def discovery_range() -> str:
    """How far a node of this shell looks: OFF, LOCALHOST, SUBNET, or a value that it refuses."""
    transport = os.environ.get("BATON_TRANSPORT")
    if transport == "shm":
        return "OFF"
    is_asked_for = (
        transport == "udp"
        or os.environ.get("ROS_LOCALHOST_ONLY") == "1"
        or os.environ.get("ROS_STATIC_PEERS", "").strip(";")
    )
    chosen = os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE")
    return (chosen or ("LOCALHOST" if is_asked_for else "OFF")).replace("SYSTEM_DEFAULT", "SUBNET")


def network() -> Iterator[Finding]:
    chosen = discovery_range()
    if chosen == "OFF" and os.environ.get("BATON_TRANSPORT") == "udp":
        yield Finding(
            "network",
            ERROR,
            "BATON_TRANSPORT=udp needs the network, and ROS_AUTOMATIC_DISCOVERY_RANGE is OFF",
            "set ROS_AUTOMATIC_DISCOVERY_RANGE to LOCALHOST or SUBNET, or unset it",
        )
    elif chosen == "OFF":
        yield Finding(
            "network",
            OK,
            "closed: nodes of other machines, and of ROS 2, are not met "
            "(ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET opens it)",
        )
    elif chosen in ("LOCALHOST", "SUBNET"):
        yield Finding(
            "network", OK, f"open to {chosen}, domain {os.environ.get('ROS_DOMAIN_ID') or '0'}"
        )
    if os.environ.get("ROS_LOCALHOST_ONLY") == "1" and chosen == "SUBNET":
        yield Finding(
            "network",
            WARNING,
            "ROS_LOCALHOST_ONLY=1 and ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET contradict each other",
            "unset one",
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
