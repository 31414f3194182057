# SPDX-License-Identifier: Apache-2.0
"""Parameters, remaps and arguments as XML and YAML have them."""

from launch.utilities.type_utils import get_typed_value

from ..parameter_descriptions import ParameterFile, ParameterValue

_TYPES = {
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
    "list_of_bool": list[bool],
    "list_of_int": list[int],
    "list_of_float": list[float],
    "list_of_str": list[str],
    "yaml": None,  # as without a type
}


def value_of(entity, parser):
    """The attribute `value`, with `type` and `value-sep` if they are there."""
    type_name = entity.get_attr("type", optional=True)
    if type_name is not None and type_name not in _TYPES:
        raise ValueError(f"type '{type_name}': there are {', '.join(_TYPES)}")
    separator = entity.get_attr("value-sep", optional=True)
    if separator is None:
        separator = entity.get_attr("value_sep", optional=True)
    value_type = _TYPES.get(type_name)
    raw = _raw_value(entity)
    if separator is not None:
        parts = str(raw).split(separator)
        if any("$(" in part for part in parts):
            return [parser.parse_substitution(part) for part in parts]
        typed = get_typed_value(parts, value_type)
        return ParameterValue(parser.parse_if_substitutions(typed))
    if isinstance(raw, list):
        # What stands in a list of YAML has its type there; texts may have substitutions.
        items = raw if value_type is None else [str(item) for item in raw]
        if any(isinstance(item, str) and "$(" in item for item in items):
            return parser.parse_if_substitutions(items)
        typed = items if value_type is None else get_typed_value(items, value_type)
        return ParameterValue(parser.parse_if_substitutions(typed))
    if not isinstance(raw, str):
        return raw if value_type is None else ParameterValue(str(raw), value_type=value_type)
    return ParameterValue(parser.parse_substitution(raw), value_type=value_type)


def _raw_value(entity):
    """Of XML the text; of YAML what stands there, where text in quotes stays text."""
    if type(entity).__module__.startswith("launch_xml"):
        return entity.get_attr("value", data_type=str)
    typed = entity.get_attr("value", data_type=None)
    if isinstance(typed, str) and "$(" not in typed:
        import yaml

        return yaml.safe_dump(typed, default_style='"').strip()
    return typed


def parameters_of(entities, parser) -> list:
    """The <param> elements: files, values, and values below values."""
    parameters: list = []
    for one in entities:
        path = one.get_attr("from", optional=True)
        if path is not None:
            allow = one.get_attr("allow_substs", data_type=bool, optional=True, can_be_str=True)
            if one.get_attr("name", optional=True) is not None:
                raise ValueError("<param> has 'from' and 'name': give one of them")
            parameters.append(
                ParameterFile(
                    parser.parse_substitution(path),
                    allow_substs=parser.parse_if_substitutions(allow or False),
                )
            )
        else:
            parameters.append(_named(one, parser))
        one.assert_entity_completely_parsed()
    return parameters


def _named(entity, parser) -> dict:
    name = tuple(parser.parse_substitution(entity.get_attr("name")))
    below = entity.get_attr("param", data_type=list, optional=True)
    if below is None:
        return {name: value_of(entity, parser)}
    values: dict = {}
    for one in below:
        values.update(_named(one, parser))
        one.assert_entity_completely_parsed()
    return {name: values}


def remaps_of(entities, parser) -> list[tuple]:
    rules = []
    for one in entities:
        rules.append(
            (
                parser.parse_substitution(one.get_attr("from")),
                parser.parse_substitution(one.get_attr("to")),
            )
        )
        one.assert_entity_completely_parsed()
    return rules
