// SPDX-License-Identifier: Apache-2.0
//
// The points of a sensor_msgs/PointCloud2: how many, with which fields, and one field of one after
// the other. A modifier and an iterator refer to the message: growing it makes iterators invalid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include <sensor_msgs/msg/point_cloud2.hpp>
#include <sensor_msgs/msg/point_field.hpp>

namespace sensor_msgs {
namespace detail {

/// 0 for a number that stands for no type.
constexpr int find_size_of_point_field(int datatype) noexcept {
  using msg::PointField;
  switch (datatype) {
    case PointField::INT8:
    case PointField::UINT8:
    case PointField::BOOL:
      return 1;
    case PointField::INT16:
    case PointField::UINT16:
      return 2;
    case PointField::INT32:
    case PointField::UINT32:
    case PointField::FLOAT32:
      return 4;
    case PointField::INT64:
    case PointField::UINT64:
    case PointField::FLOAT64:
      return 8;
    default:
      return 0;
  }
}

inline int size_of_point_field(int datatype) {
  const int size_bytes = find_size_of_point_field(datatype);
  if (size_bytes != 0) return size_bytes;
  throw std::runtime_error("PointField of type " + std::to_string(datatype) + " does not exist");
}

inline int add_point_field(msg::PointCloud2& cloud_msg, std::string_view name, int count,
                           int datatype, int offset) {
  const int next = offset + count * size_of_point_field(datatype);
  auto& field = cloud_msg.fields.emplace_back();
  field.name = name;
  field.offset = static_cast<std::uint32_t>(offset);
  field.datatype = static_cast<std::uint8_t>(datatype);
  field.count = static_cast<std::uint32_t>(count);
  return next;
}

}  // namespace detail
}  // namespace sensor_msgs

// ROS has these two outside of its namespace, in each source for itself, and packages call them.

/// In bytes. Throws std::runtime_error for a number that is no constant of PointField.
static inline int sizeOfPointField(int datatype) {
  return sensor_msgs::detail::size_of_point_field(datatype);
}

/// Adds a field and returns where the next one begins. Errors: as sizeOfPointField(), and then none
/// is added.
static inline int addPointField(sensor_msgs::msg::PointCloud2& cloud_msg, const std::string& name,
                                int count, int datatype, int offset) {
  return sensor_msgs::detail::add_point_field(cloud_msg, name, count, datatype, offset);
}

namespace sensor_msgs {

/// A cloud as a container of points. Sets the fields anew, or the number of points.
class PointCloud2Modifier {
 public:
  explicit PointCloud2Modifier(msg::PointCloud2& cloud_msg) : cloud_msg_(cloud_msg) {}

  /// Points that the data has room for; none without fields.
  std::size_t size() const {
    return cloud_msg_.point_step == 0 ? 0 : cloud_msg_.data.size() / cloud_msg_.point_step;
  }

  void reserve(std::size_t size) { cloud_msg_.data.reserve(size * cloud_msg_.point_step); }

  /// A cloud of one row or one column stays one, and so does every cloud that has this size
  /// already. Any other becomes one row.
  void resize(std::size_t size) {
    cloud_msg_.data.resize(size * cloud_msg_.point_step);
    if (std::size_t{cloud_msg_.height} * cloud_msg_.width == size) return;
    if (cloud_msg_.height != 1 && cloud_msg_.width == 1) {
      cloud_msg_.height = static_cast<std::uint32_t>(size);
    } else {
      set_shape(size, 1);
    }
  }

  void resize(std::uint32_t width, std::uint32_t height) {
    cloud_msg_.data.resize(std::size_t{width} * height * cloud_msg_.point_step);
    set_shape(width, height);
  }

  /// No points; a cloud of one row or one column stays one, and the fields stay.
  void clear() {
    cloud_msg_.data.clear();
    if (cloud_msg_.height != 1 && cloud_msg_.width == 1) {
      cloud_msg_.height = 0;
    } else {
      set_shape(0, cloud_msg_.height == 1 ? 1 : 0);
    }
  }

