// SPDX-License-Identifier: Apache-2.0
//
// What may stand in sensor_msgs/Image::encoding, and what each of these names says of a pixel.
// Names and results are those of ROS 2.
#pragma once

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace sensor_msgs {
namespace image_encodings {

// One channel for each colour.
inline constexpr char RGB8[] = "rgb8";
inline constexpr char RGBA8[] = "rgba8";
inline constexpr char RGB16[] = "rgb16";
inline constexpr char RGBA16[] = "rgba16";
inline constexpr char BGR8[] = "bgr8";
inline constexpr char BGRA8[] = "bgra8";
inline constexpr char BGR16[] = "bgr16";
inline constexpr char BGRA16[] = "bgra16";
inline constexpr char MONO8[] = "mono8";
inline constexpr char MONO16[] = "mono16";

// OpenCV's types: bits, signedness, channels.
inline constexpr char TYPE_8UC1[] = "8UC1";
inline constexpr char TYPE_8UC2[] = "8UC2";
inline constexpr char TYPE_8UC3[] = "8UC3";
inline constexpr char TYPE_8UC4[] = "8UC4";
inline constexpr char TYPE_8SC1[] = "8SC1";
inline constexpr char TYPE_8SC2[] = "8SC2";
inline constexpr char TYPE_8SC3[] = "8SC3";
inline constexpr char TYPE_8SC4[] = "8SC4";
inline constexpr char TYPE_16UC1[] = "16UC1";
inline constexpr char TYPE_16UC2[] = "16UC2";
inline constexpr char TYPE_16UC3[] = "16UC3";
inline constexpr char TYPE_16UC4[] = "16UC4";
inline constexpr char TYPE_16SC1[] = "16SC1";
inline constexpr char TYPE_16SC2[] = "16SC2";
inline constexpr char TYPE_16SC3[] = "16SC3";
inline constexpr char TYPE_16SC4[] = "16SC4";
inline constexpr char TYPE_32SC1[] = "32SC1";
inline constexpr char TYPE_32SC2[] = "32SC2";
inline constexpr char TYPE_32SC3[] = "32SC3";
inline constexpr char TYPE_32SC4[] = "32SC4";
inline constexpr char TYPE_32FC1[] = "32FC1";
inline constexpr char TYPE_32FC2[] = "32FC2";
inline constexpr char TYPE_32FC3[] = "32FC3";
inline constexpr char TYPE_32FC4[] = "32FC4";
inline constexpr char TYPE_64FC1[] = "64FC1";
inline constexpr char TYPE_64FC2[] = "64FC2";
inline constexpr char TYPE_64FC3[] = "64FC3";
inline constexpr char TYPE_64FC4[] = "64FC4";

// A sensor behind a filter of colours.
inline constexpr char BAYER_RGGB8[] = "bayer_rggb8";
inline constexpr char BAYER_BGGR8[] = "bayer_bggr8";
inline constexpr char BAYER_GBRG8[] = "bayer_gbrg8";
inline constexpr char BAYER_GRBG8[] = "bayer_grbg8";
inline constexpr char BAYER_RGGB16[] = "bayer_rggb16";
inline constexpr char BAYER_BGGR16[] = "bayer_bggr16";
inline constexpr char BAYER_GBRG16[] = "bayer_gbrg16";
inline constexpr char BAYER_GRBG16[] = "bayer_grbg16";

// Brightness and colour apart. YUV422 is the older name of UYVY, YUV422_YUY2 that of YUYV.
inline constexpr char UYVY[] = "uyvy";
inline constexpr char YUV422[] = "yuv422";
inline constexpr char YUYV[] = "yuyv";
inline constexpr char YUV422_YUY2[] = "yuv422_yuy2";
inline constexpr char NV12[] = "nv12";
inline constexpr char NV21[] = "nv21";
inline constexpr char NV24[] = "nv24";

/// What OpenCV's types begin with.
inline constexpr char ABSTRACT_ENCODING_PREFIXES[][5] = {"8UC",  "8SC",  "16UC", "16SC",
                                                         "32SC", "32FC", "64FC"};

namespace detail {

enum class Kind { mono, color, bayer, yuv, planar, generic };

struct Properties {
  std::string_view name;
  Kind kind;
  int channels;
  int depth_bits;
  bool alpha = false;
};

inline constexpr Properties table[] = {
    {RGB8, Kind::color, 3, 8},
    {RGBA8, Kind::color, 4, 8, true},
    {RGB16, Kind::color, 3, 16},
    {RGBA16, Kind::color, 4, 16, true},
    {BGR8, Kind::color, 3, 8},
    {BGRA8, Kind::color, 4, 8, true},
    {BGR16, Kind::color, 3, 16},
    {BGRA16, Kind::color, 4, 16, true},
    {MONO8, Kind::mono, 1, 8},
    {MONO16, Kind::mono, 1, 16},
    {BAYER_RGGB8, Kind::bayer, 1, 8},
    {BAYER_BGGR8, Kind::bayer, 1, 8},
    {BAYER_GBRG8, Kind::bayer, 1, 8},
    {BAYER_GRBG8, Kind::bayer, 1, 8},
    {BAYER_RGGB16, Kind::bayer, 1, 16},
    {BAYER_BGGR16, Kind::bayer, 1, 16},
    {BAYER_GBRG16, Kind::bayer, 1, 16},
    {BAYER_GRBG16, Kind::bayer, 1, 16},
    {UYVY, Kind::yuv, 2, 8},
    {YUV422, Kind::yuv, 2, 8},
    {YUYV, Kind::yuv, 2, 8},
    {YUV422_YUY2, Kind::yuv, 2, 8},
    {NV12, Kind::planar, 1, 8},
    {NV21, Kind::planar, 1, 8},
    {NV24, Kind::planar, 2, 8},
};

/// Null for a name that is not in the table.
constexpr const Properties* find(std::string_view encoding) noexcept {
  for (const Properties& each : table) {
    if (each.name == encoding) return &each;
  }
  return nullptr;
}

/// Of OpenCV's types, with any number of channels or, for one channel, none: 8UC, 16SC3, 32FC10.
inline bool parse_generic(std::string_view encoding, Properties& found) noexcept {
  constexpr std::pair<std::string_view, int> depths[] = {
      {"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}};
  for (const auto& [prefix, depth_bits] : depths) {
    if (encoding.substr(0, prefix.size()) != prefix) continue;
    encoding.remove_prefix(prefix.size());
    if (encoding.size() < 2 || encoding[1] != 'C') return false;
    if (std::string_view("USF").find(encoding[0]) == std::string_view::npos) return false;
    encoding.remove_prefix(2);
    int channels = 1;
    if (!encoding.empty()) {
      const char* const end = encoding.data() + encoding.size();
      const auto [stop, error] = std::from_chars(encoding.data(), end, channels);
      if (error != std::errc() || stop != end || encoding.front() == '-') return false;
    }
    found = {{}, Kind::generic, channels, depth_bits};
    return true;
  }
  return false;
}

inline Properties properties_of(const std::string& encoding) {
  if (const Properties* known = find(encoding)) return *known;
  Properties generic{};
  if (parse_generic(encoding, generic)) return generic;
  throw std::runtime_error("Unknown encoding " + encoding);
}

inline bool is(std::string_view encoding, Kind kind) noexcept {
  const Properties* known = find(encoding);
  return known != nullptr && known->kind == kind;
}

}  // namespace detail

/// Not of OpenCV's types, which do not say what their channels are.
inline bool isColor(const std::string& encoding) {
  return detail::is(encoding, detail::Kind::color) || detail::is(encoding, detail::Kind::yuv) ||
         detail::is(encoding, detail::Kind::planar);
}

inline bool isMono(const std::string& encoding) { return detail::is(encoding, detail::Kind::mono); }

inline bool isBayer(const std::string& encoding) {
  return detail::is(encoding, detail::Kind::bayer);
}

inline bool hasAlpha(const std::string& encoding) {
  const detail::Properties* known = detail::find(encoding);
  return known != nullptr && known->alpha;
}

/// Whether brightness lies before all colours instead of beside them.
inline bool isPlanar(const std::string& encoding) {
  return detail::is(encoding, detail::Kind::planar);
}

/// Throws std::runtime_error for a name that is none of these.
inline int numChannels(const std::string& encoding) {
  return detail::properties_of(encoding).channels;
}

/// Of a channel. Throws std::runtime_error for a name that is none of these.
inline int bitDepth(const std::string& encoding) {
  return detail::properties_of(encoding).depth_bits;
}

/// Rows of the buffer for a row of the image: the colours of NV12 and NV21 are half a row more.
inline float getHeightScaling(const std::string& encoding) {
  return encoding == NV12 || encoding == NV21 ? 1.5F : 1.0F;
}

}  // namespace image_encodings
}  // namespace sensor_msgs
