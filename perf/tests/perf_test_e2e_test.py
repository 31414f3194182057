# SPDX-License-Identifier: Apache-2.0
"""perf_test as its users meet it: a command. PERF_TEST_BIN names the program."""

import csv
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

PERF_TEST = os.environ.get("PERF_TEST_BIN", "perf_test")
LIBRARIES = pathlib.Path(PERF_TEST).absolute().parents[1] / "lib"
HAS_FAST_DDS = (LIBRARIES / "libbaton_fastdds.so").exists()
DEADLINE_S = 60
# What the library says once where a callback takes the message for itself.
COPIED = re.compile(r"^\[(INFO|WARN)\] .* was copied for its callback: .*\n", re.M)

REFERENCE = "--reliable --keep-last --history-depth 10 -s 1 -m Array4m -r 100 --max-runtime 2"
# Deep enough that a busy machine's pauses lose nothing.
DEEP = "--history-depth 200"
FLOOR = f"-c floor -m Array4k -r 200 --max-runtime 1 {DEEP}"
BATON_FOREVER = "-m Array64k -r 200"
BATON = f"{BATON_FOREVER} --max-runtime 1"


def wait_for(condition, what):
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        threading.Event().wait(0.005)
    raise AssertionError(f"waited {DEADLINE_S} s in vain for {what}")


def workers_of(pid):
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children")
    try:
        return [int(child) for child in children.read_text().split()]
    except FileNotFoundError:
        return []


class PerfTestCase(unittest.TestCase):
    """Each test has its own registry and directory, and fails when something is left there."""

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="perf_test_e2e_"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.registry = self.directory / "registry"
        self.results = self.directory / "results"
        self.results.mkdir()
        self.environment = dict(os.environ, BATON_REGISTRY_DIR=str(self.registry))
        # Over UDP the domain is what keeps others out.
        self.environment["ROS_DOMAIN_ID"] = str(1 + os.getpid() % 100)
        for name in ("BATON_TRANSPORT", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS",
                     "ROS_LOCALHOST_ONLY", "FASTRTPS_DEFAULT_PROFILES_FILE"):
            self.environment.pop(name, None)

    def tearDown(self):
        wait_for(lambda: not self.left(), "all processes of the test to end")
        files = [p for p in self.registry.rglob("*") if not p.is_dir()]
        self.assertEqual(files, [], "the registry must be empty")

    def left(self):
        """The processes of the test."""
        marker = f"BATON_REGISTRY_DIR={self.registry}".encode()
        return [p.parent.name for p in pathlib.Path("/proc").glob("[0-9]*/environ")
                if marker in self._read(p)]

    @staticmethod
    def _read(path):
        try:
            return path.read_bytes()
        except OSError:
            return b""

    def start(self, arguments, **options):
        environment = dict(self.environment)
        if "-c" in arguments.split() and "TSAN_OPTIONS" in environment:
            # The floor has no way for a reader to hold the writer back: that is what makes it the
            # floor, and its readers count what they read torn. What Fast DDS does unseen looks racy.
            environment["TSAN_OPTIONS"] += ":report_bugs=0"
        return subprocess.Popen([PERF_TEST, *arguments.split()], env=environment,
                                cwd=self.results, stdin=subprocess.DEVNULL, text=True,
                                **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                                   **options})

    def run_it(self, arguments):
        process = self.start(arguments)
        out, err = process.communicate(timeout=DEADLINE_S)
        if not HAS_FAST_DDS and re.search("without Fast DDS|needs libperf_fast_dds", err):
            self.skipTest("built without Fast DDS")
        return process.returncode, out, err

    def complete(self, arguments):
        """Runs to the end and returns (stdout, the JSON report)."""
        status, out, err = self.run_it(f"{arguments} -l run.json")
        if COPIED.search(err):
            self.assertRegex(arguments, "--callback-type (unique_ptr|shared_ptr)")
        self.assertEqual((status, COPIED.sub("", err)), (0, ""), out)
        return out, json.loads((self.results / "run.json").read_text())

    def refused(self, arguments, status):
        found, out, err = self.run_it(arguments)
        self.assertEqual(found, status, err)
        lines = err.strip().splitlines()
        self.assertEqual(len(lines), 1, err)
        self.assertTrue(lines[0].startswith("perf_test: "), err)
        return lines[0]


