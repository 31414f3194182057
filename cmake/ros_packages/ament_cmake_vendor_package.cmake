# SPDX-License-Identifier: Apache-2.0
# ament_vendor(<target> SATISFIED <bool> VCS_URL <url> ...)
#
# ROS's function fetches the sources of a library and builds them, unless the library is found. This one
# never fetches: where the library is not found it says so and stops.
function(ament_vendor target)
  cmake_parse_arguments(
    PARSE_ARGV 1 arg "SKIP_INSTALL;GLOBAL_HOOK"
    "SOURCE_SUBDIR;VCS_TYPE;VCS_URL;VCS_VERSION;SATISFIED" "CMAKE_ARGS;PATCHES")
  if(arg_SATISFIED)
    return()
  endif()
  message(FATAL_ERROR "ament_vendor(${target}): the library is not installed, and Baton does not fetch "
                      "${arg_VCS_URL} ${arg_VCS_VERSION}: install Debian's package of it, or build it "
                      "and add its prefix to CMAKE_PREFIX_PATH")
endfunction()
