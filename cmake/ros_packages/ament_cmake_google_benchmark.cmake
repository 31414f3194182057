# SPDX-License-Identifier: Apache-2.0
# ament_add_google_benchmark(<name> <source>...): a program of Debian's benchmark library. It is run
# with AMENT_RUN_PERFORMANCE_TESTS=ON, and reported as skipped otherwise, as in ROS. What it measures
# is printed, and not converted for the reports of a build server.
find_package(ament_cmake_test QUIET REQUIRED)
option(AMENT_RUN_PERFORMANCE_TESTS "Run benchmarks as tests" OFF)

macro(ament_find_google_benchmark)
  find_package(benchmark REQUIRED)
endmacro()

function(ament_add_google_benchmark_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_LINKING_MAIN_LIBRARIES" "" "")
  ament_find_google_benchmark()
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} benchmark::benchmark)
  if(NOT arg_SKIP_LINKING_MAIN_LIBRARIES)
    target_link_libraries(${name} benchmark::benchmark_main)
  endif()
endfunction()

function(ament_add_google_benchmark_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SKIP_TEST" "RUNNER;TIMEOUT;WORKING_DIRECTORY"
                        "APPEND_ENV;APPEND_LIBRARY_DIRS;ENV;COMMAND_ARGS")
  set(options "")
  foreach(option IN ITEMS TIMEOUT WORKING_DIRECTORY APPEND_ENV APPEND_LIBRARY_DIRS ENV)
    if(arg_${option})
      list(APPEND options ${option} ${arg_${option}})
    endif()
  endforeach()
  if(arg_SKIP_TEST OR NOT AMENT_RUN_PERFORMANCE_TESTS)
    list(APPEND options SKIP_TEST)
  endif()
  ament_add_test(${name} GENERATE_RESULT_FOR_RETURN_CODE_ZERO ${options}
                 COMMAND $<TARGET_FILE:${name}> ${arg_COMMAND_ARGS})
endfunction()

function(ament_add_google_benchmark name)
  cmake_parse_arguments(
    PARSE_ARGV 1 arg "SKIP_LINKING_MAIN_LIBRARIES;SKIP_TEST" "RUNNER;TIMEOUT;WORKING_DIRECTORY"
    "APPEND_ENV;APPEND_LIBRARY_DIRS;ENV;COMMAND_ARGS")
  set(sources ${arg_UNPARSED_ARGUMENTS})
  set(linking "")
  if(arg_SKIP_LINKING_MAIN_LIBRARIES)
    set(linking SKIP_LINKING_MAIN_LIBRARIES)
  endif()
  ament_add_google_benchmark_executable(${name} ${sources} ${linking})
  set(options ${ARGN})
  list(REMOVE_ITEM options SKIP_LINKING_MAIN_LIBRARIES ${sources})
  ament_add_google_benchmark_test(${name} ${options})
endfunction()