class Usage(PerfTestCase):
    def test_a_wrong_command_is_answered_with_one_line_and_status_2(self):
        for arguments, names in [
                ("--zero-coppy", "--zero-copy"),
                ("-m Array5m", "Array4m"),
                ("--unbounded-msg-size 9", "the size of Array1k is fixed"),
                ("-m PolygonStamped --unbounded-msg-size 100", "96 or 108"),
                ("-r fast", "--rate"),
                ("-r -5", "--rate"),
                ("-s -1", "--num-sub-threads"),
                ("--reliable --reliability BEST_EFFORT", "contradict"),
                ("--history KEEP_ALL --history-depth 4", "--history-depth"),
                ("--loaned-samples --publish-type value", "contradict"),
                ("-c FastDDS --spin 5", "own API"),
                ("--one-in-flight -p 2", "one publisher"),
                ("--intra-process --process-configuration INTER_PROCESS", "contradict"),
                ("--intra-process -c poll-floor", "no nodes"),
                ("--zero-copy --callback-type unique_ptr", "--callback-type"),
                ("--zero-copy --publish-type value", "--publish-type value"),
                ("-c wait-set --callback-type shared_ptr", "calls no callback"),
                ("-c warp", "no such communicator"),
                ("--output none -o csv", "--output none"),
                ("-l results", "csv or json"),
                ("--fill some", "--fill"),
                ("-r 1 -r 2", "--rate: given more than once"),
                ("--use-rt-cpus x", "CPU mask"),
                ("-c word-ring -s 2", "one subscriber"),
                ("-p 0 -s 0", "nothing to measure"),
                ("stray", "stray")]:
            with self.subTest(arguments):
                self.assertIn(names, self.refused(arguments, 2))

    def test_help_and_lists_go_to_stdout(self):
        for arguments, names in [("--help", "--zero-copy"), ("--msg-list", "PointCloud2 "),
                                 ("--version", "perf_test ")]:
            status, out, err = self.run_it(arguments)
            self.assertEqual((status, err), (0, ""))
            self.assertIn(names, out)

    def test_a_result_file_that_cannot_be_written_is_said_before_the_run(self):
        line = self.refused(f"{FLOOR} -l /nonexistent/run.json", 1)
        self.assertIn("/nonexistent/run.json", line)

    def test_a_cpu_that_does_not_exist_is_refused_with_those_that_do(self):
        self.assertIn("this machine has",
                      self.refused(f"{FLOOR} --use-rt-cpus 0x8000000000000000", 1))


class Floors(PerfTestCase):
    def test_every_configuration_receives_all_that_was_sent(self):
        for arguments in ["", "--process-configuration INTER_PROCESS",
                          "--process-configuration INTER_PROCESS -s 3 -p 2",
                          "-s 3 -p 2",
                          "--process-configuration INTER_PROCESS -s 2 -p 2 --topics 20"]:
            with self.subTest(arguments):
                _, report = self.complete(f"{FLOOR} {arguments} --fill full")
                run, options = report["run"], report["options"]
                self.assertGreater(run["sent"], 10)
                self.assertEqual(run["received"], run["sent"] * options["num_sub_threads"])
                self.assertEqual((run["lost"], run["corrupt"], run["out_of_order"]), (0, 0, 0))
                self.assertEqual(run["latency_ns"]["count"], run["received"])
                self.assertEqual(len(report["subscribers"]), options["num_sub_threads"])

    def test_polling_and_word_ring_run_as_fast_as_possible(self):
        for arguments in ["-c poll-floor -m Array1k -r 0", "-c word-ring"]:
            with self.subTest(arguments):
                _, report = self.complete(
                    f"{arguments} --process-configuration INTER_PROCESS --max-runtime 1")
                run = report["run"]
                self.assertGreater(run["sent"], 10_000)
                self.assertGreater(run["received"], 0)

    def test_word_ring_accounts_for_every_word(self):
        _, report = self.complete("-c word-ring --max-runtime 1")
        run = report["run"]
        self.assertEqual(run["received"] + run["lost"], run["sent"])

    def test_a_round_trip_takes_longer_than_one_way(self):
        for way in ["floor", "poll-floor"]:
            with self.subTest(way):
                _, report = self.complete(f"-c {way} --roundtrip-mode Both -m Array4k -r 200 "
                                          "--process-configuration INTER_PROCESS --max-runtime 1")
                self.assertEqual(report["run"]["received"], report["run"]["sent"])
                self.assertGreater(report["run"]["latency_ns"]["p50"], 0)


class Output(PerfTestCase):
    def test_tables_are_appended_when_piped_and_end_with_the_whole_run(self):
        status, out, _ = self.run_it("-c floor -r 100 --max-runtime 3")
        self.assertEqual(status, 0)
        self.assertNotIn("\x1b", out)
        titles = ["run time", "samples", "latency", "publisher loop", "subscriber loop",
                  "system usage"]
        for title in titles:
            self.assertEqual(len(re.findall(rf"\b{title} \(", out)), 4, title)
        self.assertIn("The whole run", out)
        self.assertIn("Maximum runtime reached. Exiting.", out)

    def test_the_intervals_add_up_to_the_run(self):
        _, report = self.complete("-c floor -r 300 -s 2 --max-runtime 3")
        for key in ["sent", "received", "lost"]:
            self.assertEqual(sum(i[key] for i in report["intervals"]), report["run"][key])
        merged = {}
        for interval in report["intervals"]:
            for value, count in interval["latency_histogram_ns"]["counts"]:
                merged[value] = merged.get(value, 0) + count
        self.assertEqual(sorted(merged.items()),
                         [tuple(p) for p in report["run"]["latency_histogram_ns"]["counts"]])

    def test_csv_has_one_row_an_interval(self):
        status, out, err = self.run_it(f"{FLOOR} -o csv -l run.csv")
        self.assertEqual((status, out, err), (0, "", ""))
        head, _, rows = (self.results / "run.csv").read_text().partition(
            "---EXPERIMENT-START---\n")
        self.assertIn("communicator: floor", head)
        table = list(csv.DictReader(rows.splitlines()))
        self.assertEqual(len(table), 1)
        self.assertGreater(int(table[0]["recv"]), 0)
        self.assertGreater(float(table[0]["latency_p50(us)"]), 0)

    def test_what_cannot_be_written_fails(self):
        with open("/dev/full", "w") as full:
            for arguments in (FLOOR, "--help"):
                process = self.start(arguments, stdout=full)
                _, err = process.communicate(timeout=DEADLINE_S)
                self.assertEqual(process.returncode, 1)
                self.assertIn("No space left on device", err)

    def test_a_killed_run_leaves_the_result_that_was_there(self):
        for name, output in ("run.json", "json"), ("run.csv", "csv"):
            (self.results / name).write_text("older")
            process = self.start(f"-c floor -r 200 -o stdout -o {output} -l {name}")
            self.assertIn("perf_test", process.stdout.readline())
            wait_for((self.results / f"{name}.partial").exists, "the new one to begin")
            process.kill()
            process.communicate(timeout=DEADLINE_S)
            self.assertEqual((self.results / name).read_text(), "older")

    def test_none_prints_nothing(self):
        self.assertEqual(self.run_it(f"{FLOOR} -o none"), (0, "", ""))
        self.assertEqual(list(self.results.iterdir()), [])

    def test_the_default_file_name_says_topic_and_time(self):
        self.run_it(f"{FLOOR} -t camera -o json")
        (file,) = self.results.iterdir()
        self.assertRegex(file.name, r"^perf_test_camera_\d{8}T\d{6}Z\.json$")

    def test_ignored_seconds_are_not_in_the_summary(self):
        _, report = self.complete("-c floor -r 200 --max-runtime 3 --ignore 2")
        self.assertLess(report["run"]["sent"], 300)
        self.assertLess(report["run"]["duration_s"], 2.5)

    def test_without_numbers_only_counts_are_told(self):
        _, report = self.complete(f"{FLOOR} --fill none")
        self.assertEqual(report["run"]["received"], report["run"]["sent"])
        self.assertEqual(report["run"]["latency_ns"]["count"], 0)


