// SPDX-License-Identifier: Apache-2.0
// A participant without any of Baton's promises: it writes whatever bytes it is given and keeps
// those that come. It stands for nodes of ROS 2, and for peers that mean no good.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <baton/msg/cdr.hpp>

#include "dds/outgoing_message.hpp"
#include "dds/wire.hpp"
#include "dds/wire_library.hpp"
#include "testing/deadline.hpp"
#include "transport/port/transport.hpp"

namespace baton::testing {

using Bytes = std::vector<std::byte>;

/// Filled up to four bytes, as the wire does.
template <class M>
Bytes cdr_of(const M& message) {
  Bytes bytes;
  EXPECT_TRUE(msg::encode_message(msg::type_support<M>(), &message, bytes));
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

struct RawSample {
  dds::SampleFacts facts;
  Bytes bytes;
};

class RawWriter final : private dds::WireWriterListener {
 public:
  RawWriter(dds::Wire& wire, const dds::WireEndpoint& endpoint) {
    std::string error;
    writer_ = wire.create_writer(endpoint, *this, error);
    EXPECT_NE(writer_, nullptr) << error;
  }
  ~RawWriter() { writer_.reset(); }

  dds::Guid guid() const { return writer_->guid(); }
  /// Its sequence; 0: it was not written.
  std::uint64_t write(const Bytes& bytes, std::optional<dds::SampleIdentity> related = {}) {
    dds::SampleFacts facts;
    facts.related = related;
    const auto result = writer_->write(dds::OutgoingBytes(bytes), facts);
    return result == dds::WriteResult::written ? facts.sequence : 0;
  }
  bool all_acknowledged() const { return writer_->all_acknowledged(); }
  bool wait_for_match(std::size_t count = 1) const {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      return matched_.size() >= count;
    });
  }

 private:
  void on_reader(const dds::Guid& guid, bool matched) noexcept override {
    const std::lock_guard lock(mutex_);
    std::erase(matched_, guid);
    if (matched) matched_.push_back(guid);
  }
  void on_own_liveliness_lost() noexcept override {}

  mutable std::mutex mutex_;  // covers what follows
  std::vector<dds::Guid> matched_;
  std::unique_ptr<dds::WireWriter> writer_;
};

class RawReader final : private dds::WireReaderListener {
 public:
  RawReader(dds::Wire& wire, const dds::WireEndpoint& endpoint) {
    std::string error;
    reader_ = wire.create_reader(endpoint, *this, error);
    EXPECT_NE(reader_, nullptr) << error;
  }
  ~RawReader() { reader_.reset(); }

  dds::Guid guid() const { return reader_->guid(); }
  /// All that has come, as soon as that many have.
  std::vector<RawSample> wait_for(std::size_t count,
                                  std::chrono::nanoseconds deadline = default_deadline) const {
    (void)wait_until([&] { return samples().size() >= count; }, deadline);
    return samples();
  }
  std::vector<RawSample> samples() const {
    const std::lock_guard lock(mutex_);
    return samples_;
  }
  bool wait_for_match() const {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      return matched_ != 0;
    });
  }

 private:
  void on_writer(const dds::Guid&, bool matched) noexcept override {
    const std::lock_guard lock(mutex_);
    matched_ += matched ? 1 : -1;
  }
  void on_liveliness(const dds::Guid&, bool) noexcept override {}
  bool on_room(const dds::Guid&) noexcept override { return true; }
  void on_bytes(std::span<const std::byte> bytes) noexcept override {
    arriving_.assign(bytes.begin(), bytes.end());
  }
  void on_sample(const dds::SampleFacts& facts) noexcept override {
    const std::lock_guard lock(mutex_);
    samples_.push_back({facts, std::move(arriving_)});
  }

  Bytes arriving_;
  mutable std::mutex mutex_;  // covers what follows
  std::vector<RawSample> samples_;
  int matched_ = 0;
  std::unique_ptr<dds::WireReader> reader_;
};

/// With user data as rmw_fastrtps has it.
class RawPeer final : private dds::WireListener {
 public:
  explicit RawPeer(unsigned domain_id, const std::string& name = "raw peer") {
    dds::WireOptions options;
    options.domain_id = domain_id;
    options.name = name;
    options.user_data = "enclave=/;";
    auto opened = dds::open_wire(options, *this);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().text);
    if (opened) wire_ = *opened;
  }
  ~RawPeer() { wire_.reset(); }

  static dds::WireEndpoint endpoint(const std::string& topic, const std::string& type) {
    dds::WireEndpoint made;
    made.topic = topic;
    made.type = type;
    made.policies.depth = 1000;
    return made;
  }
  std::unique_ptr<RawWriter> writer(const std::string& topic, const std::string& type) {
    return std::make_unique<RawWriter>(*wire_, endpoint(topic, type));
  }
  std::unique_ptr<RawReader> reader(const std::string& topic, const std::string& type) {
    return std::make_unique<RawReader>(*wire_, endpoint(topic, type));
  }
  dds::Wire& wire() { return *wire_; }
  dds::Guid guid() const { return wire_->guid(); }

  std::size_t endpoints_of_others() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count_if(seen_.begin(), seen_.end(), [&](const auto& each) { return !is_own(each); }));
  }
  /// Endpoints of others on that topic.
  std::vector<dds::SeenEndpoint> seen(const std::string& topic) const {
    const std::lock_guard lock(mutex_);
    std::vector<dds::SeenEndpoint> found;
    for (const auto& each : seen_) {
      if (!is_own(each) && each.endpoint.topic == topic) found.push_back(each);
    }
    return found;
  }

 private:
  bool is_own(const dds::SeenEndpoint& each) const {
    const dds::Guid own = guid();
    return std::equal(each.guid.begin(), each.guid.begin() + 12, own.begin());
  }
  void on_participant(const dds::SeenParticipant&) noexcept override {}
  void on_participant_gone(const dds::Guid&) noexcept override {}
  void on_endpoint(const dds::SeenEndpoint& endpoint) noexcept override {
    const std::lock_guard lock(mutex_);
    seen_.push_back(endpoint);
  }
  void on_endpoint_gone(const dds::Guid& guid, bool) noexcept override {
    const std::lock_guard lock(mutex_);
    std::erase_if(seen_, [&](const auto& each) { return each.guid == guid; });
  }

  mutable std::mutex mutex_;  // covers what follows
  std::vector<dds::SeenEndpoint> seen_;
  std::shared_ptr<dds::Wire> wire_;
};

/// Takes all messages; how many there were.
inline std::size_t drain(transport::SubscriptionPort& port) {
  std::size_t count = 0;
  for (transport::Sample sample; port.take(sample); ++count) {
    sample.owner->release(sample.token);
    sample = {};
  }
  return count;
}

}  // namespace baton::testing
