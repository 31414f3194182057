// SPDX-License-Identifier: Apache-2.0
// The message of the examples: plain, of fixed size, 6 MB.
#pragma once

#include <cstdint>
#include <string_view>

struct CameraFrame {
  static constexpr std::string_view baton_type_name = "examples/CameraFrame";

  std::uint64_t number;
  std::uint32_t width;
  std::uint32_t height;
  std::uint8_t pixels[1920 * 1080 * 3];
};
