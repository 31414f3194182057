// SPDX-License-Identifier: Apache-2.0
// What was recorded between two participants, and a participant to which it is sent. The recording
// is the corpus of dds_fuzz_sound_datagram.
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <rcl_interfaces/msg/parameter_event.hpp>

#include "base/unique_fd.hpp"
#include "dds/dds_transport.hpp"
#include "kept_descriptors.hpp"
#include "peers/raw_peer.hpp"
#include "testing/isolation.hpp"

namespace baton::testing {

using rcl_interfaces::msg::ParameterEvent;

inline constexpr const char* event_type = "rcl_interfaces::msg::dds_::ParameterEvent_";
inline constexpr std::size_t prefix_bytes = 12;
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

inline std::uint8_t id_of(const Bytes& datagram, std::size_t at) {
  return std::to_integer<std::uint8_t>(datagram[at]);
}
inline bool is_little_endian(const Bytes& datagram, std::size_t at) {
  return (std::to_integer<unsigned>(datagram[at + 1]) & 1) != 0;
}

/// Where the submessages begin, as Fast DDS finds them.
inline std::vector<std::size_t> submessages_of(const Bytes& datagram) {
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
inline void replace(Bytes& bytes, const Prefix& from, const Prefix& to) {
  for (auto at = bytes.begin();; at += prefix_bytes) {
    at = std::search(at, bytes.end(), from.begin(), from.end());
    if (at == bytes.end()) return;
    std::copy(to.begin(), to.end(), at);
  }
}

/// The prefix of the participant to which the datagrams went.
inline constexpr Prefix recorded_victim = [] {
  Prefix prefix{};
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    prefix[i] = static_cast<std::byte>("THE VICTIM.."[i]);
  }
  return prefix;
}();

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

/// A participant with a subscription and a publisher, to which what was recorded is sent.
class RecordedDatagrams : public IsolatedTest {
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
  std::uint16_t port_of_discovery() const {
    return static_cast<std::uint16_t>(7410 + 250 * domain_id());
  }
  /// Fast DDS counts it up with each participant that the process has had. Valid while the victim
  /// is the only participant.
  std::uint16_t port_of_messages() const {
    const auto is_one = [this](int port) {
      return port > port_of_discovery() && port < port_of_discovery() + 240;
    };
    for (int each = 0; each < 256; ++each) {
      sockaddr_in bound{};
      socklen_t size = sizeof bound;
      if (::getsockname(each, reinterpret_cast<sockaddr*>(&bound), &size) != 0) continue;
      const std::uint16_t port = ntohs(bound.sin_port);
      if (bound.sin_family == AF_INET && is_one(port)) return port;
    }
    ADD_FAILURE() << "the participant does not listen for messages";
    return 0;
  }

  std::unique_ptr<transport::Transport> victim;
  std::shared_ptr<transport::SubscriptionPort> events;
  std::shared_ptr<transport::PublisherPort> told;
};

}  // namespace baton::testing
