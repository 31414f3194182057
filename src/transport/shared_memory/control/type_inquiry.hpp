// SPDX-License-Identifier: Apache-2.0
// One call for a type's description: asks all participants that may know at once, and takes the
// first answer.
//
// Life: shared by its questions, each of which is answered exactly once, and by its timer.
// Thread safety: made and waited for by the caller; everything else in the participant's thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include <baton/endpoint_info.hpp>

#include "base/error.hpp"
#include "base/event_loop.hpp"

namespace baton::transport {

class Participant;

class TypeInquiry : public std::enable_shared_from_this<TypeInquiry> {
 public:
  using Answer = base::Result<std::string>;

  TypeInquiry(std::string topic_or_type, std::chrono::nanoseconds timeout)
      : name_(std::move(topic_or_type)), timeout_(timeout) {}

  std::future<Answer> answer() { return promise_.get_future(); }
  /// `participant` outlives the questions, because its close() answers them.
  void begin(Participant& participant, const std::vector<EndpointInfo>& endpoints);

 private:
  void ask(const EndpointInfo& endpoint);
  void settle(Answer answer);

  struct Question {
    std::string participant;
    std::uint64_t request;
  };

  const std::string name_;
  const std::chrono::nanoseconds timeout_;
  std::promise<Answer> promise_;
  Participant* participant_ = nullptr;
  base::TimerId timer_{};
  bool settled_ = false;
  std::vector<Question> questions_;
  std::size_t unanswered_ = 0;
  std::string reasons_;  // why the participants that answered do not know
};

}  // namespace baton::transport
