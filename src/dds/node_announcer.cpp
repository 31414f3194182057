// SPDX-License-Identifier: Apache-2.0
#include "dds/node_announcer.hpp"

#include "dds/node_list.hpp"
#include "dds/outgoing_message.hpp"

namespace baton::dds {
namespace {

/// A new list replaces the former; a reader that joins late gets it.
WireEndpoint list_endpoint(bool is_writer) {
  WireEndpoint endpoint;
  endpoint.topic = node_list_topic;
  endpoint.type = node_list_type;
  endpoint.qos.transient_local = true;
  endpoint.qos.keep_all = !is_writer;
  return endpoint;
}

}  // namespace

NodeAnnouncer::NodeAnnouncer(const std::shared_ptr<base::EventLoop>& loop,
                             std::shared_ptr<Directory> directory)
    : directory_(std::move(directory)), writing_(loop, [this] { write_list(); }) {}

void NodeAnnouncer::open() {
  watch_ = directory_->on_change([this] { writing_.request(); });
}

base::Status NodeAnnouncer::join(Wire& wire) {
  std::string error;
  {
    const std::lock_guard lock(mutex_);
    writer_ = wire.create_writer(list_endpoint(true), *this, error);
    if (!writer_) return base::Error{0, error};
  }
  reader_ = wire.create_reader(list_endpoint(false), *this, error);
  if (!reader_) return base::Error{0, error};
  write_list();
  return {};
}

void NodeAnnouncer::close() {
  watch_.reset();
  writing_.cancel();
  leave();
}

void NodeAnnouncer::leave() {
  reader_.reset();
  const std::lock_guard lock(mutex_);
  writer_.reset();
  last_.clear();
}

void NodeAnnouncer::forget() noexcept {
  (void)reader_.release();
  (void)writer_.release();
}

void NodeAnnouncer::write_list() {
  std::vector<std::byte> bytes = encode_node_list(directory_->own_nodes());
  const std::lock_guard lock(mutex_);
  if (bytes == last_ || !writer_) return;
  last_ = std::move(bytes);
  SampleFacts facts;
  (void)writer_->write(OutgoingBytes(last_), facts);
}

void NodeAnnouncer::on_bytes(std::span<const std::byte> bytes) noexcept {
  const auto list = decode_node_list(bytes);
  if (list) directory_->set_nodes(*list);
}

}  // namespace baton::dds
