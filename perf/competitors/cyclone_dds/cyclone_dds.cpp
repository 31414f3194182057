// SPDX-License-Identifier: Apache-2.0
//
// Cyclone DDS 0.10 by its C API: UDP over the loopback interface, or with loans its shared memory,
// which is iceoryx. A message is one array of octets, so that encoding is a memcpy. The
// subscriber's thread sleeps in a wait set.
#include <dds/dds.h>
#include <dds/ddsc/dds_loan_api.h>
#include <dds/ddsi/ddsi_serdata.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "competitors/cpp_table.hpp"

namespace perf::competitor {
namespace {

// What its documents advise for large messages: datagrams as large as UDP allows, fragments of that
// size, and room for several messages before a writer waits for its readers. The buffers of sockets
// are as large as those of the other communicators.
constexpr uint64_t least_watermark_bytes = 500'000;
constexpr uint64_t most_unacknowledged = 16;
constexpr const char* socket_buffer = "4MiB";

dds_entity_t require(dds_return_t made, const char* what) {
  if (made >= 0) return made;
  throw std::runtime_error(std::string("Cyclone DDS could not make ") + what + ": " +
                           dds_strretcode(-made));
}

std::string configuration_of(const Plan& plan) {
  const uint64_t pending = std::min<uint64_t>(plan.history_depth, most_unacknowledged);
  const uint64_t watermark_bytes =
      std::max(least_watermark_bytes, pending * plan.message_size_bytes);
  std::string xml =
      "<CycloneDDS><Domain Id=\"any\"><General>"
      "<Interfaces><NetworkInterface address=\"127.0.0.1\" multicast=\"false\"/></Interfaces>"
      "<AllowMulticast>false</AllowMulticast>"
      "<MaxMessageSize>65500B</MaxMessageSize><FragmentSize>65000B</FragmentSize>"
      "</General><Discovery><ParticipantIndex>auto</ParticipantIndex>"
      "<MaxAutoParticipantIndex>100</MaxAutoParticipantIndex>"
      "<Peers><Peer Address=\"127.0.0.1\"/></Peers></Discovery><Internal>";
  xml += "<SocketReceiveBufferSize max=\"" + std::string(socket_buffer) + "\"/>";
  xml += "<SocketSendBufferSize max=\"" + std::string(socket_buffer) + "\"/>";
  xml += "<Watermarks><WhcHigh>" + std::to_string(watermark_bytes) + "B</WhcHigh></Watermarks>";
  xml += "</Internal>";
  if (plan.zero_copy != 0) {
    xml +=
        "<SharedMemory><Enable>true</Enable>"
        "<LogLevel>fatal</LogLevel></SharedMemory>";
  }
  return xml + "<Tracing><Verbosity>none</Verbosity></Tracing></Domain></CycloneDDS>";
}

/// The policies that the command line says, and the name of this process for its peers.
struct Qos {
  Qos(const Plan& plan, const std::string& process) : made(dds_create_qos()) {
    dds_qset_reliability(
        made, plan.reliable != 0 ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT,
        DDS_SECS(1));
    dds_qset_durability(
        made, plan.transient_local != 0 ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
    dds_qset_history(made, plan.keep_all != 0 ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST,
                     static_cast<int32_t>(plan.history_depth));
    dds_qset_userdata(made, process.data(), process.size());
  }
  ~Qos() { dds_delete_qos(made); }
  Qos(const Qos&) = delete;
  dds_qos_t* const made;
};

class Communicator {
 public:
  explicit Communicator(const Plan& plan)
      : plan_(plan),
        process_(plan.process),
        topics_{topics_of(plan, false), topics_of(plan, true)},
        type_(std::string("perf::") + plan.type),
        operations_{uint32_t{DDS_OP_ADR} | uint32_t{DDS_OP_TYPE_ARR} | uint32_t{DDS_OP_SUBTYPE_1BY},
                    0, static_cast<uint32_t>(plan.message_size_bytes), DDS_OP_RTS},
        qos_(plan, process_),
        domain_(
            require(dds_create_domain(plan.domain_id, configuration_of(plan).c_str()), "a domain")),
        participant_(
            require(dds_create_participant(plan.domain_id, nullptr, nullptr), "a participant")) {}
  ~Communicator() {
    dds_delete(participant_);
    dds_delete(domain_);
  }
  Communicator(const Communicator&) = delete;

