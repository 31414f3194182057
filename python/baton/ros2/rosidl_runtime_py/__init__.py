# SPDX-License-Identifier: Apache-2.0
"""rosidl_runtime_py, by Baton."""

from rosidl_runtime_py.convert import (  # noqa: F401
    get_message_slot_types,
    message_to_csv,
    message_to_ordereddict,
    message_to_yaml,
)
from rosidl_runtime_py.get_interfaces import (  # noqa: F401
    get_action_interfaces,
    get_interface_packages,
    get_interface_path,
    get_interfaces,
    get_message_interfaces,
    get_service_interfaces,
)
from rosidl_runtime_py.import_message import (  # noqa: F401
    import_message_from_namespaced_type,
)
from rosidl_runtime_py.set_message import set_message_fields  # noqa: F401
