#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Messages and the list of nodes between a node of Baton and another DDS.

The other side is Eclipse Cyclone DDS with ROS 2's names and types, over the loopback interface. Its Python
package (`cyclonedds` of PyPI) is in .venv; without it the test is skipped.
"""

import os
import subprocess
import tempfile
import time
import unittest
from dataclasses import dataclass

ECHO_NODE = os.environ.get("BATON_ECHO_NODE", "baton_echo_node")
# One for each test, of those that the tests in C++ leave free and Linux gives no ports of.
DOMAINS = iter(range(215 + os.getpid() % 8, 231))
PATIENCE_S = 20
os.environ["CYCLONEDDS_URI"] = (
    "<General><Interfaces><NetworkInterface name='lo' multicast='false'/></Interfaces>"
    "<AllowMulticast>false</AllowMulticast></General>"
    "<Discovery><ParticipantIndex>auto</ParticipantIndex>"
    "<MaxAutoParticipantIndex>90</MaxAutoParticipantIndex>"
    "<Peers><Peer address='127.0.0.1'/></Peers></Discovery>")

try:
    from cyclonedds.core import Policy, Qos
    from cyclonedds.domain import DomainParticipant
    from cyclonedds.idl import IdlStruct
    from cyclonedds.idl.types import array, int32, int64, sequence, uint8, uint32, uint64
    from cyclonedds.pub import DataWriter
    from cyclonedds.sub import DataReader
    from cyclonedds.topic import Topic
    from cyclonedds.util import duration
except ImportError:
    DomainParticipant = None
else:
    @dataclass
    class String(IdlStruct, typename="std_msgs::msg::dds_::String_"):
        data: str

    @dataclass
    class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
        sec: int32
        nanosec: uint32

    @dataclass
    class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
        stamp: Time
        frame_id: str

    @dataclass
    class Image(IdlStruct, typename="sensor_msgs::msg::dds_::Image_"):
        header: Header
        height: uint32
        width: uint32
        encoding: str
        is_bigendian: uint8
        step: uint32
        data: sequence[uint8]

    @dataclass
    class PointField(IdlStruct, typename="sensor_msgs::msg::dds_::PointField_"):
        name: str
        offset: uint32
        datatype: uint8
        count: uint32

    @dataclass
    class PointCloud2(IdlStruct, typename="sensor_msgs::msg::dds_::PointCloud2_"):
        header: Header
        height: uint32
        width: uint32
        fields: sequence[PointField]
        is_bigendian: bool
        point_step: uint32
        row_step: uint32
        data: sequence[uint8]
        is_dense: bool

    @dataclass
    class SetBoolRequest(IdlStruct, typename="std_srvs::srv::dds_::SetBool_Request_"):
        """With what rmw_cyclonedds puts in front of it."""

        client: uint64
        sequence: int64
        data: bool

    @dataclass
    class Gid(IdlStruct, typename="rmw_dds_common::msg::dds_::Gid_"):
        data: array[uint8, 16]

    @dataclass
    class NodeEntitiesInfo(IdlStruct, typename="rmw_dds_common::msg::dds_::NodeEntitiesInfo_"):
        node_namespace: str
        node_name: str
        reader_gid_seq: sequence[Gid]
        writer_gid_seq: sequence[Gid]

    @dataclass
    class ParticipantEntitiesInfo(
            IdlStruct, typename="rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"):
        gid: Gid
        node_entities_info_seq: sequence[NodeEntitiesInfo]

    RELIABLE = Qos(Policy.Reliability.Reliable(duration(seconds=1)), Policy.History.KeepLast(10),
                   Policy.DataRepresentation(use_cdrv0_representation=True))
    RETAINED = Qos(Policy.Reliability.Reliable(duration(seconds=1)), Policy.History.KeepAll,
                   Policy.Durability.TransientLocal,
                   Policy.DataRepresentation(use_cdrv0_representation=True))


def until(condition):
    """The first true value of the condition, or its last one after the deadline."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        value = condition()
        if value or time.monotonic() > deadline:
            return value
        # lint-ok: no_sleep_in_tests: the poll of a condition with a deadline
        time.sleep(0.02)