  const Plan& plan() const { return plan_; }
  const dds_qos_t* qos() const { return qos_.made; }
  dds_entity_t participant() const { return participant_; }

  size_t topic_count(bool back) const { return topics_[back ? 1 : 0].size(); }
  dds_entity_t topic(bool back, size_t index) const {
    const dds_topic_descriptor_t descriptor{static_cast<uint32_t>(plan_.message_size_bytes),
                                            1,
                                            DDS_TOPIC_FIXED_SIZE,
                                            0,
                                            type_.c_str(),
                                            nullptr,
                                            2,
                                            operations_,
                                            "",
                                            {nullptr, 0},
                                            {nullptr, 0},
                                            0};
    const std::vector<std::string>& names = topics_[back ? 1 : 0];
    return require(dds_create_topic(participant_, &descriptor, names[index % names.size()].c_str(),
                                    qos_.made, nullptr),
                   "a topic");
  }

  void check_way_of(dds_entity_t endpoint) const {
    if (plan_.zero_copy != 0 && !dds_is_loan_available(endpoint)) {
      throw std::runtime_error("it does not use its shared memory with this quality of service");
    }
  }

  void tell(const PeerSink& sink, dds_entity_t endpoint, dds_builtintopic_endpoint_t* peer) const {
    if (peer == nullptr) return;
    void* name = nullptr;
    size_t size = 0;
    dds_qget_userdata(peer->qos, &name, &size);
    const std::string process(static_cast<const char*>(name), name == nullptr ? 0 : size);
    dds_free(name);
    const bool shares = dds_is_shared_memory_available(endpoint);
    sink.on_peer(sink.context, process.c_str(), shares ? "iceoryx" : "udp", shares,
                 shares ? "" : "Cyclone DDS; its shared memory is off");
    dds_builtintopic_free_endpoint(peer);
  }

 private:
  const Plan plan_;
  const std::string process_;
  const std::vector<std::string> topics_[2];
  const std::string type_;
  const uint32_t operations_[4];
  const Qos qos_;
  const dds_entity_t domain_;
  const dds_entity_t participant_;
};

class Publication {
 public:
  Publication(Communicator& communicator, bool back, unsigned index)
      : communicator_(communicator),
        writer_(
            require(dds_create_writer(communicator.participant(), communicator.topic(back, index),
                                      communicator.qos(), nullptr),
                    "a writer")),
        message_(communicator.plan().zero_copy != 0 ? 0 : communicator.plan().message_size_bytes) {
    communicator.check_way_of(writer_);
  }
  ~Publication() {
    if (loan_ != nullptr) dds_return_loan(writer_, &loan_, 1);
    dds_delete(writer_);
  }

  void* acquire() {
    if (communicator_.plan().zero_copy == 0) return message_.data();
    if (loan_ == nullptr && dds_loan_sample(writer_, &loan_) != DDS_RETCODE_OK) loan_ = nullptr;
    return loan_;
  }

  bool publish() {
    const void* const message = loan_ != nullptr ? loan_ : message_.data();
    if (dds_write(writer_, message) != DDS_RETCODE_OK) return false;
    loan_ = nullptr;
    return true;
  }

  void peers(const PeerSink& sink) const {
    std::vector<dds_instance_handle_t> found(256);
    const dds_return_t count = dds_get_matched_subscriptions(writer_, found.data(), found.size());
    for (dds_return_t i = 0; i < count; ++i) {
      communicator_.tell(sink, writer_, dds_get_matched_subscription_data(writer_, found[i]));
    }
  }

 private:
  const Communicator& communicator_;
  const dds_entity_t writer_;
  std::vector<unsigned char> message_;  // used when there are no loans
  void* loan_ = nullptr;
};

class Reception {
 public:
  Reception(Communicator& communicator, bool back, unsigned, const Sink& sink)
      : communicator_(communicator),
        sink_(sink),
        wait_set_(require(dds_create_waitset(communicator.participant()), "a wait set")),
        interruption_(
            require(dds_create_guardcondition(communicator.participant()), "a condition")),
        message_(communicator.plan().zero_copy != 0 ? 0 : communicator.plan().message_size_bytes) {
    for (size_t topic = 0; topic < communicator.topic_count(back); ++topic) add_reader(back, topic);
    const auto interruption = static_cast<dds_attach_t>(readers_.size());
    require(dds_waitset_attach(wait_set_, interruption_, interruption), "an attachment");
    active_.resize(readers_.size() + 1);
  }
  ~Reception() {
    dds_delete(wait_set_);
    dds_delete(interruption_);
    for (const dds_entity_t reader : readers_) dds_delete(reader);
  }

