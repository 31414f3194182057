// SPDX-License-Identifier: Apache-2.0
// Sets a parameter of another node: exposure_setter MILLISECONDS
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include <rclcpp/rclcpp.hpp>

int main(int argc, char** argv) try {
  using namespace std::chrono_literals;
  const auto arguments = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (arguments.size() != 2) {
    std::fprintf(stderr, "usage: exposure_setter MILLISECONDS\n");
    return 2;
  }
  const double exposure_ms = std::stod(arguments[1]);

  auto node = std::make_shared<rclcpp::Node>("exposure_setter");
  rclcpp::SyncParametersClient camera(node, "camera_settings");
  if (!camera.wait_for_service(10s)) {
    std::fprintf(stderr, "exposure_setter: no node camera_settings: start it, in this domain\n");
    return 1;
  }
  const double before_ms = camera.get_parameter<double>("exposure_ms");
  const auto results = camera.set_parameters({rclcpp::Parameter("exposure_ms", exposure_ms)});
  if (results.empty() || !results[0].successful) {
    std::fprintf(stderr, "exposure_setter: refused: %s\n",
                 results.empty() ? "no answer" : results[0].reason.c_str());
    return 1;
  }
  std::printf("exposure_ms was %.1f and is %.1f\n", before_ms,
              camera.get_parameter<double>("exposure_ms"));
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "exposure_setter: %s\n", error.what());
  return 1;
}
