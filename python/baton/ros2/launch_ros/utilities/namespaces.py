# SPDX-License-Identifier: Apache-2.0
"""Namespaces of nodes."""


def is_root_namespace(namespace: str | None) -> bool:
    return namespace == "/"


def make_namespace_absolute(namespace: str | None) -> str:
    if namespace is None:
        return "/"
    return namespace if namespace.startswith("/") else "/" + namespace


def prefix_namespace(base: str | None, namespace: str | None) -> str | None:
    """`namespace` below `base`, unless it is absolute."""
    if namespace is None or base is None:
        combined = base if namespace is None else namespace
    elif not base or namespace.startswith("/"):
        combined = namespace
    else:
        combined = base.rstrip("/") + "/" + namespace
    if not combined or is_root_namespace(combined):
        return combined
    return combined.rstrip("/")


def is_namespace_absolute(namespace: str | None) -> bool:
    return bool(namespace) and namespace.startswith("/")


def full_node_name(namespace: str, name: str) -> str:
    return (namespace.rstrip("/") if namespace else "") + "/" + name
