// SPDX-License-Identifier: Apache-2.0
//
// What users of a generated header write, as rosidl's own headers allow it.
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <baton_test_msgs/action/fibonacci.hpp>
#include <baton_test_msgs/msg/arrays.hpp>
#include <baton_test_msgs/msg/bounded_sequences.hpp>
#include <baton_test_msgs/msg/constants.hpp>
#include <baton_test_msgs/msg/defaults.hpp>
#include <baton_test_msgs/msg/empty.hpp>
#include <baton_test_msgs/msg/multi_nested.hpp>
#include <geometry_msgs/msg/point.hpp>
#include <geometry_msgs/msg/transform_stamped.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/set_bool.hpp>

namespace {

using baton::msg::MessageInitialization;
using baton_test_msgs::msg::Constants;
using baton_test_msgs::msg::Defaults;
using geometry_msgs::msg::Point;
using sensor_msgs::msg::Image;

TEST(MessageStructs, FieldsAreFilledLikeThoseOfRos) {
  Image image;
  image.header.frame_id = "camera";
  image.header.stamp.sec = 3;
  image.height = 2;
  image.width = 4;
  image.encoding = "mono8";
  image.data.resize(8);
  image.data[7] = 9;
  EXPECT_EQ(image.header.frame_id, "camera");
  EXPECT_EQ(image.data.size(), 8u);
  EXPECT_EQ(image.data.back(), 9);
}

TEST(MessageStructs, PlainOnesAreTriviallyCopyableAndOthersAreNot) {
  static_assert(std::is_trivially_copyable_v<Point>);
  static_assert(std::is_trivially_destructible_v<Point>);
  static_assert(sizeof(Point) == 24);
  static_assert(!std::is_trivially_copyable_v<Image>);
  static_assert(std::is_nothrow_move_constructible_v<Image>);
  static_assert(std::is_nothrow_move_assignable_v<Image>);
  static_assert(sizeof(baton_test_msgs::msg::Empty) == 1);
}

TEST(MessageStructs, PointersHaveTheNamesOfRos) {
  Image::SharedPtr shared = std::make_shared<Image>();
  Image::ConstSharedPtr read_only = shared;
  Image::UniquePtr unique = std::make_unique<Image>();
  Image::ConstUniquePtr const_unique = std::make_unique<const Image>();
  Image::WeakPtr weak = shared;
  unique->height = 3;
  Image::SharedPtr from_unique = std::move(unique);
  EXPECT_EQ(from_unique->height, 3u);
  EXPECT_EQ(weak.lock(), read_only);
  EXPECT_NE(const_unique, nullptr);
}

TEST(MessageStructs, SettersChain) {
  const Point point = Point().set__x(1).set__y(2).set__z(3);
  EXPECT_EQ(point.x + point.y + point.z, 6);
  static_assert(std::is_same_v<Point::_x_type, double>);
  static_assert(std::is_same_v<Point, geometry_msgs::msg::Point_<std::allocator<void>>>);
  static_assert(std::is_same_v<Point::Type, Point>);
}

TEST(MessageStructs, SettersAndBuildersTakeStandardContainers) {
  const std::string encoding = "rgb8";
  const std::vector<std::uint8_t> data{1, 2, 3};
  Image image;
  image.set__encoding(encoding).set__data(data).set__height(1);
  EXPECT_EQ(image.encoding, "rgb8");
  EXPECT_EQ(image.data, data);
  image.set__encoding("mono8").set__data({4, 5});
  EXPECT_EQ(image.encoding, "mono8");
  EXPECT_EQ(image.data, (std::vector<std::uint8_t>{4, 5}));
  image.set__encoding({}).set__data({});
  EXPECT_TRUE(image.encoding.empty() && image.data.empty());
  const auto built = sensor_msgs::build<sensor_msgs::msg::Image>()
                         .header(std_msgs::msg::Header())
                         .height(1)
                         .width(2)
                         .encoding(encoding)
                         .is_bigendian(0)
                         .step(3)
                         .data(data);
  EXPECT_EQ(built.encoding, encoding);
  EXPECT_EQ(built.data, data);
  EXPECT_TRUE(built != image);
  const auto text = std_msgs::build<std_msgs::msg::String>().data(std::string("moved"));
  EXPECT_EQ(text.data, "moved");
}

TEST(MessageStructs, BuildersTakeTheFieldsInOrder) {
  const Point point = geometry_msgs::build<Point>().x(1).y(2).z(3);
  EXPECT_EQ(point, Point().set__x(1).set__y(2).set__z(3));
  const auto text = std_msgs::build<std_msgs::msg::String>().data("hello");
  EXPECT_EQ(text.data, "hello");
  const auto stage = geometry_msgs::build<Point>().x(1);
  auto copy = stage;
  EXPECT_EQ(copy.y(5).z(6).x, 1);
  const auto empty = baton_test_msgs::build<baton_test_msgs::msg::Empty>();
  EXPECT_EQ(empty, baton_test_msgs::msg::Empty());
}

TEST(MessageStructs, EqualityComparesEveryField) {
  Image one;
  Image other;
  EXPECT_TRUE(one == other);
  other.data.push_back(1);
  EXPECT_TRUE(one != other);
  one.data.push_back(1);
  EXPECT_TRUE(one == other);
  one.header.stamp.nanosec = 1;
  EXPECT_FALSE(one == other);
}

TEST(MessageStructs, ConstantsAreKnownAtCompileTime) {
  static_assert(sensor_msgs::msg::PointField::FLOAT32 == 7);
  constexpr auto copy = Constants::FLOAT32_EXPONENT;
  EXPECT_EQ(copy, Constants::FLOAT32_EXPONENT);
}

TEST(MessageStructs, StringConstantsAreUsedLikeStrings) {
  constexpr baton::msg::StringConstant constant{"a text"};
  const std::string copied = constant;
  const std::string direct(constant);
  const auto takes_reference = [](const std::string& text) { return text.size(); };
  baton_test_msgs::msg::Defaults message;
  message.string_value = constant;
  EXPECT_EQ(copied, constant);
  EXPECT_EQ(constant, copied);
  EXPECT_EQ(direct, constant);
  EXPECT_TRUE(message.string_value == constant);
  EXPECT_EQ(takes_reference(constant), 6u);
  EXPECT_STREQ(constant.c_str(), "a text");
  EXPECT_EQ("see " + constant, "see a text");
  EXPECT_EQ(constant + std::string("!"), "a text!");
  std::ostringstream stream;
  stream << constant;
  EXPECT_EQ(stream.str(), "a text");
}

TEST(MessageInitializationOfStructs, AllSetsDefaultsAndZeroes) {
  const Defaults message;
  EXPECT_TRUE(message.bool_value);
  EXPECT_EQ(message.int32_value, -30000);
  EXPECT_EQ(message.float64_value, -1.125e10);
  EXPECT_EQ(message.string_value, "Hello \"world\"!");
  EXPECT_THAT(message.bool_array, testing::ElementsAre(true, false, true));
  EXPECT_EQ(message.string_array[1], "second");
  EXPECT_THAT(message.uint8_sequence, testing::ElementsAre(0, 1, 255));
  EXPECT_EQ(message.string_bounded_sequence[1], "max value");
  EXPECT_EQ(message.without_default, 0);
}

TEST(MessageInitializationOfStructs, ZeroIgnoresDefaults) {
  const Defaults message(MessageInitialization::zero);
  EXPECT_FALSE(message.bool_value);
  EXPECT_EQ(message.int32_value, 0);
  EXPECT_EQ(message.string_value, "");
  EXPECT_THAT(message.bool_array, testing::Each(false));
  EXPECT_TRUE(message.uint8_sequence.empty());
}

TEST(MessageInitializationOfStructs, DefaultsOnlyAndSkipLeaveTheRestAsItIs) {
  alignas(Defaults) std::byte memory[sizeof(Defaults)];
  std::memset(memory, 0x55, sizeof memory);
  auto* message = ::new (memory) Defaults(MessageInitialization::defaults_only);
  EXPECT_EQ(message->int32_value, -30000);
  EXPECT_EQ(message->string_value, "Hello \"world\"!");
  EXPECT_EQ(message->without_default, 0x55555555);
  message->~Defaults();
  std::memset(memory, 0x55, sizeof memory);
  message = ::new (memory) Defaults(MessageInitialization::skip);
  EXPECT_EQ(message->int32_value, 0x55555555);
  EXPECT_EQ(message->string_value, "");
  message->~Defaults();
}

TEST(MessageTraits, NamesAndBoundsAreThoseOfRos) {
  namespace traits = rosidl_generator_traits;
  EXPECT_STREQ(traits::name<Image>(), "sensor_msgs/msg/Image");
  EXPECT_STREQ(traits::data_type<Image>(), "sensor_msgs::msg::Image");
  EXPECT_STREQ(traits::name<std_srvs::srv::SetBool>(), "std_srvs/srv/SetBool");
  static_assert(traits::is_message<Image>::value && !traits::is_message<int>::value);
  static_assert(traits::has_fixed_size<Point>::value && traits::has_bounded_size<Point>::value);
  static_assert(!traits::has_fixed_size<Image>::value && !traits::has_bounded_size<Image>::value);
  static_assert(traits::is_service<std_srvs::srv::SetBool>::value);
  static_assert(traits::is_service_request<std_srvs::srv::SetBool::Request>::value);
  static_assert(traits::is_service_response<std_srvs::srv::SetBool::Response>::value);
  static_assert(traits::is_action<baton_test_msgs::action::Fibonacci>::value);
}

TEST(MessageTraits, YamlIsFoundByArgumentAndByPackage) {
  const Point point = geometry_msgs::build<Point>().x(1).y(2).z(3);
  EXPECT_EQ(to_yaml(point), "x: 1.0\ny: 2.0\nz: 3.0\n");
  EXPECT_EQ(geometry_msgs::msg::to_yaml(point, true), "{x: 1.0, y: 2.0, z: 3.0}");
  EXPECT_EQ(rosidl_generator_traits::to_yaml(point), to_yaml(point));
  std::ostringstream stream;
  to_flow_style_yaml(point, stream);
  to_block_style_yaml(point, stream, 2);
  EXPECT_EQ(stream.str(), "{x: 1.0, y: 2.0, z: 3.0}  x: 1.0\n  y: 2.0\n  z: 3.0\n");
}

TEST(ServicesAndActions, HaveTheShapeOfRos) {
  using std_srvs::srv::SetBool;
  auto request = std::make_shared<SetBool::Request>();
  request->data = true;
  SetBool::Response response;
  response.message = "done";
  SetBool::Event event;
  event.request.push_back(*request);
  EXPECT_EQ(event.request.size(), 1u);
  EXPECT_TRUE(event.request[0].data);

  using baton_test_msgs::action::Fibonacci;
  Fibonacci::Goal goal;
  Fibonacci::Result result;
  Fibonacci::Feedback feedback;
  Fibonacci::Impl::SendGoalService::Request send;
  send.goal = goal;
  Fibonacci::Impl::GetResultService::Response got;
  got.result = result;
  Fibonacci::Impl::FeedbackMessage message;
  message.feedback = feedback;
  Fibonacci::Impl::CancelGoalService::Request cancel;
  EXPECT_EQ(cancel.goal_info.goal_id.uuid.size(), message.goal_id.uuid.size());
  static_assert(sizeof(Fibonacci::Impl::GoalStatusMessage) > 0);
}

TEST(ServicesAndActions, TypeSupportLeadsToTheirMessages) {
  const auto& service = baton::msg::service_type_support<std_srvs::srv::SetBool>();
  EXPECT_EQ(service.type_name, "std_srvs/srv/SetBool");
  EXPECT_EQ(service.request, &baton::msg::type_support<std_srvs::srv::SetBool::Request>());
  EXPECT_EQ(service.event->type_name, "std_srvs/srv/SetBool_Event");
  EXPECT_EQ(service.hash[0], 0xab);

  const auto& action = baton::msg::action_type_support<baton_test_msgs::action::Fibonacci>();
  EXPECT_EQ(action.goal->type_name, "baton_test_msgs/action/Fibonacci_Goal");
  EXPECT_EQ(action.send_goal->request->type_name,
            "baton_test_msgs/action/Fibonacci_SendGoal_Request");
  EXPECT_NE(action.description.find("\"send_goal_service\""), std::string_view::npos);
}

TEST(MessageTypeSupport, KnowsNameLayoutAndFields) {
  const auto& type = baton::msg::type_support<Image>();
  EXPECT_EQ(type.type_name, "sensor_msgs/msg/Image");
  EXPECT_EQ(type.size_bytes, sizeof(Image));
  EXPECT_EQ(type.fields.front().nested, &baton::msg::type_support<std_msgs::msg::Header>());
  EXPECT_EQ(type.fields.back().name, "data");
  EXPECT_FALSE(type.plain);
}

}  // namespace
