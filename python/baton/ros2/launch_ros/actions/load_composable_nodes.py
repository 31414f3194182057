# SPDX-License-Identifier: Apache-2.0
"""Loads components into a container that runs, in their order, in the background."""

import asyncio
import os

import yaml

from baton.programs import find_program
from launch.action import Action
from launch.errors import LaunchError
from launch.frontend.expose import expose_action
from launch.logging import get_logger
from launch.utilities import (
    normalize_to_list_of_substitutions,
    perform_substitutions,
    text_of,
)

from ..descriptions.composable_node import ComposableNode
from ..utilities.namespaces import full_node_name, make_namespace_absolute, prefix_namespace
from ..utilities.parameter_files import flatten, parameters_for_node
from ..utilities.parameters import evaluate_parameters, existing_file
from ..utilities.track_node_names import note_node_name
from .composable_node_container import ComposableNodeContainer

# For a container to appear, as long as the launch lasts in practice; and for its answer.
_WAIT_S = 100_000
_TIMEOUT_S = 60


@expose_action("load_composable_node")
class LoadComposableNodes(Action):
    """`target_container`: a ComposableNodeContainer, or the name of a container's node."""

    def __init__(self, *, composable_node_descriptions, target_container, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__descriptions = list(composable_node_descriptions)
        if isinstance(target_container, ComposableNodeContainer):
            self.__target = target_container
        else:
            self.__target = normalize_to_list_of_substitutions(target_container)
        self.__task: asyncio.Task | None = None
        self.loaded: list[str] = []

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["target_container"] = parser.parse_substitution(entity.get_attr("target"))
        kwargs["composable_node_descriptions"] = []
        for one in entity.get_attr("composable_node", data_type=list):
            make, values = ComposableNode.parse(parser, one)
            kwargs["composable_node_descriptions"].append(make(**values))
        return cls, kwargs

    def describe(self) -> str:
        plugins = ", ".join(text_of(one.node_plugin) for one in self.__descriptions)
        return f"LoadComposableNodes({plugins})"

    def _container(self, context) -> str:
        if isinstance(self.__target, ComposableNodeContainer):
            return self.__target.node_name
        name = perform_substitutions(context, self.__target)
        return name if name.startswith("/") else "/" + name

    def execute(self, context) -> None:
        container = self._container(context)
        requests = []
        for one in self.__descriptions:
            condition = one.condition()
            if condition is None or condition.evaluate(context):
                requests.append(load_arguments(context, one))
        if requests and not context.is_shutdown:
            self.__task = context.asyncio_loop.create_task(
                self._load_all(context, container, requests)
            )

    def get_asyncio_future(self) -> asyncio.Future | None:
        return self.__task

    async def _load_all(self, context, container: str, requests: list[list[str]]) -> None:
        from launch.event_handlers import OnShutdown

        stopped = asyncio.get_running_loop().create_future()

        def stop(event, context):
            if not stopped.done():
                stopped.set_result(None)

        handler = OnShutdown(on_shutdown=stop)
        context.register_event_handler(handler)
        running = getattr(self.__target, "get_asyncio_future", lambda: None)()
        if running is not None:
            # A container that has ended will not load anything.
            running.add_done_callback(lambda _: stop(None, None))
        try:
            for request in requests:
                loading = asyncio.ensure_future(self._load(context, container, request))
                await asyncio.wait([loading, stopped], return_when=asyncio.FIRST_COMPLETED)
                if stopped.done() and not loading.done():
                    loading.cancel()
                    return
                loading.result()
        finally:
            context.unregister_event_handler(handler)

    async def _load(self, context, container: str, request: list[str]) -> None:
        program = find_program("baton-component")
        if program is None:
            raise LaunchError(
                "the program baton-component, which loads components, is not there: source Baton's "
                "share/baton/setup.bash, or put the folder with its programs into PATH",
                self.location,
            )
        process = await asyncio.create_subprocess_exec(
            program,
            "load",
            f"--wait={_WAIT_S}",
            f"--timeout={_TIMEOUT_S}",
            container,
            *request,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, **context.get_locals_as_dict().get("_launch_mark", {})},
        )
        try:
            out, errors = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        said = (out if process.returncode == 0 else errors or out).decode(errors="replace").strip()
        logger = get_logger(container)
        if process.returncode == 0:
            name = said.rsplit("'", 2)[-2] if said.count("'") >= 2 else said
            self.loaded.append(name)
            logger.info(f"Loaded node '{name}' in container '{container}'")
            return
        logger.error(
            f"Failed to load node of type '{request[1]}' in container '{container}': {said}"
        )
        service = context.get_locals_as_dict().get("launch_service")
        if service is not None:
            service.failures.append((f"{request[1]} in {container}", process.returncode))


def load_arguments(context, description: ComposableNode) -> list[str]:
    """What baton-component load takes for a component, behind the container's name."""

    def text(subs):
        return None if subs is None else perform_substitutions(context, subs)

    package, plugin = text(description.package), text(description.node_plugin)
    arguments = [package, plugin]
    name = text(description.node_name)
    if name:
        arguments += ["--node-name", name]
    pushed = context.launch_configurations.get("ros_namespace")
    namespace = prefix_namespace(pushed, text(description.node_namespace))
    if namespace:
        namespace = make_namespace_absolute(namespace)
        arguments += ["--node-namespace", namespace]
    rules = list(context.launch_configurations.get("ros_remaps", []))
    rules += [tuple(text(side) for side in rule) for rule in description.remappings or []]
    for source, target in rules:
        arguments += ["-r", f"{source}:={target}"]
    full_name = full_node_name(namespace or "", name) if name else "/"
    if name:
        note_node_name(context, full_name)
    for key, value in _parameters(context, description, full_name).items():
        arguments += ["-p", f"{key}:={as_yaml(value)}"]
    for values in evaluate_parameters(context, description.extra_arguments or []):
        if isinstance(values, dict):
            for key, value in values.items():
                arguments += ["-e", f"{key}:={as_yaml(value)}"]
    return arguments


def _parameters(context, description: ComposableNode, full_name: str) -> dict:
    """Those of the scope first, then its own; what comes later counts."""
    values: dict = {}
    for one in context.launch_configurations.get("global_params", []):
        if isinstance(one, tuple):
            values[one[0]] = one[1]
        elif getattr(one, "node_name", None) in (None, full_name.rsplit("/", 1)[-1]):
            values.update(parameters_for_node(one, full_name))
    for one in evaluate_parameters(context, description.parameters or []):
        if isinstance(one, dict):
            values.update(flatten(one))
        else:
            values.update(parameters_for_node(str(existing_file(one)), full_name))
    return values


def as_yaml(value) -> str:
    """In one line; a text in quotes, so that it stays one."""
    if isinstance(value, str):
        return yaml.safe_dump(value, default_style='"', width=10**9).strip()
    text = yaml.safe_dump(value, default_flow_style=True, width=10**9)
    return text.removesuffix("\n").removesuffix("\n...").strip()
