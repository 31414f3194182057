// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <sstream>

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace perf {
namespace {

ParsedCommand command(const std::string& line) {
  std::istringstream words("perf_test " + line);
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  return parse_options(static_cast<int>(argv.size()), argv.data());
}

Options options(const std::string& line) { return command(line).options; }

std::string refusal(const std::string& line) {
  try {
    command(line);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(Options, DefaultsAreThoseOfTheTable) {
  const Options o = options("");
  EXPECT_EQ(o.way, Way::single_threaded_executor);
  EXPECT_EQ(o.rate_hz, 1000);
  EXPECT_EQ(o.message, "Array1k");
  EXPECT_EQ(o.topic, "test_topic");
  EXPECT_EQ(o.publishers, 1u);
  EXPECT_EQ(o.subscribers, 1u);
  EXPECT_EQ(o.process_configuration, ProcessConfiguration::intra_process);
  EXPECT_FALSE(o.reliable || o.transient_local || o.keep_all);
  EXPECT_EQ(o.history_depth, 16u);
  EXPECT_EQ(o.delivery, Delivery::serialised);
  EXPECT_TRUE(o.over_network());
  EXPECT_EQ(o.fill, Fill::touch);
  EXPECT_EQ(o.message_init, MessageInit::skip);
  EXPECT_EQ(o.warm_up, 10u);
  EXPECT_EQ(o.wait_for_matched_timeout_s, 30);
  EXPECT_TRUE(o.to_stdout);
  EXPECT_FALSE(o.to_csv || o.to_json);
}

TEST(Options, TheCommandsOfTheReferenceDocumentsWorkAsWritten) {
  const std::string line =
      "--reliable --keep-last --history-depth 10 -s 1 -m Array4m -r 100 --max-runtime 30";
  const Options serialised = options(line);
  EXPECT_TRUE(serialised.reliable);
  EXPECT_EQ(serialised.history_depth, 10u);
  EXPECT_EQ(serialised.message, "Array4m");
  EXPECT_EQ(serialised.rate_hz, 100);
  EXPECT_EQ(serialised.max_runtime_s, 30);
  EXPECT_EQ(serialised.delivery, Delivery::serialised);
  EXPECT_TRUE(serialised.over_network());
  EXPECT_EQ(options("--zero-copy " + line).delivery, Delivery::zero_copy);
  EXPECT_FALSE(options("--zero-copy " + line).over_network());
}

TEST(Options, LoansAloneAreSerialisedAllTheSame) {
  const Options o = options("--loaned-samples");
  EXPECT_TRUE(o.over_network());
  EXPECT_EQ(o.publish_type, PublishType::loan);
  EXPECT_EQ(o.delivery, Delivery::serialised);
  EXPECT_TRUE(options("--publish-type loan").over_network());
  EXPECT_THAT(refusal("--loaned-samples --publish-type const_ref"), HasSubstr("contradict"));
}

TEST(Options, CompetitorsHaveTheirNetworkAndTheirSharedMemory) {
  for (const std::string name : {"CycloneDDS", "zenoh"}) {
    const Options network = options("-c " + name);
    EXPECT_TRUE(network.over_network() && network.is_competitor()) << name;
    EXPECT_FALSE(network.uses_baton() || network.is_floor() || network.needs_roudi());
    EXPECT_EQ(network.delivery, Delivery::serialised);
    const Options shared = options("--zero-copy -c " + name);
    EXPECT_FALSE(shared.over_network());
    EXPECT_EQ(shared.delivery, Delivery::zero_copy);
    EXPECT_THAT(refusal("--shared-memory -c " + name), HasSubstr("two ways"));
    EXPECT_THAT(refusal("--loaned-samples -c " + name), HasSubstr("two ways"));
  }
  for (const std::string name : {"iceoryx", "iceoryx2"}) {
    EXPECT_FALSE(options("-c " + name).over_network());
    EXPECT_EQ(options("-c " + name).delivery, Delivery::zero_copy);
    EXPECT_EQ(options("-c " + name).publish_type, PublishType::loan);
    EXPECT_THAT(refusal("--shared-memory -c " + name), HasSubstr("never copies"));
  }
  EXPECT_THAT(refusal("-c zenoh --publish-type value"), HasSubstr("own API"));
  EXPECT_THAT(refusal("-c iceoryx --memory"), HasSubstr("no pool"));
}

TEST(Options, RoudiServesOneCommand) {
  EXPECT_TRUE(options("-c iceoryx").needs_roudi());
  EXPECT_TRUE(options("-c CycloneDDS --zero-copy").needs_roudi());
  EXPECT_FALSE(options("-c iceoryx2").needs_roudi());
  EXPECT_THAT(refusal("-c iceoryx -s 0"), HasSubstr("one command"));
  EXPECT_THAT(refusal("-c CycloneDDS --zero-copy --roundtrip-mode Main"), HasSubstr("Both"));
  EXPECT_FALSE(options("-c CycloneDDS -s 0").needs_roudi());
}

TEST(Options, FastDdsHasThreeWaysAndNothingOfBaton) {
  const Options udp = options("-c FastDDS");
  EXPECT_TRUE(udp.over_network() && udp.is_fast_dds());
  EXPECT_FALSE(udp.uses_baton() || udp.is_floor());
  EXPECT_EQ(udp.delivery, Delivery::serialised);
  EXPECT_FALSE(options("-c FastDDS --shared-memory").over_network());
  EXPECT_EQ(options("-c FastDDS --shared-memory").delivery, Delivery::serialised);
  EXPECT_EQ(options("-c FastDDS-listener --zero-copy").delivery, Delivery::zero_copy);
  EXPECT_EQ(options("-c FastDDS --zero-copy").publish_type, PublishType::loan);
  EXPECT_EQ(options("-c FastDDS --loaned-samples").publish_type, PublishType::loan);
  EXPECT_THAT(refusal("-c FastDDS --publish-type value"), HasSubstr("own API"));
  EXPECT_THAT(refusal("-c FastDDS --callback-type unique_ptr"), HasSubstr("own API"));
  EXPECT_THAT(refusal("-c FastDDS --spin 5"), HasSubstr("own API"));
  EXPECT_THAT(refusal("-c FastDDS --intra-process"), HasSubstr("no nodes"));
  EXPECT_THAT(refusal("-c FastDDS --memory"), HasSubstr("no pool"));
}

class Environment : public testing::Test {
 protected:
  ~Environment() override {
    unsetenv("BATON_TRANSPORT");
    unsetenv("ROS_AUTOMATIC_DISCOVERY_RANGE");
  }
};

TEST_F(Environment, ThatForbidsTheNetworkIsAnErrorOnlyWhereTheNetworkIsNeeded) {
  setenv("BATON_TRANSPORT", "shm", 1);
  EXPECT_THAT(refusal(""), AllOf(HasSubstr("BATON_TRANSPORT=shm"), HasSubstr("--shared-memory")));
  EXPECT_THAT(refusal("--loaned-samples"), HasSubstr("BATON_TRANSPORT=shm"));
  for (const char* line :
       {"--shared-memory", "--zero-copy", "--intra-process", "-c floor", "-c FastDDS"}) {
    EXPECT_EQ(refusal(line), "accepted") << line;
  }
  setenv("BATON_TRANSPORT", "auto", 1);
  EXPECT_EQ(refusal(""), "accepted");
  setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF", 1);
  EXPECT_THAT(refusal(""), HasSubstr("ROS_AUTOMATIC_DISCOVERY_RANGE is OFF"));
  EXPECT_EQ(refusal("--zero-copy"), "accepted");
}

TEST_F(Environment, ThatSendsAllThroughTheNetworkContradictsSharedMemory) {
  setenv("BATON_TRANSPORT", "udp", 1);
  EXPECT_EQ(refusal(""), "accepted");
  EXPECT_THAT(refusal("--zero-copy"), HasSubstr("--zero-copy and BATON_TRANSPORT=udp"));
  EXPECT_THAT(refusal("--shared-memory"), HasSubstr("--shared-memory and BATON_TRANSPORT=udp"));
  EXPECT_THAT(refusal("--intra-process"), HasSubstr("--intra-process and BATON_TRANSPORT=udp"));
}

TEST(Options, OldAndNewSpellingsOfQosMeanTheSame) {
  EXPECT_TRUE(options("--reliability RELIABLE").reliable);
  EXPECT_FALSE(options("--reliability best_effort").reliable);
  EXPECT_TRUE(options("--durability TRANSIENT_LOCAL").transient_local);
  EXPECT_TRUE(options("--transient").transient_local);
  EXPECT_TRUE(options("--history KEEP_ALL").keep_all);
  EXPECT_FALSE(options("--history KEEP_LAST").keep_all);
}

TEST(Options, AliasesReachTheirOption) {
  EXPECT_EQ(options("--communication poll").way, Way::poll);
  EXPECT_EQ(options("-c rclcpp-single-threaded-executor").way, Way::single_threaded_executor);
  EXPECT_EQ(options("-c rclcpp-static-single-threaded-executor").way,
            Way::static_single_threaded_executor);
  EXPECT_EQ(options("-c rclcpp-multi-threaded-executor").way, Way::multi_threaded_executor);
  EXPECT_EQ(options("-c events-executor").way, Way::events_executor);
  EXPECT_EQ(options("--dds-domain_id 7").domain_id, 7u);
  EXPECT_EQ(options("--dds-domain-id 7").domain_id, 7u);
}

TEST(Options, SharedMemoryWithLoansIsZeroCopy) {
  EXPECT_EQ(options("--shared-memory --loaned-samples").delivery, Delivery::zero_copy);
  EXPECT_EQ(options("--shared-memory").delivery, Delivery::one_copy);
  EXPECT_EQ(options("-c floor").delivery, Delivery::zero_copy);
}

TEST(Options, TheModeImpliesWhatPublishIsGiven) {
  EXPECT_EQ(options("").publish_type, PublishType::const_ref);
  EXPECT_EQ(options("--shared-memory").publish_type, PublishType::const_ref);
  EXPECT_EQ(options("--zero-copy").publish_type, PublishType::loan);
  EXPECT_EQ(options("--intra-process").publish_type, PublishType::unique_ptr);
  EXPECT_EQ(options("--intra-process --zero-copy").publish_type, PublishType::loan);
  EXPECT_EQ(options("--intra-process --loaned-samples").publish_type, PublishType::loan);
  EXPECT_EQ(options("--intra-process --zero-copy --callback-type unique_ptr").publish_type,
            PublishType::unique_ptr);
  for (const char* line : {"", "--zero-copy", "--intra-process"}) {
    EXPECT_EQ(options(line).callback_type, CallbackType::const_ref) << line;
  }
}

TEST(Options, WithinAProcessAPointerIsNotACopyUnlessSeveralWantToOwnIt) {
  EXPECT_EQ(options("--intra-process").delivery, Delivery::zero_copy);
  EXPECT_EQ(options("--intra-process -s 4").delivery, Delivery::zero_copy);
  EXPECT_EQ(options("--intra-process --callback-type unique_ptr").delivery, Delivery::zero_copy);
  EXPECT_EQ(options("--intra-process --callback-type unique_ptr -s 2").delivery,
            Delivery::one_copy);
  const std::string owned_loan = "--intra-process --publish-type loan --callback-type unique_ptr";
  EXPECT_EQ(options(owned_loan + " -m Image").delivery, Delivery::zero_copy);
  EXPECT_EQ(options(owned_loan + " -m Array4k").delivery, Delivery::one_copy);
  EXPECT_EQ(options("--intra-process --publish-type const_ref").delivery, Delivery::one_copy);
  EXPECT_EQ(options("--shared-memory --publish-type unique_ptr").delivery, Delivery::one_copy);
  EXPECT_EQ(options("--shared-memory --publish-type loan --callback-type unique_ptr").delivery,
            Delivery::one_copy);
  EXPECT_EQ(options("--zero-copy -m Array4m --callback-type shared_ptr").delivery,
            Delivery::zero_copy);
}

TEST(Options, ContradictionsAreRefusedByName) {
  EXPECT_THAT(refusal("--reliable --reliability BEST_EFFORT"),
              AllOf(HasSubstr("--reliable"), HasSubstr("--reliability BEST_EFFORT")));
  EXPECT_THAT(refusal("--transient --durability VOLATILE"), HasSubstr("--durability"));
  EXPECT_THAT(refusal("--keep-last --history KEEP_ALL"), HasSubstr("--history"));
  EXPECT_THAT(refusal("--history KEEP_ALL --history-depth 3"), HasSubstr("--history-depth"));
  EXPECT_THAT(refusal("--zero-copy --publish-type const_ref"), HasSubstr("--publish-type"));
  EXPECT_THAT(refusal("--zero-copy --publish-type value"), HasSubstr("--publish-type value"));
  EXPECT_THAT(refusal("--zero-copy --publish-type unique_ptr"), HasSubstr("add --intra-process"));
  EXPECT_THAT(refusal("--shared-memory --publish-type loan"), HasSubstr("--zero-copy"));
  EXPECT_THAT(refusal("-c floor --publish-type unique_ptr"), HasSubstr("never copies"));
  EXPECT_THAT(refusal("--intra-process --process-configuration INTER_PROCESS"),
              HasSubstr("INTER_PROCESS"));
  EXPECT_THAT(refusal("--intra-process --shared-memory"), HasSubstr("--shared-memory"));
  EXPECT_THAT(refusal("-c floor --intra-process"), HasSubstr("no nodes"));
  EXPECT_THAT(refusal("--zero-copy --callback-type unique_ptr"), HasSubstr("read-only"));
  EXPECT_THAT(refusal("--zero-copy --callback-type shared_ptr"), HasSubstr("less than 64 KiB"));
  EXPECT_THAT(refusal("--zero-copy --intra-process --callback-type unique_ptr -s 2"),
              HasSubstr("only one can own"));
  EXPECT_THAT(refusal("--zero-copy --intra-process --publish-type loan --callback-type shared_ptr"),
              HasSubstr("Array1k loans are copied"));
  EXPECT_THAT(refusal("--output none --output csv"), HasSubstr("--output none"));
  EXPECT_THAT(refusal("--output none -l x.json"), HasSubstr("--output none"));
  EXPECT_THAT(refusal("--max-runtime 2 --ignore 2"), HasSubstr("--ignore"));
  EXPECT_THAT(refusal("-p 0 -s 0"), HasSubstr("nothing to measure"));
  EXPECT_THAT(refusal("-s 2 --expected-num-subs 1"), HasSubstr("2 are in this command already"));
  EXPECT_THAT(refusal("--roundtrip-mode Both -s 2"), HasSubstr("--roundtrip-mode"));
  EXPECT_THAT(refusal("--roundtrip-mode Both --fill none"), HasSubstr("--fill none"));
  EXPECT_THAT(refusal("--one-in-flight -p 2"), HasSubstr("one publisher"));
  EXPECT_THAT(refusal("--one-in-flight -s 0"), HasSubstr("all its subscribers"));
  EXPECT_THAT(refusal("--one-in-flight --roundtrip-mode Both"), HasSubstr("one publisher"));
  EXPECT_THAT(refusal("--one-in-flight --fill none"), HasSubstr("its number"));
  EXPECT_THAT(refusal("-c word-ring --one-in-flight"), HasSubstr("its number"));
  EXPECT_THAT(refusal("--open-loop -r 0"), HasSubstr("a --rate above 0"));
  EXPECT_THAT(refusal("--open-loop --fill none"), HasSubstr("when it was due"));
  EXPECT_THAT(refusal("--open-loop --one-in-flight"), HasSubstr("wait for answers"));
  EXPECT_THAT(refusal("-c floor --shared-memory"), HasSubstr("never copies"));
  EXPECT_THAT(refusal("-c floor --spin 5"), HasSubstr("poll-floor"));
  EXPECT_THAT(refusal("-c poll --spin 5"), HasSubstr("never sleeps"));
  EXPECT_THAT(refusal("-c floor --roundtrip-mode Main"), HasSubstr("Both"));
  EXPECT_THAT(refusal("-c floor -p 0"), HasSubstr("both ends"));
  EXPECT_THAT(refusal("-c word-ring -m Array1k"), HasSubstr("--msg"));
  EXPECT_THAT(refusal("-c word-ring -s 2"), HasSubstr("one subscriber"));
  EXPECT_THAT(refusal("-c word-ring --unbounded-msg-size 9"), HasSubstr("--unbounded-msg-size"));
  EXPECT_THAT(refusal("--unbounded-msg-size 100"), HasSubstr("the size of Array1k is fixed"));
  EXPECT_THAT(refusal("-m PolygonStamped --unbounded-msg-size 100"), HasSubstr("96 or 108"));
}

TEST(Options, WhatThisBuildLacksIsRefusedWithWhatItNeeds) {
  EXPECT_THAT(refusal("-c iceoryx3"), HasSubstr("iceoryx2"));
  EXPECT_THAT(refusal("-c poll --callback-type const_shared_ptr"), HasSubstr("no callback"));
}

TEST(Options, WrongValuesAreRefusedInOneLine) {
  for (const char* line : {"-r fast",
                           "-r -1",
                           "-s many",
                           "-s 1000",
                           "--history-depth 0",
                           "--fill all",
                           "--message-init maybe",
                           "--process-configuration BOTH",
                           "--roundtrip-mode Sub",
                           "--reliability maybe",
                           "--unbounded-msg-size x",
                           "--unbounded-msg-size -1",
                           "--output pdf",
                           "--callback-type pointer",
                           "--publish-type copy",
                           "--use-rt-cpus zero",
                           "--use-rt-cpus -1",
                           "--use-rt-prio 100",
                           "-m",
                           "-l results",
                           "stray",
                           "-c flor",
                           "-m Array4"}) {
    EXPECT_THAT(refusal(line), AllOf(Not("accepted"), Not(HasSubstr("\n")))) << line;
  }
}

TEST(Options, AMistypedOptionIsAnsweredWithTheNearOne) {
  EXPECT_THAT(refusal("--zero-coppy"),
              AllOf(StartsWith("--zero-coppy: no such option"), HasSubstr("--zero-copy")));
  EXPECT_THAT(refusal("-c poll-flor"), HasSubstr("did you mean poll-floor"));
  EXPECT_THAT(refusal("-m Array4"), HasSubstr("did you mean Array4k or Array4m"));
}

TEST(Options, TheLogfilesSuffixChoosesTheFormat) {
  const Options json = options("-l run.json");
  EXPECT_TRUE(json.to_json && json.to_stdout && !json.to_csv);
  EXPECT_EQ(json.json_file, "run.json");
  const Options both = options("-l run.json -o csv -o json");
  EXPECT_EQ(both.csv_file, "run.csv");
  EXPECT_EQ(both.json_file, "run.json");
  EXPECT_FALSE(both.to_stdout);
  EXPECT_THAT(options("-o csv -t a/b").csv_file,
              AllOf(StartsWith("perf_test_a_b_"), testing::EndsWith("Z.csv")));
}

TEST(Options, HelpNamesEveryOptionAndTheReferenceCommands) {
  const std::string help = *command("--help").text;
  for (const char* name :
       {"--communicator",
        "--rate",
        "--topic",
        "--msg",
        "--msg-list",
        "--num-pub-threads",
        "--num-sub-threads",
        "--process-configuration",
        "--one-in-flight",
        "--open-loop",
        "--intra-process",
        "--reliable",
        "--reliability",
        "--transient",
        "--durability",
        "--keep-last",
        "--history",
        "--history-depth",
        "--shared-memory",
        "--loaned-samples",
        "--zero-copy",
        "--publish-type",
        "--callback-type",
        "--message-init",
        "--fill",
        "--unbounded-msg-size",
        "--max-runtime",
        "--dry-run",
        "--ignore",
        "--warm-up",
        "--expected-num-pubs",
        "--expected-num-subs",
        "--wait-for-matched-timeout",
        "--output",
        "--logfile",
        "--roundtrip-mode",
        "--use-rt-prio",
        "--use-rt-cpus",
        "--prevent-cpu-idle",
        "--spin",
        "--check-memory",
        "--dds-domain-id",
        "header.stamp",
        "perf_test --zero-copy --reliable --keep-last --history-depth 10 -s 1 -m Array4m -r 100"}) {
    EXPECT_THAT(help, HasSubstr(name));
  }
  EXPECT_THAT(help, Not(HasSubstr("--worker-socket")));
}

TEST(Options, OneOfManyTopicsHasANumber) {
  EXPECT_EQ(options("-t scan").topic_name(0), "scan");
  const Options many = options("-t scan --topics 3 --zero-copy");
  EXPECT_EQ(many.topic_name(0), "scan_0");
  EXPECT_EQ(many.topic_name(5), "scan_2") << "the second publisher's third";
  EXPECT_EQ(refusal("--topics 3 -c floor"), "accepted");
  EXPECT_EQ(refusal("--topics 3 -c iceoryx"), "accepted");
  EXPECT_THAT(refusal("--topics 3 -c word-ring"), HasSubstr("has no topics"));
  EXPECT_THAT(refusal("--topics 3 --zero-copy --one-in-flight"), HasSubstr("--one-in-flight"));
  EXPECT_EQ(refusal("--topics 1000 -s 5 --zero-copy"), "accepted");
  EXPECT_THAT(refusal("--topics 0"), HasSubstr("--topics"));
  EXPECT_THAT(refusal("--topics 64 -m SampleMessage"), HasSubstr("63 publishers and topics"));
}

TEST(Options, ADryRunSaysWhatIsWrongAndMeasuresNothing) {
  EXPECT_EQ(command("--zero-copy --dry-run").text, "");
  EXPECT_EQ(command("--zero-copy").text, std::nullopt);
  EXPECT_THAT(refusal("--dry-run --topics 3 -c word-ring"), HasSubstr("has no topics"));
}

TEST(Options, TheMessageListGivesSizes) {
  EXPECT_THAT(*command("--msg-list").text, HasSubstr("Array4m               4194320 bytes"));
  EXPECT_THAT(*command("--msg-list").text, HasSubstr("BoundedSequence4m"));
}

TEST(Options, TheSizeOfAnUnboundedMessageCanBeChosen) {
  EXPECT_EQ(
      options("-m UnboundedSequence --unbounded-msg-size 100").message_type().payload_size_bytes,
      100u);
  EXPECT_EQ(options("-m UnboundedString").message_type().payload_size_bytes, 0u);
  EXPECT_EQ(options("-m Image").message_type().content_size_bytes(), 6'220'800u);
}

}  // namespace perf
