#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# competitor_ros2.sh [BUILD [JOBS]]: builds perf_ros2, perf_test with the rclcpp of the ROS 2 that is sourced,
# into BUILD/bin (default: build/ros2). `baton perf competitors --ros2` calls it.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build/ros2}
jobs=${2:-$(nproc)}

if [[ -z ${AMENT_PREFIX_PATH:-} ]]; then
  echo "no ROS 2 is sourced; cure: source /opt/ros/<distribution>/setup.bash" >&2
  exit 2
fi
log=$build/build.log
mkdir -p "$build"
# Another ROS than that of the last build: begin anew.
if [[ -f $build/ros && $(<"$build/ros") != "$AMENT_PREFIX_PATH" ]]; then
  rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
fi
printf '%s' "$AMENT_PREFIX_PATH" >"$build/ros"
if ! { cmake -S "$root/perf/competitors/ros2" -B "$build" && cmake --build "$build" -j "$jobs"; } \
  >"$log" 2>&1; then
  echo "perf_ros2 could not be built: $(grep -m 1 -iE 'error' "$log"); all of it: $log" >&2
  echo "it needs rclcpp, rosidl's generators, libfmt-dev, libcli11-dev and nlohmann-json3-dev" >&2
  exit 1
fi
echo "$build/bin/perf_ros2"
