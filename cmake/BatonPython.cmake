# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` copies for the command `baton` and for launch files: the Python packages, below
# share/baton/python, the extension if it was built, bin/baton and bin/launch_test. They need Debian's
# python3-yaml, and what takes part in topics python3-numpy.
set(python_destination ${CMAKE_INSTALL_DATADIR}/baton/python)
file(RELATIVE_PATH bin_to_python ${CMAKE_INSTALL_FULL_BINDIR}
     ${CMAKE_INSTALL_PREFIX}/${python_destination})
set(baton_python /usr/bin/python3)
if(DEFINED Python3_EXECUTABLE)
  set(baton_python ${Python3_EXECUTABLE})
endif()
foreach(name IN ITEMS baton launch_test)
  set(module ${name})
  if(name STREQUAL baton)
    set(module main)
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/baton_command.py.in
                 ${PROJECT_BINARY_DIR}/commands/${name} @ONLY)
  install(
    PROGRAMS ${PROJECT_BINARY_DIR}/commands/${name}
    DESTINATION ${CMAKE_INSTALL_BINDIR}
    COMPONENT runtime)
endforeach()
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/python/baton
  DESTINATION ${python_destination}
  COMPONENT runtime
  FILES_MATCHING
  PATTERN "*.py"
  PATTERN "*.css"
  # By which pytest finds the plugin of launch tests.
  PATTERN "*.dist-info/*"
  PATTERN "__pycache__" EXCLUDE)
# An installation has neither this project's CMakeLists.txt nor a wheel's metadata.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/commands/VERSION CONTENT "@PROJECT_VERSION@\n" @ONLY)
install(
  FILES ${PROJECT_BINARY_DIR}/commands/VERSION
  DESTINATION ${python_destination}/baton
  COMPONENT runtime)
install(
  PROGRAMS ${PROJECT_SOURCE_DIR}/python/baton/ros2_name/ros2
  DESTINATION ${python_destination}/baton/ros2_name
  COMPONENT runtime)

if(TARGET baton_native)
  file(RELATIVE_PATH python_to_lib ${CMAKE_INSTALL_PREFIX}/${python_destination}/baton
       ${CMAKE_INSTALL_FULL_LIBDIR})
  set_property(
    TARGET baton_native APPEND
    PROPERTY INSTALL_RPATH "$ORIGIN/${python_to_lib}" "$ORIGIN/${python_to_lib}/${lib_to_ros_lib}")
  install(TARGETS baton_native LIBRARY DESTINATION ${python_destination}/baton COMPONENT runtime)
  # The packages of messages: sensor_msgs and the others.
  install(
    DIRECTORY ${PROJECT_BINARY_DIR}/site-packages/
    DESTINATION ${python_destination}
    COMPONENT runtime
    FILES_MATCHING
    PATTERN "*.py"
    PATTERN "*.pyi"
    PATTERN "py.typed"
    PATTERN "baton" EXCLUDE
    PATTERN "baton_test_msgs" EXCLUDE
    PATTERN "performance_test" EXCLUDE)
endif()
