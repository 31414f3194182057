// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <baton/exceptions.hpp>

namespace baton {
using namespace rclcpp::exceptions;
namespace {

TEST(Exceptions, AnInvalidNameIsShownWithAMarkBelowTheFault) {
  const InvalidTopicNameError error("a b", "it has a blank", 1);
  EXPECT_STREQ(error.what(), "Invalid topic name: it has a blank:\n  'a b'\n    ^\n");
  EXPECT_EQ(error.name_type, "topic name");
  EXPECT_EQ(error.name, "a b");
  EXPECT_EQ(error.error_msg, "it has a blank");
  EXPECT_EQ(error.invalid_index, 1u);
  EXPECT_EQ(InvalidNodeNameError("", "", 0).name_type, "node name");
  EXPECT_EQ(InvalidNamespaceError("", "", 0).name_type, "namespace");
  EXPECT_EQ(InvalidServiceNameError("", "", 0).name_type, "service name");
}

TEST(Exceptions, AnInvalidNameIsAnInvalidArgument) {
  EXPECT_THROW(throw InvalidNodeNameError("a b", "", 1), std::invalid_argument);
}

TEST(Exceptions, UnknownArgumentsAreListed) {
  const UnknownROSArgsError error({"-x", "--y"});
  EXPECT_STREQ(error.what(), "found unknown ROS arguments: '-x', '--y'");
  EXPECT_EQ(error.unknown_ros_args, (std::vector<std::string>{"-x", "--y"}));
}

TEST(Exceptions, ErrorsOfRclAreCaughtByBothTheirKinds) {
  EXPECT_THROW(throw RCLError("x"), RCLErrorBase);
  EXPECT_THROW(throw RCLError("x"), std::runtime_error);
  EXPECT_THROW(throw RCLInvalidArgument("x"), std::invalid_argument);
  EXPECT_THROW(throw RCLBadAlloc(), std::bad_alloc);
  const RCLInvalidROSArgsError error("why");
  EXPECT_STREQ(error.what(), "why");
  EXPECT_EQ(error.message, "why");
  EXPECT_EQ(error.ret, 1003);
}

TEST(Exceptions, ParametersAreNamedInTheText) {
  EXPECT_STREQ(InvalidParameterTypeException("rate", "expected double").what(),
               "parameter 'rate' has invalid type: expected double");
  EXPECT_STREQ(ParameterUninitializedException("rate").what(),
               "parameter 'rate' is not initialized");
}

}  // namespace
}  // namespace baton
