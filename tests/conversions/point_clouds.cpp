// SPDX-License-Identifier: Apache-2.0
// The drop-in header of pcl_conversions, as packages use it.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <pcl/point_types.h>

#include <pcl_conversions/pcl_conversions.h>
#include <sensor_msgs/point_cloud2_iterator.hpp>

namespace {

using sensor_msgs::msg::PointCloud2;
using sensor_msgs::msg::PointField;

pcl::PointCloud<pcl::PointXYZI> three_points() {
  pcl::PointCloud<pcl::PointXYZI> cloud;
  for (int i = 1; i <= 3; ++i) {
    pcl::PointXYZI point;
    point.x = static_cast<float>(i);
    point.y = static_cast<float>(10 * i);
    point.z = static_cast<float>(100 * i);
    point.intensity = 0.5F * static_cast<float>(i);
    cloud.push_back(point);
  }
  cloud.header.frame_id = "lidar";
  cloud.header.stamp = 1'500'000;
  return cloud;
}

/// As a driver packs them: x, y, z and a 16-bit ring, without a gap, each row padded by 5 bytes.
PointCloud2 packed_rows() {
  PointCloud2 cloud;
  cloud.width = 2;
  cloud.height = 2;
  cloud.point_step = 14;
  cloud.row_step = 2 * 14 + 5;
  std::uint32_t offset = 0;
  for (const char* name : {"x", "y", "z"}) {
    PointField field;
    field.name = name;
    field.offset = offset;
    field.datatype = PointField::FLOAT32;
    field.count = 1;
    cloud.fields.push_back(field);
    offset += 4;
  }
  PointField ring;
  ring.name = "ring";
  ring.offset = 12;
  ring.datatype = PointField::UINT16;
  ring.count = 1;
  cloud.fields.push_back(ring);
  cloud.data.resize(std::size_t{cloud.row_step} * cloud.height);
  for (std::size_t i = 0; i < 4; ++i) {
    auto* const point = cloud.data.data() + (i / 2) * cloud.row_step + (i % 2) * 14;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto value = static_cast<float>(10 * i + axis);
      std::memcpy(point + 4 * axis, &value, 4);
    }
  }
  return cloud;
}

TEST(PclConversions, CloudsComeBackAsTheyWere) {
  const auto cloud = three_points();
  PointCloud2 message;
  pcl::toROSMsg(cloud, message);
  EXPECT_EQ(message.header.frame_id, "lidar");
  EXPECT_EQ(message.header.stamp.sec, 1);
  EXPECT_EQ(message.header.stamp.nanosec, 500'000'000U);
  EXPECT_EQ(message.width, 3U);
  EXPECT_EQ(message.height, 1U);
  EXPECT_EQ(pcl::getFieldIndex(message, "intensity"), 3);
  EXPECT_EQ(pcl::getFieldIndex(message, "ring"), -1);
  EXPECT_EQ(pcl::getFieldsList(message), "x y z intensity");
  sensor_msgs::PointCloud2ConstIterator<float> y(message, "y");
  EXPECT_EQ(*++y, 20.0F);

  pcl::PointCloud<pcl::PointXYZI> back;
  pcl::fromROSMsg(message, back);
  ASSERT_EQ(back.size(), 3U);
  EXPECT_EQ(back[2].z, 300.0F);
  EXPECT_EQ(back[2].intensity, 1.5F);
  EXPECT_EQ(back.header.frame_id, "lidar");
  EXPECT_EQ(back.header.stamp, 1'500'000U);
  EXPECT_TRUE(back.is_dense);

  pcl::moveFromROSMsg(message, back);
  EXPECT_EQ(back[1].y, 20.0F);
}

