# SPDX-License-Identifier: Apache-2.0
import subprocess
from pathlib import Path

from baton.perf.core_to_core import core_to_core, in_words
from baton.perf.machine import Machine, is_same
from baton.perf.machine_facts import machine_facts

FILES = {
    "sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc",
    "sys/devices/system/cpu/cpu0/topology/thread_siblings_list": "0-1",
    "sys/devices/system/cpu/cpu1/topology/thread_siblings_list": "0-1",
    "sys/devices/system/cpu/cpu2/topology/thread_siblings_list": "2-3",
    "sys/devices/system/cpu/intel_pstate/no_turbo": "1",
    "sys/devices/system/cpu/vulnerabilities/meltdown": "Mitigation: PTI",
    "sys/devices/system/cpu/vulnerabilities/mds": "Not affected",
    "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never",
    "sys/devices/system/cpu/isolated": "",
    "proc/cmdline": "quiet isolcpus=2",
    "run/.containerenv": "",
}


def make(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text + "\n")


def test_facts_are_what_the_kernel_says(tmp_path):
    make(tmp_path, FILES)
    assert machine_facts(tmp_path, tmp_path) == {
        "clock": "tsc",
        "SMT siblings": "0-1, 2-3",
        "turbo": "off",
        "mitigations": "meltdown",
        "transparent huge pages": "madvise",
        "kernel command line": "quiet isolcpus=2",
        "container": "podman",
    }


def test_boost_is_turbo_and_lone_threads_have_no_siblings(tmp_path):
    make(
        tmp_path,
        {
            "sys/devices/system/cpu/cpu0/topology/thread_siblings_list": "0",
            "sys/devices/system/cpu/cpufreq/boost": "1",
            "sys/devices/system/cpu/vulnerabilities/mds": "Not affected",
        },
    )
    facts = machine_facts(tmp_path, tmp_path)
    assert facts == {"SMT siblings": "none", "turbo": "on", "mitigations": "none"}


def test_a_commit_with_changes_has_a_plus(tmp_path):
    def git(*words):
        identity = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *identity, "-C", tmp_path, *words], check=True, capture_output=True)

    git("init")
    (tmp_path / "a").write_text("1")
    git("add", "a")
    git("commit", "-m", "Add a")
    clean = machine_facts(tmp_path, tmp_path)["commit"]
    assert len(clean) >= 7 and not clean.endswith("+")
    (tmp_path / "a").write_text("2")
    assert machine_facts(tmp_path, tmp_path)["commit"] == clean + "+"


def pair(ns: float, siblings: bool = False) -> dict:
    return {"cpus": [0, 1], "siblings": siblings, "ns": ns}


def test_threads_of_one_core_are_told_from_other_cores():
    assert in_words([pair(62)]) == "cores 62.0 ns"
    assert in_words([pair(21.3, True), pair(58.1), pair(123), pair(62)]) == (
        "siblings 21.3 ns; cores 62.0 ns (58.1 to 123, 3 pairs)"
    )
    assert in_words([]) == ""


def test_the_distance_of_the_cores_is_measured_by_the_build(tmp_path):
    program = tmp_path / "core_to_core"
    assert core_to_core(tmp_path / "elsewhere") == "", "no such program"
    program.write_text("#!/bin/sh\necho '{\"core_to_core\": [{\"siblings\": false, \"ns\": 61.5}]}'\n")
    program.chmod(0o755)
    assert core_to_core(tmp_path) == "cores 61.5 ns"
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "core_to_core").write_text("#!/bin/sh\necho no\n")
    (broken / "core_to_core").chmod(0o755)
    assert core_to_core(broken) == ""


def test_what_is_measured_anew_makes_no_other_machine():
    one, other = (
        Machine("c", 2, "k", "s", 16, "", True, {"commit": "a"}, {"core to core": each}).as_json()
        for each in ("cores 61 ns", "cores 62 ns")
    )
    assert one != other and is_same(one, other)
    assert not is_same(one, {**other, "facts": {"commit": "b"}})


def test_arguments_of_the_first_process_are_no_part_of_the_command_line(tmp_path):
    make(tmp_path, {"proc/cmdline": "quiet isolcpus=2 -- --token=1"})
    assert machine_facts(tmp_path, tmp_path) == {"kernel command line": "quiet isolcpus=2"}
