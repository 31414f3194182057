# SPDX-License-Identifier: Apache-2.0
"""The order of tests that share a launch: those behind its end come last."""

import pytest

_NODES = {"class": (pytest.Class, pytest.Module), "module": (pytest.Module,)}


def behind_the_others(items: list, launch_of: dict) -> list:
    """`launch_of`: {item: (fixture, whether it is behind the end, an item for its second half)}."""
    groups: dict[tuple, list] = {}
    for item in items:
        if item in launch_of:
            groups.setdefault(_launch_key(item, launch_of[item][0]), []).append(item)
    followers: dict = {}
    moved = set()
    for members in groups.values():
        late = [item for item in members if launch_of[item][1]]
        beside = [item for item in members if not launch_of[item][1]]
        halves = [launch_of[item][2] for item in beside if launch_of[item][2]]
        if beside:
            followers[beside[-1]] = [*late, *halves]
            moved.update(late)
    ordered = []
    for item in items:
        if item not in moved:
            ordered += [item, *followers.get(item, ())]
    return ordered


def _launch_key(item, fixture) -> tuple:
    """Equal for items that have the same launch: one fixture, one scope, the same parameters."""
    node = item.session
    for kind in _NODES.get(fixture.scope, ()):
        if found := item.getparent(kind):
            node = found
            break
    chosen = getattr(getattr(item, "callspec", None), "indices", {})
    names = sorted(name for name in _needed(item, fixture.name) if name in chosen)
    return node, fixture.name, tuple((name, chosen[name]) for name in names)


def _needed(item, name: str) -> set[str]:
    """The fixture itself and those that it asks for, at any depth."""
    known = item._fixtureinfo.name2fixturedefs
    found, left = set(), [name]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += known[one][-1].argnames if one in known else ()
    return found
