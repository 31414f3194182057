# SPDX-License-Identifier: Apache-2.0
import subprocess
from pathlib import Path

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
