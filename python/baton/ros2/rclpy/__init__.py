# SPDX-License-Identifier: Apache-2.0
"""rclpy, by Baton: nodes that were written for ROS 2 run as they are.

It gives way to the rclpy of a sourced ROS, which is in front on sys.path. `python3 -m baton.rclpy`
says which one is used."""

from baton.clock_type import ClockType  # noqa: F401
from baton.context import Context, get_default_context  # noqa: F401
from baton.node import Node  # noqa: F401
from baton.parameter import Parameter  # noqa: F401
from baton.signals import (  # noqa: F401
    SignalHandlerOptions,
    install_signal_handlers,
    uninstall_signal_handlers,
)
from baton.task import Future  # noqa: F401
from baton.utilities import (  # noqa: F401
    create_node,
    get_default_domain_id,
    get_global_executor,
    get_rmw_implementation_identifier,
    init,
    ok,
    on_shutdown,
    remove_ros_args,
    shutdown,
    spin,
    spin_once,
    spin_until_future_complete,
    try_shutdown,
)
from rclpy import (  # noqa: F401
    action,
    callback_groups,
    client,
    clock,
    clock_type,
    constants,
    context,
    duration,
    event_handler,
    exceptions,
    executors,
    expand_topic_name,
    guard_condition,
    impl,
    logging,
    node,
    parameter,
    publisher,
    qos,
    qos_overriding_options,
    service,
    signals,
    subscription,
    task,
    time,
    time_source,
    timer,
    topic_endpoint_info,
    type_support,
    utilities,
    validate_full_topic_name,
    validate_namespace,
    validate_node_name,
    validate_parameter_name,
    validate_topic_name,
    waitable,
)

