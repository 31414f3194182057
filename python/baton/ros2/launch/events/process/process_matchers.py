# SPDX-License-Identifier: Apache-2.0
"""Matchers for events that are meant for some processes."""

from collections.abc import Callable


def matches_pid(pid: int) -> Callable:
    return lambda action: (
        action.process_details is not None and action.process_details.get("pid") == pid
    )


def matches_name(name: str) -> Callable:
    return lambda action: (
        action.process_details is not None and action.process_details["name"] == name
    )


def matches_executable(executable: str) -> Callable:
    def matches(action) -> bool:
        details = action.process_details
        return details is not None and details["cmd"][0].split("/")[-1] == executable

    return matches
