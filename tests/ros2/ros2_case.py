# SPDX-License-Identifier: Apache-2.0
"""What tests beside a real ROS 2 have in common.

`make ros2` builds the programs in peers/ twice, with ROS 2 and with Baton, and runs each *_test.py of this
folder. A test is a method of a Ros2Case:

    class Topics(Ros2Case):
        def test_a_message_arrives(self):
            talker, listener = self.baton(), self.ros()
            listener.ask("subscription images /images")
            talker.ask("publisher images /images")
            ...
            self.assertEqual(listener.ask("report images")["seen"], 10)

    self.baton(...), self.ros(...)   start a peer; `program="name"` another than driven_node, `arguments=[...]`,
                                     further keywords are its environment
    .ask(command)      its answer, parsed;  .tell(command), .answer() in two steps
    .pid .rss_kb() .is_running() .send(signal) .kill() .wait() .errors .text(): see tests/machines/programs.py
    until(condition)   polls it, with a deadline; nothing else waits

Each test has a domain of its own, on this machine only (ROS_LOCALHOST_ONLY). Peers die with their test. A peer
of ROS 2 gets no more than 4 GiB of address space, so that a wild one ends no other process.

By hand: `ROS2_PREFIX=/opt/ros/humble tests/ros2/run.py graph_test` runs one file, and
`... graph_test.Graph.test_x` one test. ROS2_PRESET=release takes Baton from build/release.
"""

import itertools
import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "machines"))
os.environ.setdefault("MACHINES_SLOWNESS", "3")  # a node of ROS 2 begins slowly

import ros2  # noqa: E402
from machine import DEADLINE_S, until  # noqa: E402
from programs import Program  # noqa: E402

WHY_NOT = ros2.why_not()
MOST_MEMORY = ("prlimit", f"--as={4 << 30}", "--")
# Of those that the tests in C++ leave free and Linux gives no ports of.
DOMAINS = itertools.cycle(range(215, 231))
for _ in range(os.getpid() % 16):
    next(DOMAINS)


class Peer(Program):
    """A peer that answers with JSON."""

    def __init__(self, command, environment, log):
        super().__init__(command, environment, log)
        self.log = log
        self._begin()

    def answer(self, patience_s=DEADLINE_S):
        return json.loads(super().answer(patience_s))

    def ask(self, command, patience_s=DEADLINE_S):
        self.tell(command)
        return self.answer(patience_s)

    def rss_kb(self):
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def has_matches(self, name, count=1):
        return until(lambda: self.ask(f"matches {name}")["count"] == count)

    def has_seen(self, name, count):
        return until(lambda: self.ask(f"report {name}")["seen"] >= count)

    def quit(self):
        self.tell("quit")
        return self.wait()


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Ros2Case(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="baton_ros2_")
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.domain = next(DOMAINS)  # a killed peer is seen there for a while
        self._peers = itertools.count(1)

    def baton(self, program="driven_node", arguments=(), **environment):
        own = {"BATON_REGISTRY_DIR": str(self.scratch / "registry")}
        command = [ros2.BATON_PROGRAMS / f"baton_{program}", *arguments]
        return self._begin(command, ros2.baton_environment, {**own, **environment})

    def ros(self, program="driven_node", arguments=(), **environment):
        command = [*MOST_MEMORY, ros2.BUILT / program, *arguments]
        return self._begin(command, ros2.ros_environment, environment)

    def _begin(self, command, environment_of, environment):
        common = {
            "ROS_DOMAIN_ID": str(self.domain),
            "ROS_LOCALHOST_ONLY": "1",
            "ROS_LOG_DIR": str(self.scratch / "log"),
        }
        all_of_it = {**common, **environment}
        kept = {name: value for name, value in all_of_it.items() if value is not None}
        peer = Peer(command, environment_of(**kept), self.scratch / f"{next(self._peers)}.stderr")
        self.addCleanup(peer.kill)
        return peer

    def named(self, name):
        """Arguments of a peer whose node has that name."""
        return ["--ros-args", "-r", f"__node:={name}"]


def main():
    unittest.main(verbosity=2)
