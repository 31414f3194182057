// SPDX-License-Identifier: Apache-2.0
#include "base/sealed_memory.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "base/address_window.hpp"
#include "base/headroom.hpp"
#include "base/platform.hpp"

#ifndef F_SEAL_FUTURE_WRITE  // Linux 5.1
#define F_SEAL_FUTURE_WRITE 0x0010
#endif
#ifndef MFD_NOEXEC_SEAL  // Linux 6.3
#define MFD_NOEXEC_SEAL 0x0008U
#endif

namespace baton::base {

namespace {

constexpr int size_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

Result<UniqueFd> create_memfd(const std::string& name) {
  const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  // Some systems forbid memory that could be executed; older kernels do not know the flag.
  int fd = ::memfd_create(name.c_str(), flags | MFD_NOEXEC_SEAL);
  if (fd < 0 && errno == EINVAL) fd = ::memfd_create(name.c_str(), flags);
  if (fd < 0) return os_error("cannot create shared memory (memfd_create)");
  return UniqueFd(fd);
}

/// Whether this kernel has the seal, as seen when this process sealed memory of its own. A peer
/// that leaves the seal out although the kernel has it could take away memory that was there when
/// it was checked.
std::atomic<bool> kernel_seals_writing{false};

/// True when peers are kept from writing too; before Linux 5.1 only the size can be sealed.
Result<bool> seal(int fd) {
  if (::fcntl(fd, F_ADD_SEALS, size_seals | F_SEAL_FUTURE_WRITE) == 0) {
    kernel_seals_writing.store(true, std::memory_order_relaxed);
    return true;
  }
  if (errno == EINVAL && ::fcntl(fd, F_ADD_SEALS, size_seals) == 0) return false;
  return os_error("cannot seal shared memory (F_ADD_SEALS)");
}

bool swap_is_used() {
  struct sysinfo info {};
  return ::sysinfo(&info) == 0 && info.freeswap < info.totalswap;
}

Result<UniqueFd> reopen_read_only(int fd) {
  const std::string path = fmt::format("/proc/self/fd/{}", fd);
  UniqueFd read_only(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!read_only) {
    return os_error(
        fmt::format("cannot re-open shared memory read-only through {} (is /proc mounted?)", path));
  }
  return read_only;
}

}  // namespace

Result<OwnMemory> OwnMemory::create(const std::string& name, size_t size_bytes) {
  OwnMemory memory;
  memory.name_ = name;
  size_bytes = round_up(size_bytes, page_bytes());

  Result<UniqueFd> writable = create_memfd(name);
  if (!writable) return std::move(writable).error();
  memory.writable_ = std::move(*writable);
  // Seals bind every process; on kernels without them the mode keeps other users out.
  if (::fchmod(memory.writable_.get(), 0600) != 0) {
    return os_error("cannot set the mode of shared memory");
  }
  if (::ftruncate(memory.writable_.get(), static_cast<off_t>(size_bytes)) != 0) {
    return os_error(fmt::format("cannot set the size of shared memory to {} bytes", size_bytes));
  }

  const Result<AddressWindow*> window = own_window();
  if (!window) return window.error();
  Result<Mapping> mapping =
      Mapping::map(memory.writable_.get(), size_bytes, Access::read_write, *window, 0);
  if (!mapping) return std::move(mapping).error();
  memory.mapping_ = std::move(*mapping);

  // Set this seal only after mapping: F_SEAL_FUTURE_WRITE spares mappings that exist already.
  Result<bool> write_protected = seal(memory.writable_.get());
  if (!write_protected) return std::move(write_protected).error();
  memory.write_protected_ = *write_protected;

  Result<UniqueFd> read_only = reopen_read_only(memory.writable_.get());
  if (!read_only) return std::move(read_only).error();
  memory.read_only_ = std::move(*read_only);
  return memory;
}

Status OwnMemory::commit(size_t offset, size_t size) {
  BATON_ASSERT(offset <= size_bytes() && size <= size_bytes() - offset, offset, size, size_bytes());
  if (Status room = check_headroom(size); !room) {
    return Error{room.error().code,
                 fmt::format("shared memory '{}': {}", name_, room.error().text)};
  }
  // Allocate in steps: an interrupted fallocate gives back all that it allocated, and a process
  // with a profiling timer would never finish a large one.
  constexpr size_t step_bytes = size_t{4} << 20;
  for (size_t done = 0; done < size;) {
    const size_t step = std::min(step_bytes, size - done);
    if (::fallocate(writable_.get(), 0, static_cast<off_t>(offset + done),
                    static_cast<off_t>(step)) == 0) {
      done += step;
    } else if (errno != EINTR) {
      return os_error(
          fmt::format("shared memory '{}': cannot commit {} bytes, {} of them done; free "
                      "memory or raise the memory limit of this process's cgroup",
                      name_, size, done));
    }
  }
  if (!mapping_.open(offset, size)) {
    return os_error(fmt::format(
        "shared memory '{}': cannot make {} bytes usable (raise vm.max_map_count)", name_, size));
  }
  mapping_.prefault(offset, size);
  return {};
}

size_t OwnMemory::committed_bytes() const noexcept {
  struct stat status {};
  if (::fstat(read_only_.get(), &status) != 0) return 0;
  return static_cast<size_t>(status.st_blocks) * 512;
}

Result<PeerMemory> PeerMemory::adopt(UniqueFd fd, size_t min_size_bytes, size_t max_size_bytes,
                                     bool with_private, size_t open_bytes) {
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) return os_error("shared memory refused: no descriptor");
  if (!S_ISREG(status.st_mode)) return Error{0, "shared memory refused: not a regular file"};

