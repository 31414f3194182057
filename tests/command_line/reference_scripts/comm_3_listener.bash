export ROS_DISABLE_LOANED_MESSAGES=1
ros2 run ros2_comm_examples demo_listener --ros-args --log-level warn
