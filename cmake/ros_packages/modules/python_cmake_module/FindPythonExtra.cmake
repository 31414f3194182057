# SPDX-License-Identifier: Apache-2.0
# What an extension of Python is built with: PythonExtra_INCLUDE_DIRS, PythonExtra_LIBRARIES,
# PythonExtra_EXTENSION_SUFFIX, PythonExtra_EXTENSION_EXTENSION, PYTHON_SOABI, PYTHON_EXECUTABLE.
find_package(Python3 COMPONENTS Interpreter Development QUIET)
if(Python3_Interpreter_FOUND)
  set(PYTHON_EXECUTABLE ${Python3_EXECUTABLE})
  set(PYTHON_SOABI "${Python3_SOABI}")
endif()
if(Python3_Development_FOUND)
  set(PythonExtra_INCLUDE_DIRS ${Python3_INCLUDE_DIRS})
  set(PythonExtra_LIBRARIES ${Python3_LIBRARIES})
endif()
set(PythonExtra_EXTENSION_EXTENSION ".so")
set(PythonExtra_EXTENSION_SUFFIX "")
if(PYTHON_SOABI)
  set(PythonExtra_EXTENSION_SUFFIX ".${PYTHON_SOABI}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  PythonExtra
  REQUIRED_VARS PythonExtra_LIBRARIES PythonExtra_INCLUDE_DIRS PYTHON_SOABI PYTHON_EXECUTABLE
                REASON_FAILURE_MESSAGE "apt-get install python3-dev")
