// SPDX-License-Identifier: Apache-2.0
// What each kind of reader makes of the lists that it would hear, in every order in which they may
// come.
#include "dds/list_writers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <baton/msg/type_hash.hpp>

namespace baton::dds {
namespace {

using Bytes = std::vector<std::byte>;

Guid guid(std::uint8_t participant, std::uint8_t entity) {
  return {1, 15, 0, 0, participant, 0x5a, 0xc3, 0x77, 1, 0, 0, 0, 0, 0, entity, 4};
}

/// Decodes a list as ROS 2 does: allocates the lengths that the bytes give, and then reads.
class RosDecoder {
 public:
  static constexpr std::size_t memory_cap_bytes = 1 << 20;

  RosDecoder(const Bytes& bytes, std::size_t bytes_of_gid)
      : bytes_(bytes), at_(4), bytes_of_gid_(bytes_of_gid) {
    gid(participant_);
    for (std::uint32_t left = length(node_bytes); !failed_ && left > 0; --left) {
      std::string name = text();
      name += '/' + text();
      gids();
      gids();
      if (!failed_) nodes_.insert(name);
    }
  }

  bool is_right(const NodeList& list) const {
    std::set<std::string> wanted;
    for (const NodeEntry& node : list.nodes) wanted.insert("/" + node.name);
    return !failed_ && at_ == bytes_.size() && participant_ == list.participant && nodes_ == wanted;
  }
  bool fills_memory() const { return allocated_bytes_ > memory_cap_bytes; }

 private:
  static constexpr std::size_t node_bytes = 112;  // two std::string, two std::vector

  bool take(void* to, std::size_t size) {
    if (failed_ || bytes_.size() - at_ < size) {
      failed_ = true;
      return false;
    }
    std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
    return true;
  }
  std::uint32_t number() {
    at_ = std::min(bytes_.size(), (at_ + 3) / 4 * 4);
    std::uint32_t value = 0;
    (void)take(&value, sizeof(value));
    return value;
  }
  std::uint32_t length(std::size_t element_bytes) {
    const std::uint32_t count = number();
    allocated_bytes_ += count * element_bytes;
    failed_ = failed_ || fills_memory();
    return count;
  }
  std::string text() {
    const std::uint32_t size = number();
    std::string read(bytes_.size() - at_ < size ? 0 : size, '\0');
    failed_ = failed_ || read.size() != size;
    (void)take(read.data(), read.size());
    return read.c_str();
  }
  void gid(Guid& read) {
    std::array<std::uint8_t, humble_gid_bytes> bytes{};
    (void)take(bytes.data(), bytes_of_gid_);
    std::copy_n(bytes.begin(), read.size(), read.begin());
  }
  void gids() {
    Guid ignored{};
    for (std::uint32_t left = length(bytes_of_gid_); !failed_ && left > 0; --left) gid(ignored);
  }

  const Bytes& bytes_;
  std::size_t at_;
  const std::size_t bytes_of_gid_;
  bool failed_ = false;
  std::size_t allocated_bytes_ = 0;
  Guid participant_{};
  std::set<std::string> nodes_;
};

/// A domain in which writers retain their last message, and every reader is matched at once.
class Domain {
 public:
  std::map<Guid, std::vector<Bytes>> heard;

  class Writer final : public WireWriter {
   public:
    Writer(Domain& domain, WireWriterListener& listener) : domain_(domain), listener_(listener) {
      domain_.writers_.insert(this);
    }
    ~Writer() override { domain_.writers_.erase(this); }
    Guid guid() const noexcept override { return {}; }
    WriteResult write(const Outgoing& message, SampleFacts&) noexcept override {
      retained_.resize(message.size_bytes());
      EXPECT_TRUE(message.encode(retained_));
      for (const auto& [reader, bytes] : domain_.heard) offer(reader);
      return WriteResult::written;
    }
    void assert_liveliness() noexcept override {}
    bool all_acknowledged() const noexcept override { return true; }
    bool choose_again() noexcept override {
      return std::erase_if(missed_, [&](const Guid& each) { return listener_.is_for(each); }) != 0;
    }
    void offer(const Guid& reader) {
      if (retained_.empty()) return;
      if (listener_.is_for(reader)) {
        domain_.heard[reader].push_back(retained_);
      } else {
        missed_.insert(reader);
      }
    }

   private:
    Domain& domain_;
    WireWriterListener& listener_;
    Bytes retained_;
    std::set<Guid> missed_;
  };

  void match(const Guid& reader) {
    heard[reader];
    for (Writer* const each : writers_) each->offer(reader);
  }

 private:
  std::set<Writer*> writers_;
};

class Participant final : public Wire {
 public:
  explicit Participant(Domain& domain) : domain_(domain) {}
  Guid guid() const noexcept override { return {}; }
  std::unique_ptr<WireWriter> create_writer(const WireEndpoint&, WireWriterListener& listener,
                                            std::string&) override {
    return std::make_unique<Domain::Writer>(domain_, listener);
  }
  std::unique_ptr<WireReader> create_reader(const WireEndpoint&, WireReaderListener&,
                                            std::string&) override {
    return nullptr;
  }
  void look_for_interfaces() noexcept override {}

