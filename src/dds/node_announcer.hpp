// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "base/error.hpp"
#include "base/paced_work.hpp"
#include "dds/directory.hpp"
#include "dds/list_writers.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

/// Tells other participants which nodes are here, and hears which nodes they have, on
/// `ros_discovery_info`. Each reader gets the list in the form that it reads. Graph changes are
/// told in batches.
/// Thread safety: the loop's thread writes, the wire's threads tell what they hear; open() and
/// close() by one thread each.
class NodeAnnouncer final : private WireReaderListener {
 public:
  NodeAnnouncer(const std::shared_ptr<base::EventLoop>& loop, std::shared_ptr<Directory> directory);
  ~NodeAnnouncer() { close(); }

  /// From now on changes are told, while there is a wire.
  void open();
  base::Status join(std::shared_ptr<Wire> wire);
  /// Leaves the wire, until another join().
  void leave();
  /// Announces nothing any more.
  void close();
  /// In a forked child: leaves reader and writers to the parent.
  void forget() noexcept;

 private:
  void tell();

  void on_writer(const Guid&, bool) noexcept override {}
  void on_liveliness(const Guid&, bool) noexcept override {}
  bool on_room(const Guid&) noexcept override { return true; }
  void on_bytes(std::span<const std::byte> bytes) noexcept override;
  void on_sample(const SampleFacts& facts) noexcept override;

  const std::shared_ptr<Directory> directory_;
  std::mutex mutex_;  // covers the writers, which may be destroyed while the loop wants to write
  ListWriters writers_;
  std::optional<NodeList> arriving_;
  std::unique_ptr<WireReader> reader_;
  base::PacedWork telling_;
  std::shared_ptr<void> watch_;
};

}  // namespace baton::dds
