// SPDX-License-Identifier: Apache-2.0
//
// From the number in sensor_msgs/PointField::datatype to the type of C++, and back.
#pragma once

#include <cstdint>
#include <cstring>

#include <sensor_msgs/msg/point_field.hpp>

namespace sensor_msgs {

/// pointFieldTypeAsType<PointField::FLOAT32>::type is float. Without a type for other numbers.
template <int datatype>
struct pointFieldTypeAsType {};

/// typeAsPointFieldType<float>::value is PointField::FLOAT32. Without a value for other types.
template <typename T>
struct typeAsPointFieldType {};

// A pair of specialisations for each.
#define BATON_POINT_FIELD_TYPE_(datatype, cpp_type)                  \
  template <>                                                        \
  struct pointFieldTypeAsType<msg::PointField::datatype> {           \
    using type = cpp_type;                                           \
  };                                                                 \
  template <>                                                        \
  struct typeAsPointFieldType<cpp_type> {                            \
    static constexpr std::uint8_t value = msg::PointField::datatype; \
  }
BATON_POINT_FIELD_TYPE_(INT8, std::int8_t);
BATON_POINT_FIELD_TYPE_(UINT8, std::uint8_t);
BATON_POINT_FIELD_TYPE_(INT16, std::int16_t);
BATON_POINT_FIELD_TYPE_(UINT16, std::uint16_t);
BATON_POINT_FIELD_TYPE_(INT32, std::int32_t);
BATON_POINT_FIELD_TYPE_(UINT32, std::uint32_t);
BATON_POINT_FIELD_TYPE_(INT64, std::int64_t);
BATON_POINT_FIELD_TYPE_(UINT64, std::uint64_t);
BATON_POINT_FIELD_TYPE_(FLOAT32, float);
BATON_POINT_FIELD_TYPE_(FLOAT64, double);
BATON_POINT_FIELD_TYPE_(BOOL, bool);
#undef BATON_POINT_FIELD_TYPE_

/// The value at `data`, which is of the type that the number stands for, as a T. Any alignment will
/// do.
template <int datatype, typename T>
T readPointCloud2BufferValue(const unsigned char* data) {
  // A byte that is neither 0 nor 1 is no bool to the compiler.
  if constexpr (datatype == msg::PointField::BOOL) {
    return static_cast<T>(*data != 0);
  } else {
    typename pointFieldTypeAsType<datatype>::type value;
    std::memcpy(&value, data, sizeof(value));
    return static_cast<T>(value);
  }
}

/// The same of a number that is known at run time; T() for one that stands for no type.
template <typename T>
T readPointCloud2BufferValue(const unsigned char* data, unsigned char datatype) {
  using msg::PointField;
  switch (datatype) {
    case PointField::INT8:
      return readPointCloud2BufferValue<PointField::INT8, T>(data);
    case PointField::UINT8:
      return readPointCloud2BufferValue<PointField::UINT8, T>(data);
    case PointField::INT16:
      return readPointCloud2BufferValue<PointField::INT16, T>(data);
    case PointField::UINT16:
      return readPointCloud2BufferValue<PointField::UINT16, T>(data);
    case PointField::INT32:
      return readPointCloud2BufferValue<PointField::INT32, T>(data);
    case PointField::UINT32:
      return readPointCloud2BufferValue<PointField::UINT32, T>(data);
    case PointField::INT64:
      return readPointCloud2BufferValue<PointField::INT64, T>(data);
    case PointField::UINT64:
      return readPointCloud2BufferValue<PointField::UINT64, T>(data);
    case PointField::FLOAT32:
      return readPointCloud2BufferValue<PointField::FLOAT32, T>(data);
    case PointField::FLOAT64:
      return readPointCloud2BufferValue<PointField::FLOAT64, T>(data);
    case PointField::BOOL:
      return readPointCloud2BufferValue<PointField::BOOL, T>(data);
    default:
      return T();
  }
}

}  // namespace sensor_msgs
