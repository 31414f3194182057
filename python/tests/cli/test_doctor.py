# SPDX-License-Identifier: Apache-2.0
"""The doctor, on machines with one fault each, and the version."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from baton.doctor import checks, endpoints, meeting, variables
from baton.doctor.checks import CHECKS, LEAST_DESCRIPTORS, all_findings
from baton.doctor.finding import Finding
from baton.version import read_version

from conftest import endpoint

ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = ROOT.parent / "docs/platforms.md"
CONTEXT = ROOT.parent / "src/client/context"


# What a variable of the tester's own shell would add.
FOREIGN = (
    "ROS_STATIC_PEERS",
    "ROS_LOCALHOST_ONLY",
    "ROS_DISABLE_LOANED_MESSAGES",
    "ROS_SECURITY_ENABLE",
)


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    for name in os.environ:
        if name.startswith("BATON_") or name in FOREIGN:
            monkeypatch.delenv(name)


@pytest.fixture
def private(registry):
    """A registry that a node would take."""
    registry.folder.chmod(0o700)
    return registry


def one(check) -> Finding:
    (found,) = check()
    return found


def test_every_check_of_the_doctor_gives_findings_with_cures(registry):
    for check in CHECKS:
        for finding in check():
            assert finding.level in ("ok", "warning", "error")
            assert (finding.level == "ok") == (finding.cure == ""), finding


def test_a_check_that_fails_hides_no_other(private, monkeypatch):
    def broken():
        yield Finding("broken", "ok", "so far")
        raise ValueError("no such thing")

    monkeypatch.setattr(checks, "CHECKS", (broken, checks.kernel))
    before, failed, after = all_findings()
    assert (before.text, after.check) == ("so far", "kernel")
    assert failed.level == "error" and "ValueError: no such thing" in failed.text and failed.cure


def test_the_doctor_finds_several_versions_and_foreign_folders(private, baton):
    private.write("0000000000000001.json", '{"pid":1,"uid":1,"name":"old","version":4}\n')
    private.write("0000000000000002.json", '{"pid":2,"uid":1,"name":"new","version":5}\n')
    done = baton("doctor", status=1)
    assert (
        "several memory layouts: 4, 5" in done.stdout and "cure: build all of them" in done.stdout
    )
    private.folder.chmod(0o755)
    done = baton("doctor", status=1).stdout
    assert f"open to others (mode 755)\n         cure: chmod 700 {private.folder}" in done
    private.folder.parent.chmod(0o777)
    assert f"chmod go-w {private.folder.parent}" in baton("doctor", status=1).stdout
    findings = json.loads(baton("doctor", "--json", status=1).stdout)
    assert {"check", "level", "text", "cure"} == set(findings[0])


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("/etc/passwd", "/etc/passwd is not a directory"),
        ("/proc", "cannot create the directory /proc/d0: "),
        ("/nonexistent/x", "cannot create the directory /nonexistent/x: No such file or directory"),
    ],
)
def test_a_registry_that_no_node_could_join_is_an_error_and_the_checks_go_on(
    folder, said, registry, baton
):
    done = baton("doctor", status=1, BATON_REGISTRY_DIR=folder).stdout
    assert f"error    registry: {said}" in done
    assert "cure: set BATON_REGISTRY_DIR to a directory of your own" in done
    assert " network: " in done and "nothing is wrong" not in done
    findings = json.loads(baton("doctor", "--json", status=1, BATON_REGISTRY_DIR=folder).stdout)
    assert [each["check"] for each in findings if each["level"] == "error"] == ["registry"]


def test_a_registry_of_another_user_is_an_error(private, monkeypatch):
    folder = private.folder.parent
    monkeypatch.setattr(meeting.os, "geteuid", lambda: os.getuid() + 1)
    if os.getuid() == 0:
        # A folder of root is as good as an own one above the registry's.
        assert f"{folder}/d0 belongs to user 0" in next(meeting.registry()).text
    else:
        assert f"{folder} belongs to user {os.getuid()}" in next(meeting.registry()).text


def test_a_registry_that_cannot_be_read_is_a_finding(private, monkeypatch):
    def refused(path):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(meeting, "stale_files", lambda: refused(private.folder))
    found = one(meeting.registry)
    assert found.level == "error" and "Permission denied" in found.text
    assert "set BATON_REGISTRY_DIR" in found.cure


def test_a_registry_that_is_not_there_yet_is_made_by_the_next_node(tmp_path, monkeypatch):
    monkeypatch.setenv("BATON_REGISTRY_DIR", str(tmp_path / "later"))
    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)
    assert one(meeting.registry).level == "ok" and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "value", "text", "cure"),
    [
        ("ROS_DOMAIN_ID", "abc", "domain id 'abc' is not a number", "set ROS_DOMAIN_ID to one, or"),
        ("BATON_GROUP", "no such", "there is no group 'no such'", "name a group of both users"),
        ("BATON_GROUP_DIR", "/tmp", "is set and BATON_GROUP is not", "set both or none"),
        ("BATON_TRANSPORT", "foo", "BATON_TRANSPORT is 'foo'", "set it to auto, shm or udp, or"),
        ("ROS_LOCALHOST_ONLY", "yes", "ROS_LOCALHOST_ONLY is 'yes'", "set it to 0 or 1, or"),
        # A node tells small letters from capital ones.
        ("ROS_AUTOMATIC_DISCOVERY_RANGE", "subnet", "is 'subnet'", "SUBNET or SYSTEM_DEFAULT"),
        ("ROS_STATIC_PEERS", "a..b", "'a..b' has no IPv4 address", "names or addresses"),
    ],
)
def test_a_value_with_which_no_node_starts_is_an_error(name, value, text, cure, private, baton):
    done = baton("doctor", status=1, **{name: value}).stdout
    (said,) = done.split("\nerror ")[1:]
    said, told = said.splitlines()[:2]
    assert text in said and told.startswith("         cure: ") and cure in told


def test_security_is_looked_at_where_the_network_is_open(monkeypatch):
    monkeypatch.setenv("ROS_SECURITY_ENABLE", "yes")
    monkeypatch.delenv("ROS_AUTOMATIC_DISCOVERY_RANGE", raising=False)
    assert not list(variables.values())
    monkeypatch.setenv("ROS_LOCALHOST_ONLY", "1")
    assert one(variables.values).text == "ROS_SECURITY_ENABLE is 'yes'"


def test_a_member_of_another_group_is_told(monkeypatch):
    monkeypatch.setenv("BATON_GROUP", "4711")
    monkeypatch.setattr(meeting.os, "geteuid", lambda: 1000)
    found = one(meeting.group)
    assert found.level == "error" and "usermod" in found.cure


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ("", "closed"),
        ("OFF", "closed"),
        ("SUBNET", "open to SUBNET"),
        ("SYSTEM_DEFAULT", "open to SUBNET"),
    ],
)
def test_the_doctor_says_how_far_a_node_looks(chosen, said, monkeypatch):
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", chosen)
    assert one(variables.network).text.startswith(said)


def test_variables_that_mean_nothing_or_copy_all_messages_are_warnings(private, baton):
    done = baton("doctor", BATON_TRANSPROT="foo", ROS_DISABLE_LOANED_MESSAGES="1").stdout
    unknown = "variable BATON_TRANSPROT means nothing to Baton; did you mean 'BATON_TRANSPORT'?"
    assert f"warning  variables: the environment {unknown}" in done
    assert "warning  variables: ROS_DISABLE_LOANED_MESSAGES is 1" in done
    assert "ROS_DISABLE" not in baton("doctor", ROS_DISABLE_LOANED_MESSAGES="0").stdout


def test_variables_are_those_that_the_library_reads():
    source = (CONTEXT / "unknown_variables.cpp").read_text(encoding="utf-8")
    (names,) = re.findall(r"std::vector<std::string>\{([^}]*)\}", source)
    assert variables.KNOWN == tuple(re.findall(r'"(\w+)"', names))
    texts = "".join(
        (CONTEXT / name).read_text(encoding="utf-8")
        for name in ("network_choice.cpp", "security_choice.cpp")
    )
    lists = re.findall(r"is '\{\}'; set it to ([^\"]*), or unset it", texts)
    assert sorted(lists) == sorted(variables.CHOICES.values())
    assert all(f'"{name}"' in texts for name in variables.CHOICES)


@pytest.mark.parametrize(
    ("hard", "level"), [(20, "error"), (LEAST_DESCRIPTORS, "warning"), (65536, "ok")]
)
def test_too_few_descriptors_for_a_node_are_an_error(hard, level, monkeypatch):
    monkeypatch.setattr(checks.resource, "getrlimit", lambda which: (hard, hard))
    assert one(checks.descriptors).level == level


NODE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]), int(sys.argv[1])))
import baton
from std_msgs.msg import String
baton.init()
node = baton.Node("node")
publisher = node.create_publisher(String, "chatter", 1)
node.create_subscription(String, "chatter", print, 1)
node.create_timer(0.001, lambda: publisher.publish(String()))
for _ in range(5):
    baton.spin_once(node, timeout_sec=0.1)
"""


