// SPDX-License-Identifier: Apache-2.0
// Received messages that their holder may change: views of chunks in a private mapping of the
// publisher's segment.
//
// Owns: which chunks are viewed, what each holder has written there, and the blocks on the heap
// that the containers of such a message grow into. The chunk itself stays pinned by the reader.
// A view has one holder, and a page one view: what is written in one message is not seen in
// another, and is forgotten before the chunk is unpinned. So the next message in the chunk is seen
// as its publisher wrote it.
// Thread safety: all of it; one light lock, a leaf. A view belongs to the thread that holds it.
// If the process dies at any instruction its private pages and its pins go with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <baton/msg/type_support.hpp>

#include "base/fork_guard.hpp"
#include "base/light_lock.hpp"
#include "base/sealed_memory.hpp"
#include "msg/arena_directory.hpp"
#include "transport/port/transport.hpp"

namespace baton::transport {

class PrivateViews final : public msg::ArenaSource {
 public:
  /// `memory` outlives this object. `type` is null for plain bytes.
  PrivateViews(const base::PeerMemory& memory, const msg::TypeSupport* type);
  ~PrivateViews();

  /// Has `sample`, which `owner` owns, lie in a view from now on; release() of the view forgets
  /// what was written and then releases the sample of `owner`.
  PrivateAnswer open(Sample& sample, SampleOwner& owner) noexcept;

  msg::Arena* arena_of(const void* address) noexcept override;
  void give_back(void* message) noexcept override;

 private:
  class View;
  /// Whether a copy is cheaper than what the holders write.
  class WritePace {
   public:
    bool wants_copy() noexcept;
    void note(std::size_t written_pages, std::size_t pages) noexcept;

   private:
    unsigned copies_left_ = 0;
    unsigned penalty_ = 0;
  };

  View* add(std::size_t offset, std::size_t size, PrivateAnswer& answer);
  bool is_beside_another(std::size_t offset, std::size_t size) const;
  bool find_mark(View& view, std::uint64_t sequence);
  void begin_arena(View& view);
  void close(View& view) noexcept;
  void remove(View& view, bool memory_is_usable) noexcept;

  const base::ForkMark fork_mark_;
  const base::PeerMemory& memory_;
  const msg::TypeSupport* const type_;
  const bool grows_;                          // messages have strings or sequences
  base::LightLock lock_;                      // covers what follows
  std::vector<std::unique_ptr<View>> live_;   // only a handful
  std::vector<std::unique_ptr<View>> spare_;  // so that a view costs no heap allocation
  WritePace pace_;
  bool unusable_ = false;  // pages cannot be had back
  // The count of page faults when a view was released last. If it is the same at another release,
  // nothing was written in between. Opening a view then needs no system call.
  base::PrivateMemory::Mark last_look_{};
  bool is_noisy_ = false;  // the process has other page faults between messages
  bool is_registered_ = false;
  // Last member: lookups find this object only while all others exist.
  msg::arena_directory::Registration registration_;
};

}  // namespace baton::transport
