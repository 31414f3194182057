// SPDX-License-Identifier: Apache-2.0
// Point clouds of PCL from messages, and back. Everything copies, once, unless its name says
// `move`; moving takes what it can and copies what lies in shared memory, or has another memory
// layout.
//
// Stamps: PCL counts microseconds, so a stamp loses what is below.
// Thread safety: as with any function on values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pcl/PCLHeader.h>
#include <pcl/PCLImage.h>
#include <pcl/PCLPointCloud2.h>
#include <pcl/PCLPointField.h>
#include <pcl/conversions.h>
#include <pcl/io/pcd_io.h>
#include <pcl/point_cloud.h>

#include <rclcpp/time.hpp>
#include <sensor_msgs/image_encodings.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <sensor_msgs/msg/point_field.hpp>
#include <std_msgs/msg/header.hpp>

namespace pcl_conversions {

// ---- time and header ----

inline void fromPCL(const std::uint64_t& pcl_stamp, rclcpp::Time& stamp) {
  stamp = rclcpp::Time(static_cast<std::int64_t>(pcl_stamp) * 1000, stamp.get_clock_type());
}
inline void toPCL(const rclcpp::Time& stamp, std::uint64_t& pcl_stamp) {
  pcl_stamp = static_cast<std::uint64_t>(stamp.nanoseconds()) / 1000;
}
inline rclcpp::Time fromPCL(const std::uint64_t& pcl_stamp) {
  rclcpp::Time stamp;
  fromPCL(pcl_stamp, stamp);
  return stamp;
}
inline std::uint64_t toPCL(const rclcpp::Time& stamp) {
  std::uint64_t pcl_stamp = 0;
  toPCL(stamp, pcl_stamp);
  return pcl_stamp;
}

/// A header of PCL counts messages; one of ROS 2 does not.
inline void fromPCL(const pcl::PCLHeader& pcl_header, std_msgs::msg::Header& header) {
  header.stamp = fromPCL(pcl_header.stamp);
  header.frame_id = pcl_header.frame_id;
}
inline void toPCL(const std_msgs::msg::Header& header, pcl::PCLHeader& pcl_header) {
  pcl_header.stamp = toPCL(rclcpp::Time(header.stamp));
  pcl_header.seq = 0;
  pcl_header.frame_id = std::string(header.frame_id);
}
inline std_msgs::msg::Header fromPCL(const pcl::PCLHeader& pcl_header) {
  std_msgs::msg::Header header;
  fromPCL(pcl_header, header);
  return header;
}
inline pcl::PCLHeader toPCL(const std_msgs::msg::Header& header) {
  pcl::PCLHeader pcl_header;
  toPCL(header, pcl_header);
  return pcl_header;
}

// ---- images ----

/// All but the pixels.
inline void copyPCLImageMetaData(const pcl::PCLImage& pcl_image, sensor_msgs::msg::Image& image) {
  fromPCL(pcl_image.header, image.header);
  image.height = pcl_image.height;
  image.width = pcl_image.width;
  image.encoding = pcl_image.encoding;
  image.is_bigendian = pcl_image.is_bigendian;
  image.step = pcl_image.step;
}
inline void fromPCL(const pcl::PCLImage& pcl_image, sensor_msgs::msg::Image& image) {
  copyPCLImageMetaData(pcl_image, image);
  image.data = pcl_image.data;
}
inline void moveFromPCL(pcl::PCLImage& pcl_image, sensor_msgs::msg::Image& image) {
  fromPCL(pcl_image, image);
  pcl_image.data.clear();
}
inline void copyImageMetaData(const sensor_msgs::msg::Image& image, pcl::PCLImage& pcl_image) {
  toPCL(image.header, pcl_image.header);
  pcl_image.height = image.height;
  pcl_image.width = image.width;
  pcl_image.encoding = std::string(image.encoding);
  pcl_image.is_bigendian = image.is_bigendian;
  pcl_image.step = image.step;
}
inline void toPCL(const sensor_msgs::msg::Image& image, pcl::PCLImage& pcl_image) {
  copyImageMetaData(image, pcl_image);
  pcl_image.data.assign(image.data.begin(), image.data.end());
}
inline void moveToPCL(sensor_msgs::msg::Image& image, pcl::PCLImage& pcl_image) {
  toPCL(image, pcl_image);
  image.data.clear();
}

// ---- fields of points ----

inline void fromPCL(const pcl::PCLPointField& pcl_field, sensor_msgs::msg::PointField& field) {
  field.name = pcl_field.name;
  field.offset = pcl_field.offset;
  field.datatype = pcl_field.datatype;
  field.count = pcl_field.count;
}
inline void toPCL(const sensor_msgs::msg::PointField& field, pcl::PCLPointField& pcl_field) {
  pcl_field.name = std::string(field.name);
  pcl_field.offset = field.offset;
  pcl_field.datatype = field.datatype;
  pcl_field.count = field.count;
}
/// `Fields` is a std::vector, or the sequence of a message, of sensor_msgs::msg::PointField.
template <class Fields>
auto fromPCL(const std::vector<pcl::PCLPointField>& pcl_fields, Fields& fields)
    -> decltype(fields.resize(1), void()) {
  fields.resize(pcl_fields.size());
  for (std::size_t i = 0; i < pcl_fields.size(); ++i) fromPCL(pcl_fields[i], fields[i]);
}
template <class Fields>
auto toPCL(const Fields& fields, std::vector<pcl::PCLPointField>& pcl_fields)
    -> decltype(fields.size(), void()) {
  pcl_fields.resize(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) toPCL(fields[i], pcl_fields[i]);
}

// ---- clouds as bytes ----

/// All but the points.
inline void copyPCLPointCloud2MetaData(const pcl::PCLPointCloud2& pcl_cloud,
                                       sensor_msgs::msg::PointCloud2& cloud) {
  fromPCL(pcl_cloud.header, cloud.header);
  cloud.height = pcl_cloud.height;
  cloud.width = pcl_cloud.width;
  fromPCL(pcl_cloud.fields, cloud.fields);
  cloud.is_bigendian = pcl_cloud.is_bigendian != 0;
  cloud.point_step = pcl_cloud.point_step;
  cloud.row_step = pcl_cloud.row_step;
  cloud.is_dense = pcl_cloud.is_dense == 1;
}
inline void fromPCL(const pcl::PCLPointCloud2& pcl_cloud, sensor_msgs::msg::PointCloud2& cloud) {
  copyPCLPointCloud2MetaData(pcl_cloud, cloud);
  cloud.data = pcl_cloud.data;
}
inline void moveFromPCL(pcl::PCLPointCloud2& pcl_cloud, sensor_msgs::msg::PointCloud2& cloud) {
  fromPCL(pcl_cloud, cloud);
  pcl_cloud.data.clear();
}
inline void copyPointCloud2MetaData(const sensor_msgs::msg::PointCloud2& cloud,
                                    pcl::PCLPointCloud2& pcl_cloud) {
  toPCL(cloud.header, pcl_cloud.header);
  pcl_cloud.height = cloud.height;
  pcl_cloud.width = cloud.width;
  toPCL(cloud.fields, pcl_cloud.fields);
  pcl_cloud.is_bigendian = cloud.is_bigendian;
  pcl_cloud.point_step = cloud.point_step;
  pcl_cloud.row_step = cloud.row_step;
  pcl_cloud.is_dense = cloud.is_dense;
}
inline void toPCL(const sensor_msgs::msg::PointCloud2& cloud, pcl::PCLPointCloud2& pcl_cloud) {
  copyPointCloud2MetaData(cloud, pcl_cloud);
  pcl_cloud.data.assign(cloud.data.begin(), cloud.data.end());
}
inline void moveToPCL(sensor_msgs::msg::PointCloud2& cloud, pcl::PCLPointCloud2& pcl_cloud) {
  toPCL(cloud, pcl_cloud);
  cloud.data.clear();
}

}  // namespace pcl_conversions

