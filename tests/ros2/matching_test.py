# SPDX-License-Identifier: Apache-2.0
"""A match counts when both sides know of it, whichever comes first."""

from ros2_case import Ros2Case, main, until

STARTS = 40
MESSAGES = 20


class Matching(Ros2Case):
    def begin(self, is_baton):
        """A peer with one endpoint each way."""
        peer = self.baton() if is_baton else self.ros()
        ours, theirs = ("baton", "ros") if is_baton else ("ros", "baton")
        peer.ask(f"publisher out /from_{ours} depth={MESSAGES}")
        peer.ask(f"subscription in /from_{theirs} depth={MESSAGES}")
        return peer

    def assert_both_know(self, baton, ros):
        for here, there in (("out", "in"), ("in", "out")):
            self.assertTrue(baton.has_matches(here) and ros.has_matches(there))

    def test_beside_a_running_node_of_ros(self):
        ros = self.begin(False)
        for _ in range(STARTS):
            baton = self.begin(True)
            self.assert_both_know(baton, ros)
            baton.quit()
            self.assertTrue(ros.has_matches("in", 0) and ros.has_matches("out", 0))

    def test_when_a_node_of_ros_starts(self):
        baton = self.begin(True)
        for _ in range(STARTS):
            ros = self.begin(False)
            self.assert_both_know(baton, ros)
            ros.quit()
            self.assertTrue(baton.has_matches("in", 0) and baton.has_matches("out", 0))

    def test_what_is_published_when_the_match_counts_arrives(self):
        ros = self.begin(False)
        for start in range(STARTS):
            name = f"seen_{start}"
            ros.ask(f"subscription {name} /{name} depth={MESSAGES}")
            baton = self.baton()
            baton.ask(f"publisher out /{name}")  # of depth 10
            self.assertTrue(baton.has_matches("out"))
            baton.ask(f"publish out {MESSAGES}")
            ros.has_seen(name, MESSAGES)
            self.assertEqual(ros.ask(f"report {name}")["seen"], MESSAGES, f"in start {start}")
            baton.quit()

    def test_a_service_that_is_ready_answers_the_first_call(self):
        ros = self.ros()
        ros.ask("server /there")
        for start in range(STARTS):
            baton = self.baton()
            baton.ask("client /there")
            self.assertTrue(until(lambda: baton.ask("available /there")["available"]))
            answers = baton.ask("call /there 1")
            self.assertEqual(answers, {"right": 1, "wrong": 0, "lost": 0}, f"in start {start}")
            baton.quit()

    def test_the_graph_names_endpoints_as_ros_does(self):
        ros, baton, other = self.begin(False), self.begin(True), self.begin(True)
        for topic, publishers, subscriptions in (("/from_baton", 2, 1), ("/from_ros", 1, 2)):
            def graph(peer):
                told = peer.ask(f"endpoints {topic}")
                return {kind: sorted(each["gid"][:32] for each in told[kind]) for kind in told}

            self.assertTrue(until(lambda: len(graph(ros)["publishers"]) == publishers))
            self.assertTrue(until(lambda: len(graph(ros)["subscriptions"]) == subscriptions))
            for peer in (baton, other):
                self.assertTrue(until(lambda: graph(peer) == graph(ros)), (graph(peer), graph(ros)))
        told = baton.ask("endpoints /from_ros")["publishers"]
        unknown = 3  # RMW_QOS_POLICY_HISTORY_UNKNOWN
        self.assertEqual([each["history"] for each in told], [unknown])


if __name__ == "__main__":
    main()
