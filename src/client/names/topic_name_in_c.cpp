// SPDX-License-Identifier: Apache-2.0
// The functions of C on names of topics.
#include <baton/ros_c/rcl_topic_name.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "client/names/name_fault.hpp"

namespace {

constexpr int ok = 0;
constexpr int invalid_argument = 11;

/// By number, as find_topic_name_fault() writes them.
constexpr std::array texts = {
    "",
    "topic name must not be empty string",
    "topic name must not end with a forward slash",
    "topic name must not contain characters other than alphanumerics, '_', '~', '{', or '}'",
    "topic name token must not start with a number",
    "topic name must not have unmatched (unbalanced) curly braces '{}'",
    "topic name must not have tilde '~' unless it is the first character",
    "topic name must not have a tilde '~' that is not followed by a forward slash '/'",
    "substitution name must not contain characters other than alphanumerics or '_'",
    "substitution name must not start with a number"};

}  // namespace

extern "C" {

int rcl_validate_topic_name_with_size(const char* topic_name, size_t topic_name_length,
                                      int* validation_result, size_t* invalid_index) {
  if (topic_name == nullptr || validation_result == nullptr) return invalid_argument;
  const auto fault = baton::client::find_topic_name_fault({topic_name, topic_name_length});
  *validation_result = RCL_TOPIC_NAME_VALID;
  if (!fault) return ok;
  const auto* const text = std::find(texts.begin() + 1, texts.end(), fault->why);
  *validation_result = static_cast<int>(text - texts.begin());
  if (invalid_index != nullptr) *invalid_index = fault->at;
  return ok;
}

int rcl_validate_topic_name(const char* topic_name, int* validation_result, size_t* invalid_index) {
  if (topic_name == nullptr) return invalid_argument;
  return rcl_validate_topic_name_with_size(topic_name, std::string_view(topic_name).size(),
                                           validation_result, invalid_index);
}

const char* rcl_topic_name_validation_result_string(int validation_result) {
  if (validation_result <= 0 || validation_result >= static_cast<int>(texts.size())) {
    return nullptr;
  }
  return texts[static_cast<std::size_t>(validation_result)];
}

}  // extern "C"
