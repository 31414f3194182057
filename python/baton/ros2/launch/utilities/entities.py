# SPDX-License-Identifier: Apache-2.0
"""Visits of entities."""

import asyncio

from ..launch_description_entity import LaunchDescriptionEntity


def normalize_to_list_of_entities(entities) -> list[LaunchDescriptionEntity]:
    """A flat list of what may be nested in lists."""
    if isinstance(entities, LaunchDescriptionEntity):
        return [entities]
    flat: list[LaunchDescriptionEntity] = []
    for entity in entities:
        flat += normalize_to_list_of_entities(entity)
    return flat


def visit_all_entities_and_collect_futures(entity, context) -> list[tuple]:
    """Visits depth first. Returns (entity, future) of all that go on in the background."""
    if not hasattr(entity, "visit"):
        raise TypeError(
            f"{entity!r} is a {type(entity).__name__}, and no action: functions of a launch file "
            "return an action, a list of them, or None"
        )
    sub_entities = entity.visit(context)
    collected = []
    future = entity.get_asyncio_future()
    if future is not None and isinstance(future, asyncio.Future):
        collected.append((entity, future))
    for sub_entity in sub_entities or []:
        collected += visit_all_entities_and_collect_futures(sub_entity, context)
    return collected
