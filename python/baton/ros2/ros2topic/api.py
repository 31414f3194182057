# SPDX-License-Identifier: Apache-2.0
"""Topics of the domain. `node` is one of rclpy, or of ros2cli.node."""

import time

import rclpy
from rclpy.duration import Duration
from rclpy.expand_topic_name import expand_topic_name
from rclpy.qos import (
    DurabilityPolicy,
    HistoryPolicy,
    LivelinessPolicy,
    QoSPresetProfiles,
    QoSProfile,
    ReliabilityPolicy,
)
from rclpy.topic_or_service_is_hidden import topic_or_service_is_hidden
from rclpy.validate_full_topic_name import validate_full_topic_name
from rosidl_runtime_py.utilities import get_message

_POLL_S = 0.1


def get_topic_names_and_types(*, node, include_hidden_topics: bool = False) -> list:
    found = node.get_topic_names_and_types()
    if include_hidden_topics:
        return found
    return [one for one in found if not topic_or_service_is_hidden(one[0])]


def get_topic_names(*, node, include_hidden_topics: bool = False) -> list[str]:
    found = get_topic_names_and_types(node=node, include_hidden_topics=include_hidden_topics)
    return [name for name, _ in found]


def get_msg_class(node, topic: str, blocking: bool = False, include_hidden_topics: bool = False):
    """The class of a topic's messages. While nothing has the topic it waits, or, unless `blocking`,
    returns None. Raises RuntimeError for a name that is none, and for a topic of several types or of
    an unknown one."""
    try:
        name = expand_topic_name(topic, node.get_name(), node.get_namespace())
        validate_full_topic_name(name)
    except ValueError as error:
        raise RuntimeError(str(error)) from None
    warned = False
    while True:
        found = get_topic_names_and_types(node=node, include_hidden_topics=include_hidden_topics)
        if types := dict(found).get(name):
            return _class_of(topic, types)
        if not warned:
            print(f"WARNING: topic [{topic}] does not appear to be published yet")
            warned = True
        if not blocking or not rclpy.ok():
            return None
        time.sleep(_POLL_S)


def _class_of(topic: str, types: list[str]):
    if len(types) > 1:
        raise RuntimeError(f"the topic '{topic}' has several types: {', '.join(types)}")
    try:
        return get_message(types[0])
    except (AttributeError, ModuleNotFoundError, ValueError) as error:
        raise RuntimeError(f"the topic '{topic}' is of type '{types[0]}': {error}") from None


def profile_configure_short_keys(
    profile: QoSProfile,
    reliability: str | None = None,
    durability: str | None = None,
    depth: int | None = None,
    history: str | None = None,
    liveliness: str | None = None,
    liveliness_lease_duration_s: float | None = None,
) -> None:
    """Changes policies of a profile by the words for them, as "best_effort"."""
    if history:
        profile.history = HistoryPolicy.get_from_short_key(history)
    if durability:
        profile.durability = DurabilityPolicy.get_from_short_key(durability)
    if reliability:
        profile.reliability = ReliabilityPolicy.get_from_short_key(reliability)
    if liveliness:
        profile.liveliness = LivelinessPolicy.get_from_short_key(liveliness)
    if liveliness_lease_duration_s and liveliness_lease_duration_s > 0:
        profile.liveliness_lease_duration = Duration(seconds=liveliness_lease_duration_s)
    if depth and depth > 0:
        profile.depth = depth
    elif profile.durability == DurabilityPolicy.TRANSIENT_LOCAL and profile.depth == 0:
        profile.depth = 1


def qos_profile_from_short_keys(preset_profile: str, *policies, **named) -> QoSProfile:
    """A profile of QoSPresetProfiles by its name, as "sensor_data", and then policies as those of
    profile_configure_short_keys(). The preset stays what it is."""
    profile = QoSProfile(**QoSPresetProfiles.get_from_short_key(preset_profile).to_dict())
    profile_configure_short_keys(profile, *policies, **named)
    return profile
