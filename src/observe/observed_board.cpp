// SPDX-License-Identifier: Apache-2.0
#include "observe/observed_board.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>

namespace baton::observe {

base::Result<ObservedBoard> ObservedBoard::open(base::UniqueFd fd) {
  base::UniqueFd kept(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
  if (!kept) return base::os_error("cannot keep the descriptor of a segment");
  auto memory = base::PeerMemory::adopt(std::move(fd), sizeof(shm::Rec), sizeof(shm::Rec) + 65536);
  if (!memory) return std::move(memory).error();
  if (!memory->is_backed(0, sizeof(shm::RecHeader))) {
    return base::Error{EAGAIN, "the process has not written its segment yet"};
  }
  const shm::RecHeader header = reinterpret_cast<const shm::Rec*>(memory->data())->header;
  if (header.magic != shm::rec_magic || header.version != shm::layout_version) {
    return base::Error{EPROTO, "this is no segment of this version"};
  }
  return ObservedBoard(std::move(*memory), std::move(kept));
}

/// How many elements have memory behind them. Reading others would allocate some.
std::size_t ObservedBoard::backed_from(std::size_t offset_bytes, std::size_t element_bytes,
                                       std::size_t most) const {
  const off_t hole = ::lseek(fd_.get(), static_cast<off_t>(offset_bytes), SEEK_HOLE);
  if (hole < static_cast<off_t>(offset_bytes)) return 0;
  return std::min(most, (static_cast<std::size_t>(hole) - offset_bytes) / element_bytes);
}

std::vector<SeenRecord> ObservedBoard::records() const {
  constexpr auto relaxed = std::memory_order_relaxed;  // figures that are a moment old are as good
  std::vector<SeenRecord> seen;
  const std::size_t count =
      backed_from(offsetof(shm::Rec, record), sizeof(shm::Record), shm::max_records);
  for (std::size_t i = 0; i < count; ++i) {
    const shm::Record& record = rec().record[i];
    SeenRecord one;
    one.subscription = record.subscription.load(relaxed);
    if (one.subscription == 0) continue;
    one.publisher_participant = record.publisher_participant.load(relaxed);
    one.publisher = record.publisher.load(relaxed);
    one.cursor = record.cursor.load(relaxed);
    one.missed = record.missed.load(relaxed);
    for (std::size_t word = 0; word < shm::pin_words; ++word) {
      for (std::uint64_t bits = record.pins[word].load(relaxed); bits != 0; bits &= bits - 1) {
        one.pinned.push_back(
            static_cast<shm::ChunkIndex>(64 * word + std::size_t(std::countr_zero(bits))));
      }
    }
    seen.push_back(std::move(one));
  }
  return seen;
}

std::vector<SeenFigures> ObservedBoard::figures() const {
  constexpr auto relaxed = std::memory_order_relaxed;
  std::vector<SeenFigures> seen;
  const std::size_t count =
      backed_from(offsetof(shm::Rec, figures), sizeof(shm::PublisherFigures), shm::max_figures);
  for (std::size_t i = 0; i < count; ++i) {
    const shm::PublisherFigures& figures = rec().figures[i];
    const std::uint64_t publisher = figures.publisher.load(relaxed);
    if (publisher == 0) continue;
    const std::uint64_t without_segment = figures.without_segment.load(relaxed);
    const bool has_segment = without_segment == shm::has_segment;
    seen.push_back({publisher, has_segment, has_segment ? 0 : without_segment,
                    figures.unread_bytes.load(relaxed), figures.unheard.load(relaxed),
                    figures.kept.load(relaxed) + figures.delivered.load(relaxed),
                    figures.kept_bytes.load(relaxed) + figures.delivered_bytes.load(relaxed),
                    figures.last_ns.load(relaxed)});
  }
  return seen;
}

}  // namespace baton::observe
