// SPDX-License-Identifier: Apache-2.0
// Peers that lie about types, or send what is no message of theirs.
#include <gmock/gmock.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <future>
#include <mutex>

#include <baton/msg/reflection.hpp>
#include <baton/msg/type_hash.hpp>

#include "base/sealed_memory.hpp"
#include "msg/testing/described.hpp"
#include "shm/description_parts.hpp"
#include "shm/ring_writer.hpp"
#include "testing/isolation.hpp"
#include "testing/stranger.hpp"
#include "transport/shared_memory/shm_transport.hpp"

namespace baton::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace shm::wire;
using Type = std::shared_ptr<const msg::ReflectedType>;

Type parse(std::string_view description) {
  std::string error;
  Type type = msg::ReflectedType::parse(description, error);
  EXPECT_NE(type, nullptr) << error;
  return type;
}

/// Differs from another deep below names that are as long as they may be.
Type deep_type(int kind_of_leaf) {
  constexpr int depth = 60;
  const std::string field(255, 'a');
  std::vector<std::string> names;
  for (int i = 0; i < depth; ++i) names.push_back("test/msg/Deep" + std::to_string(i));
  std::vector<msg::testing::ShortType> types;
  for (int i = 0; i + 1 < depth; ++i) {
    types.push_back({names[static_cast<std::size_t>(i)],
                     {{field, 1, 0, 0, names[static_cast<std::size_t>(i) + 1]}}});
  }
  types.push_back({names.back(), {{field, kind_of_leaf}}});
  return parse(msg::testing::described(types[0], {types.begin() + 1, types.end()}));
}

class HostileTypes : public IsolatedTest {
 protected:
  void SetUp() override {
    transport::ParticipantOptions options;
    options.name = "victim";
    options.directory = registry();
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event.text);
    };
    victim = std::move(*transport::open_shm_transport(options));
  }
  void TearDown() override {
    publisher.reset();
    subscription.reset();
    victim.reset();
    IsolatedTest::TearDown();
  }

  template <class Spec>
  Spec spec() const {
    Spec made;
    made.topic = "/t";
    made.type = &type->type();
    made.type_name = made.type->type_name;
    made.type_hash = 7;
    made.layout_hash = made.type->layout_hash;
    return made;
  }
  /// An endpoint with the victim's type.
  match::EndpointFacts endpoint() const {
    match::EndpointFacts made;
    made.id = 1;
    made.topic = "/t";
    made.type_name = type->type().type_name;
    made.type_hash = 7;
    made.layout_hash = type->type().layout_hash;
    made.type_hash_text = msg::to_string(type->type().hash);
    made.policies.reliable = true;
    return made;
  }
  bool told(const std::string& text) {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      for (const std::string& each : events_) {
        if (each.find(text) != std::string::npos) return true;
      }
      return false;
    });
  }
  /// What the victim gets when it asks for a type and the stranger does as it likes.
  template <class Answer>
  std::string refusal_after(Stranger& stranger, Answer answer,
                            std::chrono::nanoseconds timeout = default_deadline) {
    EXPECT_TRUE(wait_until([&] { return victim->endpoints().value().size() == 1; }));
    auto asking =
        std::async(std::launch::async, [&] { return victim->type_description("/t", timeout); });
    EXPECT_TRUE(stranger.accept());
    const auto question = stranger.receive<Describe>();
    EXPECT_TRUE(question);
    if (question) answer(std::get<Describe>(question->message));
    auto description = asking.get();
    EXPECT_FALSE(description);
    return description ? "" : description.error().text;
  }

  const Type type = parse(msg::testing::sample_description());
  std::unique_ptr<transport::Transport> victim;
  std::shared_ptr<transport::PublisherPort> publisher;
  std::shared_ptr<transport::SubscriptionPort> subscription;

 private:
  std::mutex mutex_;  // covers events_
  std::vector<std::string> events_;
};

TEST_F(HostileTypes, ADescriptionWithoutOrderCostsItsSenderTheConnection) {
  const std::vector<std::vector<Description>> answers = {
      {{0, 0, 3, "a"}, {0, 2, 3, "b"}},
      {{0, 0, 3, "a"}, {0, 1, 4, "b"}},
      {{0, 0, UINT32_MAX, "a"}},
      {{0, 0, 2, ""}},
  };
  for (const auto& parts : answers) {
    Stranger stranger(registry(), {endpoint()});
    const std::string refusal = refusal_after(stranger, [&](const Describe& question) {
      for (Description part : parts) {
        part.request = question.request;
        (void)stranger.send(part);
      }
    });
    EXPECT_THAT(refusal, AllOf(HasSubstr("stranger"), HasSubstr("no end or no order")));
  }
  EXPECT_TRUE(told("no end or no order"));
}

