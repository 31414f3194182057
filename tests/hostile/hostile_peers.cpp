// SPDX-License-Identifier: Apache-2.0
// Peers that break the protocol: they are dropped and named, no thread hangs, and the others go on.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <random>
#include <thread>

#include <baton/baton.hpp>

#include "base/sealed_memory.hpp"
#include "testing/checked_message.hpp"
#include "testing/isolation.hpp"
#include "testing/stranger.hpp"

namespace baton::testing {
namespace {

using ::testing::HasSubstr;
using namespace shm::wire;

class Hostile : public IsolatedTest {
 protected:
  void TearDown() override {
    subscription.reset();
    publisher.reset();
    context.reset();
    IsolatedTest::TearDown();
  }

  void open_context() {
    ContextOptions options;
    options.name = "victim";
    options.on_event = [this](const ContextEvent& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event.text);
    };
    context = std::make_unique<Context>(options);
  }
  void open_publisher(const QoS& qos = 10) {
    if (!context) open_context();
    PublisherOptions options;
    options.pool_ceiling_bytes = options.pool_floor_bytes = 1 << 20;
    publisher = create_publisher<SmallMessage>(*context, "/t", qos, options);
  }
  /// Some event has this text.
  bool told(const std::string& text) {
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      for (const std::string& each : events_) {
        if (each.find(text) != std::string::npos) return true;
      }
      return false;
    });
  }
  std::size_t events() {
    const std::lock_guard lock(mutex_);
    return events_.size();
  }
  /// The victim still serves an honest peer.
  void expect_service() {
    Context honest{ContextOptions{}};
    const auto reader = create_subscription<SmallMessage>(honest, "/t", 10);
    ASSERT_TRUE(wait_until([&] { return reader->get_publisher_count() == 1; }));
    SmallMessage message;
    message.fill(1, 1);
    publisher->publish(message);
    const auto sample = reader->take();
    ASSERT_TRUE(sample);
    EXPECT_TRUE((*sample)->is_whole());
  }
  /// A complete handshake as subscription 1 with record 0, executor 0.
  base::UniqueFd subscribe(Stranger& stranger, std::uint32_t record) {
    const match::EndpointFacts offered = stranger.victims_publisher();
    Hello hello{offered.id, record, offered};
    hello.subscription.id = 1;
    stranger.send(hello).value();
    auto welcome = stranger.receive<Welcome>();
    EXPECT_TRUE(welcome && welcome->fds.size() == 1);
    return welcome ? std::move(welcome->fds[0]) : base::UniqueFd();
  }

  std::unique_ptr<Context> context;
  Publisher<SmallMessage>::SharedPtr publisher;
  Subscription<SmallMessage>::SharedPtr subscription;

 private:
  std::mutex mutex_;  // covers events_
  std::vector<std::string> events_;
};

base::UniqueFd plain_memory(std::size_t size_bytes) {
  base::UniqueFd fd(memfd_create("foreign", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  EXPECT_EQ(ftruncate(fd.get(), static_cast<off_t>(size_bytes)), 0);
  return fd;
}

base::UniqueFd sealed_memory(std::size_t size_bytes) {
  base::UniqueFd fd = plain_memory(size_bytes);
  EXPECT_EQ(fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), 0);
  return fd;
}

/// What is no segment and no eventfd.
std::vector<base::UniqueFd> wrong_descriptors() {
  std::vector<base::UniqueFd> fds;
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  fds.emplace_back(ends[0]);
  fds.emplace_back(ends[1]);
  fds.emplace_back(open("/dev/zero", O_RDWR | O_CLOEXEC));
  fds.emplace_back(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  fds.emplace_back(open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  fds.emplace_back(plain_memory(sizeof(shm::Rec)));
  fds.emplace_back(sealed_memory(4096));
  fds.emplace_back(sealed_memory(sizeof(shm::Rec)));  // zeros: no header
  return fds;
}

TEST_F(Hostile, GarbageEndsTheConnectionAndIsNamed) {
  open_publisher();
  std::mt19937 random(1);
  const std::string texts[] = {"x",
                               "{}",
                               "[]",
                               "null",
                               R"({"kind":"hello"})",
                               R"({"kind":3,"body":{}})",
                               R"({"kind":"bye","body":{}})",
                               std::string(16 * 1024 + 1, 'a'),
                               std::string(8000, '[')};
  for (const std::string& text : texts) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    (void)stranger.send_text(text);
    EXPECT_TRUE(stranger.hung_up()) << text.substr(0, 40);
  }
  for (int i = 0; i < 100; ++i) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    std::vector<std::byte> bytes(1 + random() % 300);
    for (std::byte& each : bytes) each = static_cast<std::byte>(random());
    (void)stranger.send_bytes(bytes);
    EXPECT_TRUE(stranger.hung_up());
  }
  EXPECT_TRUE(told("not a handshake message"));
  expect_service();
}

TEST_F(Hostile, MessagesOutOfTurnAreRefused) {
  open_publisher();
  const Message messages[] = {BellOffer{0}, Hello{}, Bye{},      Welcome{},     Reject{},
                              Grew{},       Wake{},  Describe{}, Description{}, LogOffer{}};
  for (const Message& message : messages) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    stranger.send(message).value();
    EXPECT_TRUE(stranger.hung_up()) << message.index();
  }
  for (const Message& message : {Message(Welcome{}), Message(Reject{}), Message(Grew{})}) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    stranger.introduce();
    stranger.send(message).value();
    EXPECT_TRUE(stranger.hung_up()) << message.index();
  }
  expect_service();
}

