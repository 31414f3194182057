# SPDX-License-Identifier: Apache-2.0
"""The source of a launch file of YAML."""

from launch.class_modules import module_for_each_class
from launch.launch_description_sources import FrontendLaunchDescriptionSource

from .parser import Parser

__all__ = ["YAMLLaunchDescriptionSource"]


class YAMLLaunchDescriptionSource(FrontendLaunchDescriptionSource):
    def __init__(self, launch_file_path) -> None:
        super().__init__(launch_file_path, parser=Parser, method="interpreted YAML launch file")


module_for_each_class(__name__)
