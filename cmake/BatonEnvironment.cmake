# SPDX-License-Identifier: Apache-2.0
# What a shell sources to use the installed Baton for ROS 2 packages: share/baton/setup.<shell>, and in
# BATON_ROS_PREFIX the names under which workspaces chain to the prefix below them. And there, the
# containers where `ros2 run` looks for them.

set(development "${CMAKE_INSTALL_DEFAULT_COMPONENT_NAME}")
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME runtime)
file(RELATIVE_PATH ros_to_prefix ${CMAKE_INSTALL_PREFIX}/${BATON_ROS_PREFIX} ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" ros_to_prefix "${ros_to_prefix}")
file(RELATIVE_PATH share_to_ros ${CMAKE_INSTALL_FULL_DATADIR}/baton
     ${CMAKE_INSTALL_PREFIX}/${BATON_ROS_PREFIX})
set(environment ${PROJECT_BINARY_DIR}/environment)
configure_file(${PROJECT_SOURCE_DIR}/cmake/environment/environment.sh.in
               ${environment}/environment.sh @ONLY)
install(FILES ${environment}/environment.sh DESTINATION ${BATON_ROS_PREFIX})
foreach(shell IN ITEMS bash zsh sh)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/environment/setup.${shell}
          DESTINATION ${BATON_ROS_PREFIX})
  install(
    FILES ${PROJECT_SOURCE_DIR}/cmake/environment/setup.${shell}
    DESTINATION ${BATON_ROS_PREFIX}
    RENAME local_setup.${shell})
endforeach()
foreach(shell IN ITEMS bash zsh)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/environment/outer_setup.${shell}.in
                 ${environment}/setup.${shell} @ONLY)
  install(FILES ${environment}/setup.${shell} DESTINATION ${CMAKE_INSTALL_DATADIR}/baton)
endforeach()

set(programs ${BATON_ROS_PREFIX}/lib/rclcpp_components)
file(RELATIVE_PATH to_bin ${CMAKE_INSTALL_PREFIX}/${programs} ${CMAKE_INSTALL_FULL_BINDIR})
foreach(container IN LISTS containers)
  if(TARGET ${container})
    install(
      CODE "set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${programs}\")
            file(MAKE_DIRECTORY \${folder})
            file(CREATE_LINK ${to_bin}/${container} \${folder}/${container} SYMBOLIC)")
  endif()
endforeach()
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME "${development}")
