export RMW_IMPLEMENTATION=rmw_fastrtps_cpp
export FASTRTPS_DEFAULT_PROFILES_FILE=`ros2 pkg prefix ros2_comm_examples`/lib/ros2_comm_examples/config/shm_fastdds.xml
export RMW_FASTRTPS_USE_QOS_FROM_XML=1
export ROS_DISABLE_LOANED_MESSAGES=0

ros2 run ros2_comm_examples demo_talker_loan --ros-args --log-level warn
