# SPDX-License-Identifier: Apache-2.0
"""Competitors of perf_test: one that is missing, one that misbehaves, and those that are installed."""

import contextlib
import grp
import os
import pathlib
import shutil
import signal
import subprocess
import unittest

from perf_test_e2e_test import DEADLINE_S, DEEP, PERF_TEST, PerfTestCase, wait_for, workers_of

FAKE = os.environ.get("FAKE_COMPETITOR_LIBRARY", "")
NAMES = ("CycloneDDS", "iceoryx", "iceoryx2", "zenoh")
LIBRARIES = {
    "CycloneDDS": "libperf_cyclone_dds.so",
    "iceoryx": "libperf_iceoryx.so",
    "iceoryx2": "libperf_iceoryx2.so",
    "zenoh": "libperf_zenoh.so",
}
PRESET = pathlib.Path(PERF_TEST).resolve().parent.parent


def machine_of(path):
    """The field of an ELF file that names the processor: cross-built programs lie beside competitors
    of the building machine."""
    with open(path, "rb") as file:
        return file.read(20)[18:]


def is_installed(name):
    folders = (PRESET / "lib", PRESET.parent / "competitors" / "lib")
    libraries = [folder / LIBRARIES[name] for folder in folders]
    return any(path.is_file() and machine_of(path) == machine_of(PERF_TEST) for path in libraries)


class ElsewhereCase(PerfTestCase):
    """perf_test in a build folder of its own, without any competitor."""

    def setUp(self):
        super().setUp()
        self.preset = self.directory / "build" / "preset"
        (self.preset / "bin").mkdir(parents=True)
        self.program = self.preset / "bin" / "perf_test"
        shutil.copy(PERF_TEST, self.program)

    def start(self, arguments, **options):
        return super().start(arguments, executable=self.program, **options)


class Missing(ElsewhereCase):
    def test_a_missing_competitor_is_one_sentence_with_the_cure(self):
        for name in NAMES:
            with self.subTest(name):
                sentence = self.refused(f"-c {name} --max-runtime 0.1", 1)
                self.assertIn(name, sentence)
                self.assertIn("`make competitors` installs", sentence)

    def test_help_names_each_whether_it_is_installed_or_not(self):
        _, out, _ = self.run_it("--help")
        for name in NAMES:
            self.assertIn(name, out)

    def test_without_its_daemon_iceoryx_is_missing_too(self):
        self.environment["PATH"] = str(self.directory)
        for way in ["-c iceoryx", "-c CycloneDDS --zero-copy"]:
            with self.subTest(way):
                sentence = self.refused(f"{way} --max-runtime 0.1", 1)
                self.assertIn("iox-roudi: `make competitors` installs it", sentence)


class Misbehaving(ElsewhereCase):
    """In place of zenoh stands a library that does what the environment says."""

    def setUp(self):
        super().setUp()
        library = self.preset.parent / "competitors" / "lib"
        library.mkdir(parents=True)
        shutil.copy(FAKE, library / LIBRARIES["zenoh"])

    def sentence_of(self, mode):
        self.environment["FAKE_COMPETITOR"] = mode
        return self.refused("-c zenoh --zero-copy -r 100 --max-runtime 0.2 -o none "
                            "--wait-for-matched-timeout 3 --process-configuration INTER_PROCESS", 1)

    def test_each_way_of_failing_is_a_sentence(self):
        for mode, words in [
                ("other-version", "was built for another perf_test; `make competitors`"),
                ("refuses", "--communicator zenoh: it does not want to"),
                ("copies", "--zero-copy was asked, but publisher 0"),
                ("crashes", "was killed by signal 6")]:
            with self.subTest(mode):
                self.assertIn(words, self.sentence_of(mode))

    def test_one_that_hangs_is_ended(self):
        self.assertRegex(self.sentence_of("hangs"),
                         r"publisher 0 \(pid \d+\) was not warm within \d+ s: it hangs")


    def test_a_millisecond_too_much_is_in_the_figures_with_its_size(self):
        """A seeded fault: what the measuring loop says of a competitor is what the competitor does."""
        shortest_ns = {}
        for mode in ["", "late"]:
            self.environment["FAKE_COMPETITOR"] = mode
            _, report = self.complete("-c zenoh -m Array64k -r 100 --max-runtime 0.3 --fill full")
            run = report["run"]
            self.assertEqual((run["received"], run["corrupt"]), (run["sent"], 0))
            shortest_ns[mode] = run["latency_ns"]["min"]
        self.assertLess(shortest_ns[""], 1e6)
        self.assertGreaterEqual(shortest_ns["late"], 1e6)
        self.assertLess(shortest_ns["late"], 2e6)


