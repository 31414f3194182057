# SPDX-License-Identifier: Apache-2.0
"""What a node does in an event loop of asyncio."""


class NodeAsync:
    """Part of Node."""
