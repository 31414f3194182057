// SPDX-License-Identifier: Apache-2.0
#include "communicators/fast_dds/participant.hpp"

#include <algorithm>

#include "communicators/fast_dds/block_type.hpp"
#include "communicators/fast_dds/qos.hpp"

namespace perf {
namespace {

// The sizes that Baton uses, so that the comparison does not depend on sizes of buffers.
constexpr uint32_t datagram_bytes = 65'500;
constexpr uint32_t socket_buffer_bytes = 4 << 20;
constexpr uint32_t participants_per_machine = 100;
// Messages wait in a segment for their readers. The default of Fast DDS is 512 KiB, in which larger
// messages are dropped, sent again, and dropped.
constexpr uint32_t messages_per_segment = 4;
constexpr uint32_t least_segment_bytes = 512 << 10;
constexpr uint32_t segment_header_bytes = 64 << 10;

fdds::Locator_t loopback(uint32_t port) {
  fdds::Locator_t locator;
  locator.kind = LOCATOR_KIND_UDPv4;
  locator.port = port;
  fdds::IPLocator::setIPv4(locator, "127.0.0.1");
  return locator;
}

void use_udp(fdds::DomainParticipantQos& qos, const FastDdsPlan& plan) {
  auto udp = std::make_shared<fdds::UDPv4TransportDescriptor>();
  udp->maxMessageSize = datagram_bytes;
  udp->sendBufferSize = socket_buffer_bytes;
  udp->receiveBufferSize = socket_buffer_bytes;
  udp->maxInitialPeersRange = participants_per_machine;
  auto& builtin = qos.wire_protocol().builtin;
  builtin.mutation_tries = participants_per_machine;
  if (plan.this_machine_only) {
    udp->interfaceWhiteList.push_back("127.0.0.1");
    builtin.initialPeersList.push_back(loopback(0));
    builtin.metatrafficUnicastLocatorList.push_back(
        loopback(qos.wire_protocol().port.getUnicastPort(plan.domain_id, 0)));
  }
  qos.transport().user_transports.push_back(udp);
}

void use_shared_memory(fdds::DomainParticipantQos& qos, const FastDdsPlan& plan) {
  auto memory = std::make_shared<fdds::SharedMemTransportDescriptor>();
  const auto message_bytes = static_cast<uint32_t>(plan.type.size_bytes);
  memory->segment_size(
      std::max(least_segment_bytes, messages_per_segment * message_bytes + segment_header_bytes));
  if (fdds::takes_large_datagrams) {
    memory->max_message_size(std::max(datagram_bytes, message_bytes + segment_header_bytes));
  }
  qos.transport().user_transports.push_back(memory);
}

void require(const void* made, const char* what) {
  if (made == nullptr) {
    throw RunError(std::string("Fast DDS could not make ") + what + "; see its messages above");
  }
}

}  // namespace

void FastDdsMatches::note(const fdds::InstanceHandle_t& peer, bool matched) {
  const fdds::GUID_t guid = fdds::iHandle2GUID(peer);
  const std::lock_guard lock(mutex_);
  std::erase(peers_, guid);
  if (matched) peers_.push_back(guid);
}

std::vector<fdds::GUID_t> FastDdsMatches::all() const {
  const std::lock_guard lock(mutex_);
  return peers_;
}

FastDdsParticipant::FastDdsParticipant(const FastDdsPlan& plan) : plan_(plan) {
  fdds::no_shortcut_in_process();
  fdds::DomainParticipantQos qos = fdds::PARTICIPANT_QOS_DEFAULT;
  qos.name(plan.participant);
  qos.transport().use_builtin_transports = false;
  plan.way == FastDdsPlan::Way::shared_memory ? use_shared_memory(qos, plan) : use_udp(qos, plan);
  auto* const factory = fdds::DomainParticipantFactory::get_instance();
  participant_ = factory->create_participant(plan.domain_id, qos, this, fdds::StatusMask::none());
  require(participant_, "a participant");
  const bool plain = plan.loans || plan.way == FastDdsPlan::Way::data_sharing;
  fdds::TypeSupport(new BlockType(plan.type.name, plan.type.size_bytes, plain))
      .register_type(participant_);
  publisher_ = participant_->create_publisher(fdds::PUBLISHER_QOS_DEFAULT);
  subscriber_ = participant_->create_subscriber(fdds::SUBSCRIBER_QOS_DEFAULT);
  require(publisher_, "a publisher");
  require(subscriber_, "a subscriber");
}

FastDdsParticipant::~FastDdsParticipant() {
  if (participant_ == nullptr) return;
  participant_->set_listener(nullptr);
  participant_->delete_contained_entities();
  fdds::DomainParticipantFactory::get_instance()->delete_participant(participant_);
}

fdds::Topic* FastDdsParticipant::topic(const std::string& name) {
  fdds::Topic*& topic = topics_[name];
  if (topic == nullptr) {
    topic = participant_->create_topic(name, plan_.type.name, fdds::TOPIC_QOS_DEFAULT);
  }
  require(topic, "a topic");
  return topic;
}

fdds::DataWriter* FastDdsParticipant::create_writer(const std::string& topic_name,
                                                    fdds::DataWriterListener& listener) {
  fdds::DataWriter* const writer =
      publisher_->create_datawriter(topic(topic_name), fast_dds_writer_qos(plan_), &listener,
                                    fdds::StatusMask::publication_matched());
  require(writer, "a writer");
  return writer;
}

fdds::DataReader* FastDdsParticipant::create_reader(const std::string& topic_name,
                                                    fdds::DataReaderListener& listener,
                                                    const fdds::StatusMask& mask) {
  fdds::DataReader* const reader = subscriber_->create_datareader(
      topic(topic_name), fast_dds_reader_qos(plan_), &listener, mask);
  require(reader, "a reader");
  return reader;
}

void FastDdsParticipant::destroy(fdds::DataWriter* writer) {
  writer->set_listener(nullptr);
  publisher_->delete_datawriter(writer);
}

void FastDdsParticipant::destroy(fdds::DataReader* reader) {
  reader->set_listener(nullptr);
  subscriber_->delete_datareader(reader);
}

std::vector<MatchedPeer> FastDdsParticipant::describe(const FastDdsMatches& matches) const {
  std::vector<MatchedPeer> peers;
  for (const fdds::GUID_t& guid : matches.all()) peers.push_back(describe_peer(guid));
  return peers;
}

MatchedPeer FastDdsParticipant::describe_peer(const fdds::GUID_t& guid) const {
  const std::lock_guard lock(mutex_);
  const auto found = names_.find(guid.guidPrefix);
  const std::string name = found == names_.end() ? plan_.participant : found->second;
  switch (plan_.way) {
    case FastDdsPlan::Way::udp:
      return {name, network_transport, false, "Fast DDS; its UDP transport is all it has"};
    case FastDdsPlan::Way::shared_memory:
      return {name, "shared_memory", false, "Fast DDS; its SHM transport is all it has"};
    case FastDdsPlan::Way::data_sharing:
      break;
  }
  if (shares_data(guid)) return {name, "data_sharing", true, ""};
  return {name, network_transport, false, "that endpoint of Fast DDS shares no data"};
}

// Called with mutex_ held. Endpoints of this process share data if this one does.
bool FastDdsParticipant::shares_data(const fdds::GUID_t& peer) const {
  const auto found = sharing_.find(peer);
  return found == sharing_.end() ? peer.guidPrefix == participant_->guid().guidPrefix
                                 : found->second;
}

void FastDdsParticipant::on_participant(const fdds::ParticipantFacts& participant) {
  const std::lock_guard lock(mutex_);
  names_[participant.guid.guidPrefix] = participant.name;
}

void FastDdsParticipant::on_reader(const fdds::ReaderData& reader, bool) {
  note_sharing(fdds::facts_of(reader));
}

void FastDdsParticipant::on_writer(const fdds::WriterData& writer, bool) {
  note_sharing(fdds::facts_of(writer));
}

void FastDdsParticipant::note_sharing(const fdds::EndpointFacts& endpoint) {
  const std::lock_guard lock(mutex_);
  sharing_[endpoint.guid] = endpoint.data_sharing.kind() != fdds::OFF;
}

}  // namespace perf