class Installed(PerfTestCase):
    """What each promises is its own: messages that it drops must be counted as lost."""

    WAYS = [("iceoryx", "", "iceoryx", True), ("CycloneDDS", "", "udp", False),
            ("CycloneDDS", "--zero-copy", "iceoryx", True), ("iceoryx2", "", "iceoryx2", True),
            ("zenoh", "", "tcp", False), ("zenoh", "--zero-copy", "zenoh_shm", True)]

    @contextlib.contextmanager
    def nothing_is_left(self, name):
        """No process, no RouDi, no file of shared memory. Skips one that is not installed."""
        if not is_installed(name):
            self.skipTest(f"{LIBRARIES[name]} is not built: make competitors")
        before = self.shared_files()
        yield
        wait_for(lambda: not self.left(), "all processes to end")
        self.assertEqual(self.shared_files() - before, set())

    @staticmethod
    def shared_files():
        """Those of the competitors: other programs run meanwhile."""
        theirs = ("iceoryx", "perf_test_iox2_", grp.getgrgid(os.getgid()).gr_name)
        names = {path.name for path in pathlib.Path("/dev/shm").iterdir()}
        return {name for name in names if name.startswith(theirs) or name.endswith(".zenoh")}

    def test_each_way_moves_all_messages_and_tells_itself(self):
        for name, option, transport, zero_copy in self.WAYS:
            with self.subTest(f"{name} {option}"), self.nothing_is_left(name):
                for more in ["INTRA_PROCESS", "INTRA_PROCESS -s 2 -p 2 --topics 3",
                             "INTER_PROCESS -s 2", "INTER_PROCESS -s 2 --topics 3"]:
                    _, report = self.complete(
                        f"-c {name} {option} -m Array64k -r 100 --reliable --fill full {DEEP} "
                        f"--max-runtime 0.3 --process-configuration {more}")
                    run, options = report["run"], report["options"]
                    self.assertGreater(run["received"], 0)
                    self.assertEqual(run["received"] + run["lost"],
                                     run["sent"] * options["num_sub_threads"])
                    # One topic of six without messages would be more.
                    self.assertLess(run["lost"], 0.1 * run["sent"] * options["num_sub_threads"])
                    self.assertEqual(run["corrupt"], 0)
                    for subscriber in report["subscribers"]:
                        self.assertEqual(
                            (subscriber["transport"], subscriber["zero_copy"], subscriber["copied"]),
                            (transport, zero_copy, 0))

    def test_round_trips_and_large_messages_move_too(self):
        for name, option, _, _ in self.WAYS:
            with self.subTest(f"{name} {option}"), self.nothing_is_left(name):
                for more in ["-m Array4k --roundtrip-mode Both -r 100", "-m Array4m -r 30"]:
                    _, report = self.complete(
                        f"-c {name} {option} {more} --reliable --fill full --history-depth 10 "
                        "--max-runtime 0.3 --process-configuration INTER_PROCESS")
                    self.assertGreater(report["run"]["received"], 0)
                    self.assertEqual(report["run"]["corrupt"], 0)

    def test_a_killed_subscriber_is_named_and_leaves_nothing(self):
        for name, option, _, _ in self.WAYS:
            with self.subTest(f"{name} {option}"), self.nothing_is_left(name):
                process = self.start(f"-c {name} {option} -m Array64k -r 100 -s 2 "
                                     "--process-configuration INTER_PROCESS")
                self.wait_until_it_measures(process)
                victim = next(pid for pid in reversed(workers_of(process.pid))
                              if pathlib.Path(f"/proc/{pid}/comm").read_text() == "perf_test\n")
                os.kill(victim, signal.SIGKILL)
                _, err = process.communicate(timeout=DEADLINE_S)
                self.assertEqual(process.returncode, 1)
                self.assertIn(f"(pid {victim}) was killed by signal 9", err)

    def test_a_killed_perf_test_leaves_nothing(self):
        for name, option, _, _ in self.WAYS:
            with self.subTest(f"{name} {option}"), self.nothing_is_left(name):
                process = self.start(f"-c {name} {option} -m Array64k -r 100 -s 2 "
                                     "--process-configuration INTER_PROCESS")
                self.wait_until_it_measures(process)
                process.kill()
                process.communicate(timeout=DEADLINE_S)
                if name == "zenoh":
                    # The last process cannot remove what it has mapped; the next run does.
                    self.complete(f"-c {name} {option} -m Array4k -r 100 --max-runtime 0.1")

    @unittest.skipIf(shutil.which("iox-roudi") is None, "iceoryx is not installed: make competitors")
    def test_a_roudi_that_runs_already_is_refused_and_left_alone(self):
        roudi = subprocess.Popen(["iox-roudi", "-c", "/dev/stdin"], env=self.environment, text=True,
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(roudi.kill)
        roudi.stdin.write("[general]\nversion = 1\n[[segment]]\n[[segment.mempool]]\n"
                          "size = 1024\ncount = 100\n")
        roudi.stdin.close()
        while "ready" not in roudi.stdout.readline():
            self.assertIsNone(roudi.poll())
        self.assertIn("a RouDi runs on this machine already",
                      self.refused("-c iceoryx --max-runtime 0.1", 1))
        self.assertIsNone(roudi.poll())
        self.assertTrue(pathlib.Path("/dev/shm/iceoryx_mgmt").exists())
        roudi.terminate()
        roudi.wait(DEADLINE_S)
        roudi.stdout.close()

    def wait_until_it_measures(self, process):
        """All endpoints are matched and warm when the report begins."""
        if not process.stdout.readline():
            self.fail(process.stderr.read())


if __name__ == "__main__":
    unittest.main()
