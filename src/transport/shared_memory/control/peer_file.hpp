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
  /// Opens the file in the first registry that has it, and removes what a dead participant has
  /// left.
  static base::Result<PeerFile> find(const std::vector<shm::Registry>& registries,
                                     const std::string& id);
  /// The file in one registry.
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

  /// Opens the file again if it rests. Code ENOENT: it is gone, or another one.
  base::Status awaken() { return entry_.awaken(directory_fd_); }
  /// Gives its descriptor up; what was read stays.
  void rest() { entry_.rest(); }
  bool alive() const { return entry_.alive(); }
  /// As alive(), of a file that may rest. One that cannot be looked at, for want of a descriptor,
  /// counts as alive.
  bool lives();
  /// Its owner has withdrawn it. The lock stays for as long as the process reads.
  bool withdrawn() const { return entry_.unlinked(); }
  std::uint32_t uid() const { return entry_.uid(); }
  int directory_fd() const { return directory_fd_; }
  /// As read last; null before.
  const shm::ParticipantInfo* info() const { return entry_.info(); }
  const std::vector<const match::EndpointFacts*>& publishers_on(const std::string& topic) const {
    return publishers_on_.on(topic);
  }
  /// The ids of its publishers, rising.
  std::vector<std::uint64_t> publisher_ids() const;

 private:
  PeerFile(int directory_fd, shm::RegistryEntry entry)
      : directory_fd_(directory_fd), entry_(std::move(entry)) {}

  int directory_fd_;  // the registry's
  shm::RegistryEntry entry_;
  TopicIndex<const match::EndpointFacts*> publishers_on_;  // of entry_.info()
};

}  // namespace baton::transport
