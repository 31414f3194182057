ros2 run ros2_comm_examples demo_dlopen_composition `ros2 pkg prefix ros2_comm_examples`/lib/liblistener.so `ros2 pkg prefix ros2_comm_examples`/lib/libtalker.so --ros-args --log-level warn
