# SPDX-License-Identifier: Apache-2.0
# Finds Fast DDS, with which a context opens the network. Sets BATON_FASTDDS_LIBRARY, the target to link,
# BATON_FASTDDS_MAJOR, and BATON_FASTDDS_VERSION, which is 209 for 2.9.1; none of them without Fast DDS.
#
# Everything except the network is built, tested and measured without Fast DDS.

set(BATON_WITH_FASTDDS AUTO CACHE STRING "Build the network: ON (fail without Fast DDS), OFF, or AUTO")
set_property(CACHE BATON_WITH_FASTDDS PROPERTY STRINGS AUTO ON OFF)

# Below DDS Fast DDS has no promises: what src/fastdds_api/local_endpoint.hpp declares was compared with these.
set(BATON_FASTDDS_KNOWN "2.5 to 2.13, 3.1.1 and 3.1.2")

function(baton_is_known_fastdds version is_known)
  if((version VERSION_GREATER_EQUAL 2.5 AND version VERSION_LESS 2.14)
     OR (version VERSION_GREATER_EQUAL 3.1.1 AND version VERSION_LESS 3.1.3))
    set(${is_known} TRUE PARENT_SCOPE)
  else()
    set(${is_known} FALSE PARENT_SCOPE)
  endif()
endfunction()

function(baton_find_fastdds)
  set(reason "it is not installed")
  # Fast DDS 2 is the package fastrtps, Fast DDS 3 the package fastdds.
  foreach(package IN ITEMS fastrtps fastdds)
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND)
      continue()
    endif()
    baton_is_known_fastdds(${${package}_VERSION} is_known)
    if(is_known)
      string(REGEX MATCH "^([0-9]+)\\.([0-9]+)" ignored ${${package}_VERSION})
      math(EXPR version "${CMAKE_MATCH_1} * 100 + ${CMAKE_MATCH_2}")
      set(BATON_FASTDDS_LIBRARY ${package} PARENT_SCOPE)
      set(BATON_FASTDDS_MAJOR ${CMAKE_MATCH_1} PARENT_SCOPE)
      set(BATON_FASTDDS_VERSION ${version} PARENT_SCOPE)
      message(STATUS "Network: Fast DDS ${${package}_VERSION}")
      return()
    endif()
    set(reason "${${package}_VERSION} is not a version that Baton knows (${BATON_FASTDDS_KNOWN})")
  endforeach()
  set(cure "Debian 12, Ubuntu: libfastrtps-dev; Debian 13: libfastdds-dev")
  if(BATON_WITH_FASTDDS STREQUAL "AUTO")
    message(STATUS "Network: none, without Fast DDS: ${reason} (${cure})")
  else()
    message(FATAL_ERROR "BATON_WITH_FASTDDS=${BATON_WITH_FASTDDS} needs Fast DDS: ${reason}. "
                        "Install it (${cure}), or configure with -D BATON_WITH_FASTDDS=OFF")
  endif()
endfunction()

if(BATON_WITH_FASTDDS)
  baton_find_fastdds()
else()
  message(STATUS "Network: none (BATON_WITH_FASTDDS=OFF)")
endif()