@pytest.fixture
def extension():
    why = "the extension is not built"
    return pytest.importorskip("baton.native", reason=why, exc_type=ImportError)


def test_a_node_starts_with_the_fewest_descriptors_that_are_no_error(extension, private, tmp_path):
    pytest.importorskip("std_msgs")

    def start(count: int) -> subprocess.CompletedProcess:
        path = f"{ROOT}:{os.environ.get('PYTHONPATH', '')}"
        own = {"PYTHONPATH": path, "ROS_LOG_DIR": str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-c", NODE, str(count)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, **own},
        )

    done = start(LEAST_DESCRIPTORS)
    assert done.returncode == 0 and "Too many open files" not in done.stderr, done.stderr
    assert "Too many open files" in start(18).stderr


def test_endpoints_that_do_not_match_are_told_with_both_nodes_and_the_cure(extension, private):
    lax = {"reliable": False}
    private.add(
        1,
        ["/camera"],
        [
            endpoint(1, "/image", "sensor_msgs/msg/Image", "/camera", **lax),
            endpoint(2, "/speed", "std_msgs/msg/Int32", "/camera"),
            endpoint(3, "/imu", "sensor_msgs/msg/Imu", "/camera", deadline_ns=10**9),
        ],
    )
    private.add(
        2,
        ["/viewer"],
        (),
        [
            endpoint(1, "/image", "sensor_msgs/msg/Image", "/viewer"),
            endpoint(2, "/speed", "std_msgs/msg/Float32", "/viewer", **lax),
            endpoint(3, "/imu", "sensor_msgs/msg/Imu", "/viewer", deadline_ns=10**8),
            endpoint(4, "/image", "sensor_msgs/msg/Image", "/lax_viewer", **lax),
        ],
    )
    speed, image, imu = endpoints.topics()
    nodes = "the publisher of /camera (process 101) and the subscription of /viewer (process 102)"
    assert (speed.check, speed.level, speed.cure) == ("types", "error", "one type, or two topics")
    assert speed.text == (
        f"topic '/speed': {nodes} do not match: published as 'std_msgs/msg/Int32', "
        "subscribed as 'std_msgs/msg/Float32'"
    )
    assert (image.check, image.level) == ("qos", "error")
    assert image.text.endswith(
        f"'/image': {nodes} do not match: policy reliability: the publisher offers best_effort, "
        "the subscription asks for reliable"
    )
    assert image.cure == (
        "have the publisher offer reliable, or the subscription ask for best_effort"
    )
    assert imu.cure == "have the publisher offer 100 ms, or the subscription ask for 1000 ms"


