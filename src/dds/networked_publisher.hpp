// SPDX-License-Identifier: Apache-2.0
// A publisher whose messages are handed over on this machine and encoded for other ones.
//
// Nothing is encoded while all readers are covered, unless late joiners of the network are owed
// what was retained. The network goes first: the publisher may not read a message any more that
// shared memory has taken. So a publication that fails, because a keep-all subscription of this
// machine does not keep up, has reached the network already. When the caller repeats the
// publication, the network gets it twice.
// Thread safety: as its two halves; it has no lock of its own.
#pragma once

#include <memory>

#include "dds/dds_publisher.hpp"
#include "transport/port/audience.hpp"
#include "transport/port/transport.hpp"

namespace baton::dds {

class NetworkedPublisher final : public transport::PublisherPort, public transport::EarlyAudience {
 public:
  NetworkedPublisher(std::shared_ptr<transport::PublisherPort> local,
                     std::shared_ptr<DdsPublisher> remote)
      : local_(std::move(local)), remote_(std::move(remote)) {}

  base::Result<transport::Loan> loan(std::size_t size_bytes) override {
    return local_->loan(size_bytes);
  }
  transport::LoanOwner& loan_owner() noexcept override { return local_->loan_owner(); }
  const std::byte* memory_of(std::uint64_t token) const noexcept override {
    return local_->memory_of(token);
  }
  base::Result<std::uint64_t> publish(std::uint64_t token, std::size_t size_bytes) override {
    if (base::Status sent = send(local_->memory_of(token), size_bytes); !sent) {
      return std::move(sent).error();
    }
    return local_->publish(token, size_bytes);
  }
  base::Result<std::uint64_t> publish_object(const transport::OwnedObject& object) override {
    if (base::Status sent = send(object.message, object.type->size_bytes); !sent) {
      return std::move(sent).error();
    }
    return local_->publish_object(object);
  }
  void show_unheard(std::uint64_t count) noexcept override { local_->show_unheard(count); }
  bool has_reader_of(const AdaptedType& type) const override { return local_->has_reader_of(type); }
  base::Result<std::uint64_t> publish_adapted(const transport::AdaptedObject& object) override {
    if (remote_->is_wanted()) {
      const transport::OwnedMessage message(object.make_message());
      if (base::Status sent = send(message.get().message, message.get().type->size_bytes); !sent) {
        return std::move(sent).error();
      }
    }
    return local_->publish_adapted(object);
  }
  void assert_liveliness() noexcept override {
    local_->assert_liveliness();
    remote_->assert_liveliness();
  }
  bool all_taken() const override { return local_->all_taken() && remote_->all_taken(); }
  transport::Gid gid() const override { return local_->gid(); }
  std::size_t match_count() const override {
    return local_->match_count() + remote_->match_count();
  }
  bool has_early_audience() const override { return remote_->has_early_audience(); }
  std::vector<MatchInfo> matches() const override;
  PublisherCounters counters() const override;

 private:
  base::Status send(const void* message, std::size_t bytes_of_plain) {
    if (!remote_->is_wanted()) return {};
    auto sent = remote_->publish_copy(message, bytes_of_plain);
    if (!sent) return std::move(sent).error();
    return {};
  }

  const std::shared_ptr<transport::PublisherPort> local_;
  const std::shared_ptr<DdsPublisher> remote_;
};

}  // namespace baton::dds