class Endings(PerfTestCase):
    def first_block(self, process):
        for line in process.stdout:
            if "nivcsw" in line:
                return
        self.fail(process.stderr.read())

    def test_ctrl_c_ends_with_the_complete_report(self):
        for sent in [signal.SIGINT, signal.SIGTERM]:
            with self.subTest(sent):
                process = self.start(f"-c floor -r 100 -s 2 {DEEP} -l run.json "
                                     "--process-configuration INTER_PROCESS")
                self.first_block(process)
                process.send_signal(sent)
                out, err = process.communicate(timeout=DEADLINE_S)
                self.assertEqual((process.returncode, err), (0, ""))
                self.assertIn("The whole run, ended by a signal", out)
                report = json.loads((self.results / "run.json").read_text())
                self.assertTrue(report["interrupted"])
                self.assertEqual(report["run"]["received"], 2 * report["run"]["sent"])

    def test_ctrl_c_from_the_terminal_reaches_the_whole_group(self):
        process = self.start("-c floor -r 100", process_group=0)
        self.first_block(process)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=DEADLINE_S)
        self.assertEqual((process.returncode, err), (0, ""))
        self.assertIn("The whole run, ended by a signal", out)

    def test_a_killed_worker_fails_the_run_and_is_named(self):
        process = self.start("-c floor -r 100 -s 2 --process-configuration INTER_PROCESS "
                             "-l run.json")
        self.first_block(process)
        victim = workers_of(process.pid)[2]
        os.kill(victim, signal.SIGKILL)
        out, err = process.communicate(timeout=DEADLINE_S)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(
            err, f"perf_test: subscriber 1 (pid {victim}) was killed by signal 9 (Killed)\n")
        report = json.loads((self.results / "run.json").read_text())
        self.assertFalse(report["complete"])
        self.assertGreater(report["run"]["sent"], 0)

    def workers_leave_after_kill_of(self, process):
        process.kill()
        # The workers have inherited both pipes, so this waits for them too.
        _, err = process.communicate(timeout=DEADLINE_S)
        self.assertEqual(err, "")
        wait_for(lambda: not self.left(), "the workers to end")
        self.assertEqual([p for p in self.registry.rglob("*") if not p.is_dir()], [])

    def test_workers_of_a_killed_supervisor_leave_in_order(self):
        for way in ["-c floor -s 2", "-c poll-floor -s 2", "-c word-ring",
                    "-c floor --roundtrip-mode Both", "-m PointCloud2 --zero-copy -s 2",
                    "--shared-memory -s 2 -p 2", "-c poll --zero-copy",
                    "-c wait-set --zero-copy --reliable --history KEEP_ALL", "--reliable -s 2",
                    "-c FastDDS -s 2", "-c FastDDS --zero-copy",
                    "--zero-copy --one-in-flight -s 2",
                    "--zero-copy --roundtrip-mode Both"]:
            for processes in ["INTER_PROCESS", "INTRA_PROCESS"]:
                with self.subTest(f"{way} {processes}"):
                    rate = "" if "word-ring" in way else "-r 50"
                    process = self.start(f"{way} {rate} --process-configuration {processes}")
                    self.first_block(process)
                    self.workers_leave_after_kill_of(process)

    def test_a_worker_that_waits_for_a_match_leaves_with_a_killed_supervisor(self):
        process = self.start("--shared-memory -p 1 -s 0")
        wait_for(lambda: any(p.is_file() for p in self.registry.rglob("*")),
                 "the worker to register")
        self.workers_leave_after_kill_of(process)

    def test_a_worker_that_hangs_is_killed_soon_after_its_supervisor(self):
        process = self.start("-c floor --roundtrip-mode Both -r 100 "
                             "--process-configuration INTER_PROCESS")
        self.first_block(process)
        main, relay = workers_of(process.pid)
        os.kill(relay, signal.SIGSTOP)
        try:
            wait_for(lambda: "State:\tT" in self.status_of(relay), "the relay to stop")
            switches = self.status_of(main)
            process.send_signal(signal.SIGINT)
            # Told to stop, it waits for an answer that will never come.
            wait_for(lambda: self.status_of(main) != switches, "the main side to be told")
            process.kill()
            wait_for(lambda: not self.status_of(main), "the main side to end")
        finally:
            os.kill(relay, signal.SIGCONT)
        process.communicate(timeout=DEADLINE_S)

    def status_of(self, pid):
        """Of the main thread; empty when it has ended."""
        status = self._read(pathlib.Path(f"/proc/{pid}/status")).decode()
        return "" if "State:\tZ" in status else status

    def test_a_killed_relay_ends_the_wait_for_its_answer(self):
        process = self.start("-c floor --roundtrip-mode Both -r 100 "
                             "--process-configuration INTER_PROCESS")
        self.first_block(process)
        relay = workers_of(process.pid)[1]
        os.kill(relay, signal.SIGKILL)
        _, err = process.communicate(timeout=DEADLINE_S)
        self.assertEqual(
            (process.returncode, err),
            (1, f"perf_test: relay (pid {relay}) was killed by signal 9 (Killed)\n"))

    def test_a_reader_that_leaves_leaves_nothing_behind(self):
        process = self.start("-c floor -r 100 --max-runtime 3")
        process.stdout.readline()
        process.stdout.close()
        process.wait(timeout=DEADLINE_S)
        process.stderr.close()