  void receive(uint64_t timeout_ns) {
    const auto timeout = static_cast<dds_duration_t>(
        std::min<uint64_t>(timeout_ns, std::numeric_limits<dds_duration_t>::max()));
    const dds_return_t count = dds_waitset_wait(wait_set_, active_.data(), active_.size(), timeout);
    for (dds_return_t i = 0; i < count; ++i) {
      const auto topic = static_cast<size_t>(active_[static_cast<size_t>(i)]);
      if (topic == readers_.size()) continue;  // the interruption
      const bool in_place = communicator_.plan().zero_copy != 0;
      while (in_place ? take_in_place(readers_[topic]) : take_copy(readers_[topic])) {
      }
    }
  }

  void interrupt() { dds_set_guardcondition(interruption_, true); }

  void peers(const PeerSink& sink) const {
    std::vector<dds_instance_handle_t> found(256);
    for (const dds_entity_t reader : readers_) {
      const dds_return_t count = dds_get_matched_publications(reader, found.data(), found.size());
      for (dds_return_t i = 0; i < count; ++i) {
        communicator_.tell(sink, reader, dds_get_matched_publication_data(reader, found[i]));
      }
    }
  }

 private:
  void add_reader(bool back, size_t topic) {
    const dds_entity_t reader =
        require(dds_create_reader(communicator_.participant(), communicator_.topic(back, topic),
                                  communicator_.qos(), nullptr),
                "a reader");
    readers_.push_back(reader);
    communicator_.check_way_of(reader);
    dds_set_status_mask(reader, DDS_DATA_AVAILABLE_STATUS);
    require(dds_waitset_attach(wait_set_, reader, static_cast<dds_attach_t>(topic)),
            "an attachment");
  }

  bool take_copy(dds_entity_t reader) {
    void* sample = message_.data();
    dds_sample_info_t info;
    if (dds_take(reader, &sample, &info, 1, 1) <= 0) return false;
    if (info.valid_data) sink_.on_message(sink_.context, sample, message_.size());
    return true;
  }

  // dds_take() would copy out of the shared chunk; the serialised form of a sample is that chunk.
  bool take_in_place(dds_entity_t reader) {
    ddsi_serdata* sample = nullptr;
    dds_sample_info_t info;
    if (dds_takecdr(reader, &sample, 1, &info, DDS_ANY_STATE) <= 0) return false;
    if (info.valid_data && sample->iox_chunk != nullptr) {
      sink_.on_message(sink_.context, sample->iox_chunk, communicator_.plan().message_size_bytes);
    } else if (info.valid_data) {
      receive_from_network(*sample);
    }
    ddsi_serdata_unref(sample);
    return true;
  }

  void receive_from_network(const ddsi_serdata& sample) {
    message_.resize(communicator_.plan().message_size_bytes);
    ddsi_serdata_to_sample(&sample, message_.data(), nullptr, nullptr);
    sink_.on_message(sink_.context, message_.data(), message_.size());
  }

  const Communicator& communicator_;
  const Sink sink_;
  const dds_entity_t wait_set_;
  const dds_entity_t interruption_;
  std::vector<dds_entity_t> readers_;  // one for each topic
  std::vector<dds_attach_t> active_;
  std::vector<unsigned char> message_;  // used when the message is not read in place
};

constexpr Table table = table_of<Communicator, Publication, Reception>();

}  // namespace
}  // namespace perf::competitor

extern "C" [[gnu::visibility("default")]] const perf::competitor::Table* perf_competitor(
    uint32_t abi_version);

const perf::competitor::Table* perf_competitor(uint32_t abi_version) {
  return abi_version == perf::competitor::abi_version ? &perf::competitor::table : nullptr;
}
