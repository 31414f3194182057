export SUB_NUM=1
export EXE_TYPE=2
export USE_IPC=1
# 使用buffer_type参数指定消息类型
ros2 run ros2_comm_examples demo_manual_composition --ros-args -p buffer_type:=take_shared --log-level warn
