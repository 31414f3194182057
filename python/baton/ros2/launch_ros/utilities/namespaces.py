# SPDX-License-Identifier: Apache-2.0
"""Namespaces of nodes."""


def is_root_namespace(namespace: str | None) -> bool:
    return namespace is None or namespace == "/"


def make_namespace_absolute(namespace: str | None) -> str:
    if namespace is None:
        return "/"
    return namespace if namespace.startswith("/") else "/" + namespace


def prefix_namespace(base: str | None, namespace: str | None) -> str | None:
    """`namespace` below `base`, unless it is absolute."""
    if namespace is None:
        return base
    if namespace.startswith("/"):
        return namespace.rstrip("/") or "/"
    if not namespace:
        return base
    if is_root_namespace(base):
        combined = ("/" if base else "") + namespace
    else:
        combined = base.rstrip("/") + "/" + namespace
    return combined.rstrip("/") or "/"


def is_namespace_absolute(namespace: str | None) -> bool:
    return bool(namespace) and namespace.startswith("/")


def full_node_name(namespace: str, name: str) -> str:
    return (namespace.rstrip("/") if namespace else "") + "/" + name
