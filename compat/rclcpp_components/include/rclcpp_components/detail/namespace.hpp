// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace baton::components {}
namespace rclcpp_components = baton::components;
