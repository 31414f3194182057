# SPDX-License-Identifier: Apache-2.0
"""Parameter files as nodes read them: which parts of a file are for which node.

For components: a node that is started as a process gets the file itself.
"""

from collections.abc import Mapping

import yaml


def parameters_for_node(path: str, node: str) -> dict:
    """The values of a file for the node `/ns/name`, names joined by dots. Throws ValueError.

    A key of the file is a node's name, with its namespace or below it as nested keys; * stands for
    one part of it and ** for any number.
    """
    with open(path, encoding="utf-8") as file:
        try:
            document = yaml.safe_load(file)
        except yaml.YAMLError as error:
            raise ValueError(f"the parameter file '{path}' is no YAML: {error}") from None
    if document is None:
        return {}
    if not isinstance(document, Mapping):
        raise ValueError(f"the parameter file '{path}' has no nodes: it must be a mapping")
    wanted = node.strip("/").split("/")
    values: dict = {}
    for parts, parameters in _sections(document, []):
        if _matches(parts, wanted):
            values.update(flatten(parameters))
    return values


def _sections(mapping: Mapping, parts: list[str]):
    """(parts of a node's name, its ros__parameters), in the order of the file."""
    for key, value in mapping.items():
        if not isinstance(value, Mapping):
            continue
        if key == "ros__parameters":
            yield parts, value
        else:
            inner = [part for part in str(key).split("/") if part]
            yield from _sections(value, [*parts, *inner])


def _matches(pattern: list[str], name: list[str]) -> bool:
    if not pattern:
        return not name
    if pattern[0] == "**":
        return any(_matches(pattern[1:], name[taken:]) for taken in range(len(name) + 1))
    return bool(name) and pattern[0] in ("*", name[0]) and _matches(pattern[1:], name[1:])


def flatten(mapping: Mapping, prefix: str = "") -> dict:
    """Values below values, names joined by dots."""
    flat: dict = {}
    for key, value in mapping.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat.update(flatten(value, name + "."))
        else:
            flat[name] = value
    return flat
