// SPDX-License-Identifier: Apache-2.0
#include "base/kill_point.hpp"

#if BATON_KILL_POINTS

#include <signal.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/assert.hpp"

namespace baton::base {

namespace {

struct DeathWarrant {
  std::string name;
  uint64_t passage = 1;
};

DeathWarrant read_warrant() {
  const char* const variable = std::getenv("BATON_KILL_AT");
  std::string text = variable == nullptr ? "" : variable;
  const size_t colon = text.find(':');
  if (colon == std::string::npos) return {text, 1};
  const std::string number = text.substr(colon + 1);
  char* end = nullptr;
  const uint64_t passage = std::strtoull(number.c_str(), &end, 10);
  BATON_ASSERT(!number.empty() && *end == '\0' && passage > 0, text);
  return {text.substr(0, colon), passage};
}

KillPointHook& hook() {
  static KillPointHook function;
  return function;
}

}  // namespace

void set_kill_point_hook(KillPointHook function) { hook() = std::move(function); }

void kill_point(const char* name) {
  if (hook()) return hook()(name);
  static const DeathWarrant warrant = read_warrant();
  static std::atomic<uint64_t> passages{0};
  if (warrant.name.empty() || warrant.name != name) return;
  if (passages.fetch_add(1, std::memory_order_relaxed) + 1 == warrant.passage) ::raise(SIGKILL);
}

}  // namespace baton::base

#endif
