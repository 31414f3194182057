# SPDX-License-Identifier: Apache-2.0
"""Classes of interfaces by namespaces and name."""

from typing import Any

from baton import definitions, interfaces


def import_message_from_namespaced_type(message_type: Any) -> Any:
    """The class of what has `namespaces`, as ["std_msgs", "msg"], and a `name`. Raises
    ModuleNotFoundError for a package that is not there, and AttributeError for a name that it does
    not have; the text says where it was looked for."""
    namespaces = list(message_type.namespaces)
    try:
        return interfaces.get_interface("/".join([*namespaces, message_type.name]))
    except RuntimeError as error:
        if namespaces[0] in definitions.list_packages():
            raise AttributeError(str(error)) from None
        raise ModuleNotFoundError(str(error)) from None
