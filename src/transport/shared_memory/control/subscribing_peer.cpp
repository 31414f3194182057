// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/subscribing_peer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/platform.hpp"
#include "transport/shared_memory/control/shown_name.hpp"

namespace baton::transport {
namespace {

/// Finds the sender in the registries. It must have the same user as its file.
base::Result<shm::RegistryEntry> find_entry(const std::vector<shm::Registry>& registries,
                                            const std::string& id) {
  base::Result<shm::RegistryEntry> entry = base::Error{ENOENT, "it is in no registry"};
  for (const shm::Registry& registry : registries) {
    entry = shm::RegistryEntry::open(registry.directory_fd(), id);
    if (entry) break;
  }
  return entry;
}

bool is_rec(const shm::RecHeader& header) {
  return header.magic == shm::rec_magic && header.version == shm::layout_version &&
         header.executors == shm::max_executors && header.records == shm::max_records;
}

}  // namespace

std::string SubscribingPeer::title() const {
  return fmt::format("{} (pid {})", shown_name(info.name), info.pid);
}

bool SubscribingPeer::has_let_go(std::uint32_t record, std::uint64_t generation) const {
  // [record/closed] publisher
  return rec().record[record].generation.load(std::memory_order_acquire) != generation;
}

Introduction Introduction::check(const std::vector<shm::Registry>& registries,
                                 const base::PeerCredentials& credentials,
                                 const shm::wire::Intro& intro, PacketLink::Received& received) {
  if (received.fds_lost) {
    return {{}, std::string("no descriptor is left for its segment") + more_descriptors, true};
  }
  if (received.fds.size() != 1) return {{}, "its introduction came without a segment"};

  auto entry = find_entry(registries, intro.participant);
  if (!entry && lacks_descriptors(entry.error())) {
    return {{}, entry.error().text + more_descriptors, true};
  }
  if (!entry) return {{}, entry.error().text};
  if (entry->uid() != credentials.uid) {
    return {
        {},
        fmt::format("it claims to be participant {} of uid {}", intro.participant, entry->uid())};
  }
  if (!entry->alive()) return {{}, "its registry entry is not locked"};
  auto peer = std::make_shared<SubscribingPeer>();
  peer->bells = std::make_shared<shm::Bells>();
  peer->credentials = credentials;
  peer->same_user = credentials.uid == geteuid();
  peer->entry = std::move(*entry);
  if (auto info = peer->entry.read_process()) {
    peer->info = std::move(*info);
  } else {
    peer->info.pid = credentials.pid;  // only the name is missing: the file is being written
  }
  peer->info.id = intro.participant;

  // Allow one more page: memory comes in whole pages.
  auto memory = base::PeerMemory::adopt(std::move(received.fds[0]), sizeof(shm::Rec),
                                        sizeof(shm::Rec) + base::page_bytes());
  if (!memory) return {{}, memory.error().text, lacks_memory(memory.error())};
  peer->rec_memory = std::move(*memory);
  if (!is_rec(peer->rec().header)) return {{}, "its record segment has another format"};
  return {std::move(peer)};
}

}  // namespace baton::transport
