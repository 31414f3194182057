// SPDX-License-Identifier: Apache-2.0
// Receives the loaned talker's images, and shows how they came.
#include <cstdio>
#include <exception>
#include <memory>

#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/image.hpp>

class ImageListener : public rclcpp::Node {
 public:
  ImageListener() : Node("image_listener") {
    using sensor_msgs::msg::Image;
    subscription_ = create_subscription<Image>("image", 5, [this](Image::ConstSharedPtr image) {
      RCLCPP_INFO(get_logger(), "Image %d of %s: %u x %u, %s, %zu bytes of %d",
                  image->header.stamp.sec, image->header.frame_id.c_str(), image->width,
                  image->height, image->encoding.c_str(), image->data.size(), image->data.back());
      show_matches();
    });
  }

 private:
  // Baton's own: rclcpp cannot say this.
  void show_matches() {
    for (const auto& match : subscription_->get_matches()) {
      RCLCPP_INFO_ONCE(get_logger(), "From %s: %s, %s", match.process_name.c_str(),
                       match.transport.c_str(),
                       match.zero_copy ? "zero copy" : match.reason.c_str());
    }
  }

  rclcpp::Subscription<sensor_msgs::msg::Image>::SharedPtr subscription_;
};

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<ImageListener>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "image_listener: %s\n", error.what());
  return 1;
}
