// SPDX-License-Identifier: Apache-2.0
// Three nodes in one process hand an image on: camera -> brightener -> screen. It is written,
// changed and shown at one address; the exit status is 1 if it is not. With `--no-intra-process` it
// goes through shared memory instead, where a node that changes an image needs a copy.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/image.hpp>

namespace {

using sensor_msgs::msg::Image;

// The image carries the address at which it was made, so that the last node can compare.
void remember_address(Image& image) {
  const auto address = reinterpret_cast<std::uintptr_t>(&image);
  image.header.frame_id = std::to_string(address);
}
bool is_where_it_was(const Image& image) {
  return image.header.frame_id == std::to_string(reinterpret_cast<std::uintptr_t>(&image));
}

class Camera : public rclcpp::Node {
 public:
  explicit Camera(const rclcpp::NodeOptions& options) : Node("camera", options) {
    publisher_ = create_publisher<Image>("raw", 5);
    timer_ = create_wall_timer(std::chrono::milliseconds(50), [this] { take_image(); });
  }

 private:
  void take_image() {
    auto image = std::make_unique<Image>();
    image->header.stamp.sec = ++number_;
    image->encoding = "mono8";
    image->set__width(1280).set__height(720).set__step(1280);
    image->data.assign(image->step * image->height, 100);
    remember_address(*image);
    RCLCPP_INFO(get_logger(), "Image %d made at %p", number_, static_cast<void*>(image.get()));
    publisher_->publish(std::move(image));  // given away: nothing is left to copy
  }

  rclcpp::Publisher<Image>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
  int number_ = 0;
};

class Brightener : public rclcpp::Node {
 public:
  explicit Brightener(const rclcpp::NodeOptions& options) : Node("brightener", options) {
    publisher_ = create_publisher<Image>("bright", 5);
    // As a unique_ptr: the image is ours to change.
    subscription_ = create_subscription<Image>("raw", 5, [this](Image::UniquePtr image) {
      for (auto& pixel : image->data) pixel = static_cast<unsigned char>(pixel + 50);
      RCLCPP_INFO(get_logger(), "Image %d changed at %p", image->header.stamp.sec,
                  static_cast<void*>(image.get()));
      publisher_->publish(std::move(image));
    });
  }

 private:
  rclcpp::Publisher<Image>::SharedPtr publisher_;
  rclcpp::Subscription<Image>::SharedPtr subscription_;
};

class Screen : public rclcpp::Node {
 public:
  explicit Screen(const rclcpp::NodeOptions& options) : Node("screen", options) {
    const auto count = declare_parameter<int>("count", 10);  // 0: until Ctrl-C
    subscription_ = create_subscription<Image>("bright", 5, [=, this](Image::ConstSharedPtr image) {
      RCLCPP_INFO(get_logger(), "Image %d shown at %p", image->header.stamp.sec,
                  static_cast<const void*>(image.get()));
      ++shown_;
      if (!is_where_it_was(*image) || image->data.back() != 150) ++moved_;
      if (shown_ == count) rclcpp::shutdown();
    });
  }

  int report() const {
    std::printf("%d images shown, %d of them moved\n", shown_, moved_);
    if (moved_ == 0 && shown_ > 0) return 0;
    std::fprintf(stderr, moved_ > 0
                             ? "image_pipeline: images were copied: leave --no-intra-process out\n"
                             : "image_pipeline: no image was shown: let it run longer\n");
    return 1;
  }

 private:
  rclcpp::Subscription<Image>::SharedPtr subscription_;
  int shown_ = 0;
  int moved_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  const bool by_pointer =
      std::find(arguments.begin(), arguments.end(), "--no-intra-process") == arguments.end();
  const auto options = rclcpp::NodeOptions().use_intra_process_comms(by_pointer);

  auto screen = std::make_shared<Screen>(options);
  auto brightener = std::make_shared<Brightener>(options);
  auto camera = std::make_shared<Camera>(options);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(camera);
  executor.add_node(brightener);
  executor.add_node(screen);
  executor.spin();
  rclcpp::shutdown();
  return screen->report();
} catch (const std::exception& error) {
  std::fprintf(stderr, "image_pipeline: %s\n", error.what());
  return 1;
}
