# SPDX-License-Identifier: Apache-2.0
"""What a node does in an event loop of asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from baton.aio import GraphChanges, Messages


class NodeAsync:
    """Part of Node. With the first of these the node joins the running event loop, which from then
    on runs all its callbacks; other nodes may be in the same loop."""

    _graph_changes: GraphChanges | None = None

    def messages(self, msg_type: Any, topic: str, qos_profile: Any = 10, **options: Any) -> Messages:
        """The messages of a topic, one after the other, where their publisher wrote them:

            async for image in node.messages(Image, "image"):
                ...

        At most the depth of the QoS wait for the loop, the newest; `skipped` counts the others. Ends
        when the context is shut down. Takes the options of create_subscription()."""
        from baton.aio import Messages

        return Messages(self, msg_type, topic, qos_profile, options)

    async def sleep(self, seconds: float) -> None:
        """Sleeps by the node's clock, in simulated time too."""
        from baton.aio import sleep

        await sleep(self, seconds)

    def join_event_loop(self) -> None:
        """Has the running event loop of asyncio run the node's callbacks from now on."""
        from baton.aio import AsyncExecutor

        AsyncExecutor.of_running_loop(self.context).adopt(self)  # type: ignore[attr-defined]
