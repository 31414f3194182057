# SPDX-License-Identifier: Apache-2.0
"""A process with a lifecycle node, whose transitions are events of the launch."""

import asyncio
import json

from baton.programs import find_program
from launch.errors import LaunchError
from launch.event_handler import EventHandler
from launch.frontend.expose import expose_action
from launch.logging import get_logger
from launch.utilities import normalize_typed_substitution, perform_typed_substitution

from ..events.lifecycle.lifecycle_events import TRANSITIONS, ChangeState, StateTransition
from .node import Node


@expose_action("lifecycle_node")
class LifecycleNode(Node):
    """Answers ChangeState events, and emits StateTransition.

    `autostart`: it is configured and activated when it is there.
    """

    def __init__(self, *, name, namespace, autostart=False, **kwargs) -> None:
        super().__init__(name=name, namespace=namespace, **kwargs)
        self.__autostart = normalize_typed_substitution(autostart, bool)
        self.__watcher: asyncio.subprocess.Process | None = None
        self.__asked: list[int] = []
        self.__task: asyncio.Task | None = None

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs.setdefault("namespace", "")
        autostart = entity.get_attr("autostart", data_type=bool, optional=True, can_be_str=True)
        if autostart is not None:
            kwargs["autostart"] = parser.parse_if_substitutions(autostart)
        return cls, kwargs

    @property
    def is_lifecycle_node(self) -> bool:
        return True

    @property
    def node_autostart(self):
        return self.__autostart

    def describe(self) -> str:
        return super().describe().replace("Node(", "LifecycleNode(", 1)

    def execute(self, context):
        subs = super().execute(context) or []
        if context.is_shutdown:
            return subs
        if self.expanded_namespace is None:
            self.expanded_namespace = "/"
        context.register_event_handler(_ChangeStateHandler(self))
        self.__task = context.asyncio_loop.create_task(self._watch(context))
        context.add_completion_future(self.__task)
        if perform_typed_substitution(context, self.__autostart, bool):
            from .lifecycle_transition import LifecycleTransition

            return [
                LifecycleTransition(lifecycle_node_names=[self.node_name], transition_ids=[1, 3]),
                *subs,
            ]
        return subs

    def change_state(self, transition_id: int) -> None:
        """Asks for a transition; before the node is there the request waits for it."""
        self.__asked.append(transition_id)
        self._send_requests()

    def _send_requests(self) -> None:
        if self.__watcher is None:
            return
        for number in self.__asked:
            self.__watcher.stdin.write(f"change {number}\n".encode())
        self.__asked = []

    async def _watch(self, context) -> None:
        """Reads the node's transitions until its process has ended."""
        import os

        program = find_program("baton-lifecycle")
        if program is None:
            raise LaunchError(
                "the program baton-lifecycle, which follows lifecycle nodes, is not there: source "
                "Baton's share/baton/setup.bash, or put the folder with its programs into PATH",
                self.location,
            )
        watcher = await asyncio.create_subprocess_exec(
            program,
            "watch",
            self.node_name,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, **context.get_locals_as_dict().get("_launch_mark", {})},
        )
        self.__watcher = watcher
        self._send_requests()
        ended = self.get_asyncio_future()
        reading = asyncio.ensure_future(self._read(context, watcher))
        try:
            await asyncio.wait([reading, ended], return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                await asyncio.wait([ended])
        finally:
            self.__watcher = None
            watcher.stdin.close()
            reading.cancel()
            if watcher.returncode is None:
                watcher.kill()
            await watcher.wait()

    async def _read(self, context, watcher) -> None:
        while line := await watcher.stdout.readline():
            message = json.loads(line)
            if message["event"] == "transition":
                context.emit_event_sync(
                    StateTransition(
                        action=self,
                        transition=message["transition"],
                        start_state=message["start_state"],
                        goal_state=message["goal_state"],
                    )
                )
            elif message["event"] == "failed":
                number = message["transition_id"]
                label = TRANSITIONS.get(number, str(number))
                get_logger(self.process_description.final_name).error(
                    f"Failed to make transition '{label}' for LifecycleNode "
                    f"'{self.node_name}': {message['reason']}"
                )


class _ChangeStateHandler(EventHandler):
    def __init__(self, node: LifecycleNode) -> None:
        super().__init__(
            matcher=lambda event: (
                isinstance(event, ChangeState) and bool(event.lifecycle_node_matcher(node))
            )
        )
        self.__node = node

    def handle(self, event, context):
        self.__node.change_state(event.transition_id)
        return []
