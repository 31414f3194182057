# SPDX-License-Identifier: Apache-2.0
"""The parameters of a node."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from baton.exceptions import ParameterNotDeclaredException, ParameterUninitializedException
from baton.parameter import Parameter, message_of, value_of


class NodeParameters:
    """Part of Node; the rules are rclcpp's. Callbacks run in the thread that sets or declares, and
    may read parameters but not set them."""

    _handle: Any
    _parameter_callbacks: dict[Any, Any]

    def declare_parameter(
        self,
        name: str,
        value: Any = None,
        descriptor: Any = None,
        ignore_override: bool = False,
    ) -> Parameter:
        """Declares a parameter and returns it: with the value of an override, else `value`, which
        may be a ParameterValue. It may be a Parameter.Type, too: then there is no default."""
        from rcl_interfaces.msg import ParameterDescriptor, ParameterValue

        if not isinstance(name, str):
            raise TypeError(f"Expected a name as a str, got {type(name).__name__}")
        if descriptor is None:
            descriptor = ParameterDescriptor()
        elif not isinstance(descriptor, ParameterDescriptor):
            kind = type(descriptor).__name__
            raise TypeError(f"Expected a ParameterDescriptor for '{name}', got {kind}")
        descriptor = descriptor.copy()
        descriptor.name = name
        if isinstance(value, ParameterValue):
            value = value_of(value)
        kind = 0
        if isinstance(value, Parameter.Type):
            kind, value = value.value, None
        elif value is None and not descriptor.dynamic_typing:
            descriptor.dynamic_typing = True
        message = message_of(Parameter.Type.from_parameter_value(value), value)
        chosen = self._handle.declare_parameter(name, message, kind, descriptor, ignore_override)
        return Parameter(name, Parameter.Type(chosen.type), value_of(chosen))

    def declare_parameters(
        self, namespace: str, parameters: list[tuple], ignore_override: bool = False
    ) -> list[Parameter]:
        """(name,), (name, value) or (name, value, descriptor) of each, below `namespace`. Raises
        TypeError for something else, before anything is declared."""
        for entry in parameters:
            if not isinstance(entry, tuple) or not 1 <= len(entry) <= 3:
                raise TypeError(f"Expected (name, value, descriptor) or less, got {entry!r}")
        prefix = f"{namespace}." if namespace else ""
        return [
            self.declare_parameter(prefix + entry[0], *entry[1:], ignore_override=ignore_override)
            for entry in parameters
        ]

    def undeclare_parameter(self, name: str) -> None:
        self._handle.undeclare_parameter(name)

    def has_parameter(self, name: str) -> bool:
        return self._handle.has_parameter(name)

    def get_parameter(self, name: str) -> Parameter:
        """Raises ParameterNotDeclaredException, and ParameterUninitializedException for a parameter
        of one type that has no value."""
        if not self.has_parameter(name):
            if self._allow_undeclared_parameters:
                return Parameter(name)
            raise ParameterNotDeclaredException(f"Parameter '{name}' is not declared")
        parameter = Parameter.from_parameter_msg(self._handle.get_parameters([name])[0])
        if parameter.type_ is Parameter.Type.NOT_SET and not self.describe_parameter(
            name
        ).dynamic_typing:
            raise ParameterUninitializedException(f"The parameter '{name}' is not initialized")
        return parameter

    _allow_undeclared_parameters = False

    def get_parameters(self, names: list[str]) -> list[Parameter]:
        return [self.get_parameter(name) for name in names]

    def get_parameter_or(self, name: str, alternative_value: Parameter | None = None) -> Parameter:
        """The parameter, or the other one if it is not declared or has no value."""
        if self.has_parameter(name):
            with contextlib.suppress(ParameterUninitializedException):
                parameter = self.get_parameter(name)
                if parameter.type_ is not Parameter.Type.NOT_SET:
                    return parameter
        return Parameter(name) if alternative_value is None else alternative_value

    def get_parameters_by_prefix(self, prefix: str) -> dict[str, Parameter]:
        """The parameters below the prefix, by their names without it."""
        found = self._handle.get_parameters_by_prefix(prefix)
        return {name: Parameter.from_parameter_msg(each) for name, each in found.items()}

    def set_parameters(self, parameter_list: list[Parameter]) -> list[Any]:
        """Sets each by itself; a SetParametersResult for each."""
        results = []
        for each in parameter_list:  # as in rclpy: what comes before one that is not declared is set
            self._require_declared([each])
            results += self._handle.set_parameters([each.to_parameter_msg()])
        return results

    def set_parameters_atomically(self, parameter_list: list[Parameter]) -> Any:
        """Sets all or none."""
        self._require_declared(parameter_list)
        messages = [each.to_parameter_msg() for each in parameter_list]
        return self._handle.set_parameters_atomically(messages)

    def _require_declared(self, parameters: list[Parameter]) -> None:
        if not all(isinstance(each, Parameter) for each in parameters):
            raise TypeError("parameter must be instance of type Parameter")
        if self._allow_undeclared_parameters:
            return
        missing = [each.name for each in parameters if not self.has_parameter(each.name)]
        if missing:
            raise ParameterNotDeclaredException(f"Parameter(s) {missing} are not declared")

    def describe_parameter(self, name: str) -> Any:
        return self.describe_parameters([name])[0]

    def describe_parameters(self, names: list[str]) -> list[Any]:
        return self._handle.describe_parameters(names)

    def set_descriptor(self, name: str, descriptor: Any, alternative_value: Any = None) -> Any:
        """Describes a declared parameter anew, and returns its value, a ParameterValue. A value that
        the descriptor does not allow is replaced by `alternative_value`, a ParameterValue, too.

        Raises ParameterNotDeclaredException, ParameterImmutableException for a parameter that is
        read-only now, and InvalidParameterValueException when neither value is allowed."""
        if self._allow_undeclared_parameters and not self.has_parameter(name):
            return self.get_parameter(name).get_parameter_value()
        return self._handle.set_descriptor(name, descriptor, alternative_value)

    def get_parameter_type(self, name: str) -> Parameter.Type:
        return self.get_parameter(name).type_

    def get_parameter_types(self, names: list[str]) -> list[Parameter.Type]:
        return [self.get_parameter_type(name) for name in names]

    def list_parameters(self, prefixes: list[str], depth: int = 0) -> Any:
        return self._handle.list_parameters(prefixes, depth)

    def add_on_set_parameters_callback(self, callback: Callable[[list[Parameter]], Any]) -> None:
        """`callback` gets the parameters that are to be set, and returns a SetParametersResult that
        says whether they may be. The newest callback is asked first."""
        self._parameter_callbacks[callback] = self._handle.add_on_set_parameters_callback(
            lambda messages: callback([Parameter.from_parameter_msg(each) for each in messages])
        )

    def add_pre_set_parameters_callback(
        self, callback: Callable[[list[Parameter]], list[Parameter]]
    ) -> None:
        """`callback` returns the parameters that are set instead of those that it gets."""
        self._parameter_callbacks[callback] = self._handle.add_pre_set_parameters_callback(
            lambda messages: [
                each.to_parameter_msg()
                for each in callback([Parameter.from_parameter_msg(m) for m in messages])
            ]
        )

    def add_post_set_parameters_callback(self, callback: Callable[[list[Parameter]], None]) -> None:
        """`callback` gets the parameters that were set."""
        self._parameter_callbacks[callback] = self._handle.add_post_set_parameters_callback(
            lambda messages: callback([Parameter.from_parameter_msg(each) for each in messages])
        )

    def remove_on_set_parameters_callback(self, callback: Callable) -> None:
        if callback not in self._parameter_callbacks:
            raise ValueError("Callback is not registered")
        self._parameter_callbacks.pop(callback).end()

    remove_pre_set_parameters_callback = remove_on_set_parameters_callback
    remove_post_set_parameters_callback = remove_on_set_parameters_callback
