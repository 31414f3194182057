# SPDX-License-Identifier: Apache-2.0
"""What holds for all nodes that follow in a scope: namespace, parameters, remaps."""

from launch.action import Action
from launch.frontend.expose import expose_action
from launch.logging import default_log_root
from launch.utilities import (
    normalize_to_list_of_substitutions,
    normalize_typed_substitution,
    perform_substitutions,
    perform_typed_substitution,
    text_of,
)

from ..parameter_descriptions import ParameterFile, ParameterValue
from ..utilities.namespaces import make_namespace_absolute, prefix_namespace
from ..utilities.parameters import (
    evaluate_parameter_dict,
    existing_file,
    normalize_parameters,
)


@expose_action("push_ros_namespace")
@expose_action("push-ros-namespace")
class PushROSNamespace(Action):
    """Nodes that follow are below this namespace; it is added to the one that holds already."""

    def __init__(self, namespace, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__namespace = normalize_to_list_of_substitutions(namespace)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["namespace"] = parser.parse_substitution(entity.get_attr("namespace"))
        return cls, kwargs

    @property
    def namespace(self):
        return self.__namespace

    def describe(self) -> str:
        return f"PushROSNamespace({text_of(self.__namespace)})"

    def execute(self, context) -> None:
        pushed = perform_substitutions(context, self.__namespace)
        before = context.launch_configurations.get("ros_namespace")
        namespace = make_namespace_absolute(prefix_namespace(before, pushed))
        context.launch_configurations["ros_namespace"] = namespace


PushRosNamespace = PushROSNamespace


def _add_global_parameters(context, entries: list) -> None:
    """A new list: scopes that were pushed keep theirs."""
    before = context.launch_configurations.get("global_params", [])
    context.launch_configurations["global_params"] = [*before, *entries]


@expose_action("set_parameter")
class SetParameter(Action):
    """Sets a parameter for all nodes that follow in this scope."""

    def __init__(self, name, value, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__parameters = normalize_parameters([{_hashable(name): value}])

    @property
    def name(self) -> list:
        (name,) = self.__parameters[0]
        return list(name)

    @property
    def value(self):
        """Substitutions, or what is no text as it is."""
        (value,) = self.__parameters[0].values()
        value = value.value if isinstance(value, ParameterValue) else value
        return normalize_to_list_of_substitutions(value) if isinstance(value, str) else value

    @classmethod
    def parse(cls, entity, parser):
        from .parse_parameters import value_of

        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        kwargs["value"] = value_of(entity, parser)
        return cls, kwargs

    def describe(self) -> str:
        return f"SetParameter({text_of(self.name)}, {self.value})"

    def execute(self, context) -> None:
        values = evaluate_parameter_dict(context, self.__parameters[0])
        _add_global_parameters(context, list(values.items()))


def _hashable(name):
    return name if isinstance(name, str) else tuple(normalize_to_list_of_substitutions(name))


@expose_action("set_use_sim_time")
class SetUseSimTime(Action):
    """Sets use_sim_time for all nodes that follow in this scope."""

    def __init__(self, value, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__value = normalize_typed_substitution(value, bool)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        value = entity.get_attr("value", data_type=bool, can_be_str=True)
        kwargs["value"] = parser.parse_if_substitutions(value)
        return cls, kwargs

    def execute(self, context) -> None:
        value = perform_typed_substitution(context, self.__value, bool)
        _add_global_parameters(context, [("use_sim_time", value)])


@expose_action("set_parameters_from_file")
class SetParametersFromFile(Action):
    """A parameter file for all nodes that follow; `node_name`: for nodes of that name alone."""

    def __init__(self, filename, node_name=None, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__file = (
            ParameterFile(filename) if not isinstance(filename, ParameterFile) else filename
        )
        self.__node_name = (
            None if node_name is None else normalize_to_list_of_substitutions(node_name)
        )

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["filename"] = parser.parse_substitution(entity.get_attr("filename"))
        node_name = entity.get_attr("node_name", optional=True)
        if node_name is not None:
            kwargs["node_name"] = parser.parse_substitution(node_name)
        return cls, kwargs

    def execute(self, context) -> None:
        path = str(existing_file(self.__file.evaluate(context)))
        name = (
            None if self.__node_name is None else perform_substitutions(context, self.__node_name)
        )
        _add_global_parameters(context, [_ParameterFilePath(path, name)])


class _ParameterFilePath(str):
    """The path of a file for all nodes, or for one."""

    node_name: str | None

    def __new__(cls, path: str, node_name: str | None):
        made = super().__new__(cls, path)
        made.node_name = node_name
        return made


@expose_action("set_remap")
class SetRemap(Action):
    """Remaps a name in all nodes that follow in this scope."""

    def __init__(self, src, dst, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__src = normalize_to_list_of_substitutions(src)
        self.__dst = normalize_to_list_of_substitutions(dst)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["src"] = parser.parse_substitution(entity.get_attr("from"))
        kwargs["dst"] = parser.parse_substitution(entity.get_attr("to"))
        return cls, kwargs

    @property
    def src(self):
        return self.__src

    @property
    def dst(self):
        return self.__dst

    def describe(self) -> str:
        return f"SetRemap({text_of(self.__src)}, {text_of(self.__dst)})"

    def execute(self, context) -> None:
        rule = tuple(perform_substitutions(context, side) for side in (self.__src, self.__dst))
        before = context.launch_configurations.get("ros_remaps", [])
        context.launch_configurations["ros_remaps"] = [*before, rule]


@expose_action("set_ros_log_dir")
class SetROSLogDir(Action):
    """Sets ROS_LOG_DIR for all processes that follow in this scope.

    A relative folder is below the one that holds before.
    """

    def __init__(self, new_log_dir, **kwargs) -> None:
        super().__init__(**kwargs)
        self.__folder = normalize_to_list_of_substitutions(new_log_dir)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["new_log_dir"] = parser.parse_substitution(entity.get_attr("new_log_dir"))
        return cls, kwargs

    def execute(self, context) -> None:
        folder = perform_substitutions(context, self.__folder)
        context.environment["ROS_LOG_DIR"] = str(default_log_root() / folder)
