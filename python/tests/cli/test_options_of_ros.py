# SPDX-License-Identifier: Apache-2.0
"""Options that `ros2` has and scripts give."""

import io
from types import SimpleNamespace

import pytest

from baton.cli.main import build_parser, main
from baton.cli.param_calls import _names_and_types
from baton.cli.participant import given, qos_of
from baton.cli.topic_echo import Printer
from baton.doctor.finding import Finding


def parsed(*arguments: str):
    return build_parser(arguments[0]).parse_args(arguments)


@pytest.mark.parametrize(
    "line",
    [
        "topic list -s",
        "topic echo -i /x --use-sim-time",
        "topic echo /x --qos-profile action_status_default",
        "topic echo /x --qos-reliability best_available --qos-durability system_default",
        "topic pub -s --spin-time 1 /x std_msgs/msg/String",
        "topic pub --stdin /x std_msgs/msg/String",
        "service call --stdin /x std_srvs/srv/Empty",
        "service echo /x --no-arr --no-str -f -l 5 --flow-style",
        "action send_goal --stdin /x a_msgs/action/Go",
        "node info -s /x",
        "param get --include-hidden-nodes /x y",
        "param set --include-hidden-nodes /x y 1",
        "param describe --include-hidden-nodes /x y",
        "param dump --include-hidden-nodes /x",
        "param load --include-hidden-nodes /x y.yaml",
        "param delete --include-hidden-nodes /x y",
        "doctor --report --exclude-packages",
        "doctor -r -ep",
    ],
)
def test_options_of_ros2_are_known(line):
    parsed(*line.split())


def test_names_of_parameters_are_chosen_by_a_regular_expression(capsys):
    asker = SimpleNamespace(names=lambda node, prefixes: ["camera.rate", "rate", "rate_limit"])
    options = parsed("param", "list", "--filter", "rate")
    assert list(_names_and_types(asker, "/n", options)) == ["rate", "rate_limit"]
    with pytest.raises(SystemExit):
        parsed("param", "list", "--filter", "(")
    assert "'(' is no regular expression" in capsys.readouterr().err


def test_types_of_a_package_are_chosen_by_their_kind(baton):
    assert "/srv/" not in baton("interface", "package", "-m", "nav_msgs").stdout
    assert "/msg/" not in baton("interface", "package", "--only-srvs", "nav_msgs").stdout
    assert baton("interface", "package", "-a", "std_srvs").stdout == ""
    with_services = baton("interface", "packages", "-s").stdout.split()
    assert "std_srvs" in with_services and "std_msgs" not in with_services
    assert "std_msgs" in baton("interface", "packages").stdout.split()


def test_values_are_read_from_the_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("data: 5\n"))
    assert given("{}", False) == "{}"
    assert given(None, True) == "data: 5\n"
    assert main(["action", "send_goal", "/x", "a_msgs/action/Go"]) == 2
    assert "give a goal in YAML" in capsys.readouterr().err


def test_events_of_services_are_printed_as_messages_of_topics_are():
    event = {"info": {"event_type": 1}, "request": [{"data": "abcdef"}]}

    def text(*options: str) -> str:
        return Printer(parsed("service", "echo", "/x", *options), None)._text([event], None)

    assert text() == "info:\n  event_type: 1\nrequest:\n- data: abcdef\n---"
    assert text("--csv") == "1,abcdef"
    event["info"] = []
    assert text("--csv") == ",abcdef"
    event["info"] = {"event_type": 1}
    assert text("-l", "2").splitlines()[3] == "- data: ab..."
    assert "<string length: 6>" in text("--no-str")


def test_a_profile_gives_all_its_policies_and_open_ones_follow_the_publishers():
    def chosen(*options: str):
        found = qos_of(parsed("topic", "echo", "/x", *options), durability="transient_local")
        return found.depth, found.reliability.name, found.durability.name

    assert chosen() == (10, "RELIABLE", "TRANSIENT_LOCAL")
    assert chosen("--qos-durability", "system_default") == chosen()
    assert chosen("--qos-profile", "best_available") == chosen()
    assert chosen("--qos-profile", "sensor_data") == (5, "BEST_EFFORT", "VOLATILE")
    status = ("--qos-profile", "action_status_default")
    assert chosen(*status) == (1, "RELIABLE", "TRANSIENT_LOCAL")
    assert chosen(*status, "--qos-durability", "volatile") == (1, "RELIABLE", "VOLATILE")
    assert chosen("--qos-reliability", "best_effort")[1] == "BEST_EFFORT"


@pytest.mark.parametrize(
    ("levels", "options", "status", "lines"),
    [
        (("ok", "warning"), (), 0, 2),
        (("ok", "warning"), ("--include-warnings",), 1, 2),
        (("ok", "ok"), ("-iw",), 0, 2),
        (("ok", "error"), ("--report-failed",), 1, 1),
        (("ok", "ok"), ("-rf",), 0, 0),
    ],
)
def test_the_doctor_tells_of_what_failed_alone_and_counts_warnings(
    levels, options, status, lines, monkeypatch, capsys
):
    findings = [Finding("one", level, "text", "") for level in levels]
    monkeypatch.setattr("baton.doctor.checks.all_findings", lambda: findings)
    assert main(["doctor", *options]) == status
    assert capsys.readouterr().out.count(" one: text\n") == lines
