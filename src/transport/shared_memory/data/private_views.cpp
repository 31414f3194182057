// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/data/private_views.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include <baton/msg/operations.hpp>

#include "base/assert.hpp"
#include "base/platform.hpp"
#include "shm/layout.hpp"

namespace baton::transport {
namespace {

constexpr const char* not_opened =
    "this process may write no more memory; lift `ulimit -d` (RLIMIT_DATA)";
constexpr const char* no_heap = "there is no heap memory left to keep account of it";
constexpr const char* beside_another =
    "a message that begins or ends in the same page of memory is held, too; release it first";
constexpr const char* written_whole =
    "the callback writes so much of each message that a copy is cheaper";
constexpr const char* not_forgotten =
    "this process has locked the memory of received messages (mlockall); lock pages only when they "
    "are used (MCL_ONFAULT)";

/// A first write into a page costs as much as copying this many pages.
constexpr std::size_t pages_for_a_write = 8;
/// The most messages that are copied before another one is tried.
constexpr unsigned most_copies = 256;

std::size_t page_of(std::size_t offset) { return offset / base::page_bytes(); }

std::size_t pages_of(std::size_t offset, std::size_t size) {
  return page_of(offset + size - 1) - page_of(offset) + 1;
}

}  // namespace

class PrivateViews::View final : public SampleOwner {
 public:
  explicit View(PrivateViews& all) : views(all) {}

  void release(std::uint64_t) noexcept override { views.close(*this); }
  /// It is private already.
  PrivateAnswer make_private(Sample&) noexcept override { return {true, nullptr}; }

