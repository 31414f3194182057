// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/patient_transport.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <span>

#include "dds/fastdds/convert.hpp"
#include "dds/fastdds/loopback_group.hpp"

namespace baton::dds::fastdds {
namespace {

class PatientTransport final : public api::DatagramTransport {
 public:
  explicit PatientTransport(const PatientTransportDescriptor& descriptor)
      : DatagramTransport(descriptor), descriptor_(descriptor) {}

  api::TransportDescriptorInterface* get_configuration() override { return &descriptor_; }

  bool IsInputChannelOpen(const api::Locator_t& channel) const override {
    if (!is_local_group(channel)) return ChainingTransport::IsInputChannelOpen(channel);
    const std::lock_guard lock(group_mutex_);
    return groups_.contains(to_address(channel));
  }

  /// If the group of discovery cannot be joined, a participant on this machine is found with its
  /// next announcement. Further groups are those of the user's profile.
  bool OpenInputChannel(const api::Locator_t& channel, api::TransportReceiverInterface* receiver,
                        std::uint32_t max_bytes) override {
    if (!is_local_group(channel)) {
      return ChainingTransport::OpenInputChannel(channel, receiver, max_bytes);
    }
    const Address group = to_address(channel);
    const std::lock_guard lock(group_mutex_);
    groups_[group] = std::make_unique<LoopbackGroup>(
        group, [this, receiver, channel](std::span<std::uint8_t> datagram, const Address& from) {
          receive(receiver, datagram.data(), static_cast<std::uint32_t>(datagram.size()), channel,
                  to_locator(from));
        });
    return true;
  }

  bool CloseInputChannel(const api::Locator_t& channel) override {
    if (!is_local_group(channel)) return ChainingTransport::CloseInputChannel(channel);
    // Destroyed without the mutex: the destructor waits for its thread.
    decltype(groups_)::node_type ended;
    const std::lock_guard lock(group_mutex_);
    ended = groups_.extract(to_address(channel));
    return !ended.empty();
  }

  /// Use the loopback address: a participant that listens on every interface announces all
  /// addresses except that one.
  bool replace(const api::Locator_t& announced, api::Locator_t& used) const override {
    if (!descriptor_.is_local || !IsLocatorSupported(announced) || !is_local_locator(announced)) {
      return false;
    }
    used = announced;
    api::IPLocator::setIPv4(used, "127.0.0.1");
    return true;
  }

  bool send_datagram(api::SenderResource& sender, api::Datagram datagram,
                     api::LocatorsIterator& begin, api::LocatorsIterator& end,
                     const api::TimePoint& timeout) override {
    std::vector<api::octet> changed;
    if (descriptor_.acquaintances != nullptr &&
        descriptor_.acquaintances->on_sending(datagram, changed)) {
      datagram = changed;
    }
    if (descriptor_.gaps != nullptr) descriptor_.gaps->on_sending(datagram);
    if (descriptor_.held().hold(sender, datagram, begin, end)) return true;
    return api::send_below(sender, datagram, begin, end, timeout);
  }

  void receive(api::TransportReceiverInterface* next, const api::octet* bytes,
               std::uint32_t size_bytes, const api::Locator_t& local,
               const api::Locator_t& remote) override {
    // Changing the bytes is safe: they are the buffer of a socket, which Fast DDS itself changes
    // while it reads a datagram.
    const auto datagram =
        std::as_writable_bytes(std::span(const_cast<api::octet*>(bytes), size_bytes));
    const std::size_t sound_bytes =
        make_sound(datagram, descriptor_.participation(), *descriptor_.known());
    if (sound_bytes == 0) return;
    if (descriptor_.acquaintances != nullptr) {
      descriptor_.acquaintances->on_received({bytes, sound_bytes});
    }
    SafeGaps::Datagrams after;
    if (descriptor_.gaps != nullptr) {
      after = descriptor_.gaps->on_received({const_cast<api::octet*>(bytes), sound_bytes});
    }
    next->OnDataReceived(bytes, static_cast<std::uint32_t>(sound_bytes), local, remote);
    for (const auto& each : after) {
      next->OnDataReceived(each.data(), static_cast<std::uint32_t>(each.size()), local, remote);
    }
  }

 private:
  bool is_local_group(const api::Locator_t& channel) const {
    return descriptor_.is_local && api::IPLocator::isMulticast(channel);
  }

  PatientTransportDescriptor descriptor_;
  mutable std::mutex group_mutex_;  // covers what follows
  std::map<Address, std::unique_ptr<LoopbackGroup>> groups_;
};

}  // namespace

api::TransportInterface* PatientTransportDescriptor::create_transport() const {
  return new PatientTransport(*this);
}

bool HeldPackets::hold(api::SenderResource& sender, api::Datagram datagram,
                       api::LocatorsIterator& begin, const api::LocatorsIterator& end) {
  // [packets/held] sender: a thread that sees this sends after what was held
  if (released_.load(std::memory_order_acquire)) return false;
  const std::lock_guard lock(mutex_);
  if (released_.load(std::memory_order_relaxed)) return false;  // relaxed: under the mutex
  Packet packet{&sender, {datagram.begin(), datagram.end()}, {}};
  for (; begin != end; ++begin) packet.destinations.push_back(*begin);
  packets_.push_back(std::move(packet));
  return true;
}

void HeldPackets::release() {
  const std::lock_guard lock(mutex_);
  const auto soon = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  for (const Packet& packet : packets_) {
    api::Locators begin(packet.destinations.begin());
    api::Locators end(packet.destinations.end());
    (void)api::send_below(*packet.sender, packet.bytes, begin, end, soon);
  }
  packets_.clear();
  released_.store(true, std::memory_order_release);  // [packets/held] all are sent
}

}  // namespace baton::dds::fastdds
