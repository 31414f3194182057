// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/writer.hpp"

#include <chrono>

#include "dds/fastdds/convert.hpp"
#include "dds/fastdds/payload_pools.hpp"

namespace baton::dds::fastdds {
namespace {

constexpr std::int64_t retry_ns = 1'000'000;

}  // namespace

bool Writer::open(std::shared_ptr<api::Topic> topic, const WireEndpoint& endpoint,
                  std::int64_t heartbeat_period_ns) {
  topic_ = std::move(topic);
  publisher_ = participant_.create_publisher(api::PUBLISHER_QOS_DEFAULT);
  if (publisher_ == nullptr) return false;
  const auto qos =
      writer_qos(publisher_->get_default_datawriter_qos(), endpoint, heartbeat_period_ns);
  {
    const auto alone = hold_payload_pools();
    const EndpointInMaking making([this](const api::GUID_t& own) {
      guid_ = to_guid(own);
      return matches_.begin(own);
    });
    writer_ =
        publisher_->create_datawriter(topic_.get(), qos, this, api::StatusMask::liveliness_lost());
    if (!making.has_begun() || writer_ == nullptr || !queued_.begin(writer_->guid())) return false;
  }
  return !chosen_ || chosen_->begin(writer_->guid());
}

Writer::~Writer() {
  if (chosen_) chosen_->end();
  if (writer_ != nullptr) {
    matches_.end();
    writer_->set_listener(nullptr);
    depart(*publisher_);
    pairings_.wait();
    const auto alone = hold_payload_pools();
    publisher_->delete_datawriter(writer_);
  }
  if (publisher_ != nullptr) participant_.delete_publisher(publisher_);
}

WriteResult Writer::write(const Outgoing& message, SampleFacts& facts) noexcept {
  // Relaxed: at worst a reader is asked once more, which does no harm.
  if (!has_written_.load(std::memory_order_relaxed)) {
    has_written_.store(true, std::memory_order_relaxed);
  }
  try {
    if (!wait_for_room()) return WriteResult::timeout;
    api::WriteParams params;
    if (facts.related) params.related_sample_identity(from_identity(*facts.related));
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::nanoseconds(max_blocking_ns_);
    while (!api::is_ok(writer_->write(const_cast<Outgoing*>(&message), params))) {
      if (!policies_.keep_all) return WriteResult::failed;
      if (std::chrono::steady_clock::now() >= deadline) return WriteResult::timeout;
      // Fast DDS gives up early when its pool is used up before its history is. There is room after
      // the next acknowledgement.
      (void)writer_->wait_for_acknowledgments(to_duration(retry_ns));
    }
    facts.writer = guid();
    facts.sequence = params.sample_identity().sequence_number().to64long();
    return WriteResult::written;
  } catch (const std::exception&) {
    return WriteResult::failed;
  }
}

/// Waits here, because DDS would overwrite retained samples that a reader has not got yet.
bool Writer::wait_for_room() {
  if (!policies_.keep_all || !policies_.transient_local) return true;
  const std::lock_guard lock(retained_mutex_);
  if (unacknowledged_ + 1 > policies_.depth) {
    if (!api::is_ok(writer_->wait_for_acknowledgments(to_duration(max_blocking_ns_)))) return false;
    unacknowledged_ = 0;
  }
  ++unacknowledged_;
  return true;
}

void Writer::assert_liveliness() noexcept { writer_->assert_liveliness(); }

bool Writer::all_acknowledged() const noexcept {
  return api::is_ok(writer_->wait_for_acknowledgments(to_duration(0)));
}

bool Writer::choose_again() noexcept { return chosen_ && chosen_->choose_again(); }

bool Writer::is_known_to(const Guid& reader, bool is_reliable) noexcept {
  if (!acquaintances_) return true;
  try {
    const bool acknowledges = is_reliable && policies_.reliable;
    if (acknowledges && acquaintances_->has_addressed(guid(), reader)) return true;
    const bool is_announced = acquaintances_->ask(reader, rtps::Announced::writers);
    if (!acknowledges) return is_announced;
    // A writer that has written asks by itself with every heartbeat period. Relaxed: see write().
    if (is_announced && !has_written_.load(std::memory_order_relaxed)) {
      acquaintances_->ask_reader(guid(), reader);
    }
  } catch (const std::exception&) {
    // The caller asks again later.
  }
  return false;
}

void Writer::on_match(const api::GUID_t& reader, bool matched) {
  if (chosen_) chosen_->on_match(reader);
  const Guid theirs = to_guid(reader);
  if (!matched && acquaintances_) acquaintances_->forget(guid_, theirs);
  listener_.on_reader(theirs, matched);
}

void Writer::on_liveliness_lost(api::DataWriter*, const api::LivelinessLostStatus&) {
  listener_.on_own_liveliness_lost();
}

}  // namespace baton::dds::fastdds
