// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include <yaml-cpp/yaml.h>

#include <baton/msg/string.hpp>

namespace baton::msg {
namespace {

TEST(YamlText, IsReadIntoAFieldByYamlCpp) {
  const YAML::Node document = YAML::Load("{model: plumb_bob, empty: '', list: [a, b]}");
  EXPECT_EQ(document["model"].as<String>(), "plumb_bob");
  EXPECT_EQ(document["empty"].as<String>(), "");
  EXPECT_EQ(document["none"].as<String>("else"), "else");
}

TEST(YamlText, IsWrittenOfAFieldByYamlCpp) {
  YAML::Node document;
  document["model"] = String("plumb_bob");
  EXPECT_EQ(document["model"].as<std::string>(), "plumb_bob");
}

TEST(YamlText, ThatIsNoScalarIsRefusedAndThatIsTooLongThrows) {
  const YAML::Node document = YAML::Load("{text: four, list: [a, b]}");
  EXPECT_THROW(document["list"].as<String>(), YAML::BadConversion);
  using Short = BasicString<char, 3>;
  EXPECT_THROW(document["text"].as<Short>(), std::length_error);
}

}  // namespace
}  // namespace baton::msg
