export ROS_DISABLE_LOANED_MESSAGES=1
ros2 run ros2_comm_examples demo_talker_loan --ros-args --log-level warn
