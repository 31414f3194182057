// SPDX-License-Identifier: Apache-2.0
#include "client/context/unknown_variables.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <string_view>

#include "base/near_match.hpp"

namespace baton::client {
namespace {

constexpr std::string_view prefix = "BATON_";

const std::vector<std::string>& known() {
  static const auto& names = *new std::vector<std::string>{
      "BATON_GROUP", "BATON_GROUP_DIR", "BATON_KILL_AT", "BATON_REGISTRY_DIR", "BATON_TRANSPORT"};
  return names;
}

/// Whether this is a variable that only the tests of this project read.
bool is_of_tests(std::string_view name) {
  static constexpr std::string_view names[] = {"BATON_CROWD",     "BATON_ECHO_NODE",
                                               "BATON_INSTALLED", "BATON_KILLS",
                                               "BATON_KILL_SEED", "BATON_STRESS_SECONDS"};
  return name.starts_with("BATON_TEST_") || std::ranges::find(names, name) != std::end(names);
}

/// False if the name was reported before.
bool is_news(const std::string& name) {
  static std::mutex& mutex = *new std::mutex;
  static std::set<std::string>& told = *new std::set<std::string>;
  const std::lock_guard lock(mutex);
  return told.insert(name).second;
}

}  // namespace

std::vector<std::string> unknown_variables() {
  std::vector<std::string> texts;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with(prefix)) continue;
    const std::string name(text.substr(0, text.find('=')));
    if (std::ranges::find(known(), name) != known().end() || is_of_tests(name)) continue;
    if (!is_news(name)) continue;
    texts.push_back(fmt::format("the environment variable {} means nothing to Baton{}", name,
                                base::did_you_mean(name, known())));
  }
  return texts;
}

}  // namespace baton::client
