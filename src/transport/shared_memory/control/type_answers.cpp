// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/type_answers.hpp"

#include <iterator>
#include <utility>
#include <vector>

#include "shm/description_parts.hpp"

namespace baton::transport {
namespace {

/// Room for more than a thousand questions: a process may ask for all types of another one at once.
constexpr std::size_t max_waiting_bytes = std::size_t{256} << 10;

std::size_t cost_bytes(const shm::wire::Describe& question) {
  return sizeof question + question.type_name.size() + question.type_hash.size();
}

}  // namespace

bool TypeAnswers::add(shm::wire::Describe question) {
  waiting_bytes_ += cost_bytes(question);
  questions_.push_back(std::move(question));
  return waiting_bytes_ <= max_waiting_bytes;
}

void TypeAnswers::send(PacketLink& link, const Find& find) {
  while (link.has_room()) {
    if (parts_.empty()) {
      if (questions_.empty()) return;
      const shm::wire::Describe& question = questions_.front();
      auto parts =
          shm::split_description(question.request, find(question.type_name, question.type_hash));
      parts_.assign(std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
      waiting_bytes_ -= cost_bytes(question);
      questions_.pop_front();
    }
    link.send(parts_.front());
    parts_.pop_front();
  }
}

}  // namespace baton::transport
