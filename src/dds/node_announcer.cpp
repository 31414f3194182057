// SPDX-License-Identifier: Apache-2.0
#include "dds/node_announcer.hpp"

#include <utility>

namespace baton::dds {

NodeAnnouncer::NodeAnnouncer(const std::shared_ptr<base::EventLoop>& loop,
                             std::shared_ptr<Directory> directory)
    : directory_(std::move(directory)),
      writers_(directory_->list_forms()),
      telling_(loop, [this] { tell(); }) {}

void NodeAnnouncer::open() {
  watch_ = directory_->on_change([this] { telling_.request(); });
}

base::Status NodeAnnouncer::join(std::shared_ptr<Wire> wire) {
  {
    const std::lock_guard lock(mutex_);
    if (base::Status done = writers_.open(wire); !done) return done;
  }
  std::string error;
  reader_ = wire->create_reader(list_endpoint(false), *this, error);
  if (!reader_) return base::Error{0, error};
  tell();
  return {};
}

void NodeAnnouncer::close() {
  watch_.reset();
  telling_.cancel();
  leave();
}

void NodeAnnouncer::leave() {
  reader_.reset();
  const std::lock_guard lock(mutex_);
  writers_.close();
}

void NodeAnnouncer::forget() noexcept {
  (void)reader_.release();
  writers_.forget();
}

void NodeAnnouncer::tell() {
  const NodeList list = directory_->own_nodes();
  const std::lock_guard lock(mutex_);
  writers_.tell(list);
}

void NodeAnnouncer::on_bytes(std::span<const std::byte> bytes) noexcept {
  arriving_ = decode_node_list(bytes);
}

void NodeAnnouncer::on_sample(const SampleFacts& facts) noexcept {
  if (arriving_) directory_->set_nodes(*std::exchange(arriving_, std::nullopt), facts.writer);
}

}  // namespace baton::dds
