// SPDX-License-Identifier: Apache-2.0
// Datagrams that no implementation of RTPS sends: what was recorded between two participants,
// changed at random, and sent to one of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>

#include "recorded_datagrams.hpp"

namespace baton::testing {
namespace {

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

class HostileDatagrams : public RecordedDatagrams {};

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
  Sender messages(port_of_messages());
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
  EXPECT_NE(received, 0u);
  // A participant that comes now is met as usual.
  RawPeer peer(domain_id());
  const auto writer = peer.writer("rt/events", event_type);
  ASSERT_TRUE(writer->wait_for_match());
  ASSERT_NE(writer->write(cdr_of(ParameterEvent())), 0u);
  EXPECT_TRUE(wait_until([&] { return drain(*events) != 0; }));
}

}  // namespace
}  // namespace baton::testing
