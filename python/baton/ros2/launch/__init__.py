# SPDX-License-Identifier: Apache-2.0
"""Launch files as ROS 2's packages have them: what is started, with what, and what happens then.

Written for Baton after the documented behaviour of ROS 2's package of this name, so that launch
files run as they are. `baton launch` reads a file and runs it in a LaunchService.
"""

from . import (
    actions,
    conditions,
    descriptions,
    event_handlers,
    events,
    frontend,
    launch_description_sources,
    logging,
    substitutions,
    utilities,
)
from .action import Action
from .condition import Condition
from .errors import (
    InvalidLaunchFileError,
    InvalidPythonLaunchFileError,
    LaunchError,
    SubstitutionFailure,
)
from .event import Event
from .class_modules import module_for_each_class
from .event_handler import EventHandler
from .launch_context import LaunchContext
from .launch_description import LaunchDescription
from .launch_description_entity import LaunchDescriptionEntity
from .launch_description_source import LaunchDescriptionSource
from .launch_introspector import LaunchIntrospector
from .launch_service import LaunchService
from .some_actions_type import SomeActionsType
from .some_entities_type import SomeEntitiesType, SomeEntitiesType_types_tuple
from .some_substitutions_type import SomeSubstitutionsType, SomeSubstitutionsType_types_tuple
from .substitution import Substitution

__all__ = [
    "Action",
    "Condition",
    "Event",
    "EventHandler",
    "InvalidLaunchFileError",
    "InvalidPythonLaunchFileError",
    "LaunchContext",
    "LaunchDescription",
    "LaunchDescriptionEntity",
    "LaunchDescriptionSource",
    "LaunchError",
    "LaunchIntrospector",
    "LaunchService",
    "SomeActionsType",
    "SomeEntitiesType",
    "SomeEntitiesType_types_tuple",
    "SomeSubstitutionsType",
    "SomeSubstitutionsType_types_tuple",
    "Substitution",
    "SubstitutionFailure",
    "actions",
    "conditions",
    "descriptions",
    "event_handlers",
    "events",
    "frontend",
    "launch_description_sources",
    "logging",
    "substitutions",
    "utilities",
]

module_for_each_class(__name__, invalid_launch_file_error=[InvalidLaunchFileError])
