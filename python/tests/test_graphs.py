# SPDX-License-Identifier: Apache-2.0
"""Graphs of nodes: their files, what a run must deliver, and the experiment that measures them."""

import json
from pathlib import Path

import pytest
from test_experiments import measured

from baton.perf import graphs
from baton.perf.bad_file import BadFile
from baton.perf.cell import UnusableResult
from baton.perf.experiments import EXPERIMENTS
from baton.perf.experiments.graph import Graphs
from baton.perf.graphs import NAMES, read_graph, read_named
from baton.perf.observe_graph import MATCH_S, figures_of, groups_of, observe
from baton.perf.runner import PATIENCE_S
from baton.perf.watched import NotAsExpected

ROBOT = """\
title: a lidar and its readers
sizes: [4 KB, 1 MB]
topics:
  scan: {rate: 40, from: lidar, to: [filter, logger]}
  clear: {size: 256, after: scan, from: filter, to: [planner, logger]}
"""


@pytest.fixture
def robot(tmp_path):
    """Writes a graph file, and reads it."""

    def read(text: str = ROBOT):
        path = tmp_path / "robot.yaml"
        path.write_text(text)
        return read_graph(path)

    return read


def test_a_file_has_a_line_for_each_topic(robot):
    graph = robot()
    assert (graph.name, graph.title) == ("robot", "a lidar and its readers")
    assert graph.nodes == ["lidar", "filter", "logger", "planner"]
    assert graph.sizes == (4096, 1 << 20)
    scan, clear = graph.of_size(4096).topics
    assert (scan.size, scan.rate_hz, scan.after) == (4096, 40, "")
    assert (clear.size, clear.rate_hz, clear.after) == (256, 0, "scan")
    assert graph.of_size(4096).as_json()["topics"][1] == {
        "name": "clear",
        "size_bytes": 256,
        "from": "filter",
        "to": ["planner", "logger"],
        "after": "scan",
    }


def test_a_chain_ends_where_no_node_passes_its_messages_on(robot):
    graph = robot()
    ends = [(topic.name, node) for topic, node in graph.ends()]
    assert ends == [("scan", "logger"), ("clear", "planner"), ("clear", "logger")]
    assert graph.has_chains
    assert graph.due_per_s() == 3 * 40


def test_words_that_yaml_has_a_meaning_for_are_names(robot):
    graph = robot("topics:\n  on: {size: 1, rate: 1, from: yes, to: no}\n")
    assert [(topic.name, topic.source, topic.readers) for topic in graph.topics] == [
        ("on", "yes", ("no",))
    ]


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ("title:", "tittle:", "1: a graph: unknown key tittle; did you mean title?"),
        ("[4 KB, 1 MB]", "[]", "2: sizes must be a list"),
        ("4 KB", "4 kilo", "2: sizes: not a size"),
        ("[4 KB, 1 MB]", "[0]", "2: sizes must be bytes"),
        ("sizes: [4 KB, 1 MB]\n", "", "3: topic scan needs size"),
        ("rate: 40", "rate: fast", "4: topic scan: rate must be a number above 0"),
        ("rate: 40", "rate: -1", "4: topic scan: rate must be a number above 0"),
        ("rate: 40", "hz: 40", "4: topic scan: unknown key hz"),
        ("rate: 40, ", "", "4: topic scan needs either rate"),
        ("rate: 40", "rate: 40, after: clear", "4: topic scan needs either rate"),
        ("from: lidar, ", "", "4: topic scan needs from: the node that publishes"),
        (", to: [filter, logger]", "", "4: topic scan needs to: the nodes that subscribe"),
        ("[filter, logger]", "[filter, filter]", "4: topic scan: to names a node twice"),
        ("from: lidar", "from: my-lidar", "4: topic scan: from: a name has letters"),
        ("size: 256", "size: 2 GB", "5: topic clear: size must be bytes"),
        ("after: scan", "after: scam", "5: topic clear: after: there is no topic scam; did you mean scan"),
        ("from: filter", "from: car", "5: topic clear: its node car is not in the list `to` of scan"),
        ("rate: 40, from: lidar", "after: clear, from: logger", "4: topic scan comes after itself"),
        ("  clear:", "  scan:", "5: topics: scan is there twice, first in line 4"),
        ("[planner, logger]", "[planner", "not YAML"),
    ],
)
def test_a_mistake_is_told_with_its_line(robot, old, new, answer):
    assert ROBOT.count(old) == 1
    with pytest.raises(BadFile) as error:
        robot(ROBOT.replace(old, new))
    assert f"robot.yaml:{answer}" in str(error.value) or answer == "not YAML"
    assert "robot.yaml:" in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", "robot.yaml:1: a graph must be a mapping with title, sizes, topics"),
        ("- a\n", "robot.yaml:1: a graph must be a mapping"),
        ("title: none\n", "robot.yaml:1: a graph needs topics"),
        ("title: none\ntopics: {}\n", "robot.yaml:2: topics: there is none"),
        ("topics: [a]\n", "robot.yaml:1: topics must be a mapping"),
    ],
)
def test_a_file_without_topics_is_no_graph(robot, text, answer):
    with pytest.raises(BadFile) as error:
        robot(text)
    assert answer in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadFile, match=r"absent\.yaml: No such file"):
        read_graph(tmp_path / "absent.yaml")