class Baton(PerfTestCase):
    def test_the_commands_of_the_reference_documents_work_as_written(self):
        out, report = self.complete(REFERENCE)
        self.assertIn("udp, serialised", out)
        self.assertEqual(report["subscribers"][0]["transport"], "udp")
        self.assertFalse(report["subscribers"][0]["zero_copy"])
        self.assertGreater(report["run"]["received"], 0)

        out, report = self.complete("--zero-copy " + REFERENCE)
        self.assertIn("shared_memory, zero copy", out)
        self.assertTrue(report["subscribers"][0]["zero_copy"])
        run = report["run"]
        self.assertEqual(run["received"] + run["lost"], run["sent"])

    def test_every_way_receives_all_that_was_sent(self):
        for arguments in [f"-c single-threaded-executor {DEEP}", f"-c wait-set {DEEP}",
                          f"-c static-single-threaded-executor {DEEP}",
                          f"-c rclcpp-multi-threaded-executor -s 2 {DEEP}",
                          f"-c events-executor {DEEP}",
                          f"-c poll {DEEP}", f"-c single-threaded-executor --spin 50 {DEEP}",
                          f"--callback-type const_shared_ptr {DEEP}",
                          f"--process-configuration INTER_PROCESS -s 3 -p 2 {DEEP}",
                          f"--process-configuration INTER_PROCESS -s 2 -p 2 --topics 20 {DEEP}",
                          f"-c wait-set --topics 5 {DEEP}", f"-c poll --topics 5 {DEEP}",
                          "-s 2 -p 2 --transient --history KEEP_ALL --reliable"]:
            with self.subTest(arguments):
                _, report = self.complete(
                    f"{BATON} --zero-copy --reliable --fill full {arguments}")
                run, options = report["run"], report["options"]
                self.assertGreater(run["sent"], 10)
                self.assertEqual(run["received"], run["sent"] * options["num_sub_threads"])
                self.assertEqual((run["lost"], run["corrupt"], run["duplicate"]), (0, 0, 0))

    def test_each_of_many_topics_has_the_rate_and_its_own_endpoints(self):
        _, report = self.complete(
            f"-m Array4k -r 20 --max-runtime 2 --zero-copy --reliable --topics 10 -s 2 "
            "--process-configuration INTER_PROCESS")
        # A turn that the machine was too busy for is counted as late.
        turns = report["run"]["sent"] + report["run"]["late"]
        self.assertAlmostEqual(turns, 20 * 2 * 10, delta=80)
        self.assertEqual(report["publishers"][0]["matched"], 2 * 10)
        self.assertEqual(report["options"]["topics"], 10)
        self.assertGreater(report["run"]["matched_after_s"], 0)
        self.assertLess(report["run"]["matched_after_s"], 30)

    def test_the_matches_of_many_topics_fit_into_what_a_worker_tells(self):
        _, report = self.complete(
            "-m Array4k -r 1 --max-runtime 1 --zero-copy --reliable --topics 700 "
            "--process-configuration INTER_PROCESS")
        self.assertEqual(report["publishers"][0]["matched"], 700)

    def test_within_a_process_every_way_hands_pointers_over(self):
        for arguments in ["", "-s 3 -p 2", "-c multi-threaded-executor -s 2", "-c wait-set",
                          "-c poll", "--zero-copy", "--callback-type const_shared_ptr -s 2",
                          "--callback-type unique_ptr --zero-copy",
                          "-m Image -r 100 --publish-type loan --callback-type shared_ptr",
                          "--reliable --history KEEP_ALL --transient", "-m Image -r 100"]:
            deep = "" if "KEEP_ALL" in arguments else DEEP
            what = "" if "-m" in arguments else "-m Array64k -r 200"
            with self.subTest(arguments):
                out, report = self.complete(
                    f"--intra-process {what} {arguments} {deep} --fill full --max-runtime 1")
                run, options = report["run"], report["options"]
                self.assertGreater(run["sent"], 10)
                self.assertEqual(run["received"], run["sent"] * options["num_sub_threads"])
                self.assertEqual((run["lost"], run["corrupt"], run["duplicate"]), (0, 0, 0))
                for subscriber in report["subscribers"]:
                    self.assertEqual(subscriber["transport"], "in_process")
                    self.assertTrue(subscriber["zero_copy"])
                self.assertIn("in_process, zero copy", out)

    def test_whatever_is_published_and_however_it_is_received_it_arrives(self):
        for where in ["--intra-process", "--shared-memory"]:
            for published in ["value", "const_ref", "unique_ptr"]:
                for received in ["const_ref", "const_shared_ptr", "unique_ptr", "shared_ptr"]:
                    arguments = f"{where} --publish-type {published} --callback-type {received}"
                    with self.subTest(arguments):
                        _, report = self.complete(
                            f"-m Array64k -r 200 --max-runtime 0.3 -s 2 --message-init ALL "
                            f"--fill full {DEEP} {arguments}")
                        run, options = report["run"], report["options"]
                        self.assertEqual(run["received"], 2 * run["sent"])
                        self.assertEqual((run["lost"], run["corrupt"]), (0, 0))
                        self.assertEqual((options["publish_type"], options["callback_type"]),
                                         (published, received))

    def test_a_copy_is_told_with_its_reason(self):
        for arguments, reason in [
                ("--intra-process --publish-type const_ref", "publish(const M&)"),
                ("--intra-process --callback-type unique_ptr -s 2", "unique_ptr of their own"),
                ("--shared-memory --publish-type unique_ptr", "std::unique_ptr<M>")]:
            with self.subTest(arguments):
                out, report = self.complete(f"{BATON} {arguments}")
                self.assertFalse(report["subscribers"][0]["zero_copy"])
                self.assertIn("with one copy", out)
                self.assertIn(reason, out)

    def test_every_message_goes_through(self):
        _, listing, _ = self.run_it("--msg-list")
        for line in listing.splitlines():
            message = line.split()[0]
            with self.subTest(message):
                _, report = self.complete(
                    f"--zero-copy -m {message} -r 50 --fill full --max-runtime 0.2 --warm-up 1")
                self.assertEqual(report["run"]["received"], report["run"]["sent"])
                self.assertEqual(report["run"]["corrupt"], 0)

    def test_as_fast_as_possible_nothing_is_corrupt_and_all_is_accounted_for(self):
        _, report = self.complete("--zero-copy -m Struct256 -r 0 --fill full --max-runtime 1 "
                                  "--process-configuration INTER_PROCESS")
        run = report["run"]
        self.assertEqual((run["corrupt"], run["duplicate"]), (0, 0))
        self.assertEqual(run["received"] + run["lost"], run["sent"])

    def test_round_trips_work_in_one_command_and_in_two(self):
        _, report = self.complete("-c poll --zero-copy --roundtrip-mode Both -m Array4k -r 200 "
                                  "--max-runtime 1 --process-configuration INTER_PROCESS")
        self.assertEqual(report["run"]["received"], report["run"]["sent"])

        relay = self.start("--zero-copy --roundtrip-mode Relay -m Array4k")
        _, report = self.complete("--zero-copy --roundtrip-mode Main -m Array4k -r 200 "
                                  "--max-runtime 1")
        self.assertEqual(report["run"]["received"], report["run"]["sent"])
        relay.send_signal(signal.SIGINT)
        out, err = relay.communicate(timeout=DEADLINE_S)
        self.assertEqual((relay.returncode, err), (0, ""), out)

    def test_publisher_and_subscriber_may_be_two_commands(self):
        subscriber = self.start(f"-p 0 -s 1 {BATON_FOREVER} --zero-copy")
        _, report = self.complete(f"-p 1 -s 0 --expected-num-subs 1 {BATON} --zero-copy")
        self.assertGreater(report["run"]["sent"], 10)
        subscriber.send_signal(signal.SIGINT)
        out, err = subscriber.communicate(timeout=DEADLINE_S)
        self.assertEqual((subscriber.returncode, err), (0, ""), out)
        self.assertIn("shared_memory", out)

    def test_the_half_that_waits_for_another_command_says_so_at_once(self):
        process = self.start("--shared-memory -p 1 -s 0")
        self.assertIn("subscribers on topic 'test_topic' must come from another command",
                      process.stdout.readline())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=DEADLINE_S)
        self.assertEqual(process.returncode, 0)

    def test_a_publisher_may_publish_without_subscriptions(self):
        _, report = self.complete(f"-p 1 -s 0 --expected-num-subs 0 {BATON} --zero-copy")
        self.assertGreater(report["run"]["sent"], 10)
        self.assertEqual(report["run"]["received"], 0)

    def test_a_second_run_on_one_topic_is_noticed(self):
        first = self.start(f"{BATON_FOREVER} --zero-copy")
        Endings.first_block(self, first)
        line = self.refused(f"{BATON} --zero-copy", 1)
        self.assertIn("another command uses this topic; choose one with --topic", line)
        self.complete(f"{BATON} --zero-copy -t another")
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=DEADLINE_S)

    def test_without_a_match_in_time_it_names_the_missing_side(self):
        for way in ["", "--shared-memory", "-c FastDDS"]:
            line = self.refused(f"-p 1 -s 0 --wait-for-matched-timeout 0.2 {way}", 1)
            self.assertIn("publisher 0 found 0 of 1 subscribers", line)

    def test_a_wait_for_a_match_is_explained_at_a_terminal(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = self.start("--shared-memory -p 1 -s 0", stderr=theirs)
        os.close(theirs)
        self.assertTrue(select.select([ours], [], [], DEADLINE_S)[0], "it says nothing")
        self.assertIn(b"waiting for all publishers and subscribers on topic", os.read(ours, 1000))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=DEADLINE_S)
        self.assertEqual(process.returncode, 0)

    def test_ctrl_c_while_waiting_for_a_match_ends_with_a_report(self):
        process = self.start("--shared-memory -p 1 -s 0 -l run.json")
        wait_for(lambda: any(p.is_file() or p.is_socket() for p in self.registry.rglob("*")),
                 "the worker to register")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=DEADLINE_S)
        self.assertEqual((process.returncode, err), (0, ""))
        self.assertIn("ended by a signal", out)
        self.assertTrue(json.loads((self.results / "run.json").read_text())["interrupted"])

    def test_a_killed_subscriber_fails_the_run_and_leaves_nothing(self):
        process = self.start(f"{BATON_FOREVER} --zero-copy -s 2 "
                             "--process-configuration INTER_PROCESS")
        Endings.first_block(self, process)
        os.kill(workers_of(process.pid)[1], signal.SIGKILL)
        _, err = process.communicate(timeout=DEADLINE_S)
        self.assertEqual(process.returncode, 1)
        self.assertIn("subscriber 0", err)
        # What the dead one left in the registry goes when the next participant starts.
        self.complete(f"{BATON} --zero-copy")

    def test_a_message_larger_than_any_pool_ends_the_run_with_the_cure(self):
        for message in ["Image", "UnboundedSequence", "UnboundedString"]:
            for processes in ["INTER_PROCESS", "INTRA_PROCESS"]:
                for way in ["--zero-copy", "--shared-memory -s 2", "--zero-copy --warm-up 0"]:
                    with self.subTest(f"{message} {processes} {way}"):
                        line = self.refused(
                            f"-m {message} --unbounded-msg-size 1073741823 {way} "
                            f"--process-configuration {processes}", 1)
                        self.assertIn("the first message", line)
                        self.assertIn("choose a smaller --unbounded-msg-size", line)

    def test_ctrl_c_ends_a_warm_up(self):
        process = self.start(f"{BATON_FOREVER} --zero-copy --warm-up 1000000 -l run.json")

        def messages_flow():
            switches = 0
            for worker in workers_of(process.pid):
                for status in pathlib.Path(f"/proc/{worker}/task").glob("*/status"):
                    found = re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)",
                                      self._read(status).decode())
                    if found and status.parent.name != str(worker):
                        switches += int(found[1])
            return switches > 50

        wait_for(messages_flow, "the warm-up")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=DEADLINE_S)
        self.assertEqual((process.returncode, err), (0, ""), out)

    def test_a_topic_name_that_ros_forbids_is_one_line(self):
        self.assertIn("topic", self.refused("-t 9lives! --max-runtime 1", 1))

    def skip_where_nothing_counts(self):
        status, _, err = self.run_it(f"{BATON} --shared-memory --check-memory -o none")
        if status == 1 and "sanitizer build" in err:
            self.skipTest(err.strip())

    def test_the_data_path_allocates_no_heap_memory(self):
        self.skip_where_nothing_counts()
        out, report = self.complete("--zero-copy -m Array4k -r 500 --max-runtime 3 --check-memory")
        self.assertEqual(report["run"]["heap_allocations"], 0)
        self.assertIn("heap allocations on the data path", out)

    def allocations_of(self, arguments):
        """Some hundred when a reader falls behind: then the pool grows, once, and readers are told."""
        _, report = self.complete(f"{arguments} -r 200 --max-runtime 2 --check-memory")
        return report["run"]["heap_allocations"]

    def test_sequences_allocate_no_heap_memory_either(self):
        self.skip_where_nothing_counts()
        for arguments in ["-m Image --zero-copy", "-m PointCloud2 --zero-copy",
                          "-m PointCloud2 --unbounded-msg-size 65536 --shared-memory",
                          "-m PolygonStamped --shared-memory"]:
            with self.subTest(arguments):
                self.assertIn(0, (self.allocations_of(arguments) for _ in range(3)))

    def test_messages_with_sequences_move_in_every_way(self):
        for message in ["Image", "PointCloud2 --unbounded-msg-size 160000",
                        "PolygonStamped --unbounded-msg-size 120000",
                        "UnboundedString --unbounded-msg-size 100001",
                        "UnboundedSequence --unbounded-msg-size 0", "BoundedSequence256k"]:
            for way in ["--zero-copy", "--shared-memory", "-c floor",
                        "--zero-copy -c poll --roundtrip-mode Both"]:
                with self.subTest(f"{message} {way}"):
                    _, report = self.complete(
                        f"-m {message} {way} -r 100 --fill full --max-runtime 0.3 --history-depth 60 "
                        "--process-configuration INTER_PROCESS")
                    run = report["run"]
                    self.assertGreater(run["sent"], 1)
                    self.assertEqual(run["received"], run["sent"])
                    self.assertEqual((run["lost"], run["corrupt"], run["no_loan"]), (0, 0, 0))

    def test_a_size_that_both_ends_do_not_agree_on_is_corrupt(self):
        sequence = "-m UnboundedSequence --reliable --zero-copy"
        subscriber = self.start(f"-p 0 -s 1 {sequence} -r 200 -l subscriber.json")
        self.complete(f"-p 1 -s 0 --expected-num-subs 1 {sequence} --unbounded-msg-size 50 "
                      "-r 200 --max-runtime 1")
        subscriber.send_signal(signal.SIGINT)
        subscriber.communicate(timeout=DEADLINE_S)
        run = json.loads((self.results / "subscriber.json").read_text())["run"]
        self.assertEqual(run["received"], 0)
        self.assertGreater(run["corrupt"], 10)

    def test_the_memory_of_the_pool_is_told(self):
        out, report = self.complete(f"{BATON} --zero-copy --memory")
        self.assertGreater(report["publishers"][0]["committed_bytes"], 65536)
        self.assertIn("bytes committed", out)


