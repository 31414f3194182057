# SPDX-License-Identifier: Apache-2.0
# cmake -P fast_dds_versions.cmake: which versions of Fast DDS count as Fast DDS, and what they are called.
# Packages of the test's own have the versions, and nothing else.
cmake_minimum_required(VERSION 3.22)

set(folder ${CMAKE_CURRENT_BINARY_DIR}/fast_dds_versions)
set(BATON_WITH_FASTDDS OFF CACHE STRING "")
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/BatonFastDds.cmake)
set(BATON_WITH_FASTDDS AUTO CACHE STRING "" FORCE)

macro(find version)
  unset(BATON_FASTDDS_LIBRARY)
  unset(BATON_FASTDDS_MAJOR)
  unset(BATON_FASTDDS_VERSION)
  foreach(package IN ITEMS fastrtps fastdds)
    unset(${package}_DIR CACHE)
    file(REMOVE_RECURSE ${folder}/${package})
    set(${package}_ROOT ${folder})
  endforeach()
  set(package fastrtps)
  if(${version} VERSION_GREATER_EQUAL 3)
    set(package fastdds)
  endif()
  file(WRITE ${folder}/${package}/${package}-config.cmake "set(${package}_VERSION ${version})\n")
  file(WRITE ${folder}/${package}/${package}-config-version.cmake
       "set(PACKAGE_VERSION ${version})\n")
  set(CMAKE_PREFIX_PATH ${folder})
  set(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH FALSE)
  set(CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH FALSE)
  set(CMAKE_FIND_USE_PACKAGE_REGISTRY FALSE)
  baton_find_fastdds()
endmacro()

function(expect_known version library major number)
  find(${version})
  if(NOT "${BATON_FASTDDS_LIBRARY} ${BATON_FASTDDS_MAJOR} ${BATON_FASTDDS_VERSION}" STREQUAL
     "${library} ${major} ${number}")
    message(SEND_ERROR "${version} is '${BATON_FASTDDS_LIBRARY}' '${BATON_FASTDDS_MAJOR}' "
                       "'${BATON_FASTDDS_VERSION}', not ${library} ${major} ${number}")
  endif()
endfunction()

function(expect_unknown version)
  find(${version})
  if(DEFINED BATON_FASTDDS_LIBRARY OR DEFINED BATON_FASTDDS_VERSION)
    message(SEND_ERROR "${version} counts as Fast DDS")
  endif()
endfunction()

expect_unknown(2.4.2)
expect_known(2.5.0 fastrtps 2 205) # Ubuntu 22.04
expect_known(2.6.10 fastrtps 2 206) # ROS 2 Humble
expect_known(2.9.1 fastrtps 2 209) # Debian 12
expect_known(2.11.2 fastrtps 2 211) # Ubuntu 24.04
expect_known(2.13.6 fastrtps 2 213)
expect_unknown(2.14.0)
expect_unknown(3.1.0)
expect_known(3.1.2 fastdds 3 301) # Debian 13
expect_unknown(3.1.3)