TEST_F(Hostile, AnIntroductionWithAFalseSegmentIsRefused) {
  open_publisher();
  for (const base::UniqueFd& fd : wrong_descriptors()) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    const std::size_t before = events();
    stranger.send(Intro{stranger.id(), shm::layout_version}, {fd.get()}).value();
    EXPECT_TRUE(stranger.hung_up());
    EXPECT_TRUE(wait_until([&] { return events() > before; }));
  }
  expect_service();
}

TEST_F(Hostile, AnIntroductionAsAnotherParticipantIsRefused) {
  open_publisher();
  for (const std::string id : {"0000000000000000", "../../../etc/passwd", "", "x"}) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    stranger.send(Intro{id, shm::layout_version}, {stranger.rec().read_only_fd()}).value();
    EXPECT_TRUE(stranger.hung_up()) << id;
  }
  Stranger newer(registry());
  ASSERT_TRUE(newer.connect());
  newer.send(Intro{newer.id(), shm::layout_version + 1}, {newer.rec().read_only_fd()}).value();
  EXPECT_TRUE(newer.hung_up());
  EXPECT_TRUE(told("memory layout " + std::to_string(shm::layout_version + 1)));
  expect_service();
}

TEST_F(Hostile, AFalseBellIsRefused) {
  open_publisher();
  for (const base::UniqueFd& fd : wrong_descriptors()) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    stranger.introduce();
    stranger.send(BellOffer{0}, {fd.get()}).value();
    EXPECT_TRUE(stranger.hung_up());
  }
  for (const std::uint32_t executor :
       {static_cast<std::uint32_t>(shm::max_executors), 0xffffffffu}) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    stranger.introduce();
    const base::UniqueFd bell(eventfd(0, EFD_CLOEXEC));
    stranger.send(BellOffer{executor}, {bell.get()}).value();
    EXPECT_TRUE(stranger.hung_up());
  }
  expect_service();
}

TEST_F(Hostile, AHelloWithARecordThatIsNoneIsRefused) {
  open_publisher();
  for (const std::uint32_t record : {4096u, 0xffffffffu}) {
    Stranger stranger(registry());
    ASSERT_TRUE(stranger.connect());
    stranger.introduce();
    Hello hello{stranger.victims_publisher().id, record, stranger.victims_publisher()};
    stranger.send(hello).value();
    EXPECT_TRUE(stranger.hung_up());
  }
  EXPECT_TRUE(told("does not exist"));
  expect_service();
}

