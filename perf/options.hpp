// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "message_type.hpp"
#include "payload.hpp"

namespace perf {

/// The command cannot be done as written; one line. Exit status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Way {  ///< how messages move
  single_threaded_executor,
  static_single_threaded_executor,
  multi_threaded_executor,
  events_executor,
  wait_set,
  poll,
  floor,
  poll_floor,
  word_ring,
  fast_dds,           ///< bare Fast DDS, messages taken by the subscriber's thread
  fast_dds_listener,  ///< bare Fast DDS, messages taken in its listener, by threads of Fast DDS
  cyclone_dds,
  iceoryx,
  iceoryx2,
  zenoh
};
enum class ProcessConfiguration { intra_process, inter_process };
enum class Delivery {
  serialised,  ///< encoded, sent and decoded
  one_copy,
  zero_copy
};
enum class PublishType { value, const_ref, unique_ptr, loan };
enum class CallbackType { const_ref, const_shared_ptr, unique_ptr, shared_ptr };
enum class MessageInit { all, skip, zero, defaults_only };
enum class Roundtrip { none, main, relay, both };

struct Options {
  std::string communicator = "single-threaded-executor";  ///< as the user typed it
  Way way = Way::single_threaded_executor;
  double rate_hz = 1000;  ///< 0: as fast as possible
  std::string topic = "test_topic";
  unsigned topics = 1;  ///< of each publisher and each subscriber
  std::string message = "Array1k";
  std::optional<size_t> unbounded_msg_size_bytes;  ///< unset: the message's default size
  unsigned publishers = 1;
  unsigned subscribers = 1;
  ProcessConfiguration process_configuration = ProcessConfiguration::intra_process;
  Roundtrip roundtrip = Roundtrip::none;
  bool intra_process = false;  ///< pointers within the process
  bool one_in_flight = false;  ///< the next message only when all have the last one
  bool open_loop = false;      ///< latency from when a message was due

  bool reliable = false;
  bool transient_local = false;
  bool keep_all = false;
  unsigned history_depth = 16;
  std::optional<unsigned> domain_id;

  bool shared_memory = false;
  bool loaned_samples = false;
  bool zero_copy = false;
  Delivery delivery = Delivery::serialised;
  PublishType publish_type = PublishType::const_ref;
  CallbackType callback_type = CallbackType::const_ref;
  MessageInit message_init = MessageInit::skip;
  Fill fill = Fill::touch;

  double max_runtime_s = 0;  ///< 0: until interrupted
  double ignore_s = 0;
  uint64_t warm_up = 10;
  unsigned expected_publishers = 0;
  unsigned expected_subscribers = 0;
  double wait_for_matched_timeout_s = 30;

  bool to_stdout = true;
  bool to_csv = false;
  bool to_json = false;
  std::string csv_file;
  std::string json_file;

  int rt_priority = 0;
  uint64_t rt_cpus = 0;  ///< bit mask
  bool prevent_cpu_idle = false;
  double spin_us = 0;
  bool check_memory = false;
  bool memory = false;

  int worker_socket = -1;  ///< this process is a worker of the supervisor at the other end

  MessageType message_type() const;
  /// Of several topics, counted through all publishers.
  std::string topic_name(unsigned index) const;
  std::vector<std::string> topic_names() const;
  bool uses_baton() const;
  bool is_floor() const;
  bool is_fast_dds() const;
  /// One whose library `make competitors` builds.
  bool is_competitor() const;
  /// Bare shared memory, and nothing else: the floors and both iceoryx.
  bool has_no_network() const;
  /// RouDi is the daemon of iceoryx.
  bool needs_roudi() const;
  bool has_executor() const;
  /// Neither shared memory nor pointers: messages are serialised, and sent over the network.
  bool over_network() const {
    return !has_no_network() && !shared_memory && !zero_copy && !intra_process;
  }
};

struct ParsedCommand {
  Options options;
  std::optional<std::string> text;  ///< print this text and exit 0: help, version, list, nothing
};

/// Throws UsageError.
ParsedCommand parse_options(int argc, const char* const* argv);

/// The spelling that the command line uses.
const char* to_string(Way);
const char* to_string(ProcessConfiguration);
const char* to_string(Delivery);
const char* to_string(PublishType);
const char* to_string(CallbackType);
const char* to_string(MessageInit);
const char* to_string(Fill);
const char* to_string(Roundtrip);

}  // namespace perf
