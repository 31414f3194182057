// SPDX-License-Identifier: Apache-2.0
// Images as a person can see them.
#pragma once

#include <string>

#include <cv_bridge/cv_bridge.hpp>

namespace cv_bridge {
namespace detail {

/// Values of one channel, spread over 8 bits; none that is finite: black.
inline cv::Mat spread(const cv::Mat& image, const CvtColorForDisplayOptions& options) {
  double least = options.min_image_value;
  double most = options.max_image_value;
  const cv::Mat finite = image == image;  // not where a value is no number
  if (options.do_dynamic_scaling || least == most) {
    cv::Mat bounded = finite;
    if (image.depth() == CV_32F || image.depth() == CV_64F) {
      bounded = cv::abs(image) < 1e30;
    }
    cv::minMaxLoc(image, &least, &most, nullptr, nullptr, bounded);
  }
  cv::Mat made = cv::Mat::zeros(image.size(), CV_8UC1);
  if (most <= least) return made;
  cv::Mat scaled;
  const double scale = 255. / (most - least);
  image.convertTo(scaled, CV_8UC1, scale, -least * scale);
  scaled.copyTo(made, finite);
  return made;
}

/// Each label in a colour of its own.
inline cv::Mat colored_labels(const cv::Mat& labels, int background) {
  cv::Mat made = cv::Mat::zeros(labels.size(), CV_8UC3);
  for (int row = 0; row < labels.rows; ++row) {
    for (int column = 0; column < labels.cols; ++column) {
      const int label = labels.at<int>(row, column);
      if (label == background) continue;
      // Neighbouring labels lie far from each other on the circle of colours.
      const auto mixed = static_cast<std::uint32_t>(label) * 2654435761U;
      made.at<cv::Vec3b>(row, column) = cv::Vec3b(static_cast<uchar>(55 + (mixed >> 8) % 200),
                                                  static_cast<uchar>(55 + (mixed >> 16) % 200),
                                                  static_cast<uchar>(55 + (mixed >> 24) % 200));
    }
  }
  return made;
}

inline std::string display_encoding_of(const CvImage& source) {
  namespace enc = sensor_msgs::image_encodings;
  if (colors_of(source.encoding) == Colors::gray) return enc::MONO8;
  if (colors_of(source.encoding) != Colors::unknown) return enc::BGR8;
  switch (source.image.channels()) {
    case 1:
    case 3:
      return enc::BGR8;
    case 4:
      return enc::BGRA8;
    default:
      throw Exception("an image of " + std::to_string(source.image.channels()) + " channels [" +
                      source.encoding + "] cannot be shown");
  }
}

}  // namespace detail

/// An image that can be shown: in `encoding`, which is a colour or mono8, by default one that fits.
/// Values of one channel without a colour (depths, labels) are spread over what can be seen. Throws
/// Exception.
inline CvImageConstPtr cvtColorForDisplay(
    const CvImageConstPtr& source, const std::string& encoding = std::string(),
    const CvtColorForDisplayOptions options = CvtColorForDisplayOptions()) {
  namespace enc = sensor_msgs::image_encodings;
  if (!source) throw Exception("cv_bridge.cvtColorForDisplay() called with empty image.");
  const std::string wanted = encoding.empty() ? detail::display_encoding_of(*source) : encoding;
  if (detail::colors_of(wanted) == detail::Colors::unknown) {
    throw Exception("cv_bridge.cvtColorForDisplay(): [" + wanted +
                    "] is not a color format, and cannot be shown");
  }
  auto shown = std::make_shared<CvImage>(source->header, source->encoding, source->image);
  const bool labels =
      source->encoding == enc::TYPE_32SC1 && options.colormap < 0 && !options.do_dynamic_scaling;
  if (labels) {
    shown->image = detail::colored_labels(source->image, options.bg_label);
    shown->encoding = enc::BGR8;
  } else if (detail::colors_of(source->encoding) == detail::Colors::unknown &&
             source->image.channels() == 1) {
    shown->image = detail::spread(source->image, options);
    shown->encoding = enc::MONO8;
  } else if (detail::colors_of(source->encoding) == detail::Colors::unknown) {
    shown->image = detail::with_depth(source->image, CV_8U, true);
    shown->encoding = source->image.channels() == 4 ? enc::BGRA8 : enc::BGR8;
  }
  if (options.colormap >= 0 && shown->image.channels() == 1) {
    cv::Mat colored;
    cv::applyColorMap(shown->image, colored, options.colormap);
    shown->image = colored;
    shown->encoding = enc::BGR8;
  }
  return shown->encoding == wanted ? shown : cvtColor(shown, wanted);
}

}  // namespace cv_bridge