  /// Sets the fields, one behind the other without gaps: a name, a number of elements and a
  /// constant of PointField for each, so (2, "xyz", 3, PointField::FLOAT32, "i", 1,
  /// PointField::UINT16). The data gets room for height * width points.
  ///
  /// Errors: std::runtime_error for a number that is no constant, std::invalid_argument for more
  /// fields than are given.
  template <typename... Triplets>
  void setPointCloud2Fields(int n_fields, const Triplets&... triplets) {
    static_assert(sizeof...(triplets) % 3 == 0,
                  "setPointCloud2Fields() takes a name, a number of elements and a constant of "
                  "PointField for each field");
    check_number(n_fields, sizeof...(triplets) / 3, "setPointCloud2Fields");
    begin_fields(n_fields);
    set_size_of_points(add_fields(n_fields, 0, triplets...));
  }

  /// Sets the fields by names of groups, with the gaps that PCL has: "xyz" is 16 bytes for three
  /// floats, "rgb" and "rgba" are 16 bytes for a float that four bytes are packed in.
  ///
  /// Errors: std::runtime_error for another name, std::invalid_argument for more fields than are
  /// given.
  template <typename... Names>
  void setPointCloud2FieldsByString(int n_fields, const Names&... names) {
    check_number(n_fields, sizeof...(names), "setPointCloud2FieldsByString");
    begin_fields(n_fields);
    int offset = 0;
    int left = n_fields;
    ((offset = left-- > 0 ? add_group(names, offset) : offset), ...);
    set_size_of_points(offset);
  }

 protected:
  msg::PointCloud2& cloud_msg_;

 private:
  static void check_number(int n_fields, std::size_t given, const char* function) {
    if (n_fields >= 0 && static_cast<std::size_t>(n_fields) <= given) return;
    throw std::invalid_argument(std::string(function) + "(): " + std::to_string(n_fields) +
                                " fields are announced and " + std::to_string(given) +
                                " given: correct the first argument");
  }

  void begin_fields(int n_fields) {
    cloud_msg_.fields.clear();
    cloud_msg_.fields.reserve(static_cast<std::size_t>(n_fields));
  }

  static int add_fields(int, int offset) { return offset; }
  template <typename... Rest>
  int add_fields(int left, int offset, const std::string& name, int count, int datatype,
                 const Rest&... rest) {
    if (left == 0) return offset;
    return add_fields(left - 1, detail::add_point_field(cloud_msg_, name, count, datatype, offset),
                      rest...);
  }

  int add_group(const std::string& name, int offset) {
    constexpr int float_bytes = 4;
    constexpr int group_bytes = 4 * float_bytes;
    if (name == "xyz") {
      int next = offset;
      for (const char* axis : {"x", "y", "z"}) {
        next = detail::add_point_field(cloud_msg_, axis, 1, msg::PointField::FLOAT32, next);
      }
    } else if (name == "rgb" || name == "rgba") {
      detail::add_point_field(cloud_msg_, name, 1, msg::PointField::FLOAT32, offset);
    } else {
      throw std::runtime_error("Field " + name +
                               " does not exist: setPointCloud2FieldsByString() " +
                               "knows xyz, rgb and rgba, for others call setPointCloud2Fields()");
    }
    return offset + group_bytes;
  }

  void set_size_of_points(int point_step) {
    cloud_msg_.point_step = static_cast<std::uint32_t>(point_step);
    cloud_msg_.row_step = cloud_msg_.width * cloud_msg_.point_step;
    cloud_msg_.data.resize(std::size_t{cloud_msg_.height} * cloud_msg_.row_step);
  }