TEST_F(HostileTypes, ADescriptionOfAnotherTypeIsNotTaken) {
  Stranger stranger(registry(), {endpoint()});
  const std::string refusal = refusal_after(stranger, [&](const Describe& question) {
    EXPECT_EQ(question.type_hash, endpoint().type_hash_text);
    stranger.send(Description{12345, 0, 1, "nobody asked for this"}).value();
    stranger.send(Description{question.request, 0, 1, "{}"}).value();
  });
  EXPECT_THAT(refusal, AllOf(HasSubstr("stranger"), HasSubstr("RIHS01_")));
}

TEST_F(HostileTypes, APeerThatDoesNotKnowItsOwnTypeIsNamed) {
  Stranger stranger(registry(), {endpoint()});
  const std::string refusal = refusal_after(stranger, [&](const Describe& question) {
    stranger.send(Description{question.request, 0, 0, ""}).value();
  });
  EXPECT_THAT(refusal, AllOf(HasSubstr("stranger"), HasSubstr("no longer uses the type")));
}

TEST_F(HostileTypes, APeerThatHangsUpInsteadOfAnsweringIsNamed) {
  Stranger stranger(registry(), {endpoint()});
  const std::string refusal =
      refusal_after(stranger, [&](const Describe&) { shutdown(stranger.socket(), SHUT_RDWR); });
  EXPECT_THAT(refusal, AllOf(HasSubstr("stranger"), HasSubstr("hung up")));
}

TEST_F(HostileTypes, APeerThatNeverAnswersIsNamedWhenTheTimeIsOver) {
  Stranger stranger(registry(), {endpoint()});
  const std::string refusal = refusal_after(
      stranger, [](const Describe&) {}, std::chrono::milliseconds(100));
  EXPECT_THAT(refusal, AllOf(HasSubstr("stranger"), HasSubstr("within 100 ms")));
}

TEST_F(HostileTypes, ShutdownEndsAQuestion) {
  Stranger stranger(registry(), {endpoint()});
  const std::string refusal = refusal_after(stranger, [&](const Describe&) { victim->close(); });
  EXPECT_THAT(refusal, HasSubstr("shut down"));
}

TEST_F(HostileTypes, AQuestionForATypeThatNoProcessHasIsAnsweredWithUnknown) {
  publisher = std::move(*victim->open_publisher(spec<transport::PublisherSpec>()));
  Stranger stranger(registry());
  ASSERT_TRUE(stranger.connect());
  stranger.introduce();
  for (const std::string hash : {"", "RIHS01_", "\xff\xfe", "x"}) {
    stranger.send(Describe{5, type->type().type_name.data(), hash}).value();
    const auto answer = stranger.receive<Description>();
    ASSERT_TRUE(answer);
    EXPECT_EQ(std::get<Description>(answer->message).parts, 0u);
  }
  stranger.send(Describe{6, endpoint().type_name, endpoint().type_hash_text}).value();
  const auto answer = stranger.receive<Description>();
  ASSERT_TRUE(answer);
  EXPECT_EQ(std::get<Description>(answer->message).request, 6u);
  EXPECT_EQ(std::get<Description>(answer->message).text, type->type().description);
}

TEST_F(HostileTypes, APeerThatAsksAndNeverReadsIsGivenUpBeforeItCostsMuch) {
  publisher = std::move(*victim->open_publisher(spec<transport::PublisherSpec>()));
  Stranger stranger(registry());
  ASSERT_TRUE(stranger.connect());
  stranger.introduce();
  const Describe question{1, endpoint().type_name, endpoint().type_hash_text};
  int asked = 0;
  (void)wait_until([&] {
    const base::Status sent = stranger.send(question);
    if (sent) ++asked;
    return !sent && sent.error().code != EAGAIN;
  });
  EXPECT_TRUE(told("asks for more descriptions of types than it reads"));
  EXPECT_LT(asked, 10'000);
}

TEST_F(HostileTypes, AllQuestionsOfOneThatReadsSlowlyAreAnswered) {
  publisher = std::move(*victim->open_publisher(spec<transport::PublisherSpec>()));
  Stranger stranger(registry());
  ASSERT_TRUE(stranger.connect());
  stranger.introduce();
  constexpr std::uint64_t questions = 500;  // more answers than a socket holds
  for (std::uint64_t i = 1; i <= questions; ++i) {
    const Describe question{i, endpoint().type_name, endpoint().type_hash_text};
    ASSERT_TRUE(wait_until([&] { return static_cast<bool>(stranger.send(question)); }));
  }
  for (std::uint64_t i = 1; i <= questions; ++i) {
    const auto answer = stranger.receive<Description>();
    ASSERT_TRUE(answer) << i;
    EXPECT_EQ(std::get<Description>(answer->message).request, i);
  }
}

TEST_F(HostileTypes, ADescriptionThatWasNotAskedForIsBounded) {
  Stranger stranger(registry());
  ASSERT_TRUE(stranger.connect());
  stranger.introduce();
  stranger.send(Description{0, 0, 2, "a"}).value();
  stranger.send(Description{0, 0, 2, "a"}).value();
  EXPECT_TRUE(stranger.hung_up());
  EXPECT_TRUE(told("no end or no order"));
}

// The refusal is as good without the difference: a stranger's description must fit the hash, and
// however long its names are, the refusal fits a packet.
TEST_F(HostileTypes, ADescriptionBeforeARefusedHelloIsBelievedOnlyWithItsHash) {
  const Type published = deep_type(2);
  const Type other = deep_type(3);
  auto published_spec = spec<transport::PublisherSpec>();
  published_spec.type = &published->type();
  published_spec.type_name = published->type().type_name;
  publisher = std::move(*victim->open_publisher(published_spec));
  for (const bool honest : {false, true}) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    stranger.introduce();
    Hello hello{stranger.victims_publisher().id, 0, stranger.victims_publisher()};
    hello.subscription.type_hash_text =
        honest ? msg::to_string(other->type().hash) : "RIHS01_" + std::string(64, '0');
    for (const Description& part : shm::split_description(0, other->type().description)) {
      ASSERT_TRUE(wait_until([&] { return static_cast<bool>(stranger.send(part)); }));
    }
    ASSERT_TRUE(wait_until([&] { return static_cast<bool>(stranger.send(hello)); }));
    const auto answer = stranger.receive<Reject>();
    ASSERT_TRUE(answer);
    const std::string& text = std::get<Reject>(answer->message).text;
    EXPECT_THAT(text, HasSubstr("test/msg/Deep0"));
    EXPECT_EQ(text.find("field \"aaaa") != std::string::npos, honest) << text;
    EXPECT_LT(text.size(), 2000u);
  }
}

