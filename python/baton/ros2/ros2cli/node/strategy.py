# SPDX-License-Identifier: Apache-2.0
"""The node that answers a question. There is no daemon, so it is always one of this process."""

from .direct import DirectNode
from .direct import add_arguments as add_direct_node_arguments


class NodeStrategy(DirectNode):
    @property
    def daemon_node(self) -> None:
        return None

    @property
    def direct_node(self) -> DirectNode:
        return self


def add_arguments(parser) -> None:
    add_direct_node_arguments(parser)
    parser.add_argument("--no-daemon", action="store_true", help="there is none")
