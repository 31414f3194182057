# SPDX-License-Identifier: Apache-2.0
"""Which machines' nodes see each other."""

import pathlib

from machine import DEVICE, plug_together, until
from machines_case import MODE_NAME, MachinesCase, main


class Discovery(MachinesCase):
    def test_nodes_of_two_machines_see_each_other_and_their_topics(self):
        here, there = self.two_machines()
        left = self.node(here, "--ros-args", "-r", "__node:=left")
        right = self.node(there, "--ros-args", "-r", "__node:=right", "-r", "__ns:=/far")
        left.ask("publisher images /from_left")
        right.ask("publisher images /from_right")
        for node in (left, right):
            for command, names in (
                ("nodes", {"/left", "/far/right"}),
                ("topics", {"/from_left", "/from_right"}),
            ):
                seen = until(lambda: names <= set(node.ask(command).split()))
                self.assertTrue(seen, f"{node.name} sees {node.ask(command)}")
        for node in (left, right):
            self.assertEqual(node.quit(), 0, node.errors)
            left_over = [path for path in node.machine.registry.rglob("*") if not path.is_dir()]
            self.assertEqual(left_over, [])

    def test_matches_of_two_machines_are_by_the_network(self):
        left, right = map(self.node, self.two_machines())
        self.stream(left, right)
        for node in (left, right):
            self.assertEqual(node.ask("matches images"), "count=1 transport=dds")

    def test_a_node_that_ends_is_gone_for_the_other_at_once(self):
        left, right = map(self.node, self.two_machines())
        self.stream(left, right)
        self.assertEqual(right.quit(), 0, right.errors)
        self.assertTrue(left.has_matches("images", 0, patience_s=3))
        self.assertTrue(left.sees_nodes(1))

    def test_participants_and_nodes_of_one_name_are_different_ones(self):
        sender, *receivers = map(self.node, self.machines_on_a_switch(3))
        sender.ask("publisher images /images depth=100")
        for receiver in receivers:
            receiver.ask("subscription images /images depth=100")
        for receiver in receivers:
            self.assertTrue(receiver.has_matches("images", 1))
        self.assertTrue(sender.has_matches("images", 2))
        self.assertTrue(sender.sees_nodes(3))
        sender.ask("publish images 50")
        for receiver in receivers:
            self.assert_all_came(receiver, 50)

    def test_other_domains_are_not_met(self):
        here, there = self.two_machines()
        left = self.node(here)
        other = self.node(there, ROS_DOMAIN_ID="7")
        right = self.node(there)
        for node in (left, other, right):
            node.ask("publisher images /images")
            node.ask("subscription listening /images")
        for node in (left, right):
            self.assertTrue(node.has_matches("images", 2))
        self.assertTrue(other.has_matches("images", 1))


