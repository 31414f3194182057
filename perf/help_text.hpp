// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace perf {

inline constexpr const char* help_introduction =
    "Measures what it costs to hand messages from publishers to subscribers: latency, losses,\n"
    "CPU and memory, every second and for the whole run.";

inline constexpr const char* help_footer =
    R"(Examples:
  The two commands of the reference documents, 4 MB at 100 Hz for half a minute, serialised over UDP,
  and not copied at all:
    perf_test --reliable --keep-last --history-depth 10 -s 1 -m Array4m -r 100 --max-runtime 30
    perf_test --zero-copy --reliable --keep-last --history-depth 10 -s 1 -m Array4m -r 100 --max-runtime 30
  Sixteen subscriber processes, and beside it the least that this machine can do:
    perf_test --zero-copy --process-configuration INTER_PROCESS -s 16 -m Array4m -r 200 --fill stamp --max-runtime 5
    perf_test -c floor --process-configuration INTER_PROCESS -s 16 -m Array4m -r 200 --fill stamp --max-runtime 5
  A full-HD image and a point cloud of 1 MB, messages with strings and sequences:
    perf_test --zero-copy --process-configuration INTER_PROCESS -m Image -r 200 --fill stamp --max-runtime 5
    perf_test --zero-copy --process-configuration INTER_PROCESS -m PointCloud2 --unbounded-msg-size 1048576 --max-runtime 5
  Between two nodes of one process by pointer, and with a copy for each of two owners:
    perf_test --intra-process -m Array4m -r 200 --fill stamp --max-runtime 5
    perf_test --intra-process -s 2 --callback-type unique_ptr -m Array4m -r 200 --fill stamp --max-runtime 5
  The same message serialised over UDP by Baton, by bare Fast DDS, and shared by Fast DDS:
    perf_test --reliable --process-configuration INTER_PROCESS -m Array4m -r 100 --max-runtime 5
    perf_test -c FastDDS --reliable --process-configuration INTER_PROCESS -m Array4m -r 100 --max-runtime 5
    perf_test -c FastDDS --zero-copy --reliable --process-configuration INTER_PROCESS -m Array4m -r 100 --max-runtime 5
  The same hand-over through others, after `make competitors`:
    perf_test -c iceoryx2 --reliable --process-configuration INTER_PROCESS -m Array4m -r 100 --max-runtime 5
    perf_test -c CycloneDDS --zero-copy --reliable --process-configuration INTER_PROCESS -m Array4m -r 100 --max-runtime 5
  As fast as possible, every byte verified, results also as JSON:
    perf_test --zero-copy --process-configuration INTER_PROCESS -m Struct256 -r 0 --fill full --max-runtime 5 -l run.json
  Ping-pong between two busy-polling processes; latency is the round trip:
    perf_test -c poll --zero-copy --roundtrip-mode Both --process-configuration INTER_PROCESS -m Array4k -r 0 --max-runtime 3
  There and back between two machines; the relay ends with Ctrl-C:
    ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET perf_test --reliable --roundtrip-mode Relay -m Array64k
    ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET perf_test --reliable --roundtrip-mode Main -m Array64k -r 100 --max-runtime 5

The way of a message: --zero-copy, --shared-memory and --intra-process stay on this machine. Without
them it is serialised and sent by UDP over the loopback interface, or farther with
ROS_AUTOMATIC_DISCOVERY_RANGE=SUBNET; ROS_STATIC_PEERS works as everywhere. Latency one way needs one
clock, so between machines only round trips are meaningful. FastDDS is UDP too, its SHM transport with
--shared-memory, and data sharing with --zero-copy. CycloneDDS is UDP and zenoh is TCP, both shared
memory with loans with --zero-copy; iceoryx and iceoryx2 are nothing else. What was asked and is not what the endpoints say
ends the run.

Messages: those that end with time and id are the measurement's own. Image, PointCloud2 and
PolygonStamped are ROS's: their time is header.stamp (CLOCK_MONOTONIC), their id the first eight bytes
of their data. Verified is every byte of the array, sequence or string. On the floors and for competitors
a message with a sequence is one block of as many bytes.

Reading the tables: latency runs from the last write before publish() to the start of the callback;
loan is the time until there is memory for a message, with room in its sequences: of the pool, or of the
heap for --publish-type unique_ptr;
publisher loop from the wake-up to the end of publish(); subscriber loop is the callback; counts
are those of the interval (at the end: of the run), as is system usage, summed over the measured
processes. lost is the sum over all subscribers. Each run is measured in processes of its own,
which end with it.

Exit status: 0 complete (also after Ctrl-C), 1 the run failed, 2 the command is wrong.
)";

}  // namespace perf
