// SPDX-License-Identifier: Apache-2.0
// A participant of Fast DDS as rmw_fastrtps makes it, with nothing of Baton in between: what a node
// of ROS 2 knows, and when.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>

#include "fastdds_api/topic_type.hpp"

namespace baton::testing {

namespace api = fastdds_api;

/// std_msgs::msg::String and nothing else.
class PlainString final : public api::TopicType {
 public:
  static constexpr const char* name = "std_msgs::msg::dds_::String_";

  PlainString() : TopicType(name, 64) {}

 private:
  // Its encapsulation, the size with the final zero, "x", and filled up.
  static constexpr unsigned char bytes[12] = {0, 1, 0, 0, 2, 0, 0, 0, 'x', 0, 0, 0};

  bool encode(const void*, api::SerializedPayload_t& payload) override {
    payload.encapsulation = CDR_LE;
    payload.length = sizeof bytes;
    std::memcpy(payload.data, bytes, sizeof bytes);
    return true;
  }
  bool decode(const api::SerializedPayload_t&, void*) override { return true; }
  std::uint32_t encoded_bytes(const void*) override { return sizeof bytes; }
};

struct PlainQos {
  bool reliable = true;
  int depth = 10;
};

class PlainWriter final : private api::DataWriterListener {
 public:
  int matched() const { return matched_; }
  void write() {
    int nothing = 0;
    EXPECT_TRUE(api::is_ok(writer_->write(&nothing)));
  }
  void open(api::Publisher& publisher, api::Topic* topic, const PlainQos& qos) {
    api::DataWriterQos made = publisher.get_default_datawriter_qos();
    made.reliability().kind =
        qos.reliable ? api::RELIABLE_RELIABILITY_QOS : api::BEST_EFFORT_RELIABILITY_QOS;
    made.history().depth = qos.depth;
    made.data_sharing().off();
    writer_ = publisher.create_datawriter(topic, made, this);
    ASSERT_NE(writer_, nullptr);
  }

 private:
  void on_publication_matched(api::DataWriter*,
                              const api::PublicationMatchedStatus& status) override {
    matched_ = status.current_count;
  }
  std::atomic<int> matched_{0};
  api::DataWriter* writer_ = nullptr;
};

class PlainReader final : private api::DataReaderListener {
 public:
  int matched() const { return matched_; }
  int received() const { return received_; }
  void open(api::Subscriber& subscriber, api::Topic* topic, const PlainQos& qos) {
    api::DataReaderQos made = subscriber.get_default_datareader_qos();
    made.reliability().kind =
        qos.reliable ? api::RELIABLE_RELIABILITY_QOS : api::BEST_EFFORT_RELIABILITY_QOS;
    made.history().depth = qos.depth;
    made.data_sharing().off();
    reader_ = subscriber.create_datareader(topic, made, this);
    ASSERT_NE(reader_, nullptr);
  }

 private:
  void on_data_available(api::DataReader* reader) override {
    api::SampleInfo info;
    int nothing = 0;
    while (api::is_ok(reader->take_next_sample(&nothing, &info)))
      received_ += info.valid_data ? 1 : 0;
  }
  void on_subscription_matched(api::DataReader*,
                               const api::SubscriptionMatchedStatus& status) override {
    matched_ = status.current_count;
  }
  std::atomic<int> matched_{0};
  std::atomic<int> received_{0};
  api::DataReader* reader_ = nullptr;
};

class PlainPeer {
 public:
  /// `localhost` as with ROS_LOCALHOST_ONLY=1. It announces itself once.
  PlainPeer(unsigned domain_id, bool localhost) {
    api::no_shortcut_in_process();
    api::DomainParticipantQos qos = api::PARTICIPANT_QOS_DEFAULT;
    auto udp = std::make_shared<api::UDPv4TransportDescriptor>();
    if (localhost) udp->interfaceWhiteList = {"127.0.0.1"};
    qos.transport().use_builtin_transports = false;
    qos.transport().user_transports = {udp};
    auto& discovery = qos.wire_protocol().builtin.discovery_config;
    discovery.initial_announcements.count = 0;
    discovery.leaseDuration = api::infinite;
    discovery.leaseDuration_announcementperiod = api::Duration_t(100'000, 0);
    participant_ = factory().create_participant(domain_id, qos);
    EXPECT_NE(participant_, nullptr);
    api::TypeSupport(new PlainString).register_type(participant_);
  }
  ~PlainPeer() {
    participant_->delete_contained_entities();
    factory().delete_participant(participant_);
  }
  PlainPeer(const PlainPeer&) = delete;
  PlainPeer& operator=(const PlainPeer&) = delete;

  /// As ROS names it: "/chatter". They live as long as this.
  void open(PlainWriter& writer, const std::string& topic, const PlainQos& qos = {}) {
    writer.open(*participant_->create_publisher(api::PUBLISHER_QOS_DEFAULT), made(topic), qos);
  }
  void open(PlainReader& reader, const std::string& topic, const PlainQos& qos = {}) {
    reader.open(*participant_->create_subscriber(api::SUBSCRIBER_QOS_DEFAULT), made(topic), qos);
  }

 private:
  static api::DomainParticipantFactory& factory() {
    return *api::DomainParticipantFactory::get_instance();
  }
  api::Topic* made(const std::string& topic) {
    return participant_->create_topic("rt" + topic, PlainString::name, api::TOPIC_QOS_DEFAULT);
  }

  api::DomainParticipant* participant_ = nullptr;
};

}  // namespace baton::testing
