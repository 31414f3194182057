// SPDX-License-Identifier: Apache-2.0
// Datagrams that no implementation of RTPS sends: what was recorded between two participants,
// changed at random, and sent to one of them. The recording is the corpus of
// dds_fuzz_sound_datagram.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include <rcl_interfaces/msg/parameter_event.hpp>

#include "base/unique_fd.hpp"
#include "dds/dds_transport.hpp"
#include "kept_descriptors.hpp"
#include "peers/raw_peer.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {
namespace {

using rcl_interfaces::msg::ParameterEvent;

constexpr const char* event_type = "rcl_interfaces::msg::dds_::ParameterEvent_";
constexpr std::size_t prefix_bytes = 12;
using Prefix = std::array<std::byte, prefix_bytes>;

enum Submessage : std::uint8_t {
  pad = 0x01,
  acknack = 0x06,
  heartbeat = 0x07,
  gap = 0x08,
  info_timestamp = 0x09,
  nack_of_fragments = 0x12,
  data = 0x15,
  data_fragment = 0x16,
};

std::uint8_t id_of(const Bytes& datagram, std::size_t at) {
  return std::to_integer<std::uint8_t>(datagram[at]);
}
bool is_little_endian(const Bytes& datagram, std::size_t at) {
  return (std::to_integer<unsigned>(datagram[at + 1]) & 1) != 0;
}

/// Where the submessages begin, as Fast DDS finds them.
std::vector<std::size_t> submessages_of(const Bytes& datagram) {
  std::vector<std::size_t> begins;
  for (std::size_t at = 20; at + 4 <= datagram.size();) {
    begins.push_back(at);
    std::size_t length[2] = {std::to_integer<std::size_t>(datagram[at + 2]),
                             std::to_integer<std::size_t>(datagram[at + 3])};
    if (!is_little_endian(datagram, at)) std::swap(length[0], length[1]);
    const std::size_t bytes = length[0] + (length[1] << 8);
    if (bytes == 0 && id_of(datagram, at) != info_timestamp && id_of(datagram, at) != pad) break;
    at += 4 + (bytes + 3) / 4 * 4;
  }
  return begins;
}

/// What a peer sent to a participant with the endpoints below, in its order.
class Recording {
 public:
  Recording() {
    std::vector<std::filesystem::path> files;
    for (const auto& each : std::filesystem::directory_iterator(BATON_RECORDED_DATAGRAMS)) {
      if (each.path().filename().string().starts_with("to_")) files.push_back(each.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
      std::ifstream stream(file, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(stream), {}};
      const auto bytes = std::as_bytes(std::span(text));
      const std::string name = file.filename().string();
      datagrams.push_back({Bytes(bytes.begin(), bytes.end()), name.ends_with("discovery"),
                           name.starts_with("to_leave")});
    }
  }

  struct Datagram {
    Bytes bytes;
    bool to_discovery;  // the port of discovery, not that of messages
    bool of_leaving;
  };
  std::vector<Datagram> datagrams;
};

/// Replaces every occurrence.
void replace(Bytes& bytes, const Prefix& from, const Prefix& to) {
  for (auto at = bytes.begin();; at += prefix_bytes) {
    at = std::search(at, bytes.end(), from.begin(), from.end());
    if (at == bytes.end()) return;
    std::copy(to.begin(), to.end(), at);
  }
}

/// A participant that is nothing but its datagrams.
class Impostor {
 public:
  Impostor(const Recording& recording, const Prefix& victim, std::uint32_t number)
      : recording_(recording), random_(number) {
    const Bytes& first = recording.datagrams.front().bytes;
    std::copy_n(first.begin() + 8, prefix_bytes, recorded_.begin());
    own_ = recorded_;
    std::memcpy(own_.data() + 8, &number, sizeof(number));
    victim_ = victim;
    for (const auto& each : recording.datagrams) {
      for (const std::size_t at : submessages_of(each.bytes)) {
        const std::uint8_t id = id_of(each.bytes, at);
        if (id != data && id != data_fragment) continue;
        std::uint32_t& last = sequence_[get(each.bytes, at + 12)];
        last = std::max(last, get(each.bytes, at + 20));
      }
    }
  }

  /// One as it was recorded.
  Recording::Datagram recorded(std::size_t index) const {
    Recording::Datagram datagram = recording_.datagrams[index];
    replace(datagram.bytes, recorded_, own_);
    replace(datagram.bytes, recorded_victim, victim_);
    return datagram;
  }
  /// With numbers that come next.
  Recording::Datagram repeated(std::size_t index) {
    Recording::Datagram datagram = recorded(index);
    count_on(datagram.bytes);
    return datagram;
  }
  Recording::Datagram changed() {
    const std::size_t index = random_() % recording_.datagrams.size();
    Recording::Datagram datagram = random_() % 4 == 0 ? recorded(index) : repeated(index);
    for (std::size_t changes = 1 + random_() % 4; changes != 0; --changes) change(datagram.bytes);
    stay_near(datagram.bytes);
    return datagram;
  }

