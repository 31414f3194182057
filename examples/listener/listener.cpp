// SPDX-License-Identifier: Apache-2.0
// Receives the talker's texts in each form that a callback can ask for:
//   listener --ros-args -p callback:=unique_ptr
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

using std_msgs::msg::String;

class Listener : public rclcpp::Node {
 public:
  Listener() : Node("listener") {
    const auto kind = declare_parameter<std::string>("callback", "const_ref");
    if (kind == "const_ref") {  // read where it lies, for the time of the call
      listen([this](const String& message) { hear(message); });
    } else if (kind == "const_shared_ptr") {  // read where it lies, for as long as it is kept
      listen([this](String::ConstSharedPtr message) {
        newest_ = message;
        hear(*newest_);
      });
    } else if (kind == "unique_ptr") {  // its own: handed over if it can be, else a copy
      listen([this](String::UniquePtr message) {
        message->data += ", changed";
        hear(*message);
      });
    } else if (kind == "shared_ptr") {  // the same; its holders may share and change it
      listen([this](String::SharedPtr message) {
        message->data += ", changed";
        hear(*message);
      });
    } else if (kind == "message_info") {  // any of these takes a second argument
      listen([this](const String& message, const rclcpp::MessageInfo& info) {
        RCLCPP_INFO(get_logger(), "Number %llu of its publisher",
                    static_cast<unsigned long long>(
                        info.get_rmw_message_info().publication_sequence_number));
        hear(message);
      });
    } else if (kind == "serialized") {  // CDR, to store or to send on
      listen([this](std::shared_ptr<rclcpp::SerializedMessage> serialized) {
        RCLCPP_INFO(get_logger(), "%zu bytes of CDR", serialized->size());
        String message;
        rclcpp::Serialization<String>().deserialize_message(serialized.get(), &message);
        hear(message);
      });
    } else if (kind == "member_function") {
      listen(std::bind(&Listener::hear, this, std::placeholders::_1));
    } else {
      throw std::invalid_argument("there is no callback '" + kind +
                                  "': set the parameter to const_ref, const_shared_ptr, "
                                  "unique_ptr, shared_ptr, message_info, serialized or "
                                  "member_function");
    }
  }

 private:
  template <class Callback>
  void listen(Callback&& callback) {
    subscription_ = create_subscription<String>("chatter", 10, std::forward<Callback>(callback));
  }
  void hear(const String& message) {
    RCLCPP_INFO(get_logger(), "I heard: '%s'", message.data.c_str());
  }

  rclcpp::Subscription<String>::SharedPtr subscription_;
  String::ConstSharedPtr newest_;
};

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Listener>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "listener: %s\n", error.what());
  return 1;
}
