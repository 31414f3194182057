// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/peer_file.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "shm/layout.hpp"
#include "transport/shared_memory/control/packet_link.hpp"

namespace baton::transport {

base::Result<PeerFile> PeerFile::open(const shm::Registry& registry, const std::string& id) {
  auto entry = shm::RegistryEntry::open(registry.directory_fd(), id);
  if (!entry) return std::move(entry).error();
  return PeerFile(registry.directory_fd(), std::move(*entry));
}

base::Result<PeerFile> PeerFile::find(const std::vector<shm::Registry>& registries,
                                      const std::string& id) {
  base::Error why{ENOENT, "it is in no registry"};
  for (const shm::Registry& registry : registries) {
    registry.remove_if_dead(id);
    auto file = open(registry, id);
    if (file) return file;
    if (lacks_descriptors(file.error())) why = std::move(file).error();
  }
  return why;
}

bool PeerFile::lives() {
  const base::Status open = awaken();
  return open ? alive() : open.error().code != ENOENT;
}

PeerFile::News PeerFile::read(std::string& why) {
  if (!entry_.changed()) return News::none;
  if (base::Status done = entry_.read(); !done) {
    if (done.error().code == EAGAIN) return News::being_written;
    why = done.error().text;
    return News::refused;
  }
  publishers_on_.clear();
  for (const match::EndpointFacts& each : info()->publishers) publishers_on_.add(each.topic, &each);
  return info()->version == shm::layout_version ? News::read : News::other_version;
}

std::vector<std::uint64_t> PeerFile::publisher_ids() const {
  std::vector<std::uint64_t> ids;
  for (const match::EndpointFacts& each : info()->publishers) ids.push_back(each.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace baton::transport
