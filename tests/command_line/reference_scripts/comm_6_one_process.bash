# 通过设置SUB_NUM启动多个订阅
export SUB_NUM=1
export EXE_TYPE=2
export USE_IPC=0
ros2 run ros2_comm_examples demo_manual_composition --ros-args -p buffer_type:=take_shared --log-level warn
