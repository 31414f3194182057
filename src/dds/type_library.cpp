// SPDX-License-Identifier: Apache-2.0
#include "dds/type_library.hpp"

#include <fmt/format.h>

#include <utility>

#include <baton/msg/cdr.hpp>
#include <baton/msg/type_hash.hpp>

#include "dds/node_list.hpp"
#include "dds/outgoing_message.hpp"
#include "match/policies.hpp"

namespace baton::dds {
namespace {

constexpr std::size_t most_stored_bytes = std::size_t{64} << 20;
/// The memory of a stored description beside its text.
constexpr std::size_t entry_bytes = 256;
constexpr std::chrono::nanoseconds patience = std::chrono::seconds(1);

/// The names have none of ROS's prefixes, so that ROS tools do not list the topic.
WireEndpoint library_endpoint() {
  WireEndpoint endpoint;
  endpoint.topic = type_library_topic;
  endpoint.type = "baton::msg::dds_::TypeDescriptionText_";
  endpoint.policies.transient_local = true;
  endpoint.policies.keep_all = true;
  endpoint.policies.depth = match::max_depth;
  endpoint.max_blocking_ns = 100'000'000;
  return endpoint;
}

}  // namespace

std::vector<std::byte> encode_description(std::string_view text) {
  msg::CdrMeasure size;
  size.string(static_cast<std::uint32_t>(text.size()));
  std::vector<std::byte> bytes(msg::encapsulation_bytes + size.position());
  bytes[1] = std::byte{1};  // little endian
  const std::span<std::byte> whole(bytes);
  msg::CdrWriter writer(whole.subspan(msg::encapsulation_bytes));
  writer.string(text.data(), static_cast<std::uint32_t>(text.size()));
  return bytes;
}

std::optional<std::string_view> decode_description(std::span<const std::byte> bytes) {
  if (bytes.size() < msg::encapsulation_bytes) return std::nullopt;
  msg::CdrReader reader(bytes.subspan(msg::encapsulation_bytes), bytes[1] == std::byte{0});
  std::string_view text;
  if (!reader.string(text)) return std::nullopt;
  return text;
}

void TypeLibrary::publish(const msg::TypeSupport& type) {
  const std::lock_guard lock(wire_mutex_);
  if (!wire_ || !published_.insert(msg::to_string(type.hash)).second) return;
  std::string error;
  if (!writer_) writer_ = wire_->create_writer(library_endpoint(), *this, error);
  if (!writer_) return;
  SampleFacts facts;
  (void)writer_->write(OutgoingBytes(encode_description(type.description)), facts);
}

void TypeLibrary::begin_to_read() {
  const std::lock_guard lock(wire_mutex_);
  is_read_ = true;
  std::string error;
  if (wire_ && !reader_) reader_ = wire_->create_reader(library_endpoint(), *this, error);
}

base::Result<std::string> TypeLibrary::describe(const std::string& topic_or_type,
                                                std::chrono::nanoseconds timeout) {
  if (const auto* own = directory_->own_type(topic_or_type)) return std::string(own->description);
  std::string plain_type;
  std::string type_name;
  std::set<std::string> hashes;
  for (const EndpointInfo& each : directory_->endpoints()) {
    if (each.topic != topic_or_type && each.type_name != topic_or_type) continue;
    (each.type_hash.empty() ? plain_type : type_name) = each.type_name;
    if (!each.type_hash.empty()) hashes.insert(each.type_hash);
  }
  if (hashes.empty() && !plain_type.empty()) {
    return base::Error{
        0, fmt::format("'{}' is a plain C++ type, or of a ROS 2 that tells no more than its "
                       "name; use a generated message type",
                       plain_type)};
  }
  if (hashes.empty()) {
    return base::Error{0,
                       fmt::format("no endpoint uses '{}': give a topic that exists, or the name "
                                   "of a type that is in use",
                                   topic_or_type)};
  }
  begin_to_read();
  std::unique_lock lock(mutex_);
  std::string found;
  arrived_.wait_for(lock, timeout, [&] {
    for (const std::string& hash : hashes) {
      const auto known = descriptions_.find(hash);
      if (known != descriptions_.end()) found = known->second;
    }
    return !found.empty() || closed_;
  });
  if (!found.empty()) return found;
  return base::Error{0,
                     fmt::format("no participant that uses '{}' has described '{}'; nodes of ROS 2 "
                                 "do not: have its package at hand",
                                 topic_or_type, type_name)};
}

void TypeLibrary::look_up(const std::string& hash, std::function<void(std::string)> callback) {
  std::uint64_t id = 0;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    id = next_inquiry_++;
    inquiries_[id] = {hash, std::move(callback), {}};
  }
  loop_->post([weak = weak_from_this(), id, hash] {
    const auto self = weak.lock();
    if (!self) return;
    self->begin_to_read();
    const std::lock_guard lock(self->mutex_);
    const auto inquiry = self->inquiries_.find(id);
    if (inquiry == self->inquiries_.end()) return;
    inquiry->second.timer = self->loop_->add_timer(patience.count(), 0, [weak, id] {
      if (const auto alive = weak.lock()) alive->give_up(id);
    });
    const auto known = self->descriptions_.find(hash);
    if (known != self->descriptions_.end()) self->settle(hash, known->second);
  });
}

void TypeLibrary::give_up(std::uint64_t id) {
  std::function<void(std::string)> callback;
  {
    const std::lock_guard lock(mutex_);
    const auto inquiry = inquiries_.find(id);
    if (inquiry == inquiries_.end()) return;
    callback = std::move(inquiry->second.callback);
    inquiries_.erase(inquiry);
  }
  callback({});
}

/// With the mutex held: callbacks come later.
void TypeLibrary::settle(const std::string& hash, const std::string& description) {
  for (auto at = inquiries_.begin(); at != inquiries_.end();) {
    if (at->second.hash != hash) {
      ++at;
      continue;
    }
    loop_->post(
        [callback = std::move(at->second.callback), description] { callback(description); });
    at = inquiries_.erase(at);
  }
}

void TypeLibrary::on_bytes(std::span<const std::byte> bytes) noexcept {
  const std::optional<std::string_view> said = decode_description(bytes);
  if (!said) return;
  const std::string_view text = *said;
  const std::string hash = msg::to_string(msg::hash_of_description(text));
  const std::lock_guard lock(mutex_);
  if (closed_ || stored_bytes_ + text.size() + entry_bytes > most_stored_bytes) return;
  const auto [at, is_new] = descriptions_.emplace(hash, text);
  if (is_new) stored_bytes_ += text.size() + entry_bytes;
  settle(hash, at->second);
  arrived_.notify_all();
}

void TypeLibrary::join(std::shared_ptr<Wire> wire) {
  bool is_read = false;
  {
    const std::lock_guard lock(wire_mutex_);
    wire_ = std::move(wire);
    is_read = is_read_;
  }
  if (is_read) begin_to_read();
}

void TypeLibrary::leave() {
  const std::lock_guard lock(wire_mutex_);
  reader_.reset();
  writer_.reset();
  wire_.reset();
  published_.clear();
}

void TypeLibrary::close() {
  leave();
  const std::lock_guard lock(mutex_);
  closed_ = true;
  inquiries_.clear();
  arrived_.notify_all();
}

void TypeLibrary::forget() noexcept {
  (void)reader_.release();
  (void)writer_.release();
}

}  // namespace baton::dds
