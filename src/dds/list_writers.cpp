// SPDX-License-Identifier: Apache-2.0
#include "dds/list_writers.hpp"

#include <utility>

#include "dds/outgoing_message.hpp"

namespace baton::dds {

WireEndpoint list_endpoint(bool is_writer) {
  WireEndpoint endpoint;
  endpoint.topic = node_list_topic;
  endpoint.type = node_list_type;
  endpoint.policies.transient_local = true;
  endpoint.policies.keep_all = !is_writer;
  return endpoint;
}

base::Status ListWriters::open(std::shared_ptr<Wire> wire) {
  wire_ = std::move(wire);
  return humble_.open(*wire_);
}

void ListWriters::tell(const NodeList& list) {
  if (!wire_) return;
  if (!newer_.is_open() && forms_->is_read(gid_bytes)) {
    (void)newer_.open(*wire_);  // what failed is tried again with the next change
  }
  humble_.tell(list);
  newer_.tell(list);
}

void ListWriters::close() {
  humble_.close();
  newer_.close();
  wire_.reset();
}

void ListWriters::forget() noexcept {
  humble_.forget();
  newer_.forget();
  (void)new std::shared_ptr<Wire>(std::move(wire_));
}

base::Status ListWriters::OneForm::open(Wire& wire) {
  std::string error;
  writer_ = wire.create_writer(list_endpoint(true), *this, error);
  if (!writer_) return base::Error{0, error};
  return {};
}

void ListWriters::OneForm::tell(NodeList list) {
  if (!writer_) return;
  const bool has_late_readers = writer_->choose_again();
  list.bytes_of_gid = bytes_of_gid_;
  std::vector<std::byte> bytes = encode_node_list(list);
  if (bytes == told_ && !has_late_readers) return;
  told_ = std::move(bytes);
  SampleFacts facts;
  (void)writer_->write(OutgoingBytes(told_), facts);
}

void ListWriters::OneForm::close() {
  writer_.reset();
  told_.clear();
}

}  // namespace baton::dds