namespace pcl {

/// Which of the cloud's fields has this name; -1 if there is none.
inline int getFieldIndex(const sensor_msgs::msg::PointCloud2& cloud,
                         const std::string& field_name) {
  for (std::size_t i = 0; i < cloud.fields.size(); ++i) {
    if (cloud.fields[i].name == field_name) return static_cast<int>(i);
  }
  return -1;
}
/// "x y z"
inline std::string getFieldsList(const sensor_msgs::msg::PointCloud2& cloud) {
  std::string list;
  for (const auto& field : cloud.fields) {
    if (!list.empty()) list += ' ';
    list.append(field.name.data(), field.name.size());
  }
  return list;
}

template <class PointT>
void createMapping(const std::vector<sensor_msgs::msg::PointField>& fields,
                   MsgFieldMap& field_map) {
  std::vector<PCLPointField> pcl_fields;
  pcl_conversions::toPCL(fields, pcl_fields);
  createMapping<PointT>(pcl_fields, field_map);
}

// ---- clouds of points ----

template <class T>
void toROSMsg(const PointCloud<T>& pcl_cloud, sensor_msgs::msg::PointCloud2& cloud) {
  PCLPointCloud2 whole;
  toPCLPointCloud2(pcl_cloud, whole);
  pcl_conversions::moveFromPCL(whole, cloud);
}

namespace detail {

/// Throws std::invalid_argument for a message whose points reach beyond its data: PCL does not
/// look.
inline void require_whole(const sensor_msgs::msg::PointCloud2& cloud) {
  const std::uint64_t row = std::uint64_t{cloud.point_step} * cloud.width;
  const std::uint64_t size_bytes =
      cloud.height == 0 ? 0 : std::uint64_t{cloud.row_step} * (cloud.height - 1) + row;
  if (cloud.width == 0 || (row <= cloud.row_step && size_bytes <= cloud.data.size())) return;
  throw std::invalid_argument("a PointCloud2 of " + std::to_string(cloud.width) + " x " +
                              std::to_string(cloud.height) + " points with point_step " +
                              std::to_string(cloud.point_step) + " and row_step " +
                              std::to_string(cloud.row_step) + " does not fit its " +
                              std::to_string(cloud.data.size()) + " bytes of data");
}

/// The points are read where the message has them: no byte is copied but the cloud's own. Throws
/// what require_whole() throws.
template <class T>
void from_message(const sensor_msgs::msg::PointCloud2& cloud, PointCloud<T>& pcl_cloud) {
  require_whole(cloud);
  PCLPointCloud2 all_but_points;
  pcl_conversions::copyPointCloud2MetaData(cloud, all_but_points);
  MsgFieldMap field_map;
  createMapping<T>(all_but_points.fields, field_map);
  pcl_cloud.header = all_but_points.header;
  pcl_cloud.is_dense = cloud.is_dense;
  pcl_cloud.resize(std::size_t{cloud.width} * cloud.height);
  pcl_cloud.width = cloud.width;
  pcl_cloud.height = cloud.height;
  auto* to = reinterpret_cast<std::uint8_t*>(pcl_cloud.data());
  const bool whole_points = field_map.size() == 1 && field_map[0].serialized_offset == 0 &&
                            field_map[0].struct_offset == 0 &&
                            field_map[0].size == cloud.point_step && field_map[0].size == sizeof(T);
  for (std::uint32_t row = 0; row < cloud.height; ++row) {
    const std::uint8_t* from = cloud.data.data() + std::size_t{row} * cloud.row_step;
    if (whole_points) {
      const std::size_t row_bytes = std::size_t{cloud.width} * sizeof(T);
      std::memcpy(to, from, row_bytes);
      to += row_bytes;
      continue;
    }
    for (std::uint32_t column = 0; column < cloud.width; ++column) {
      for (const auto& part : field_map) {
        std::memcpy(to + part.struct_offset, from + part.serialized_offset, part.size);
      }
      from += cloud.point_step;
      to += sizeof(T);
    }
  }
}

}  // namespace detail

template <class T>
void fromROSMsg(const sensor_msgs::msg::PointCloud2& cloud, PointCloud<T>& pcl_cloud) {
  detail::from_message(cloud, pcl_cloud);
}
template <class T>
void moveFromROSMsg(sensor_msgs::msg::PointCloud2& cloud, PointCloud<T>& pcl_cloud) {
  detail::from_message(cloud, pcl_cloud);
  cloud.data.clear();
}

/// The colours of an organised cloud. Throws std::runtime_error for a cloud without colours.
inline void toROSMsg(const sensor_msgs::msg::PointCloud2& cloud, sensor_msgs::msg::Image& image) {
  PCLPointCloud2 pcl_cloud;
  pcl_conversions::toPCL(cloud, pcl_cloud);
  PCLImage pcl_image;
  toPCLPointCloud2(pcl_cloud, pcl_image);
  pcl_conversions::moveFromPCL(pcl_image, image);
}
inline void moveToROSMsg(sensor_msgs::msg::PointCloud2& cloud, sensor_msgs::msg::Image& image) {
  toROSMsg(cloud, image);
  cloud.data.clear();
}
template <class T>
void toROSMsg(const PointCloud<T>& cloud, sensor_msgs::msg::Image& image) {
  // As bgr8: what PCL has in that order.
  if (cloud.width == 0 && cloud.height == 0) {
    throw std::runtime_error("an image is made of a cloud with points: this one has none");
  }
  image.header = pcl_conversions::fromPCL(cloud.header);
  image.encoding = sensor_msgs::image_encodings::BGR8;
  image.height = cloud.height;
  image.width = cloud.width;
  image.step = image.width * 3;
  image.data.resize(std::size_t{image.step} * image.height);
  auto* to = image.data.data();
  for (const T& point : cloud.points) {
    *to++ = point.b;
    *to++ = point.g;
    *to++ = point.r;
  }
}

/// One cloud behind the other; false if their fields differ.
inline bool concatenatePointCloud(const sensor_msgs::msg::PointCloud2& first,
                                  const sensor_msgs::msg::PointCloud2& second,
                                  sensor_msgs::msg::PointCloud2& both) {
  PCLPointCloud2 pcl_first;
  PCLPointCloud2 pcl_second;
  PCLPointCloud2 pcl_both;
  pcl_conversions::toPCL(first, pcl_first);
  pcl_conversions::toPCL(second, pcl_second);
  if (!PCLPointCloud2::concatenate(pcl_first, pcl_second)) return false;
  pcl_both = std::move(pcl_first);
  pcl_conversions::moveFromPCL(pcl_both, both);
  return true;
}

namespace io {

/// As pcl::io's of the same names: 0, or below 0 for an error. Blocks on the file system.
inline int savePCDFile(const std::string& file_name, const sensor_msgs::msg::PointCloud2& cloud,
                       const Eigen::Vector4f& origin = Eigen::Vector4f::Zero(),
                       const Eigen::Quaternionf& orientation = Eigen::Quaternionf::Identity(),
                       const bool binary_mode = false) {
  PCLPointCloud2 pcl_cloud;
  pcl_conversions::toPCL(cloud, pcl_cloud);
  return savePCDFile(file_name, pcl_cloud, origin, orientation, binary_mode);
}
inline int loadPCDFile(const std::string& file_name, sensor_msgs::msg::PointCloud2& cloud) {
  PCLPointCloud2 pcl_cloud;
  const int found = loadPCDFile(file_name, pcl_cloud);
  if (found < 0) return found;
  pcl_conversions::moveFromPCL(pcl_cloud, cloud);
  return found;
}
inline int destructiveSavePCDFile(
    const std::string& file_name, sensor_msgs::msg::PointCloud2& cloud,
    const Eigen::Vector4f& origin = Eigen::Vector4f::Zero(),
    const Eigen::Quaternionf& orientation = Eigen::Quaternionf::Identity(),
    const bool binary_mode = false) {
  const int saved = savePCDFile(file_name, cloud, origin, orientation, binary_mode);
  cloud.data.clear();
  return saved;
}

}  // namespace io
}  // namespace pcl

// Messages of pcl_msgs, where that package is.
#if __has_include(<pcl_msgs/msg/point_indices.hpp>)
#include <pcl_conversions/pcl_msgs.hpp>
#endif
