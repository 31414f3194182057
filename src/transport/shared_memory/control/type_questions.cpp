// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/type_questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <baton/msg/type_hash.hpp>

namespace baton::transport {

std::uint64_t TypeQuestions::add(std::string type_name, std::string type_hash, OnAnswer on_answer) {
  questions_[next_] = {std::move(type_name), std::move(type_hash), std::move(on_answer), false, {}};
  return next_++;
}

bool TypeQuestions::unsent() const {
  return std::any_of(questions_.begin(), questions_.end(),
                     [](const auto& question) { return !question.second.sent; });
}

void TypeQuestions::send(PacketLink& link) {
  for (auto& [request, question] : questions_) {
    if (std::exchange(question.sent, true)) continue;
    link.send(shm::wire::Describe{request, question.type_name, question.type_hash});
  }
}

bool TypeQuestions::on_description(shm::wire::Description description) {
  using Progress = shm::DescriptionParts::Progress;
  const auto at = questions_.find(description.request);
  if (at == questions_.end()) return true;
  const Progress progress = at->second.parts.add(std::move(description));
  if (progress == Progress::more) return true;
  if (progress == Progress::nonsense) return false;
  Question question = std::move(at->second);
  questions_.erase(at);
  if (progress == Progress::unknown) {
    question.on_answer(
        base::Error{0, "it no longer uses the type, or its description is too long"});
    return true;
  }
  std::string text = question.parts.take();
  const auto hash = msg::parse_type_hash(question.type_hash);
  if (!hash || msg::hash_of_description(text) != *hash) {
    question.on_answer(base::Error{
        0, fmt::format("its description is not the one with the hash {}", question.type_hash)});
  } else {
    question.on_answer(std::move(text));
  }
  return true;
}

void TypeQuestions::fail_all(const std::string& why) {
  for (auto& [request, question] : std::exchange(questions_, {})) {
    question.on_answer(base::Error{0, why});
  }
}

}  // namespace baton::transport
