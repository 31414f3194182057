# SPDX-License-Identifier: Apache-2.0
"""QoS as rosbag2 writes it: mappings whose policies are words, numbers before Jazzy (version 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from baton.bag.errors import BagError

if TYPE_CHECKING:
    from baton.qos import QoSProfile

# The numbers are those of rmw's enumerations.
_WORDS = {
    "history": ("system_default", "keep_last", "keep_all", "unknown"),
    "reliability": ("system_default", "reliable", "best_effort", "unknown", "best_available"),
    "durability": ("system_default", "transient_local", "volatile", "unknown", "best_available"),
    "liveliness": (
        "system_default",
        "automatic",
        "manual_by_node",
        "manual_by_topic",
        "unknown",
        "best_available",
    ),
}
_TIMES = ("deadline", "lifespan", "liveliness_lease_duration")
_ENDLESS = {"sec": 9223372036, "nsec": 854775807}
# A limit of 68 years and more is none: Foxy wrote the endless time of each DDS.
_LONGEST_S = 0x7FFFFFFF
_BILLION = 1_000_000_000


def parse(text: str | list | None) -> list[dict[str, Any]]:
    """The profiles of a topic, as YAML or as read from YAML. Throws BagError."""
    import yaml

    if isinstance(text, str):
        try:
            text = yaml.safe_load(text) if text else []
        except yaml.YAMLError as error:
            raise BagError(f"the QoS of a topic is not YAML: {error}") from None
    if not isinstance(text, (list, type(None))):
        raise BagError("the QoS of a topic is no list of profiles")
    return [_with_words(one) for one in text or []]


def dump(profiles: list[dict[str, Any]]) -> str:
    """As rosbag2 keeps it in its files."""
    import yaml

    return yaml.safe_dump(profiles, sort_keys=False).rstrip() if profiles else ""


def _with_words(profile: Any) -> dict[str, Any]:
    if not isinstance(profile, dict):
        raise BagError("a QoS profile is no mapping of policies")
    known = dict(profile)
    for policy, words in _WORDS.items():
        value = known.get(policy, "system_default")
        if isinstance(value, int) and 0 <= value < len(words):
            value = words[value]
        if value not in words:
            raise BagError(f"a QoS profile has the {policy} {value!r}; there are {', '.join(words)}")
        known[policy] = value
    return known


def of_profile(profile: QoSProfile) -> dict[str, Any]:
    """A profile for a bag."""
    # What is not said is what ROS's endpoints then have.
    defaults = {"history": "keep_last", "liveliness": "automatic"}
    words = {}
    for policy, default in (*defaults.items(), ("reliability", "reliable"), ("durability", "volatile")):
        word = _WORDS[policy][min(int(getattr(profile, policy)), len(_WORDS[policy]) - 1)]
        words[policy] = default if word == "system_default" else word
    times = {}
    for name in _TIMES:
        left = getattr(profile, name).nanoseconds
        endless = left <= 0 or left // _BILLION >= _LONGEST_S
        times[name] = (
            dict(_ENDLESS) if endless else {"sec": left // _BILLION, "nsec": left % _BILLION}
        )
    return {
        "history": words["history"],
        "depth": profile.depth,
        "reliability": words["reliability"],
        "durability": words["durability"],
        "deadline": times["deadline"],
        "lifespan": times["lifespan"],
        "liveliness": words["liveliness"],
        "liveliness_lease_duration": times["liveliness_lease_duration"],
        "avoid_ros_namespace_conventions": profile.avoid_ros_namespace_conventions,
    }


def to_profile(known: dict[str, Any], default_depth: int = 10) -> QoSProfile:
    """The profile that a mapping describes; policies that it lacks are ROS's defaults."""
    from baton import qos
    from baton.duration import Duration

    enums = {
        "history": (qos.HistoryPolicy, "keep_last"),
        "reliability": (qos.ReliabilityPolicy, "reliable"),
        "durability": (qos.DurabilityPolicy, "volatile"),
        "liveliness": (qos.LivelinessPolicy, "automatic"),
    }
    chosen: dict[str, Any] = {}
    for policy, (kind, default) in enums.items():
        word = known.get(policy, default)
        # A publisher's choice of "whatever fits" is not known any more.
        open_words = ("system_default", "unknown", "best_available", "manual_by_node")
        chosen[policy] = kind[(default if word in open_words else word).upper()]
    for name in _TIMES:
        time = known.get(name) or {}
        seconds, left = int(time.get("sec", 0)), int(time.get("nsec", 0))
        if 0 <= seconds < _LONGEST_S and 0 <= left < _BILLION:
            chosen[name] = Duration(nanoseconds=seconds * _BILLION + left)
    depth = int(known.get("depth") or 0)
    return qos.QoSProfile(depth=depth if depth > 0 else default_depth, **chosen)


def overrides(path: str) -> dict[str, QoSProfile]:
    """{topic: profile} of a file, as --qos-profile-overrides-path names it. Throws BagError."""
    import yaml

    with open(path, encoding="utf-8") as file:
        try:
            known = yaml.safe_load(file) or {}
        except yaml.YAMLError as error:
            raise BagError(f"'{path}' is not YAML: {error}") from None
    if not isinstance(known, dict):
        raise BagError(f"'{path}' must be a mapping from topics to policies, as '/chatter: {{depth: 1}}'")
    names = (*_WORDS, *_TIMES, "depth", "avoid_ros_namespace_conventions")
    found = {}
    for topic, policies in known.items():
        for name in policies if isinstance(policies, dict) else ():
            if name not in names:
                raise BagError(f"'{path}': '{topic}' has no policy '{name}'; there are {', '.join(names)}")
        try:
            found[topic] = to_profile(_with_words(policies))
        except (BagError, TypeError, ValueError, AttributeError) as error:
            raise BagError(f"'{path}': '{topic}': {error}") from None
    return found
