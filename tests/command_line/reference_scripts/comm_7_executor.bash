export SUB_NUM=1
# 指定使用static single threaded executor
export EXE_TYPE=0
export USE_IPC=1
ros2 run ros2_comm_examples demo_manual_composition --ros-args -p buffer_type:=take_shared --log-level warn
