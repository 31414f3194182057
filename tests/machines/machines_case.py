# SPDX-License-Identifier: Apache-2.0
"""What tests of several machines have in common."""

import os
import pathlib
import shutil
import signal
import tempfile
import unittest

from machine import Machine, plug_into_a_switch, plug_together, until, why_there_are_none
from programs import Cable, Node

# How the nodes open the network: everything over it, or shared memory beside it.
MODES = {"udp": {"BATON_TRANSPORT": "udp"}, "auto": {}}
MODE_NAME = os.environ.get("MACHINES_MODE", "udp")
MODE = MODES[MODE_NAME]
WHY_NOT = why_there_are_none()

SHORT_LEASE_S = 2
SHORT_LEASE = f"""<?xml version="1.0" encoding="UTF-8" ?>
<profiles xmlns="http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles">
  <participant profile_name="short_lease" is_default_profile="true">
    <rtps><builtin><discovery_config>
      <leaseDuration><sec>{SHORT_LEASE_S}</sec></leaseDuration>
      <leaseAnnouncement><sec>0</sec><nanosec>400000000</nanosec></leaseAnnouncement>
    </discovery_config></builtin></rtps>
  </participant>
</profiles>
"""

SMALL_PACKETS = """<?xml version="1.0" encoding="UTF-8" ?>
<profiles xmlns="http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles">
  <transport_descriptors><transport_descriptor>
    <transport_id>small_packets</transport_id>
    <type>UDPv4</type>
    <maxMessageSize>1472</maxMessageSize>
  </transport_descriptor></transport_descriptors>
  <participant profile_name="small_packets" is_default_profile="true">
    <rtps><userTransports><transport_id>small_packets</transport_id></userTransports></rtps>
  </participant>
</profiles>
"""

_scratches = set()


def _end(signal_number, _frame):
    """What is running dies with this process; files do not."""
    for scratch in _scratches:
        shutil.rmtree(scratch, ignore_errors=True)
    os._exit(128 + signal_number)


@unittest.skipIf(WHY_NOT, WHY_NOT)
class MachinesCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for each in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, _end)

    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="baton_machines_"))
        _scratches.add(self.scratch)
        self.addCleanup(self._clean)
        self._machines = 0
        self._programs = []

    def _clean(self):
        shutil.rmtree(self.scratch)
        _scratches.discard(self.scratch)

    def machine(self):
        self._machines += 1
        made = Machine(self.scratch / f"machine{self._machines}", self._machines)
        self.addCleanup(made.end)
        return made

    def two_machines(self):
        """Joined by a cable that does what a cable does."""
        machines = self.machine(), self.machine()
        plug_together(*machines)
        return machines

    def machines_on_a_switch(self, count):
        machines = [self.machine() for _ in range(count)]
        plug_into_a_switch(self.machine(), *machines)
        return machines

    def bad_cable(self, one, other, *weather):
        cable = Cable(one, other)
        self.addCleanup(cable.kill)
        cable.set(*weather)
        return cable

    def node(self, machine, *arguments, **environment):
        """With the network open as far as multicast reaches, unless the environment says else."""
        opened = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", **MODE, **environment}
        node = Node(
            machine, *arguments, **{name: value for name, value in opened.items() if value is not None}
        )
        self.addCleanup(node.kill)
        return node

    def with_short_lease(self):
        """The environment of a node that is given up after two seconds of silence."""
        return self.with_profile(SHORT_LEASE)

    def with_small_packets(self):
        """The environment of a node whose packets fit the cable, so that none is sent in pieces."""
        return self.with_profile(SMALL_PACKETS)

    def with_profile(self, text):
        profile = self.scratch / "profile.xml"
        profile.write_text(text)
        # The names of Fast DDS 2 and 3.
        return {
            "FASTRTPS_DEFAULT_PROFILES_FILE": str(profile),
            "FASTDDS_DEFAULT_PROFILES_FILE": str(profile),
        }

    def stream(self, sender, receiver, qos="depth=10", topic="/images", name="images"):
        """A publisher and a subscription of the same name, matched."""
        sender.ask(f"publisher {name} {topic} {qos}")
        receiver.ask(f"subscription {name} {topic} {qos}")
        for node in (sender, receiver):
            self.assertTrue(node.has_matches(name, 1), f"{node.name}: {node.errors}")

    def assert_all_came(self, receiver, count, endpoint="images"):
        self.assertTrue(receiver.has_seen(endpoint, count), receiver.report(endpoint))
        report = receiver.report(endpoint)
        wanted = {"seen": count, "first": 1, "last": count, **self.UNHARMED}
        self.assertEqual({key: report[key] for key in wanted}, wanted, report)

    UNHARMED = {"corrupt": 0, "twice": 0, "backwards": 0, "missing": 0, "lost": 0}

    def assert_stays(self, condition, seconds, message=None):
        """Waits that long for the condition to become false."""
        self.assertFalse(until(lambda: not condition(), seconds), message)


def main():
    unittest.main(verbosity=2)
