# SPDX-License-Identifier: Apache-2.0
"""A process that components are loaded into."""

from launch.frontend.expose import expose_action

from ..descriptions.composable_node import ComposableNode
from .node import Node


@expose_action("node_container")
class ComposableNodeContainer(Node):
    """A container; `composable_node_descriptions` are loaded into it when it has started."""

    def __init__(
        self, *, name, namespace=None, composable_node_descriptions=None, **kwargs
    ) -> None:
        super().__init__(name=name, namespace=namespace, **kwargs)
        self.__descriptions = composable_node_descriptions

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        composable = entity.get_attr("composable_node", data_type=list, optional=True)
        if composable is not None:
            kwargs["composable_node_descriptions"] = []
            for one in composable:
                make, values = ComposableNode.parse(parser, one)
                kwargs["composable_node_descriptions"].append(make(**values))
        return cls, kwargs

    @property
    def composable_node_descriptions(self):
        return self.__descriptions

    def describe(self) -> str:
        return super().describe().replace("Node(", "ComposableNodeContainer(", 1)

    def execute(self, context):
        from .load_composable_nodes import LoadComposableNodes

        subs = super().execute(context) or []
        descriptions = [one for one in self.__descriptions or [] if one is not None]
        if not descriptions:
            return subs
        loading = LoadComposableNodes(
            composable_node_descriptions=descriptions, target_container=self
        )
        loading.location = self.location
        return [loading, *subs]
