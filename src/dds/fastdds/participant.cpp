// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/participant.hpp"

#include <algorithm>
#include <cstdlib>

#include "dds/fastdds/convert.hpp"
#include "dds/fastdds/datagram_socket.hpp"
#include "dds/fastdds/matches.hpp"
#include "dds/fastdds/message_type.hpp"
#include "dds/fastdds/patient_transport.hpp"
#include "dds/fastdds/payload_pools.hpp"
#include "dds/fastdds/reader.hpp"
#include "dds/fastdds/writer.hpp"
#include "fastdds_api/factory.hpp"
#include "fastdds_api/interfaces.hpp"

namespace baton::dds::fastdds {
namespace {

/// How many participants of one machine are looked for without multicast. Each takes a port.
constexpr std::uint32_t participants_per_machine = 100;
constexpr std::uint32_t max_message_bytes = 65'500;
constexpr std::uint32_t socket_buffer_bytes = 4 << 20;

constexpr const char* loopback = "127.0.0.1";
constexpr const char* any_address = "0.0.0.0";
constexpr const char* multicast_group = "239.255.0.1";

bool is_loopback(const std::string& address) { return address.starts_with("127."); }

api::Locator_t address(const std::string& text) {
  api::Locator_t locator;
  locator.kind = LOCATOR_KIND_UDPv4;
  locator.port = 0;  // 0: the ports of all participants that may be there
  api::IPLocator::setIPv4(locator, text);
  return locator;
}

/// UDP as the user's profile configures it: sizes of packets and buffers, and interfaces. Other
/// transports of the profile are ignored.
std::shared_ptr<api::UDPv4TransportDescriptor> udp_of(const api::DomainParticipantQos& qos) {
  for (const auto& each : qos.transport().user_transports) {
    const auto* const udp = dynamic_cast<const api::UDPv4TransportDescriptor*>(each.get());
    if (udp != nullptr) return std::make_shared<api::UDPv4TransportDescriptor>(*udp);
  }
  auto udp = std::make_shared<api::UDPv4TransportDescriptor>();
  udp->maxMessageSize = max_message_bytes;
  return udp;
}

std::vector<Address> addresses(const api::LocatorVector& locators) {
  std::vector<Address> made;
  for (const api::Locator_t& each : locators) {
    if (each.kind == LOCATOR_KIND_UDPv4) made.push_back(to_address(each));
  }
  return made;
}

/// Whether nothing that the participant sends leaves this machine.
bool is_confined(const WireOptions& options) {
  return options.range == WireRange::localhost &&
         std::all_of(options.static_peers.begin(), options.static_peers.end(), is_loopback);
}

/// Whether Fast DDS takes part by a discovery server, as a profile or ROS's variable may say.
bool has_server(const api::DomainParticipantQos& qos) {
  const char* const servers = std::getenv("ROS_DISCOVERY_SERVER");
  const auto& discovery = qos.wire_protocol().builtin.discovery_config;
  return discovery.discoveryProtocol != api::rtps::DiscoveryProtocol::SIMPLE ||
         (servers != nullptr && *servers != '\0');
}

std::shared_ptr<PatientTransportDescriptor> set_transport(api::DomainParticipantQos& qos,
                                                          const WireOptions& options) {
  const auto udp = udp_of(qos);
  if (udp->sendBufferSize == 0) udp->sendBufferSize = socket_buffer_bytes;
  if (udp->receiveBufferSize == 0) udp->receiveBufferSize = socket_buffer_bytes;
  udp->maxInitialPeersRange = participants_per_machine;
  auto& builtin = qos.wire_protocol().builtin;
  builtin.mutation_tries = participants_per_machine;
  for (const std::string& peer : options.static_peers) {
    builtin.initialPeersList.push_back(address(peer));
  }
  const auto& ports = qos.wire_protocol().port;
  api::Locator_t group = address(multicast_group);
  group.port = ports.getMulticastPort(options.domain_id);
  if (options.range == WireRange::localhost) {
    const bool confined = is_confined(options);
    if (confined) udp->interfaceWhiteList = {loopback};
    builtin.initialPeersList.push_back(address(loopback));
    // Take the first free port: other participants look there. Fast DDS itself would count up with
    // every participant that the process ever had.
    api::Locator_t own = address(confined ? loopback : any_address);
    own.port = ports.getUnicastPort(options.domain_id, 0);
    builtin.metatrafficUnicastLocatorList.push_back(own);
    // Nodes of ROS 2 do not look at single ports: they announce themselves to the multicast group,
    // on the loopback interface, too. So listen to the group there, and announce this participant
    // to the group as well. Only the first hundred single ports are asked.
    builtin.metatrafficMulticastLocatorList.push_back(group);
    if (confined) builtin.initialPeersList.push_back(group);
  } else if (!options.static_peers.empty()) {
    // A list of peers replaces the multicast group, unless the list has the group in it.
    builtin.initialPeersList.push_back(group);
  }
  const Participation participation{options.security.has_value(), has_server(qos)};
  auto transport = std::make_shared<PatientTransportDescriptor>(udp, participation);
  transport->is_local = options.range == WireRange::localhost;
  qos.transport().use_builtin_transports = false;
  qos.transport().user_transports = {transport};
  return transport;
}

void set_security(api::DomainParticipantQos& qos, const WireSecurity& security) {
  const auto set = [&](const std::string& name, const std::string& value) {
    qos.properties().properties().emplace_back("dds.sec." + name, value);
  };
  const std::string authentication = "auth.builtin.PKI-DH.";
  set("auth.plugin", "builtin.PKI-DH");
  set(authentication + "identity_ca", "file://" + security.identity_ca);
  set(authentication + "identity_certificate", "file://" + security.certificate);
  set(authentication + "private_key", "file://" + security.private_key);
  if (!security.revoked.empty()) set(authentication + "identity_crl", "file://" + security.revoked);
  const std::string access = "access.builtin.Access-Permissions.";
  set("access.plugin", "builtin.Access-Permissions");
  set(access + "permissions_ca", "file://" + security.permissions_ca);
  set(access + "governance", "file://" + security.governance);
  set(access + "permissions", "file://" + security.permissions);
  set("crypto.plugin", "builtin.AES-GCM-GMAC");
}

std::string cause_of_failure(const WireOptions& options) {
  const std::string ports =
      "whether UDP ports from " + std::to_string(7400 + 250 * options.domain_id) + " on are free";
  return "Fast DDS could not open a participant: see its messages above, and " +
         (options.security ? "whether the files beside " + options.security->certificate +
                                 " belong together and permit domain " +
                                 std::to_string(options.domain_id) + ", and " + ports
                           : ports);
}

api::DomainParticipantQos participant_qos(const WireOptions& options) {
  api::kept_factory().load_profiles();
  api::DomainParticipantQos qos = api::kept_factory().get_default_participant_qos();
  qos.name(options.name.substr(0, 255));
  const auto* bytes = reinterpret_cast<const api::octet*>(options.user_data.data());
  qos.user_data().assign(bytes, bytes + options.user_data.size());
  if (options.security) set_security(qos, *options.security);
  return qos;
}

/// Fast DDS starts a thread when it logs for the first time. This ends the thread with the last
/// participant.
class LogUse {
 public:
  void begin() {
    const std::lock_guard lock(mutex_);
    ++participants_;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    if (--participants_ == 0) api::end_log();
  }

