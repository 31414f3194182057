# SPDX-License-Identifier: Apache-2.0
"""The ways of handing a message over that this build can measure side by side."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from baton.perf import ros2_competitor
from baton.perf.cell import BIN, Cell, Coordinates, Metrics
from baton.perf.perf_test import (
    MESSAGES,
    RELIABLE_KEEP_LAST,
    Options,
    command_line,
    read_network_run,
    read_run,
    read_zero_copy_run,
)
from baton.perf.units import size_text


@dataclass(frozen=True)
class Variant:
    """`name` is what tables say; `options` are what perf_test is told."""

    name: str
    options: Options = field(default_factory=dict)
    read: Callable[[dict], Metrics] = read_run
    # What perf_test opens for it; `make competitors` builds it.
    library: str = ""
    # ROS 2's own program has perf_test's options.
    environment: Mapping[str, str] = field(default_factory=dict)


UDP = Variant("UDP", {}, read_network_run)
COPY = Variant("copy", {"shared-memory": True})
ZERO_COPY = Variant("zero copy", {"zero-copy": True}, read_zero_copy_run)
FLOOR = Variant("floor", {"communicator": "floor"})
POLL = Variant("poll", {"communicator": "poll", "zero-copy": True}, read_zero_copy_run)
POLL_FLOOR = Variant("poll floor", {"communicator": "poll-floor"})

FAST_DDS: Options = {"communicator": "FastDDS"}
FAST_DDS_UDP = Variant("Fast DDS UDP", FAST_DDS, read_network_run)
FAST_DDS_LISTENER = Variant(
    "Fast DDS UDP, in its listener", {"communicator": "FastDDS-listener"}, read_network_run
)
FAST_DDS_SHM = Variant("Fast DDS SHM", {**FAST_DDS, "shared-memory": True})
FAST_DDS_SHARING = Variant(
    "Fast DDS data sharing", {**FAST_DDS, "zero-copy": True}, read_zero_copy_run
)

CYCLONE_DDS: Options = {"communicator": "CycloneDDS"}
CYCLONE_DDS_LIBRARY = "libperf_cyclone_dds.so"
CYCLONE_DDS_UDP = Variant("Cyclone DDS UDP", CYCLONE_DDS, read_network_run, CYCLONE_DDS_LIBRARY)
CYCLONE_DDS_SHM = Variant(
    "Cyclone DDS SHM", {**CYCLONE_DDS, "zero-copy": True}, read_zero_copy_run, CYCLONE_DDS_LIBRARY
)
ICEORYX = Variant(
    "iceoryx", {"communicator": "iceoryx"}, read_zero_copy_run, "libperf_iceoryx.so"
)
ICEORYX2 = Variant(
    "iceoryx2", {"communicator": "iceoryx2"}, read_zero_copy_run, "libperf_iceoryx2.so"
)
ZENOH: Options = {"communicator": "zenoh"}
ZENOH_LIBRARY = "libperf_zenoh.so"
ZENOH_TCP = Variant("zenoh TCP", ZENOH, read_network_run, ZENOH_LIBRARY)
ZENOH_SHM = Variant("zenoh SHM", {**ZENOH, "zero-copy": True}, read_zero_copy_run, ZENOH_LIBRARY)
# With the transport that its middleware chooses on one machine.
ROS2 = Variant("ROS 2", {"shared-memory": True}, library=ros2_competitor.PROGRAM)
ROS2_LOANS = Variant(
    "ROS 2 loans",
    {"zero-copy": True},
    read_zero_copy_run,
    ros2_competitor.PROGRAM,
    ros2_competitor.LENDING,
)


def hand_over_cell(
    variant: Variant,
    *,
    size: int,
    subscribers: int,
    seconds: float,
    rate_hz: int = 200,
    fill: str = "stamp",
    more_options: Options | None = None,
    more_coordinates: Coordinates | None = None,
    name: str = "",
) -> Cell:
    """One publisher process, so many subscriber processes, one message size. `name` is that of the variant
    where its own would not tell it from others of the experiment."""
    options: Mapping = {
        "msg": MESSAGES.get(size, ""),  # one of another size is in `more_options`
        "rate": rate_hz,
        "num-sub-threads": subscribers,
        "process-configuration": "INTER_PROCESS",
        **RELIABLE_KEEP_LAST,
        "fill": fill,
        "max-runtime": seconds,
        **variant.options,
        **(more_options or {}),
    }
    return Cell(
        coordinates={
            **(more_coordinates or {}),
            "size": size_text(size),
            "subscribers": subscribers,
            "variant": name or variant.name,
        },
        command=_command(variant, options),
        read=variant.read,
        seconds=seconds,
        processes=1 + subscribers,
        competitor_library=variant.library,
    )


def _command(variant: Variant, options: Mapping) -> tuple[str, ...]:
    program, *words = command_line(options)
    if variant.library != ros2_competitor.PROGRAM:
        return program, *words
    settings = (f"{name}={value}" for name, value in variant.environment.items())
    return ("/usr/bin/env", *settings, f"{BIN}/../../ros2/bin/{variant.library}", *words)


def with_environment(cell: Cell, variables: Mapping[str, str]) -> Cell:
    """This variant, with these variables set for its program."""
    program, *words = cell.command
    settings = (f"{name}={value}" for name, value in variables.items())
    return replace(
        cell,
        command=("/usr/bin/env", *settings, f"{BIN}/{program}", *words),
        needs=(*cell.needs, program),
    )
