// SPDX-License-Identifier: Apache-2.0
// What stands beside the messages of point clouds: modifier, iterators, conversions.
#include <gmock/gmock.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <sensor_msgs/point_cloud2_iterator.hpp>
#include <sensor_msgs/point_cloud_conversion.hpp>
#include <sensor_msgs/point_field_conversion.hpp>

namespace {

using sensor_msgs::PointCloud2ConstIterator;
using sensor_msgs::PointCloud2Iterator;
using sensor_msgs::PointCloud2Modifier;
using sensor_msgs::msg::PointCloud;
using sensor_msgs::msg::PointCloud2;
using sensor_msgs::msg::PointField;
using testing::ElementsAre;
using testing::HasSubstr;

template <class Function>
std::string error_of(Function function) {
  try {
    function();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no std::runtime_error";
}

/// name@offset:datatype*count
std::vector<std::string> fields_of(const PointCloud2& cloud) {
  std::vector<std::string> texts;
  for (const auto& field : cloud.fields) {
    texts.push_back(std::string(field.name) + "@" + std::to_string(field.offset) + ":" +
                    std::to_string(field.datatype) + "*" + std::to_string(field.count));
  }
  return texts;
}

PointCloud2 cloud_of(std::uint32_t width, std::uint32_t height) {
  PointCloud2 cloud;
  cloud.width = width;
  cloud.height = height;
  PointCloud2Modifier(cloud).setPointCloud2FieldsByString(2, "xyz", "rgb");
  return cloud;
}

TEST(PointCloud2Modifier, SetsFieldsWithoutGaps) {
  PointCloud2 cloud;
  cloud.height = 2;
  cloud.width = 3;
  PointCloud2Modifier modifier(cloud);
  EXPECT_EQ(modifier.size(), 0u);
  modifier.setPointCloud2Fields(3, "xyz", 3, PointField::FLOAT32, "ring", 1, PointField::UINT16,
                                std::string("time"), 1u, PointField::FLOAT64);
  EXPECT_THAT(fields_of(cloud), ElementsAre("xyz@0:7*3", "ring@12:4*1", "time@14:8*1"));
  EXPECT_EQ(cloud.point_step, 22u);
  EXPECT_EQ(cloud.row_step, 66u);
  EXPECT_EQ(cloud.data.size(), 132u);
  EXPECT_EQ(modifier.size(), 6u);
  // Fewer than are given, and others than before.
  modifier.setPointCloud2Fields(1, "a", 1, PointField::INT8, "b", 1, PointField::INT8);
  EXPECT_THAT(fields_of(cloud), ElementsAre("a@0:1*1"));
}

TEST(PointCloud2Modifier, SetsGroupsOfFieldsWithTheGapsOfPcl) {
  PointCloud2 cloud;
  PointCloud2Modifier modifier(cloud);
  modifier.setPointCloud2FieldsByString(1, "xyz");
  EXPECT_THAT(fields_of(cloud), ElementsAre("x@0:7*1", "y@4:7*1", "z@8:7*1"));
  EXPECT_EQ(cloud.point_step, 16u);
  modifier.setPointCloud2FieldsByString(2, "xyz", "rgba");
  EXPECT_THAT(fields_of(cloud), ElementsAre("x@0:7*1", "y@4:7*1", "z@8:7*1", "rgba@16:7*1"));
  EXPECT_EQ(cloud.point_step, 32u);
}

TEST(PointCloud2Modifier, RefusesFieldsThatItDoesNotKnow) {
  PointCloud2 cloud;
  PointCloud2Modifier modifier(cloud);
  EXPECT_THAT(error_of([&] { modifier.setPointCloud2FieldsByString(1, "intensity"); }),
              HasSubstr("Field intensity does not exist"));
  EXPECT_EQ(error_of([&] { modifier.setPointCloud2Fields(1, "x", 1, 77); }),
            "PointField of type 77 does not exist");
  EXPECT_THROW(modifier.setPointCloud2Fields(2, "x", 1, PointField::INT8), std::invalid_argument);
  EXPECT_THROW(modifier.setPointCloud2FieldsByString(-1, "xyz"), std::invalid_argument);
}

TEST(PointCloud2Modifier, KeepsTheShapeOfARowAndOfAColumn) {
  PointCloud2 row = cloud_of(2, 1);
  PointCloud2Modifier(row).resize(5);
  EXPECT_EQ(row.width, 5u);
  EXPECT_EQ(row.height, 1u);
  EXPECT_EQ(row.row_step, 160u);
  EXPECT_EQ(row.data.size(), 160u);
  PointCloud2 column = cloud_of(1, 2);
  PointCloud2Modifier(column).resize(5);
  EXPECT_EQ(column.width, 1u);
  EXPECT_EQ(column.height, 5u);
  PointCloud2 image = cloud_of(4, 3);
  PointCloud2Modifier(image).resize(12);
  EXPECT_EQ(image.height, 3u);
  PointCloud2Modifier(image).resize(10);
  EXPECT_EQ(image.width, 10u);
  EXPECT_EQ(image.height, 1u);
  PointCloud2Modifier(image).resize(5, 2);
  EXPECT_EQ(image.width, 5u);
  EXPECT_EQ(image.height, 2u);
  EXPECT_EQ(image.row_step, 160u);
  EXPECT_EQ(image.data.size(), 320u);
}

TEST(PointCloud2Modifier, ReservesAndClears) {
  PointCloud2 cloud = cloud_of(2, 1);
  PointCloud2Modifier modifier(cloud);
  modifier.reserve(100);
  EXPECT_GE(cloud.data.capacity(), 3200u);
  EXPECT_EQ(modifier.size(), 2u);
  modifier.clear();
  EXPECT_EQ(modifier.size(), 0u);
  EXPECT_EQ(cloud.width, 0u);
  EXPECT_EQ(cloud.height, 1u);
  EXPECT_EQ(cloud.fields.size(), 4u);
  PointCloud2 column = cloud_of(1, 2);
  PointCloud2Modifier(column).clear();
  EXPECT_EQ(column.width, 1u);
  EXPECT_EQ(column.height, 0u);
  PointCloud2 image = cloud_of(4, 3);
  PointCloud2Modifier(image).clear();
  EXPECT_EQ(image.width + image.height + image.row_step, 0u);
}

TEST(PointCloud2Iterator, WritesWhatAConstOneReads) {
  PointCloud2 cloud = cloud_of(4, 1);
  PointCloud2Iterator<float> x(cloud, "x"), z(cloud, "z");
  PointCloud2Iterator<std::uint8_t> red(cloud, "r"), blue(cloud, "b");
  int written = 0;
  for (; x != x.end(); ++x, ++z, ++red, ++blue, ++written) {
    *x = static_cast<float>(written);
    x[1] = static_cast<float>(written + 10);
    *z = static_cast<float>(written + 20);
    *red = static_cast<std::uint8_t>(written + 30);
    *blue = static_cast<std::uint8_t>(written + 40);
  }
  EXPECT_EQ(written, 4);

  const PointCloud2& constant = cloud;
  PointCloud2ConstIterator<float> place(constant, "x"), y(constant, "y");
  PointCloud2ConstIterator<std::uint8_t> packed(constant, "rgb");
  for (int read = 0; read < 4; ++read, ++place, ++y, packed += 1) {
    EXPECT_THAT(std::vector<float>(&place[0], &place[0] + 3),
                ElementsAre(static_cast<float>(read), static_cast<float>(read + 10),
                            static_cast<float>(read + 20)));
    EXPECT_EQ(*y, place[1]);
    EXPECT_EQ(packed[0], read + 40);
    EXPECT_EQ(packed[2], read + 30);
  }
  EXPECT_FALSE(place != place.end());
  PointCloud2ConstIterator<float> third(constant, "x");
  third = third + 2;
  EXPECT_EQ(*third, 2.0F);
}

TEST(PointCloud2Iterator, FindsColoursInTheOrderOfTheBytes) {
  PointCloud2 cloud = cloud_of(1, 1);
  for (std::uint8_t byte = 0; byte < 4; ++byte) cloud.data[16u + byte] = byte;
  const auto colours = [&cloud] {
    std::vector<int> values;
    for (const char* name : {"r", "g", "b", "a"}) {
      values.push_back(*PointCloud2ConstIterator<std::uint8_t>(cloud, name));
    }
    return values;
  };
  EXPECT_THAT(colours(), ElementsAre(2, 1, 0, 3));
  cloud.is_bigendian = true;
  EXPECT_THAT(colours(), ElementsAre(1, 2, 3, 0));
  // A field of that name goes before the byte of a packed one.
  cloud.fields[0].name = "a";
  cloud.data[0] = 99;
  EXPECT_EQ(*PointCloud2ConstIterator<std::uint8_t>(cloud, "a"), 99);
}

TEST(PointCloud2Iterator, RefusesAFieldThatIsNotInThePoints) {
  PointCloud2 cloud;
  cloud.height = cloud.width = 1;
  PointCloud2Modifier(cloud).setPointCloud2FieldsByString(1, "xyz");
  EXPECT_EQ(error_of([&] { PointCloud2Iterator<float>(cloud, "intensity"); }),
            "Field intensity does not exist");
  EXPECT_EQ(error_of([&] { PointCloud2Iterator<std::uint8_t>(cloud, "r"); }),
            "Field r does not exist");
  EXPECT_EQ(error_of([&] { PointCloud2ConstIterator<float>(cloud, ""); }), "Field  does not exist");
  cloud.fields[2].offset = 16;
  EXPECT_THAT(error_of([&] { PointCloud2ConstIterator<float>(cloud, "z"); }),
              HasSubstr("Field z begins at byte 16, and a point has 16"));
}

TEST(PointCloud2Iterator, EndsAfterTheLastWholePoint) {
  PointCloud2 cloud = cloud_of(2, 1);
  cloud.data.push_back(0);
  int points = 0;
  for (PointCloud2ConstIterator<float> x(cloud, "x"); x != x.end(); ++x) ++points;
  EXPECT_EQ(points, 2);
  cloud.data.clear();
  const PointCloud2ConstIterator<float> nothing(cloud, "z");
  EXPECT_FALSE(nothing != nothing.end());
  cloud.data.resize(64);
  cloud.point_step = 0;
  const PointCloud2ConstIterator<float> no_size(cloud, "z");
  EXPECT_FALSE(no_size != no_size.end());
}

TEST(PointFields, HaveSizesAndFollowEachOther) {
  EXPECT_EQ(sizeOfPointField(PointField::BOOL), 1);
  EXPECT_EQ(sizeOfPointField(PointField::INT16), 2);
  EXPECT_EQ(sizeOfPointField(PointField::FLOAT32), 4);
  EXPECT_EQ(sizeOfPointField(PointField::UINT64), 8);
  EXPECT_THROW(sizeOfPointField(0), std::runtime_error);
  PointCloud2 cloud;
  EXPECT_EQ(addPointField(cloud, "n", 3, PointField::FLOAT64, 4), 28);
  EXPECT_THROW(addPointField(cloud, "n", 1, 12, 4), std::runtime_error);
  EXPECT_THAT(fields_of(cloud), ElementsAre("n@4:8*3"));
}

template <class T>
T read_back(T value, std::uint8_t datatype) {
  // At an odd address, as a field behind a byte is.
  unsigned char bytes[1 + sizeof(T)];
  std::memcpy(bytes + 1, &value, sizeof(T));
  return sensor_msgs::readPointCloud2BufferValue<T>(bytes + 1, datatype);
}

template <class T>
void expect_pair(std::uint8_t datatype) {
  EXPECT_EQ(sensor_msgs::typeAsPointFieldType<T>::value, datatype);
  for (const T value : {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max()}) {
    EXPECT_EQ(read_back(value, datatype), value) << int{datatype};
  }
}

TEST(PointFields, AreReadAsTheirType) {
  expect_pair<std::int8_t>(PointField::INT8);
  expect_pair<std::uint8_t>(PointField::UINT8);
  expect_pair<std::int16_t>(PointField::INT16);
  expect_pair<std::uint16_t>(PointField::UINT16);
  expect_pair<std::int32_t>(PointField::INT32);
  expect_pair<std::uint32_t>(PointField::UINT32);
  expect_pair<std::int64_t>(PointField::INT64);
  expect_pair<std::uint64_t>(PointField::UINT64);
  expect_pair<float>(PointField::FLOAT32);
  expect_pair<double>(PointField::FLOAT64);
  expect_pair<bool>(PointField::BOOL);
  using Type = sensor_msgs::pointFieldTypeAsType<PointField::FLOAT64>::type;
  static_assert(std::is_same_v<Type, double>);
  const unsigned char two = 2;
  EXPECT_EQ((sensor_msgs::readPointCloud2BufferValue<PointField::BOOL, int>(&two)), 1);
  EXPECT_EQ(sensor_msgs::readPointCloud2BufferValue<float>(&two, PointField::UINT8), 2.0F);
  EXPECT_EQ(sensor_msgs::readPointCloud2BufferValue<int>(&two, 0), 0);
}

// The functions are deprecated in ROS too.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

PointCloud old_cloud() {
  PointCloud cloud;
  cloud.header.frame_id = "lidar";
  cloud.header.stamp.sec = 7;
  for (int point = 0; point < 3; ++point) {
    auto& place = cloud.points.emplace_back();
    place.x = static_cast<float>(point);
    place.y = static_cast<float>(point + 10);
    place.z = static_cast<float>(point + 20);
  }
  for (const char* name : {"intensity", "empty"}) cloud.channels.emplace_back().name = name;
  cloud.channels[0].values = {1.5F, 2.5F, 3.5F};
  return cloud;
}

TEST(PointCloudConversion, GoesThereAndBack) {
  const PointCloud old = old_cloud();
  PointCloud2 cloud;
  cloud.data.resize(500, 1);
  ASSERT_TRUE(sensor_msgs::convertPointCloudToPointCloud2(old, cloud));
  EXPECT_EQ(cloud.header, old.header);
  EXPECT_EQ(cloud.height, 1u);
  EXPECT_EQ(cloud.width, 3u);
  EXPECT_EQ(cloud.point_step, 20u);
  EXPECT_EQ(cloud.row_step, 60u);
  EXPECT_FALSE(cloud.is_dense);
  EXPECT_THAT(fields_of(cloud),
              ElementsAre("x@0:7*1", "y@4:7*1", "z@8:7*1", "intensity@12:7*1", "empty@16:7*1"));
  EXPECT_EQ(sensor_msgs::getPointCloud2FieldIndex(cloud, "intensity"), 3);
  EXPECT_EQ(sensor_msgs::getPointCloud2FieldIndex(cloud, "ring"), -1);

  PointCloud back;
  ASSERT_TRUE(sensor_msgs::convertPointCloud2ToPointCloud(cloud, back));
  EXPECT_EQ(back.points, old.points);
  ASSERT_EQ(back.channels.size(), 2u);
  EXPECT_EQ(back.channels[0], old.channels[0]);
  EXPECT_EQ(back.channels[1].name, "empty");
  EXPECT_THAT(back.channels[1].values, ElementsAre(0.0F, 0.0F, 0.0F));
}

TEST(PointCloudConversion, ReadsEveryTypeOfField) {
  PointCloud2 cloud;
  cloud.height = cloud.width = 1;
  PointCloud2Modifier(cloud).setPointCloud2Fields(4, "ring", 1, PointField::UINT8, "x", 1,
                                                  PointField::FLOAT64, "y", 1, PointField::INT16,
                                                  "z", 1, PointField::UINT32);
  *PointCloud2Iterator<std::uint8_t>(cloud, "ring") = 9;
  const double x = -2.5;
  std::memcpy(&cloud.data[1], &x, sizeof(x));
  cloud.data[9] = 3;
  cloud.data[11] = 4;
  PointCloud old;
  ASSERT_TRUE(sensor_msgs::convertPointCloud2ToPointCloud(cloud, old));
  EXPECT_EQ(old.points[0].x, -2.5F);
  EXPECT_EQ(old.points[0].y, 3.0F);
  EXPECT_EQ(old.points[0].z, 4.0F);
  ASSERT_EQ(old.channels.size(), 1u);
  EXPECT_THAT(old.channels[0].values, ElementsAre(9.0F));
}

TEST(PointCloudConversion, RefusesACloudThatDoesNotHoldWhatItSays) {
  PointCloud2 good;
  ASSERT_TRUE(sensor_msgs::convertPointCloudToPointCloud2(old_cloud(), good));
  PointCloud old = old_cloud();
  const auto refused = [&old](const PointCloud2& cloud) {
    return !sensor_msgs::convertPointCloud2ToPointCloud(cloud, old) && old == old_cloud();
  };
  PointCloud2 cloud = good;
  cloud.fields[2].name = "depth";
  EXPECT_TRUE(refused(cloud));
  EXPECT_TRUE(refused(PointCloud2()));
  cloud = good;
  cloud.fields[0].datatype = 0;
  EXPECT_TRUE(refused(cloud));
  cloud = good;
  cloud.data.pop_back();
  EXPECT_TRUE(refused(cloud));
  cloud = good;
  cloud.fields[4].offset = 17;
  EXPECT_TRUE(refused(cloud));
  cloud.fields[4].offset = std::numeric_limits<std::uint32_t>::max();
  EXPECT_TRUE(refused(cloud));
  cloud = good;
  cloud.width = cloud.height = std::numeric_limits<std::uint32_t>::max();
  EXPECT_TRUE(refused(cloud));
  EXPECT_FALSE(refused(good));
}

#pragma GCC diagnostic pop

}  // namespace
