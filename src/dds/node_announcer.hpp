// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/error.hpp"
#include "dds/directory.hpp"
#include "dds/wire.hpp"
#include "transport/paced_work.hpp"

namespace baton::dds {

/// Tells others which nodes are here, and hears it of them, on `ros_discovery_info`. Graph changes are
/// told in batches.
/// Thread safety: the loop's thread writes, the wire's threads tell what they hear; open() and close()
/// by one thread each.
class NodeAnnouncer final : private WireReaderListener, private WireWriterListener {
 public:
  NodeAnnouncer(const std::shared_ptr<base::EventLoop>& loop, std::shared_ptr<Directory> directory);
  ~NodeAnnouncer() { close(); }

  /// From then on changes are told; on a wire.
  void open();
  base::Status join(Wire& wire);
  /// Leaves the wire, until another join().
  void leave();
  /// Tells nobody any more.
  void close();
  /// In a forked child: leaves all of it to the parent.
  void forget() noexcept;

 private:
  void write_list();

  void on_reader(const Guid&, bool) noexcept override {}
  void on_own_liveliness_lost() noexcept override {}
  void on_writer(const Guid&, bool) noexcept override {}
  void on_liveliness(const Guid&, bool) noexcept override {}
  bool on_room(const Guid&) noexcept override { return true; }
  void on_bytes(std::span<const std::byte> bytes) noexcept override;
  void on_sample(const SampleFacts&) noexcept override {}

  const std::shared_ptr<Directory> directory_;
  std::mutex mutex_;  // covers the writer, which goes while the loop may be writing, and what it has said
  std::unique_ptr<WireWriter> writer_;
  std::vector<std::byte> last_;
  std::unique_ptr<WireReader> reader_;
  transport::PacedWork writing_;
  std::shared_ptr<void> watch_;
};

}  // namespace baton::dds
