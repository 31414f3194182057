// SPDX-License-Identifier: Apache-2.0
#include "base/short_slice.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <optional>

namespace baton::base {
namespace {

/// The kernel's sched_attr without the fields that were added later, so that what they say stays as
/// it is; <linux/sched/types.h> contradicts <sched.h>.
struct Scheduling {
  std::uint32_t size_bytes;
  std::uint32_t policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t slice_ns;  // the kernel's sched_runtime
  std::uint64_t deadline_ns;
  std::uint64_t period_ns;
};
static_assert(sizeof(Scheduling) == 48);

std::optional<Scheduling> scheduling() noexcept {
  Scheduling found{};
  if (syscall(SYS_sched_getattr, 0, &found, sizeof found, 0) != 0) return std::nullopt;
  return found;
}

bool set_slice(Scheduling wanted, std::uint64_t slice_ns) noexcept {
  wanted.size_bytes = sizeof wanted;
  wanted.slice_ns = slice_ns;
  return syscall(SYS_sched_setattr, 0, &wanted, 0) == 0;
}

}  // namespace

std::uint64_t own_slice_ns() noexcept {
  const auto now = scheduling();
  return now && now->policy == SCHED_OTHER ? now->slice_ns : 0;
}

ShortSlice::ShortSlice(bool wanted) noexcept {
  if (!wanted) return;
  const auto now = scheduling();
  // Older kernels report a slice of 0.
  if (!now || now->policy != SCHED_OTHER || now->slice_ns <= slice_ns) return;
  if (set_slice(*now, slice_ns)) former_ns_ = now->slice_ns;
}

ShortSlice::~ShortSlice() {
  if (former_ns_ == 0) return;
  // A callback may have changed the slice meanwhile; then leave it.
  const auto now = scheduling();
  if (now && now->policy == SCHED_OTHER && now->slice_ns == slice_ns) set_slice(*now, former_ns_);
}

}  // namespace baton::base
