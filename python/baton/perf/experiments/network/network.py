# SPDX-License-Identifier: Apache-2.0
"""All rows about the network as one experiment."""

from baton.perf.experiments.network.beside_shared_memory import Covered, SharedMemory
from baton.perf.experiments.network.over_udp import OverUdp
from baton.perf.experiments.network.start import Start
from baton.perf.experiments.rows import Rows


class Network(Rows):
    name = "network"
    title = "What the network costs"
    purpose = "UDP against bare Fast DDS; shared memory, CPU and start with the network on and off"
    seconds = 2
    repetitions = 5
    rows = (OverUdp(), SharedMemory(), Covered(), Start())
