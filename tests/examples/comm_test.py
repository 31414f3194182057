# SPDX-License-Identifier: Apache-2.0
"""The ways to move 4 MB: between processes with and without loans, and in one process, where nodes
come in three ways: linked in, loaded at the start, loaded at run time."""

import re
import unittest

from example_programs import PROGRAMS, ExampleCase, parameters

PUBLISHED = r"Published message (\d+) at (0x[0-9a-f]+) in \d+\.\d us\n"
RECEIVED = r"\[(\w+)\]: Received message (\d+) at (0x[0-9a-f]+) after \d+\.\d us\n"
LATENCY = (
    r"\[WARN\] \[[\d.]+\] \[(\w+)\]: "
    r"Latency: avg ([\d.]+) us, p50 ([\d.]+) us, min ([\d.]+) us, max ([\d.]+) us, count (\d+)\n"
)
QUIET = ["--log-level", "warn"]
LIBRARIES = PROGRAMS.resolve().parent / "lib"
LISTENER, TALKER = LIBRARIES / "liblistener.so", LIBRARIES / "libtalker.so"


def addresses(text):
    """(message -> where it was published, [(listener, message, where it was received)]); without
    the last, which may have been received before its publication was logged."""
    published = dict(re.findall(PUBLISHED, text))
    return published, [seen for seen in re.findall(RECEIVED, text) if seen[1] in published]


class Comm(ExampleCase):
    def check_reports(self, program, times=2):
        for match in program.wait_for(LATENCY, times):
            avg, p50, least, most, count = (float(match[n]) for n in range(2, 7))
            for middle in (avg, p50):
                self.assertLessEqual(least, middle)
                self.assertLessEqual(middle, most)
            self.assertGreater(count, 0)

    def test_latencies_between_processes_are_reported_each_period_also_without_the_rest(self):
        for talker_name in ("demo_talker", "demo_talker_loan"):
            for buffer_type in ("take_shared", "take_ownership"):
                with self.subTest(f"{talker_name} {buffer_type}"):
                    listener = self.start(
                        "demo_listener",
                        *parameters(report_period_s=0.3, buffer_type=buffer_type),
                        *QUIET,
                    )
                    talker = self.start(talker_name, "--ros-args", *QUIET)
                    self.check_reports(listener)
                    self.stop_all(talker, listener)
                    self.assertNotIn("Received", listener.text)
                    self.assertEqual(talker.text, "")

    def test_each_message_is_logged_with_its_cost_and_its_address(self):
        listener = self.start("demo_listener")
        talker = self.start("demo_talker_loan")
        listener.wait_for(RECEIVED, 3)
        talker.wait_for(PUBLISHED, 3)
        self.stop_all(talker, listener)

    def test_ctrl_c_amid_publications_is_no_error(self):
        for name in ("demo_talker", "demo_talker_loan", "demo_manual_composition"):
            for _ in range(15):
                program = self.start(name, *parameters(rate_hz=1000.0))
                program.wait_for(PUBLISHED)
                self.stop_all(program)

    def test_a_listener_without_a_talker_says_so(self):
        listener = self.start("demo_listener", *parameters(report_period_s=0.1))
        listener.wait_for(r"No message on /sample in 0.1 s: does a talker run, in this domain\?")
        self.stop_all(listener)

    def test_a_buffer_type_that_there_is_not_is_refused(self):
        status, text = self.run_it("demo_listener", *parameters(buffer_type="steal"))
        self.assertEqual(status, 1)
        self.assertIn("buffer_type is 'steal': set it to take_shared or take_ownership", text)