@pytest.mark.parametrize(
    ("name", "nodes", "topics", "ends"),
    [("chain5", 5, 4, 1), ("sierra_nevada", 10, 13, 17), ("mont_blanc", 20, 23, 35)],
)
def test_the_named_graphs_have_five_ten_and_twenty_nodes(name, nodes, topics, ends):
    graph = read_named(name)
    assert (len(graph.nodes), len(graph.topics), len(list(graph.ends()))) == (nodes, topics, ends)


def part(sent: dict, received: dict, latencies: list, hops: list) -> dict:
    """What a process says."""
    return {
        "publishers": [{"topic": topic, "sent": n, "refused": 0} for topic, n in sent.items()],
        "subscribers": [
            {"topic": topic, "received": n, "end": end} for (topic, end), n in received.items()
        ],
        "latency_ns": {"max": max((value for value, _ in latencies), default=0), "counts": latencies},
        "hop_ns": {"max": max((value for value, _ in hops), default=0), "counts": hops},
    }


def test_what_processes_have_counted_is_put_together(robot):
    told = [
        part({"scan": 80}, {}, [], []),
        part({"clear": 79}, {("scan", False): 79}, [], [[1_000, 79]]),
        part({}, {("scan", True): 78}, [[3_000, 78]], [[1_000, 78]]),
        part({}, {("clear", True): 70}, [[5_000, 69], [9_000, 1]], [[2_000, 70]]),
    ]
    run = figures_of(robot(), told, 2.0)
    assert (run["sent"], run["received"]) == (159, 227)
    assert run["lost"] == (80 - 79) + (80 - 78) + (79 - 70)
    assert run["received_percent"] == pytest.approx(100 * 148 / 240)
    assert run["latency_ns"] == {"p50": 3_000, "p90": 5_000, "max": 9_000, "count": 148}
    assert run["latency_histogram_ns"]["counts"] == [[3_000, 78], [5_000, 69], [9_000, 1]]
    assert run["hop_ns"]["p50"] == 1_000


def test_a_graph_without_chains_has_no_hops(robot):
    graph = robot("topics:\n  scan: {size: 8, rate: 40, from: lidar, to: car}\n")
    told = [part({"scan": 40}, {("scan", True): 40}, [[1_000, 40]], [[1_000, 40]])]
    assert "hop_ns" not in figures_of(graph, told, 1.0)


def test_nodes_are_together_or_have_a_process_each(robot):
    assert groups_of(robot(), "one") == [["lidar", "filter", "logger", "planner"]]
    assert groups_of(robot(), "each") == [["lidar"], ["filter"], ["logger"], ["planner"]]


def test_programs_are_told_when_to_publish_and_say_what_they_counted(robot, bin_dir):
    document = observe(robot().of_size(64), "each", "zero-copy", bin_dir, 0.05)
    assert [each["role"] for each in document["processes"]] == [
        *("lidar", "filter", "logger", "planner"),
    ]
    run = document["run"]
    assert (run["sent"], run["received"], run["lost"]) == (80, 160, 0)
    assert run["pss_kb"] == sum(each["pss_kb"] for each in document["processes"]) > 0
    assert 0 < run["matched_after_s"] < 60
    assert run["latency_ns"]["count"] == 120
    assert document["machine"]["build_type"] == "Release"


def test_what_does_not_match_is_named_before_the_runner_gives_up():
    shortest_s = min(cell.seconds for cell in EXPERIMENTS["graph"]().cells(0.05))
    assert MATCH_S + 5 < PATIENCE_S + shortest_s


def test_a_program_that_ends_early_ends_the_observation(robot, tmp_path):
    (tmp_path / "node_graph").write_text("#!/bin/sh\necho 'node_graph: no memory'; exit 1\n")
    (tmp_path / "node_graph").chmod(0o755)
    with pytest.raises(NotAsExpected, match="node_graph ended: node_graph: no memory"):
        observe(robot().of_size(64), "one", "zero-copy", tmp_path, 0.05)


def test_each_graph_is_measured_in_one_process_and_in_a_process_each():
    cells = EXPERIMENTS["graph"]().cells(1)
    assert len(cells) == (2 + 1 + 1) * 4
    assert [cell.coordinates["variant"] for cell in cells[:4]] == [
        *("in-process", "UDP", "zero copy", "UDP"),
    ]
    assert [cell.processes for cell in cells[:4]] == [1, 1, 5, 5]
    words = " ".join(cells[2].command)
    assert "chain5 --size 4096 --processes each --delivery zero-copy" in words
    assert cells[-1].processes == 20 and "--size" not in cells[-1].command


