// SPDX-License-Identifier: Apache-2.0
// Responses that wait for the endpoint that they are for: a client may ask before the server has
// found the reader of its answers. An answer that DDS sends then never reaches that reader.
//
// Bounded in number and bytes. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

#include "dds/wire.hpp"

namespace baton::dds {

struct HeldResponse {
  SampleIdentity request;  // the request of the client that waits
  std::vector<std::byte> bytes;
  std::int64_t until_ns = 0;  // CLOCK_MONOTONIC
};

class HeldResponses {
 public:
  /// Longer than discovery needs to repeat what was lost on the way: its heartbeat comes every 3 s.
  static constexpr std::int64_t patience_ns = 4'000'000'000;
  static constexpr std::size_t most = 1000;
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  /// False: too many responses are held.
  bool hold(HeldResponse response);
  bool has_any_for(const Guid& reader) const;
  std::vector<HeldResponse> take(const Guid& reader);
  /// Drops the responses that have waited in vain, and returns how many these were.
  std::size_t drop_late(std::int64_t now_ns);

 private:
  std::list<HeldResponse> held_;
  std::size_t bytes_ = 0;
};

}  // namespace baton::dds
