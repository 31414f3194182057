// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <utility>

#include "help_text.hpp"
#include "near_match.hpp"
#include "option_rules.hpp"

namespace perf {
namespace {

template <class Enum, size_t N>
using Spellings = std::array<std::pair<const char*, Enum>, N>;

constexpr Spellings<Way, 15> ways{
    {{"single-threaded-executor", Way::single_threaded_executor},
     {"static-single-threaded-executor", Way::static_single_threaded_executor},
     {"multi-threaded-executor", Way::multi_threaded_executor},
     {"events-executor", Way::events_executor},
     {"wait-set", Way::wait_set},
     {"poll", Way::poll},
     {"floor", Way::floor},
     {"poll-floor", Way::poll_floor},
     {"word-ring", Way::word_ring},
     {"FastDDS", Way::fast_dds},
     {"FastDDS-listener", Way::fast_dds_listener},
     {"CycloneDDS", Way::cyclone_dds},
     {"iceoryx", Way::iceoryx},
     {"iceoryx2", Way::iceoryx2},
     {"zenoh", Way::zenoh}}};
constexpr Spellings<ProcessConfiguration, 2> process_configurations{
    {{"INTRA_PROCESS", ProcessConfiguration::intra_process},
     {"INTER_PROCESS", ProcessConfiguration::inter_process}}};
constexpr Spellings<Delivery, 3> deliveries{{{"serialised", Delivery::serialised},
                                             {"one-copy", Delivery::one_copy},
                                             {"zero-copy", Delivery::zero_copy}}};
constexpr Spellings<PublishType, 4> publish_types{{{"value", PublishType::value},
                                                   {"const_ref", PublishType::const_ref},
                                                   {"unique_ptr", PublishType::unique_ptr},
                                                   {"loan", PublishType::loan}}};
constexpr Spellings<CallbackType, 4> callback_types{
    {{"const_ref", CallbackType::const_ref},
     {"const_shared_ptr", CallbackType::const_shared_ptr},
     {"unique_ptr", CallbackType::unique_ptr},
     {"shared_ptr", CallbackType::shared_ptr}}};
constexpr Spellings<MessageInit, 4> message_inits{{{"ALL", MessageInit::all},
                                                   {"SKIP", MessageInit::skip},
                                                   {"ZERO", MessageInit::zero},
                                                   {"DEFAULTS_ONLY", MessageInit::defaults_only}}};
constexpr Spellings<Fill, 4> fills{
    {{"none", Fill::none}, {"stamp", Fill::stamp}, {"touch", Fill::touch}, {"full", Fill::full}}};
constexpr Spellings<Roundtrip, 4> roundtrips{{{"None", Roundtrip::none},
                                              {"Main", Roundtrip::main},
                                              {"Relay", Roundtrip::relay},
                                              {"Both", Roundtrip::both}}};

template <class Enum, size_t N>
const char* spelling(const Spellings<Enum, N>& spellings, Enum value) {
  for (const auto& [text, candidate] : spellings) {
    if (candidate == value) return text;
  }
  return "?";
}

template <class Enum, size_t N>
Enum value_of(const char* option, const Spellings<Enum, N>& spellings, const std::string& text) {
  std::vector<std::string> all;
  for (const auto& [candidate, value] : spellings) {
    if (text == candidate) return value;
    all.emplace_back(candidate);
  }
  throw UsageError(fmt::format("{} {}: must be one of {}", option, text, fmt::join(all, ", ")));
}

// The text of the options whose meaning depends on others, as typed.
struct Typed {
  OptionTexts texts;
  std::vector<std::string> outputs;
};

void add_transport_options(CLI::App& app, Options& o, Typed& t) {
  const char* group = "What is measured";
  app.add_option(
         "-c,--communicator,--communication", o.communicator,
         "how messages move: a node in a single-threaded-executor, "
         "static-single-threaded-executor, multi-threaded-executor, events-executor, "
         "wait-set, or poll; floor (bare shared memory, one eventfd a subscriber), "
         "poll-floor (bare shared memory, busy polling), word-ring (a bare ring of 64-bit "
         "words, 1 x 1, as fast as possible); FastDDS (bare Fast DDS, without Baton), "
         "FastDDS-listener (the same, taken in its listener); after `make competitors` also "
         "CycloneDDS, iceoryx, iceoryx2, zenoh; rclcpp- in front is accepted")
      ->group(group);
  app.add_option("-m,--msg", o.message, "the message, one of --msg-list")->group(group);
  app.add_flag("--msg-list", t.texts.list_messages, "print the messages and their sizes")
      ->group(group);
  app.add_option("--unbounded-msg-size", o.unbounded_msg_size_bytes,
                 "bytes in the sequence or string of a message without a bound (default: what "
                 "--msg-list says)")
      ->group(group)
      ->check(CLI::Range(0, 1 << 30));
  app.add_option("-t,--topic", o.topic, "the topic")->group(group);
  app.add_option(
         "--topics", o.topics,
         "so many topics, TOPIC_0 and so on: each publisher sends on all of them in turn, at "
         "the rate on each, and each subscriber has all of them in one executor; the floor "
         "has a buffer a topic, and one eventfd a subscriber for all; other libraries have one "
         "wait set a subscriber, or what they have in its place")
      ->group(group)
      ->check(CLI::Range(1, 2000));
  app.add_option("-r,--rate", o.rate_hz, "messages a second and publisher; 0: as fast as possible")
      ->group(group)
      ->check(CLI::Range(0.0, 1e7));
  app.add_option("-p,--num-pub-threads", o.publishers, "publishers")
      ->group(group)
      ->check(CLI::Range(0, 63));
  app.add_option("-s,--num-sub-threads", o.subscribers, "subscribers")
      ->group(group)
      ->check(CLI::Range(0, 128));
  app.add_option("--process-configuration", t.texts.process_configuration,
                 "INTRA_PROCESS: all in one process, through the transport; INTER_PROCESS: one "
                 "process for each publisher and subscriber")
      ->group(group);
  app.add_option("--roundtrip-mode", t.texts.roundtrip,
                 "None; Main: publish, and wait for the answer on TOPIC_relay (one message in "
                 "flight); Relay: answer; Both: Main and Relay in this command")
      ->group(group);
  app.add_flag("--one-in-flight", o.one_in_flight,
               "the next message is sent when every subscriber has the last one; all_received is "
               "the time from before the loan to the last receipt")
      ->group(group);
  app.add_flag("--open-loop", o.open_loop,
               "latency runs from when a message was due, and a publisher that is late sends what "
               "it missed at once: what waiting behind earlier messages costs is in the figures")
      ->group(group);
  app.add_flag("--intra-process", t.texts.intra_process,
               "nodes hand pointers over within the process (use_intra_process_comms); without it "
               "a message goes through the transport to its own process too")
      ->group(group);
}

void add_qos_options(CLI::App& app, Options& o, Typed& t) {
  const char* group = "Quality of service";
  app.add_flag("--reliable", o.reliable, "reliable instead of best effort")->group(group);
  app.add_option("--reliability", t.texts.reliability, "RELIABLE or BEST_EFFORT")->group(group);
  app.add_flag("--transient", o.transient_local, "transient local instead of volatile")
      ->group(group);
  app.add_option("--durability", t.texts.durability, "TRANSIENT_LOCAL or VOLATILE")->group(group);
  app.add_flag("--keep-last", t.texts.keep_last, "keep the last --history-depth messages (default)")
      ->group(group);
  app.add_option("--history", t.texts.history, "KEEP_LAST or KEEP_ALL")->group(group);
  app.add_option("--history-depth", o.history_depth, "messages kept")
      ->group(group)
      ->check(CLI::Range(1, 2048));
  app.add_option("--dds-domain-id,--dds-domain_id", o.domain_id,
                 "domain (default: ROS_DOMAIN_ID, else 0)")
      ->group(group)
      ->check(CLI::Range(0, 232));
}

void add_delivery_options(CLI::App& app, Options& o, Typed& t) {
  const char* group = "How a message is handed over";
  app.add_flag("--zero-copy", o.zero_copy,
               "loan, fill in place, publish, read in place; fails when that is not what happens")
      ->group(group);
  app.add_flag("--shared-memory", o.shared_memory,
               "shared memory with one copy (without it and --zero-copy: serialised, over UDP)")
      ->group(group);
  app.add_flag("--loaned-samples", o.loaned_samples,
               "alone: loans, serialised all the same; with --shared-memory: --zero-copy")
      ->group(group);
  app.add_option(
         "--publish-type", t.texts.publish_type,
         "what publish() is given. loan: the default with --zero-copy and --loaned-samples; "
         "unique_ptr: the default with --intra-process; const_ref: else; value: const_ref, "
         "and one copy more for the argument")
      ->group(group);
  app.add_option("--callback-type", t.texts.callback_type,
                 "what the callback is given. const_ref (default) and const_shared_ptr read in "
                 "place; unique_ptr and shared_ptr own the message: a copy, unless it has no "
                 "other owner, or a shared_ptr is to 64 KiB or more in shared memory. The only "
                 "copy with --shared-memory --publish-type loan")
      ->group(group);
  app.add_option("--message-init", t.texts.message_init,
                 "ALL or ZERO: every payload is zeroed first; SKIP or DEFAULTS_ONLY: it is not "
                 "(none has defaults)")
      ->group(group);
  app.add_option("--fill", t.texts.fill,
                 "what is written and read of each message. none: nothing (no latency, losses by "
                 "count); stamp: time and id; touch: and one byte a page; full: and all of it, "
                 "verified")
      ->group(group);
}

void add_run_options(CLI::App& app, Options& o, Typed& t) {
  const char* group = "The run";
  app.add_flag("--dry-run", t.texts.dry_run, "say what is wrong with this command; measure nothing")
      ->group(group);
  app.add_option("--max-runtime", o.max_runtime_s, "seconds; 0: until Ctrl-C")
      ->group(group)
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--ignore", o.ignore_s, "seconds at the start that the summary leaves out")
      ->group(group)
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--warm-up", o.warm_up, "messages of each publisher before the run")
      ->group(group)
      ->check(CLI::Range(0, 1'000'000));
  app.add_option("--expected-num-pubs", o.expected_publishers,
                 "publishers that each subscriber waits for (default: -p, or 1 of another command)")
      ->group(group)
      ->check(CLI::Range(0, 1'000));
  app.add_option("--expected-num-subs", o.expected_subscribers,
                 "subscribers that each publisher waits for (default: -s, or 1 of another command)")
      ->group(group)
      ->check(CLI::Range(0, 1'000));
  app.add_option("--wait-for-matched-timeout", o.wait_for_matched_timeout_s, "seconds")
      ->group(group)
      ->check(CLI::Range(0.0, 1e6));
}

void add_output_options(CLI::App& app, Typed& t) {
  const char* group = "Output";
  app.add_option("-o,--output", t.outputs, "stdout, csv, json or none; may be repeated")
      ->group(group)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("-l,--logfile", t.texts.logfile,
                 "file name; .csv and .json say the format (default: "
                 "perf_test_TOPIC_TIME.csv|json)")
      ->group(group);
}

void add_machine_options(CLI::App& app, Options& o, Typed& t) {
  const char* group = "Machine and memory";
  app.add_option("--use-rt-prio", o.rt_priority, "SCHED_FIFO priority of the measured threads")
      ->group(group)
      ->check(CLI::Range(1, 99));
  app.add_option("--use-rt-cpus", t.texts.rt_cpus, "CPU mask of the measured threads, 0x3 or 3")
      ->group(group);
  app.add_flag("--prevent-cpu-idle", o.prevent_cpu_idle, "hold /dev/cpu_dma_latency at 0")
      ->group(group);
  app.add_option("--spin", o.spin_us, "microseconds that an executor polls before it sleeps")
      ->group(group)
      ->check(CLI::Range(0.0, 1e6));
  app.add_flag("--check-memory", o.check_memory,
               "count heap allocations on the data path after the first second")
      ->group(group);
  app.add_flag("--memory", o.memory, "report the memory committed by each publisher's pool")
      ->group(group);
  app.add_option("--worker-socket", o.worker_socket)->group("");
}

// One line for an error that CLI11 reports in several, with the option that was probably meant.
std::string one_line(const CLI::App& app, const CLI::ParseError& error) {
  std::string line = error.what();
  std::replace(line.begin(), line.end(), '\n', ' ');
  const size_t dashes = line.find("--");
  if (const size_t limit = line.find(": At Most 1 required"); limit != std::string::npos) {
    return line.substr(0, limit) + ": given more than once";
  }
  if (line.find("not expected") != std::string::npos && dashes != std::string::npos) {
    const std::string wrong = line.substr(dashes, line.find_first_of(" =", dashes) - dashes);
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    line = fmt::format("{}: no such option{}", wrong, did_you_mean(wrong, known));
  }
  return line;
}

void note_given(const CLI::App& app, OptionTexts& texts) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() > 0) texts.given.insert(option->get_name(false, false));
  }
}

}  // namespace

ParsedCommand parse_options(int argc, const char* const* argv) {
  ParsedCommand parsed;
  Options& o = parsed.options;
  Typed typed;
  CLI::App app(help_introduction, "perf_test");
  app.footer(help_footer);
  app.get_formatter()->column_width(34);
  app.set_version_flag("--version", std::string("perf_test " PERF_TEST_VERSION));
  add_transport_options(app, o, typed);
  add_qos_options(app, o, typed);
  add_delivery_options(app, o, typed);
  add_run_options(app, o, typed);
  add_output_options(app, typed);
  add_machine_options(app, o, typed);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    parsed.text = app.help();
    return parsed;
  } catch (const CLI::CallForVersion& version) {
    parsed.text = std::string(version.what()) + "\n";
    return parsed;
  } catch (const CLI::ParseError& error) {
    throw UsageError(one_line(app, error));
  }
  if (typed.texts.list_messages) {
    parsed.text = message_list();
    return parsed;
  }
  note_given(app, typed.texts);

