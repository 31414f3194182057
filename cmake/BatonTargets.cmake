# SPDX-License-Identifier: Apache-2.0
# The kinds of target this project has: the library, tests, benchmarks and fuzzers.

# The shared library `baton`, made of all layers; only symbols marked BATON_PUBLIC leave it.
function(baton_add_library)
  set(generated ${PROJECT_BINARY_DIR}/generated)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/version.hpp.in ${generated}/include/baton/version.hpp
                 @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/version.cpp.in ${generated}/version.cpp @ONLY)
  set(public_includes
      "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
      "$<BUILD_INTERFACE:${generated}/include>"
      "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

  add_library(baton SHARED ${generated}/version.cpp)
  add_library(baton::baton ALIAS baton)
  target_include_directories(baton PUBLIC ${public_includes})
  # What users of the headers need. The library itself is compiled as C++20.
  target_compile_features(baton PUBLIC cxx_std_17)
  target_link_libraries(baton PRIVATE fmt::fmt)
  # Until 1.0 any minor release may change the ABI.
  set_target_properties(
    baton
    PROPERTIES VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  foreach(layer IN LISTS BATON_LAYERS)
    if(TARGET baton_${layer})
      target_include_directories(baton_${layer} PUBLIC ${PROJECT_SOURCE_DIR}/src ${public_includes})
      # Link the objects and not the archive: functions that only users call must not be dropped.
      target_sources(baton PRIVATE $<TARGET_OBJECTS:baton_${layer}>)
    endif()
  endforeach()
  get_property(libraries GLOBAL PROPERTY BATON_PRIVATE_LIBRARIES)
  target_link_libraries(baton PRIVATE ${libraries})
endfunction()

# baton_add_test(NAME name SOURCES ... LIBRARIES ... [TIMEOUT s] [LABELS ...] [SERIAL])
#
# A GoogleTest executable in bin/ and one ctest for each TEST. TIMEOUT is for one TEST (default 60;
# longer under sanitizers). SERIAL: its tests run while no other does (for what measures or fills
# the machine). Without a main() of its own it gets gtest_main's.
function(baton_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "SERIAL" "NAME;TIMEOUT" "SOURCES;LIBRARIES;LABELS")
  baton_require_arguments(baton_add_test)
  if(NOT BATON_BUILD_TESTS)
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  if(BATON_SANITIZE)
    math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * 4")
  elseif(CMAKE_CROSSCOMPILING_EMULATOR)
    math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * 10")
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  if(arg_SERIAL)
    set(serial RUN_SERIAL ON)
  endif()

  add_executable(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBRARIES} GTest::gmock GTest::gtest
                                            GTest::gtest_main)
  gtest_discover_tests(
    ${arg_NAME}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}" ${serial} ENVIRONMENT_MODIFICATION
               "PATH=path_list_prepend:${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
               "ROS_LOG_DIR=set:${PROJECT_BINARY_DIR}/log")
endfunction()

# baton_add_bench(NAME name SOURCES ... LIBRARIES ...)
#
# A google-benchmark executable in bin/. Never a ctest: nothing fails because a machine was slow.
function(baton_add_bench)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBRARIES")
  baton_require_arguments(baton_add_bench)
  if(NOT BATON_BUILD_BENCHMARKS)
    return()
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBRARIES} benchmark::benchmark
                                            benchmark::benchmark_main)
endfunction()

# baton_add_fuzzer(NAME name SOURCES ... LIBRARIES ... CORPUS folder [TIMEOUT s])
#
# SOURCES define LLVMFuzzerTestOneInput. With BATON_FUZZ it becomes a libFuzzer program that
# `make fuzz` runs; in every other build it is a test that replays the corpus.
function(baton_add_fuzzer)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;CORPUS;TIMEOUT" "SOURCES;LIBRARIES")
  baton_require_arguments(baton_add_fuzzer)
  if(NOT arg_CORPUS)
    message(FATAL_ERROR "baton_add_fuzzer(${arg_NAME}): CORPUS is missing")
  endif()
  cmake_path(ABSOLUTE_PATH arg_CORPUS)
  if(BATON_FUZZ)
    add_executable(${arg_NAME} ${arg_SOURCES})
    target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBRARIES})
    target_link_options(${arg_NAME} PRIVATE -fsanitize=fuzzer)
    # tools/run_fuzzers.sh reads this.
    file(WRITE ${PROJECT_BINARY_DIR}/fuzzers/${arg_NAME} "${arg_CORPUS}\n")
    if(NOT TARGET fuzzers)
      add_custom_target(fuzzers)
    endif()
    add_dependencies(fuzzers ${arg_NAME})
  elseif(BATON_BUILD_TESTS)
    if(NOT arg_TIMEOUT)
      set(arg_TIMEOUT 120)
    endif()
    add_executable(${arg_NAME} ${arg_SOURCES} ${PROJECT_SOURCE_DIR}/tools/fuzz/replay_main.cpp)
    target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBRARIES})
    add_test(NAME "Fuzz.${arg_NAME}_survives_its_corpus" COMMAND ${arg_NAME} ${arg_CORPUS})
    set_tests_properties("Fuzz.${arg_NAME}_survives_its_corpus"
                         PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS fuzz)
  endif()
endfunction()

macro(baton_require_arguments caller)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${caller}(${arg_NAME}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "${caller}: NAME and SOURCES are needed")
  endif()
endmacro()