 private:
  Domain& domain_;
};

struct Kind {
  const char* name;
  std::size_t reads;   // bytes of a Gid; 0: both
  const char* says;    // its reader's USER_DATA
  std::size_t writes;  // 0: no list
  bool is_told = true;
  bool is_baton = false;
};

const std::string newer_says = std::string("typehash=") + newer_list_type_hash + ";";
const Kind humble{"humble", 24, "", 24};
const Kind jazzy{"jazzy", 16, newer_says.c_str(), 16};
const Kind agent{"micro-ROS's agent of Jazzy", 16, "", 16};
const Kind tool{"a tool that only listens", 24, "", 0, false};
const Kind future{"one of another type", 32,
                  "typehash=RIHS01_"
                  "0000000000000000000000000000000000000000000000000000000000000000;",
                  16, false};
const Kind unparsed{"one of another hash", 32, "typehash=RIHS02_0123;", 24, false};
const Kind baton{"Baton", 0, "", 24, true, true};

class ListWritersTest : public ::testing::Test {
 protected:
  /// The steps of such a peer when it comes, in their order.
  std::vector<std::function<void()>> steps_of(const Kind& kind, std::uint8_t number) {
    const Prefix participant = prefix_of(guid(number, 0));
    const Guid reader = guid(number, 1);
    std::vector<std::function<void()>> steps{
        [=, this] { forms->on_participant(participant, kind.is_baton); },
        [=, this] {
          forms->on_reader(reader, kind.says);
          domain.match(reader);
        }};
    if (kind.writes != 0) {
      steps.emplace_back([=, this] { (void)forms->on_list(participant, kind.writes); });
    }
    return steps;
  }

  /// No list that a reader has heard is misread. A reader that may be told at all has heard the
  /// last one.
  void check(const Kind& kind, std::uint8_t number) {
    const std::vector<Bytes>& heard = domain.heard[guid(number, 1)];
    for (const Bytes& bytes : heard) {
      if (kind.reads == 0) {
        EXPECT_TRUE(decode_node_list(bytes)) << kind.name;
        continue;
      }
      const RosDecoder read(bytes, kind.reads);
      EXPECT_FALSE(read.fills_memory()) << kind.name;
      const auto said = decode_node_list(bytes);
      ASSERT_TRUE(said);
      EXPECT_TRUE(read.is_right(*said)) << kind.name;
    }
    ASSERT_EQ(heard.empty(), !kind.is_told) << kind.name;
    if (!kind.is_told) return;
    const auto last = decode_node_list(heard.back());
    ASSERT_TRUE(last);
    EXPECT_EQ(last->nodes, list.nodes) << kind.name;
  }

  void tell() {
    list.nodes[0].writers.push_back(
        guid(99, static_cast<std::uint8_t>(list.nodes[0].writers.size())));
    writers.tell(list);
  }

  std::shared_ptr<ListForms> forms = std::make_shared<ListForms>();
  Domain domain;
  NodeList list{guid(99, 0), {{"/talker", {guid(99, 200)}, {}}}};
  ListWriters writers{forms};
};

TEST_F(ListWritersTest, AListOfTheNewerFormWouldFillTheMemoryOfHumble) {
  list.nodes[0].writers = {guid(99, 1)};
  list.bytes_of_gid = gid_bytes;
  EXPECT_TRUE(RosDecoder(encode_node_list(list), humble_gid_bytes).fills_memory());
  EXPECT_TRUE(RosDecoder(encode_node_list(list), gid_bytes).is_right(list));
  list.bytes_of_gid = humble_gid_bytes;
  EXPECT_TRUE(RosDecoder(encode_node_list(list), humble_gid_bytes).is_right(list));
  // Read by a newer reader, the list of Humble is wrong, but harmless.
  EXPECT_FALSE(RosDecoder(encode_node_list(list), gid_bytes).is_right(list));
  EXPECT_FALSE(RosDecoder(encode_node_list(list), gid_bytes).fills_memory());
}

/// All orders in which the steps of three peers and a change of this participant's list may come.
class InEveryOrder : public ListWritersTest {
 protected:
  void try_all(const Kind& first, const Kind& second, const Kind& third) {
    const std::vector<Kind> kinds{first, second, third};
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      order.insert(order.end(), kinds[i].writes == 0 ? 2 : 3, i);
    }
    order.push_back(kinds.size());
    std::size_t steps_done = 0;
    do {
      begin_anew();
      std::vector<std::vector<std::function<void()>>> steps;
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        steps.push_back(steps_of(kinds[i], static_cast<std::uint8_t>(i + 1)));
      }
      steps.push_back({[this] { tell(); }});
      std::vector<std::size_t> next(steps.size());
      for (const std::size_t each : order) {
        steps[each][next[each]++]();
        // The loop hears of changes at once or later.
        if (++steps_done % 2 == 0) writers->tell(list);
      }
      writers->tell(list);
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        check(kinds[i], static_cast<std::uint8_t>(i + 1));
      }
    } while (!HasFailure() && std::next_permutation(order.begin(), order.end()));
    EXPECT_GT(steps_done, 10'000u);
  }

