#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What tools/install_packages.sh, tools/venv.sh and the Makefile say and do where something is missing.

The first one runs with commands of the test's own in place of those of the system.
"""

import fcntl
import os
import pathlib
import pty
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HARMLESS = "awk basename cat cut dirname env grep mktemp printf rm sed sh tail tr".split()


class Scripts(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for name in HARMLESS:
            (self.bin / name).symlink_to(shutil.which(name))
        self.is_system("Debian GNU/Linux", "12")
        self.has("id", "echo 1000")

    def has(self, name, body):
        """A command, as lines of a shell script."""
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def is_system(self, name, version):
        (self.folder / "os-release").write_text(f'NAME="{name}"\nVERSION_ID="{version}"\n')

    def archive_has(self, *names):
        """An archive, and none of its packages installed."""
        self.has("dpkg-query", "exit 1")
        self.has("apt-cache", f'case " {" ".join(names)} " in *" $2 "*) exit 0;; esac; exit 100')

    def install(self, *sections, stdout=subprocess.PIPE, **variables):
        return subprocess.run(
            [self.bin / "sh", ROOT / "tools/install_packages.sh", *sections],
            env={"PATH": str(self.bin), "BATON_OS_RELEASE": str(self.folder / "os-release"), **variables},
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
        )

    def test_nothing_is_done_when_all_is_there(self):
        self.has("dpkg-query", 'printf "installed "')
        done = self.install("build")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_without_root_and_sudo_an_administrator_is_told_the_command(self):
        self.archive_has("python3-psutil", "python3-rich", "python3-yaml")
        done = self.install("command")
        self.assertEqual(done.returncode, 1)
        command = "apt-get install --no-install-recommends python3-psutil python3-rich python3-yaml"
        self.assertIn(command, done.stderr)
        self.assertNotIn("not tested", done.stderr)

    def test_what_cannot_be_installed_is_named_with_the_cause(self):
        self.archive_has("spin")
        self.has("sudo", 'exec "$@"')
        self.has("apt-get", "echo Could not resolve the mirror; exit 100")
        done = self.install("model")
        self.assertEqual(done.returncode, 1)
        self.assertIn("could not install: spin", done.stderr)
        self.assertIn("Could not resolve the mirror", done.stderr)

    def test_how_far_an_installation_is_is_shown_on_a_terminal_alone(self):
        self.archive_has("spin")
        self.has("sudo", 'exec "$@"')
        told = "echo 'dlstatus:spin:25.0:Retrieving' >&2; echo 'pmstatus:spin:75.5:Unpacking' >&2"
        self.has("apt-get", f"{told}; echo Setting up spin")
        done = self.install("model")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "== installing Debian packages: spin\n")
        ours, terminal = pty.openpty()
        self.addCleanup(os.close, ours)
        done = self.install("model", stdout=terminal)
        os.close(terminal)
        self.assertEqual(done.returncode, 0)
        shown = os.read(ours, 4096).decode()
        self.assertIn("\r   downloading:  25 %", shown)
        self.assertIn("\r   installing:  75 %", shown)

    def test_the_name_is_taken_that_the_archive_has(self):
        self.archive_has("libfastdds-dev", "g++", "cmake")
        self.assertRegex(self.install("build").stderr, r"\blibfastdds-dev\b")
        self.archive_has("libfastrtps-dev", "g++", "cmake")
        self.assertRegex(self.install("build").stderr, r"\blibfastrtps-dev\b")

    def test_names_alone_are_printed_to_be_unpacked_elsewhere(self):
        self.archive_has("libfastrtps-dev", "g++", "cmake")
        done = self.install("--names", "build")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        names = done.stdout.split()
        self.assertIn("libfastrtps-dev", names)
        for absent in ("libfastdds-dev", "libclass-loader-dev", "libclass-loader-dev?", "|"):
            self.assertNotIn(absent, names)

    def test_what_an_archive_may_lack_is_left_out(self):
        self.archive_has("g++")
        self.assertEqual(self.install("lint").returncode, 0)
        self.archive_has("clang-format-14")
        self.assertIn("clang-format-14", self.install("lint").stderr)

    def test_baton_is_installed_where_an_archive_has_no_packages_of_ament(self):
        self.archive_has("python3-yaml", "python3-numpy")
        self.assertRegex(self.install("ros").stderr, "recommends python3-yaml python3-numpy *\n")

    def test_a_system_that_is_not_tested_is_said_to_be_so(self):
        self.archive_has("spin")
        self.is_system("Ubuntu", "22.04")
        self.assertIn("Ubuntu 22.04 is not tested", self.install("model").stderr)
        self.is_system("Ubuntu", "24.04")
        self.assertNotIn("not tested", self.install("model").stderr)

    def test_two_builds_of_a_preset_come_after_one_another(self):
        (self.folder / "tools").mkdir()
        shutil.copy(ROOT / "tools/build.sh", self.folder / "tools")
        self.has("cmake", f'echo "$@" >>{self.folder}/called')
        (self.folder / "build").mkdir()
        with open(self.folder / "build/.dev.lock", "w") as other_build:
            fcntl.flock(other_build, fcntl.LOCK_EX)
            build = subprocess.Popen(
                [self.folder / "tools/build.sh", "dev", "2", "perf_test"],
                env={**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}"},
                stdout=subprocess.PIPE,
                text=True,
            )
            self.addCleanup(build.stdout.close)
            waiting = "another make is building build/dev; waiting for it\n"
            self.assertEqual(build.stdout.readline(), waiting)
            self.assertFalse((self.folder / "called").exists())
        self.assertEqual(build.wait(), 0)
        called = (self.folder / "called").read_text().splitlines()
        self.assertEqual(len(called), 2)
        self.assertEqual(called[1], "--build --preset dev -j 2 --target perf_test")

    def test_a_virtual_environment_stays_where_a_newer_one_cannot_be_made(self):
        for name in ("tools/venv.sh", "python/requirements.lock"):
            (self.folder / name).parent.mkdir()
            shutil.copy(ROOT / name, self.folder / name)
        program = self.folder / ".venv/bin/baton"
        program.parent.mkdir(parents=True)
        program.write_text("of Debian's packages")
        done = subprocess.run(
            [self.folder / "tools/venv.sh"],
            env={**os.environ, "PIP_NO_INDEX": "1"},
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("cure: check the network and pip's settings", done.stderr)
        self.assertEqual(program.read_text(), "of Debian's packages")

    def test_without_packages_of_debian_the_list_is_shown_and_may_be_passed_over(self):
        self.is_system("Fedora Linux", "41")
        done = self.install("model")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Fedora Linux 41 has no Debian packages", done.stderr)
        self.assertIn("\n  spin\n", done.stderr)
        self.assertEqual(self.install("model", BATON_PACKAGES="installed").returncode, 0)

    def test_a_folder_in_which_nothing_can_be_executed_is_named(self):
        copy = self.folder / "checkout"
        (copy / "tools").mkdir(parents=True)
        shutil.copy(ROOT / "Makefile", copy)
        shutil.copy(ROOT / "tools/install_packages.sh", copy / "tools")
        run = ["make", "-C", str(copy), "help"]
        self.assertEqual(subprocess.run(run, capture_output=True).returncode, 0)
        os.chmod(copy / "tools/install_packages.sh", 0o644)
        done = subprocess.run(run, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot be executed", done.stderr)
        self.assertIn("noexec", done.stderr)


if __name__ == "__main__":
    unittest.main()
