// SPDX-License-Identifier: Apache-2.0
// Questions to one peer about the descriptions of its types, and the answers as they come in.
//
// Every question that is not forgotten is answered exactly once, if only by a reason why not.
// Thread safety: the participant's thread. What comes in is input.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/error.hpp"
#include "shm/description_parts.hpp"
#include "transport/shared_memory/control/packet_link.hpp"

namespace baton::transport {

class TypeQuestions {
 public:
  /// Gets the description, whose hash was checked.
  using OnAnswer = std::function<void(base::Result<std::string>)>;

  /// Returns the number of the question, from 1.
  std::uint64_t add(std::string type_name, std::string type_hash, OnAnswer on_answer);
  /// Forgets a question. A late answer is ignored.
  void forget(std::uint64_t request) { questions_.erase(request); }
  bool unsent() const;
  void send(PacketLink& link);
  /// False: the peer has broken the rules. An answer to a forgotten question is ignored.
  bool on_description(shm::wire::Description description);
  void fail_all(const std::string& why);

 private:
  struct Question {
    std::string type_name;
    std::string type_hash;
    OnAnswer on_answer;
    bool sent = false;
    shm::DescriptionParts parts;
  };

  std::map<std::uint64_t, Question> questions_;
  std::uint64_t next_ = 1;
};

}  // namespace baton::transport