class Network(PerfTestCase):
    RELIABLE = f"--reliable --fill full {DEEP}"

    def complete_without_loss(self, arguments):
        out, report = self.complete(f"{self.RELIABLE} {arguments}")
        run, options = report["run"], report["options"]
        self.assertGreater(run["sent"], 0, arguments)
        self.assertEqual(run["received"], run["sent"] * options["num_sub_threads"])
        self.assertEqual((run["lost"], run["corrupt"], run["duplicate"]), (0, 0, 0))
        return out, report

    def test_every_way_of_taking_receives_all_that_was_sent_by_udp(self):
        for arguments in ["", "-c static-single-threaded-executor", "-c wait-set", "-c poll",
                          "-c multi-threaded-executor -s 2", "-c events-executor",
                          "--process-configuration INTER_PROCESS -s 3 -p 2",
                          "--transient", "--callback-type unique_ptr -s 2",
                          "--publish-type unique_ptr", "--loaned-samples", "--publish-type value"]:
            with self.subTest(arguments):
                out, report = self.complete_without_loss(
                    f"-m Array64k -r 100 --max-runtime 0.3 {arguments}")
                self.assertEqual(report["options"]["delivery"], "serialised")
                for subscriber in report["subscribers"]:
                    self.assertEqual((subscriber["transport"], subscriber["zero_copy"]),
                                     ("udp", False))
                self.assertIn("udp, serialised", out)

    def test_keep_all_loses_nothing_over_udp(self):
        _, report = self.complete("--reliable --history KEEP_ALL -m Array16k -r 200 "
                                  "--max-runtime 0.3")
        self.assertEqual(report["run"]["received"], report["run"]["sent"])

    def test_every_message_goes_through_udp(self):
        _, listing, _ = self.run_it("--msg-list")
        for message in ["Struct16", "Array4m", "SampleMessage", "PointCloud1m", "NavSatFix",
                        "BoundedSequence256k", "UnboundedString --unbounded-msg-size 100001",
                        "PolygonStamped", "Image", "PointCloud2"]:
            self.assertIn(message.split()[0], listing)
            for processes in ["INTRA_PROCESS", "INTER_PROCESS"]:
                with self.subTest(f"{message} {processes}"):
                    self.complete_without_loss(f"-m {message} -r 30 --max-runtime 0.3 --warm-up 1 "
                                               f"--process-configuration {processes}")

    def test_round_trips_work_over_udp_in_one_command_and_in_two(self):
        for way in ["", "-c FastDDS", "-c FastDDS-listener", "-c FastDDS --zero-copy"]:
            with self.subTest(way):
                self.complete_without_loss(
                    f"{way} --roundtrip-mode Both -m Array4k -r 100 --max-runtime 0.3 "
                    "--process-configuration INTER_PROCESS")
                relay = self.start(f"{way} {self.RELIABLE} --roundtrip-mode Relay -m Array4k")
                self.complete_without_loss(
                    f"{way} --roundtrip-mode Main -m Array4k -r 100 --max-runtime 0.3")
                relay.send_signal(signal.SIGINT)
                out, err = relay.communicate(timeout=DEADLINE_S)
                self.assertEqual((relay.returncode, err), (0, ""), out)

    def test_publisher_and_subscriber_may_be_two_commands_over_udp(self):
        subscriber = self.start(f"{self.RELIABLE} -p 0 -s 1 {BATON_FOREVER} -l subscriber.json")
        self.complete(f"{self.RELIABLE} -p 1 -s 0 {BATON_FOREVER} --max-runtime 0.3")
        subscriber.send_signal(signal.SIGINT)
        out, err = subscriber.communicate(timeout=DEADLINE_S)
        self.assertEqual((subscriber.returncode, err), (0, ""), out)
        report = json.loads((self.results / "subscriber.json").read_text())
        self.assertGreater(report["run"]["received"], 0)
        self.assertEqual(report["subscribers"][0]["transport"], "udp")

    def test_an_environment_that_contradicts_the_mode_is_refused_with_the_cure(self):
        for name, value, arguments, names in [
                ("BATON_TRANSPORT", "shm", "", "add --shared-memory, or unset it"),
                ("BATON_TRANSPORT", "shm", "--loaned-samples", "BATON_TRANSPORT=shm forbids it"),
                ("BATON_TRANSPORT", "udp", "--zero-copy", "contradict each other"),
                ("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF", "", "set it to LOCALHOST")]:
            with self.subTest(f"{name}={value} {arguments}"):
                self.environment[name] = value
                self.assertIn(names, self.refused(f"{arguments} --max-runtime 0.1", 2))
                del self.environment[name]

    def test_the_domain_of_the_command_line_is_that_of_the_network(self):
        own = int(self.environment["ROS_DOMAIN_ID"])
        subscriber = self.start(f"--reliable -p 0 -s 1 {BATON_FOREVER} -l subscriber.json "
                                f"--dds-domain-id {own}")
        self.environment["ROS_DOMAIN_ID"] = str(own + 1)
        self.refused("-p 1 -s 0 --wait-for-matched-timeout 0.3", 1)
        self.complete(f"--reliable -p 1 -s 0 {BATON_FOREVER} --max-runtime 0.2 "
                      f"--dds-domain-id {own}")
        subscriber.send_signal(signal.SIGINT)
        subscriber.communicate(timeout=DEADLINE_S)


