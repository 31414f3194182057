# SPDX-License-Identifier: Apache-2.0
"""The rules by which names of interfaces become names of files, and which names are taken."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .model import TypeName

_UNDERSCORED = re.compile(r"[a-z](_?[a-z0-9])*")

CPP_KEYWORDS = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class compl concept const consteval constexpr constinit const_cast continue co_await
    co_return co_yield decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires return
    short signed sizeof static static_assert static_cast struct switch template this thread_local
    throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
    xor xor_eq
    """.split()
)


def is_package_name(name: str) -> bool:
    return _UNDERSCORED.fullmatch(name) is not None


def is_field_name(name: str) -> bool:
    return _UNDERSCORED.fullmatch(name) is not None


def is_constant_name(name: str) -> bool:
    return re.fullmatch(r"[A-Z](_?[A-Z0-9])*", name) is not None


def is_message_name(name: str) -> bool:
    return re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) is not None


def close_match(name: str, known: Iterable[object]) -> str | None:
    """The known name that was probably meant."""
    import difflib  # only errors need it

    lower = {str(one).lower(): str(one) for one in known}
    found = difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.6)
    return lower[found[0]] if found else None


def snake_case(name: str) -> str:
    """ROS's rule: PointCloud2 -> point_cloud2, MultiDOFJointState -> multi_dof_joint_state."""
    name = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def header_path(interface: TypeName) -> str:
    """sensor_msgs/msg/PointCloud2 -> sensor_msgs/msg/point_cloud2.hpp, what users include."""
    return f"{interface.package}/{interface.subfolder}/{snake_case(interface.name)}.hpp"


def forwarder_path(interface: TypeName) -> str:
    """sensor_msgs/msg/PointCloud2 -> sensor_msgs/msg/point_cloud2.h, where ROS has the type of C."""
    return header_path(interface).removesuffix("pp")


def detail_path(interface: TypeName, suffix: str) -> str:
    """sensor_msgs/msg/Image, struct.hpp -> sensor_msgs/msg/detail/image__struct.hpp"""
    name = snake_case(interface.name)
    return f"{interface.package}/{interface.subfolder}/detail/{name}__{suffix}"


def cpp_name(type_name: TypeName) -> str:
    """Fully qualified: sensor_msgs/msg/Image -> ::sensor_msgs::msg::Image"""
    return f"::{type_name.package}::{type_name.subfolder}::{type_name.name}"
