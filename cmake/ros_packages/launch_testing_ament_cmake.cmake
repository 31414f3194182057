# SPDX-License-Identifier: Apache-2.0
# add_launch_test(<file> [TARGET <name>] [TIMEOUT <seconds>] [PYTHON_EXECUTABLE <path>]
#                 [ARGS <name:=value>...] [LABELS <label>...] [<argument of ament_add_test>...])
# registers a test that runs a file of launch_testing.
find_package(ament_cmake_test QUIET REQUIRED)
# The function may be called where the variable is not: in another folder.
set_property(GLOBAL PROPERTY BATON_PYTHON_FOLDER "${BATON_PYTHON_FOLDER}")

function(add_launch_test file)
  # Those of ament_add_test() are named too, so that a list ends where the next one begins.
  cmake_parse_arguments(
    PARSE_ARGV 1 arg "ISOLATED" "TARGET;TIMEOUT;PYTHON_EXECUTABLE;RUNNER;WORKING_DIRECTORY"
    "ARGS;LABELS;ENV;APPEND_ENV;APPEND_LIBRARY_DIRS")
  # As in ROS, an absolute path may be of a file that is generated later, with `$<CONFIG>` in its name.
  get_filename_component(path "${file}" ABSOLUTE)
  if(NOT IS_ABSOLUTE "${file}" AND NOT EXISTS "${path}")
    message(FATAL_ERROR "add_launch_test(${file}): there is no such file in ${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  if(NOT arg_TARGET)
    set(arg_TARGET "${path}")
    foreach(folder IN ITEMS ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
      cmake_path(IS_PREFIX folder "${arg_TARGET}" is_below)
      if(is_below)
        file(RELATIVE_PATH arg_TARGET ${folder} "${arg_TARGET}")
      endif()
    endforeach()
    string(REPLACE "/" "_" arg_TARGET "${arg_TARGET}")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  if(NOT arg_PYTHON_EXECUTABLE)
    get_executable_path(arg_PYTHON_EXECUTABLE Python3::Interpreter BUILD)
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS launch_test)
  endif()
  set(isolated "")
  if(arg_ISOLATED)
    set(isolated --isolated)
  endif()
  foreach(option IN ITEMS WORKING_DIRECTORY ENV APPEND_LIBRARY_DIRS)
    if(DEFINED arg_${option})
      list(APPEND arg_UNPARSED_ARGUMENTS ${option} ${arg_${option}})
    endif()
  endforeach()
  set(result "${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}/${arg_TARGET}.xunit.xml")
  # Packages find launch_testing without a setup file, too; what PYTHONPATH has already comes first.
  get_property(python GLOBAL PROPERTY BATON_PYTHON_FOLDER)
  set(python "PYTHONPATH=${python}:${python}/baton/ros2")
  ament_add_test(
    "${arg_TARGET}"
    COMMAND "${arg_PYTHON_EXECUTABLE}" -m launch_testing.launch_test "${path}" ${arg_ARGS} ${isolated}
            "--junit-xml=${result}" "--package-name=${PROJECT_NAME}"
    OUTPUT_FILE "${CMAKE_BINARY_DIR}/launch_test/${arg_TARGET}.txt"
    RESULT_FILE "${result}"
    TIMEOUT "${arg_TIMEOUT}"
    APPEND_ENV ${arg_APPEND_ENV} ${python}
    ${arg_UNPARSED_ARGUMENTS})
  set_tests_properties("${arg_TARGET}" PROPERTIES LABELS "${arg_LABELS}")
endfunction()
