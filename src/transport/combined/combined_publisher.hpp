// SPDX-License-Identifier: Apache-2.0
// A publisher with readers in this process, which get its messages by pointer, and elsewhere.
//
// A message for readers here only is not published elsewhere; a message for both lies in one chunk.
// A message that a user made on the heap stays there for readers here, and is copied once for the
// others. Thread safety: as its two halves; it has no lock of its own.
#pragma once

#include <memory>

#include "transport/in_process/in_process_publisher.hpp"
#include "transport/port/outside_publisher.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

class CombinedPublisher final : public PublisherPort {
 public:
  CombinedPublisher(std::shared_ptr<InProcessPublisher> inside,
                    std::shared_ptr<OutsidePublisher> outside)
      : inside_(std::move(inside)), outside_(std::move(outside)) {}
  ~CombinedPublisher() override;

  base::Result<Loan> loan(std::size_t size_bytes) override;
  LoanOwner& loan_owner() noexcept override { return outside_->loan_owner(); }
  const std::byte* memory_of(std::uint64_t token) const noexcept override {
    return outside_->memory_of(token);
  }
  base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) override;
  base::Result<std::uint64_t> publish_object(const OwnedObject& object) override;
  void show_unheard(std::uint64_t count) noexcept override { outside_->show_unheard(count); }
  bool has_reader_of(const AdaptedType& type) const override {
    return inside_->has_reader_of(type);
  }
  base::Result<std::uint64_t> publish_adapted(const AdaptedObject& object) override;
  void assert_liveliness() noexcept override;
  bool all_taken() const override { return inside_->all_taken() && outside_->all_taken(); }
  std::size_t least_room_inside() const override { return inside_->least_room_inside(); }
  std::size_t match_count() const override {
    return inside_->match_count() + outside_->match_count();
  }
  std::vector<MatchInfo> matches() const override;
  PublisherCounters counters() const override;
  Gid gid() const override { return outside_->gid(); }

 private:
  using Deadline = InProcessPublisher::Deadline;

  bool wanted_here() const { return inside_->has_readers() || inside_->retains(); }
  // Late joiners elsewhere get what was retained before they came.
  bool wanted_elsewhere() const { return outside_->match_count() != 0 || inside_->retains(); }
  std::uint64_t deliver(const KeptChunk& chunk, bool is_published);

  const std::shared_ptr<InProcessPublisher> inside_;
  const std::shared_ptr<OutsidePublisher> outside_;  // messages that readers hold share it
};

}  // namespace baton::transport
