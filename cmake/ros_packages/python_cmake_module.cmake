# SPDX-License-Identifier: Apache-2.0
# find_package(PythonExtra) says what an extension of Python is built with.
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/Modules")
