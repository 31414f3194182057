// SPDX-License-Identifier: Apache-2.0
#include "observe/observed_participant.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

#include "base/clock.hpp"
#include "shm/segment_names.hpp"

namespace baton::observe {
namespace {

constexpr std::int64_t between_searches_ns = 500'000'000;

/// Processor time of a process, all its threads; 0 if it is not known.
double cpu_seconds(std::int64_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text((std::istreambuf_iterator<char>(file)), {});
  // The name, in parentheses, may have spaces; the 12th and 13th words behind it are the times.
  const std::size_t behind_name = text.rfind(')');
  if (behind_name == std::string::npos) return 0;
  std::istringstream words(text.substr(behind_name + 1));
  std::string word;
  for (int i = 0; i < 11; ++i) words >> word;
  double user = 0;
  double system = 0;
  words >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// Whether the process was started with ROS_DISABLE_LOANED_MESSAGES=1: it copies what other
/// processes read in place, and its registry file does not say so.
bool was_started_without_loans(std::int64_t pid) {
  constexpr std::string_view wanted = "ROS_DISABLE_LOANED_MESSAGES=1";
  std::ifstream file(fmt::format("/proc/{}/environ", pid));
  std::string variable;
  while (std::getline(file, variable, '\0')) {
    if (variable == wanted) return true;
  }
  return false;
}

}  // namespace

ObservedParticipant::ObservedParticipant(std::string id, shm::RegistryEntry entry)
    : id_(std::move(id)), number_(shm::participant_number(id_)), entry_(std::move(entry)) {}

const shm::ParticipantInfo& ObservedParticipant::info() const {
  return entry_.info() != nullptr ? *entry_.info() : nothing_;
}

bool ObservedParticipant::refresh() {
  if (!entry_.alive()) return false;
  // A file that is just being written is read at the next look.
  if (entry_.changed()) (void)entry_.read();
  attach();
  return true;
}

/// Opens what is not open yet.
void ObservedParticipant::attach() {
  if (entry_.info() == nullptr) return;
  if (info().version != shm::layout_version) {
    why_not_ = fmt::format("it has another version of Baton (memory layout {}, here {})",
                           info().version, shm::layout_version);
    return;
  }
  if (!board_ && is_due(board_search_ns_)) open_board();
  if (!board_) return;
  figures_.clear();
  for (const SeenFigures& one : board_->figures()) figures_[one.publisher] = one;
  std::erase_if(watched_, [&](const auto& one) { return !figures_.contains(one.first); });
  // open_rings() goes by these entries.
  for (const auto& one : figures_) (void)watched_[one.first];
  const bool lacks_rings = std::any_of(figures_.begin(), figures_.end(), [&](const auto& one) {
    return one.second.has_segment && !watched_.at(one.first).ring;
  });
  if (lacks_rings && is_due(ring_search_ns_)) open_rings();
}

/// Limits searches that find nothing: they read all descriptors of a process, or of all processes.
bool ObservedParticipant::is_due(std::int64_t& last_ns) {
  const std::int64_t now_ns = base::monotonic_ns();
  if (last_ns != 0 && now_ns - last_ns < between_searches_ns) return false;
  last_ns = now_ns;
  return true;
}

void ObservedParticipant::open_board() {
  find_files();
  if (!files_) return;
  auto fd = files_->open(shm::rec_segment_name(id_));
  auto board = fd ? ObservedBoard::open(std::move(*fd)) : std::move(fd).error();
  if (board) {
    board_ = std::make_unique<ObservedBoard>(std::move(*board));
  } else {
    why_not_ = board.error().text;
  }
}

void ObservedParticipant::open_rings() {
  find_files();
  if (!files_) return;
  bool complete = true;
  for (auto& [publisher, watched] : watched_) {
    if (watched.ring || !figures_[publisher].has_segment) continue;
    auto fd = files_->open(shm::pub_segment_name(id_, publisher));
    auto ring = fd ? ObservedRing::open(std::move(*fd)) : std::move(fd).error();
    if (ring) {
      watched.ring = std::make_unique<ObservedRing>(std::move(*ring));
    } else {
      complete = false;
    }
  }
  if (complete) ring_search_ns_ = 0;
}

void ObservedParticipant::find_files() {
  const std::string board = shm::rec_segment_name(id_);
  auto files = SegmentFiles::of(files_ ? files_->pid() : static_cast<pid_t>(info().pid));
  if (files && files->has(board)) {
    files_ = std::move(*files);
  } else {
    // Its own number means another process here, or none.
    files_ = SegmentFiles::with(board);
  }
  why_not_.clear();
  if (files_) {
    loans_disabled_ = was_started_without_loans(files_->pid());
    return;
  }
  why_not_ = entry_.uid() == ::geteuid()
                 ? "its files in /proc are not seen from here: it runs in another container or PID "
                   "namespace; observe it from the host, or share the namespace (--pid=host)"
                 : fmt::format("it belongs to user {}: run the observer as that user, or as root",
                               entry_.uid());
}

void ObservedParticipant::glance(const std::set<std::string>& topics,
                                 std::optional<std::size_t> stamp_offset, bool keep_messages) {
  constexpr std::size_t most_messages = 100'000;  // between two calls of publishers()
  for (const match::EndpointFacts& facts : info().publishers) {
    if (!topics.empty() && !topics.contains(facts.topic)) continue;
    const auto at = watched_.find(facts.id);
    if (at == watched_.end() || !at->second.ring) continue;
    Watched& watched = at->second;
    watched.ring->look(stamp_offset, [&](const SeenMessage& message) {
      ++watched.seen_count;
      watched.seen_bytes += message.size_bytes;
      watched.size_bytes = message.size_bytes;
      watched.last_ns = message.source_timestamp_ns;
      if (keep_messages && watched.messages.size() < most_messages) {
        watched.messages.push_back(message);
      }
    });
  }
}

Process ObservedParticipant::process() const {
  Process process;
  process.participant = id_;
  process.pid = files_ ? files_->pid() : info().pid;
  process.uid = entry_.uid();
  process.name = info().name;
  process.nodes = info().nodes;
  process.not_observable = why_not_;
  process.cpu_s = files_ ? cpu_seconds(files_->pid()) : 0;
  process.loans_disabled = loans_disabled_;
  return process;
}

std::vector<SeenPublisher> ObservedParticipant::publishers(const std::set<std::string>& topics,
                                                           double interval_s) {
  std::vector<SeenPublisher> seen;
  for (const match::EndpointFacts& facts : info().publishers) {
    if (!topics.empty() && !topics.contains(facts.topic)) continue;
    seen.push_back(figures_of(facts, interval_s));
  }
  return seen;
}

/// Bytes that went through the ring since the last call: messages that were not seen count with the
/// mean size of those that were.
double ObservedParticipant::ring_bytes(const Watched& watched, std::uint64_t in_ring) {
  const auto count = static_cast<double>(in_ring - std::min(in_ring, watched.in_ring));
  if (watched.seen_count == 0) return count * static_cast<double>(watched.size_bytes);
  return count * static_cast<double>(watched.seen_bytes) / static_cast<double>(watched.seen_count);
}

SeenPublisher ObservedParticipant::figures_of(const match::EndpointFacts& facts,
                                              double interval_s) {
  SeenPublisher seen;
  seen.participant = id_;
  seen.facts = facts;
  const auto at = figures_.find(facts.id);
  if (at == figures_.end()) return seen;
  const SeenFigures& beside = at->second;
  Watched& watched = watched_[facts.id];
  if (beside.has_segment && !watched.ring) {
    // All that the ring has counted would make the rate of the look that opens it.
    watched.looked_at = false;
    return seen;
  }
  seen.observable = true;
  const std::uint64_t in_ring = watched.ring ? watched.ring->head() : beside.without_segment;
  seen.published = in_ring + beside.in_process + beside.unheard;
  seen.in_process = beside.in_process;
  const std::uint64_t bytes = beside.unread_bytes + beside.in_process_bytes;
  if (interval_s > 0 && watched.looked_at && seen.published >= watched.published) {
    const auto count = static_cast<double>(seen.published - watched.published);
    seen.rate_hz = count / interval_s;
    const double others = static_cast<double>(bytes - std::min(bytes, watched.bytes));
    const double by_ring = watched.ring ? ring_bytes(watched, in_ring) : 0;
    seen.bytes_per_s = (by_ring + others) / interval_s;
  }
  seen.last_size_bytes = watched.size_bytes;
  seen.last_ns = std::max(watched.last_ns, beside.last_in_process_ns);
  seen.segment_bytes = watched.ring ? watched.ring->committed_bytes() : 0;
  seen.messages = std::exchange(watched.messages, {});
  watched.looked_at = true;
  watched.published = seen.published;
  watched.in_ring = in_ring;
  watched.bytes = bytes;
  watched.seen_count = 0;
  watched.seen_bytes = 0;
  return seen;
}

std::vector<SeenRecord> ObservedParticipant::records() const {
  return board_ ? board_->records() : std::vector<SeenRecord>();
}

std::optional<std::uint64_t> ObservedParticipant::head_of(std::uint64_t publisher) const {
  const auto at = watched_.find(publisher);
  if (at == watched_.end() || !at->second.ring) return std::nullopt;
  return at->second.ring->head();
}

std::optional<SeenMessage> ObservedParticipant::message_in(std::uint64_t publisher,
                                                           shm::ChunkIndex chunk) const {
  const auto at = watched_.find(publisher);
  if (at == watched_.end() || !at->second.ring) return std::nullopt;
  return at->second.ring->message_in(chunk);
}

}  // namespace baton::observe
