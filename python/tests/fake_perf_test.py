# SPDX-License-Identifier: Apache-2.0
"""Stands in for the programs of the build: same options, same JSON, figures from a formula.

FAKE_PERF_TEST changes what it does: a JSON object with any of `fail` (text for stderr), `hang`,
`stubborn` (ignores SIGTERM too), `garbage`, `silent`, `copies`, `lost`, `slower` (a factor, or one
for each repetition of three cells), `transport`, `build_type`, `refuse` (what it says of a command; it
exits with 2 then). `only` limits it to command lines that contain this word. `sustains` has messages a
second that come through, by a word of the command line.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

SIZES_KB = {
    "4k": 4,
    "16k": 16,
    "64k": 64,
    "256k": 256,
    "1m": 1024,
    "2m": 2048,
    "4m": 4096,
    "8m": 8192,
}
WORDS = (
    *("shared-memory", "zero-copy", "loaned-samples", "reliable", "keep-last", "memory"),
    *("intra-process", "one-in-flight", "open-loop"),
)
LOCAL = ("shared-memory", "zero-copy", "intra-process")


def parse(arguments: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    words = iter(arguments)
    for word in words:
        name = word.removeprefix("--")
        options[name] = "yes" if name in WORDS else next(words)
    return options


def slower(mode: dict) -> float:
    factor = mode.get("slower", 1)
    if isinstance(factor, list):
        runs = len(Path(os.environ["FAKE_PERF_TEST_LOG"]).read_text().splitlines())
        factor = factor[(runs - 1) // 3 % len(factor)]
    return factor


def latency_ns(options: dict[str, str], mode: dict) -> float:
    subscribers = int(options.get("num-sub-threads", 1))
    size_kb = SIZES_KB.get(options.get("msg", "").removeprefix("Array"), 1)
    noise = random.uniform(0.97, 1.03)
    floor = 9000 + 4200 * (subscribers - 1)
    if "poll" in options.get("communicator", ""):
        floor = 600
    if "floor" in options.get("communicator", ""):
        return floor * noise
    zero = floor * 1.08 * slower(mode)
    return (zero if "zero-copy" in options else zero + size_kb * 110) * noise


def distribution(median: float, count: int) -> dict:
    return {
        "min": median * 0.7,
        "p50": median,
        "p90": median * 1.3,
        "p99": median * 1.9,
        "p999": median * 3,
        "max": median * 4,
        "mean": median * 1.05,
        "stddev": median * 0.2,
        "count": count,
    }


def document(options: dict[str, str], mode: dict) -> dict:
    subscribers = int(options.get("num-sub-threads", 1))
    seconds = float(options.get("max-runtime", 1))
    rate = float(options.get("rate", 0)) or 4e6
    sent = int(seconds * rate)
    lost = mode.get("lost", 0)
    for word, most in mode.get("sustains", {}).items():
        if word in sys.argv:
            lost = max(lost, sent - int(seconds * most))
    local = any(word in options for word in LOCAL) or "floor" in options.get("communicator", "")
    transport = mode.get("transport", "shared_memory" if local else "udp")
    in_place = "zero-copy" in options or "iceoryx" in options.get("communicator", "")
    copies = not in_place or mode.get("copies", False)
    median = latency_ns(options, mode)
    run = {
        "sent": sent,
        "received": sent * subscribers - lost,
        "lost": lost,
        "out_of_order": 0,
        "corrupt": 0,
        "duration_s": seconds,
        "latency_ns": distribution(median, sent),
        "publish_ns": distribution(400 + 300 * subscribers, sent),
        "loan_ns": distribution(90, 0 if copies else sent),
        "all_received_ns": distribution(median * 1.5, sent if "one-in-flight" in options else 0),
        "cpu_percent": 3.0 if not copies else 40.0,
        "pss_kb": 22000,
        "rusage": {"minflt": 12, "majflt": 0, "nvcsw": 812, "nivcsw": 9},
    }
    publisher = {"role": "publisher", "pid": 11, "cpu_percent": 1.5, "pss_kb": 9000}
    return {
        "schema": "baton.perf_test/1",
        "options": options,
        "machine": {"build_type": mode.get("build_type", "Release")},
        "run": run,
        "intervals": [],
        "processes": [publisher],
        "publishers": [{"process": "pub0", "committed_bytes": 13 * (4 << 20)}],
        "subscribers": [
            {"process": f"sub{index}", "transport": transport, "zero_copy": not copies}
            for index in range(subscribers)
        ],
    }


def compose(name: str, arguments: list[str]) -> None:
    """Two listeners report twice; at Ctrl-C subscribers say what they received."""
    try:
        if not name.startswith("topic_"):
            for p50 in (900, 990, 20, 30):
                print(f"Latency: avg {p50 + 1}.0 us, p50 {p50}.0 us, min 9.0 us, max 999.0 us, count 7")
            sys.stdout.flush()
        signal.pause()
    except KeyboardInterrupt:
        if name in ("topic_subscriber", "topic_composition"):
            received = 0 if "point_num:=0" in arguments else 50
            print(f"[INFO]: Received {received} messages, delay avg 12.5 us")


TRANSPORTS = {"in-process": "in_process", "zero-copy": "shared_memory", "udp": "udp"}


def run_nodes(arguments: list[str], mode: dict) -> None:
    """Nodes of a graph: each message takes 10 us, a hop 2 us; each publisher sends 40, of which each
    subscription has all, or `lost` fewer."""
    topics = json.loads(Path(arguments[0]).read_text())["topics"]
    options = parse(arguments[1:])
    nodes = options["nodes"].split(",")
    print(f"matched {time.monotonic_ns()}", flush=True)
    if not sys.stdin.readline().startswith("publish "):
        return
    sys.stdin.read()
    read = [(topic, node) for topic in topics for node in topic["to"] if node in nodes]
    followed = {(topic.get("after"), topic["from"]) for topic in topics}
    subscribers = [
        {
            "process": f"{topic['name']} of {node}",
            "topic": topic["name"],
            "node": node,
            "end": (topic["name"], node) not in followed,
            "transport": mode.get("transport", TRANSPORTS[options["delivery"]]),
            "zero_copy": options["delivery"] == "zero-copy" and not mode.get("copies", False),
            "received": 40 - mode.get("lost", 0),
        }
        for topic, node in read
    ]
    ends = 40 * sum(each["end"] for each in subscribers)
    figures = {
        "nodes": nodes,
        "build_type": mode.get("build_type", "Release"),
        "publishers": [
            {"topic": topic["name"], "node": topic["from"], "sent": 40, "refused": 0}
            for topic in topics
            if topic["from"] in nodes
        ],
        "subscribers": subscribers,
        "latency_ns": {"max": 20_000, "counts": [[10_000, ends]] if ends else []},
        "hop_ns": {"max": 3_000, "counts": [[2_000, 40 * len(read)]] if read else []},
    }
    print(json.dumps({"node_graph": figures}), flush=True)


def misbehave(mode: dict) -> None:
    if "fail" in mode:
        print("perf_test: first line\n" + mode["fail"], file=sys.stderr)
        sys.exit(1)
    if mode.get("stubborn"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode.get("hang") or mode.get("stubborn"):
        Path(os.environ["FAKE_PERF_TEST_PID"]).write_text(str(os.getpid()))
        signal.pause()
        while mode.get("stubborn"):
            signal.pause()


def main() -> None:
    arguments = sys.argv[1:]
    name = Path(sys.argv[0]).name
    if name in ("idle_participant", "idle_node"):
        signal.pause()
    if name in ("component_load", "baton-component"):
        print(json.dumps({"component_load_ns": distribution(6e6, 10)}))
        return
    if name.startswith(("component_container", "demo_", "topic_")):
        compose(name, arguments)
        return
    if name.endswith("_bench"):
        options = dict(word.split("=", 1) for word in arguments)
        benchmark = options["--benchmark_filter"].replace("\\", "").strip("^$")
        entry = {"name": benchmark, "cpu_time": 100.0, "time_unit": "ns", "per_container": 1e-9}
        print(json.dumps({"benchmarks": [entry]}))
        return
    if name == "node_costs":
        sides = ("node_ns", "reference_ns", "node_awake_ns", "reference_awake_ns")
        print(json.dumps({"node_costs": {side: distribution(900.0, 50) for side in sides}}))
        return
    if name == "start_to_first_message":
        print(json.dumps({"start_to_first_message_ns": distribution(4e6, 20)}))
        return
    mode = json.loads(os.environ.get("FAKE_PERF_TEST", "{}"))
    if mode.get("only", "") not in " ".join(arguments):
        mode = {}
    if name == "node_graph":
        run_nodes(arguments, mode)
        return
    if "refuse" in mode:
        print(f"perf_test: {mode['refuse']} (perf_test --help explains)", file=sys.stderr)
        sys.exit(2)
    if "--dry-run" in arguments:
        return
    options = parse(arguments)
    misbehave(mode)
    if "FAKE_PERF_TEST_LOG" in os.environ:
        with open(os.environ["FAKE_PERF_TEST_LOG"], "a") as log:
            variables = {name: text for name, text in os.environ.items() if "_" in name}
            log.write(json.dumps([time.time(), arguments, variables]) + "\n")
    if mode.get("silent"):
        return
    text = "not json" if mode.get("garbage") else json.dumps(document(options, mode))
    Path(options["logfile"]).write_text(text)


if __name__ == "__main__":
    main()
