# SPDX-License-Identifier: Apache-2.0
"""ament_index_python, by Baton: resources of the prefixes in AMENT_PREFIX_PATH."""

from ament_index_python.packages import (  # noqa: F401
    PackageNotFoundError,
    get_package_prefix,
    get_package_share_directory,
    get_package_share_path,
    get_packages_with_prefixes,
)
from ament_index_python.resources import (  # noqa: F401
    get_resource,
    get_resource_types,
    get_resources,
    get_search_paths,
    has_resource,
)
