# SPDX-License-Identifier: Apache-2.0
"""`python -m baton.perf.observe_graph GRAPH`: runs a graph of nodes in one process or in several.

GRAPH is a name (chain5, sierra_nevada, mont_blanc) or a YAML file. Starts `node_graph` once, or once for
each node, waits until all endpoints are matched, has them publish, and measures from outside: processor
time and memory of each process. What the nodes have counted is put together.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from baton.perf.bad_file import BadFile
from baton.perf.distribution import QUANTILES, Distribution
from baton.perf.graphs import NAMES, Graph, read_graph, read_named
from baton.perf.process_figures import cpu_ns, memory_kb, threads
from baton.perf.watched import NotAsExpected, Watched, watching

PROGRAM = "node_graph"
ONE, EACH = "one", "each"
PLACEMENTS = (ONE, EACH)
DELIVERIES = ("in-process", "zero-copy", "udp")
MATCHED = r"(?m)^matched (\d+)$"
FIGURES = r'(?m)^(\{"node_graph".*\})$'
# Less than the runner waits for this program: node_graph names what is missing.
MATCH_S = 40
# Before the messages count: publishers learn sizes, and sockets grow.
WARM_UP_S = 0.5
# What is not received so long after the last publication counts as lost.
LAST_S = 0.5
NS_PER_S = 1_000_000_000


def groups_of(graph: Graph, placement: str) -> list[list[str]]:
    """The nodes of each process."""
    return [graph.nodes] if placement == ONE else [[node] for node in graph.nodes]


def observe(
    graph: Graph, placement: str, delivery: str, bin_dir: Path, seconds: float
) -> dict:
    with tempfile.TemporaryDirectory(prefix="baton-graph-") as folder:
        file = Path(folder) / f"{graph.name}.json"
        file.write_text(json.dumps(graph.as_json()))
        groups = groups_of(graph, placement)
        commands = [
            [
                *(f"{bin_dir}/{PROGRAM}", str(file), "--nodes", ",".join(nodes)),
                *("--delivery", delivery, "--timeout", str(MATCH_S)),
            ]
            for nodes in groups
        ]
        start_ns = time.monotonic_ns()
        with watching(*commands, listen=True) as programs:
            matched_ns = [
                int(each.wait_for(MATCHED, seconds=MATCH_S + 1)[0][1]) for each in programs
            ]
            duration_s, processes = _run(programs, groups, seconds)
            for program in programs:
                program.end_input()
            told = [json.loads(each.wait_for(FIGURES)[0][1])["node_graph"] for each in programs]
    run = {
        "duration_s": duration_s,
        "matched_after_s": (max(matched_ns) - start_ns) / NS_PER_S,
        **_sum(processes),
        **figures_of(graph, told, seconds),
    }
    return {
        "graph": graph.name,
        "machine": {"build_type": told[0]["build_type"]},
        "run": run,
        "processes": processes,
        "publishers": [each for part in told for each in part["publishers"]],
        "subscribers": [each for part in told for each in part["subscribers"]],
    }


def _run(
    programs: Sequence[Watched], groups: list[list[str]], seconds: float
) -> tuple[float, list[dict]]:
    """What each process uses while the messages of the run travel."""
    begin_ns = time.monotonic_ns() + round(WARM_UP_S * NS_PER_S)
    end_ns = begin_ns + round(seconds * NS_PER_S)
    for program in programs:
        program.tell(f"publish {begin_ns} {end_ns}")
    _sleep_until(begin_ns)
    before = [(time.monotonic_ns(), cpu_ns(program.pid)) for program in programs]
    _sleep_until(end_ns)
    after = [(time.monotonic_ns(), cpu_ns(program.pid)) for program in programs]
    processes = []
    for program, nodes, then, now in zip(programs, groups, before, after):
        program.must_run()
        processes.append(
            {
                "role": nodes[0] if len(nodes) == 1 else f"{len(nodes)} nodes",
                "pid": program.pid,
                "cpu_percent": 100 * (now[1] - then[1]) / (now[0] - then[0]),
                "threads": threads(program.pid),
                **memory_kb(program.pid),
            }
        )
    time.sleep(LAST_S)
    return seconds, processes


def _sleep_until(time_ns: int) -> None:
    time.sleep(max(0, time_ns - time.monotonic_ns()) / NS_PER_S)


def _sum(processes: list[dict]) -> dict:
    names = ("cpu_percent", "threads", "rss_kb", "pss_kb", "private_dirty_kb")
    return {name: sum(process[name] for process in processes) for name in names}


def figures_of(graph: Graph, told: Iterable[dict], seconds: float) -> dict:
    """What all processes have counted: `told` has what each of them says."""
    told = list(told)
    sent = {each["topic"]: each["sent"] for part in told for each in part["publishers"]}
    subscribers = [each for part in told for each in part["subscribers"]]
    received = sum(each["received"] for each in subscribers)
    expected = sum(sent[each["topic"]] for each in subscribers)
    at_ends = sum(each["received"] for each in subscribers if each["end"])
    latency = _merged(part["latency_ns"] for part in told)
    run = {
        "sent": sum(sent.values()),
        "received": received,
        "lost": expected - received,
        "refused": sum(each["refused"] for part in told for each in part["publishers"]),
        "received_percent": 100 * at_ends / (graph.due_per_s() * seconds),
        "latency_ns": _quantiles(latency),
        "latency_histogram_ns": {"counts": [list(each) for each in latency.counts]},
    }
    if graph.has_chains:
        run["hop_ns"] = _quantiles(_merged(part["hop_ns"] for part in told))
    return run


def _merged(histograms: Iterable[dict]) -> Distribution:
    return Distribution.merged(
        ([(value, count) for value, count in each["counts"]], each["max"]) for each in histograms
    )


def _quantiles(found: Distribution) -> dict:
    """Those of which ten samples lie beyond."""
    values = {name: found.quantile(quantile) for name, quantile in QUANTILES.items()}
    sound = {name.replace(".", ""): value for name, value in values.items() if value is not None}
    return {**sound, "max": found.largest, "count": found.count}


def graph_of(text: str) -> Graph:
    """By its name, or from the file of this name. Throws BadFile."""
    return read_named(text) if text in NAMES else read_graph(Path(text))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m baton.perf.observe_graph",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("graph", metavar="GRAPH", help=f"{', '.join(NAMES)}, or a file")
    parser.add_argument("--size", type=int, help="bytes, of topics that have no size of their own")
    parser.add_argument("--processes", choices=PLACEMENTS, default=ONE)
    parser.add_argument("--delivery", choices=DELIVERIES, default="zero-copy")
    parser.add_argument("--bin-dir", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    try:
        graph = graph_of(options.graph)
    except BadFile as error:
        sys.exit(str(error))
    if options.size:
        graph = graph.of_size(options.size)
    if graph.sizes and not options.size:
        parser.error(f"{graph.name} has topics without a size: --size {graph.sizes[0]}")
    if options.processes == EACH and options.delivery == "in-process":
        parser.error("--delivery in-process: pointers stay in one process: --processes one")
    bin_dir = options.bin_dir.resolve()
    figures = observe(graph, options.processes, options.delivery, bin_dir, options.seconds)
    if not figures["run"]["latency_ns"]["count"]:
        raise NotAsExpected("no message was received")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
