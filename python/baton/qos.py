# SPDX-License-Identifier: Apache-2.0
"""Quality of service, spelled like rclpy.qos. docs/qos.md says what each policy does."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Any

from baton.duration import Duration

_UNSPECIFIED = Duration()
_INFINITE_NS = (1 << 63) - 1


class QoSPolicyEnum(IntEnum):
    """A policy: its values have short names for command lines."""

    @classmethod
    def short_keys(cls) -> list[str]:
        return [each.name.lower() for each in cls]

    @classmethod
    def get_from_short_key(cls, name: str) -> int:
        return cls[name.upper()].value

    @property
    def short_key(self) -> str:
        return self.name.lower()


class _FormerName:
    """The name that a value of a policy has in rmw; it works, and warns of it."""

    def __init__(self, former: str, name: str) -> None:
        self._former = former
        self._name = name

    def __get__(self, _: object, policy: type[QoSPolicyEnum]) -> QoSPolicyEnum:
        kind = policy.__name__
        warnings.warn(
            f"{kind}.{self._former} is deprecated: write {kind}.{self._name}", stacklevel=2
        )
        return policy[self._name]


def _with_former_names(policy: Any) -> Any:
    """Adds RMW_QOS_POLICY_HISTORY_KEEP_LAST and its kin."""
    kind = policy.__name__.removesuffix("Policy").upper()
    for each in list(policy):
        if each.name != "BEST_AVAILABLE":  # is younger than the others' change of names
            former = f"RMW_QOS_POLICY_{kind}_{each.name}"
            setattr(policy, former, _FormerName(former, each.name))
    return policy


@_with_former_names
class HistoryPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    KEEP_LAST = 1
    KEEP_ALL = 2
    UNKNOWN = 3


@_with_former_names
class ReliabilityPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    RELIABLE = 1
    BEST_EFFORT = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


@_with_former_names
class DurabilityPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    TRANSIENT_LOCAL = 1
    VOLATILE = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


@_with_former_names
class LivelinessPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    AUTOMATIC = 1
    MANUAL_BY_TOPIC = 3
    UNKNOWN = 4
    BEST_AVAILABLE = 5


QoSHistoryPolicy = HistoryPolicy
QoSReliabilityPolicy = ReliabilityPolicy
QoSDurabilityPolicy = DurabilityPolicy
QoSLivelinessPolicy = LivelinessPolicy


class QoSPolicyKind(IntEnum):
    INVALID = 1 << 0
    DURABILITY = 1 << 1
    DEADLINE = 1 << 2
    LIVELINESS = 1 << 3
    RELIABILITY = 1 << 4
    HISTORY = 1 << 5
    LIFESPAN = 1 << 6
    DEPTH = 1 << 7
    LIVELINESS_LEASE_DURATION = 1 << 8
    AVOID_ROS_NAMESPACE_CONVENTIONS = 1 << 9


def qos_policy_name_from_kind(policy_kind: QoSPolicyKind | int) -> str:
    try:
        return QoSPolicyKind(policy_kind).name
    except ValueError:
        return "INVALID"


class InvalidQoSProfileException(Exception):
    """A profile without what it needs."""

    def __init__(self, *args: object) -> None:
        super().__init__("Invalid QoSProfile", *args)


class QoSProfile:
    """The policies of an endpoint. Times: a Duration of 0 is "not specified", which is no limit.

    A publisher with `history=KEEP_ALL` and a reliable subscription that keeps all waits for it, at
    most `max_blocking_time` (100 ms; Baton's own)."""

    __slots__ = (
        "_avoid_ros_namespace_conventions",
        "_deadline",
        "_depth",
        "_durability",
        "_history",
        "_lifespan",
        "_liveliness",
        "_liveliness_lease_duration",
        "_max_blocking_time",
        "_reliability",
    )

    def __init__(
        self,
        *,
        history: HistoryPolicy | None = None,
        depth: int | None = None,
        reliability: ReliabilityPolicy = ReliabilityPolicy.RELIABLE,
        durability: DurabilityPolicy = DurabilityPolicy.VOLATILE,
        lifespan: Duration = _UNSPECIFIED,
        deadline: Duration = _UNSPECIFIED,
        liveliness: LivelinessPolicy = LivelinessPolicy.SYSTEM_DEFAULT,
        liveliness_lease_duration: Duration = _UNSPECIFIED,
        avoid_ros_namespace_conventions: bool = False,
        max_blocking_time: Duration | None = None,
    ) -> None:
        if history is None:
            if depth is None:
                raise InvalidQoSProfileException("History and/or depth settings are required.")
            history = HistoryPolicy.KEEP_LAST
        elif history == HistoryPolicy.KEEP_LAST and depth is None:
            raise InvalidQoSProfileException("History set to KEEP_LAST without a depth setting.")
        self.history = history
        self.depth = 0 if depth is None else depth
        self.reliability = reliability
        self.durability = durability
        self.lifespan = lifespan
        self.deadline = deadline
        self.liveliness = liveliness
        self.liveliness_lease_duration = liveliness_lease_duration
        self.avoid_ros_namespace_conventions = avoid_ros_namespace_conventions
        self.max_blocking_time = max_blocking_time

    def _as_tuple(self) -> tuple:
        blocking = self._max_blocking_time
        return (
            int(self._history),
            self._depth,
            int(self._reliability),
            int(self._durability),
            self._lifespan.nanoseconds,
            self._deadline.nanoseconds,
            int(self._liveliness),
            self._liveliness_lease_duration.nanoseconds,
            self._avoid_ros_namespace_conventions,
            -1 if blocking is None else blocking.nanoseconds,
        )

    @classmethod
    def _of(cls, policies: tuple) -> QoSProfile:
        history, depth, reliability, durability, lifespan, deadline, liveliness, lease, avoid = (
            policies[:9]
        )
        return cls(
            history=HistoryPolicy(history),
            depth=depth,
            reliability=ReliabilityPolicy(reliability),
            durability=DurabilityPolicy(durability),
            lifespan=Duration(nanoseconds=lifespan),
            deadline=Duration(nanoseconds=deadline),
            liveliness=LivelinessPolicy(liveliness),
            liveliness_lease_duration=Duration(nanoseconds=lease),
            avoid_ros_namespace_conventions=avoid,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, QoSProfile):
            return False
        return self._as_tuple()[:9] == other._as_tuple()[:9]

    def __str__(self) -> str:
        names = [slot[1:] for slot in self.__slots__ if slot != "_max_blocking_time"]
        values = (f"{name}={_shown(getattr(self, name))}" for name in names)
        return f"{type(self).__name__}({', '.join(values)})"

    __repr__ = __str__

    def get_c_qos_profile(self) -> QoSProfile:
        return self

    def to_dict(self) -> dict[str, Any]:
        """The policies by their names: QoSProfile(**them) is an equal profile."""
        return {slot[1:]: getattr(self, slot) for slot in self.__slots__}


def _shown(value: Any) -> str:
    return value.name if isinstance(value, IntEnum) else str(value)


def _add_property(name: str, kind: type) -> None:
    def get(self: QoSProfile) -> Any:
        return getattr(self, "_" + name)

    def set_(self: QoSProfile, value: Any) -> None:
        if kind is int and (not isinstance(value, int) or value < 0):
            raise ValueError(f"{name} must be an int of zero or more, not {value!r}")
        if kind is int and value == 0 and self._history == HistoryPolicy.KEEP_LAST:
            warnings.warn(
                "A zero depth with KEEP_LAST doesn't make sense, as it keeps no message: it is read "
                "as SYSTEM_DEFAULT, which keeps 10",
                stacklevel=2,
            )
        if issubclass(kind, IntEnum):
            value = kind(value)
        elif kind is not int and not isinstance(value, kind | None if name[0] == "m" else kind):
            raise AssertionError(f"{name} must be a {kind.__name__}, not {value!r}")
        object.__setattr__(self, "_" + name, value)

    setattr(QoSProfile, name, property(get, set_))


for _name, _kind in {
    "history": HistoryPolicy,
    "depth": int,
    "reliability": ReliabilityPolicy,
    "durability": DurabilityPolicy,
    "lifespan": Duration,
    "deadline": Duration,
    "liveliness": LivelinessPolicy,
    "liveliness_lease_duration": Duration,
    "avoid_ros_namespace_conventions": bool,
    "max_blocking_time": Duration,
}.items():
    _add_property(_name, _kind)


def to_profile(qos: QoSProfile | int) -> QoSProfile:
    """A depth is a profile that keeps that many."""
    if isinstance(qos, QoSProfile):
        return qos
    if isinstance(qos, int) and not isinstance(qos, bool):
        if qos < 0:
            raise ValueError("history depth must be greater than or equal to zero")
        return QoSProfile(depth=qos)
    raise TypeError(f"Expected QoSProfile or int, but received {type(qos)!r}")


qos_profile_default = QoSProfile(history=HistoryPolicy.KEEP_LAST, depth=10)
qos_profile_system_default = QoSProfile(
    history=HistoryPolicy.SYSTEM_DEFAULT,
    depth=0,
    reliability=ReliabilityPolicy.SYSTEM_DEFAULT,
    durability=DurabilityPolicy.SYSTEM_DEFAULT,
)
qos_profile_sensor_data = QoSProfile(
    history=HistoryPolicy.KEEP_LAST, depth=5, reliability=ReliabilityPolicy.BEST_EFFORT
)
qos_profile_services_default = QoSProfile(history=HistoryPolicy.KEEP_LAST, depth=10)
qos_profile_parameters = QoSProfile(history=HistoryPolicy.KEEP_LAST, depth=1000)
qos_profile_parameter_events = QoSProfile(history=HistoryPolicy.KEEP_LAST, depth=1000)
qos_profile_rosout_default = QoSProfile(
    history=HistoryPolicy.KEEP_LAST,
    depth=1000,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
    lifespan=Duration(seconds=10),
)
qos_profile_action_status_default = QoSProfile(
    history=HistoryPolicy.KEEP_LAST, depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
qos_profile_best_available = QoSProfile(
    history=HistoryPolicy.KEEP_LAST,
    depth=10,
    reliability=ReliabilityPolicy.BEST_AVAILABLE,
    durability=DurabilityPolicy.BEST_AVAILABLE,
    liveliness=LivelinessPolicy.BEST_AVAILABLE,
)


qos_profile_unknown = QoSProfile(
    history=HistoryPolicy.UNKNOWN,
    depth=0,
    reliability=ReliabilityPolicy.UNKNOWN,
    durability=DurabilityPolicy.UNKNOWN,
    liveliness=LivelinessPolicy.UNKNOWN,
)


class QoSPresetProfiles(Enum):
    UNKNOWN = qos_profile_unknown
    DEFAULT = qos_profile_default
    SYSTEM_DEFAULT = qos_profile_system_default
    SENSOR_DATA = qos_profile_sensor_data
    SERVICES_DEFAULT = qos_profile_services_default
    PARAMETERS = qos_profile_parameters
    PARAMETER_EVENTS = qos_profile_parameter_events
    ACTION_STATUS_DEFAULT = qos_profile_action_status_default
    BEST_AVAILABLE = qos_profile_best_available

    def __init__(self, profile: QoSProfile) -> None:
        self.profile = profile

    @classmethod
    def short_keys(cls) -> list[str]:
        return [each.name.lower() for each in cls]

    @classmethod
    def get_from_short_key(cls, name: str) -> QoSProfile:
        return cls[name.upper()].value


class QoSCompatibility(IntEnum):
    OK = 0
    WARNING = 1
    ERROR = 2


def qos_check_compatible(
    publisher_qos: QoSProfile, subscription_qos: QoSProfile
) -> tuple[QoSCompatibility, str]:
    """Whether a publisher and a subscription of these profiles exchange messages, and why not."""
    from baton.native import _native

    verdict, reason = _native.qos_check_compatible(
        publisher_qos._as_tuple(), subscription_qos._as_tuple()
    )
    return QoSCompatibility(verdict), reason


class QoSOverridingOptions:
    """Which policies of an endpoint may be overridden by parameters, as in rclpy."""

    def __init__(
        self,
        policy_kinds: Any,
        *,
        callback: Callable[[QoSProfile], Any] | None = None,
        entity_id: str | None = None,
    ) -> None:
        self.policy_kinds = list(policy_kinds)
        self.callback = callback
        self.entity_id = entity_id

    @classmethod
    def with_default_policies(
        cls, *, callback: Callable[[QoSProfile], Any] | None = None, entity_id: str | None = None
    ) -> QoSOverridingOptions:
        kinds = (QoSPolicyKind.HISTORY, QoSPolicyKind.DEPTH, QoSPolicyKind.RELIABILITY)
        return cls(kinds, callback=callback, entity_id=entity_id)

    def _as_tuple(self) -> tuple:
        callback = self.callback

        def judge(policies: tuple) -> tuple[bool, str]:
            assert callback is not None
            result = callback(QoSProfile._of(policies))
            return result.successful, result.reason

        kinds = [int(kind) for kind in self.policy_kinds]
        return kinds, judge if callback else None, self.entity_id or ""


__all__ = [name for name in dir() if name[0] != "_" and name not in ("Any", "Callable", "Enum")]
