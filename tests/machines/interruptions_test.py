# SPDX-License-Identifier: Apache-2.0
"""Cables that are pulled, networks that part, processes that die."""

from machine import until
from machines_case import SHORT_LEASE_S, MachinesCase, main


class Interruptions(MachinesCase):
    def test_nothing_is_missing_and_nothing_comes_twice_after_a_cable_was_pulled(self):
        here, there = self.two_machines()
        left, right = self.node(here), self.node(there)
        self.stream(left, right, "depth=2000")
        left.ask("publish images 600 rate_hz=300")
        self.assertTrue(right.has_seen("images", 100))
        for machine in (here, there):
            machine.bring_down()
        before = left.report("images")["sent"]
        self.assertTrue(until(lambda: left.report("images")["sent"] > before + 200))
        self.assertLess(right.report("images")["last"], before + 200)
        for machine in (here, there):
            machine.bring_up()
        self.assert_all_came(right, 600)
        self.assertEqual(right.matches("images"), 1)

    def test_a_network_that_parted_for_longer_than_the_lease_heals(self):
        machines = self.machine(), self.machine()
        cable = self.bad_cable(*machines)
        left, right = (self.node(each, **self.with_short_lease()) for each in machines)
        self.stream(left, right, "depth=1000")
        left.ask("publish images 100 rate_hz=1000")
        self.assert_all_came(right, 100)
        cable.set("carry nothing")
        for node in (left, right):
            self.assertTrue(node.has_matches("images", 0, 5 * SHORT_LEASE_S), node.name)
        self.assertTrue(left.sees_nodes(1))
        left.ask("publish images 100 rate_hz=1000")
        self.assertTrue(left.has_sent_all("images"))
        cable.set("carry all")
        for node in (left, right):
            self.assertTrue(node.has_matches("images", 1), node.name)
        left.ask("publish images 100 rate_hz=1000")
        self.assertTrue(right.has_seen("images", 300))
        report = right.report("images")
        # What was sent without a subscription is gone, as it is for every late one.
        wanted = {"seen": 200, "missing": 100, "corrupt": 0, "twice": 0, "backwards": 0, "lost": 0}
        self.assertEqual({key: report[key] for key in wanted}, wanted)

    def test_the_matches_of_a_killed_process_end_with_its_lease_and_a_new_one_is_met(self):
        here, there = self.two_machines()
        left = self.node(here, **self.with_short_lease())
        right = self.node(there, **self.with_short_lease())
        self.stream(left, right)
        right.kill()
        self.assertTrue(left.has_matches("images", 0, 5 * SHORT_LEASE_S))
        self.assertTrue(left.sees_nodes(1))
        again = self.node(there, **self.with_short_lease())
        again.ask("subscription images /images")
        for node in (left, again):
            self.assertTrue(node.has_matches("images", 1))
        left.ask("publish images 5")
        self.assert_all_came(again, 5)

    def test_a_killed_process_that_is_back_at_once_is_met_at_once(self):
        here, there = self.two_machines()
        left, right = self.node(here), self.node(there)
        self.stream(left, right)
        right.kill()
        again = self.node(there)
        again.ask("subscription images /images")
        self.assertTrue(again.has_matches("images", 1, 10))
        # The dead one is counted until its lease, of 20 seconds, ends.
        self.assertTrue(left.has_matches("images", 2, 10))
        left.ask("publish images 5")
        self.assert_all_came(again, 5)


if __name__ == "__main__":
    main()
