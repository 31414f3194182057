// SPDX-License-Identifier: Apache-2.0
#include <baton/action/types.hpp>

#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <iterator>
#include <system_error>

namespace baton::action {

std::string to_string(const GoalUUID& goal_id) {
  constexpr const char* digits = "0123456789abcdef";
  constexpr std::size_t groups_end[] = {4, 6, 8, 10};  // as a UUID is written (RFC 4122)
  std::string text;
  for (std::size_t i = 0; i < goal_id.size(); ++i) {
    if (std::count(std::begin(groups_end), std::end(groups_end), i) != 0) text += '-';
    text += digits[goal_id[i] >> 4];
    text += digits[goal_id[i] & 15];
  }
  return text;
}

const char* status_name(std::int8_t status) {
  switch (status) {
    case GoalStatus::STATUS_ACCEPTED:
      return "ACCEPTED";
    case GoalStatus::STATUS_EXECUTING:
      return "EXECUTING";
    case GoalStatus::STATUS_CANCELING:
      return "CANCELING";
    case GoalStatus::STATUS_SUCCEEDED:
      return "SUCCEEDED";
    case GoalStatus::STATUS_CANCELED:
      return "CANCELED";
    case GoalStatus::STATUS_ABORTED:
      return "ABORTED";
    default:
      return "UNKNOWN";
  }
}

GoalUUID generate_goal_id() {
  GoalUUID goal_id;
  // So few bytes come whole; only before the machine has gathered its first noise may a signal
  // interrupt this.
  while (::getrandom(goal_id.data(), goal_id.size(), 0) != static_cast<ssize_t>(goal_id.size())) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  return goal_id;
}

}  // namespace baton::action
