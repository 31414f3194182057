// SPDX-License-Identifier: Apache-2.0
// Answers to one peer's questions about the descriptions of types, sent as fast as it reads them.
//
// Owns: the questions that wait, and of one description what is still to be sent.
// Thread safety: the participant's thread. What comes in is input: a peer that asks and does not
// read costs 256 KiB of questions and one description.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "shm/wire.hpp"
#include "transport/shared_memory/control/packet_link.hpp"

namespace baton::transport {

class TypeAnswers {
 public:
  /// The description of a type that this process uses; empty if it uses none of that name and hash.
  using Find =
      std::function<std::string_view(const std::string& type_name, const std::string& type_hash)>;

  /// False: more questions are queued than an honest peer would ask.
  bool add(shm::wire::Describe question);
  /// Sends queued answers while the link has room.
  void send(PacketLink& link, const Find& find);

 private:
  std::deque<shm::wire::Describe> questions_;
  std::size_t waiting_bytes_ = 0;
  std::deque<shm::wire::Description> parts_;  // the parts of the answer that is being sent
};

}  // namespace baton::transport
