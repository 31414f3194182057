# SPDX-License-Identifier: Apache-2.0
# osrf_testing_tools_cpp_add_test(<name> COMMAND ... [ENV ...]) is add_test() with an environment.

function(osrf_testing_tools_cpp_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TEST_EXECUTABLE;WORKING_DIRECTORY;TIMEOUT"
                        "COMMAND;ENV;APPEND_ENV")
  set(folder ${CMAKE_CURRENT_BINARY_DIR})
  if(arg_WORKING_DIRECTORY)
    set(folder ${arg_WORKING_DIRECTORY})
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${folder})
  if(arg_ENV)
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${arg_ENV}")
  endif()
  foreach(change IN LISTS arg_APPEND_ENV)
    string(REPLACE "=" "=path_list_append:" change "${change}")
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT_MODIFICATION ${change})
  endforeach()
endfunction()

# A framework of tests that is already a target stays as it is; Debian's is taken otherwise.
macro(osrf_testing_tools_cpp_require_googletest)
  if(NOT TARGET gtest_main)
    find_package(GTest REQUIRED)
    add_library(gtest_main INTERFACE IMPORTED)
    target_link_libraries(gtest_main INTERFACE GTest::gtest_main GTest::gtest)
    add_library(gmock_main INTERFACE IMPORTED)
    target_link_libraries(gmock_main INTERFACE GTest::gmock_main GTest::gmock)
  endif()
endmacro()
