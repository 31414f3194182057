# SPDX-License-Identifier: Apache-2.0
"""Where the real ROS 2 is, and two environments that have nothing in common.

ROS 2 and Baton have libraries, CMake packages and headers of the same names, so nothing of one may be
seen where the other is built or run: both environments are made from nothing.
"""

import functools
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRESET = os.environ.get("ROS2_PRESET", "dev")
BATON_PROGRAMS = ROOT / "build" / PRESET / "bin"


def prefix():
    """Of ROS2_PREFIX, or the first sourced one that has rclcpp and is not Baton's; nothing if there is none."""
    named = os.environ.get("ROS2_PREFIX")
    sourced = os.environ.get("AMENT_PREFIX_PATH", "").split(":")
    for each in [named] if named else sourced:
        path = pathlib.Path(each or "/nowhere").resolve()
        is_ros = (path / "setup.bash").is_file() and (path / "lib/librclcpp.so").exists()
        if is_ros and not (path / "share/baton").exists():
            return path
    return None


# Each ROS 2 has its own.
BUILT = ROOT / "build/ros2" / str(prefix() or "none").strip("/").replace("/", "_")


def why_not():
    """Why nothing of this can be run; nothing if it can."""
    if prefix():
        return None
    named = os.environ.get("ROS2_PREFIX")
    if named:
        return f"ROS2_PREFIX={named} has no ROS 2: there is no setup.bash with lib/librclcpp.so"
    return "no ROS 2 here: source its setup.bash, or set ROS2_PREFIX to where that lies"


def baton_environment(**more):
    """Of a user without ROS 2."""
    kept = {name: os.environ[name] for name in ("HOME", "CCACHE_DIR", "TERM") if name in os.environ}
    return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", **kept, **more}


@functools.cache
def _sourced():
    script = f"source '{prefix()}/setup.bash' && env -0"
    done = subprocess.run(
        ["bash", "-c", script], env=baton_environment(), capture_output=True, check=True
    )
    return dict(line.split("=", 1) for line in done.stdout.decode().split("\0") if "=" in line)


def ros_environment(**more):
    """Of a shell that has sourced ROS 2 and nothing else."""
    return {**_sourced(), **more}


def build():
    """The peers in tests/ros2/peers: with Baton, and with ROS 2."""
    def run(environment, *command):
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))}:\n{(done.stdout + done.stderr)[-4000:]}")

    run(baton_environment(), "cmake", "--preset", PRESET, "--log-level=WARNING")
    run(baton_environment(), "cmake", "--build", "--preset", PRESET, "--target", "baton_ros2_peers")
    source = ("-S", ROOT / "tests/ros2/peers", "-B", BUILT, "-G", "Ninja", "--log-level=WARNING")
    options = ["-DCMAKE_BUILD_TYPE=RelWithDebInfo"]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    run(ros_environment(), "cmake", *source, *options)
    run(ros_environment(), "cmake", "--build", BUILT)