class FastDds(PerfTestCase):
    """What it promises is its own: messages that its shared memory drops must be counted as lost."""

    WAYS = [("", "udp", False), ("--loaned-samples", "udp", False),
            ("--shared-memory", "shared_memory", False), ("--zero-copy", "data_sharing", True)]

    def files_of_fast_dds(self):
        return {p.name for p in pathlib.Path("/dev/shm").iterdir() if "fast" in p.name}

    def test_each_way_moves_all_messages_and_tells_itself(self):
        for way, transport, zero_copy in self.WAYS:
            for more in ["INTRA_PROCESS", "INTER_PROCESS -s 2", "INTER_PROCESS -s 2 -p 2 --topics 3"]:
                with self.subTest(f"{way} {more}"):
                    before = self.files_of_fast_dds()
                    _, report = self.complete(
                        f"-c FastDDS {way} -m Array64k -r 100 --reliable --fill full {DEEP} "
                        f"--max-runtime 0.3 --process-configuration {more}")
                    self.all_is_accounted_for(report)
                    # One topic of six without messages would be more.
                    self.assertLess(report["run"]["lost"], 0.1 * report["run"]["received"])
                    for subscriber in report["subscribers"]:
                        self.assertEqual((subscriber["transport"], subscriber["zero_copy"]),
                                         (transport, zero_copy))
                        self.assertEqual(subscriber["copied"] > 0, way == "--loaned-samples")
                    self.assertEqual(self.files_of_fast_dds() - before, set())

    def test_large_messages_and_sequences_move_too(self):
        for way, _, _ in self.WAYS:
            for message in ["Array4m", "Image"]:
                with self.subTest(f"{way} {message}"):
                    _, report = self.complete(
                        f"-c FastDDS-listener {way} -m {message} -r 30 --reliable --fill full "
                        "--max-runtime 0.3 --history-depth 20 "
                        "--process-configuration INTER_PROCESS")
                    self.all_is_accounted_for(report)

    def all_is_accounted_for(self, report):
        run, options = report["run"], report["options"]
        self.assertGreater(run["received"], 0)
        self.assertEqual(run["received"] + run["lost"], run["sent"] * options["num_sub_threads"])
        self.assertEqual(run["corrupt"], 0)

    def test_no_other_communicator_has_fast_dds_in_its_process(self):
        process = self.start("-c floor -r 100")
        Endings.first_block(self, process)
        (worker,) = workers_of(process.pid)
        self.assertNotIn(b"libfast", self._read(pathlib.Path(f"/proc/{worker}/maps")))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=DEADLINE_S)