  struct statfs file_system {};
  if (::fstatfs(fd.get(), &file_system) != 0) {
    return os_error("shared memory refused: its file system is unknown");
  }
  // Huge pages and FUSE could raise SIGBUS in the reader, sealed or not.
  if (file_system.f_type != TMPFS_MAGIC) {
    return Error{0, fmt::format("shared memory refused: not on tmpfs (file system {:#x})",
                                static_cast<unsigned long>(file_system.f_type))};
  }

  const int seals = ::fcntl(fd.get(), F_GET_SEALS);
  if (seals < 0) return os_error("shared memory refused: it cannot be sealed");
  if ((seals & size_seals) != size_seals) {
    return Error{0, fmt::format("shared memory refused: its size is not sealed (seals {:#x}, "
                                "needed {:#x})",
                                seals, size_seals)};
  }
  if (kernel_seals_writing.load(std::memory_order_relaxed) && (seals & F_SEAL_FUTURE_WRITE) == 0) {
    return Error{0, fmt::format("shared memory refused: it is not sealed against writing (seals "
                                "{:#x})",
                                seals)};
  }

  // Ask for the size after checking the seals: from here on it cannot change.
  if (::fstat(fd.get(), &status) != 0) return os_error("shared memory refused: no size");
  const size_t size = static_cast<size_t>(status.st_size);
  if (size < min_size_bytes || size > max_size_bytes || size == 0) {
    return Error{0, fmt::format("shared memory refused: {} bytes, expected {} to {}", size,
                                min_size_bytes, max_size_bytes)};
  }

  const Result<AddressWindow*> window = received_window();
  if (!window) return window.error();
  Result<Mapping> mapping = Mapping::map(fd.get(), size, Access::read_only, *window, open_bytes);
  if (!mapping) return std::move(mapping).error();
  PeerMemory memory;
  memory.mapping_ = std::move(*mapping);
  memory.open_bytes_ = open_bytes;
  if (with_private) {
    Result<PrivateMemory> copy = PrivateMemory::map(fd.get(), size, open_bytes);
    copy ? static_cast<void>(memory.private_.emplace(std::move(*copy)))
         : static_cast<void>(memory.why_not_private_ = copy.error().text);
  }
  if (status.st_uid != ::geteuid()) memory.fd_ = std::move(fd);
  return memory;
}

bool PeerMemory::is_backed(size_t begin, size_t end) const noexcept {
  const size_t until = backed_until(begin, end);
  // A mapping does not show pages that were swapped out. So check that there is memory for all that
  // reading may bring back.
  const bool backed = until >= end || (!fd_ && swap_is_used() && check_headroom(end - until));
  return backed && (begin >= end || open(begin, end));
}

bool PeerMemory::open(size_t begin, size_t end) const noexcept {
  return end <= open_bytes_ || mapping_.open(begin, end - begin);
}

size_t PeerMemory::prefault(size_t begin, size_t end) const noexcept {
  const size_t until = backed_until(begin, end);
  if (until > begin && open(begin, until)) {
    mapping_.prefault(begin, until - begin);
    if (private_ && private_->open_until(until)) private_->prefault(begin, until - begin);
  }
  return until;
}

/// Returns where the first gap behind `begin` is, at most `end`.
size_t PeerMemory::backed_until(size_t begin, size_t end) const noexcept {
  end = std::min(end, size_bytes());
  if (begin >= end) return begin;
  if (fd_) {
    const off_t gap = ::lseek(fd_.get(), static_cast<off_t>(begin), SEEK_HOLE);
    return gap < 0 ? begin : std::clamp(static_cast<size_t>(gap), begin, end);
  }
  unsigned char present[1024];
  size_t at = begin - begin % page_bytes();
  while (at < end) {
    const size_t pages = std::min((end - at + page_bytes() - 1) / page_bytes(), sizeof present);
    if (::mincore(mapping_.data() + at, pages * page_bytes(), present) != 0) break;
    const auto* const gap =
        std::find_if(present, present + pages, [](unsigned char page) { return (page & 1) == 0; });
    at += static_cast<size_t>(gap - present) * page_bytes();
    if (gap != present + pages) break;
  }
  return std::clamp(at, begin, end);
}

}  // namespace baton::base
