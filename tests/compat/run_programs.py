#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a talker and a listener until they have met, and ends them as a user does: with Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
import tempfile

HEARD = re.compile(r"^\[INFO\] \[\d+\.\d{9}\] \[minimal_subscriber\]: I heard: 'Hello World: \d+'$")


def main(talker, listener):
    with tempfile.TemporaryDirectory(prefix="baton-compat-") as scratch:
        env = os.environ | {
            "BATON_REGISTRY_DIR": os.path.join(scratch, "registry"),
            "ROS_LOG_DIR": os.path.join(scratch, "log"),
        }
        programs = [
            subprocess.Popen([talker, "-t", "other"], env=env, stderr=subprocess.DEVNULL),
            subprocess.Popen(
                [listener, "--ros-args", "-r", "chatter:=other"],
                env=env,
                stderr=subprocess.PIPE,
                text=True,
            ),
        ]
        try:
            # Ends with the test's time limit, or with the listener.
            met = any(HEARD.match(line.rstrip("\n")) for line in programs[1].stderr)
            for program in programs:
                program.send_signal(signal.SIGINT)
            statuses = [program.wait(timeout=30) for program in programs]
        finally:
            for program in programs:
                program.kill()
    if not met:
        return "the listener ended and had heard nothing"
    return f"exit statuses {statuses}, not 0" if any(statuses) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