/// A publisher that encodes its messages, and what it likes instead of them.
class CdrStranger {
 public:
  explicit CdrStranger(const std::string& directory, const match::EndpointFacts& endpoint)
      : stranger_(directory, {endpoint}),
        memory_(*base::OwnMemory::create("hostile", shm::pool_offset_bytes + pool_bytes)),
        writer_(*reinterpret_cast<shm::Pub*>(memory_.data()), memory_.size_bytes(), {},
                {.floor_bytes = pool_bytes, .ceiling_bytes = pool_bytes},
                [this](std::size_t at, std::size_t size) { return memory_.commit(at, size); }) {}

  void welcome() {
    ASSERT_TRUE(stranger_.accept());
    const auto hello = stranger_.receive<Hello>();
    ASSERT_TRUE(hello);
    const auto& asked = std::get<Hello>(hello->message);
    stranger_
        .send(Welcome{asked.publisher, asked.subscription.id, 0, true}, {memory_.read_only_fd()})
        .value();
  }
  void publish(const std::vector<std::uint8_t>& bytes) {
    const shm::ChunkIndex chunk = *writer_.loan(bytes.size());
    std::memcpy(writer_.data(chunk), bytes.data(), bytes.size());
    writer_.publish(chunk, bytes.size(), 0);
  }
  bool hung_up() { return stranger_.hung_up(); }

 private:
  static constexpr std::size_t pool_bytes = 1 << 20;
  Stranger stranger_;
  base::OwnMemory memory_;
  const base::Status committed_ = memory_.commit(0, shm::pool_offset_bytes);
  shm::RingWriter writer_;
};

TEST_F(HostileTypes, WhatIsNoCdrOfTheTypeCostsItsPublisherTheMatch) {
  // No encapsulation; an unknown one; a name longer than the message; nothing behind it.
  for (const std::vector<std::uint8_t>& bytes : std::vector<std::vector<std::uint8_t>>{
           {0},
           {9, 9, 9, 9, 0, 0, 0, 0},
           {0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 255},
           {0, 1, 0, 0}}) {
    std::atomic<int> unmatched{0};
    auto wanted = spec<transport::SubscriptionSpec>();
    wanted.on_event = [&](const EndpointEvent& event) {
      if (event.kind == EndpointEvent::Kind::unmatched) ++unmatched;
    };
    subscription = std::move(*victim->open_subscription(wanted));
    CdrStranger stranger(registry(), endpoint());
    stranger.publish(bytes);
    stranger.welcome();
    ASSERT_TRUE(wait_until([&] { return subscription->match_count() == 1; }));
    transport::Sample sample;
    EXPECT_FALSE(subscription->take(sample));
    EXPECT_EQ(subscription->counters().dropped_peers, 1u);
    EXPECT_EQ(subscription->match_count(), 0u);
    EXPECT_TRUE(stranger.hung_up());
    EXPECT_TRUE(wait_until([&] { return unmatched == 1; }));
    subscription.reset();
  }
  EXPECT_TRUE(told("contradicts itself"));
}

TEST_F(HostileTypes, APlainTypeDoesNotTravelAsCdr) {
  auto plain = spec<transport::SubscriptionSpec>();
  plain.type = nullptr;
  subscription = std::move(*victim->open_subscription(plain));
  match::EndpointFacts claimed = endpoint();
  claimed.type_hash_text.clear();
  CdrStranger stranger(registry(), claimed);
  stranger.welcome();
  EXPECT_TRUE(stranger.hung_up());
  EXPECT_TRUE(told("plain C++ type"));
}

}  // namespace
}  // namespace baton::testing
