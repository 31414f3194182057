# SPDX-License-Identifier: Apache-2.0
"""The source of a launch file of XML."""

from launch.launch_description_sources import FrontendLaunchDescriptionSource

from .parser import Parser


class XMLLaunchDescriptionSource(FrontendLaunchDescriptionSource):
    def __init__(self, launch_file_path) -> None:
        super().__init__(launch_file_path, parser=Parser, method="interpreted XML launch file")
