// SPDX-License-Identifier: Apache-2.0
// How to delete an endpoint while Fast DDS may be pairing it with one that it has just discovered.
//
// Deleting an endpoint takes its listener away first, and the thread that pairs asks for the
// listener twice without a lock: whether there is one, and then to call it. The listener must not
// be taken away between the two. So an endpoint that leaves first moves to an empty partition,
// which ends its matches and lets no new one begin; then Pairings::wait() waits for pairings that
// began before; then the endpoint is deleted.
#pragma once

#include <mutex>
#include <type_traits>

#include "dds/fastdds/api.hpp"

namespace baton::dds::fastdds {

/// One partition for writers and one for readers: a writer and a reader that leave at once do not
/// meet.
inline constexpr const char* departed_writers = "baton/departed/writers";
inline constexpr const char* departed_readers = "baton/departed/readers";
/// No endpoint of another participant has this topic.
inline constexpr const char* unused_topic = "baton/nobody";

/// Moves an endpoint, by its publisher or subscriber, to an empty partition.
template <class Group>
void depart(Group& group) {
  auto qos = group.get_qos();
  qos.partition().clear();
  qos.partition().push_back(std::is_same_v<Group, api::Publisher> ? departed_writers
                                                                  : departed_readers);
  (void)group.set_qos(qos);
}
/// Whether the endpoint in that partition is about to be deleted.
bool has_departed(const api::PartitionQosPolicy& partition);

/// Thread safety: wait() by any thread but those that call listeners.
class Pairings {
 public:
  explicit Pairings(api::DomainParticipant& participant) : participant_(participant) {}

  /// Blocks until no pairing is under way that began before this call.
  void wait() noexcept;

 private:
  /// Pairing holds Fast DDS's list of endpoints shared. Making and deleting one holds it alone.
  /// False: neither was possible.
  bool hold_list_alone();

  api::DomainParticipant& participant_;
  std::mutex mutex_;  // covers what follows
  api::Publisher* publisher_ = nullptr;
  api::Topic* topic_ = nullptr;
  api::DataWriter* writer_ = nullptr;  // writes to a topic without readers
};

}  // namespace baton::dds::fastdds
