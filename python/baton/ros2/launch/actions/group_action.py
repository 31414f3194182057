# SPDX-License-Identifier: Apache-2.0
"""Several actions as one, with a scope."""

from ..action import Action
from ..frontend.expose import expose_action
from .configurations import (
    PopLaunchConfigurations,
    PushLaunchConfigurations,
    ResetLaunchConfigurations,
    SetLaunchConfiguration,
    kept_of,
)
from .environment import PopEnvironment, PushEnvironment, ResetEnvironment


@expose_action("group")
class GroupAction(Action):
    """`scoped`: configurations and environment are afterwards what they were before.

    `forwarding` False: the group sees only `launch_configurations`, and the environment that the
    launch was started with.
    """

    def __init__(
        self,
        actions,
        *,
        scoped: bool = True,
        forwarding: bool = True,
        launch_configurations=None,
        **kwargs,
    ) -> None:
        super().__init__(**kwargs)
        self.__actions = list(actions)
        self.__scoped = scoped
        self.__forwarding = forwarding
        self.__configurations = dict(launch_configurations or {})
        self.__all: list | None = None

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        scoped = entity.get_attr("scoped", data_type=bool, optional=True)
        if scoped is not None:
            kwargs["scoped"] = scoped
        forwarding = entity.get_attr("forwarding", data_type=bool, optional=True)
        if forwarding is not None:
            kwargs["forwarding"] = forwarding
        keeps = entity.get_attr("keep", data_type=list, optional=True)
        if keeps is not None:
            kwargs["launch_configurations"] = kept_of(keeps, parser)
        kwargs["actions"] = [
            parser.parse_action(child) for child in entity.children if child.type_name != "keep"
        ]
        return cls, kwargs

    def get_sub_entities(self) -> list:
        if self.__all is not None:
            return self.__all
        setters = [SetLaunchConfiguration(k, v) for k, v in self.__configurations.items()]
        if not self.__scoped:
            self.__all = [*setters, *self.__actions]
            return self.__all
        if self.__forwarding:
            before = setters
        else:
            before = [ResetEnvironment(), ResetLaunchConfigurations(self.__configurations)]
        self.__all = [
            PushLaunchConfigurations(),
            PushEnvironment(),
            *before,
            *self.__actions,
            PopEnvironment(),
            PopLaunchConfigurations(),
        ]
        return self.__all

    def execute(self, context) -> list:
        return self.get_sub_entities()
