// SPDX-License-Identifier: Apache-2.0
// Images of OpenCV from messages, and back.
//
// toCvShare() reads the pixels where the message has them: in shared memory, which is read-only, so
// a program that writes to a shared image ends there. toCvCopy() copies, once.
// Thread safety: as with any function on values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/imgproc/types_c.h>
#include <opencv2/core/core.hpp>
#include <opencv2/imgcodecs/imgcodecs.hpp>
#include <opencv2/imgproc/imgproc.hpp>

#include <cv_bridge/detail/encodings.hpp>
#include <sensor_msgs/image_encodings.hpp>
#include <sensor_msgs/msg/compressed_image.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/header.hpp>

namespace cv_bridge {

class CvImage;
using CvImagePtr = std::shared_ptr<CvImage>;
using CvImageConstPtr = std::shared_ptr<CvImage const>;

/// Of a compressed image.
enum Format { BMP, DIB, JPG, JPEG, JPE, JP2, PNG, PBM, PGM, PPM, SR, RAS, TIFF, TIF };

namespace detail {

inline const char* name_of(Format format) {
  static const char* const names[] = {"bmp", "dib", "jpg", "jpeg", "jpe", "jp2",  "png",
                                      "pbm", "pgm", "ppm", "sr",   "ras", "tiff", "tif"};
  const auto at = static_cast<std::size_t>(format);
  if (at >= std::size(names)) throw Exception("Unrecognized image format");
  return names[at];
}

inline bool host_is_bigendian() {
  const std::uint16_t one = 1;
  return *reinterpret_cast<const std::uint8_t*>(&one) == 0;
}

}  // namespace detail

/// An image of OpenCV with the header and the encoding of a message. A value type.
class CvImage {
 public:
  using Ptr = CvImagePtr;
  using ConstPtr = CvImageConstPtr;

  CvImage() = default;
  /// The pixels are those of `pixels`, and not copied.
  CvImage(const std_msgs::msg::Header& of, const std::string& encoded_as,
          const cv::Mat& pixels = cv::Mat())
      : header(of), encoding(encoded_as), image(pixels) {}

  /// Copies the pixels, once: into a loan where the message lies in one.
  void toImageMsg(sensor_msgs::msg::Image& message) const {
    message.header = header;
    message.height = static_cast<std::uint32_t>(image.rows);
    message.width = static_cast<std::uint32_t>(image.cols);
    message.encoding = encoding;
    message.is_bigendian = detail::host_is_bigendian();
    const std::size_t row_bytes = static_cast<std::size_t>(image.cols) * image.elemSize();
    message.step = static_cast<std::uint32_t>(row_bytes);
    message.data.resize_uninitialized(row_bytes * static_cast<std::size_t>(image.rows));
    if (message.data.empty()) return;
    // A matrix over the message's own memory.
    cv::Mat target(image.rows, image.cols, image.type(), message.data.data(), row_bytes);
    image.copyTo(target);
  }
  sensor_msgs::msg::Image::SharedPtr toImageMsg() const {
    auto message = std::make_shared<sensor_msgs::msg::Image>();
    toImageMsg(*message);
    return message;
  }

  /// Throws Exception for an encoding that has no colours, and cv::Exception for a format that
  /// OpenCV cannot write.
  void toCompressedImageMsg(sensor_msgs::msg::CompressedImage& message,
                            const Format dst_format = JPG) const {
    const char* const format = detail::name_of(dst_format);
    message.header = header;
    message.format = format;
    cv::Mat to_write = image;
    if (encoding != sensor_msgs::image_encodings::BGR8 &&
        encoding != sensor_msgs::image_encodings::MONO8 &&
        encoding != sensor_msgs::image_encodings::BGRA8) {
      const bool alpha = detail::colors_of(encoding) == detail::Colors::rgba;
      const bool gray = detail::colors_of(encoding) == detail::Colors::gray;
      to_write = detail::convert(image, encoding,
                                 gray    ? sensor_msgs::image_encodings::MONO8
                                 : alpha ? sensor_msgs::image_encodings::BGRA8
                                         : sensor_msgs::image_encodings::BGR8);
    }
    std::vector<std::uint8_t> bytes;
    if (!cv::imencode(std::string(".") + format, to_write, bytes)) {
      throw Exception(std::string("OpenCV has not written the image as ") + format);
    }
    message.data = bytes;
  }
  sensor_msgs::msg::CompressedImage::SharedPtr toCompressedImageMsg(
      const Format dst_format = JPG) const {
    auto message = std::make_shared<sensor_msgs::msg::CompressedImage>();
    toCompressedImageMsg(*message, dst_format);
    return message;
  }

  std_msgs::msg::Header header;
  std::string encoding;
  cv::Mat image;

 protected:
  /// Holds the message whose pixels `image` has.
  std::shared_ptr<void const> tracked_object_;