TEST_F(Hostile, AFullBellThatBlocksDoesNotHangThePublisher) {
  open_publisher();
  Stranger stranger(registry());
  ASSERT_TRUE(stranger.connect());
  stranger.introduce();
  const base::UniqueFd bell(eventfd(0, EFD_CLOEXEC));
  stranger.send(BellOffer{0}, {bell.get()}).value();
  const std::uint32_t record = *stranger.rec().open_record();
  const base::UniqueFd segment = subscribe(stranger, record);
  ASSERT_TRUE(segment);
  // Rung once when it was installed.
  eventfd_t value = 0;
  ASSERT_EQ(eventfd_read(bell.get(), &value), 0);
  stranger.rec().rec().record[record].executor.store(0, std::memory_order_seq_cst);
  auto& armed = stranger.rec().rec().executor[0].armed;

  std::atomic<int> published{0};
  std::thread publishing([&] {
    for (int i = 0; i < 1000; ++i) {
      armed.store(static_cast<std::uint64_t>(2 * i + 1), std::memory_order_seq_cst);
      publisher->publish(SmallMessage{});
      ++published;
      if (i == 10) {
        fcntl(bell.get(), F_SETFL, O_NONBLOCK);
        eventfd_t rings = 0;
        (void)eventfd_read(bell.get(), &rings);
        (void)eventfd_write(bell.get(), 0xfffffffffffffffe);  // as far as it goes
        fcntl(bell.get(), F_SETFL, 0);
      }
    }
  });
  EXPECT_TRUE(wait_until([&] { return published == 1000; })) << "it hangs at " << published;
  (void)eventfd_read(bell.get(), &value);  // lets it go if it does
  publishing.join();
}

TEST_F(Hostile, ARecordThatPinsEverythingIsNamedAndHonouredUntilItsOwnerLetsGo) {
  open_publisher();
  Stranger stranger(registry(), {}, "stranger\x1b[2J\n" + std::string(1000, 'x'));
  ASSERT_TRUE(stranger.connect());
  stranger.introduce();
  const std::uint32_t index = *stranger.rec().open_record();
  const base::UniqueFd segment = subscribe(stranger, index);
  shm::Record& record = stranger.rec().rec().record[index];
  for (auto& pins : record.pins) pins.store(~std::uint64_t{0}, std::memory_order_seq_cst);
  std::string refusal;
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000 && refusal.empty(); ++i) {
    record.cursor.store(random(), std::memory_order_seq_cst);
    record.executor.store(static_cast<std::uint32_t>(random()), std::memory_order_seq_cst);
    try {
      publisher->publish(SmallMessage{});
    } catch (const exceptions::Error& error) {
      refusal = error.what();
    }
  }
  EXPECT_THAT(refusal, HasSubstr("stranger\\x1b[2J\\x0axxx"));
  EXPECT_THAT(refusal, HasSubstr(fmt::format("x... (pid {})", getpid())))
      << "a name that hides the rest";
  shutdown(stranger.socket(), SHUT_RDWR);
  EXPECT_TRUE(wait_until([&] { return publisher->get_subscription_count() == 0; }));
  // It lives, so what it pins is honoured, and it is named.
  EXPECT_THROW((void)publisher->borrow_loaned_message(), exceptions::Error);
  stranger.rec().close_record(index);
  expect_service();
}

TEST_F(Hostile, APeerThatNeverReadsIsGivenUpOrIgnored) {
  open_publisher();
  Stranger stranger(registry());
  ASSERT_TRUE(stranger.connect());
  stranger.introduce();
  Hello hello{12345, 0, stranger.victims_publisher()};
  for (int i = 0; i < 20'000; ++i) {
    hello.subscription.id = static_cast<std::uint64_t>(i);
    if (!stranger.send(hello)) break;  // its queue is full, or it has hung up
  }
  expect_service();
}

/// A publisher that says this is dropped and named, and an honest one is read as before.
class HostilePublisher : public Hostile {
 protected:
  using Say = std::function<void(Stranger&, const Hello& asked)>;

  void SetUp() override {
    Hostile::SetUp();
    open_publisher();
    Stranger observer(registry());
    claimed_ = observer.victims_publisher();
    publisher.reset();
    context.reset();
  }

  void expect_dropped(const Say& say) {
    Stranger stranger(registry(), {claimed_});
    open_context();
    subscription = create_subscription<SmallMessage>(*context, "/t", 10);
    ASSERT_TRUE(stranger.accept());
    const auto hello = stranger.receive<Hello>();
    ASSERT_TRUE(hello);
    const std::size_t before = events();
    say(stranger, std::get<Hello>(hello->message));
    EXPECT_TRUE(stranger.hung_up());
    EXPECT_TRUE(wait_until([&] { return events() > before; }));
    EXPECT_EQ(subscription->get_publisher_count(), 0u);
    EXPECT_FALSE(subscription->take());
    Context honest{ContextOptions{}};
    const auto other = create_publisher<SmallMessage>(honest, "/t", 10);
    ASSERT_TRUE(wait_until([&] { return subscription->get_publisher_count() == 1; }));
    other->publish(SmallMessage{});
    EXPECT_TRUE(wait_until([&] { return subscription->take().has_value(); }));
    subscription.reset();
    context.reset();
    EXPECT_TRUE(told("stranger"));
  }