def test_two_definitions_of_one_type_do_not_match(extension, private):
    private.add(1, ["/a"], [endpoint(1, "/x", "my/msg/X", "/a")])
    other = {**endpoint(1, "/x", "my/msg/X", "/b"), "type_hash_text": "RIHS01_cd"}
    private.add(2, ["/b"], (), [other])
    assert "both call the type 'my/msg/X' and define it differently" in one(endpoints.topics).text


def test_endpoints_that_match_are_counted(extension, robot):
    assert one(endpoints.topics).text == "3 topic(s), whose types and QoS match"


def test_topics_that_have_one_end_are_named(extension, private):
    private.add(
        1,
        ["/turtle"],
        [
            endpoint(1, "/pose", "my/msg/X", "/turtle"),
            endpoint(2, "/rosout", "rcl_interfaces/msg/Log", "/turtle"),
            endpoint(3, "/_hidden", "my/msg/X", "/turtle"),
        ],
        [endpoint(id, f"/speed{id:02}", "my/msg/X", "/turtle") for id in range(4, 17)],
    )
    _, unheard, unsaid = endpoints.topics()
    assert (unheard.level, unheard.text) == ("ok", "without a subscription: /pose")
    assert unsaid.text.startswith("without a publisher: /speed04, /speed05, ")
    assert unsaid.text.endswith("/speed13 and 3 more")


