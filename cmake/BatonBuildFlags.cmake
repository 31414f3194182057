# SPDX-License-Identifier: Apache-2.0
# How every target of this project is compiled. Nothing here reaches a user of baton::baton.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # A cache that cannot be written, in a home that is read-only, would fail every compilation.
  execute_process(
    COMMAND sh -c "d=$(\"$0\" --get-config cache_dir) && mkdir -p \"$d\" && test -w \"$d\"" ${CCACHE_PROGRAM}
    RESULT_VARIABLE without_cache ERROR_VARIABLE cause OUTPUT_QUIET)
  if(without_cache)
    message(STATUS "ccache is not used: its cache cannot be written (CCACHE_DIR names another) ${cause}")
  endif()
endif()
if(CCACHE_PROGRAM AND NOT without_cache AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Relative paths, so that a second clone finds in the cache what the first one compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
endif()

add_library(baton_build_flags INTERFACE)
target_compile_options(baton_build_flags INTERFACE -Wall -Wextra -Wshadow)
# Calls go directly to their function and not through a table: every page of code is cold when a
# message comes.
target_compile_options(baton_build_flags INTERFACE -fno-plt -fno-semantic-interposition)
target_link_options(baton_build_flags INTERFACE -fno-plt -Wl,-Bsymbolic-functions)
if(BATON_WARNINGS_AS_ERRORS)
  target_compile_options(baton_build_flags INTERFACE -Werror)
endif()
if(BATON_KILL_POINTS)
  target_compile_definitions(baton_build_flags INTERFACE BATON_KILL_POINTS=1)
endif()
if(BATON_SANITIZE)
  set(sanitize -fsanitize=${BATON_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(baton_build_flags INTERFACE ${sanitize})
  target_link_options(baton_build_flags INTERFACE ${sanitize})
  # GCC takes what an instrumented constructor has set for not set, also in its own <regex>.
  target_compile_options(baton_build_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
if(BATON_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "BATON_FUZZ needs clang (libFuzzer): use the preset `fuzz` or `make fuzz`")
  endif()
  target_compile_options(baton_build_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# A target with this property is compiled as users of the older language compile, to see that the
# public headers need no more: `set_target_properties(t PROPERTIES BATON_CXX_STANDARD 17)`.
define_property(
  TARGET
  PROPERTY BATON_CXX_STANDARD
  BRIEF_DOCS "The language of a target that is not compiled as C++20"
  FULL_DOCS "CMake 3.22 asks for this text, too")

# Libraries of messages have the same names in a ROS 2, whose folder LD_LIBRARY_PATH names where it is sourced.
# Baton's programs, and the components of its examples, look into their own folders before (RPATH; RUNPATH comes
# after). They name all that they are linked with, since libraries of messages find each other by RUNPATH.
# Containers do not: a component that they load may bring its own version of a package.
function(_baton_find_own_libraries_first target type)
  get_target_property(folder ${target} SOURCE_DIR)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
  set(is_component FALSE)
  if(type STREQUAL SHARED_LIBRARY AND folder MATCHES "^(examples|perf)(/|$)")
    set(is_component TRUE)
  endif()
  if(is_component OR (type STREQUAL EXECUTABLE AND NOT target MATCHES "^component_container"))
    target_link_options(${target} PRIVATE LINKER:--disable-new-dtags)
    # `baton perf` starts these, without ROS's folders; each library would be part of what they measure.
    if(NOT folder STREQUAL "perf/programs")
      target_link_options(${target} PRIVATE LINKER:--no-as-needed)
    endif()
  endif()
endfunction()

# Gives the flags to every target below `directory`, so that no CMakeLists.txt can forget it.
function(baton_apply_build_flags directory)
  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY)$")
      target_link_libraries(${target} PRIVATE baton_build_flags)
      _baton_find_own_libraries_first(${target} ${type})
      get_target_property(standard ${target} BATON_CXX_STANDARD)
      if(standard)
        set_target_properties(${target} PROPERTIES CXX_STANDARD ${standard} CXX_STANDARD_REQUIRED ON)
      else()
        target_compile_features(${target} PRIVATE cxx_std_20)
      endif()
      set_target_properties(
        ${target}
        PROPERTIES CXX_EXTENSIONS OFF
                   CXX_VISIBILITY_PRESET hidden
                   VISIBILITY_INLINES_HIDDEN ON
                   POSITION_INDEPENDENT_CODE ON)
    endif()
  endforeach()
  get_property(subdirectories DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(subdirectory IN LISTS subdirectories)
    baton_apply_build_flags(${subdirectory})
  endforeach()
endfunction()