  static constexpr Prefix recorded_victim = [] {
    Prefix prefix{};
    for (std::size_t i = 0; i < prefix.size(); ++i) {
      prefix[i] = static_cast<std::byte>("THE VICTIM.."[i]);
    }
    return prefix;
  }();

 private:
  /// What was recorded is known already: sequence numbers and counts go on.
  void count_on(Bytes& datagram) {
    for (const std::size_t at : submessages_of(datagram)) {
      const std::uint8_t id = id_of(datagram, at);
      if (id == data || id == data_fragment) {
        set(datagram, at + 20, ++sequence_[get(datagram, at + 12)]);
      }
      if (id == heartbeat) {
        const std::uint32_t next = ++sequence_[get(datagram, at + 8)];
        set(datagram, at + 16, next);
        set(datagram, at + 24, next - 1);
        set(datagram, at + 28, ++count_);
      }
      if (id == acknack || id == nack_of_fragments) {
        set(datagram, at + std::to_integer<std::size_t>(datagram[at + 2]), ++count_);  // at its end
      }
    }
  }
  /// Fast DDS passes one by one over the numbers that a heartbeat leaves out, 150 ns each: see the
  /// limits in docs/network.md. What takes minutes has no end that a test could wait for.
  static void stay_near(Bytes& datagram) {
    for (const std::size_t at : submessages_of(datagram)) {
      const std::uint8_t id = id_of(datagram, at);
      if (id != heartbeat && id != gap) continue;
      const std::uint32_t near = is_little_endian(datagram, at) ? 0xffff : 0xffff0000;
      for (const std::size_t number : {at + 12, at + 20}) {
        set(datagram, number, 0);
        set(datagram, number + 4, get(datagram, number + 4) & near);
      }
    }
  }
  static std::uint32_t get(const Bytes& datagram, std::size_t at) {
    std::uint32_t value = 0;
    if (at + 4 <= datagram.size()) std::memcpy(&value, &datagram[at], 4);
    return value;
  }
  static void set(Bytes& datagram, std::size_t at, std::uint32_t value) {
    if (at + 4 <= datagram.size()) std::memcpy(&datagram[at], &value, 4);
  }
  void change(Bytes& datagram) {
    if (datagram.size() < 24) return;
    const std::size_t at = 20 + random_() % (datagram.size() - 20);
    const auto begins = submessages_of(datagram);
    const std::size_t begin = begins[random_() % begins.size()];
    switch (random_() % 8) {
      case 0:
        datagram[at] ^= static_cast<std::byte>(1u << random_() % 8);
        break;
      case 1:
        datagram[at] = static_cast<std::byte>(random_());
        break;
      case 2:
      case 3:
        set(datagram, at / 4 * 4, some_number());
        break;
      case 4:
        datagram.resize(at);
        break;
      case 5:
        datagram[begin] = static_cast<std::byte>(random_() % 0x90);
        break;  // its id
      case 6:
        datagram[begin + 1] ^= static_cast<std::byte>(1 + random_() % 15);
        break;  // its flags
      default:
        append_another(datagram);
    }
  }
  std::uint32_t some_number() {
    static constexpr std::array<std::uint32_t, 10> numbers{
        0, 1, 3, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xfffffff0, 0xffffffff};
    return numbers[random_() % numbers.size()];
  }
  /// From one of its submessages on.
  void append_another(Bytes& datagram) {
    const Bytes other = recorded(random_() % recording_.datagrams.size()).bytes;
    const auto begins = submessages_of(other);
    const auto from = static_cast<std::ptrdiff_t>(begins[random_() % begins.size()]);
    datagram.insert(datagram.end(), other.begin() + from, other.end());
  }

  const Recording& recording_;
  std::mt19937 random_;
  Prefix recorded_;
  Prefix own_;
  Prefix victim_;
  std::map<std::uint32_t, std::uint32_t> sequence_;  // the last one of each writer
  std::uint32_t count_ = 100;
};

/// To one process on this machine, and never faster than that reads.
class Sender {
 public:
  explicit Sender(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_DGRAM, 0)), port_(port) {}

  void send(const Bytes& bytes) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port_);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    (void)::sendto(socket_.get(), bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&to),
                   sizeof(to));
    if (++sent_ % 32 == 0) (void)wait_for_room();
  }
  bool wait_for_room(std::size_t most_waiting_bytes = 128 << 10) const {
    return wait_until([&] { return queue().first <= most_waiting_bytes; });
  }
  /// Datagrams that the kernel threw away.
  std::uint64_t lost() const { return queue().second; }

 private:
  /// Bytes that wait to be read, and what was lost.
  std::pair<std::uint64_t, std::uint64_t> queue() const {
    std::ifstream file("/proc/net/udp");
    char port[8];
    std::snprintf(port, sizeof(port), ":%04X", port_);
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::array<std::string, 13> word;
      for (auto& each : word) words >> each;
      if (!word[1].ends_with(port)) continue;
      return {std::stoull(word[4].substr(9), nullptr, 16), std::stoull(word[12])};
    }
    return {0, 0};
  }

  const base::UniqueFd socket_;
  const std::uint16_t port_;
  std::uint64_t sent_ = 0;
};

