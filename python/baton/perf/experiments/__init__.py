# SPDX-License-Identifier: Apache-2.0
"""The experiments by name."""

import difflib
from pathlib import Path

from baton.perf.bad_file import BadFile
from baton.perf.collection import Collection
from baton.perf.experiment import Experiment
from baton.perf.experiments.all import All
from baton.perf.experiments.bench import Bench
from baton.perf.experiments.competitors import Competitors
from baton.perf.experiments.composition import Composition
from baton.perf.experiments.executors import Executors
from baton.perf.experiments.five_tables import FiveTables
from baton.perf.experiments.floor import Floor
from baton.perf.experiments.graph import Graphs
from baton.perf.experiments.headers import Headers
from baton.perf.experiments.in_python import InPython
from baton.perf.experiments.knee import Knee
from baton.perf.experiments.matrix import Matrix
from baton.perf.experiments.messages import Messages
from baton.perf.experiments.modes import Modes
from baton.perf.experiments.network import Network
from baton.perf.experiments.nodes import Nodes
from baton.perf.experiments.observers import Observers
from baton.perf.experiments.ownership import Ownership
from baton.perf.experiments.processes import Processes
from baton.perf.experiments.quick import Quick
from baton.perf.experiments.reference import Reference
from baton.perf.experiments.scale import Scale
from baton.perf.experiments.stress import Stress
from baton.perf.experiments.tail import Tail
from baton.perf.experiments.throughput import Throughput
from baton.perf.experiments.yaml_file import YamlFile
from baton.perf.experiments.zero_copy import ZeroCopy

EXPERIMENTS: dict[str, type[Experiment]] = {
    experiment.name: experiment
    for experiment in (
        *(Quick, Bench, ZeroCopy, Matrix, Modes, Competitors, Tail, Network, Executors),
        *(Ownership, Floor, Throughput, Knee, Stress, Composition, Processes, Nodes, Messages, Headers),
        *(Scale, Graphs, FiveTables, Observers, InPython),
    )
}

# Several experiments with one page.
COLLECTIONS: dict[str, type[Collection]] = {each.name: each for each in (All, Reference)}


class UnknownExperiment(ValueError):
    pass


def _from_file(path: Path) -> YamlFile:
    """Its results must not be taken for those of an experiment that is known."""
    experiment = YamlFile(path)
    if experiment.name in EXPERIMENTS or experiment.name in COLLECTIONS:
        raise BadFile(f"{path}: {experiment.name} is an experiment of baton perf; write another name:")
    return experiment


def find_experiment(name: str) -> Experiment:
    """An experiment by name, or from a file when the name looks like one."""
    if name in EXPERIMENTS:
        return EXPERIMENTS[name]()
    if name.endswith((".yaml", ".yml")):
        return _from_file(Path(name))
    known = [*EXPERIMENTS, *COLLECTIONS]
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(known)}"
    raise UnknownExperiment(f"no experiment is called {name}; {hint}, or give a FILE.yaml")
