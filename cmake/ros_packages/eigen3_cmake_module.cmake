# SPDX-License-Identifier: Apache-2.0
# find_package(Eigen3) sets what ament_target_dependencies(<target> Eigen3) reads, too.
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/Modules")
