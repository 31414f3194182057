// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/data/pool_room.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/address_window.hpp"
#include "base/platform.hpp"
#include "msg/field_traits.hpp"
#include "shm/layout.hpp"

namespace baton::transport {
namespace {

/// A container grows in steps and leaves its old block behind until the message is gone.
constexpr std::size_t bytes_per_grown_byte = 4;
constexpr std::size_t block_alignment_bytes = 8;
/// Enough for a publisher that needs a pool of its own at all.
constexpr std::size_t least_ceiling_bytes = std::size_t{1} << 20;
/// A bound above this limits nothing, and sums of such bounds could overflow.
constexpr std::size_t large_bytes = std::size_t{1} << 40;

std::optional<std::size_t> most_extra_bytes(const msg::TypeSupport& type);

/// What one element of the field has outside of itself.
std::optional<std::size_t> most_extra_bytes_of_element(const msg::Field& field) {
  if (field.kind == msg::Kind::message) return most_extra_bytes(*field.nested);
  if (!msg::is_string(field.kind)) return 0;
  if (field.string_bound == 0) return std::nullopt;
  const std::size_t unit = field.kind == msg::Kind::string ? sizeof(char) : sizeof(char16_t);
  return base::round_up((std::size_t{field.string_bound} + 1) * unit, block_alignment_bytes);
}

std::optional<std::size_t> most_extra_bytes(const msg::Field& field) {
  if (field.shape == msg::Shape::sequence) return std::nullopt;
  const std::optional<std::size_t> element = most_extra_bytes_of_element(field);
  if (!element || field.shape == msg::Shape::single) return element;
  if (field.shape == msg::Shape::array) return field.count * *element;
  const std::size_t block = field.count * (msg::element_bytes(field) + *element);
  return base::round_up(block, block_alignment_bytes);
}

std::optional<std::size_t> most_extra_bytes(const msg::TypeSupport& type) {
  std::size_t sum = 0;
  for (const msg::Field& field : type.fields) {
    const std::optional<std::size_t> extra = most_extra_bytes(field);
    if (!extra || *extra > large_bytes) return std::nullopt;
    sum += *extra;
  }
  return sum;
}

std::size_t machine_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  return pages > 0 ? static_cast<std::size_t>(pages) * base::page_bytes() : large_bytes;
}

void lower(shm::PoolLimits& limits, std::size_t ceiling_bytes, std::string why) {
  if (ceiling_bytes >= limits.ceiling_bytes) return;
  limits.ceiling_bytes = ceiling_bytes;
  limits.why_less = std::move(why);
}

}  // namespace

std::optional<std::size_t> most_bytes_of(const msg::TypeSupport& type) {
  if (type.plain) return type.size_bytes;
  const std::optional<std::size_t> extra = most_extra_bytes(type);
  if (!extra) return std::nullopt;
  return type.size_bytes + bytes_per_grown_byte * *extra;
}

shm::PoolLimits fitted(const shm::PoolLimits& asked, const msg::TypeSupport* type) {
  shm::PoolLimits limits = asked;
  if (type != nullptr) {
    if (const std::optional<std::size_t> most = most_bytes_of(*type)) {
      lower(limits, shm::most_pool_bytes(*most), "messages of its type are never larger");
    }
  }
  lower(limits, machine_bytes(), "the machine has no more memory");
  // Without a window no segment can be made, and the attempt to make one says why.
  const base::Result<base::AddressWindow*> window = base::own_window();
  if (!window) return limits;
  const std::size_t share = (*window)->fair_share_bytes() & ~(base::page_bytes() - 1);
  if (share >= limits.ceiling_bytes) return limits;
  lower(limits, std::max(share, least_ceiling_bytes),
        fmt::format("of {} bytes of addresses for shared memory of this process {} are free, which "
                    "all its publishers share: have fewer publishers in one process, lift `ulimit "
                    "-v` (RLIMIT_AS)",
                    (*window)->size_bytes(), (*window)->free_bytes()));
  return limits;
}

}  // namespace baton::transport