def test_graphs_and_where_their_nodes_are_can_be_chosen(tmp_path):
    (tmp_path / "robot.yaml").write_text(ROBOT)
    cells = Graphs(["sierra_nevada", str(tmp_path / "robot.yaml")], "each").cells(1)
    assert [(at["graph"], at.get("size"), at["processes"]) for at in (c.coordinates for c in cells)] == [
        *[("sierra_nevada", None, "a process each")] * 2,
        *[("robot", "4 KB", "a process each")] * 2,
        *[("robot", "1 MB", "a process each")] * 2,
    ]
    with pytest.raises(BadFile, match="no graph is called sierra; there is chain5"):
        Graphs(["sierra"])
    with pytest.raises(BadFile, match="two graphs are called robot"):
        Graphs([str(tmp_path / "robot.yaml")] * 2)


def test_the_tables_have_a_column_for_hops_only_where_messages_are_passed_on():
    experiment = EXPERIMENTS["graph"]()
    results = measured(
        [cell for cell in experiment.cells(1) if cell.coordinates["graph"] != "mont_blanc"],
        2,
        latency_ns_p50=lambda at: 4e6 if at["variant"] == "UDP" else 40e3,
        cpu_percent=lambda at: 30.0 if at["variant"] == "UDP" else 3.0,
        pss_kb=2048.0,
        rss_kb=4096.0,
        matched_after_s=0.5,
        lost=0,
        received_percent=lambda at: 50.0 if (at["variant"], at.get("size")) == ("UDP", "4 MB") else 100.0,
        hop_ns_p50=10e3,
    )
    for measurement in results.measurements:
        if measurement.coordinates["graph"] != "chain5":
            del measurement.metrics["hop_ns_p50"]
    chain, sierra = experiment.tables(results)
    assert chain.title == "chain5: a chain of five nodes"
    assert chain.columns[:6] == ("size", "proc.", "variant", "p50 µs", "p90 µs", "p99 µs")
    assert chain.columns[6] == "hop µs" and "hop µs" not in sierra.columns
    assert chain.texts()[2] == (
        *("4 KB", "each", "zero copy", "40.0", "–", "–", "10.0", "3.00", "4.00 MB"),
        *("2.00 MB", "0.500", "0", "100"),
    )
    findings = experiment.findings(results)
    assert [finding.figure for finding in findings] == ["100×", "10.0×"] * 3
    late = [finding.text for finding in findings if "where UDP does not keep up" in finding.text]
    assert len(late) == 2 and all("4 MB" in text for text in late)
    assert chain.notes and not sierra.notes, "one text explains the columns of all"
    assert [len(group.panels) for group in experiment.charts(results)] == [3, 3, 3]


def test_a_way_that_costs_more_is_said_to_cost_more():
    experiment = EXPERIMENTS["graph"]()
    cells = [cell for cell in experiment.cells(1) if cell.coordinates["graph"] == "mont_blanc"]
    results = measured(
        cells,
        1,
        latency_ns_p50=10e3,
        cpu_percent=lambda at: 2.0 if at["variant"] == "UDP" else 3.0,
        received_percent=100.0,
    )
    latency, cpu = experiment.findings(results)
    assert (latency.figure, cpu.figure) == ("1.00×", "1.50×")
    assert latency.text.startswith("less latency than UDP") and cpu.text.startswith("more CPU than UDP")


@pytest.mark.parametrize(
    ("place", "says"),
    [(0, {"transport": "udp"}), (1, {"transport": "in_process"}), (2, {"zero_copy": False})],
)
def test_a_run_that_went_another_way_is_refused(place, says):
    cell = EXPERIMENTS["graph"]().cells(1)[place]
    run = {"received": 1, "received_percent": 100.2}
    ways = [{"transport": "in_process"}, {"transport": "udp"}, {"zero_copy": True}]
    assert cell.read({"run": run, "subscribers": [ways[place]]})["received_percent"] == 100
    with pytest.raises(UnusableResult):
        cell.read({"run": run, "subscribers": [{"process": "scan of car", **says}]})


def test_the_command_measures_a_graph_and_writes_its_report(baton, tmp_path):
    (tmp_path / "robot.yaml").write_text(ROBOT)
    done = baton.run(
        *("graph", str(tmp_path / "robot.yaml"), "--processes", "each", "--seconds", "0.05"),
        *("--repetitions", "1", "--only", "size=4KB"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "robot: a lidar and its readers" in done.stdout
    report = baton.report()
    assert [each["coordinates"]["variant"] for each in report["runs"]] == ["zero copy", "UDP"]
    assert "robot: a lidar and its readers" in (baton.latest / "index.html").read_text()


def test_the_command_names_a_wrong_line_of_a_graph(baton, tmp_path):
    (tmp_path / "robot.yaml").write_text(ROBOT.replace("rate: 40", "rate: 0"))
    done = baton.run("graph", str(tmp_path / "robot.yaml"))
    assert done.returncode == 2
    assert done.stderr.startswith(f"baton perf: {tmp_path}/robot.yaml:4: topic scan: rate must")


def test_a_place_for_nodes_is_only_for_graphs(baton):
    done = baton.run("quick", "--processes", "one")
    assert done.returncode == 2 and "--processes: only with graph" in done.stderr


def test_names_are_those_of_files():
    folder = Path(graphs.__file__).parent
    assert {path.stem for path in folder.glob("*.yaml")} == set(NAMES)
    json.dumps([read_named(name).of_size(1).as_json() for name in NAMES])
