// SPDX-License-Identifier: Apache-2.0
#include "transport/combined/combined_publisher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "transport/inbox/heap_object.hpp"

namespace baton::transport {
namespace {

/// A message in a chunk of the outside publisher.
class ChunkMessage final : public CountedMessage {
 public:
  ChunkMessage(std::shared_ptr<OutsidePublisher> publisher, const KeptChunk& chunk,
               bool is_published, std::shared_ptr<LoanLedger> ledger)
      : CountedMessage(chunk.data, chunk.size_bytes, std::move(ledger)),
        publisher_(std::move(publisher)),
        token_(chunk.token),
        is_published_(is_published) {}

  /// A published message cannot be given away: other processes read it, too.
  void* give_away() noexcept override {
    if (is_published_) return nullptr;
    void* const message = publisher_->hand_over(token_, publisher_);
    if (message != nullptr) publisher_.reset();
    return message;
  }

 private:
  ~ChunkMessage() override {
    if (!publisher_) return;
    is_published_ ? publisher_->release_kept(token_) : publisher_->discard(token_);
  }

  std::shared_ptr<OutsidePublisher> publisher_;
  const std::uint64_t token_;
  const bool is_published_;
};

std::chrono::nanoseconds left_until(InProcessPublisher::Deadline deadline) {
  const auto left = deadline - Backpressure::Clock::now();
  return std::max(std::chrono::nanoseconds(0), std::chrono::nanoseconds(left));
}

}  // namespace

CombinedPublisher::~CombinedPublisher() { outside_->leave(); }

[[gnu::hot]] base::Result<Loan> CombinedPublisher::loan(std::size_t size_bytes) {
  if (!inside_->is_open_here()) return outside_->loan(size_bytes);
  const auto try_outside = [&] {
    return outside_->loan_within(size_bytes, std::chrono::nanoseconds(0));
  };
  auto loan = try_outside();
  if (loan) return loan;
  // Readers on both sides share one deadline to release something.
  const Deadline deadline = inside_->deadline();
  loan = inside_->loan_with(try_outside);
  if (loan) return loan;
  // Wait a moment at least: only a loan that may wait counts as failed.
  const auto left = std::max(left_until(deadline), std::chrono::nanoseconds(1));
  loan = outside_->loan_within(size_bytes, left);
  if (loan) return loan;
  return base::Error{loan.error().code, fmt::format("{}; held in this process by {}",
                                                    loan.error().text, inside_->holders_text())};
}

[[gnu::hot]] std::uint64_t CombinedPublisher::deliver(const KeptChunk& chunk, bool is_published) {
  return inside_->deliver(
      MessageRef(new ChunkMessage(outside_, chunk, is_published, inside_->ledger())), false);
}

[[gnu::hot]] base::Result<std::uint64_t> CombinedPublisher::publish(std::uint64_t token,
                                                                    std::size_t size_bytes) {
  const bool elsewhere = wanted_elsewhere();
  if (elsewhere && !wanted_here()) {
    inside_->on_published_elsewhere();
    return outside_->publish(token, size_bytes);
  }
  const Deadline deadline = inside_->keeps_all() ? inside_->deadline() : Deadline();
  if (inside_->keeps_all()) {
    if (base::Status room = inside_->wait_for_room(deadline); !room) return std::move(room).error();
  }
  auto chunk = elsewhere ? outside_->publish_and_keep(token, size_bytes, left_until(deadline))
                         : outside_->keep(token, size_bytes);
  if (!chunk) return std::move(chunk).error();
  return deliver(*chunk, elsewhere);
}

[[gnu::hot]] base::Result<std::uint64_t> CombinedPublisher::publish_object(
    const OwnedObject& object) {
  const bool elsewhere = wanted_elsewhere();
  if (elsewhere && !wanted_here()) {
    inside_->on_published_elsewhere();
    return outside_->publish_object(object);
  }
  const Deadline deadline = inside_->keeps_all() ? inside_->deadline() : Deadline();
  if (base::Status room = inside_->wait_for_room(deadline); !room) return std::move(room).error();
  if (elsewhere) {
    auto published = outside_->publish_copy(object, left_until(deadline));
    if (!published) return published;
  } else {
    outside_->assert_liveliness();
  }
  return inside_->deliver(MessageRef(new HeapObject(object)), !elsewhere);
}

base::Result<std::uint64_t> CombinedPublisher::publish_adapted(const AdaptedObject& object) {
  const bool elsewhere = wanted_elsewhere();
  const Deadline deadline = inside_->keeps_all() ? inside_->deadline() : Deadline();
  if (base::Status room = inside_->wait_for_room(deadline); !room) return std::move(room).error();
  OwnedMessage message;
  if (elsewhere || inside_->wants_message_besides(*object.type)) {
    message = OwnedMessage(object.make_message());
  }
  if (elsewhere) {
    auto published = outside_->publish_copy(message.get(), left_until(deadline));
    if (!published) return published;
  } else {
    outside_->assert_liveliness();
  }
  return inside_->deliver_adapted(object, std::move(message), !elsewhere);
}

void CombinedPublisher::assert_liveliness() noexcept {
  inside_->assert_liveliness();
  outside_->assert_liveliness();
}

std::vector<MatchInfo> CombinedPublisher::matches() const {
  std::vector<MatchInfo> infos = inside_->matches();
  for (MatchInfo& info : outside_->matches()) infos.push_back(std::move(info));
  return infos;
}

PublisherCounters CombinedPublisher::counters() const {
  PublisherCounters sum = outside_->counters();  // these count the loans of both halves
  const PublisherCounters here = inside_->counters();
  sum.published += here.published;
  sum.published_bytes += here.published_bytes;
  sum.evicted += here.evicted;
  sum.keep_all_timeouts += here.keep_all_timeouts;
  sum.rejected_peers += here.rejected_peers;
  sum.pinned_chunks += here.pinned_chunks;
  return sum;
}

}  // namespace baton::transport