class HostileDatagrams : public IsolatedTest {
 protected:
  void SetUp() override {
    IsolatedTest::SetUp();
    dds::DdsOptions options;
    options.name = "victim";
    options.domain_id = domain_id();
    options.on_event = [](const ContextEvent&) {};
    victim = std::move(*dds::open_dds_transport(options));
    events = *victim->open_subscription(spec<transport::SubscriptionSpec>("/events"));
    told = *victim->open_publisher(spec<transport::PublisherSpec>("/told"));
  }
  void TearDown() override {
    events.reset();
    told.reset();
    victim.reset();
    IsolatedTest::TearDown();
  }
  template <class Spec>
  static Spec spec(const std::string& topic) {
    Spec made;
    made.topic = topic;
    made.type = &msg::type_support<ParameterEvent>();
    made.type_name = made.type->type_name;
    made.qos = 10;
    return made;
  }
  /// Each datagram of the victim has it.
  Prefix victims_prefix(RawPeer& peer) const {
    Prefix prefix{};
    EXPECT_TRUE(wait_until([&] { return !peer.seen("rt/told").empty(); }));
    const dds::Guid guid = peer.seen("rt/told").at(0).guid;
    std::memcpy(prefix.data(), guid.data(), prefix.size());
    return prefix;
  }
  static std::size_t drain(transport::SubscriptionPort& port) {
    std::size_t count = 0;
    for (transport::Sample sample; port.take(sample); ++count) {
      sample.owner->release(sample.token);
      sample = {};
    }
    return count;
  }
  std::uint16_t port_of_discovery() const {
    return static_cast<std::uint16_t>(7410 + 250 * domain_id());
  }

  std::unique_ptr<transport::Transport> victim;
  std::shared_ptr<transport::SubscriptionPort> events;
  std::shared_ptr<transport::PublisherPort> told;
};

/// A message of several packets, which its readers may ask for again in parts.
ParameterEvent large_event() {
  ParameterEvent event;
  event.new_parameters.resize(1);
  event.new_parameters[0].value.double_array_value.resize(40'000);
  return event;
}

/// The ordinary run takes some seconds; BATON_DATAGRAMS=10000000 is for a long one.
std::uint64_t number_of_datagrams() {
  const char* const asked = std::getenv("BATON_DATAGRAMS");
  return asked == nullptr ? 20'000 : std::stoull(asked);
}

TEST_F(HostileDatagrams, EndNothingHoweverTheyAreChanged) {
  constexpr std::uint64_t of_each_impostor = 2'000;
  const Recording recording;
  ASSERT_FALSE(recording.datagrams.empty());
  const Prefix prefix = [&] {
    RawPeer peer(domain_id());
    return victims_prefix(peer);
  }();
  Sender discovery(port_of_discovery());
  Sender messages(static_cast<std::uint16_t>(port_of_discovery() + 1));
  const auto send = [&](const Recording::Datagram& datagram) {
    (datagram.to_discovery ? discovery : messages).send(datagram.bytes);
  };
  const ParameterEvent large = large_event();
  std::uint64_t received = 0;
  for (std::uint64_t sent = 0; sent < number_of_datagrams(); sent += of_each_impostor) {
    Impostor impostor(recording, prefix, static_cast<std::uint32_t>(sent / of_each_impostor + 1));
    const auto send_all = [&](bool leaves, bool to_discovery) {
      for (std::size_t i = 0; i < recording.datagrams.size(); ++i) {
        const Recording::Datagram& datagram = recording.datagrams[i];
        if (datagram.of_leaving == leaves && datagram.to_discovery == to_discovery) {
          send(leaves ? impostor.repeated(i) : impostor.recorded(i));
        }
      }
    };
    send_all(false, true);
    ASSERT_TRUE(discovery.wait_for_room(0));
    ASSERT_TRUE(wait_until([&] { return events->match_count() != 0; }));
    send_all(false, false);
    (void)told->publish_from(&large, sizeof(large));
    for (std::uint64_t i = 0; i < of_each_impostor; ++i) send(impostor.changed());
    ASSERT_TRUE(discovery.wait_for_room(0));
    ASSERT_TRUE(messages.wait_for_room(0));
    send_all(true, true);
    received += drain(*events);
  }
  std::printf("%llu messages received; the kernel lost %llu datagrams\n",
              static_cast<unsigned long long>(received),
              static_cast<unsigned long long>(discovery.lost() + messages.lost()));
  // A participant that comes now is met as usual.
  RawPeer peer(domain_id());
  const auto writer = peer.writer("rt/events", event_type);
  ASSERT_TRUE(writer->wait_for_match());
  ASSERT_NE(writer->write(cdr_of(ParameterEvent())), 0u);
  EXPECT_TRUE(wait_until([&] { return drain(*events) != 0; }));
}

}  // namespace
}  // namespace baton::testing
