// SPDX-License-Identifier: Apache-2.0
// A node with parameters: described, limited, checked together, and applied when they change.
//   camera_settings --ros-args -p exposure_ms:=20.0
//   camera_settings --ros-args --params-file camera.yaml
//   exposure_setter 30                                     (from another terminal)
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <rclcpp/rclcpp.hpp>

using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;

class CameraSettings : public rclcpp::Node {
 public:
  CameraSettings() : Node("camera_settings") {
    ParameterDescriptor exposure;
    exposure.description = "How long the shutter is open, in ms";
    exposure.floating_point_range.resize(1);
    exposure.floating_point_range[0].from_value = 0.1;
    exposure.floating_point_range[0].to_value = 1000.0;
    declare_parameter("exposure_ms", 10.0, exposure);
    declare_parameter("rate_hz", 25.0);
    declare_parameter<std::string>("frame_id", "camera");

    ParameterDescriptor serial_number;
    serial_number.read_only = true;  // from the command line or a file, and then never again
    declare_parameter<std::string>("serial_number", "unknown", serial_number);

    for (const auto& name : list_parameters({}, 0).names) show(get_parameter(name));

    // They live as long as their handles. The first may refuse, the second acts.
    check_ = add_on_set_parameters_callback(
        [this](const std::vector<rclcpp::Parameter>& wanted) { return check(wanted); });
    apply_ = add_post_set_parameters_callback([this](const std::vector<rclcpp::Parameter>& set) {
      for (const auto& parameter : set) show(parameter);
    });
  }

 private:
  SetParametersResult check(const std::vector<rclcpp::Parameter>& wanted) const {
    double exposure_ms = get_parameter("exposure_ms").as_double();
    double rate_hz = get_parameter("rate_hz").as_double();
    for (const auto& parameter : wanted) {
      if (parameter.get_name() == "exposure_ms") exposure_ms = parameter.as_double();
      if (parameter.get_name() == "rate_hz") rate_hz = parameter.as_double();
    }
    SetParametersResult result;
    result.successful = exposure_ms * rate_hz <= 1000.0;
    if (!result.successful) {
      result.reason = "exposures of " + std::to_string(exposure_ms) + " ms do not fit into " +
                      std::to_string(rate_hz) + " Hz: lower rate_hz, or set both at once";
    }
    return result;
  }

  void show(const rclcpp::Parameter& parameter) const {
    RCLCPP_INFO(get_logger(), "%s is %s", parameter.get_name().c_str(),
                parameter.value_to_string().c_str());
  }

  OnSetParametersCallbackHandle::SharedPtr check_;
  PostSetParametersCallbackHandle::SharedPtr apply_;
};

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<CameraSettings>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "camera_settings: %s\n", error.what());
  return 1;
}
