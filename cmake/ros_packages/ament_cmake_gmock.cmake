# SPDX-License-Identifier: Apache-2.0
# Debian's functions for tests with gmock, and two that later versions have: a program by itself, and
# a test that runs it, so that one program is run as several tests.
find_file(BATON_DEBIAN_AMENT_GMOCK ament_cmake_gmockConfig.cmake
          PATHS /usr/share/ament_cmake_gmock/cmake NO_DEFAULT_PATH)
mark_as_advanced(BATON_DEBIAN_AMENT_GMOCK)
if(NOT BATON_DEBIAN_AMENT_GMOCK)
  set(ament_cmake_gmock_FOUND FALSE)
  set(ament_cmake_gmock_NOT_FOUND_MESSAGE
      "ament_cmake_gmock is not installed: apt-get install ament-cmake-googletest")
  return()
endif()
# Its configuration includes what lies in this folder.
get_filename_component(ament_cmake_gmock_DIR "${BATON_DEBIAN_AMENT_GMOCK}" DIRECTORY)
include("${BATON_DEBIAN_AMENT_GMOCK}")

if(NOT COMMAND ament_add_gmock_executable)
  # A macro, since ament_find_gmock() sets the names of the libraries where it is called first.
  macro(ament_add_gmock_executable name)
    ament_find_gmock()
    _baton_add_gmock_executable(${name} ${ARGN})
  endmacro()

  function(_baton_add_gmock_executable name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_LINKING_MAIN_LIBRARIES" "" "")
    if(NOT arg_UNPARSED_ARGUMENTS)
      message(FATAL_ERROR "ament_add_gmock_executable(${name}): it needs a source file")
    endif()
    add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
    if(NOT arg_SKIP_LINKING_MAIN_LIBRARIES)
      target_link_libraries(${name} ${GMOCK_MAIN_LIBRARIES})
    endif()
    target_link_libraries(${name} ${GMOCK_LIBRARIES})
  endfunction()

  function(ament_add_gmock_test target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_TEST" "RUNNER;TEST_NAME;TIMEOUT;WORKING_DIRECTORY"
                          "APPEND_ENV;APPEND_LIBRARY_DIRS;ENV")
    if(arg_UNPARSED_ARGUMENTS)
      message(
        FATAL_ERROR "ament_add_gmock_test(${target}): not understood: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_TEST_NAME)
      set(arg_TEST_NAME ${target})
    endif()
    set(options "")
    foreach(option IN ITEMS RUNNER TIMEOUT WORKING_DIRECTORY APPEND_ENV APPEND_LIBRARY_DIRS ENV)
      if(arg_${option})
        list(APPEND options ${option} ${arg_${option}})
      endif()
    endforeach()
    if(arg_SKIP_TEST)
      list(APPEND options SKIP_TEST)
    endif()
    set(result "${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}/${arg_TEST_NAME}.gtest.xml")
    ament_add_test(
      ${arg_TEST_NAME} ${options}
      COMMAND $<TARGET_FILE:${target}> --gtest_output=xml:${result}
      OUTPUT_FILE ${CMAKE_BINARY_DIR}/ament_cmake_gmock/${arg_TEST_NAME}.txt
      RESULT_FILE ${result})
    set_tests_properties(${arg_TEST_NAME} PROPERTIES LABELS gmock REQUIRED_FILES
                                                     $<TARGET_FILE:${target}>)
  endfunction()
endif()
