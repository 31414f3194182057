// SPDX-License-Identifier: Apache-2.0
#include <baton/lifecycle/state.hpp>

#include <stdexcept>

namespace rclcpp_lifecycle {
namespace {

std::string require_label(const std::string& label) {
  if (label.empty()) throw std::runtime_error("Lifecycle State cannot have an empty label.");
  return label;
}

const rcl_lifecycle_state_t& require(const rcl_lifecycle_state_t* state) {
  if (state == nullptr) throw std::runtime_error("rcl_lifecycle_state_handle is null");
  return *state;
}

}  // namespace

State::State() : State(lifecycle_msgs::msg::State::PRIMARY_STATE_UNKNOWN, "unknown") {}

State::State(std::uint8_t id, const std::string& label) : id_(id), label_(require_label(label)) {}

State::State(const rcl_lifecycle_state_t* state)
    : id_(static_cast<std::uint8_t>(require(state).id)),
      label_(state->label == nullptr ? "" : state->label) {}

State::~State() = default;

}  // namespace rclcpp_lifecycle