  friend CvImageConstPtr toCvShare(const sensor_msgs::msg::Image& source,
                                   const std::shared_ptr<void const>& tracked_object,
                                   const std::string& encoding);
};

namespace detail {

/// A matrix over the message's own memory, which is not to be written. Throws Exception for a
/// message that has not the bytes that it says.
inline cv::Mat matrix_over(const sensor_msgs::msg::Image& source) {
  const std::string encoding(source.encoding);
  const int type = getCvType(encoding);
  const std::size_t row_bytes = std::size_t{source.width} * CV_ELEM_SIZE(type);
  // Of planes that lie below each other: the brightness, and half as many rows of colours.
  const Colors colors = colors_of(encoding);
  std::size_t rows = source.height;
  if (colors == Colors::nv21) rows += rows / 2;
  if (colors == Colors::nv24) rows += rows * 2;
  if (rows == 0 || source.width == 0) return cv::Mat(0, 0, type);
  if (source.step < row_bytes) {
    throw Exception("Image is wrongly formed: step < width * byte_depth * num_channels  or  " +
                    std::to_string(source.step) + " < " + std::to_string(row_bytes));
  }
  const std::size_t size_bytes = std::size_t{source.step} * rows;
  if (size_bytes != source.data.size()) {
    throw Exception("Image is wrongly formed: height * step != size  or  " + std::to_string(rows) +
                    " * " + std::to_string(source.step) +
                    " != " + std::to_string(source.data.size()));
  }
  return cv::Mat(static_cast<int>(rows), static_cast<int>(source.width), type,
                 const_cast<std::uint8_t*>(source.data.data()), source.step);
}

inline bool has_other_byte_order(const sensor_msgs::msg::Image& source, const cv::Mat& image) {
  return image.elemSize1() > 1 && (source.is_bigendian != 0) != host_is_bigendian();
}

inline cv::Mat with_swapped_bytes(const cv::Mat& source) {
  cv::Mat made = source.clone();
  const std::size_t size = made.elemSize1();
  for (int row = 0; row < made.rows; ++row) {
    auto* bytes = made.ptr(row);
    const std::size_t values = static_cast<std::size_t>(made.cols * made.channels());
    for (std::size_t i = 0; i < values; ++i, bytes += size) std::reverse(bytes, bytes + size);
  }
  return made;
}

inline CvImagePtr copy_of(const cv::Mat& source, const std_msgs::msg::Header& header,
                          const std::string& from, const std::string& to) {
  auto made = std::make_shared<CvImage>();
  made->header = header;
  made->encoding = to.empty() ? from : to;
  if (made->encoding == from) {
    source.copyTo(made->image);
  } else {
    const cv::Mat converted = convert(source, from, to);
    made->image = converted.data == source.data ? converted.clone() : converted;
  }
  return made;
}

}  // namespace detail

/// The caller's own pixels. With `encoding` in that one. Throws Exception.
inline CvImagePtr toCvCopy(const sensor_msgs::msg::Image& source,
                           const std::string& encoding = std::string()) {
  cv::Mat image = detail::matrix_over(source);
  if (detail::has_other_byte_order(source, image)) image = detail::with_swapped_bytes(image);
  return detail::copy_of(image, source.header, std::string(source.encoding), encoding);
}
inline CvImagePtr toCvCopy(const sensor_msgs::msg::Image::ConstSharedPtr& source,
                           const std::string& encoding = std::string()) {
  return toCvCopy(*source, encoding);
}
/// Reads the format from the bytes. Throws Exception for bytes that OpenCV cannot read.
inline CvImagePtr toCvCopy(const sensor_msgs::msg::CompressedImage& source,
                           const std::string& encoding = std::string()) {
  cv::Mat image;
  if (!source.data.empty()) {
    const cv::Mat bytes(1, static_cast<int>(source.data.size()), CV_8UC1,
                        const_cast<std::uint8_t*>(source.data.data()));
    image = cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
  }
  if (image.empty()) {
    throw Exception("OpenCV cannot read the " + std::to_string(source.data.size()) +
                    " bytes of a compressed image of format '" + std::string(source.format) + "'");
  }
  namespace enc = sensor_msgs::image_encodings;
  const bool deep = image.depth() == CV_16U;
  std::string from = deep ? enc::MONO16 : enc::MONO8;
  if (image.channels() == 3) from = deep ? enc::BGR16 : enc::BGR8;
  if (image.channels() == 4) from = deep ? enc::BGRA16 : enc::BGRA8;
  return detail::copy_of(image, source.header, from, encoding);
}
inline CvImagePtr toCvCopy(const sensor_msgs::msg::CompressedImage::ConstSharedPtr& source,
                           const std::string& encoding = std::string()) {
  return toCvCopy(*source, encoding);
}

/// The message's own pixels, if it has this encoding or none is asked for; otherwise a copy.
/// `tracked_object` keeps the message alive. Throws Exception.
inline CvImageConstPtr toCvShare(const sensor_msgs::msg::Image& source,
                                 const std::shared_ptr<void const>& tracked_object,
                                 const std::string& encoding = std::string()) {
  const cv::Mat image = detail::matrix_over(source);
  const bool as_it_is = encoding.empty() || source.encoding == encoding;
  if (!as_it_is || detail::has_other_byte_order(source, image)) return toCvCopy(source, encoding);
  auto made = std::make_shared<CvImage>();
  made->header = source.header;
  made->encoding = std::string(source.encoding);
  made->tracked_object_ = tracked_object;
  made->image = image;
  return made;
}
inline CvImageConstPtr toCvShare(const sensor_msgs::msg::Image::ConstSharedPtr& source,
                                 const std::string& encoding = std::string()) {
  return toCvShare(*source, source, encoding);
}

/// A copy in another encoding. Throws Exception.
inline CvImagePtr cvtColor(const CvImageConstPtr& source, const std::string& encoding) {
  return detail::copy_of(source->image, source->header, source->encoding, encoding);
}

struct CvtColorForDisplayOptions {
  bool do_dynamic_scaling = false;  ///< from the least to the largest value of the image
  double min_image_value = 0.0;     ///< shown as black, unless both are equal
  double max_image_value = 0.0;
  int colormap = -1;  ///< one of OpenCV's; -1: none
  int bg_label = -1;  ///< a label that is shown as black
};

}  // namespace cv_bridge

#include <cv_bridge/detail/display.hpp>
