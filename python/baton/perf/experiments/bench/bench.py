# SPDX-License-Identifier: Apache-2.0
"""All acceptance rows as one experiment."""

from baton.perf.experiments.bench.copy_mode import CopyMode
from baton.perf.experiments.bench.latency import Latency
from baton.perf.experiments.bench.memory import Memory
from baton.perf.experiments.bench.ping_pong import PingPong
from baton.perf.experiments.bench.publish_cost import PublishCost
from baton.perf.experiments.bench.speed import Speed
from baton.perf.experiments.bench.start import Start
from baton.perf.experiments.bench.typed import Typed
from baton.perf.experiments.messages import Messages
from baton.perf.experiments.nodes import Nodes
from baton.perf.experiments.rows import Rows


class Bench(Rows):
    name = "bench"
    title = "The acceptance figures"
    purpose = "every figure Baton must reach, with repetitions and spread (about 20 minutes)"
    seconds = 2
    repetitions = 5
    rows = (
        *(Latency(), Typed(), PingPong(), PublishCost(), Speed(), CopyMode(), Memory(), Start()),
        *(Nodes(), Messages()),
    )
