// SPDX-License-Identifier: Apache-2.0
#include "dds/held_responses.hpp"

#include <algorithm>
#include <utility>

#include "dds/service_exchange.hpp"

namespace baton::dds {

bool HeldResponses::hold(HeldResponse response) {
  if (held_.size() >= most || bytes_ + response.bytes.size() > most_bytes) return false;
  bytes_ += response.bytes.size();
  held_.push_back(std::move(response));
  return true;
}

bool HeldResponses::has_any_for(const Guid& reader) const {
  return std::any_of(held_.begin(), held_.end(), [&](const HeldResponse& each) {
    return is_answered_at(each.request.writer, reader);
  });
}

std::vector<HeldResponse> HeldResponses::take(const Guid& reader) {
  std::vector<HeldResponse> taken;
  for (auto at = held_.begin(); at != held_.end();) {
    if (!is_answered_at(at->request.writer, reader)) {
      ++at;
      continue;
    }
    bytes_ -= at->bytes.size();
    taken.push_back(std::move(*at));
    at = held_.erase(at);
  }
  return taken;
}

std::size_t HeldResponses::drop_late(std::int64_t now_ns) {
  std::size_t dropped = 0;
  while (!held_.empty() && held_.front().until_ns <= now_ns) {
    bytes_ -= held_.front().bytes.size();
    held_.pop_front();
    ++dropped;
  }
  return dropped;
}

}  // namespace baton::dds
