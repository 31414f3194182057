// SPDX-License-Identifier: Apache-2.0
#include "dds/fastdds/patient_transport.hpp"

#include <chrono>
#include <span>

#include "dds/sound_datagram.hpp"

namespace baton::dds::fastdds {
namespace {

class PatientTransport final : public api::ChainingTransport {
 public:
  explicit PatientTransport(const PatientTransportDescriptor& descriptor)
      : ChainingTransport(descriptor), descriptor_(descriptor) {}

  api::TransportDescriptorInterface* get_configuration() override { return &descriptor_; }

  bool send(api::SenderResource* sender, const api::octet* bytes, std::uint32_t size_bytes,
            api::LocatorsIterator* begin, api::LocatorsIterator* end,
            const std::chrono::steady_clock::time_point& timeout) override {
    if (descriptor_.held().hold(*sender, bytes, size_bytes, *begin, *end)) return true;
    return sender->send(bytes, size_bytes, begin, end, timeout);
  }

  void receive(api::TransportReceiverInterface* next, const api::octet* bytes,
               std::uint32_t size_bytes, const api::Locator_t& local,
               const api::Locator_t& remote) override {
    // The buffer of a socket, which Fast DDS writes into while it reads a datagram, too.
    const auto datagram =
        std::as_writable_bytes(std::span(const_cast<api::octet*>(bytes), size_bytes));
    const std::size_t sound_bytes =
        make_sound(datagram, descriptor_.is_secured(), descriptor_.known());
    if (sound_bytes == 0) return;
    next->OnDataReceived(bytes, static_cast<std::uint32_t>(sound_bytes), local, remote);
  }

 private:
  PatientTransportDescriptor descriptor_;
};

}  // namespace

api::TransportInterface* PatientTransportDescriptor::create_transport() const {
  return new PatientTransport(*this);
}

bool HeldPackets::hold(api::SenderResource& sender, const api::octet* bytes,
                       std::uint32_t size_bytes, api::LocatorsIterator& begin,
                       const api::LocatorsIterator& end) {
  // [held packets] whoever sees this sends behind what was held
  if (released_.load(std::memory_order_acquire)) return false;
  const std::lock_guard lock(mutex_);
  if (released_.load(std::memory_order_relaxed)) return false;  // relaxed: under the mutex
  Packet packet{&sender, {bytes, bytes + size_bytes}, {}};
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
    (void)packet.sender->send(packet.bytes.data(), static_cast<std::uint32_t>(packet.bytes.size()),
                              &begin, &end, soon);
  }
  packets_.clear();
  released_.store(true, std::memory_order_release);  // [held packets] they have gone
}

}  // namespace baton::dds::fastdds
