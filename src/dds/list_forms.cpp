// SPDX-License-Identifier: Apache-2.0
#include "dds/list_forms.hpp"

#include <algorithm>

#include "dds/announcement.hpp"
#include "dds/node_list.hpp"

namespace baton::dds {
namespace {

/// Most readers that are remembered. A participant has one; further ones are told nothing.
constexpr std::size_t most_readers = 4096;

}  // namespace

void ListForms::set_own(const Prefix& participant) {
  const std::lock_guard lock(mutex_);
  own_ = participant;
}

void ListForms::on_participant(const Prefix& participant, bool is_baton) {
  const std::lock_guard lock(mutex_);
  is_baton_[participant] = is_baton;
}

void ListForms::on_participant_gone(const Prefix& participant) {
  const std::lock_guard lock(mutex_);
  is_baton_.erase(participant);
  written_.erase(participant);
  std::erase_if(readers_, [&](const auto& each) { return prefix_of(each.first) == participant; });
}

void ListForms::on_reader(const Guid& reader, const std::string& user_data) {
  Announced announced = Announced::nothing;
  if (parse_endpoint(user_data).type_hash == newer_list_type_hash) {
    announced = Announced::newer_type;
  } else if (user_data.find("typehash=") != std::string::npos) {
    announced = Announced::unknown_type;
  }
  const std::lock_guard lock(mutex_);
  if (readers_.size() < most_readers || readers_.contains(reader)) readers_[reader] = announced;
}

void ListForms::on_reader_gone(const Guid& reader) {
  const std::lock_guard lock(mutex_);
  readers_.erase(reader);
}

bool ListForms::on_list(const Prefix& participant, std::size_t bytes_of_gid) {
  const std::lock_guard lock(mutex_);
  // The participant has gone before its list came.
  if (!is_baton_.contains(participant)) return false;
  return written_.emplace(participant, bytes_of_gid).second;
}

void ListForms::forget() {
  const std::lock_guard lock(mutex_);
  is_baton_.clear();
  written_.clear();
  readers_.clear();
}

std::optional<std::size_t> ListForms::form_of(const Guid& reader) const {
  const std::lock_guard lock(mutex_);
  const auto found = readers_.find(reader);
  if (found == readers_.end()) return std::nullopt;
  return form(reader, found->second);
}

std::optional<std::size_t> ListForms::form(const Guid& reader, Announced announced) const {
  const Prefix participant = prefix_of(reader);
  if (participant == own_) return std::nullopt;
  const auto known = is_baton_.find(participant);
  if (known == is_baton_.end()) return std::nullopt;
  if (known->second) return humble_gid_bytes;
  if (announced == Announced::newer_type) return gid_bytes;
  if (announced == Announced::unknown_type) return std::nullopt;
  const auto written = written_.find(participant);
  if (written == written_.end()) return std::nullopt;
  return written->second;
}

bool ListForms::is_read(std::size_t bytes_of_gid) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(readers_.begin(), readers_.end(), [&](const auto& each) {
    return form(each.first, each.second) == bytes_of_gid;
  });
}

}  // namespace baton::dds