 private:
  void begin_anew() {
    writers.reset();
    domain.heard.clear();
    forms = std::make_shared<ListForms>();
    list = {guid(99, 0), {{"/talker", {guid(99, 200)}, {}}}};
    writers.emplace(forms);
    ASSERT_TRUE(writers->open(std::make_shared<Participant>(domain)));
    tell();
  }
  void tell() {
    list.nodes[0].writers.push_back(
        guid(99, static_cast<std::uint8_t>(list.nodes[0].writers.size())));
    writers->tell(list);
  }
  std::optional<ListWriters> writers;
};

TEST_F(InEveryOrder, HumbleAndNewerOnesAndBatonHearWhatTheyRead) { try_all(humble, jazzy, baton); }
TEST_F(InEveryOrder, AParticipantThatAnnouncesNothingHearsWhatItWrites) {
  try_all(humble, agent, jazzy);
}
TEST_F(InEveryOrder, AParticipantWhoseFormIsUnknownHearsNothing) { try_all(humble, tool, jazzy); }
TEST_F(InEveryOrder, AnUnknownTypeIsToldNothing) { try_all(future, unparsed, humble); }

TEST_F(ListWritersTest, AParticipantThatComesBackIsJudgedAnew) {
  ASSERT_TRUE(writers.open(std::make_shared<Participant>(domain)));
  tell();
  for (const auto& step : steps_of(humble, 1)) step();
  writers.tell(list);
  check(humble, 1);
  forms->on_participant_gone(prefix_of(guid(1, 0)));
  domain.heard.clear();
  // Another ROS 2 with the same GUID.
  const auto steps = steps_of(agent, 1);
  steps[0]();
  steps[1]();
  tell();
  EXPECT_TRUE(domain.heard[guid(1, 1)].empty());
  steps[2]();
  tell();
  check(agent, 1);
}

TEST_F(ListWritersTest, ItsOwnReaderIsToldNothing) {
  forms->set_own(prefix_of(guid(1, 0)));
  ASSERT_TRUE(writers.open(std::make_shared<Participant>(domain)));
  for (const auto& step : steps_of(baton, 1)) step();
  tell();
  EXPECT_TRUE(domain.heard[guid(1, 1)].empty());
}

TEST_F(ListWritersTest, MoreReadersThanADomainCanHaveAreToldNothing) {
  forms->on_participant(prefix_of(guid(1, 0)), false);
  const auto reader = [](std::size_t number) {
    Guid made = guid(1, 0);
    made[12] = static_cast<std::uint8_t>(number >> 8);
    made[13] = static_cast<std::uint8_t>(number);
    return made;
  };
  for (std::size_t i = 0; i < 5000; ++i) forms->on_reader(reader(i), newer_says);
  EXPECT_EQ(forms->form_of(reader(0)), gid_bytes);
  EXPECT_EQ(forms->form_of(reader(4999)), std::nullopt);
}

TEST(ListForms, TheHashOfTheNewerTypeIsThatOfItsDescription) {
  const auto made = [](const char* name, int id, int capacity, int string,
                       const std::string& nested) {
    return fmt::format(R"({{"name": "{}", "type": {{"type_id": {}, "capacity": {}, )"
                       R"("string_capacity": {}, "nested_type_name": "{}"}}}})",
                       name, id, capacity, string, nested);
  };
  const std::string gid = "rmw_dds_common/msg/Gid";
  const std::string node = "rmw_dds_common/msg/NodeEntitiesInfo";
  const std::string text =
      R"({"type_description": {"type_name": "rmw_dds_common/msg/ParticipantEntitiesInfo", "fields": [)" +
      made("gid", 1, 0, 0, gid) + ", " + made("node_entities_info_seq", 145, 0, 0, node) +
      R"(]}, "referenced_type_descriptions": [{"type_name": ")" + gid + R"(", "fields": [)" +
      made("data", 51, 16, 0, "") + R"(]}, {"type_name": ")" + node + R"(", "fields": [)" +
      made("node_namespace", 21, 0, 256, "") + ", " + made("node_name", 21, 0, 256, "") + ", " +
      made("reader_gid_seq", 145, 0, 0, gid) + ", " + made("writer_gid_seq", 145, 0, 0, gid) +
      "]}]}";
  EXPECT_EQ(msg::to_string(msg::hash_of_description(text)), newer_list_type_hash) << text;
}

}  // namespace
}  // namespace baton::dds
