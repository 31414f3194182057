# SPDX-License-Identifier: Apache-2.0
"""DDS Security: which participants are let in, and what an eavesdropper can read."""

import os
import pathlib
import re
import shutil
import sys
import unittest

from keystore import Keystore
from machine import DEVICE, plug_together, until
from machines_case import MODE_NAME, MachinesCase, main
from programs import Program

WIRETAP = pathlib.Path(__file__).resolve().parent / "wiretap.py"
TEXTS = ("numbered_bytes", "images")  # of a message, of discovery


@unittest.skipIf(shutil.which("openssl") is None, "openssl is missing: install it")
class Security(MachinesCase):
    def setUp(self):
        super().setUp()
        self.keystore = Keystore(self.scratch / "keystore")

    def wiretap(self, machine):
        command = machine.inside(sys.executable, "-B", WIRETAP, DEVICE, *TEXTS)
        tap = Program(command, dict(os.environ), machine.logs / "wiretap.log")
        self.addCleanup(tap.kill)
        tap.answer()
        return tap

    def send_past_a_wiretap(self, **environment):
        here, there = self.two_machines()
        tap = self.wiretap(here)
        left, right = self.node(here, **environment), self.node(there, **environment)
        self.stream(left, right, "depth=100")
        left.ask("publish images 20 size=100")
        self.assert_all_came(right, 20)
        self.assertTrue(until(lambda: tap.figures("report")["packets"] > 40))
        return tap.ask("report").split("seen=")[1].split(",")

    def test_a_late_network_is_joined_when_the_keystore_is_back(self):
        here, there = self.machine(), self.machine()
        enclave = self.keystore.add_enclave("robot")
        early = self.node(here, **enclave)
        early.ask("publisher maps /maps transient_local depth=5")
        early.ask("publish maps 8")
        self.assertTrue(early.has_sent_all("maps"))
        away = self.keystore.folder.rename(self.scratch / "away")
        plug_together(here, there)
        self.assertTrue(until(lambda: "tried again each second" in early.errors), early.errors)
        early.ask("publish maps 2")
        self.assertTrue(early.has_sent_all("maps"), early.errors)
        away.rename(self.keystore.folder)
        late = self.node(there, **enclave)
        late.ask("subscription maps /maps transient_local depth=10")
        self.assertTrue(late.has_matches("maps", 1), late.errors)
        self.assertTrue(until(lambda: late.report("maps")["seen"] == 5), late.report("maps"))
        self.assertEqual(late.report("maps")["first"], 6)

    def test_what_is_not_secured_is_read_by_a_listener(self):
        self.assertEqual(self.send_past_a_wiretap(), sorted(TEXTS))

    def test_what_is_secured_is_not(self):
        self.assertEqual(self.send_past_a_wiretap(**self.keystore.add_enclave("robot")), [""])

    def test_members_talk_and_others_do_not_get_in(self):
        here, there, *elsewhere = self.machines_on_a_switch(4)
        left = self.node(here, **self.keystore.add_enclave("left"))
        right = self.node(there, **self.keystore.add_enclave("right"))
        of_others = Keystore(self.scratch / "others").add_enclave("left")
        strangers = self.node(elsewhere[0]), self.node(elsewhere[1], **of_others)
        for stranger in strangers:
            stranger.ask("publisher images /images")
            stranger.ask("subscription listening /images")
            stranger.ask("client /add")
        self.stream(left, right, "depth=100")
        left.ask("publish images 10 size=300000")
        self.assert_all_came(right, 10)
        left.ask("server /add")
        right.ask("client /add")
        self.assertTrue(until(lambda: right.ask("available /add") == "yes"))
        self.assertEqual(right.ask("add /add 40 2"), "sum=42")
        self.assertTrue(right.sees_nodes(2))
        self.assertEqual((left.matches("images"), right.matches("images")), (1, 1))
        for stranger in strangers:
            self.assertEqual(stranger.matches("listening"), 1)  # its own
            self.assertEqual(stranger.ask("available /add"), "no")
            self.assertEqual(stranger.ask("nodes"), "/machine_node")

    def test_a_topic_that_is_not_permitted_is_refused(self):
        here, there = self.two_machines()
        camera = self.keystore.add_enclave("camera", publish=["rt/images"], subscribe=[])
        viewer = self.keystore.add_enclave("viewer", publish=[], subscribe=["rt/images"])
        left, right = self.node(here, **camera), self.node(there, **viewer)
        self.stream(left, right)
        left.ask("publish images 5")
        self.assert_all_came(right, 5)
        for node, topic in ((left, "secrets"), (right, "images")):
            why = f"topic 'rt/{topic}'.*permissions have that topic"
            if MODE_NAME == "udp":
                with self.assertRaisesRegex(AssertionError, why):
                    node.ask(f"publisher refused /{topic}")
            else:
                node.ask(f"publisher refused /{topic}")  # stays on its machine, which is told
                self.assertTrue(until(lambda: re.search(why, node.errors)), node.errors)

    def test_what_is_missing_is_an_error_or_a_warning(self):
        machine, _ = self.two_machines()
        robot = self.keystore.add_enclave("robot")
        (self.keystore.folder / "enclaves/robot/permissions.p7s").unlink()
        with self.assertRaisesRegex(AssertionError, "cannot be secured: there is no permissions.p7s in"):
            self.node(machine, **robot)
        lenient = self.node(machine, **{**robot, "ROS_SECURITY_STRATEGY": "Permissive"})
        self.assertIn("the network is open without security", lenient.errors)
        self.assertEqual(lenient.ask("nodes"), "/machine_node")

    def test_what_does_not_belong_together_is_an_error(self):
        machine, _ = self.two_machines()
        robot = self.keystore.add_enclave("robot")
        self.keystore.add_enclave("other")
        enclaves = self.keystore.folder / "enclaves"
        shutil.copy(enclaves / "other/permissions.p7s", enclaves / "robot")
        with self.assertRaisesRegex(AssertionError, "belong together and permit domain 0"):
            self.node(machine, **robot)


if __name__ == "__main__":
    main()
