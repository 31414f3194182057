// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <sensor_msgs/image_encodings.hpp>
#include <sensor_msgs/msg/image.hpp>

namespace sensor_msgs {

/// Copies rows * step bytes into `image` and says what they are, little endian. Always true.
inline bool fillImage(msg::Image& image, const std::string& encoding, std::uint32_t rows,
                      std::uint32_t cols, std::uint32_t step, const void* data) {
  image.encoding = encoding;
  image.height = rows;
  image.width = cols;
  image.step = step;
  image.is_bigendian = 0;
  const std::size_t size_bytes = std::size_t{step} * rows;
  image.data.resize_uninitialized(size_bytes);
  if (size_bytes > 0) std::memcpy(image.data.data(), data, size_bytes);
  return true;
}

/// Drops the pixels; what is said about them stays.
inline void clearImage(msg::Image& image) { image.data.clear(); }

}  // namespace sensor_msgs