class OneInFlight(PerfTestCase):
    def test_the_time_until_all_have_it_is_at_least_that_of_each(self):
        for way in ["--zero-copy", "--shared-memory", "-c floor", "--reliable",
                    "-c FastDDS --reliable"]:
            for processes in ["INTRA_PROCESS", "INTER_PROCESS"]:
                with self.subTest(f"{way} {processes}"):
                    out, report = self.complete(
                        f"{way} --one-in-flight -s 3 -r 0 -m Array64k --max-runtime 0.3 "
                        f"--process-configuration {processes}")
                    run = report["run"]
                    self.assertGreater(run["sent"], 0)
                    self.assertEqual(run["received"], 3 * run["sent"])
                    self.assertEqual(run["all_received_ns"]["count"], run["sent"])
                    self.assertGreater(run["all_received_ns"]["p50"], run["latency_ns"]["p50"])
                    self.assertIn("all_received (us", out)

    def test_in_an_open_loop_waiting_behind_earlier_messages_is_latency(self):
        # Each message takes longer to fill than there is time until the next one is due.
        crowded = "--zero-copy -r 20000 -m Array4m --fill full --max-runtime 0.5 --warm-up 5"
        _, closed = self.complete(crowded)
        _, opened = self.complete(crowded + " --open-loop")
        self.assertGreater(closed["run"]["late"], 0)
        self.assertEqual(opened["run"]["late"], 0)
        self.assertGreater(opened["run"]["latency_ns"]["p50"],
                           3 * closed["run"]["latency_ns"]["p50"])

    def test_a_killed_subscriber_ends_the_wait(self):
        process = self.start("--zero-copy --one-in-flight -s 2 -r 0 "
                             "--process-configuration INTER_PROCESS")
        Endings.first_block(self, process)
        os.kill(workers_of(process.pid)[1], signal.SIGKILL)
        _, err = process.communicate(timeout=DEADLINE_S)
        self.assertEqual(process.returncode, 1)
        self.assertIn("subscriber 0", err)
        self.complete(f"{BATON} --zero-copy")  # clears the registry of the dead one


if __name__ == "__main__":
    unittest.main()
