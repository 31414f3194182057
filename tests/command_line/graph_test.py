# SPDX-License-Identifier: Apache-2.0
"""`baton perf graph` with real nodes, and the program that it starts."""

import json
import subprocess

import pytest
from conftest import PROGRAMS

HAS_NETWORK = (PROGRAMS.parent / "lib" / "libbaton_fastdds.so").exists()
DEADLINE_S = 60
CHAIN = {
    "topics": [
        {"name": "scan", "size_bytes": 64, "rate_hz": 100, "from": "lidar", "to": ["filter"]},
        {"name": "clear", "size_bytes": 64, "after": "scan", "from": "filter", "to": ["planner"]},
    ]
}


@pytest.fixture
def nodes(environment, tmp_path):
    """Starts `node_graph` with these nodes of CHAIN."""
    file = tmp_path / "chain.json"
    file.write_text(json.dumps(CHAIN))
    started: list[subprocess.Popen] = []

    def run(*arguments: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [PROGRAMS / "node_graph", file, *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_a_chain_of_five_nodes_is_measured_together_and_apart(baton, tmp_path):
    ways = [] if HAS_NETWORK else ["--only", "variant=in-process,zero-copy"]
    done = baton(
        *("perf", "graph", "chain5", "--only", "size=4KB", *ways, "--seconds", "0.5"),
        *("--repetitions", "1", "--bin-dir", str(PROGRAMS), "--output", str(tmp_path / "results")),
    )
    report = json.loads((tmp_path / "results/latest/report.json").read_text())
    runs = {
        (run["coordinates"]["processes"], run["coordinates"]["variant"]): run
        for run in report["runs"]
    }
    expected = {("one process", "in-process"), ("a process each", "zero copy")}
    if HAS_NETWORK:
        expected |= {("one process", "UDP"), ("a process each", "UDP")}
    assert set(runs) == expected
    for place, run in runs.items():
        figures = run["metrics"]
        assert not run["error"], (place, run["error"])
        assert 0 < figures["latency_ns_count"] <= 26, "one for each message of the sensor"
        assert figures["latency_ns_max"] > figures["hop_ns_max"] / 4 > 0
        assert figures["sent"] >= figures["received"] > 0
        assert figures["sent"] == figures["received"] + figures["lost"]
        assert figures["pss_kb"] > 0 and figures["matched_after_s"] > 0
        raw = json.loads((tmp_path / "results/latest" / run["raw_file"]).read_text())
        assert [each["role"] for each in raw["processes"]] == (
            ["5 nodes"]
            if place[0] == "one process"
            else ["sensor", "filter", "tracker", "planner", "actuator"]
        )
        assert len(raw["subscribers"]) == 4
    assert "chain5: a chain of five nodes" in done.stdout


def test_nodes_in_two_processes_pass_a_message_on_and_end_with_their_input(nodes):
    first, second = nodes("--nodes", "lidar,planner"), nodes("--nodes", "filter")
    matched = [int(each.stdout.readline().removeprefix("matched ")) for each in (first, second)]
    begin_ns = max(matched)
    for each in (first, second):
        each.stdin.write(f"publish {begin_ns} {begin_ns + 10**12}\n")
        each.stdin.flush()
    assert all(each.poll() is None for each in (first, second))
    figures = []
    # The planner ends last, so that messages are on their way while the filter ends.
    for each in (second, first):
        output, errors = each.communicate(timeout=DEADLINE_S)
        assert each.returncode == 0, errors
        figures.append(json.loads(output)["node_graph"])
    assert figures[0]["nodes"] == ["filter"] and figures[1]["nodes"] == ["lidar", "planner"]
    (scan,) = figures[0]["subscribers"]
    assert (scan["topic"], scan["end"], scan["transport"]) == ("scan", False, "shared_memory")
    (clear,) = figures[1]["subscribers"]
    assert (clear["topic"], clear["end"], clear["zero_copy"]) == ("clear", True, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--nodes", "lidar", "--timeout", "0"), "topic scan of lidar has 0 of 1 subscriptions"),
        (("--nodes", "planner", "--timeout", "0"), "topic clear has no publisher for planner"),
        (("--nodes", "car"), "there is no node car; there are lidar, filter, planner"),
    ],
)
def test_what_is_not_there_is_named(nodes, arguments, said):
    process = nodes(*arguments)
    _, errors = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 1
    assert said in errors


def test_a_line_that_is_no_command_is_refused(nodes):
    process = nodes()
    assert process.stdout.readline().startswith("matched ")
    _, errors = process.communicate("go\n", timeout=DEADLINE_S)
    assert process.returncode == 1
    assert "'go' is no command; there is: publish BEGIN_NS END_NS" in errors
