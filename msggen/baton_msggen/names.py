# SPDX-License-Identifier: Apache-2.0
"""The rules by which names of interfaces become names of files, and which names are taken."""

from __future__ import annotations

import re

from .model import TypeName

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