@unittest.skipIf(DomainParticipant is None, "the Python package cyclonedds is not installed")
class OtherImplementation(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        domain = next(DOMAINS)  # a killed node is seen for a while
        environment = dict(os.environ, BATON_TRANSPORT="udp", ROS_DOMAIN_ID=str(domain),
                           ROS_LOG_DIR=self.scratch.name, BATON_REGISTRY_DIR=self.scratch.name)
        for name in ("ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS", "ROS_LOCALHOST_ONLY"):
            environment.pop(name, None)
        self.errors = open(os.path.join(self.scratch.name, "errors"), "w+", encoding="utf-8")
        self.echo = subprocess.Popen([ECHO_NODE], env=environment, stderr=self.errors)
        self.participant = DomainParticipant(domain)

    def tearDown(self):
        self.echo.kill()
        self.echo.wait()
        self.errors.close()
        self.scratch.cleanup()

    def writer(self, topic, kind, qos=None):
        return DataWriter(self.participant, Topic(self.participant, topic, kind), qos or RELIABLE)

    def reader(self, topic, kind, qos=None):
        return DataReader(self.participant, Topic(self.participant, topic, kind), qos or RELIABLE)

    def ask(self, writer, question, reader):
        """The first answer. Asks again: one side may match a little later, and nothing is kept for it."""
        def answered():
            writer.write(question)
            return reader.take()

        answers = until(answered)
        self.assertTrue(answers)
        until(lambda: not reader.take())
        return answers[0]

    def assert_echoed(self, suffix, messages):
        writer = self.writer("rt/to_baton" + suffix, type(messages[0]))
        reader = self.reader("rt/from_baton" + suffix, type(messages[0]))
        self.ask(writer, messages[0], reader)
        for message in messages:
            writer.write(message)
            self.assertTrue(until(lambda: message in reader.take(20)))

    def test_strings_go_both_ways(self):
        self.assert_echoed("", [String(text) for text in
                                ("hello", "", "\u00e4" * 1000, "long " * 30_000)])

    def test_images_go_both_ways(self):
        header = Header(Time(-1, 999_999_999), "camera")
        pixels = [i * 7 % 251 for i in range(161 * 120 * 3)]
        self.assert_echoed("/image", [
            Image(header, 120, 161, "rgb8", 0, 161 * 3, pixels),
            Image(Header(Time(0, 0), ""), 0, 0, "", 1, 0, []),
        ])

    def test_point_clouds_go_both_ways(self):
        fields = [PointField(name, 4 * i, 7, 1) for i, name in enumerate("xyz")]
        self.assert_echoed("/cloud", [
            PointCloud2(Header(Time(1, 2), "lidar"), 1, 1001, fields, False, 13, 13 * 1001,
                        [i % 256 for i in range(13 * 1001)], True),
            PointCloud2(Header(Time(1, 2), "odd"), 0, 0, [], True, 0, 0, [], False),
        ])

    def test_the_node_and_its_endpoints_are_told(self):
        reader = self.reader("ros_discovery_info", ParticipantEntitiesInfo, RETAINED)
        # Its own list shows in which form it reads those of others.
        lists = self.writer("ros_discovery_info", ParticipantEntitiesInfo, RETAINED)
        lists.write(ParticipantEntitiesInfo(Gid(list(self.participant.guid.bytes)), []))

        strings = self.reader("rt/from_baton", String)
        matched = until(strings.get_matched_publications)
        self.assertTrue(matched)
        guid = strings.get_matched_publication_data(matched[0]).key.bytes

        def echo_node():
            """The list grows while the node makes its endpoints."""
            for info in reader.read(100):
                for node in info.node_entities_info_seq:
                    if node.node_name == "echo":
                        if guid in {bytes(gid.data) for gid in node.writer_gid_seq}:
                            return node
            return None

        node = until(echo_node)
        self.assertIsNotNone(node)
        self.assertEqual(node.node_namespace, "/robot")

    def test_nodes_of_others_are_seen(self):
        gid = Gid(list(self.participant.guid.bytes))
        lists = self.writer("ros_discovery_info", ParticipantEntitiesInfo, RETAINED)
        lists.write(ParticipantEntitiesInfo(
            gid, [NodeEntitiesInfo("/other", "first", [], []), NodeEntitiesInfo("/", "second", [], [])]))
        asking, answers = self.writer("rt/who", String), self.reader("rt/nodes", String)

        def seen():
            names = self.ask(asking, String(""), answers).data.split(";")
            return "/other/first" in names and "/second" in names

        self.assertTrue(until(seen))

    def test_what_ends_is_seen_while_its_participant_lives(self):
        asking, answers = self.writer("rt/who", String), self.reader("rt/nodes", String)

        def count_becomes(count):
            return until(lambda: self.ask(asking, String("/for_a_while"), answers).data == count)

        reader = self.reader("rt/for_a_while", String)
        self.assertTrue(count_becomes("1"))
        del reader
        self.assertTrue(count_becomes("0"))

    def test_services_in_another_form_are_refused_with_the_cure(self):
        requests = self.writer("rq/negateRequest", SetBoolRequest)
        self.assertTrue(until(requests.get_matched_subscriptions))
        requests.write(SetBoolRequest(1, 1, True))

        def told():
            self.errors.seek(0)
            return "RMW_IMPLEMENTATION=rmw_fastrtps_cpp" in self.errors.read()

        self.assertTrue(until(told))


if __name__ == "__main__":
    unittest.main()
