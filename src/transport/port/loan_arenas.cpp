// SPDX-License-Identifier: Apache-2.0
#include "transport/port/loan_arenas.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>

#include <baton/msg/operations.hpp>

#include "base/assert.hpp"
#include "base/platform.hpp"

namespace baton::transport {
namespace {

/// The first message gets this much for its strings; later ones get what earlier ones needed.
constexpr std::size_t first_guess_bytes = 1024;
/// After so many messages in a row that take less than half of what is expected, half is expected.
constexpr unsigned patience = 64;

/// The next quarter of a power of two, so that messages of slightly different sizes share chunks.
constexpr std::size_t round_up_to_class(std::size_t bytes) {
  const std::size_t step = std::max<std::size_t>(64, std::bit_floor(bytes) / 4);
  return base::round_up(bytes, step);
}

}  // namespace

LoanArenas::LoanArenas(const msg::TypeSupport& type, const void* segment, std::size_t size_bytes,
                       std::function<void(std::uint64_t token)> discard)
    : type_(type),
      discard_(std::move(discard)),
      expected_bytes_(round_up_to_class(type.size_bytes + first_guess_bytes)),
      registration_(*this, segment, size_bytes) {
  open_.reserve(16);
  spare_.reserve(16);
}

std::size_t LoanArenas::expected_bytes() const {
  const std::lock_guard lock(lock_);
  return expected_bytes_;
}

void LoanArenas::open(std::uint64_t token, std::byte* memory, std::size_t capacity_bytes) {
  const std::lock_guard lock(lock_);
  if (spare_.empty()) spare_.push_back(std::make_unique<OpenLoan>());
  std::unique_ptr<OpenLoan> loan = std::move(spare_.back());
  spare_.pop_back();
  loan->token = token;
  loan->arena.open(memory, capacity_bytes, type_.size_bytes, &spilled_bytes_);
  open_.push_back(std::move(loan));
}

bool LoanArenas::has_spilled(std::uint64_t token) const {
  const std::lock_guard lock(lock_);
  return find(token).arena.spilled_blocks() != 0;
}

std::size_t LoanArenas::seal(std::uint64_t token) {
  const std::lock_guard lock(lock_);
  OpenLoan& loan = find(token);
  const std::size_t used_bytes = loan.arena.used_bytes();
  end(loan);
  remember(used_bytes);
  return used_bytes;
}

std::size_t LoanArenas::keep(std::uint64_t token) {
  const std::lock_guard lock(lock_);
  const msg::Arena& arena = find(token).arena;
  if (arena.spilled_blocks() == 0) {
    remember(arena.used_bytes());
  } else {
    outgrown(arena);
  }
  return arena.used_bytes();
}

void LoanArenas::remember(std::size_t used_bytes) {
  // Growth is followed at once, shrinking only after many smaller ones: an occasional small message
  // costs the next nothing.
  if (used_bytes > expected_bytes_ / 2) smaller_ = 0;
  if (++smaller_ > patience) {
    smaller_ = 0;
    expected_bytes_ = expected_bytes_ / 2;
  }
  expect(used_bytes);
}

void LoanArenas::learn(std::uint64_t token) {
  const std::lock_guard lock(lock_);
  outgrown(find(token).arena);
}

void LoanArenas::outgrown(const msg::Arena& arena) {
  // Twice at least, so that sizes that rise slowly are overtaken soon. A chunk may be smaller than
  // what was expected, where the pool has no room: then the message tells nothing of what to
  // expect but its own size.
  const std::size_t had_bytes = std::min(arena.size_bytes(), expected_bytes_);
  expect(std::max(arena.needed_bytes(), 2 * had_bytes));
}

void LoanArenas::expect(std::size_t size_bytes) {
  expected_bytes_ = std::max(expected_bytes_, round_up_to_class(size_bytes));
}

void LoanArenas::drop(std::uint64_t token) noexcept {
  msg::Arena* arena = nullptr;
  {
    const std::lock_guard lock(lock_);
    arena = &find(token).arena;
  }
  // Destroy without the lock: destroying looks up the arena. A message that was destroyed already,
  // or never constructed, has nothing on the heap.
  if (arena->spilled_blocks() != 0) {
    msg::destroy(type_, reinterpret_cast<void*>(arena->begin()));
  }
  const std::lock_guard lock(lock_);
  end(find(token));
}

msg::Arena* LoanArenas::arena_of(const void* address) noexcept {
  const std::lock_guard lock(lock_);
  for (const auto& loan : open_) {
    if (loan->arena.contains(address)) return &loan->arena;
  }
  return nullptr;
}

void LoanArenas::give_back(void* message) noexcept {
  std::uint64_t token = 0;
  {
    const std::lock_guard lock(lock_);
    const auto at = std::find_if(open_.begin(), open_.end(), [message](const auto& loan) {
      return loan->arena.begin() == reinterpret_cast<std::uintptr_t>(message);
    });
    BATON_ASSERT(at != open_.end(), message);
    token = (*at)->token;
  }
  discard_(token);
}

LoanArenas::OpenLoan& LoanArenas::find(std::uint64_t token) const {
  const auto at = std::find_if(open_.begin(), open_.end(),
                               [token](const auto& loan) { return loan->token == token; });
  BATON_ASSERT(at != open_.end(), token);
  return **at;
}

void LoanArenas::end(OpenLoan& loan) {
  loan.arena.close();
  const auto at = std::find_if(open_.begin(), open_.end(),
                               [&loan](const auto& entry) { return entry.get() == &loan; });
  spare_.push_back(std::move(*at));
  *at = std::move(open_.back());
  open_.pop_back();
}

}  // namespace baton::transport
