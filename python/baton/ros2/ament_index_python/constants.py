# SPDX-License-Identifier: Apache-2.0
"""Names of the index."""

AMENT_PREFIX_PATH_ENV_VAR = "AMENT_PREFIX_PATH"
RESOURCE_INDEX_SUBFOLDER = "share/ament_index/resource_index"