  PrivateViews& views;
  SampleOwner* owner = nullptr;  // of the sample, and
  std::uint64_t token = 0;       // its token there
  std::size_t offset = 0;
  std::size_t size = 0;
  base::PrivateMemory::Mark mark;
  msg::Arena arena;  // full: all that grows is on the heap
};

PrivateViews::PrivateViews(const base::PeerMemory& memory, const msg::TypeSupport* type)
    : memory_(memory), type_(type), grows_(type != nullptr && !type->any_bytes && !type->plain) {}

PrivateViews::~PrivateViews() = default;

bool PrivateViews::WritePace::wants_copy() noexcept {
  if (copies_left_ == 0) return false;
  --copies_left_;
  return true;
}

/// Each message of which too much is written doubles how many are copied before the next trial.
void PrivateViews::WritePace::note(std::size_t written_pages, std::size_t pages) noexcept {
  const bool too_much = written_pages * pages_for_a_write > pages;
  penalty_ = too_much ? std::min(most_copies, std::max(1u, 2 * penalty_)) : 0;
  copies_left_ = penalty_;
}

PrivateAnswer PrivateViews::open(Sample& sample, SampleOwner& owner) noexcept {
  if (sample.size_bytes < smallest_private_bytes) return {};
  const base::PrivateMemory* const memory = memory_.private_memory();
  if (memory == nullptr) return {false, memory_.why_not_private().c_str()};
  const auto offset = static_cast<std::size_t>(sample.data - memory_.data());
  if (!memory->open_until(offset + sample.size_bytes)) return {false, not_opened};
  PrivateAnswer answer;
  View* view = nullptr;
  try {
    view = add(offset, sample.size_bytes, answer);
  } catch (const std::bad_alloc&) {
    answer.why_not = no_heap;
  }
  if (view == nullptr) return answer;
  if (!find_mark(*view, sample.info.publication_sequence_number)) {
    remove(*view, false);
    return {false, not_forgotten};
  }
  view->owner = &owner;
  view->token = sample.token;
  sample.owner = view;
  sample.data = memory->data() + offset;
  if (grows_) begin_arena(*view);
  return {true, nullptr};
}

/// Leaves an answer if there is no view.
PrivateViews::View* PrivateViews::add(std::size_t offset, std::size_t size, PrivateAnswer& answer) {
  const std::lock_guard lock(lock_);
  if (unusable_) {
    answer.why_not = not_forgotten;
  } else if (pace_.wants_copy()) {
    answer.why_not = written_whole;
  } else if (is_beside_another(offset, size)) {
    answer.why_not = beside_another;
  }
  if (answer.why_not != nullptr) return nullptr;
  if (grows_ && !is_registered_) {
    registration_ = msg::arena_directory::Registration(*this, memory_.private_memory()->data(),
                                                       memory_.size_bytes());
    is_registered_ = true;
  }
  if (spare_.empty()) spare_.push_back(std::make_unique<View>(*this));
  live_.reserve(live_.size() + 1);
  spare_.reserve(spare_.size() + live_.size() + 1);  // remove() must not fail
  live_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  View& view = *live_.back();
  view.offset = offset;
  view.size = size;
  return &view;
}

/// False if the pages of the view do not show the message.
bool PrivateViews::find_mark(View& view, std::uint64_t sequence) {
  const base::PrivateMemory& memory = *memory_.private_memory();
  // A process that locks its memory has all pages copied, the first one first. As long as that one
  // shows the publisher's head, a copy of the others is not older than the head.
  // Relaxed: an older head only leads to the look that takes longer.
  const auto& pub = *reinterpret_cast<const shm::Pub*>(memory.data());
  const bool is_live = pub.head.load(std::memory_order_relaxed) >= sequence;
  {
    const base::LightGuard lock(lock_);
    view.mark = last_look_;
    if (is_live && view.mark.faults != 0 && !is_noisy_) return true;
  }
  const auto mark = memory.mark(view.offset, view.size);
  if (mark) view.mark = *mark;
  return mark.has_value();
}

bool PrivateViews::is_beside_another(std::size_t offset, std::size_t size) const {
  return std::any_of(live_.begin(), live_.end(), [&](const auto& view) {
    return page_of(offset) <= page_of(view->offset + view->size - 1) &&
           page_of(view->offset) <= page_of(offset + size - 1);
  });
}

void PrivateViews::begin_arena(View& view) {
  const std::lock_guard lock(lock_);  // arena_of() looks at all of them
  std::byte* const message = memory_.private_memory()->data() + view.offset;
  view.arena.open(message, view.size, view.size);
}

void PrivateViews::close(View& view) noexcept {
  if (fork_mark_.crossed()) return;
  if (view.arena.spilled_blocks() != 0) {
    // Without the lock: destroying looks up the arena.
    msg::destroy(*type_, memory_.private_memory()->data() + view.offset);
  }
  const auto written = memory_.private_memory()->forget_writes(view.offset, view.size, view.mark);
  if (written) {
    // A search that finds nothing was for other page faults.
    const base::PrivateMemory::Mark now = memory_.private_memory()->mark_now();
    const base::LightGuard lock(lock_);
    is_noisy_ = *written == 0 && view.mark.faults != 0 && now.faults != view.mark.faults;
    last_look_ = now;
    pace_.note(*written, pages_of(view.offset, view.size));
  }
  SampleOwner& owner = *view.owner;
  const std::uint64_t token = view.token;
  remove(view, written.has_value());
  owner.release(token);  // comes last: this object may be gone when it returns
}

void PrivateViews::remove(View& view, bool memory_is_usable) noexcept {
  const base::LightGuard lock(lock_);
  view.arena.close();
  if (!memory_is_usable) unusable_ = true;
  const auto at = std::find_if(live_.begin(), live_.end(),
                               [&](const auto& each) { return each.get() == &view; });
  BATON_ASSERT(at != live_.end(), view.offset);
  spare_.push_back(std::move(*at));
  *at = std::move(live_.back());
  live_.pop_back();
}

msg::Arena* PrivateViews::arena_of(const void* address) noexcept {
  const base::LightGuard lock(lock_);
  for (const auto& view : live_) {
    if (view->arena.contains(address)) return &view->arena;
  }
  return nullptr;
}

void PrivateViews::give_back(void*) noexcept {}

}  // namespace baton::transport
