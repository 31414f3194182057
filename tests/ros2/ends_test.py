# SPDX-License-Identifier: Apache-2.0
"""Nodes of Baton that talk with one of ROS 2 end in order, whenever a signal comes."""

import os
import random
import signal
import time

from ros2_case import Ros2Case, main, until

ENDS = 40
STATUS = 3  # what main() of interrupted_node returns
LONGEST_S = 0.3  # from the beginning to the signal, or from the first response


class Ends(Ros2Case):
    def test_a_node_that_is_interrupted_at_a_random_moment_exits_as_main_says(self):
        for environment in ({"BATON_TRANSPORT": "udp"}, {}):
            seed = int(os.environ.get("BATON_TEST_SEED", random.randrange(1 << 32)))
            with self.subTest(seed=seed, **environment):
                self.end_all(random.Random(seed), environment)

    def end_all(self, dice, environment):
        peer = self.ros("interrupted_node", ["/of_ros", "/of_baton"])
        for number in range(ENDS):
            nodes = [self.talking_node(environment) for _ in range(dice.choice((1, 2)))]
            if dice.random() < 0.5:
                self.assertEqual([each.answer() for each in nodes], [{"answered": 1}] * len(nodes))
            moment = time.monotonic() + dice.uniform(0, LONGEST_S)
            until(lambda at=moment: time.monotonic() >= at)
            for node in nodes:
                node.send(dice.choice((signal.SIGINT, signal.SIGTERM)))
            for node in nodes:
                self.assertEqual(node.wait(), STATUS, f"end {number}:\n{node.errors}")
                node.kill()
        self.assertTrue(peer.is_running(), peer.errors)
        peer.kill()
        left = list((self.scratch / "registry").rglob("*.json"))
        self.assertEqual(left, [])

    def talking_node(self, environment):
        return self.baton("interrupted_node", ["/of_baton", "/of_ros"], **environment)


if __name__ == "__main__":
    main()