class Reach(MachinesCase):
    def test_without_a_switch_nothing_of_the_network_is_there(self):
        here, there = self.two_machines()
        unset = {"BATON_TRANSPORT": None, "ROS_AUTOMATIC_DISCOVERY_RANGE": None}
        quiet = self.node(here, **unset)
        self.stream(quiet, quiet)
        quiet.ask("server /add")
        loud = self.node(there)
        loud.ask("subscription images /images")
        self.assertEqual(here.sockets(), [])
        process = pathlib.Path(f"/proc/{quiet.pid}")
        maps = (process / "maps").read_text()
        self.assertNotIn("libfast", maps)  # libfastrtps or libfastdds
        self.assertNotIn("libbaton_fastdds", maps)
        names = sorted((task / "comm").read_text().strip() for task in (process / "task").iterdir())
        # Its own main thread, that which spins, and the context's.
        self.assertLessEqual(len(names), 4, names)
        self.assertEqual(loud.ask("nodes"), "/machine_node")

    def test_localhost_listens_on_the_loopback_interface_only(self):
        here, there = self.two_machines()
        local = self.node(here, ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")
        neighbour = self.node(here, ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")
        self.stream(local, neighbour)
        far = self.node(there)
        far.ask("subscription images /images")
        witness = self.node(there)
        witness.ask("publisher images /images")
        self.assertTrue(far.has_matches("images", 1))  # so discovery works there
        # The group's socket hears that interface alone: LoopbackGroup's own test.
        for node in (local, neighbour):
            self.assertEqual(here.bound_to(node.pid), {"127.0.0.1", "239.255.0.1"}, here.sockets())
        self.assertNotIn("239.255.0.1", here.run("ip", "maddress", "show", "dev", DEVICE))
        self.assertTrue(local.sees_nodes(2))

    def test_static_peers_are_met_without_multicast(self):
        here, there = self.machine(), self.machine()
        self.bad_cable(here, there, "carry unicast")
        left = self.node(here)
        right = self.node(there)
        left.ask("publisher images /images")
        right.ask("subscription images /images")
        asking = self.node(there, ROS_STATIC_PEERS=here.address)
        asking.ask("subscription images /images")
        self.assertTrue(asking.has_matches("images", 1))
        self.assertTrue(left.has_matches("images", 1))
        self.assertEqual(right.matches("images"), 0)

    def test_a_static_peer_is_met_beside_the_own_machine(self):
        here, there = self.two_machines()
        asking = self.node(
            here, ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST", ROS_STATIC_PEERS=there.address
        )
        peer = self.node(there)
        self.stream(asking, peer)


class LateNetwork(MachinesCase):
    def test_what_was_made_before_the_network_is_met_when_it_comes(self):
        here, there = self.machine(), self.machine()
        early = self.node(here)
        early.ask("publisher images /images depth=100")
        early.ask("publisher maps /maps transient_local depth=5")
        early.ask("publish maps 8")
        self.assertTrue(early.has_sent_all("maps"))
        early.ask("subscription back /back depth=100")
        early.ask("server /add")
        plug_together(here, there)
        late = self.node(there)
        late.ask("subscription images /images depth=100")
        late.ask("subscription maps /maps transient_local depth=10")
        late.ask("publisher back /back depth=100")
        late.ask("client /add")
        for node in (early, late):
            for topic in ("images", "maps", "back"):
                self.assertTrue(node.has_matches(topic, 1), f"{topic}: {node.errors}")
        early.ask("publish images 50")
        self.assert_all_came(late, 50)
        late.ask("publish back 50")
        self.assert_all_came(early, 50, "back")
        self.assertTrue(late.has_seen("maps", 8), late.report("maps"))
        retained = late.report("maps")
        self.assertEqual((retained["first"], retained["seen"], retained["twice"]), (4, 5, 0))
        self.assertTrue(until(lambda: late.ask("available /add") == "yes"))
        self.assertEqual(late.ask("add /add 40 2"), "sum=42")
        self.assertTrue(late.sees_nodes(2))
        self.assertEqual(early.errors, "")

    def test_a_network_that_could_not_be_joined_is_joined_later(self):
        here, there = self.machine(), self.machine()
        early = self.node(here)
        early.ask("publisher maps /maps transient_local depth=5")
        early.ask("publish maps 8")
        self.assertTrue(early.has_sent_all("maps"))
        early.ask("descriptors left=1")  # enough to see the network, not to join it
        plug_together(here, there)
        self.assertTrue(until(lambda: "tried again each second" in early.errors), early.errors)
        early.ask("publish maps 2")
        self.assertTrue(early.has_sent_all("maps"), early.errors)
        early.ask("descriptors all")
        late = self.node(there)
        late.ask("subscription maps /maps transient_local depth=10")
        self.assertTrue(late.has_matches("maps", 1), late.errors)
        self.assertTrue(until(lambda: late.report("maps")["seen"] == 5), late.report("maps"))
        self.assertEqual(late.report("maps")["first"], 6)

    def test_losses_of_a_network_that_came_late_are_repaired(self):
        here, there = self.machine(), self.machine()
        early, late = self.node(here), self.node(there)
        early.ask("publisher images /images depth=1000")
        late.ask("subscription images /images depth=1000")
        cable = self.bad_cable(here, there)
        for node in (early, late):
            self.assertTrue(node.has_matches("images", 1), node.errors)
        cable.set("lose 100")
        early.ask("publish images 200 rate_hz=500")
        self.assert_all_came(late, 200)
        self.assertTrue(until(lambda: early.ask("acknowledged images") == "yes"))

    def test_neighbours_of_before_go_on(self):
        here, there = self.machine(), self.machine()
        left, right = self.node(here), self.node(here)
        self.stream(left, right, "depth=1000")
        left.ask("publish images 600 rate_hz=300")
        self.assertTrue(right.has_seen("images", 100))
        plug_together(here, there)
        late = self.node(there)
        late.ask("subscription images /images depth=1000")
        self.assertTrue(left.has_matches("images", 2), left.errors)
        for node in (right, late):
            self.assertTrue(node.has_matches("images", 1), node.errors)
        self.assertTrue(left.has_sent_all("images"))
        left.ask("publish images 50")
        for node in (right, late):
            self.assertTrue(node.has_seen("images", 650), node.report("images"))
        report = right.report("images")
        # Over DDS the two match anew, and hear nothing of each other until then.
        unharmed = ("corrupt", "twice", "backwards") + (("missing", "lost") if MODE_NAME == "auto" else ())
        self.assertEqual([report[key] for key in unharmed], [0] * len(unharmed), report)


if __name__ == "__main__":
    main()
