# SPDX-License-Identifier: Apache-2.0
"""The rules for names of nodes, topics and services, under the names of rclpy's functions."""

from __future__ import annotations

import re

from baton.exceptions import (
    InvalidNamespaceException,
    InvalidNodeNameException,
    InvalidParameterException,
    InvalidServiceNameException,
    InvalidTopicNameException,
)

MAX_NODE_NAME = 255
_SUBSTITUTIONS = ("node", "ns", "namespace")


def _fault_of_path(name: str, characters: str = "") -> str:
    """What is wrong with a name of several tokens; empty: nothing."""
    if not name:
        return "must not be empty"
    if re.search(rf"[^A-Za-z0-9_/{characters}]", name):
        allowed = "alphanumerics, '_' and '/'" + (", '~', '{' and '}'" if characters else "")
        return f"must not contain characters other than {allowed}"
    if name.endswith("/") and name != "/":
        return "must not end with '/'"
    if "//" in name:
        return "must not contain '//'"
    if re.search(r"(^|/)[0-9]", name):
        return "must not start with a number in any of its tokens"
    return ""


def _fault_of_topic(name: str) -> str:
    fault = _fault_of_path(name, "~{}")
    if fault:
        return fault
    if "~" in name[1:] or (name[0] == "~" and name[1:2] not in ("", "/")):
        return "must not contain '~' except at the beginning, before '/'"
    rest = re.sub(r"\{[A-Za-z_][A-Za-z0-9_]*\}", "", name)
    if "{" in rest or "}" in rest:
        return "must not contain '{' and '}' that are not a pair around a name"
    return ""


def validate_node_name(node_name: str) -> bool:
    """True, or raises InvalidNodeNameException."""
    fault = ""
    if not node_name:
        fault = "must not be empty"
    elif re.search(r"[^A-Za-z0-9_]", node_name):
        fault = "must not contain characters other than alphanumerics and '_'"
    elif node_name[0].isdigit():
        fault = "must not start with a number"
    elif len(node_name) > MAX_NODE_NAME:
        fault = f"must not be longer than {MAX_NODE_NAME} characters"
    if fault:
        raise InvalidNodeNameException(f"Invalid node name: '{node_name}' {fault}")
    return True


def validate_namespace(namespace: str) -> bool:
    """True, or raises InvalidNamespaceException."""
    fault = _fault_of_path(namespace)
    if not fault and namespace[0] != "/":
        fault = "must be absolute, it must start with a '/'"
    if fault:
        raise InvalidNamespaceException(f"Invalid namespace: '{namespace}' {fault}")
    return True


def _raise_of(name: str, fault: str, is_service: bool) -> None:
    if fault and is_service:
        raise InvalidServiceNameException(f"Invalid service name: '{name}' {fault}")
    if fault:
        raise InvalidTopicNameException(f"Invalid topic name: '{name}' {fault}")


def validate_topic_name(name: str, *, is_service: bool = False) -> bool:
    """True, or raises InvalidTopicNameException, for a service InvalidServiceNameException. The name
    may be relative, private and have substitutions."""
    _raise_of(name, _fault_of_topic(name), is_service)
    return True


def validate_full_topic_name(name: str, *, is_service: bool = False) -> bool:
    """The same for a name that is absolute."""
    fault = _fault_of_path(name)
    if not fault and name[0] != "/":
        fault = "must be absolute, it must start with a '/'"
    _raise_of(name, fault, is_service)
    return True


def validate_parameter_name(name: str) -> bool:
    """True, or raises InvalidParameterException."""
    if not name:
        raise InvalidParameterException(name)
    return True


def expand_topic_name(topic_name: str, node_name: str, node_namespace: str) -> str:
    """The absolute name of what a node of that name calls `topic_name`. Raises ValueError."""
    fault = _fault_of_topic(topic_name)
    if fault:
        raise ValueError(f"topic name is invalid: '{topic_name}' {fault}")
    try:
        validate_node_name(node_name)
    except InvalidNodeNameException as error:
        raise ValueError(f"node name is invalid: {error}") from None
    try:
        validate_namespace(node_namespace)
    except InvalidNamespaceException as error:
        raise ValueError(f"node namespace is invalid: {error}") from None
    space = node_namespace.rstrip("/")
    values = {"node": node_name, "ns": node_namespace, "namespace": node_namespace}
    for found in re.findall(r"\{(\w+)\}", topic_name):
        if found not in _SUBSTITUTIONS:
            raise ValueError(f"topic name is invalid: unknown substitution '{{{found}}}'")
    name = re.sub(r"\{(\w+)\}", lambda match: values[match[1]], topic_name)
    if name[0] == "~":
        name = f"{space}/{node_name}{name[1:]}"
    elif name[0] != "/":
        name = f"{space}/{name}"
    return name


def topic_or_service_is_hidden(name: str) -> bool:
    """Whether a token of the name begins with '_': tools do not show it unless they are asked."""
    return any(token.startswith("_") for token in name.split("/"))
