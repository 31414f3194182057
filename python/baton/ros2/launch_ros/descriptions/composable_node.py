# SPDX-License-Identifier: Apache-2.0
"""A component that is to be loaded into a container."""

from launch.conditions import IfCondition, UnlessCondition
from launch.utilities import normalize_to_list_of_substitutions

from ..actions.parse_parameters import parameters_of, remaps_of
from ..utilities.parameters import normalize_parameters, normalize_remap_rules


def _extra_argument(entity, parser) -> dict:
    """Other than that of a parameter its value is read as YAML where it stands in quotes, too."""
    name = tuple(parser.parse_substitution(entity.get_attr("name")))
    value = entity.get_attr("value", data_type=None)
    entity.assert_entity_completely_parsed()
    return {name: parser.parse_substitution(value) if isinstance(value, str) else value}


class ComposableNode:
    """`plugin`: the class, as ns::Class. `extra_arguments`: [{'use_intra_process_comms': True}]."""

    def __init__(
        self,
        *,
        package,
        plugin,
        name=None,
        namespace=None,
        parameters=None,
        remappings=None,
        extra_arguments=None,
        condition=None,
    ) -> None:
        self.__package = normalize_to_list_of_substitutions(package)
        self.__plugin = normalize_to_list_of_substitutions(plugin)
        self.__name = None if name is None else normalize_to_list_of_substitutions(name)
        self.__namespace = (
            None if namespace is None else normalize_to_list_of_substitutions(namespace)
        )
        self.__parameters = None if parameters is None else normalize_parameters(parameters)
        self.__remappings = None if remappings is None else normalize_remap_rules(remappings)
        self.__extra_arguments = (
            None if extra_arguments is None else normalize_parameters(extra_arguments)
        )
        self.__condition = condition

    @classmethod
    def parse(cls, parser, entity):
        kwargs = {}
        for name, attribute in (("package", "pkg"), ("plugin", "plugin")):
            kwargs[name] = parser.parse_substitution(entity.get_attr(attribute))
        for name in ("name", "namespace"):
            value = entity.get_attr(name, optional=True)
            if value is not None:
                kwargs[name] = parser.parse_substitution(value)
        for key, condition in (("if", IfCondition), ("unless", UnlessCondition)):
            value = entity.get_attr(key, optional=True)
            if value is not None:
                kwargs["condition"] = condition(parser.parse_substitution(value))
        parameters = entity.get_attr("param", data_type=list, optional=True)
        if parameters is not None:
            kwargs["parameters"] = parameters_of(parameters, parser)
        remaps = entity.get_attr("remap", data_type=list, optional=True)
        if remaps is not None:
            kwargs["remappings"] = remaps_of(remaps, parser)
        extra = entity.get_attr("extra_arg", data_type=list, optional=True)
        if extra is not None:
            kwargs["extra_arguments"] = [_extra_argument(one, parser) for one in extra]
        entity.assert_entity_completely_parsed()
        return cls, kwargs

    @property
    def package(self):
        return self.__package

    @property
    def node_plugin(self):
        return self.__plugin

    @property
    def node_name(self):
        return self.__name

    @property
    def node_namespace(self):
        return self.__namespace

    @property
    def parameters(self):
        return self.__parameters

    @property
    def remappings(self):
        return self.__remappings

    @property
    def extra_arguments(self):
        return self.__extra_arguments

    def condition(self):
        return self.__condition
