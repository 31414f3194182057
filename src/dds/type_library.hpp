// SPDX-License-Identifier: Apache-2.0
// Descriptions of the types that others use: each participant of Baton retains those of its own
// types on a topic, and a participant that wants one begins to read there.
//
// A description is what its hash says, or is not kept. Strangers' are bounded in number and size.
// Thread safety: all of it. Life: shared by its transport and by work that waits in the loop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "dds/directory.hpp"
#include "dds/wire.hpp"

namespace baton::dds {

/// Returns the bytes with their encapsulation.
std::vector<std::byte> encode_description(std::string_view text);
/// The text lies in `bytes`.
std::optional<std::string_view> decode_description(std::span<const std::byte> bytes);

class TypeLibrary final : public std::enable_shared_from_this<TypeLibrary>,
                          private WireReaderListener,
                          private WireWriterListener {
 public:
  TypeLibrary(std::shared_ptr<base::EventLoop> loop, std::shared_ptr<Directory> directory)
      : loop_(std::move(loop)), directory_(std::move(directory)) {}

  /// Joins a wire on which nothing of this library is published yet.
  void join(std::shared_ptr<Wire> wire);
  /// Leaves the wire, until the next join() or for ever.
  void leave();
  /// Publishes the description once, retained for participants that come later.
  void publish(const msg::TypeSupport& type);
  /// Blocks for at most `timeout`; not in the loop's thread.
  base::Result<std::string> describe(const std::string& topic_or_type,
                                     std::chrono::nanoseconds timeout);
  /// Calls back in the loop's thread, soon, with the description of that hash or with nothing.
  void look_up(const std::string& hash, std::function<void(std::string)> callback);
  void close();
  /// In a forked child: leaves reader and writer to the parent.
  void forget() noexcept;

 private:
  struct Inquiry {
    std::string hash;
    std::function<void(std::string)> callback;
    base::TimerId timer{};
  };

  void begin_to_read();
  void settle(const std::string& hash, const std::string& description);
  void give_up(std::uint64_t inquiry);

  void on_reader(const Guid&, bool) noexcept override {}
  void on_own_liveliness_lost() noexcept override {}
  void on_writer(const Guid&, bool) noexcept override {}
  void on_liveliness(const Guid&, bool) noexcept override {}
  bool on_room(const Guid&) noexcept override { return true; }
  void on_bytes(std::span<const std::byte> bytes) noexcept override;
  void on_sample(const SampleFacts&) noexcept override {}

  const std::shared_ptr<base::EventLoop> loop_;
  const std::shared_ptr<Directory> directory_;

  std::mutex wire_mutex_;       // covers what follows, down to the empty line; outside mutex_
  std::shared_ptr<Wire> wire_;  // null: on no wire
  std::unique_ptr<WireWriter> writer_;
  std::unique_ptr<WireReader> reader_;
  std::set<std::string> published_;
  bool is_read_ = false;

  std::mutex mutex_;  // covers what follows
  std::condition_variable arrived_;
  bool closed_ = false;
  std::map<std::string, std::string> descriptions_;  // by hash
  std::size_t stored_bytes_ = 0;
  std::map<std::uint64_t, Inquiry> inquiries_;
  std::uint64_t next_inquiry_ = 1;
};

}  // namespace baton::dds