  match::EndpointFacts claimed_;
};

TEST_F(HostilePublisher, ThatSendsAFalseSegmentIsDroppedAndNamed) {
  std::vector<base::UniqueFd> fds = wrong_descriptors();
  fds.emplace_back(sealed_memory(shm::pool_offset_bytes + 8192));  // zeros: no header
  for (const base::UniqueFd& fd : fds) {
    expect_dropped([&](Stranger& stranger, const Hello& asked) {
      stranger.send(Welcome{asked.publisher, asked.subscription.id, 0}, {fd.get()}).value();
    });
  }
}

TEST_F(HostilePublisher, ThatSendsAFalseLogIsDroppedAndNamed) {
  std::vector<base::UniqueFd> fds = wrong_descriptors();
  auto zeros = *base::OwnMemory::create("zeros", sizeof(shm::Log));
  ASSERT_TRUE(zeros.commit(0, sizeof(shm::Log)));
  fds.emplace_back(dup(zeros.read_only_fd()));  // no header
  for (const base::UniqueFd& fd : fds) {
    expect_dropped([&](Stranger& stranger, const Hello&) {
      stranger.send(LogOffer{shm::log_entries}, {fd.get()}).value();
    });
  }
  expect_dropped(
      [](Stranger& stranger, const Hello&) { stranger.send(LogOffer{shm::log_entries}).value(); });
}

TEST_F(Hostile, APublisherThatTalksNonsenseIsDropped) {
  match::EndpointFacts claimed;
  {
    open_publisher();
    Stranger observer(registry());
    claimed = observer.victims_publisher();
    publisher.reset();
    context.reset();
  }
  for (const char* text :
       {"x", "{}", R"({"kind":"intro","body":{"participant":"a","version":1}})"}) {
    Stranger stranger(registry(), {claimed});
    open_context();
    subscription = create_subscription<SmallMessage>(*context, "/t", 10);
    ASSERT_TRUE(stranger.accept());
    ASSERT_TRUE(stranger.receive<Hello>());
    stranger.send_text(text).value();
    EXPECT_TRUE(stranger.hung_up()) << text;
    subscription.reset();
    context.reset();
  }
}

/// What an attacker tries with the descriptor of a segment; 0 when nothing works.
int attack(int fd, std::size_t size_bytes) {
  if (mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED) return 1;
  void* mapped = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED && mprotect(mapped, 4096, PROT_READ | PROT_WRITE) == 0) return 2;
  if (pwrite(fd, "x", 1, 0) >= 0) return 3;
  if (ftruncate(fd, 0) == 0 || ftruncate(fd, static_cast<off_t>(size_bytes) * 2) == 0) return 4;
  if (fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096) == 0) return 5;
  if (fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE) == 0) return 6;
  munmap(mapped, 4096);
  // Opening it again for writing may work; using that must not.
  const base::UniqueFd again(
      open(("/proc/self/fd/" + std::to_string(fd)).c_str(), O_RDWR | O_CLOEXEC));
  if (!again) return 0;
  if (mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, again.get(), 0) != MAP_FAILED)
    return 7;
  if (pwrite(again.get(), "x", 1, 0) >= 0) return 8;
  if (ftruncate(again.get(), 0) == 0) return 9;
  constexpr int hole = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
  if (fallocate(again.get(), hole, 0, 4096) == 0) return 10;
  return 0;
}

TEST_F(Hostile, ASubscriberCannotWriteThePublishersMemory) {
  open_publisher();
  Stranger stranger(registry());
  ASSERT_TRUE(stranger.connect());
  stranger.introduce();
  base::UniqueFd segment = subscribe(stranger, *stranger.rec().open_record());
  ASSERT_TRUE(segment);
  const auto size = static_cast<std::size_t>(lseek(segment.get(), 0, SEEK_END));
  EXPECT_EQ(attack(segment.get(), size), 0) << "same user";
  if (geteuid() == 0) {
    const int inherited = dup(segment.get());
    const pid_t child = fork();
    if (child == 0) {
      if (setgid(65534) != 0 || setuid(65534) != 0) _exit(99);
      _exit(attack(inherited, size));
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0) << "another user";
    close(inherited);
  }
  expect_service();
}

}  // namespace
}  // namespace baton::testing
