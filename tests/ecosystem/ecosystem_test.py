# SPDX-License-Identifier: Apache-2.0
"""The parts of `make ecosystem`, without packages: its sources, colcon's log, and runs of programs."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import builder
import runner
import sources

URL = "https://github.com/robots/arm"


def git(folder, *arguments):
    settings = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main")
    done = subprocess.run(
        ["git", *settings, "-C", folder, *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file


class Sources(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("sources/robots+arm/package.xml", "<name>arm</name>")
        self.write("sources/robots+arm/large.bag", "large")
        self.origin = self.folder / "sources/robots+arm"
        git(self.origin, "init", "-q")
        git(self.origin, "add", ".")
        git(self.origin, "commit", "-q", "-m", "Add an arm")
        self.commit = git(self.origin, "rev-parse", "HEAD")
        self.write("sources/robots+arm/package.xml", "later")
        git(self.origin, "commit", "-q", "-a", "-m", "Change it")

    def repository(self, version):
        return sources.Repository("arm", {"type": "git", "url": URL + ".git", "version": version})

    def test_are_those_of_the_commit_in_a_folder(self):
        sources.check_out(self.repository(self.commit), self.folder / "src", self.folder / "sources")
        self.assertEqual("<name>arm</name>", (self.folder / "src/arm/package.xml").read_text())

    def test_may_lack_files_that_the_folder_does_not_have(self):
        lost = git(self.origin, "rev-parse", f"{self.commit}:large.bag")
        (self.origin / ".git/objects" / lost[:2] / lost[2:]).unlink()
        sources.check_out(self.repository(self.commit), self.folder / "src", self.folder / "sources")
        left = {path.name for path in (self.folder / "src/arm").iterdir()}
        self.assertEqual({"package.xml", ".git_index", ".ecosystem_version"}, left)

    def test_that_are_in_no_folder_are_told_by_address(self):
        self.origin.rename(self.folder / "sources/robots+leg")
        with self.assertRaisesRegex(RuntimeError, URL):
            sources.check_out(self.repository(self.commit), self.folder / "src", self.folder / "sources")

    def test_are_what_a_package_s_own_clone_gets_and_no_network(self):
        environment = {**os.environ, **sources.git_environment(self.folder / "sources")}
        clone = ["git", "clone", "-q"]
        subprocess.run([*clone, URL + ".git", self.folder / "cloned"], env=environment, check=True)
        self.assertTrue((self.folder / "cloned/package.xml").exists())
        other = [*clone, "https://github.com/robots/none", self.folder / "other"]
        done = subprocess.run(other, env=environment, capture_output=True, text=True)
        self.assertIn("not allowed", done.stderr)

    def test_are_what_a_clone_s_submodules_get(self):
        (self.folder / "sources/robots+hand").mkdir()
        hand = self.folder / "sources/robots+hand"
        git(hand, "init", "-q")
        hand_url = URL.replace("arm", "hand") + ".git"
        (hand / ".gitmodules").write_text(f'[submodule "arm"]\n\tpath = arm\n\turl = {URL}.git\n')
        git(hand, "update-index", "--add", "--cacheinfo", f"160000,{self.commit},arm")
        git(hand, "add", ".gitmodules")
        git(hand, "commit", "-q", "-m", "Add a hand")
        environment = {**os.environ, **sources.git_environment(self.folder / "sources")}
        clone = ["git", "clone", "-q", "--recurse-submodules", hand_url, self.folder / "cloned"]
        subprocess.run(clone, env=environment, check=True)
        self.assertTrue((self.folder / "cloned/arm/package.xml").exists())

    def test_of_a_list_need_a_commit(self):
        with self.assertRaisesRegex(ValueError, "repository arm: write .*version"):
            sources.Repository("arm", {"type": "git", "url": URL})


class Log(InAFolder):
    def outcomes(self):
        events = ["[0.1] (arm) JobEnded: {'identifier': 'arm', 'rc': 0}"]
        events.append("[0.2] (leg) JobEnded: {'identifier': 'leg', 'rc': 2}")
        events.append("[0.3] (robot) JobSkipped: {'identifier': 'robot'}")
        self.write("log/latest_build/events.log", "\n".join(events))
        lines = ["[ 1%] Building CXX object CMakeFiles/leg.dir/knee.cpp.o"]
        lines.append("[ 1%] Building CXX object CMakeFiles/leg.dir/foot.cpp.o")
        lines.append("/ws/src/leg/foot.cpp:7:9: error: 'toe' was not declared in this scope")
        lines.append("gmake[2]: *** [CMakeFiles/leg.dir/build.make:90: CMakeFiles/leg.dir/foot.cpp.o] Error 1")
        self.write("log/latest_build/leg/stdout_stderr.log", "\n".join(lines))
        return builder.outcomes(self.folder)

    def test_says_what_is_built_and_why_not(self):
        found = self.outcomes()
        self.assertEqual((builder.BUILT, ""), (found["arm"].state, found["arm"].why))
        why = "foot.cpp: 'toe' was not declared in this scope"
        self.assertEqual((builder.FAILED, why), (found["leg"].state, found["leg"].why))
        self.assertEqual((1, 2), (found["leg"].compiled, found["leg"].files))

    def test_says_what_a_package_that_was_not_tried_waits_for(self):
        found = self.outcomes()
        needs = "<depend>hip</depend><exec_depend>arm</exec_depend>"
        found["hip"] = builder.Outcome(builder.WAITED)
        self.write("hip/package.xml", "<build_depend>leg</build_depend>")
        self.write("robot/package.xml", needs)
        builder.explain_waiting(found, {name: self.folder / name for name in ("hip", "robot")})
        self.assertEqual("needs leg", found["robot"].why)

    def test_names_what_cmake_did_not_find(self):
        self.outcomes()
        text = "CMake Error at CMakeLists.txt:4 (find_package):\n  By not providing Findx.cmake\n"
        self.write("log/latest_build/leg/stdout_stderr.log", text)
        self.assertEqual("CMake: By not providing Findx.cmake", builder.outcomes(self.folder)["leg"].why)


class Programs(InAFolder):
    def run_it(self, script, expect, **more):
        program = self.write("install/arm/lib/arm/move", "#!/bin/sh\n" + script)
        program.chmod(0o755)
        entry = {"packages": ["arm"], "command": "move {source}", "expect": expect, **more}
        programs = runner.Programs(self.folder, dict(os.environ))
        return runner.run(runner.Run(entry), programs, self.folder / "log")

    def test_that_say_what_is_expected_are_stopped_and_pass(self):
        self.assertIsNone(self.run_it('echo moves in $1; exec sleep 600', "moves in /.*/src"))

    def test_that_end_without_saying_it_fail_with_their_last_line(self):
        went_wrong = self.run_it("echo stuck; exit 3", "moves")
        self.assertRegex(went_wrong, "ended with status 3 .* 'moves'; last: stuck")

    def test_that_crash_when_they_are_stopped_fail(self):
        script = "trap 'exit 4' INT; echo moves; while :; do sleep 0.1; done"
        self.assertEqual("said it, but ended with status 4", self.run_it(script, "moves"))

    def test_that_are_silent_fail(self):
        went_wrong = self.run_it("exec sleep 600", "moves", timeout_s=0.5)
        self.assertRegex(went_wrong, "^silent with status .*; last: nothing")

    def test_that_no_package_has_are_named(self):
        entry = runner.Run({"packages": ["arm"], "command": "run", "expect": ""})
        programs = runner.Programs(self.folder, {})
        self.assertEqual("no program run in arm", runner.run(entry, programs, self.folder / "log"))


if __name__ == "__main__":
    unittest.main()
