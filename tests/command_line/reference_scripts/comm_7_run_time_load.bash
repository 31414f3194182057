ros2 component load /ComponentManager ros2_comm_examples ros2_demos::MinimalPublisher -e use_intra_process_comms:=True

# 使用SharedPtr类型消息订阅
ros2 component load /ComponentManager ros2_comm_examples ros2_demos::MinimalSubscriber -p buffer_type:=take_shared -e use_intra_process_comms:=True

# 通过多次load subscriber，可以启动多个订阅
