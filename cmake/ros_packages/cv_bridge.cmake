# SPDX-License-Identifier: Apache-2.0
target_include_directories(cv_bridge::cv_bridge SYSTEM INTERFACE ${OpenCV_INCLUDE_DIRS})
target_link_libraries(cv_bridge::cv_bridge INTERFACE ${OpenCV_LIBRARIES})
