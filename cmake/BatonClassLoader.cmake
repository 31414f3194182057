# SPDX-License-Identifier: Apache-2.0
# Finds class_loader and ament_index_cpp, by which containers load components. Sets BATON_HAS_COMPONENTS.
#
# Everything except components is built and measured without them. Their CMake packages are not used: those
# bring in all of ament_cmake, which needs a Python with ament's modules and adds targets of its own.

set(BATON_WITH_COMPONENTS AUTO CACHE STRING
                                     "Build components: ON (fail without class_loader), OFF, or AUTO")
set_property(CACHE BATON_WITH_COMPONENTS PROPERTY STRINGS AUTO ON OFF)
set(BATON_CLASS_LOADER_CURE
    "Debian: apt-get install libclass-loader-dev libament-index-cpp-dev. Ubuntu: source a ROS 2's setup.bash")

function(baton_find_class_loader)
  find_path(BATON_CLASS_LOADER_HEADERS class_loader/class_loader.hpp PATH_SUFFIXES class_loader)
  find_path(BATON_RCPPUTILS_HEADERS rcpputils/shared_library.hpp PATH_SUFFIXES rcpputils)
  find_path(BATON_AMENT_INDEX_HEADERS ament_index_cpp/get_resource.hpp PATH_SUFFIXES ament_index_cpp)
  find_library(BATON_CLASS_LOADER class_loader)
  find_library(BATON_CONSOLE_BRIDGE console_bridge)
  find_library(BATON_AMENT_INDEX ament_index_cpp)
  set(BATON_HAS_COMPONENTS TRUE)
  foreach(found IN ITEMS BATON_CLASS_LOADER_HEADERS BATON_RCPPUTILS_HEADERS BATON_AMENT_INDEX_HEADERS
                         BATON_CLASS_LOADER BATON_CONSOLE_BRIDGE BATON_AMENT_INDEX)
    mark_as_advanced(${found})
    if(NOT ${found})
      set(BATON_HAS_COMPONENTS FALSE)
    endif()
  endforeach()
  set(BATON_HAS_COMPONENTS ${BATON_HAS_COMPONENTS} PARENT_SCOPE)
  if(BATON_HAS_COMPONENTS)
    return()
  endif()
  if(BATON_WITH_COMPONENTS STREQUAL "AUTO")
    message(STATUS "Components: none, without class_loader and ament_index_cpp. ${BATON_CLASS_LOADER_CURE}")
  else()
    message(FATAL_ERROR "BATON_WITH_COMPONENTS=${BATON_WITH_COMPONENTS} needs class_loader and "
                        "ament_index_cpp. ${BATON_CLASS_LOADER_CURE}; or configure with "
                        "-D BATON_WITH_COMPONENTS=OFF")
  endif()
endfunction()

if(BATON_WITH_COMPONENTS)
  baton_find_class_loader()
else()
  message(STATUS "Components: none (BATON_WITH_COMPONENTS=OFF)")
endif()
