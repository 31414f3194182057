# SPDX-License-Identifier: Apache-2.0
# ament_vendor(<target> SATISFIED <bool> VCS_URL <url> [VCS_VERSION <commit>] [SOURCE_SUBDIR <folder>]
#              [CMAKE_ARGS <argument>...] [PATCHES <file or folder>...] [SKIP_INSTALL] [GLOBAL_HOOK])
#
# ROS's function fetches the sources of a library and builds them, unless the library is found. This one
# never fetches. Where the library is not found, it is built of the folder ROS_SOURCES in the
# environment, which has a git repository or a folder of files under the last part of the URL
# (`x.git`: x) or as <owner>+x; without it, this function says so and stops. A repository's branch or
# commit VCS_VERSION is taken, of a folder of files what is there.
#
# The library is installed with the package, below opt/<package>, where the workspace's setup.bash has
# CMake and the loader look.
include(ExternalProject)

function(_baton_vendored_sources variable url)
  set(${variable} "" PARENT_SCOPE)
  if("$ENV{ROS_SOURCES}" STREQUAL "")
    return()
  endif()
  string(REGEX REPLACE "\\.git$" "" path "${url}")
  string(REGEX MATCH "([^/:]+)/([^/]+)$" path "${path}")
  foreach(name IN ITEMS ${CMAKE_MATCH_2} ${CMAKE_MATCH_1}+${CMAKE_MATCH_2})
    foreach(folder IN ITEMS $ENV{ROS_SOURCES}/${name}/repo $ENV{ROS_SOURCES}/${name})
      if(IS_DIRECTORY ${folder})
        set(${variable} ${folder} PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
endfunction()

# Paths of the package's opt folder, for what comes after it in a workspace and in this very package.
function(_baton_vendored_environment)
  get_property(done DIRECTORY PROPERTY BATON_VENDORED_ENVIRONMENT)
  if(done OR NOT COMMAND ament_environment_hooks)
    return()
  endif()
  set_property(DIRECTORY PROPERTY BATON_VENDORED_ENVIRONMENT ON)
  set(hook ${CMAKE_CURRENT_BINARY_DIR}/vendored_${PROJECT_NAME}.dsv)
  file(WRITE ${hook} "prepend-non-duplicate;CMAKE_PREFIX_PATH;opt/${PROJECT_NAME}\n"
                     "prepend-non-duplicate;LD_LIBRARY_PATH;opt/${PROJECT_NAME}/lib\n"
                     "prepend-non-duplicate;PATH;opt/${PROJECT_NAME}/bin\n")
  ament_environment_hooks(${hook})
endfunction()

function(ament_vendor target)
  cmake_parse_arguments(
    PARSE_ARGV 1 arg "SKIP_INSTALL;GLOBAL_HOOK"
    "SOURCE_SUBDIR;VCS_TYPE;VCS_URL;VCS_VERSION;SATISFIED" "CMAKE_ARGS;PATCHES")
  if(arg_SATISFIED)
    return()
  endif()
  _baton_vendored_sources(sources "${arg_VCS_URL}")
  if(NOT sources)
    message(FATAL_ERROR "ament_vendor(${target}): the library is not installed, and Baton does not "
                        "fetch ${arg_VCS_URL} ${arg_VCS_VERSION}: install Debian's package of it, build "
                        "it and add its prefix to CMAKE_PREFIX_PATH, or name in ROS_SOURCES a folder "
                        "that has its sources")
  endif()
  set(prefix ${CMAKE_CURRENT_BINARY_DIR}/${target}-prefix)
  if(EXISTS ${sources}/HEAD OR EXISTS ${sources}/.git)
    set(origin GIT_REPOSITORY ${sources} GIT_TAG ${arg_VCS_VERSION})
  else()
    set(origin DOWNLOAD_COMMAND ${CMAKE_COMMAND} -E copy_directory ${sources} <SOURCE_DIR>)
  endif()
  set(patching "")
  foreach(patch IN LISTS arg_PATCHES)
    get_filename_component(patch ${patch} ABSOLUTE)
    if(IS_DIRECTORY ${patch})
      file(GLOB patch ${patch}/*.patch ${patch}/*.diff)
    endif()
    list(APPEND patching ${patch})
  endforeach()
  if(patching)
    list(TRANSFORM patching PREPEND "'")
    list(TRANSFORM patching APPEND "'")
    list(JOIN patching " " patching)
    set(patching PATCH_COMMAND sh -c "cat ${patching} | patch -p1 -N")
  endif()
  if(arg_SOURCE_SUBDIR)
    list(APPEND origin SOURCE_SUBDIR ${arg_SOURCE_SUBDIR})
  endif()
  set(flags "")
  foreach(flag IN ITEMS CMAKE_BUILD_TYPE CMAKE_C_FLAGS CMAKE_CXX_FLAGS CMAKE_TOOLCHAIN_FILE)
    list(APPEND flags "-D${flag}=${${flag}}")
  endforeach()
  list(JOIN CMAKE_PREFIX_PATH "|" prefixes)
  ExternalProject_Add(
    ${target}-build
    ${origin}
    ${patching}
    PREFIX ${prefix}
    LIST_SEPARATOR |
    CMAKE_ARGS -DCMAKE_INSTALL_PREFIX=${prefix}/install "-DCMAKE_PREFIX_PATH=${prefixes}"
               -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_TESTING=OFF ${flags}
               ${arg_CMAKE_ARGS}
    UPDATE_COMMAND "")
  if(NOT TARGET ${target})
    add_custom_target(${target} ALL DEPENDS ${target}-build)
  endif()
  if(NOT arg_SKIP_INSTALL)
    install(DIRECTORY ${prefix}/install/ DESTINATION opt/${PROJECT_NAME} USE_SOURCE_PERMISSIONS)
    _baton_vendored_environment()
  endif()
endfunction()
