// SPDX-License-Identifier: Apache-2.0
#include "client/context/environment.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include <baton/exceptions.hpp>

namespace baton::client {
namespace {

constexpr unsigned max_domain_id = 232;

std::optional<unsigned> parse_number(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

unsigned domain_id(const ContextOptions& options) {
  std::optional<unsigned> id = options.domain_id;
  std::string text = id ? std::to_string(*id) : "0";
  if (!id) {
    if (const auto value = variable("ROS_DOMAIN_ID")) {
      text = *value;
      id = parse_number(text);
    } else {
      id = 0;
    }
  }
  if (!id || *id > max_domain_id) {
    throw exceptions::Error(
        fmt::format("domain id '{}' is not a number from 0 to {}{}", text, max_domain_id,
                    options.domain_id ? "" : "; set ROS_DOMAIN_ID to one, or unset it"));
  }
  return *id;
}

bool is_member(gid_t group) {
  if (getegid() == group || geteuid() == 0) return true;
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(0, getgroups(0, nullptr))));
  const int count = getgroups(static_cast<int>(groups.size()), groups.data());
  groups.resize(static_cast<std::size_t>(std::max(0, count)));
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

gid_t group_id(const std::string& name) {
  std::optional<gid_t> id = parse_number(name);
  if (!id) {
    std::vector<char> buffer(16 * 1024);
    group entry{};
    group* found = nullptr;
    getgrnam_r(name.c_str(), &entry, buffer.data(), buffer.size(), &found);
    if (found != nullptr) id = found->gr_gid;
  }
  if (!id) {
    throw exceptions::Error(
        fmt::format("BATON_GROUP: there is no group '{}' on this machine", name));
  }
  if (!is_member(*id)) {
    throw exceptions::Error(
        fmt::format("BATON_GROUP: this process is not in group '{}'; add the user "
                    "to it (usermod -aG) and log in again",
                    name));
  }
  return *id;
}

}  // namespace

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

MeetingPlace meeting_place(const ContextOptions& options) {
  MeetingPlace place;
  place.domain_id = domain_id(options);
  std::string root = options.registry_dir;
  if (root.empty()) {
    root = variable("BATON_REGISTRY_DIR")
               .value_or(fmt::format("{}/baton-{}", shared_memory_root, geteuid()));
  }
  place.directory = fmt::format("{}/d{}", root, place.domain_id);
  if (const auto group = variable("BATON_GROUP")) {
    place.group_id = group_id(*group);
    const std::string group_root =
        variable("BATON_GROUP_DIR")
            .value_or(fmt::format("{}/baton-g{}", shared_memory_root, place.group_id));
    place.group_directory = fmt::format("{}/d{}", group_root, place.domain_id);
  } else if (variable("BATON_GROUP_DIR")) {
    throw exceptions::Error(
        "BATON_GROUP_DIR is set and BATON_GROUP is not: the directory is a "
        "group's; set both or none");
  }
  return place;
}

}  // namespace baton::client
