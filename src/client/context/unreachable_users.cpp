// SPDX-License-Identifier: Apache-2.0
#include "client/context/unreachable_users.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

namespace baton::client {
namespace {

std::string registry_of(const std::string& user) {
  return fmt::format("{}/baton-{}", shared_memory_root, user);
}

/// Whether another user has, or had, a registry here. A quick look.
bool others_have_been_here(const std::string& own) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(shared_memory_root, ignored)) {
    if (entry.path() != own && entry.path().string().starts_with(registry_of(""))) return true;
  }
  return false;
}

/// The users that listen in a default registry. A user may not look into the registries of others,
/// but the kernel lists all sockets for every user, and takes those of a dead process off the list.
std::set<unsigned> users_in(unsigned domain_id) {
  constexpr unsigned listening = 1 << 16;
  const std::string prefix = registry_of("");
  std::set<unsigned> users;
  std::ifstream table("/proc/net/unix");
  for (std::string line; std::getline(table, line);) {
    const std::size_t path = line.find(prefix);
    if (path == line.npos) continue;
    unsigned flags = 0;
    unsigned uid = 0;
    unsigned domain = 0;
    // Number: references protocol flags type state inode path
    const bool known =
        std::sscanf(line.c_str(), "%*[^:]: %*x %*x %x", &flags) == 1 &&
        std::sscanf(line.c_str() + path + prefix.size(), "%u/d%u/", &uid, &domain) == 2;
    if (known && (flags & listening) != 0 && domain == domain_id) users.insert(uid);
  }
  return users;
}

}  // namespace

std::string unreachable_users(const MeetingPlace& place) {
  const std::string own = registry_of(std::to_string(geteuid()));
  if (!place.group_directory.empty() || !place.directory.starts_with(own + "/")) return {};
  if (!others_have_been_here(own)) return {};
  std::set<unsigned> users = users_in(place.domain_id);
  users.erase(geteuid());
  return users.empty() ? std::string() : fmt::format("uid {}", fmt::join(users, ", uid "));
}

}  // namespace baton::client
