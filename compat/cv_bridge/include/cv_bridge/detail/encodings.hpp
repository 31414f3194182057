// SPDX-License-Identifier: Apache-2.0
// Which matrix of OpenCV an encoding of an image is, and how one encoding becomes another.
#pragma once

#include <cctype>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/core/core.hpp>
#include <opencv2/imgproc/imgproc.hpp>

#include <sensor_msgs/image_encodings.hpp>

namespace cv_bridge {

/// What cannot be converted; what() names both encodings, or what is wrong with the message.
class Exception : public std::runtime_error {
 public:
  explicit Exception(const std::string& description) : std::runtime_error(description) {}
};

namespace detail {

namespace enc = sensor_msgs::image_encodings;

/// "16SC3"; -1 for anything else.
inline int generic_cv_type(const std::string& encoding) {
  static const std::pair<const char*, int> depths[] = {
      {"8UC", CV_8U},   {"8SC", CV_8S},   {"16UC", CV_16U}, {"16SC", CV_16S},
      {"32SC", CV_32S}, {"32FC", CV_32F}, {"64FC", CV_64F}};
  for (const auto& [prefix, depth] : depths) {
    const std::string start = prefix;
    const std::string without_channels = start.substr(0, start.size() - 1);
    if (encoding == without_channels) return CV_MAKETYPE(depth, 1);
    if (encoding.compare(0, start.size(), start) != 0) continue;
    const std::string digits = encoding.substr(start.size());
    if (digits.empty() || digits.size() > 3) return -1;
    for (const char digit : digits) {
      if (std::isdigit(static_cast<unsigned char>(digit)) == 0) return -1;
    }
    const int channels = std::atoi(digits.c_str());
    return channels >= 1 && channels <= CV_CN_MAX ? CV_MAKETYPE(depth, channels) : -1;
  }
  return -1;
}

/// What the channels of an encoding mean.
enum class Colors {
  unknown,
  gray,
  rgb,
  bgr,
  rgba,
  bgra,
  uyvy,
  yuy2,
  nv21,
  nv24,
  rggb,
  bggr,
  gbrg,
  grbg
};

inline Colors colors_of(const std::string& encoding) {
  static const std::map<std::string, Colors> known = {
      {enc::MONO8, Colors::gray},       {enc::MONO16, Colors::gray},
      {enc::RGB8, Colors::rgb},         {enc::RGB16, Colors::rgb},
      {enc::BGR8, Colors::bgr},         {enc::BGR16, Colors::bgr},
      {enc::RGBA8, Colors::rgba},       {enc::RGBA16, Colors::rgba},
      {enc::BGRA8, Colors::bgra},       {enc::BGRA16, Colors::bgra},
      {enc::YUV422, Colors::uyvy},      {enc::UYVY, Colors::uyvy},
      {enc::YUV422_YUY2, Colors::yuy2}, {enc::YUYV, Colors::yuy2},
      {enc::NV21, Colors::nv21},        {enc::NV24, Colors::nv24},
      {enc::BAYER_RGGB8, Colors::rggb}, {enc::BAYER_RGGB16, Colors::rggb},
      {enc::BAYER_BGGR8, Colors::bggr}, {enc::BAYER_BGGR16, Colors::bggr},
      {enc::BAYER_GBRG8, Colors::gbrg}, {enc::BAYER_GBRG16, Colors::gbrg},
      {enc::BAYER_GRBG8, Colors::grbg}, {enc::BAYER_GRBG16, Colors::grbg}};
  const auto at = known.find(encoding);
  return at == known.end() ? Colors::unknown : at->second;
}

/// The codes of cv::cvtColor(), in one step; -1: there is none.
inline int color_code(Colors from, Colors to) {
  static const std::map<std::pair<Colors, Colors>, int> codes = {
      {{Colors::gray, Colors::rgb}, cv::COLOR_GRAY2RGB},
      {{Colors::gray, Colors::bgr}, cv::COLOR_GRAY2BGR},
      {{Colors::gray, Colors::rgba}, cv::COLOR_GRAY2RGBA},
      {{Colors::gray, Colors::bgra}, cv::COLOR_GRAY2BGRA},
      {{Colors::rgb, Colors::gray}, cv::COLOR_RGB2GRAY},
      {{Colors::rgb, Colors::bgr}, cv::COLOR_RGB2BGR},
      {{Colors::rgb, Colors::rgba}, cv::COLOR_RGB2RGBA},
      {{Colors::rgb, Colors::bgra}, cv::COLOR_RGB2BGRA},
      {{Colors::bgr, Colors::gray}, cv::COLOR_BGR2GRAY},
      {{Colors::bgr, Colors::rgb}, cv::COLOR_BGR2RGB},
      {{Colors::bgr, Colors::rgba}, cv::COLOR_BGR2RGBA},
      {{Colors::bgr, Colors::bgra}, cv::COLOR_BGR2BGRA},
      {{Colors::rgba, Colors::gray}, cv::COLOR_RGBA2GRAY},
      {{Colors::rgba, Colors::rgb}, cv::COLOR_RGBA2RGB},
      {{Colors::rgba, Colors::bgr}, cv::COLOR_RGBA2BGR},
      {{Colors::rgba, Colors::bgra}, cv::COLOR_RGBA2BGRA},
      {{Colors::bgra, Colors::gray}, cv::COLOR_BGRA2GRAY},
      {{Colors::bgra, Colors::rgb}, cv::COLOR_BGRA2RGB},
      {{Colors::bgra, Colors::bgr}, cv::COLOR_BGRA2BGR},
      {{Colors::bgra, Colors::rgba}, cv::COLOR_BGRA2RGBA},
      {{Colors::uyvy, Colors::gray}, cv::COLOR_YUV2GRAY_UYVY},
      {{Colors::uyvy, Colors::rgb}, cv::COLOR_YUV2RGB_UYVY},
      {{Colors::uyvy, Colors::bgr}, cv::COLOR_YUV2BGR_UYVY},
      {{Colors::uyvy, Colors::rgba}, cv::COLOR_YUV2RGBA_UYVY},
      {{Colors::uyvy, Colors::bgra}, cv::COLOR_YUV2BGRA_UYVY},
      {{Colors::yuy2, Colors::gray}, cv::COLOR_YUV2GRAY_YUY2},
      {{Colors::yuy2, Colors::rgb}, cv::COLOR_YUV2RGB_YUY2},
      {{Colors::yuy2, Colors::bgr}, cv::COLOR_YUV2BGR_YUY2},
      {{Colors::yuy2, Colors::rgba}, cv::COLOR_YUV2RGBA_YUY2},
      {{Colors::yuy2, Colors::bgra}, cv::COLOR_YUV2BGRA_YUY2},
      {{Colors::nv21, Colors::gray}, cv::COLOR_YUV2GRAY_NV21},
      {{Colors::nv21, Colors::rgb}, cv::COLOR_YUV2RGB_NV21},
      {{Colors::nv21, Colors::bgr}, cv::COLOR_YUV2BGR_NV21},
      {{Colors::nv21, Colors::rgba}, cv::COLOR_YUV2RGBA_NV21},
      {{Colors::nv21, Colors::bgra}, cv::COLOR_YUV2BGRA_NV21},
      // OpenCV names a Bayer pattern by the second row's second and third pixel.
      {{Colors::rggb, Colors::gray}, cv::COLOR_BayerBG2GRAY},
      {{Colors::rggb, Colors::rgb}, cv::COLOR_BayerBG2RGB},
      {{Colors::rggb, Colors::bgr}, cv::COLOR_BayerBG2BGR},
      {{Colors::bggr, Colors::gray}, cv::COLOR_BayerRG2GRAY},
      {{Colors::bggr, Colors::rgb}, cv::COLOR_BayerRG2RGB},
      {{Colors::bggr, Colors::bgr}, cv::COLOR_BayerRG2BGR},
      {{Colors::gbrg, Colors::gray}, cv::COLOR_BayerGR2GRAY},
      {{Colors::gbrg, Colors::rgb}, cv::COLOR_BayerGR2RGB},
      {{Colors::gbrg, Colors::bgr}, cv::COLOR_BayerGR2BGR},
      {{Colors::grbg, Colors::gray}, cv::COLOR_BayerGB2GRAY},
      {{Colors::grbg, Colors::rgb}, cv::COLOR_BayerGB2RGB},
      {{Colors::grbg, Colors::bgr}, cv::COLOR_BayerGB2BGR}};
  const auto at = codes.find({from, to});
  return at == codes.end() ? -1 : at->second;
}

inline bool is_16_bits(const std::string& encoding) {
  return colors_of(encoding) != Colors::unknown && enc::bitDepth(encoding) == 16;
}

}  // namespace detail

/// The type of matrix that has an image of this encoding, CV_8UC3 for "bgr8". Throws Exception.
inline int getCvType(const std::string& encoding) {
  using detail::Colors;
  const int depth = detail::is_16_bits(encoding) ? CV_16U : CV_8U;
  switch (detail::colors_of(encoding)) {
    case Colors::unknown:
      break;
    case Colors::rgb:
    case Colors::bgr:
      return CV_MAKETYPE(depth, 3);
    case Colors::rgba:
    case Colors::bgra:
      return CV_MAKETYPE(depth, 4);
    case Colors::uyvy:
    case Colors::yuy2:
      return CV_8UC2;
    default:
      return CV_MAKETYPE(depth, 1);
  }
  const int type = detail::generic_cv_type(encoding);
  if (type >= 0) return type;
  throw Exception("Unrecognized image encoding [" + encoding + "]");
}

namespace detail {

/// Throws Exception unless an image of the first encoding can become one of the second.
inline void require_convertible(const std::string& from, const std::string& to) {
  const bool from_color = colors_of(from) != Colors::unknown;
  const bool to_color = colors_of(to) != Colors::unknown;
  if (from_color && to_color) return;
  const bool same_channels = CV_MAT_CN(getCvType(from)) == CV_MAT_CN(getCvType(to));
  if (!from_color && to_color) {
    throw Exception("[" + from + "] is not a color format. but [" + to +
                    "] is. The conversion does not make sense");
  }
  if (!same_channels) {
    throw Exception("[" + from + "] and [" + to + "] do not have the same number of channels");
  }
}

/// The depth alone: 8 and 16 bits of colours have the same white.
inline cv::Mat with_depth(const cv::Mat& source, int depth, bool scales) {
  if (source.depth() == depth) return source;
  double scale = 1;
  if (scales && source.depth() == CV_8U && depth == CV_16U) scale = 65535. / 255.;
  if (scales && source.depth() == CV_16U && depth == CV_8U) scale = 255. / 65535.;
  cv::Mat made;
  source.convertTo(made, CV_MAKETYPE(depth, source.channels()), scale);
  return made;
}

/// A matrix of the other encoding; it may share its pixels with `source`. Throws Exception.
inline cv::Mat convert(const cv::Mat& source, const std::string& from, const std::string& to) {
  require_convertible(from, to);
  const int type = getCvType(to);
  const Colors from_colors = colors_of(from);
  const Colors to_colors = colors_of(to);
  const bool colors = from_colors != Colors::unknown && to_colors != Colors::unknown;
  cv::Mat made = source;
  if (colors && from_colors != to_colors) {
    const int code = color_code(from_colors, to_colors);
    if (code < 0) throw Exception("Unsupported conversion from [" + from + "] to [" + to + "]");
    cv::Mat converted;
    cv::cvtColor(made, converted, code);
    made = converted;
  }
  return with_depth(made, CV_MAT_DEPTH(type), colors);
}

}  // namespace detail
}  // namespace cv_bridge