TEST(PclConversions, PackedAndPaddedPointsAreReadFieldByField) {
  pcl::PointCloud<pcl::PointXYZ> cloud;
  pcl::fromROSMsg(packed_rows(), cloud);
  ASSERT_EQ(cloud.width, 2U);
  ASSERT_EQ(cloud.height, 2U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(cloud[i].x, static_cast<float>(10 * i));
    EXPECT_EQ(cloud[i].z, static_cast<float>(10 * i + 2));
  }
  // PCL's own conversion of the same bytes agrees.
  pcl::PCLPointCloud2 whole;
  pcl_conversions::toPCL(packed_rows(), whole);
  pcl::PointCloud<pcl::PointXYZ> by_pcl;
  pcl::fromPCLPointCloud2(whole, by_pcl);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(cloud[i].y, by_pcl[i].y);
}

TEST(PclConversions, AMessageThatHasNotItsPointsIsRefused) {
  pcl::PointCloud<pcl::PointXYZ> cloud;
  PointCloud2 message = packed_rows();
  message.data.resize(message.data.size() - 6);  // all but the last padding and a byte
  try {
    pcl::fromROSMsg(message, cloud);
    FAIL() << "points beyond the data were read";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("60 bytes"), std::string::npos) << error.what();
  }
  message = packed_rows();
  message.width = std::numeric_limits<std::uint32_t>::max();
  EXPECT_THROW(pcl::fromROSMsg(message, cloud), std::invalid_argument);
  message = PointCloud2();
  pcl::fromROSMsg(message, cloud);
  EXPECT_TRUE(cloud.empty());
}

TEST(PclConversions, FieldsAndMetaDataGoBothWays) {
  const PointCloud2 message = packed_rows();
  pcl::PCLPointCloud2 whole;
  pcl_conversions::toPCL(message, whole);
  EXPECT_EQ(whole.fields.size(), 4U);
  EXPECT_EQ(whole.fields[3].name, "ring");
  EXPECT_EQ(whole.data.size(), message.data.size());
  PointCloud2 back;
  pcl_conversions::moveFromPCL(whole, back);
  EXPECT_EQ(back, message);
  EXPECT_TRUE(whole.data.empty());

  std::vector<PointField> fields;
  pcl_conversions::fromPCL(whole.fields, fields);
  EXPECT_EQ(fields.size(), 4U);
  pcl::MsgFieldMap map;
  pcl::createMapping<pcl::PointXYZ>(fields, map);
  EXPECT_FALSE(map.empty());
}

TEST(PclConversions, TimeLosesWhatIsBelowAMicrosecond) {
  const rclcpp::Time time(7, 123'456'789, RCL_ROS_TIME);
  EXPECT_EQ(pcl_conversions::toPCL(time), 7'123'456U);
  EXPECT_EQ(pcl_conversions::fromPCL(std::uint64_t{7'123'456}).nanoseconds(), 7'123'456'000);
}

TEST(PclConversions, CloudsAreJoinedAndKeptInFiles) {
  PointCloud2 message;
  pcl::toROSMsg(three_points(), message);
  PointCloud2 both;
  ASSERT_TRUE(pcl::concatenatePointCloud(message, message, both));
  EXPECT_EQ(both.width * both.height, 6U);

  const auto file = std::filesystem::temp_directory_path() /
                    ("baton_cloud_" + std::to_string(::getpid()) + ".pcd");
  EXPECT_GE(pcl::io::savePCDFile(file.string(), message), 0);
  PointCloud2 read;
  EXPECT_EQ(pcl::io::loadPCDFile(file.string(), read), 0);
  std::filesystem::remove(file);
  EXPECT_EQ(read.width, 3U);
  EXPECT_LT(pcl::io::loadPCDFile("/nowhere/at/all.pcd", read), 0);
}

TEST(PclConversions, ColoursOfAnOrganisedCloudAreAnImage) {
  pcl::PointCloud<pcl::PointXYZRGB> cloud(2, 1);
  cloud[1].r = 200;
  cloud[1].b = 7;
  sensor_msgs::msg::Image image;
  pcl::toROSMsg(cloud, image);
  EXPECT_EQ(image.encoding, "bgr8");
  EXPECT_EQ(image.width, 2U);
  ASSERT_EQ(image.data.size(), 6U);
  EXPECT_EQ(image.data[3], 7);
  EXPECT_EQ(image.data[5], 200);
}

}  // namespace