def test_many_that_do_not_match_are_counted(extension, private):
    private.add(1, ["/a"], [endpoint(1, "/x", "my/msg/X", "/a", reliable=False)])
    private.add(2, ["/b"], (), [endpoint(id, "/x", "my/msg/X", "/b") for id in range(1, 16)])
    *told, last = endpoints.topics()
    assert len(told) == endpoints.MOST_FINDINGS and last.text == "and 5 more"


def test_without_the_extension_types_are_compared_and_qos_is_not(private, robot, baton, tmp_path):
    robot.folder.chmod(0o700)
    done = baton("doctor", PYTHON_BATON_BUILD=str(tmp_path)).stdout
    assert "ok       qos: is not compared: that needs the extension of the Python package" in done
    assert "QoS match" not in done


def test_a_participant_that_is_stopped_is_told_and_no_other_process(private):
    path = private.folder / "00000000000000aa.json"
    path.touch()
    # As a participant does, it has its file open.
    with path.open() as file, subprocess.Popen(["sleep", "60"], stdin=file) as process:
        try:
            facts = {"pid": process.pid, "uid": 0, "name": "sleeper", "version": 5, "nodes": ["/n"]}
            private.write(path.name, json.dumps(facts) + "\n")
            private.write("00000000000000bb.json", json.dumps(facts) + "\n")
            assert not list(endpoints.stopped())
            process.send_signal(signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)
            found = one(endpoints.stopped)
        finally:
            process.kill()
    assert found.text == f"process {process.pid} (sleeper) is stopped: /n does not answer"
    assert found.level == "warning" and f"kill -CONT {process.pid}" in found.cure


def test_the_doctor_says_which_packages_are_found_without_a_setup_file(tmp_path, monkeypatch):
    monkeypatch.setattr("baton.cli.own_packages.ROOT", str(tmp_path / "python"))
    for name in ("AMENT_PREFIX_PATH", "ROS_DISTRO"):
        monkeypatch.delenv(name, raising=False)
    (nothing,) = variables.ros()
    assert nothing.level == "warning" and "setup.bash" in nothing.cure
    build = tmp_path / "build/dev"
    (build / "share/ament_index").mkdir(parents=True)
    (found,) = variables.ros()
    assert found.level == "ok" and found.text.endswith(f"packages are those of {build}")


def test_the_doctor_tells_of_another_ros_and_not_of_what_setup_bash_set(monkeypatch):
    monkeypatch.setenv("AMENT_PREFIX_PATH", "/opt/baton")
    monkeypatch.setenv("ROS_DISTRO", "jazzy")
    monkeypatch.setenv("ROS_DISTRO_OF_BATON", "jazzy")
    assert not list(variables.ros())
    monkeypatch.setenv("ROS_DISTRO", "humble")
    (other,) = variables.ros()
    assert other.level == "warning" and "ROS humble" in other.text


@pytest.mark.parametrize(
    ("release", "level"),
    [("3.16.0-4", "error"), ("3.17.0", "warning"), ("5.0.21-rt", "warning"), ("5.1.0", "ok")],
)
def test_the_doctor_asks_for_the_kernels_that_platforms_md_names(release, level, monkeypatch):
    assert f"| {'5.1' if level == 'ok' else '3.17'} | " in PLATFORMS.read_text(encoding="utf-8")
    monkeypatch.setattr(checks.os, "uname", lambda: SimpleNamespace(release=release))
    (finding,) = checks.kernel()
    assert finding.level == level


def test_an_installed_command_says_its_version(tmp_path):
    (tmp_path / "VERSION").write_text("7.8.9\n")
    assert read_version(tmp_path, tmp_path / "VERSION") == "7.8.9"
