# SPDX-License-Identifier: Apache-2.0
"""A process with a node."""

from launch.actions.execute_process import ExecuteProcess
from launch.frontend.expose import expose_action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions, text_of

from ..substitutions.packages import ExecutableInPackage
from ..utilities.namespaces import full_node_name, make_namespace_absolute, prefix_namespace
from ..utilities.parameters import (
    evaluate_parameters,
    existing_file,
    normalize_parameters,
    normalize_remap_rules,
)
from ..utilities.temporary_files import write_parameter_file
from ..utilities.track_node_names import note_node_name
from .parse_parameters import parameters_of, remaps_of


@expose_action("node")
class Node(ExecuteProcess):
    """Runs `executable` of `package` (without a package: a path or a program of PATH).

    `parameters`: files, and mappings of names to values; what comes later counts. `remappings`:
    (from, to). `arguments` go to the program as they are, `ros_arguments` behind --ros-args.
    """

    UNSPECIFIED_NODE_NAME = "<node_name_unspecified>"
    UNSPECIFIED_NODE_NAMESPACE = ""

    def __init__(
        self,
        *,
        executable,
        package=None,
        name=None,
        namespace=None,
        exec_name=None,
        parameters=None,
        remappings=None,
        ros_arguments=None,
        arguments=None,
        **kwargs,
    ) -> None:
        self.__package = package
        self.__executable = executable
        if package is not None:
            program = ExecutableInPackage(package=package, executable=executable)
        else:
            program = executable
        cmd = [program, *_list("arguments", arguments)]
        super().__init__(cmd=cmd, name=exec_name, **kwargs)
        self.__name = None if name is None else normalize_to_list_of_substitutions(name)
        self.__namespace = (
            None if namespace is None else normalize_to_list_of_substitutions(namespace)
        )
        self.__parameters = normalize_parameters(parameters) if parameters is not None else []
        self.__remappings = normalize_remap_rules(remappings) if remappings is not None else []
        self.__ros_arguments = [
            normalize_to_list_of_substitutions(one) for one in _list("ros_arguments", ros_arguments)
        ]
        self.expanded_name: str | None = None
        self.expanded_namespace: str | None = None
        self.expanded_remappings: list[tuple[str, str]] = []
        self.expanded_parameters: list = []
        self._scope_parameters: list = []
        self._own_parameters: list = []

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser, ignore=("cmd", "name"))
        kwargs["executable"] = parser.parse_substitution(entity.get_attr("exec"))
        for name in ("namespace", "name", "exec_name"):
            value = entity.get_attr(name, optional=True)
            if value is not None:
                kwargs[name] = parser.parse_substitution(value)
        package = entity.get_attr("pkg", optional=True)
        if package is not None:
            kwargs["package"] = parser.parse_substitution(package)
        for key, attribute in (("arguments", "args"), ("ros_arguments", "ros_args")):
            value = entity.get_attr(attribute, optional=True)
            if value is not None:
                kwargs[key] = cls._parse_cmdline(value, parser)
        remaps = entity.get_attr("remap", data_type=list, optional=True)
        if remaps is not None:
            kwargs["remappings"] = remaps_of(remaps, parser)
        parameters = entity.get_attr("param", data_type=list, optional=True)
        if parameters is not None:
            kwargs["parameters"] = parameters_of(parameters, parser)
        return cls, kwargs

    @staticmethod
    def parse_nested_parameters(params, parser) -> list:
        """The parameters that elements `param` describe, for actions of packages."""
        return parameters_of(params, parser)

    @property
    def expanded_node_namespace(self) -> str:
        return self.expanded_namespace or self.UNSPECIFIED_NODE_NAMESPACE

    @property
    def expanded_remapping_rules(self) -> list[tuple[str, str]]:
        return self.expanded_remappings

    @property
    def node_package(self):
        return self.__package

    @property
    def node_executable(self):
        return self.__executable

    @property
    def node_name(self) -> str:
        """/namespace/name, as far as it is known."""
        return full_node_name(
            self.expanded_namespace or "", self.expanded_name or self.UNSPECIFIED_NODE_NAME
        )

    def execute(self, context):
        subs = super().execute(context)
        if self.is_node_name_fully_specified():
            note_node_name(context, self.node_name)
        return subs

    def is_node_name_fully_specified(self) -> bool:
        return self.expanded_name is not None and self.expanded_namespace is not None

    def describe(self) -> str:
        package = f"{text_of(self.__package)}, " if self.__package is not None else ""
        return f"Node({package}{text_of(self.__executable)})"

    def prepare(self, context) -> None:
        super().prepare(context)
        self._perform_substitutions(context)
        self.process_description.final_cmd += self.ros_arguments_for_command(context)

    def _perform_substitutions(self, context) -> None:
        if self.__name is not None:
            self.expanded_name = perform_substitutions(context, self.__name) or None
        own = None
        if self.__namespace is not None:
            own = perform_substitutions(context, self.__namespace)
        pushed = context.launch_configurations.get("ros_namespace")
        namespace = prefix_namespace(pushed, own)
        if namespace:
            self.expanded_namespace = make_namespace_absolute(namespace)
        remaps = context.launch_configurations.get("ros_remaps", [])
        self.expanded_remappings = [
            *remaps,
            *(
                tuple(perform_substitutions(context, side) for side in rule)
                for rule in self.__remappings
            ),
        ]
        self._scope_parameters = self._global_parameters(context)
        self._own_parameters = evaluate_parameters(context, self.__parameters)
        self.expanded_parameters = [*self._scope_parameters, *self._own_parameters]

    def _global_parameters(self, context) -> list:
        found: list = []
        for one in context.launch_configurations.get("global_params", []):
            if isinstance(one, tuple):
                found.append(dict([one]))
            elif getattr(one, "node_name", None) in (None, self.expanded_name):
                found.append(one)
        return found

    def ros_arguments_for_command(self, context) -> list[str]:
        """--ros-args and what follows; nothing where a node has nothing of its own."""
        arguments = [perform_substitutions(context, one) for one in self.__ros_arguments]
        if self.expanded_name is not None:
            arguments += ["-r", f"__node:={self.expanded_name}"]
        if self.expanded_namespace is not None:
            arguments += ["-r", f"__ns:={self.expanded_namespace}"]
        for one in self._scope_parameters:
            path = write_parameter_file("/**", one) if isinstance(one, dict) else one
            arguments += ["--params-file", str(path)]
        # A mapping counts over a file before it that names the node, so it names the node, too.
        # All of a process's nodes may be meant where the name is not known.
        key = self.node_name if self.is_node_name_fully_specified() else "/**"
        for one in self._own_parameters:
            path = write_parameter_file(key, one) if isinstance(one, dict) else existing_file(one)
            arguments += ["--params-file", str(path)]
        for source, target in self.expanded_remappings:
            arguments += ["-r", f"{source}:={target}"]
        return ["--ros-args", *arguments] if arguments else []


def _list(name: str, values) -> list:
    if values is None:
        return []
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} is {values!r}: give a list")
    return list(values)
