# SPDX-License-Identifier: Apache-2.0
# What the Python wheel holds besides python/: the extension, Baton's libraries, those of Debian that
# they need, and the definitions of the interfaces. pyproject.toml installs the component `wheel`.
#
# Everything finds everything by $ORIGIN, so that no variable has to be set. OpenSSL, the C library
# and that of the compiler stay the system's: the first for its security updates.

set(wheel_libraries baton baton_actions baton_lifecycle)
if(TARGET baton_fastdds)
  list(APPEND wheel_libraries baton_fastdds)
endif()
foreach(package IN LISTS BATON_WHEEL_PACKAGES)
  get_target_property(type ${package} TYPE)
  if(type STREQUAL SHARED_LIBRARY)
    list(APPEND wheel_libraries ${package})
  endif()
  foreach(folder IN ITEMS msg srv action)
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/interfaces/${package}/${folder})
      install(
        DIRECTORY ${PROJECT_SOURCE_DIR}/interfaces/${package}/${folder}
        DESTINATION baton/share/${package}
        COMPONENT wheel)
    endif()
  endforeach()
endforeach()

# RPATH and not RUNPATH: libraries of Debian, which have neither, find each other by it.
set_target_properties(${wheel_libraries} PROPERTIES INSTALL_RPATH "$ORIGIN"
                                                    INSTALL_RPATH_USE_LINK_PATH OFF)
set_target_properties(baton_native PROPERTIES INSTALL_RPATH "$ORIGIN/lib")
# A wheel has no links: one file under the name that is looked for.
foreach(target IN LISTS wheel_libraries)
  get_target_property(soversion ${target} SOVERSION)
  if(soversion)
    set_target_properties(${target} PROPERTIES VERSION ${soversion})
  endif()
endforeach()
foreach(target IN LISTS wheel_libraries ITEMS baton_native)
  target_link_options(${target} PRIVATE -Wl,--disable-new-dtags)
endforeach()
install(TARGETS baton_native LIBRARY DESTINATION baton COMPONENT wheel)
install(TARGETS ${wheel_libraries} LIBRARY DESTINATION baton/lib COMPONENT wheel NAMELINK_SKIP)
install(
  DIRECTORY ${PROJECT_BINARY_DIR}/site-packages/
  DESTINATION .
  COMPONENT wheel
  FILES_MATCHING
  PATTERN "*.py"
  PATTERN "*.pyi"
  PATTERN "py.typed"
  PATTERN "baton_test_msgs" EXCLUDE
  PATTERN "performance_test" EXCLUDE)

set(files "")
foreach(target IN LISTS wheel_libraries)
  list(APPEND files $<TARGET_FILE:${target}>)
endforeach()
install(
  CODE "set(libraries ${files})"
  CODE [[
    file(
      GET_RUNTIME_DEPENDENCIES
      LIBRARIES ${libraries}
      RESOLVED_DEPENDENCIES_VAR needed
      UNRESOLVED_DEPENDENCIES_VAR missing
      PRE_EXCLUDE_REGEXES
        "^ld-linux" "^lib(c|m|dl|pthread|rt|stdc\\+\\+|gcc_s|ssl|crypto|z)\\.so" "^libbaton"
        "__rosidl_typesupport_cpp\\.so")
    if(missing)
      message(FATAL_ERROR "libraries that the wheel needs are not installed: ${missing}")
    endif()
    foreach(library IN LISTS needed)
      cmake_path(GET library FILENAME name)
      file(REAL_PATH "${library}" file)
      file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/baton/lib" FILES "${file}" RENAME "${name}")
    endforeach()]]
  COMPONENT wheel)
