// SPDX-License-Identifier: Apache-2.0
// What stands beside the messages of cameras: encodings, distortion models, filling an image.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <sensor_msgs/distortion_models.hpp>
#include <sensor_msgs/fill_image.hpp>
#include <sensor_msgs/image_encodings.hpp>

namespace {

namespace encodings = sensor_msgs::image_encodings;
using sensor_msgs::msg::Image;

struct Row {
  std::string name;
  int channels;
  int depth_bits;
  bool color = false;
  bool mono = false;
  bool bayer = false;
  bool alpha = false;
  bool planar = false;
};

std::vector<Row> rows_of_named_encodings() {
  std::vector<Row> rows;
  for (const int depth_bits : {8, 16}) {
    const std::string depth = std::to_string(depth_bits);
    rows.push_back({.name = "mono" + depth, .channels = 1, .depth_bits = depth_bits, .mono = true});
    for (const std::string order : {"rgb", "bgr"}) {
      rows.push_back(
          {.name = order + depth, .channels = 3, .depth_bits = depth_bits, .color = true});
      rows.push_back({.name = order + "a" + depth,
                      .channels = 4,
                      .depth_bits = depth_bits,
                      .color = true,
                      .alpha = true});
    }
    for (const std::string order : {"rggb", "bggr", "gbrg", "grbg"}) {
      rows.push_back({.name = "bayer_" + order + depth,
                      .channels = 1,
                      .depth_bits = depth_bits,
                      .bayer = true});
    }
  }
  for (const std::string name : {"uyvy", "yuv422", "yuyv", "yuv422_yuy2"}) {
    rows.push_back({.name = name, .channels = 2, .depth_bits = 8, .color = true});
  }
  for (const std::string name : {"nv12", "nv21", "nv24"}) {
    const int channels = name == "nv24" ? 2 : 1;
    rows.push_back(
        {.name = name, .channels = channels, .depth_bits = 8, .color = true, .planar = true});
  }
  return rows;
}

void expect_row(const Row& row) {
  SCOPED_TRACE(row.name);
  EXPECT_EQ(encodings::numChannels(row.name), row.channels);
  EXPECT_EQ(encodings::bitDepth(row.name), row.depth_bits);
  EXPECT_EQ(encodings::isColor(row.name), row.color);
  EXPECT_EQ(encodings::isMono(row.name), row.mono);
  EXPECT_EQ(encodings::isBayer(row.name), row.bayer);
  EXPECT_EQ(encodings::hasAlpha(row.name), row.alpha);
  EXPECT_EQ(encodings::isPlanar(row.name), row.planar);
}

TEST(ImageEncodings, SayWhatAPixelIs) {
  const std::vector<Row> rows = rows_of_named_encodings();
  EXPECT_EQ(rows.size(), 25u);
  for (const Row& row : rows) expect_row(row);
}

TEST(ImageEncodings, OfOpenCvHaveAnyNumberOfChannels) {
  expect_row({.name = "8UC", .channels = 1, .depth_bits = 8});
  expect_row({.name = "8UC3", .channels = 3, .depth_bits = 8});
  expect_row({.name = "16SC10", .channels = 10, .depth_bits = 16});
  expect_row({.name = "32FC2", .channels = 2, .depth_bits = 32});
  expect_row({.name = "64FC4", .channels = 4, .depth_bits = 64});
  for (const auto prefix : encodings::ABSTRACT_ENCODING_PREFIXES) {
    EXPECT_EQ(encodings::numChannels(std::string(prefix) + "7"), 7) << prefix;
  }
}

TEST(ImageEncodings, ThatAreNoneAreRefused) {
  for (const std::string name :
       {"", "rgb", "RGB8", "rgb8 ", "8", "8UC-1", "8UC+1", "8UC3x", "08UC1", "24UC3", "8XC1", "8U3",
        "-8UC1", "8UC99999999999", "nv"}) {
    EXPECT_THROW(encodings::numChannels(name), std::runtime_error) << name;
    EXPECT_THROW(encodings::bitDepth(name), std::runtime_error) << name;
    EXPECT_FALSE(encodings::isColor(name) || encodings::isMono(name) || encodings::isBayer(name) ||
                 encodings::hasAlpha(name) || encodings::isPlanar(name))
        << name;
  }
  try {
    encodings::bitDepth("purple");
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "Unknown encoding purple");
  }
}

TEST(ImageEncodings, AreArraysThatCompareWithTheFieldOfAnImage) {
  static_assert(std::is_same_v<decltype(encodings::RGB8), const char[5]>);
  Image image;
  image.encoding = encodings::BAYER_GRBG16;
  EXPECT_TRUE(image.encoding == encodings::BAYER_GRBG16);
  EXPECT_EQ(encodings::bitDepth(image.encoding), 16);
}

TEST(ImageEncodings, SayHowManyRowsTheBufferHas) {
  EXPECT_EQ(encodings::getHeightScaling(encodings::NV12), 1.5F);
  EXPECT_EQ(encodings::getHeightScaling(encodings::NV21), 1.5F);
  EXPECT_EQ(encodings::getHeightScaling(encodings::NV24), 1.0F);
  EXPECT_EQ(encodings::getHeightScaling("anything"), 1.0F);
}

TEST(DistortionModels, AreTheTextsOfCameraInfo) {
  EXPECT_STREQ(sensor_msgs::distortion_models::PLUMB_BOB, "plumb_bob");
  EXPECT_STREQ(sensor_msgs::distortion_models::RATIONAL_POLYNOMIAL, "rational_polynomial");
  EXPECT_STREQ(sensor_msgs::distortion_models::EQUIDISTANT, "equidistant");
}

TEST(FillImage, CopiesTheRowsAndClearsThem) {
  const std::vector<std::uint8_t> pixels = {1, 2, 3, 4, 5, 6, 7, 8};
  Image image;
  image.is_bigendian = 1;
  ASSERT_TRUE(sensor_msgs::fillImage(image, encodings::MONO8, 2, 3, 4, pixels.data()));
  EXPECT_EQ(image.encoding, "mono8");
  EXPECT_EQ(image.height, 2u);
  EXPECT_EQ(image.width, 3u);
  EXPECT_EQ(image.step, 4u);
  EXPECT_EQ(image.is_bigendian, 0);
  EXPECT_TRUE(std::ranges::equal(image.data, pixels));
  sensor_msgs::clearImage(image);
  EXPECT_TRUE(image.data.empty());
  EXPECT_EQ(image.height, 2u);
  ASSERT_TRUE(sensor_msgs::fillImage(image, encodings::MONO8, 0, 3, 4, nullptr));
  EXPECT_TRUE(image.data.empty());
}

}  // namespace
