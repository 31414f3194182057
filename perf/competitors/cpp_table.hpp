// SPDX-License-Identifier: Apache-2.0
//
// Makes the table of functions from three C++ classes; exceptions become lines of text.
#pragma once

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "competitors/abi.hpp"

namespace perf::competitor {

inline void say(const Error* error, const char* text) {
  std::snprintf(error->text, error->size_bytes, "%s", text);
}

template <class Make>
void* make_or_say(const Error* error, Make&& make) {
  try {
    return make();
  } catch (const std::exception& failure) {
    say(error, failure.what());
    return nullptr;
  }
}

/// The topics of messages or, `back`, of answers, in memory of their own.
inline std::vector<std::string> topics_of(const Plan& plan, bool back) {
  if (back) return {plan.topic_back};
  return {plan.topics, plan.topics + plan.topic_count};
}

/// `Communicator(const Plan&)`; `Publication(Communicator&, bool back, unsigned index)` has
/// acquire(), publish() and peers(sink); `Reception(Communicator&, bool back, unsigned index,
/// Sink)` has receive(timeout_ns), interrupt() and peers(sink).
template <class Communicator, class Publication, class Reception>
constexpr Table table_of() {
  Table table{};
  table.open = [](const Plan* plan, const Error* error) {
    return make_or_say(error, [&] { return new Communicator(*plan); });
  };
  table.close = [](void* made) { delete static_cast<Communicator*>(made); };

  table.make_publication = [](void* in, uint8_t back, uint32_t index, const Error* error) {
    return make_or_say(
        error, [&] { return new Publication(*static_cast<Communicator*>(in), back != 0, index); });
  };
  table.drop_publication = [](void* made) { delete static_cast<Publication*>(made); };
  table.acquire = [](void* made) { return static_cast<Publication*>(made)->acquire(); };
  table.publish = [](void* made) -> uint8_t { return static_cast<Publication*>(made)->publish(); };
  table.publication_peers = [](void* made, const PeerSink* sink) {
    static_cast<Publication*>(made)->peers(*sink);
  };

  table.make_reception = [](void* in, uint8_t back, uint32_t index, const Sink* sink,
                            const Error* error) {
    return make_or_say(error, [&] {
      return new Reception(*static_cast<Communicator*>(in), back != 0, index, *sink);
    });
  };
  table.drop_reception = [](void* made) { delete static_cast<Reception*>(made); };
  table.receive = [](void* made, uint64_t timeout_ns) {
    static_cast<Reception*>(made)->receive(timeout_ns);
  };
  table.interrupt = [](void* made) { static_cast<Reception*>(made)->interrupt(); };
  table.reception_peers = [](void* made, const PeerSink* sink) {
    static_cast<Reception*>(made)->peers(*sink);
  };
  return table;
}

}  // namespace perf::competitor
