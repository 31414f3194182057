// SPDX-License-Identifier: Apache-2.0
// The drop-in header of cv_bridge, as packages use it.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

#include <cv_bridge/cv_bridge.h>

#include <rclcpp/rclcpp.hpp>

namespace {

using sensor_msgs::msg::CompressedImage;
using sensor_msgs::msg::Image;
namespace enc = sensor_msgs::image_encodings;

/// 3 x 2 pixels, each row padded by a byte.
Image::SharedPtr padded_bgr() {
  auto image = std::make_shared<Image>();
  image->header.frame_id = "camera";
  image->encoding = enc::BGR8;
  image->width = 3;
  image->height = 2;
  image->step = 3 * 3 + 1;
  image->data.resize(std::size_t{image->step} * image->height);
  for (std::size_t i = 0; i < image->data.size(); ++i) image->data[i] = static_cast<uint8_t>(i);
  return image;
}

TEST(CvBridge, SharesThePixelsOfAMessageAndKeepsIt) {
  Image::ConstSharedPtr message = padded_bgr();
  const auto* const pixels = message->data.data();
  std::weak_ptr<const Image> watched = message;
  auto shared = cv_bridge::toCvShare(message);
  message.reset();
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(shared->image.data, pixels);
  EXPECT_EQ(shared->image.rows, 2);
  EXPECT_EQ(shared->image.cols, 3);
  EXPECT_EQ(shared->image.at<cv::Vec3b>(1, 0), cv::Vec3b(10, 11, 12));
  EXPECT_EQ(shared->encoding, "bgr8");
  EXPECT_EQ(shared->header.frame_id, "camera");
  shared.reset();
  EXPECT_TRUE(watched.expired());
}

TEST(CvBridge, CopiesWithAndWithoutAConversion) {
  const Image::ConstSharedPtr message = padded_bgr();
  const auto same = cv_bridge::toCvCopy(message);
  EXPECT_NE(same->image.data, message->data.data());
  same->image.setTo(cv::Scalar(0, 0, 0));
  EXPECT_EQ(message->data[1], 1);

  const auto rgb = cv_bridge::toCvCopy(message, enc::RGB8);
  EXPECT_EQ(rgb->encoding, "rgb8");
  EXPECT_EQ(rgb->image.at<cv::Vec3b>(1, 0), cv::Vec3b(12, 11, 10));
  EXPECT_EQ(cv_bridge::toCvCopy(message, enc::MONO8)->image.type(), CV_8UC1);
  EXPECT_EQ(cv_bridge::toCvCopy(message, enc::BGRA8)->image.type(), CV_8UC4);
  // Also what is shared is copied where it is to be another.
  EXPECT_EQ(cv_bridge::toCvShare(message, enc::RGB8)->image.at<cv::Vec3b>(0, 0),
            cv::Vec3b(2, 1, 0));
  // White stays white.
  Image white;
  white.encoding = enc::MONO8;
  white.width = white.height = white.step = 1;
  white.data.assign(1, 255);
  const auto deep = cv_bridge::toCvCopy(white, enc::MONO16);
  EXPECT_EQ(deep->image.at<std::uint16_t>(0, 0), 65535);
  EXPECT_EQ(cv_bridge::cvtColor(deep, enc::MONO8)->image.at<std::uint8_t>(0, 0), 255);
}

TEST(CvBridge, MakesMessagesAlsoOfPartsOfAMatrix) {
  cv::Mat whole(4, 4, CV_16UC1, cv::Scalar(7));
  whole.at<std::uint16_t>(2, 2) = 1000;
  const cv_bridge::CvImage part(std_msgs::msg::Header(), enc::MONO16, whole(cv::Rect(1, 1, 2, 2)));
  const Image::SharedPtr message = part.toImageMsg();
  EXPECT_EQ(message->step, 4U);
  ASSERT_EQ(message->data.size(), 8U);
  const auto back = cv_bridge::toCvShare(message);
  EXPECT_EQ(back->image.at<std::uint16_t>(1, 1), 1000);
  EXPECT_EQ(back->image.at<std::uint16_t>(0, 0), 7);
  EXPECT_TRUE(cv_bridge::CvImage().toImageMsg()->data.empty());
}

TEST(CvBridge, ReadsTheBytesOfTheOtherOrder) {
  auto message = std::make_shared<Image>();
  message->encoding = enc::MONO16;
  message->width = message->height = 1;
  message->step = 2;
  message->is_bigendian = true;
  message->data.assign({0x12, 0x34});
  EXPECT_EQ(cv_bridge::toCvShare(message)->image.at<std::uint16_t>(0, 0), 0x1234);
  EXPECT_EQ(cv_bridge::toCvCopy(message)->image.at<std::uint16_t>(0, 0), 0x1234);
}

TEST(CvBridge, RefusesWhatDoesNotFit) {
  auto message = padded_bgr();
  message->data.resize(message->data.size() - 1);
  EXPECT_THROW(cv_bridge::toCvShare(message), cv_bridge::Exception);
  message = padded_bgr();
  message->step = 8;
  EXPECT_THROW(cv_bridge::toCvCopy(message), cv_bridge::Exception);
  message = padded_bgr();
  message->encoding = "8UC9999999";
  EXPECT_THROW(cv_bridge::toCvCopy(message), cv_bridge::Exception);
  message->encoding = "no_encoding";
  EXPECT_THROW(cv_bridge::toCvCopy(message), cv_bridge::Exception);
  EXPECT_THROW(cv_bridge::toCvCopy(padded_bgr(), "no_encoding"), cv_bridge::Exception);
  // A depth is no colour.
  message = padded_bgr();
  message->encoding = enc::TYPE_8UC3;
  EXPECT_THROW(cv_bridge::toCvCopy(message, enc::BGR8), cv_bridge::Exception);
  EXPECT_EQ(cv_bridge::toCvCopy(padded_bgr(), enc::TYPE_8UC3)->image.type(), CV_8UC3);
  EXPECT_THROW(cv_bridge::toCvCopy(CompressedImage()), cv_bridge::Exception);
}

TEST(CvBridge, CompressesAndReads) {
  const cv_bridge::CvImage image(std_msgs::msg::Header(), enc::RGB8,
                                 cv::Mat(8, 8, CV_8UC3, cv::Scalar(200, 100, 0)));
  const CompressedImage::SharedPtr png = image.toCompressedImageMsg(cv_bridge::PNG);
  EXPECT_EQ(png->format, "png");
  const auto back = cv_bridge::toCvCopy(*png, enc::RGB8);
  EXPECT_EQ(back->image.at<cv::Vec3b>(3, 3), cv::Vec3b(200, 100, 0));
  EXPECT_EQ(image.toCompressedImageMsg()->format, "jpg");
}

TEST(CvBridge, ShowsDepthsAndLabels) {
  auto depth = std::make_shared<cv_bridge::CvImage>(std_msgs::msg::Header(), enc::TYPE_32FC1,
                                                    cv::Mat(1, 3, CV_32FC1, cv::Scalar(1)));
  depth->image.at<float>(0, 1) = 3;
  depth->image.at<float>(0, 2) = std::numeric_limits<float>::quiet_NaN();
  const auto shown = cv_bridge::cvtColorForDisplay(depth);
  EXPECT_EQ(shown->encoding, "bgr8");
  EXPECT_EQ(shown->image.at<cv::Vec3b>(0, 0), cv::Vec3b(0, 0, 0));
  EXPECT_EQ(shown->image.at<cv::Vec3b>(0, 1), cv::Vec3b(255, 255, 255));
  EXPECT_EQ(shown->image.at<cv::Vec3b>(0, 2), cv::Vec3b(0, 0, 0));

  auto labels = std::make_shared<cv_bridge::CvImage>(std_msgs::msg::Header(), enc::TYPE_32SC1,
                                                     cv::Mat(1, 2, CV_32SC1, cv::Scalar(0)));
  labels->image.at<int>(0, 1) = 5;
  cv_bridge::CvtColorForDisplayOptions options;
  options.bg_label = 0;
  const auto colored = cv_bridge::cvtColorForDisplay(labels, "", options);
  EXPECT_EQ(colored->image.at<cv::Vec3b>(0, 0), cv::Vec3b(0, 0, 0));
  EXPECT_NE(colored->image.at<cv::Vec3b>(0, 1), cv::Vec3b(0, 0, 0));
  EXPECT_THROW(cv_bridge::cvtColorForDisplay(nullptr), cv_bridge::Exception);
}

TEST(CvBridge, MakesItsMessageInALoanAndReadsItInPlace) {
  rclcpp::init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("bridge");
  const auto publisher = node->create_publisher<Image>("image", 1);
  Image::ConstSharedPtr heard;
  const auto subscription = node->create_subscription<Image>(
      "image", 1, [&](const Image::ConstSharedPtr& message) { heard = message; });
  const cv_bridge::CvImage image(std_msgs::msg::Header(), enc::BGR8,
                                 cv::Mat(480, 640, CV_8UC3, cv::Scalar(1, 2, 3)));
  auto loan = publisher->borrow_loaned_message();
  image.toImageMsg(loan.get());
  publisher->publish(std::move(loan));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!heard && std::chrono::steady_clock::now() < end) rclcpp::spin_some(node);
  ASSERT_TRUE(heard);
  const auto shared = cv_bridge::toCvShare(heard);
  EXPECT_EQ(shared->image.data, heard->data.data());
  EXPECT_EQ(shared->image.at<cv::Vec3b>(479, 639), cv::Vec3b(1, 2, 3));
  rclcpp::shutdown();
}

}  // namespace