class ManualComposition(ExampleCase):
    def compose(self, buffer_type="take_shared", messages=6, **environment):
        """Runs it until every listener had some messages; their addresses."""
        program = self.start(
            "demo_manual_composition",
            *parameters(buffer_type=buffer_type, report_period_s=0.2),
            **environment,
        )
        for number in range(1, int(environment.get("SUB_NUM", "1")) + 1):
            program.wait_for(rf"demo_listener_{number}\]: Received", messages)
            program.wait_for(rf"demo_listener_{number}\]: Latency: ")
        self.stop_all(program)
        published, received = addresses(program.text)
        self.assertGreaterEqual(len(received), messages - 1, program.text)
        return published, received

    def test_every_executor_hands_pointers_to_shared_readers(self):
        for executor in "012":
            with self.subTest(executor):
                published, received = self.compose(SUB_NUM="2", EXE_TYPE=executor, USE_IPC="1")
                self.assertEqual({listener[-1] for listener, _, _ in received}, {"1", "2"})
                for listener, message, address in received:
                    self.assertEqual(address, published[message], listener)

    def test_the_only_owner_gets_the_message_itself(self):
        published, received = self.compose("take_ownership", USE_IPC="1")
        for _, message, address in received:
            self.assertEqual(address, published[message])

    def test_of_two_owners_one_gets_a_copy(self):
        published, received = self.compose("take_ownership", SUB_NUM="2", USE_IPC="1")
        by_message = {}
        for _, message, address in received:
            by_message.setdefault(message, []).append(address)
        pairs = {message: at for message, at in by_message.items() if len(at) == 2}
        self.assertTrue(pairs)
        for message, pair in pairs.items():
            self.assertNotEqual(pair[0], pair[1], message)
            self.assertIn(published[message], pair)

    def test_without_intra_process_messages_go_through_shared_memory(self):
        published, received = self.compose(USE_IPC="0")
        for _, message, address in received:
            self.assertNotEqual(address, published[message])

    def test_settings_that_make_no_sense_are_refused(self):
        for name, value in (("SUB_NUM", "0"), ("EXE_TYPE", "3"), ("USE_IPC", "yes")):
            with self.subTest(name):
                status, text = self.run_it("demo_manual_composition", **{name: value})
                self.assertEqual(status, 1)
                self.assertIn(f"{name} is '{value}': set it to a number from ", text)


class StartUpComposition(ExampleCase):
    def check_refused(self, *libraries, says):
        status, text = self.run_it("demo_dlopen_composition", *libraries)
        self.assertNotEqual(status, 0)
        self.assertIn(says, text)
        self.assertIn("demo_dlopen_composition", text)

    def test_the_components_of_the_named_libraries_share_one_address(self):
        program = self.start(
            "demo_dlopen_composition", LISTENER, TALKER, *parameters(report_period_s=0.2)
        )
        program.wait_for(RECEIVED, 6)
        program.wait_for(LATENCY)
        self.stop_all(program)
        published, received = addresses(program.text)
        self.assertGreater(len(received), 4)
        for _, message, address in received:
            self.assertEqual(address, published[message])

    def test_a_library_that_is_named_twice_brings_two_nodes(self):
        program = self.start(
            "demo_dlopen_composition", LISTENER, LISTENER, TALKER, *parameters(rate_hz=200.0)
        )
        program.wait_for(r"Received message 20 ", 2)
        self.stop_all(program)

    def test_without_a_library_it_says_how_it_is_called(self):
        self.check_refused(says="usage: demo_dlopen_composition LIBRARY.so...")

    def test_a_library_that_is_not_there_is_named(self):
        absent = LIBRARIES / "libabsent.so"
        self.check_refused(LISTENER, absent, says=str(absent))
        self.check_refused(absent, says="No such file")

    def test_a_file_that_is_no_library_is_an_error(self):
        text = self.directory / "libtext.so"
        text.write_text("not a library\n")
        self.check_refused(text, says=str(text))
        self.check_refused(text, says="file too short")

    def test_a_library_without_components_is_an_error_with_its_cure(self):
        library = LIBRARIES / "libbaton.so"
        self.check_refused(
            library, says=f"{library} has no components: write RCLCPP_COMPONENTS_REGISTER_NODE"
        )


