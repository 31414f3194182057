# SPDX-License-Identifier: Apache-2.0
"""Parameters of other nodes.

`node` is spun until they have answered: not to be called by a callback of the executor that has it.
"""

import sys
from collections.abc import Callable

import rclpy
from rcl_interfaces.msg import ParameterType
from rclpy.parameter import (  # noqa: F401: older programs take the first one from here
    get_parameter_value,
    parameter_dict_from_yaml_file,
    parameter_value_to_python,
)
from rclpy.parameter_client import AsyncParameterClient
from rclpy.task import Future

_LONGEST_WAIT_S = 5.0
_TYPES = {
    ParameterType.PARAMETER_NOT_SET: "not set",
    ParameterType.PARAMETER_BOOL: "boolean",
    ParameterType.PARAMETER_INTEGER: "integer",
    ParameterType.PARAMETER_DOUBLE: "double",
    ParameterType.PARAMETER_STRING: "string",
    ParameterType.PARAMETER_BYTE_ARRAY: "byte array",
    ParameterType.PARAMETER_BOOL_ARRAY: "boolean array",
    ParameterType.PARAMETER_INTEGER_ARRAY: "integer array",
    ParameterType.PARAMETER_DOUBLE_ARRAY: "double array",
    ParameterType.PARAMETER_STRING_ARRAY: "string array",
}


def _ask(node, node_name: str, question: Callable[[AsyncParameterClient], Future]) -> Future | None:
    """The future of a question, which is done; None if the node has no parameter services."""
    client = AsyncParameterClient(node, node_name)
    try:
        if not client.wait_for_services(timeout_sec=_LONGEST_WAIT_S):
            return None
        future = question(client)
        rclpy.spin_until_future_complete(node, future)
        return future
    finally:
        client.destroy()


def _answer(node, node_name: str, question: Callable[[AsyncParameterClient], Future]):
    future = _ask(node, node_name, question)
    if future is None:
        raise RuntimeError(
            f"the node '{node_name}' has shown no parameter services for {_LONGEST_WAIT_S:g} s"
        )
    if future.result() is None:
        raise RuntimeError(f"the node '{node_name}' did not answer: {future.exception()}")
    return future.result()


def call_get_parameters(*, node, node_name: str, parameter_names: list[str]):
    """A GetParameters.Response."""
    return _answer(node, node_name, lambda client: client.get_parameters(parameter_names))


def call_set_parameters(*, node, node_name: str, parameters: list):
    """`parameters`: messages, or those of rclpy. A SetParameters.Response."""
    return _answer(node, node_name, lambda client: client.set_parameters(parameters))


def call_describe_parameters(*, node, node_name: str, parameter_names: list[str] | None = None):
    """A DescribeParameters.Response."""
    names = list(parameter_names or [])
    return _answer(node, node_name, lambda client: client.describe_parameters(names))


def call_list_parameters(*, node, node_name: str, prefixes: list[str] | None = None):
    """A future, which is done, of a ListParameters.Response; None without parameter services."""
    return _ask(node, node_name, lambda client: client.list_parameters(prefixes=prefixes))


def load_parameter_file(*, node, node_name: str, parameter_file: str, use_wildcard: bool) -> None:
    """Sets what the file has, and prints what became of each."""
    values = list(parameter_dict_from_yaml_file(parameter_file, use_wildcard).values())
    response = call_set_parameters(node=node, node_name=node_name, parameters=values)
    for value, result in zip(values, response.results, strict=True):
        done = "successful" if result.successful else "failed"
        reason = f": {result.reason}" if result.reason else ""
        print(
            f"Set parameter {value.name} {done}{reason}",
            file=sys.stdout if result.successful else sys.stderr,
        )


def get_value(*, parameter_value):
    """The value of a ParameterValue; None, with a line, where its type is unknown."""
    try:
        return parameter_value_to_python(parameter_value)
    except RuntimeError as error:
        print(error)
        return None


def get_parameter_type_string(parameter_type: int) -> str:
    return _TYPES[parameter_type]
