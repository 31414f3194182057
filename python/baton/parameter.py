# SPDX-License-Identifier: Apache-2.0
"""Parameters: names with values, spelled like rclpy.parameter."""

from __future__ import annotations

import array
from enum import Enum
from typing import Any

from rcl_interfaces.msg import Parameter as ParameterMessage
from rcl_interfaces.msg import ParameterType, ParameterValue

PARAMETER_SEPARATOR_STRING = "."


class Parameter:
    """A name and a value of one of the types that parameters have."""

    class Type(Enum):
        NOT_SET = ParameterType.PARAMETER_NOT_SET
        BOOL = ParameterType.PARAMETER_BOOL
        INTEGER = ParameterType.PARAMETER_INTEGER
        DOUBLE = ParameterType.PARAMETER_DOUBLE
        STRING = ParameterType.PARAMETER_STRING
        BYTE_ARRAY = ParameterType.PARAMETER_BYTE_ARRAY
        BOOL_ARRAY = ParameterType.PARAMETER_BOOL_ARRAY
        INTEGER_ARRAY = ParameterType.PARAMETER_INTEGER_ARRAY
        DOUBLE_ARRAY = ParameterType.PARAMETER_DOUBLE_ARRAY
        STRING_ARRAY = ParameterType.PARAMETER_STRING_ARRAY

        @classmethod
        def from_parameter_value(cls, value: Any) -> Parameter.Type:
            """The type of a value of Python; raises TypeError for one that parameters do not have."""
            if value is None:
                return cls.NOT_SET
            for kind, name in ((bool, "BOOL"), (int, "INTEGER"), (float, "DOUBLE"), (str, "STRING")):
                if isinstance(value, kind):
                    return cls[name]
            if isinstance(value, list | tuple | array.array):
                for kind, name in (
                    (bytes, "BYTE_ARRAY"),
                    (bool, "BOOL_ARRAY"),
                    (int, "INTEGER_ARRAY"),
                    (float, "DOUBLE_ARRAY"),
                    (str, "STRING_ARRAY"),
                ):
                    if all(isinstance(each, kind) for each in value):
                        return cls[name]
                raise TypeError("The given value is not a list of one of the allowed types.")
            raise TypeError(f"The given value is not one of the allowed types '{type(value)}'.")

        def check(self, value: Any) -> bool:
            """Whether a value is of this type."""
            if self is Parameter.Type.NOT_SET:
                return value is None
            if isinstance(value, list | tuple | array.array) and len(value) == 0:
                return self.name.endswith("_ARRAY")
            try:
                return Parameter.Type.from_parameter_value(value) is self
            except TypeError:
                return False

    def __init__(self, name: str, type_: Parameter.Type | None = None, value: Any = None) -> None:
        if type_ is None:
            type_ = Parameter.Type.from_parameter_value(value)
        if not isinstance(type_, Parameter.Type):
            raise TypeError("type must be an instance of Parameter.Type")
        if not type_.check(value):
            raise ValueError(f"Type '{type_}' and value '{value}' do not agree")
        self._name = name
        self._type = type_
        self._value = value

    @classmethod
    def from_parameter_msg(cls, param_msg: Any) -> Parameter:
        value = param_msg.value
        return cls(param_msg.name, cls.Type(value.type), value_of(value))

    @property
    def name(self) -> str:
        return self._name

    @property
    def type_(self) -> Parameter.Type:
        return self._type

    @property
    def value(self) -> Any:
        return self._value

    def get_parameter_value(self) -> Any:
        """The value as a message, rcl_interfaces/msg/ParameterValue."""
        return message_of(self._type, self._value)

    def to_parameter_msg(self) -> Any:
        return ParameterMessage(name=self._name, value=self.get_parameter_value())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name, self._type, self._value) == (other._name, other._type, other._value)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Parameter({self._name!r}, {self._type.name}, {self._value!r})"


_FIELDS = {
    Parameter.Type.BOOL: "bool_value",
    Parameter.Type.INTEGER: "integer_value",
    Parameter.Type.DOUBLE: "double_value",
    Parameter.Type.STRING: "string_value",
    Parameter.Type.BYTE_ARRAY: "byte_array_value",
    Parameter.Type.BOOL_ARRAY: "bool_array_value",
    Parameter.Type.INTEGER_ARRAY: "integer_array_value",
    Parameter.Type.DOUBLE_ARRAY: "double_array_value",
    Parameter.Type.STRING_ARRAY: "string_array_value",
}


def message_of(type_: Parameter.Type, value: Any) -> Any:
    message = ParameterValue(type=type_.value)
    if type_ is not Parameter.Type.NOT_SET:
        setattr(message, _FIELDS[type_], list(value) if isinstance(value, tuple) else value)
    return message


def value_of(parameter_value: Any) -> Any:
    """The value of Python in a ParameterValue message; None when it is not set."""
    try:
        type_ = Parameter.Type(parameter_value.type)
    except ValueError:
        raise RuntimeError(f"Unexpected parameter type {parameter_value.type}") from None
    if type_ is Parameter.Type.NOT_SET:
        return None
    value = getattr(parameter_value, _FIELDS[type_])
    return value.tolist() if hasattr(value, "tolist") else value


parameter_value_to_python = value_of


def get_parameter_value(string_value: str) -> Any:
    """A text of a command line as a ParameterValue message: YAML says of which type it is."""
    import yaml

    try:
        value = yaml.safe_load(string_value)
    except yaml.YAMLError:
        value = string_value
    if isinstance(value, list) and value and all(isinstance(v, int | float) for v in value):
        if any(isinstance(each, float) for each in value):
            value = [float(each) for each in value]
    try:
        type_ = Parameter.Type.from_parameter_value(value)
    except TypeError:
        type_, value = Parameter.Type.STRING, string_value
    if value is None:
        type_, value = Parameter.Type.STRING, string_value
    return message_of(type_, value)


def parameter_dict_from_yaml_file(
    parameter_file: str,
    use_wildcard: bool = False,
    target_nodes: list[str] | None = None,
    namespace: str = "",
) -> dict[str, Any]:
    """The parameters of a file as messages, by their names: of `target_nodes`, or of all nodes.
    `namespace` is put before their names."""
    import yaml

    with open(parameter_file) as file:
        nodes = yaml.safe_load(file) or {}
    chosen: dict[str, Any] = {}
    wanted = list(target_nodes) if target_nodes else [name for name in nodes if name != "/**"]
    for name in (["/**"] if use_wildcard and "/**" in nodes else []) + wanted:
        if name not in nodes:
            raise RuntimeError(f"Param file does not contain parameters for {name}")
        if "ros__parameters" not in nodes[name]:
            raise RuntimeError(f"YAML file is not a valid ROS parameter file for node {name}")
        prefix = f"{namespace}." if namespace else ""
        _flatten(nodes[name]["ros__parameters"], prefix, chosen)
    return {
        name: Parameter(name, value=value).to_parameter_msg() for name, value in chosen.items()
    }


def _flatten(tree: dict[str, Any], prefix: str, into: dict[str, Any]) -> None:
    for name, value in tree.items():
        if isinstance(value, dict):
            _flatten(value, f"{prefix}{name}.", into)
        else:
            into[prefix + name] = value