class RunTimeComposition(ExampleCase):
    def setUp(self):
        super().setUp()
        # The programs add their own prefix, where the example is.
        self.environment.pop("AMENT_PREFIX_PATH", None)

    def component(self, *words):
        status, text = self.run_it("baton-component", *words)
        self.assertEqual(status, 0, text)
        return text

    def load(self, plugin, *words):
        return self.component(
            *("load", "/ComponentManager", "ros2_comm_examples", f"ros2_demos::{plugin}", *words),
            *("-e", "use_intra_process_comms:=True"),
        )

    def test_components_are_loaded_beside_each_other_and_share_one_address(self):
        for name in ("component_container", "component_container_mt"):
            with self.subTest(name):
                container = self.start(name)
                self.load("MinimalPublisher")
                self.load("MinimalSubscriber", "-p", "buffer_type:=take_shared")
                self.load("MinimalSubscriber", "-p", "report_period_s:=0.2", "--node-name", "second")
                container.wait_for(RECEIVED, 12)
                container.wait_for(r"\[second\]: Latency: ")
                self.stop_all(container)
                published, received = addresses(container.text)
                self.assertEqual({node for node, _, _ in received}, {"demo_listener", "second"})
                for _, message, address in received:
                    self.assertEqual(address, published[message])

    def test_each_component_in_an_executor_of_its_own_gets_the_messages_too(self):
        container = self.start("component_container_isolated")
        self.load("MinimalSubscriber")
        self.load("MinimalPublisher")
        container.wait_for(RECEIVED, 6)
        self.stop_all(container)

    def test_unloading_the_talker_ends_its_messages_and_loading_it_again_brings_new_ones(self):
        container = self.start("component_container")
        self.load("MinimalSubscriber", "-p", "report_period_s:=0.2")
        self.load("MinimalPublisher")
        container.wait_for(RECEIVED, 3)
        self.assertIn("/demo_talker", self.component("list", "/ComponentManager"))
        self.component("unload", "/ComponentManager", "2")
        container.wait_for("No message on /sample in 0.2 s", 2)
        self.assertNotIn("/demo_talker", self.component("list", "/ComponentManager"))
        self.load("MinimalPublisher")
        container.wait_for(r"Published message 1 ", 2)
        container.wait_for(r"Received message 1 ", 2)
        self.stop_all(container)

    def test_the_components_of_the_package_are_found_in_the_build_tree(self):
        text = self.component("types", "ros2_comm_examples")
        self.assertIn("ros2_demos::MinimalPublisher", text)
        self.assertIn("ros2_demos::MinimalSubscriber", text)

    def test_a_container_that_is_killed_takes_along_only_its_components(self):
        talker = self.start("demo_talker_loan")
        container = self.start("component_container")
        self.load("MinimalSubscriber")
        container.wait_for(RECEIVED, 3)
        container.kill()
        before = len(talker.wait_for(PUBLISHED))
        talker.wait_for(PUBLISHED, before + 5)
        again = self.start("component_container")
        self.assertNotIn("/demo_listener", self.component("list", "/ComponentManager"))
        self.load("MinimalSubscriber")
        again.wait_for(RECEIVED, 3)
        self.stop_all(again, talker)

    def test_a_component_that_refuses_its_parameters_leaves_the_container_alive(self):
        container = self.start("component_container")
        status, text = self.run_it(
            *("baton-component", "load", "/ComponentManager", "ros2_comm_examples"),
            *("ros2_demos::MinimalSubscriber", "-p", "buffer_type:=steal"),
        )
        self.assertNotEqual(status, 0)
        self.assertIn("set it to take_shared or take_ownership", text)
        self.load("MinimalSubscriber")
        self.load("MinimalPublisher")
        container.wait_for(RECEIVED, 3)
        self.stop_all(container)


if __name__ == "__main__":
    unittest.main()
