# SPDX-License-Identifier: Apache-2.0
# find_package(TinyXML2), as packages spell it behind this one.
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/Modules")