 private:
  std::mutex mutex_;
  std::size_t participants_ = 0;
};

LogUse& log_use() {
  static auto* const use = new LogUse;  // participants may go after all statics
  return *use;
}

}  // namespace

bool Participant::open(const WireOptions& options, std::string& error) {
  api::no_shortcut_in_process();
  heartbeat_period_ns_ = options.heartbeat_period_ns;
  is_secured_ = options.security.has_value();
  choosing_topic_ = options.choosing_topic;
  api::DomainParticipantQos qos = participant_qos(options);
  const auto transport = set_transport(qos, options);
  known_ = transport->known();
  if (!is_secured_) {
    acquaintances_ = std::make_shared<Acquaintances>(
        [socket = std::make_shared<DatagramSocket>(is_confined(options))](
            const auto& datagram, const auto& to) { socket->send(datagram, to); });
    transport->acquaintances = acquaintances_;
    gaps_ = std::make_shared<SafeGaps>();
    transport->gaps = gaps_;
  }
  api::look_for_interfaces();
  {
    const auto alone = hold_payload_pools();
    participant_ = api::kept_factory().create_participant(options.domain_id, qos, this,
                                                          api::StatusMask::none());
  }
  if (participant_ == nullptr) {
    error = cause_of_failure(options);
    return false;
  }
  keep_queued_announcements();
  transport->held().release();
  log_use().begin();
  pairings_.emplace(*participant_);
  return true;
}

/// For the built-in writers that announce endpoints and their ends.
void Participant::keep_queued_announcements() {
  const api::EntityId_t announcers[] = {
      api::rtps::c_EntityId_SEDPPubWriter,
      api::rtps::c_EntityId_SEDPSubWriter,
      api::rtps::sedp_builtin_publications_secure_writer,
      api::rtps::sedp_builtin_subscriptions_secure_writer,
  };
  auto queued = queued_announcements_.begin();
  for (const api::EntityId_t& announcer : announcers) {
    (void)(queued++)->begin({participant_->guid().guidPrefix, announcer});
  }
}

Participant::~Participant() {
  if (participant_ == nullptr) return;
  participant_->set_listener(nullptr);
  {
    const auto alone = hold_payload_pools();
    participant_->delete_contained_entities();
    api::kept_factory().delete_participant(participant_);
  }
  log_use().end();
}

Guid Participant::guid() const noexcept { return to_guid(participant_->guid()); }

std::shared_ptr<api::Topic> Participant::use_topic(const WireEndpoint& endpoint,
                                                   std::string& error) {
  const std::lock_guard lock(topics_mutex_);
  UsedTopic& used = topics_[endpoint.topic];
  if (used.topic == nullptr) used.topic = make_topic(endpoint);
  if (used.topic == nullptr) {
    error = "Fast DDS refused topic '" + endpoint.topic + "' of type '" + endpoint.type + "'";
    return nullptr;
  }
  if (used.topic->get_type_name() != endpoint.type) {
    error = "this context uses DDS topic '" + endpoint.topic + "' with type '" +
            used.topic->get_type_name() +
            "' already, and over DDS it has one type for each topic; " +
            "use one type, another topic, or another context";
    return nullptr;
  }
  ++used.uses;
  return {used.topic, [this, name = endpoint.topic](api::Topic*) { end_use(name); }};
}

api::Topic* Participant::make_topic(const WireEndpoint& endpoint) {
  if (!participant_->find_type(endpoint.type)) {
    api::TypeSupport(new MessageType(endpoint.type)).register_type(participant_);
  }
  return participant_->create_topic(endpoint.topic, endpoint.type, api::TOPIC_QOS_DEFAULT);
}

void Participant::end_use(const std::string& name) {
  const std::lock_guard lock(topics_mutex_);
  const auto used = topics_.find(name);
  if (used == topics_.end() || --used->second.uses != 0) return;
  participant_->delete_topic(used->second.topic);
  topics_.erase(used);
}

std::string Participant::cause_of_refusal(const std::string& what,
                                          const WireEndpoint& endpoint) const {
  const std::string cause =
      "Fast DDS could not open " + what + " of topic '" + endpoint.topic + "'";
  if (!is_secured_) return cause;
  return cause + "; see its messages above, and whether the enclave's permissions have that topic";
}

std::unique_ptr<WireWriter> Participant::create_writer(const WireEndpoint& endpoint,
                                                       WireWriterListener& listener,
                                                       std::string& error) {
  auto topic = use_topic(endpoint, error);
  if (!topic) return nullptr;
  auto made =
      std::make_unique<Writer>(*participant_, *pairings_, acquaintances_, listener, endpoint);
  if (endpoint.topic == choosing_topic_) made->choose_readers(choosing_topic_readers_);
  if (made->open(std::move(topic), endpoint, heartbeat_period_ns_)) return made;
  error = cause_of_refusal("a writer", endpoint);
  return nullptr;
}

std::unique_ptr<WireReader> Participant::create_reader(const WireEndpoint& endpoint,
                                                       WireReaderListener& listener,
                                                       std::string& error) {
  auto topic = use_topic(endpoint, error);
  if (!topic) return nullptr;
  auto made = std::make_unique<Reader>(*participant_, *pairings_, acquaintances_, gaps_, listener);
  if (made->open(std::move(topic), endpoint)) return made;
  error = cause_of_refusal("a reader", endpoint);
  return nullptr;
}

bool Participant::introduce(const Guid& participant) noexcept {
  if (!acquaintances_) return true;
  try {
    const bool has_writers = acquaintances_->ask(participant, rtps::Announced::writers);
    return has_writers && acquaintances_->ask(participant, rtps::Announced::readers);
  } catch (const std::exception&) {
    return false;
  }
}

/// Fast DDS looks for new interfaces whenever a policy is set.
void Participant::look_for_interfaces() noexcept {
  try {
    (void)participant_->set_qos(participant_->get_qos());
  } catch (const std::exception&) {
    // Fast DDS looks again for what it could not open when the next change comes.
  }
}

void Participant::on_participant(const api::ParticipantFacts& participant) {
  SeenParticipant seen;
  seen.guid = to_guid(participant.guid);
  seen.name = participant.name;
  seen.user_data.assign(participant.user_data.begin(), participant.user_data.end());
  if (acquaintances_) {
    acquaintances_->add(seen.guid, {addresses(participant.discovery_addresses),
                                    addresses(participant.default_addresses)});
  }
  listener_.on_participant(seen);
}

void Participant::on_participant_gone(const api::GUID_t& participant) {
  const Guid guid = to_guid(participant);
  if (acquaintances_) acquaintances_->remove(guid);
  known_->forget_participant(std::as_bytes(std::span(guid)).first<12>());
  listener_.on_participant_gone(guid);
}

void Participant::on_reader(const api::ReaderData& reader, bool is_gone) {
  const api::EndpointFacts facts = api::facts_of(reader);
  const Guid guid = to_guid(facts.guid);
  EndpointInMaking::on_discovered(facts.guid);
  if (is_gone) known_->forget(std::as_bytes(std::span(guid)));
  if (is_gone || has_departed(facts.partition)) {
    choosing_topic_readers_.on_reader_gone(facts.guid);
    listener_.on_endpoint_gone(guid, false);
    return;
  }
  if (facts.topic == choosing_topic_) choosing_topic_readers_.on_reader(reader);
  listener_.on_endpoint({guid, false, seen_endpoint(facts)});
}

void Participant::on_writer(const api::WriterData& writer, bool is_gone) {
  const api::EndpointFacts facts = api::facts_of(writer);
  const Guid guid = to_guid(facts.guid);
  if (is_gone) known_->forget(std::as_bytes(std::span(guid)));
  if (facts.topic == unused_topic) return;
  EndpointInMaking::on_discovered(facts.guid);
  if (is_gone || has_departed(facts.partition)) {
    listener_.on_endpoint_gone(guid, true);
    return;
  }
  listener_.on_endpoint({guid, true, seen_endpoint(facts)});
}

}  // namespace baton::dds::fastdds
