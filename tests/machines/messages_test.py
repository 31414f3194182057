# SPDX-License-Identifier: Apache-2.0
"""What comes of what is sent, over good cables and bad ones."""

from machine import until
from machines_case import MachinesCase, main


class GoodCable(MachinesCase):
    def test_camera_images_come_whole_at_their_rate(self):
        left, right = map(self.node, self.two_machines())
        # All of them: a busy machine may not acknowledge for longer than ten take.
        self.stream(left, right, "depth=60")
        left.ask("publish images 60 size=4000000 rate_hz=30")
        self.assertTrue(left.has_sent_all("images"))
        self.assert_all_came(right, 60)

    def test_camera_images_go_both_ways_at_once(self):
        nodes = list(map(self.node, self.two_machines()))
        for sender, receiver, topic in ((*nodes, "/there"), (*nodes[::-1], "/back")):
            sender.ask(f"publisher images{topic} {topic} depth=20")
            receiver.ask(f"subscription images{topic} {topic} depth=20")
        for topic in ("/there", "/back"):
            for node in nodes:
                self.assertTrue(node.has_matches(f"images{topic}", 1))
        nodes[0].ask("publish images/there 20 size=1000000 rate_hz=30")
        nodes[1].ask("publish images/back 20 size=1000000 rate_hz=30")
        self.assert_all_came(nodes[1], 20, "images/there")
        self.assert_all_came(nodes[0], 20, "images/back")

    def test_a_keep_all_subscription_gets_all_however_fast_it_is_sent(self):
        left, right = map(self.node, self.two_machines())
        self.stream(left, right, "keep_all")
        left.ask("publish images 3000 size=2000")
        self.assertTrue(left.has_sent_all("images"))
        self.assert_all_came(right, 3000)

    def test_a_subscription_that_comes_late_gets_what_is_retained(self):
        here, there = self.two_machines()
        left = self.node(here)
        left.ask("publisher images /images transient_local depth=5")
        left.ask("publish images 12 size=100000")
        self.assertTrue(left.has_sent_all("images"))
        right = self.node(there)
        right.ask("subscription images /images transient_local depth=10")
        self.assertTrue(right.has_seen("images", 12))
        report = right.report("images")
        wanted = {"seen": 5, "first": 8, "last": 12, **self.UNHARMED}
        self.assertEqual({key: report[key] for key in wanted}, wanted)


class BadCable(MachinesCase):
    def nodes_with(self, *weather, **environment):
        machines = self.machine(), self.machine()
        self.cable = self.bad_cable(*machines)
        nodes = [self.node(machine, **environment) for machine in machines]
        self.weather = weather
        return nodes

    def stream_in_weather(self, sender, receiver, qos):
        self.stream(sender, receiver, qos)
        self.cable.set(*self.weather)

    def test_reliable_ones_all_come_in_order_whatever_the_cable_does(self):
        left, right = self.nodes_with("lose 100", "delay 2 6")
        self.stream_in_weather(left, right, "depth=1000")
        left.ask("publish images 400 rate_hz=400")
        self.assert_all_came(right, 400)
        self.assertRegex(self.cable.ask("counts"), r"dropped=[1-9]\d+ overtaken=[1-9]\d+ back: ")
        self.assertTrue(until(lambda: left.ask("acknowledged images") == "yes"))

    def test_reliable_ones_of_many_packets_come_whole(self):
        # In packets that the kernel must put together its memory for what lacks a piece runs full.
        left, right = self.nodes_with("lose 5", "delay 1 0", **self.with_small_packets())
        self.stream_in_weather(left, right, "depth=50")
        left.ask("publish images 60 size=1000000 rate_hz=20")
        self.assert_all_came(right, 60)
        self.assertGreater(int(self.cable.ask("counts").split("dropped=")[1].split()[0]), 100)

    def test_the_losses_of_best_effort_are_counted(self):
        left, right = self.nodes_with("lose 100")
        self.stream_in_weather(left, right, "depth=1000 best_effort")
        left.ask("publish images 400 rate_hz=400")
        self.assertTrue(left.has_sent_all("images"))
        self.cable.set("lose 0")
        left.ask("publish images 1")
        self.assertTrue(right.has_seen("images", 401))
        report = right.report("images")
        self.assertEqual((report["corrupt"], report["twice"], report["backwards"]), (0, 0, 0))
        self.assertGreater(report["missing"], 0)
        self.assertEqual(report["lost"], report["missing"])
        self.assertEqual(report["seen"] + report["missing"], 401 - report["first"] + 1)

    def test_what_best_effort_gets_out_of_order_never_goes_backwards(self):
        left, right = self.nodes_with("delay 1 8")
        self.stream_in_weather(left, right, "depth=1000 best_effort")
        left.ask("publish images 400 rate_hz=1000")
        self.assertTrue(left.has_sent_all("images"))
        self.cable.set("delay 0 0")
        self.assertTrue(until(lambda: left.ask("publish images 1 rate_hz=100")
                              and right.report("images")["last"] > 400))
        report = right.report("images")
        self.assertEqual((report["corrupt"], report["twice"], report["backwards"]), (0, 0, 0))
        self.assertEqual(report["lost"], report["missing"])


if __name__ == "__main__":
    main()
