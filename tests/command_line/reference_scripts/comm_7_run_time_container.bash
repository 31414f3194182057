ros2 run rclcpp_components component_container --ros-args --log-level warn
