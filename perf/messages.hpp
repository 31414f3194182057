// SPDX-License-Identifier: Apache-2.0
//
// The fixed-size messages of the evaluation. All but SampleMessage end with `time` (CLOCK_MONOTONIC
// ns, written last before publishing) and `id`. Flags are uint8_t: any byte pattern is a valid
// message, so that `--fill full` may write one everywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace perf::messages {

/// A text as template argument: the message's name is part of its type.
template <size_t N>
struct Name {
  char text[N];
  constexpr Name(const char (&literal)[N]) { std::copy_n(literal, N, text); }
  constexpr std::string_view view() const { return {text, N - 1}; }
};

struct Header {
  int32_t stamp_sec;
  uint32_t stamp_nanosec;
  uint8_t frame_id[56];
};

struct Vector3 {
  double x, y, z;
};

struct Point32 {
  float x, y, z;
};

struct PointField {
  uint8_t name[32];
  uint32_t offset;
  uint8_t datatype;
  uint32_t count;
};

template <Name name, size_t payload_bytes>
struct Array {
  static constexpr std::string_view baton_type_name = name.view();
  uint8_t array[payload_bytes];
  int64_t time;
  uint64_t id;
};

/// Many small members of one byte.
template <Name name, size_t payload_bytes>
struct Struct {
  static constexpr std::string_view baton_type_name = name.view();
  struct Struct16 {
    uint8_t struct0, struct1, struct2, struct3, struct4, struct5, struct6, struct7;
    uint8_t struct8, struct9, structa, structb, structc, structd, structe, structf;
  } members[payload_bytes / 16];
  int64_t time;
  uint64_t id;
};

template <Name name, size_t payload_bytes>
struct PointCloud {
  static constexpr std::string_view baton_type_name = name.view();
  Header header;
  uint32_t height;
  uint32_t width;
  PointField fields[8];
  uint8_t is_bigendian;
  uint32_t point_step;
  uint32_t row_step;
  uint8_t data[payload_bytes];
  uint8_t is_dense;
  int64_t time;
  uint64_t id;
};

struct NavSatFix {
  static constexpr std::string_view baton_type_name = "performance_test/msg/NavSatFix";
  Header header;
  int8_t status;
  uint16_t service;
  double latitude, longitude, altitude;
  double position_covariance[9];
  uint8_t position_covariance_type;
  int64_t time;
  uint64_t id;
};

struct RadarDetection {
  static constexpr std::string_view baton_type_name = "performance_test/msg/RadarDetection";
  uint16_t detection_id;
  Vector3 position;
  Vector3 velocity;
  double amplitude;
  int64_t time;
  uint64_t id;
};

struct RadarTrack {
  static constexpr std::string_view baton_type_name = "performance_test/msg/RadarTrack";
  uint16_t track_id;
  Point32 track_shape[4];
  Vector3 linear_velocity;
  Vector3 linear_acceleration;
  int64_t time;
  uint64_t id;
};

struct Range {
  static constexpr std::string_view baton_type_name = "performance_test/msg/Range";
  Header header;
  uint8_t radiation_type;
  float field_of_view, min_range, max_range, range;
  int64_t time;
  uint64_t id;
};

struct SampleMessage {
  static constexpr std::string_view baton_type_name = "ros2_comm_examples/msg/SampleMessage";
  int32_t index;
  uint64_t time_stamp;
  uint8_t data[4194304];
};

/// The message of the word ring: only the measurement's own two fields.
struct Word {
  static constexpr std::string_view baton_type_name = "performance_test/msg/Word";
  int64_t time;
  uint64_t id;
};

inline constexpr size_t KiB = 1024;
inline constexpr size_t MiB = 1024 * KiB;

using Array1k = Array<"performance_test/msg/Array1k", 1 * KiB>;
using Array4k = Array<"performance_test/msg/Array4k", 4 * KiB>;
using Array16k = Array<"performance_test/msg/Array16k", 16 * KiB>;
using Array32k = Array<"performance_test/msg/Array32k", 32 * KiB>;
using Array60k = Array<"performance_test/msg/Array60k", 60 * KiB>;
using Array64k = Array<"performance_test/msg/Array64k", 64 * KiB>;
using Array256k = Array<"performance_test/msg/Array256k", 256 * KiB>;
using Array1m = Array<"performance_test/msg/Array1m", 1 * MiB>;
using Array2m = Array<"performance_test/msg/Array2m", 2 * MiB>;
using Array4m = Array<"performance_test/msg/Array4m", 4 * MiB>;
using Array8m = Array<"performance_test/msg/Array8m", 8 * MiB>;
// As large as the data of a full-HD image, for comparison with it.
using Array1920x1080x3 = Array<"performance_test/msg/Array1920x1080x3", size_t{1920} * 1080 * 3>;
using Struct16 = Struct<"performance_test/msg/Struct16", 16>;
using Struct256 = Struct<"performance_test/msg/Struct256", 256>;
using Struct4k = Struct<"performance_test/msg/Struct4k", 4 * KiB>;
using Struct32k = Struct<"performance_test/msg/Struct32k", 32 * KiB>;
using PointCloud512k = PointCloud<"performance_test/msg/PointCloud512k", 512 * KiB>;
using PointCloud1m = PointCloud<"performance_test/msg/PointCloud1m", 1 * MiB>;
using PointCloud2m = PointCloud<"performance_test/msg/PointCloud2m", 2 * MiB>;
using PointCloud4m = PointCloud<"performance_test/msg/PointCloud4m", 4 * MiB>;
using PointCloud8m = PointCloud<"performance_test/msg/PointCloud8m", 8 * MiB>;

/// Calls `visit.operator()<M>(name)` for every message of fixed size that `--msg` accepts, in the
/// order of `--msg-list`.
template <class Visit>
void for_each_message(Visit&& visit) {
  visit.template operator()<Array1k>("Array1k");
  visit.template operator()<Array4k>("Array4k");
  visit.template operator()<Array16k>("Array16k");
  visit.template operator()<Array32k>("Array32k");
  visit.template operator()<Array60k>("Array60k");
  visit.template operator()<Array64k>("Array64k");
  visit.template operator()<Array256k>("Array256k");
  visit.template operator()<Array1m>("Array1m");
  visit.template operator()<Array2m>("Array2m");
  visit.template operator()<Array4m>("Array4m");
  visit.template operator()<Array8m>("Array8m");
  visit.template operator()<Array1920x1080x3>("Array1920x1080x3");
  visit.template operator()<Struct16>("Struct16");
  visit.template operator()<Struct256>("Struct256");
  visit.template operator()<Struct4k>("Struct4k");
  visit.template operator()<Struct32k>("Struct32k");
  visit.template operator()<PointCloud512k>("PointCloud512k");
  visit.template operator()<PointCloud1m>("PointCloud1m");
  visit.template operator()<PointCloud2m>("PointCloud2m");
  visit.template operator()<PointCloud4m>("PointCloud4m");
  visit.template operator()<PointCloud8m>("PointCloud8m");
  visit.template operator()<NavSatFix>("NavSatFix");
  visit.template operator()<RadarDetection>("RadarDetection");
  visit.template operator()<RadarTrack>("RadarTrack");
  visit.template operator()<Range>("Range");
  visit.template operator()<SampleMessage>("SampleMessage");
}

}  // namespace perf::messages