  void set_shape(std::size_t width, std::uint32_t height) {
    cloud_msg_.width = static_cast<std::uint32_t>(width);
    cloud_msg_.height = height;
    cloud_msg_.row_step = cloud_msg_.width * cloud_msg_.point_step;
  }
};

namespace impl {

/// Where in a point the field lies. "r", "g", "b" and "a" are found in a field "rgb" or "rgba".
/// Throws std::runtime_error for a field that is not there.
inline std::size_t offset_of_field(const msg::PointCloud2& cloud_msg, std::string_view name) {
  for (const msg::PointField& field : cloud_msg.fields) {
    if (field.name == name) return field.offset;
  }
  constexpr std::string_view channels = "bgra";
  const std::size_t channel =
      name.size() == 1 ? channels.find(name.front()) : std::string_view::npos;
  if (channel != std::string_view::npos) {
    for (const msg::PointField& field : cloud_msg.fields) {
      if (field.name != "rgb" && field.name != "rgba") continue;
      return field.offset + (cloud_msg.is_bigendian ? channels.size() - 1 - channel : channel);
    }
  }
  throw std::runtime_error("Field " + std::string(name) + " does not exist");
}

/// What both iterators are. T is what is read, TT the same or const, U a byte or a const one, C the
/// cloud or a const one, V the iterator itself.
template <typename T, typename TT, typename U, typename C, template <typename> class V>
class PointCloud2IteratorBase {
 public:
  PointCloud2IteratorBase() = default;

  /// Errors: std::runtime_error for a field that is not there, or does not lie in the points.
  PointCloud2IteratorBase(C& cloud_msg, const std::string& field_name)
      : point_step_(cloud_msg.point_step) {
    const std::size_t offset = offset_of_field(cloud_msg, field_name);
    // Whole points only: a loop to end() must not step over it.
    const std::size_t points = point_step_ == 0 ? 0 : cloud_msg.data.size() / point_step_;
    if (points > 0 && offset >= point_step_) {
      throw std::runtime_error("Field " + field_name + " begins at byte " + std::to_string(offset) +
                               ", and a point has " + std::to_string(point_step_) +
                               ": its publisher set another point_step than the fields need");
    }
    place_ = cloud_msg.data.data() + (points > 0 ? offset : 0);
    end_ = place_ + points * point_step_;
  }

  /// The i-th value from here, of a field that has several or that others follow.
  TT& operator[](std::size_t i) const { return *(reinterpret_cast<TT*>(place_) + i); }
  TT& operator*() const { return (*this)[0]; }

  V<T>& operator++() { return *this += 1; }
  V<T>& operator+=(int points) {
    place_ += points * static_cast<std::ptrdiff_t>(point_step_);
    return static_cast<V<T>&>(*this);
  }
  V<T> operator+(int points) const {
    V<T> there = static_cast<const V<T>&>(*this);
    there += points;
    return there;
  }

  bool operator!=(const V<T>& other) const { return other.place_ != place_; }

  V<T> end() const {
    V<T> there = static_cast<const V<T>&>(*this);
    there.place_ = end_;
    return there;
  }

 private:
  std::size_t point_step_ = 0;
  U* place_ = nullptr;
  U* end_ = nullptr;
};

}  // namespace impl

/// PointCloud2Iterator<float> x(cloud, "x") stands at the first point; ++x goes to the next, x[1]
/// is the y of a point whose y follows its x.
template <typename T>
class PointCloud2Iterator
    : public impl::PointCloud2IteratorBase<T, T, unsigned char, msg::PointCloud2,
                                           PointCloud2Iterator> {
 public:
  PointCloud2Iterator(msg::PointCloud2& cloud_msg, const std::string& field_name)
      : impl::PointCloud2IteratorBase<T, T, unsigned char, msg::PointCloud2,
                                      sensor_msgs::PointCloud2Iterator>(cloud_msg, field_name) {}
};

/// The same of a cloud that is only read.
template <typename T>
class PointCloud2ConstIterator
    : public impl::PointCloud2IteratorBase<T, const T, const unsigned char, const msg::PointCloud2,
                                           PointCloud2ConstIterator> {
 public:
  PointCloud2ConstIterator(const msg::PointCloud2& cloud_msg, const std::string& field_name)
      : impl::PointCloud2IteratorBase<T, const T, const unsigned char, const msg::PointCloud2,
                                      sensor_msgs::PointCloud2ConstIterator>(cloud_msg,
                                                                             field_name) {}
};

}  // namespace sensor_msgs
