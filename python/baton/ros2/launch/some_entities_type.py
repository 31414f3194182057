# SPDX-License-Identifier: Apache-2.0
"""What is accepted where entities of a launch description are wanted."""

from collections.abc import Iterable

from .launch_description_entity import LaunchDescriptionEntity

SomeEntitiesType = LaunchDescriptionEntity | Iterable[LaunchDescriptionEntity]
SomeEntitiesType_types_tuple = (LaunchDescriptionEntity, Iterable)
