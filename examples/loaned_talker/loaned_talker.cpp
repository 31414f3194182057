// SPDX-License-Identifier: Apache-2.0
// Publishes messages that are written in shared memory from the start: sensor_msgs/Image for
// `image_listener`, or with `--ros-args -p message:=text` std_msgs/String for `listener`.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/string.hpp>

namespace {

using sensor_msgs::msg::Image;
using std_msgs::msg::String;

// Strings and sequences grow inside the loan, whatever their size.
void fill(Image& image, int number) {
  image.header.stamp.sec = number;
  image.header.frame_id = "camera";
  image.encoding = "rgb8";
  image.set__width(1920).set__height(1080).set__step(1920 * 3);
  image.data.resize(image.step * image.height);
  std::fill(image.data.begin(), image.data.end(), static_cast<unsigned char>(number));
}

void fill(String& text, int number) { text.data = "Loan " + std::to_string(number); }

class LoanedTalker : public rclcpp::Node {
 public:
  LoanedTalker() : Node("loaned_talker") {
    const auto message = declare_parameter<std::string>("message", "image");
    if (message == "image") {
      talk<Image>("image");
    } else if (message == "text") {
      talk<String>("chatter");
    } else {
      throw std::invalid_argument("there is no message '" + message +
                                  "': set the parameter to image or text");
    }
  }

 private:
  template <class M>
  void talk(const std::string& topic) {
    auto publisher = create_publisher<M>(topic, 5);
    const auto publish = [this, publisher, number = 0]() mutable {
      auto loan = publisher->borrow_loaned_message();
      fill(loan.get(), ++number);
      publisher->publish(std::move(loan));  // no byte moves
      RCLCPP_INFO(get_logger(), "Published loan %d to %zu subscriptions", number,
                  publisher->get_subscription_count());
    };
    timer_ = create_wall_timer(std::chrono::milliseconds(100), publish);
  }

  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<LoanedTalker>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "loaned_talker: %s\n", error.what());
  return 1;
}
