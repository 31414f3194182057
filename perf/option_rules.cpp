// SPDX-License-Identifier: Apache-2.0
#include "option_rules.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string_view>

#include "near_match.hpp"
#include "options.hpp"

namespace perf {
namespace {

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// A switch and an option with a value say the same thing, so they must not disagree.
bool both_spellings(bool flag, const char* flag_name, const char* option, const std::string& text,
                    const char* yes, const char* no) {
  if (text.empty()) return flag;
  const std::string value = upper_case(text);
  if (value != yes && value != no) {
    throw UsageError(fmt::format("{} {}: must be {} or {}", option, text, yes, no));
  }
  if (flag && value == no) {
    throw UsageError(fmt::format("{} and {} {} contradict each other", flag_name, option, text));
  }
  return value == yes;
}

void apply_qos(Options& o, const OptionTexts& t) {
  o.reliable = both_spellings(o.reliable, "--reliable", "--reliability", t.reliability, "RELIABLE",
                              "BEST_EFFORT");
  o.transient_local = both_spellings(o.transient_local, "--transient", "--durability", t.durability,
                                     "TRANSIENT_LOCAL", "VOLATILE");
  const bool keep_last =
      both_spellings(t.keep_last, "--keep-last", "--history", t.history, "KEEP_LAST", "KEEP_ALL");
  o.keep_all = !t.history.empty() && !keep_last;
  if (o.keep_all && t.given.contains("--history-depth")) {
    throw UsageError("--history KEEP_ALL and --history-depth contradict each other");
  }
}

bool by_pointer(PublishType type) {
  return type == PublishType::unique_ptr || type == PublishType::loan;
}

bool reads_in_place(CallbackType type) {
  return type == CallbackType::const_ref || type == CallbackType::const_shared_ptr;
}

/// Whether a callback may change a message in shared memory without a copy of the whole.
bool has_view(const Options& o) {
  constexpr size_t smallest_bytes = size_t{64} << 10;
  return o.callback_type == CallbackType::shared_ptr &&
         o.message_type().size_bytes >= smallest_bytes;
}

/// Whether a callback of this process gets the very message that was published.
bool pointer_stays(const Options& o) {
  if (!o.intra_process || !by_pointer(o.publish_type)) return false;
  if (reads_in_place(o.callback_type)) return true;
  // A reader can take over a message in a pool only if its type is generated; a plain struct cannot
  // be taken over.
  const bool generated = !o.message_type().element.empty();
  return o.subscribers <= 1 && (generated || o.publish_type == PublishType::unique_ptr);
}

void apply_intra_process(Options& o, const OptionTexts& t) {
  o.intra_process = t.intra_process;
  if (!o.intra_process) return;
  if (!o.uses_baton()) {
    throw UsageError(
        fmt::format("--intra-process: --communicator {} has no nodes; use an "
                    "executor, wait-set or poll",
                    o.communicator));
  }
  if (o.process_configuration == ProcessConfiguration::inter_process) {
    throw UsageError(
        "--intra-process and --process-configuration INTER_PROCESS contradict each "
        "other: no two endpoints would be in one process");
  }
  if (o.shared_memory && !o.zero_copy && !o.loaned_samples) {
    throw UsageError(
        "--intra-process and --shared-memory contradict each other: one hands a "
        "pointer over, the other asks for a copy in shared memory");
  }
}

void apply_publish_type(Options& o, const std::string& typed) {
  if (typed.empty()) {
    const bool owned = o.intra_process && !reads_in_place(o.callback_type);
    const bool loans = (o.zero_copy && !owned) || o.loaned_samples || o.has_no_network();
    o.publish_type = loans             ? PublishType::loan
                     : o.intra_process ? PublishType::unique_ptr
                                       : PublishType::const_ref;
    return;
  }
  if (o.is_floor()) {
    if (o.publish_type == PublishType::loan) return;
    throw UsageError(fmt::format("--publish-type {}: --communicator {} never copies; leave it out",
                                 typed, o.communicator));
  }
  if (o.publish_type == PublishType::loan) {
    if (o.zero_copy || o.intra_process || o.over_network()) return;
    if (!reads_in_place(o.callback_type)) return;  // the only copy is the callback's
    throw UsageError("--publish-type loan: with --shared-memory that is --zero-copy; say so");
  }
  if (o.loaned_samples && o.over_network()) {
    throw UsageError(
        fmt::format("--loaned-samples and --publish-type {} contradict each other", typed));
  }
  if (!o.zero_copy) return;
  if (o.publish_type != PublishType::unique_ptr) {
    throw UsageError(fmt::format("--publish-type {} copies, --zero-copy does not", typed));
  }
  if (!o.intra_process) {
    throw UsageError(
        "--publish-type unique_ptr is copied for other processes, --zero-copy does "
        "not copy; use loan, or add --intra-process");
  }
}

void apply_callback_type(const Options& o, const std::string& typed) {
  if (!o.has_executor() && o.callback_type != CallbackType::const_ref) {
    throw UsageError(fmt::format("--callback-type {}: --communicator {} calls no callback", typed,
                                 o.communicator));
  }
  if (!o.zero_copy || reads_in_place(o.callback_type)) return;
  if (!o.intra_process) {
    if (has_view(o)) return;
    throw UsageError(fmt::format(
        "--callback-type {}: messages in shared memory are read-only, so "
        "each {}is copied for it, --zero-copy does not copy; use const_ref "
        "or const_shared_ptr, or --shared-memory --publish-type loan",
        typed, o.callback_type == CallbackType::shared_ptr ? "of less than 64 KiB " : ""));
  }
  if (o.subscribers > 1) {
    throw UsageError(
        fmt::format("--callback-type {}: of {} subscribers only one can own the "
                    "message, --zero-copy does not copy for the others; use const_ref "
                    "or const_shared_ptr",
                    typed, o.subscribers));
  }
  if (!pointer_stays(o)) {
    throw UsageError(
        fmt::format("--callback-type {}: {} loans are copied for it, --zero-copy does "
                    "not copy; use --publish-type unique_ptr",
                    typed, o.message));
  }
}

Delivery delivery_of(const Options& o) {
  if (o.zero_copy || o.has_no_network()) return Delivery::zero_copy;
  // Fast DDS serialises messages also for its shared memory.
  if (o.over_network() || o.is_fast_dds()) return Delivery::serialised;
  return pointer_stays(o) ? Delivery::zero_copy : Delivery::one_copy;
}

void apply_delivery(Options& o, const OptionTexts& t) {
  apply_intra_process(o, t);
  o.zero_copy = o.zero_copy || (o.shared_memory && o.loaned_samples);
  if (o.has_no_network() && o.shared_memory && !o.zero_copy) {
    throw UsageError(fmt::format(
        "--shared-memory asks for one copy, but --communicator {} never copies", o.communicator));
  }
  apply_publish_type(o, t.publish_type);
  apply_callback_type(o, t.callback_type);
  o.delivery = delivery_of(o);
}

void apply_own_api(const Options& o, const OptionTexts& t) {
  for (const char* option : {"--publish-type", "--callback-type", "--spin"}) {
    if (!t.given.contains(option)) continue;
    throw UsageError(fmt::format(
        "{}: --communicator {} is measured by its own API; choose with {}", option, o.communicator,
        o.is_fast_dds() ? "--loaned-samples, --shared-memory and --zero-copy" : "--zero-copy"));
  }
}

void apply_competitor(const Options& o) {
  const bool two_ways = !o.has_no_network();
  if (two_ways && !o.zero_copy && (o.shared_memory || o.loaned_samples)) {
    throw UsageError(fmt::format(
        "--shared-memory, --loaned-samples: --communicator {} has two ways here, its network, and "
        "shared memory with loans, which is --zero-copy",
        o.communicator));
  }
  if (o.needs_roudi() && (o.publishers == 0 || o.subscribers == 0 ||
                          o.roundtrip == Roundtrip::main || o.roundtrip == Roundtrip::relay)) {
    throw UsageError(fmt::format(
        "--communicator {}: both ends must be in one command, which starts RouDi for "
        "them{}",
        o.communicator, o.roundtrip == Roundtrip::none ? "" : " (--roundtrip-mode Both)"));
  }
}

void apply_one_in_flight(const Options& o) {
  if (!o.one_in_flight) return;
  if (o.publishers != 1 || o.subscribers == 0 || o.roundtrip != Roundtrip::none) {
    throw UsageError("--one-in-flight: one publisher, and all its subscribers, in this command");
  }
  if (o.fill == Fill::none || o.way == Way::word_ring) {
    throw UsageError("--one-in-flight: a message is known by its number, and there is none");
  }
}

void apply_open_loop(const Options& o) {
  if (!o.open_loop) return;
  if (o.rate_hz == 0) throw UsageError("--open-loop: a message is due at a --rate above 0");
  if (o.fill == Fill::none) {
    throw UsageError(
        "--open-loop: the message carries when it was due, and --fill none stamps none");
  }
  if (o.one_in_flight || o.roundtrip != Roundtrip::none) {
    throw UsageError(
        "--open-loop: without --one-in-flight and --roundtrip-mode, which wait for answers");
  }
}

void apply_topics(const Options& o) {
  if (o.topics == 1) return;
  if (o.way == Way::word_ring) {
    throw UsageError(fmt::format("--topics {}: --communicator word-ring has no topics", o.topics));
  }
  if (o.one_in_flight || o.roundtrip != Roundtrip::none) {
    throw UsageError(
        "--topics: without --one-in-flight and --roundtrip-mode, which wait for one message");
  }
  const unsigned known = 1u << o.message_type().publisher_bits;
  if (o.publishers * o.topics >= known) {
    throw UsageError(
        fmt::format("--topics {}: a {} tells {} publishers and topics apart; choose another --msg",
                    o.topics, o.message, known - 1));
  }
}

void apply_word_ring(Options& o, const OptionTexts& t) {
  for (const char* option :
       {"--msg", "--unbounded-msg-size", "--rate", "--fill", "--message-init", "--history-depth"}) {
    if (t.given.contains(option)) {
      throw UsageError(
          fmt::format("{}: --communicator word-ring moves bare 64-bit words as fast "
                      "as possible; leave it out",
                      option));
    }
  }
  if (o.publishers != 1 || o.subscribers != 1 || o.roundtrip != Roundtrip::none) {
    throw UsageError("--communicator word-ring: one publisher and one subscriber only");
  }
  o.rate_hz = 0;
  o.fill = Fill::stamp;
}

void apply_floor(const Options& o) {
  if (o.spin_us > 0) {
    throw UsageError(fmt::format("--spin: --communicator {} has no executor{}", o.communicator,
                                 o.way == Way::floor ? "; busy polling is poll-floor" : ""));
  }
  if (o.publishers == 0 || o.subscribers == 0 || o.roundtrip == Roundtrip::main ||
      o.roundtrip == Roundtrip::relay) {
    throw UsageError(fmt::format("--communicator {}: both ends must be in one command{}",
                                 o.communicator,
                                 o.roundtrip == Roundtrip::none ? "" : " (--roundtrip-mode Both)"));
  }
  if (o.expected_publishers + o.expected_subscribers > 0) {
    throw UsageError(
        fmt::format("--expected-num-pubs, --expected-num-subs: --communicator {} has "
                    "no peers outside this command",
                    o.communicator));
  }
}

void apply_roundtrip(const Options& o) {
  if (o.roundtrip == Roundtrip::none) return;
  if (o.publishers != 1 || o.subscribers != 1) {
    throw UsageError("--roundtrip-mode: one publisher and one subscriber only");
  }
  if (o.fill == Fill::none) {
    throw UsageError(
        "--roundtrip-mode and --fill none contradict each other: an answer is known "
        "by its id");
  }
}

void apply_counts(Options& o, const OptionTexts& t) {
  if (o.publishers == 0 && o.subscribers == 0) {
    throw UsageError("-p 0 -s 0: there is nothing to measure");
  }
  const auto unless_given = [&](const char* option, unsigned& expected, unsigned own) {
    if (!t.given.contains(option)) expected = std::max(1u, own);
    if (expected >= own) return;
    throw UsageError(fmt::format("{} {}: {} are in this command already", option, expected, own));
  };
  unless_given("--expected-num-pubs", o.expected_publishers, o.publishers);
  unless_given("--expected-num-subs", o.expected_subscribers, o.subscribers);
  if (o.max_runtime_s > 0 && o.ignore_s >= o.max_runtime_s) {
    throw UsageError("--ignore leaves nothing of --max-runtime");
  }
}

void apply_spin(const Options& o) {
  if (o.spin_us > 0 && o.way == Way::poll) {
    throw UsageError("--spin: --communicator poll never sleeps");
  }
}

uint64_t cpu_mask(const std::string& text) {
  size_t used = 0;
  unsigned long long mask = 0;
  try {
    mask = std::stoull(text, &used, 0);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used != text.size() || mask == 0 || text[0] == '-') {
    throw UsageError(fmt::format("--use-rt-cpus {}: must be a CPU mask, for example 0x3", text));
  }
  return mask;
}

std::string with_suffix(const std::string& name, const char* suffix) {
  for (const char* known : {".csv", ".json"}) {
    if (name.ends_with(known)) return name.substr(0, name.rfind('.')) + suffix;
  }
  return name + suffix;
}

std::string default_name(const std::string& topic) {
  std::string safe = topic;
  for (char& c : safe) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return fmt::format("perf_test_{}_{:%Y%m%dT%H%M%SZ}", safe, fmt::gmtime(std::time(nullptr)));
}

}  // namespace

std::string plain_communicator(const std::string& typed) {
  std::string name = typed;
  constexpr std::string_view prefix = "rclcpp-";
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  static const std::vector<std::string> present = {"single-threaded-executor",
                                                   "static-single-threaded-executor",
                                                   "multi-threaded-executor",
                                                   "events-executor",
                                                   "wait-set",
                                                   "poll",
                                                   "floor",
                                                   "poll-floor",
                                                   "word-ring",
                                                   "FastDDS",
                                                   "FastDDS-listener",
                                                   "CycloneDDS",
                                                   "iceoryx",
                                                   "iceoryx2",
                                                   "zenoh"};
  if (std::find(present.begin(), present.end(), name) == present.end()) {
    throw UsageError(fmt::format("--communicator {}: no such communicator{}; there are {}", typed,
                                 did_you_mean(name, present), fmt::join(present, ", ")));
  }
  return name;
}

void apply_rules(Options& o, const OptionTexts& t) {
  if (o.way == Way::word_ring) apply_word_ring(o, t);
  if (o.is_fast_dds() || o.is_competitor()) apply_own_api(o, t);
  try {
    o.message_type();
  } catch (const std::invalid_argument& impossible) {
    throw UsageError(impossible.what());
  }
  apply_qos(o, t);
  apply_delivery(o, t);
  if (o.is_floor()) apply_floor(o);
  if (o.is_competitor()) apply_competitor(o);
  apply_roundtrip(o);
  apply_one_in_flight(o);
  apply_open_loop(o);
  apply_topics(o);
  apply_spin(o);
  apply_counts(o, t);
  if (!t.rt_cpus.empty()) o.rt_cpus = cpu_mask(t.rt_cpus);
  if (o.memory && !o.uses_baton()) {
    throw UsageError(fmt::format("--memory: --communicator {} has no pool", o.communicator));
  }
}

void apply_environment(const Options& o) {
  if (!o.uses_baton()) return;
  const auto says = [](const char* name, std::string_view value) {
    const char* const text = std::getenv(name);
    return text != nullptr && text == value;
  };
  if (o.over_network()) {
    constexpr const char* what =
        "messages without --shared-memory, --zero-copy and "
        "--intra-process go through the network";
    if (says("BATON_TRANSPORT", "shm")) {
      throw UsageError(
          fmt::format("{}, and BATON_TRANSPORT=shm forbids it: add --shared-memory, "
                      "or unset it",
                      what));
    }
    if (says("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF")) {
      throw UsageError(
          fmt::format("{}, and ROS_AUTOMATIC_DISCOVERY_RANGE is OFF: add "
                      "--shared-memory, set it to LOCALHOST, or unset it",
                      what));
    }
  } else if (says("BATON_TRANSPORT", "udp")) {
    throw UsageError(fmt::format("{} and BATON_TRANSPORT=udp contradict each other: leave out one",
                                 o.intra_process ? "--intra-process"
                                 : o.zero_copy   ? "--zero-copy"
                                                 : "--shared-memory"));
  }
}

void apply_output_rules(Options& o, const std::vector<std::string>& outputs, const OptionTexts& t) {
  const bool none = std::find(outputs.begin(), outputs.end(), "none") != outputs.end();
  if (none && (outputs.size() > 1 || !t.logfile.empty())) {
    throw UsageError("--output none and another output contradict each other");
  }
  o.to_stdout = outputs.empty();
  for (const std::string& output : outputs) {
    if (output == "stdout") {
      o.to_stdout = true;
    } else if (output == "csv") {
      o.to_csv = true;
    } else if (output == "json") {
      o.to_json = true;
    } else if (output != "none") {
      throw UsageError(fmt::format("--output {}: must be one of stdout, csv, json, none", output));
    }
  }
  if (t.logfile.ends_with(".csv")) o.to_csv = true;
  if (t.logfile.ends_with(".json")) o.to_json = true;
  if (!t.logfile.empty() && !o.to_csv && !o.to_json) {
    throw UsageError(fmt::format(
        "--logfile {}: csv or json? End the name with .csv or .json, or add --output", t.logfile));
  }
  const std::string name = t.logfile.empty() ? default_name(o.topic) : t.logfile;
  if (o.to_csv) o.csv_file = with_suffix(name, ".csv");
  if (o.to_json) o.json_file = with_suffix(name, ".json");
}

}  // namespace perf
