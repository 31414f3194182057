# SPDX-License-Identifier: Apache-2.0
"""A process of Baton that starts beside nodes of ROS 2 harms none of them."""

from ros2_case import Ros2Case, main, until

STARTS = 40
MESSAGES = 1000
# What an idle node grows by itself, and what forty participants that it has met may cost.
MOST_GROWTH_KB = 16 << 10


class FirstMeeting(Ros2Case):
    def test_an_idle_node_does_not_grow_when_processes_of_baton_start_and_end(self):
        idle = self.ros()
        idle.ask("server /there")
        self.baton(arguments=self.named("first")).quit()
        before_kb = idle.rss_kb()
        for number in range(STARTS):
            name = f"visitor_{number}"
            visitor = self.baton(arguments=self.named(name))
            self.assertTrue(until(lambda: f"/{name}" in idle.ask("nodes")["nodes"]))
            visitor.quit()
            self.assertLess(idle.rss_kb() - before_kb, MOST_GROWTH_KB, f"after {name}")

    def test_every_one_of_a_thousand_messages_arrives_ten_times(self):
        for number in range(10):
            listener = self.ros()
            listener.ask("subscription numbers /numbers keep_all")
            talker = self.baton()
            talker.ask("publisher numbers /numbers keep_all")
            self.assert_all_arrive(talker, listener, f"in trial {number}")
            talker.kill()
            listener.kill()

    def assert_all_arrive(self, talker, listener, text=""):
        for peer in (talker, listener):
            self.assertTrue(peer.has_matches("numbers"), text)
        talker.ask(f"publish numbers {MESSAGES}")
        listener.has_seen("numbers", MESSAGES)
        wanted = {"seen": MESSAGES, "first": 1, "last": MESSAGES, "twice": 0}
        self.assertEqual(listener.ask("report numbers"), wanted, text)

    def test_three_thousand_calls_are_answered_each_way(self):
        peers = self.ros(), self.baton()
        for server, client, name in ((*peers, "/of_ros"), (*peers[::-1], "/of_baton")):
            server.ask(f"server {name}")
            client.ask(f"client {name}")
            self.assertTrue(until(lambda: client.ask(f"available {name}")["available"]))
        for client, name in zip(reversed(peers), ("/of_ros", "/of_baton")):
            answers = client.ask(f"call {name} 3000", patience_s=600)
            self.assertEqual(answers, {"right": 3000, "wrong": 0, "lost": 0}, name)

    def test_five_nodes_of_each_hear_a_thousand_messages_of_each(self):
        listeners = [self.ros() for _ in range(5)]
        for each in listeners:
            each.ask("subscription numbers /numbers keep_all")
        talker, *others = [self.baton() for _ in range(5)]
        for each in others:
            each.ask("subscription numbers /numbers keep_all")
        talker.ask("publisher numbers /numbers keep_all")
        self.assertTrue(talker.has_matches("numbers", 9))
        for each in (*listeners, *others):
            self.assertTrue(each.has_matches("numbers"))
        talker.ask(f"publish numbers {MESSAGES}")
        for each in (*listeners, *others):
            each.has_seen("numbers", MESSAGES)
            self.assertEqual(each.ask("report numbers")["seen"], MESSAGES, each.errors)

    def test_a_parameter_is_read_and_set_both_ways(self):
        peers = self.ros(arguments=self.named("of_ros")), self.baton(arguments=self.named("of_baton"))
        for owner, asking, name in ((*peers, "/of_ros"), (*peers[::-1], "/of_baton")):
            owner.ask("parameter exposure 10")
            self.assertEqual(asking.ask(f"get {name} exposure"), {"value": 10})
            self.assertEqual(asking.ask(f"set {name} exposure 20"), {"successful": True})
            self.assertEqual(asking.ask(f"get {name} exposure"), {"value": 20})


if __name__ == "__main__":
    main()
