// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/type_inquiry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "transport/shared_memory/control/participant.hpp"
#include "transport/shared_memory/control/subscriber_side.hpp"

namespace baton::transport {
namespace {

/// Ask this many participants at most: any answer is enough, and each one asked may cost a
/// connection.
constexpr std::size_t max_asked = 8;

std::string title(const EndpointInfo& endpoint) {
  return fmt::format("{} (pid {})", endpoint.process_name, endpoint.pid);
}

}  // namespace

void TypeInquiry::begin(Participant& participant, const std::vector<EndpointInfo>& endpoints) {
  std::vector<EndpointInfo> users;
  const EndpointInfo* plain = nullptr;
  for (const EndpointInfo& each : endpoints) {
    const bool asked_for =
        each.topic == name_ || each.topic == '/' + name_ || each.type_name == name_;
    if (!asked_for) continue;
    if (each.type_hash.empty()) {
      plain = &each;
    } else {
      users.push_back(each);
    }
  }
  if (users.empty() && plain != nullptr) {
    return settle(base::Error{
        0, fmt::format("'{}': '{}' is a plain C++ type, which has no description; only types of "
                       ".msg files have one",
                       name_, plain->type_name)});
  }
  if (users.empty()) {
    return settle(base::Error{
        0, fmt::format("no endpoint uses '{}'; only participants that use a type know its "
                       "description",
                       name_)});
  }
  // Publishers come first: their type is what can be received.
  std::stable_sort(users.begin(), users.end(), [](const auto& one, const auto& other) {
    return one.endpoint_type < other.endpoint_type;
  });
  for (const EndpointInfo& each : users) {
    const std::string_view own = participant.own_description(each.type_name, each.type_hash);
    if (!own.empty()) return settle(std::string(own));
  }
  std::vector<EndpointInfo> asked;
  for (const EndpointInfo& each : users) {
    // With several types on a topic, ask for the first one only.
    if (each.type_hash != users[0].type_hash || each.type_name != users[0].type_name) continue;
    const bool again = std::any_of(asked.begin(), asked.end(), [&](const auto& other) {
      return other.participant == each.participant;
    });
    if (!again && asked.size() < max_asked) asked.push_back(each);
  }
  std::string names;
  for (const EndpointInfo& each : asked) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", title(each));
  }
  participant_ = &participant;
  timer_ = participant.loop()->add_timer(timeout_.count(), 0, [self = shared_from_this(), names] {
    self->settle(base::Error{
        0, fmt::format("no answer within {} ms about the type of '{}' from {}; is it stopped?",
                       self->timeout_.count() / 1'000'000, self->name_, names)});
  });
  unanswered_ = asked.size();
  for (const EndpointInfo& each : asked) ask(each);
}

void TypeInquiry::ask(const EndpointInfo& endpoint) {
  const std::uint64_t request = participant_->subscriber_side().ask_for_type(
      endpoint.participant, endpoint.type_name, endpoint.type_hash,
      [self = shared_from_this(), who = title(endpoint)](Answer answer) {
        if (answer) return self->settle(std::move(answer));
        self->reasons_ +=
            fmt::format("{}{}: {}", self->reasons_.empty() ? "" : "; ", who, answer.error().text);
        if (--self->unanswered_ > 0) return;
        self->settle(base::Error{
            0, fmt::format("no description of the type of '{}': {}", self->name_, self->reasons_)});
      });
  questions_.push_back({endpoint.participant, request});
}

void TypeInquiry::settle(Answer answer) {
  if (std::exchange(settled_, true)) return;
  promise_.set_value(std::move(answer));
  if (participant_ == nullptr) return;
  participant_->loop()->cancel_timer(timer_);
  // Forget them later: this may be called by the answer to one of these questions.
  participant_->loop()->post([participant = participant_, questions = questions_] {
    for (const Question& each : questions) {
      participant->subscriber_side().forget_question(each.participant, each.request);
    }
  });
}

}  // namespace baton::transport
