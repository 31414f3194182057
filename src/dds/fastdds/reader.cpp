// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/reader.hpp"

#include "dds/fastdds/arrival.hpp"
#include "dds/fastdds/convert.hpp"
#include "dds/fastdds/payload_pools.hpp"

namespace baton::dds::fastdds {
namespace {

SampleFacts to_facts(const api::SampleInfo& info) {
  SampleFacts facts;
  const SampleIdentity own = to_identity(info.sample_identity);
  facts.writer = own.writer;
  facts.sequence = own.sequence;
  facts.source_timestamp_ns = info.source_timestamp.to_ns();
  if (info.related_sample_identity.writer_guid() != api::GUID_t::unknown()) {
    facts.related = to_identity(info.related_sample_identity);
  }
  return facts;
}

}  // namespace

bool Reader::open(std::shared_ptr<api::Topic> topic, const WireEndpoint& endpoint) {
  topic_ = std::move(topic);
  is_reliable_ = endpoint.policies.reliable;
  subscriber_ = participant_.create_subscriber(api::SUBSCRIBER_QOS_DEFAULT);
  if (subscriber_ == nullptr) return false;
  api::StatusMask mask = api::StatusMask::data_available();
  mask << api::StatusMask::liveliness_changed();
  const auto qos = reader_qos(subscriber_->get_default_datareader_qos(), endpoint);
  // Fast DDS 2.9 matches a new reader before it notes that this one is to be told of liveliness: a
  // writer that asserts just then is taken for alive, and the reader is never told. So such a
  // reader is made in an empty partition, where no writer matches it.
  const bool watches_liveliness = endpoint.policies.lease_ns != match::unlimited_ns;
  const api::SubscriberQos in_sight = subscriber_->get_qos();
  if (watches_liveliness) depart(*subscriber_);
  {
    const auto alone = hold_payload_pools();
    const EndpointInMaking making([this](const api::GUID_t& own) {
      guid_ = to_guid(own);
      return matches_.begin(own);
    });
    reader_ = subscriber_->create_datareader(topic_.get(), qos, this, mask);
    if (!making.has_begun()) return false;
  }
  if (watches_liveliness) (void)subscriber_->set_qos(in_sight);
  return reader_ != nullptr;
}

Reader::~Reader() {
  if (reader_ != nullptr) {
    matches_.end();
    reader_->set_listener(nullptr);
    depart(*subscriber_);
    pairings_.wait();
    const auto alone = hold_payload_pools();
    subscriber_->delete_datareader(reader_);
    if (gaps_) gaps_->remove(guid_);
  }
  if (subscriber_ != nullptr) participant_.delete_subscriber(subscriber_);
}

void Reader::drain() noexcept { on_data_available(reader_); }

bool Reader::is_known_to(const Guid& writer) noexcept {
  if (!acquaintances_) return true;
  try {
    if (is_reliable_ && acquaintances_->has_addressed(guid(), writer)) return true;
    const bool is_announced = acquaintances_->ask(writer, rtps::Announced::readers);
    return is_announced && (!is_reliable_ || acquaintances_->has_addressed_all(writer));
  } catch (const std::exception&) {
    return false;
  }
}

void Reader::on_data_available(api::DataReader* reader) {
  // [drain/again] the thread that drains sees every later drain(), or that drain() does it itself
  if (drains_.fetch_add(1, std::memory_order_acq_rel) != 0) return;
  std::uint32_t seen = 1;
  do {
    take_all(*reader);
    // [drain/again] no drain() came meanwhile: done
  } while (!drains_.compare_exchange_strong(seen, 0, std::memory_order_acq_rel,
                                            std::memory_order_acquire));
}

void Reader::take_all(api::DataReader& reader) {
  api::SampleInfo info;
  while (api::is_ok(reader.get_first_untaken_info(&info))) {
    if (info.valid_data && !listener_.on_room(to_guid(info.sample_identity.writer_guid()))) return;
    Arrival arrival{listener_};
    if (!api::is_ok(reader.take_next_sample(&arrival, &info))) return;
    if (info.valid_data) listener_.on_sample(to_facts(info));
  }
}

void Reader::on_match(const api::GUID_t& writer, bool matched) {
  const Guid theirs = to_guid(writer);
  if (!matched && acquaintances_) acquaintances_->forget(guid_, theirs);
  if (gaps_ && matched) gaps_->add(guid_, theirs);
  if (gaps_ && !matched) gaps_->remove(guid_, theirs);
  listener_.on_writer(theirs, matched);
}

void Reader::on_liveliness_changed(api::DataReader*, const api::LivelinessChangedStatus& status) {
  if (status.alive_count_change == 0) return;
  listener_.on_liveliness(to_guid(status.last_publication_handle), status.alive_count_change > 0);
}

}  // namespace baton::dds::fastdds
