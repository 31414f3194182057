// SPDX-License-Identifier: Apache-2.0
// What the registry says of one participant: whether it lives, what it is and what it publishes.
//
// Owns: the opened file, unless it rests, and its contents as they were read last.
// Thread safety: the participant's thread. The contents are input.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "shm/registry.hpp"
#include "transport/shared_memory/control/topic_index.hpp"

namespace baton::transport {

class PeerFile {
 public:
  /// Finds and opens a participant's file in the registries, and removes files that a dead
  /// participant has left.
  static base::Result<PeerFile> find(const std::vector<shm::Registry>& registries,
                                     const std::string& id);
  /// Opens a participant's file in one registry.
  static base::Result<PeerFile> open(const shm::Registry& registry, const std::string& id);
  PeerFile(PeerFile&&) = default;
  PeerFile& operator=(PeerFile&&) = default;

  enum class News {
    none,
    being_written,  // read again at the next change
    refused,        // `why` says what is wrong with it
    other_version,
    read,
  };
  News read(std::string& why);

  /// Opens the file again if it was closed by rest(). Code ENOENT: the file is gone, or is another
  /// one.
  base::Status awaken() { return entry_.awaken(directory_fd_); }
  /// Closes the file's descriptor until awaken(). What was read stays.
  void rest() { entry_.rest(); }
  bool alive() const { return entry_.alive(); }
  /// Like alive(), but also while the file rests. Without a descriptor to look, the participant
  /// counts as alive.
  bool lives();
  /// True if the participant has removed its file. Its lock stays for as long as the process reads.
  bool withdrawn() const { return entry_.unlinked(); }
  std::uint32_t uid() const { return entry_.uid(); }
  int directory_fd() const { return directory_fd_; }
  /// What was read last; null before the first read().
  const shm::ParticipantInfo* info() const { return entry_.info(); }
  const std::vector<const match::EndpointFacts*>& publishers_on(const std::string& topic) const {
    return publishers_on_.on(topic);
  }
  /// The ids of its publishers, rising.
  std::vector<std::uint64_t> publisher_ids() const;

 private:
  PeerFile(int directory_fd, shm::RegistryEntry entry)
      : directory_fd_(directory_fd), entry_(std::move(entry)) {}

  int directory_fd_;  // the directory of the registry
  shm::RegistryEntry entry_;
  TopicIndex<const match::EndpointFacts*> publishers_on_;  // the publishers in entry_.info()
};

}  // namespace baton::transport
