# SPDX-License-Identifier: Apache-2.0
"""Lists of topics, nodes, services and actions, from the registry alone."""

import json

import pytest

from baton.graph.registry import read_participants


def test_topics_are_listed(robot, baton):
    assert baton("topic", "list").stdout == "/dock/_action/feedback\n/image\n".replace(
        "/dock/_action/feedback\n", ""
    )
    assert baton("topic", "list", "-t").stdout == "/image [sensor_msgs/msg/Image]\n"
    hidden = baton("topic", "list", "--include-hidden-topics").stdout.split()
    assert hidden == ["/_hidden", "/dock/_action/feedback", "/image"]
    assert baton("topic", "list", "-c").stdout == "1\n"
    assert " * /image [sensor_msgs/msg/Image] 1 publisher\n" in baton("topic", "list", "-v").stdout
    as_json = json.loads(baton("topic", "list", "--json").stdout)
    assert as_json == [
        {"name": "/image", "types": ["sensor_msgs/msg/Image"], "publishers": 1, "subscriptions": 1}
    ]


def test_a_topic_is_described_as_ros_does(robot, baton):
    assert baton("topic", "type", "/image").stdout == "sensor_msgs/msg/Image\n"
    assert baton("topic", "find", "sensor_msgs/Image").stdout == "/image\n"
    short = baton("topic", "info", "image").stdout
    assert short == "Type: sensor_msgs/msg/Image\n\nPublisher count: 1\nSubscription count: 1\n"
    text = baton("topic", "info", "-v", "/image").stdout
    for line in (
        "Node name: viewer",
        "Node namespace: /ns",
        "Endpoint type: SUBSCRIPTION",
        "GID: 00.00.00.00.00.00.00.02.00.00.00.00.00.00.00.03",
        "  Reliability: BEST_EFFORT",
        "  History (Depth): KEEP_LAST (5)",
        "  Lifespan: Infinite",
    ):
        assert line in text.splitlines()


def test_nodes_are_listed_and_described(robot, baton):
    assert baton("node", "list").stdout == "/camera\n/ns/viewer\n"
    assert baton("node", "list", "-a").stdout == "/_tool\n/camera\n/ns/viewer\n"
    assert baton("node", "info", "/ns/viewer").stdout == (
        "/ns/viewer\n  Subscribers:\n    /image: sensor_msgs/msg/Image\n  Publishers:\n\n"
        "  Service Servers:\n\n  Service Clients:\n    /camera/reset: std_srvs/srv/Trigger\n"
        "  Action Servers:\n    /dock: nav/action/Dock\n  Action Clients:\n\n"
    )


def test_nodes_of_one_name_are_noticed(registry, baton):
    registry.add(1, ["/twin"])
    registry.add(2, ["/twin"])
    done = baton("node", "list")
    assert done.stdout == "/twin\n/twin\n" and "share an exact name" in done.stderr


def test_services_and_actions_are_listed(robot, baton):
    assert baton("service", "list", "-t").stdout == "/camera/reset [std_srvs/srv/Trigger]\n"
    assert baton("service", "type", "/camera/reset").stdout == "std_srvs/srv/Trigger\n"
    assert baton("service", "find", "std_srvs/srv/Trigger").stdout == "/camera/reset\n"
    assert baton("service", "info", "/camera/reset").stdout == (
        "Type: std_srvs/srv/Trigger\nClients count: 1\nServices count: 1\n"
    )
    assert baton("action", "list", "-t").stdout == "/dock [nav/action/Dock]\n"
    info = baton("action", "info", "/dock").stdout
    assert info == "Action: /dock\nAction clients: 0\nAction servers: 1\n    /ns/viewer\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("topic", "info", "/imag"), "Unknown topic '/imag'; did you mean '/image'?"),
        (("node", "info", "/camra"), "Unknown node '/camra'; did you mean '/camera'?"),
        (("service", "type", "/camera/rest"), "did you mean '/camera/reset'?"),
        (("action", "info", "/doc"), "did you mean '/dock'?"),
        (("topic", "find", "Image"), "write package/msg/Name"),
        (("topic", "lst"), "no such command: 'lst'; did you mean 'list'?"),
        (("topc",), "did you mean 'topic'?"),
        (("topic", "list", "--show-type"), "did you mean '--show-types'?"),
    ],
)
def test_misspelt_names_get_a_proposal(arguments, said, robot, baton):
    done = baton(*arguments, status=None)
    assert done.returncode != 0 and said in done.stderr and done.stdout == ""


def test_a_domain_that_is_no_number_is_refused(robot, baton):
    done = baton("topic", "list", status=1, ROS_DOMAIN_ID="x")
    assert "domain id 'x' is not a number from 0 to 232" in done.stderr


def test_files_that_are_none_of_the_registrys_are_passed_over(robot):
    robot.write("0000000000000009.json", "not json\n")
    robot.write("000000000000000a.json", '{"id": 1}\n')
    robot.write("000000000000000b.json", "[]\n")
    robot.write(
        "000000000000000c.json", '{"pid":1,"uid":1,"name":"x","version":5}\n{"publisher":{}}\n'
    )
    robot.write("000000000000000d.json", '{"pid":1,"uid":1,"name":"x","version":5}\n', size=10**9)
    (robot.folder / "000000000000000e.json").symlink_to("/etc/passwd")
    (robot.folder / "000000000000000f.json").mkdir()
    (robot.folder / "other.json").write_text("x")
    assert [one.name for one in read_participants()] == ["p1", "p2"]


def test_a_reader_that_has_seen_enough_is_no_error(robot):
    import subprocess
    import sys

    done = subprocess.run(
        f"{sys.executable} -m baton.cli.main interface list | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "Messages:\n" and done.stderr == ""