  const auto& texts = typed.texts;
  o.process_configuration =
      value_of("--process-configuration", process_configurations, texts.process_configuration);
  o.roundtrip = value_of("--roundtrip-mode", roundtrips, texts.roundtrip);
  o.message_init = value_of("--message-init", message_inits, texts.message_init);
  o.fill = value_of("--fill", fills, texts.fill);
  o.way = value_of("--communicator", ways, plain_communicator(o.communicator));
  if (!texts.publish_type.empty()) {
    o.publish_type = value_of("--publish-type", publish_types, texts.publish_type);
  }
  if (!texts.callback_type.empty()) {
    o.callback_type = value_of("--callback-type", callback_types, texts.callback_type);
  }
  apply_rules(o, texts);
  apply_environment(o);
  apply_output_rules(o, typed.outputs, texts);
  if (texts.dry_run) parsed.text = "";
  return parsed;
}

MessageType Options::message_type() const {
  if (way == Way::word_ring) return word_message_type();
  const MessageType& type = find_message_type(message);
  return unbounded_msg_size_bytes ? type.with_content(*unbounded_msg_size_bytes) : type;
}

bool Options::has_executor() const {
  return way == Way::single_threaded_executor || way == Way::static_single_threaded_executor ||
         way == Way::multi_threaded_executor || way == Way::events_executor;
}

std::string Options::topic_name(unsigned index) const {
  return topics == 1 ? topic : fmt::format("{}_{}", topic, index % topics);
}

std::vector<std::string> Options::topic_names() const {
  std::vector<std::string> names;
  for (unsigned index = 0; index < topics; ++index) names.push_back(topic_name(index));
  return names;
}

bool Options::uses_baton() const {
  return has_executor() || way == Way::wait_set || way == Way::poll;
}

bool Options::is_floor() const {
  return way == Way::floor || way == Way::poll_floor || way == Way::word_ring;
}

bool Options::is_fast_dds() const { return way == Way::fast_dds || way == Way::fast_dds_listener; }

bool Options::is_competitor() const {
  return way == Way::cyclone_dds || way == Way::iceoryx || way == Way::iceoryx2 ||
         way == Way::zenoh;
}

bool Options::has_no_network() const {
  return is_floor() || way == Way::iceoryx || way == Way::iceoryx2;
}

bool Options::needs_roudi() const {
  return way == Way::iceoryx || (way == Way::cyclone_dds && zero_copy);
}

const char* to_string(Way value) { return spelling(ways, value); }
const char* to_string(ProcessConfiguration value) {
  return spelling(process_configurations, value);
}
const char* to_string(Delivery value) { return spelling(deliveries, value); }
const char* to_string(PublishType value) { return spelling(publish_types, value); }
const char* to_string(CallbackType value) { return spelling(callback_types, value); }
const char* to_string(MessageInit value) { return spelling(message_inits, value); }
const char* to_string(Fill value) { return spelling(fills, value); }
const char* to_string(Roundtrip value) { return spelling(roundtrips, value); }

}  // namespace perf
