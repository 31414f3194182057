// SPDX-License-Identifier: Apache-2.0
// This process in a domain: its registry entry, its endpoints and its thread.
//
// Everything about peers and matches happens on one thread, the loop's; callers hand work to it and
// wait (`run`). Data never passes through it.
// Life: close() makes it invisible and ends all matches; the registry lock and the connections stay
// until the last held sample lets go, because a peer that saw them end would reuse what we read.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/event_loop.hpp"
#include "shm/rec_segment.hpp"
#include "shm/registry.hpp"
#include "transport/registry_watch.hpp"
#include "transport/transport.hpp"

namespace baton::transport {

class PublisherSide;
class ShmPublisher;
class ShmSubscription;
class SubscriberSide;

struct ParticipantOptions {
  std::string name;
  std::string directory;        // of the registry, domain included
  std::string group_directory;  // a second one, shared by a group; empty = none
  unsigned group_id = 0;
  EventCallback on_event;
};

class Participant : public std::enable_shared_from_this<Participant> {
 public:
  static base::Result<std::shared_ptr<Participant>> open(const ParticipantOptions& options);
  ~Participant();

  /// Withdraws from the registry and ends all matches. Again: nothing.
  void close();

  base::Status add(ShmPublisher& publisher);
  base::Status add(ShmSubscription& subscription);
  void remove(ShmPublisher& publisher);
  void remove(ShmSubscription& subscription);

  base::Result<SleepPlace> open_sleep_place();
  base::Result<std::vector<TopicEndpointInfo>> endpoints();
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout);
  const std::shared_ptr<base::EventLoop>& loop() const { return loop_; }
  const std::shared_ptr<shm::RecSegment>& rec() const { return rec_; }
  const std::string& id() const { return self_.id; }
  const std::string& name() const { return self_.name; }

  // ---- the loop's thread ----
  const std::map<std::uint64_t, ShmPublisher*>& publishers() const { return publishers_; }
  const std::map<std::uint64_t, ShmSubscription*>& subscriptions() const { return subscriptions_; }
  std::vector<shm::Registry>& registries() { return registries_; }
  PublisherSide& publisher_side() { return *publisher_side_; }
  SubscriberSide& subscriber_side() { return *subscriber_side_; }
  /// Of a type that an endpoint of this participant has; empty: none has it.
  std::string_view own_description(std::string_view type_name, std::string_view type_hash) const;
  /// Tells the user, later.
  void emit(EventKind kind, std::string text);

 private:
  explicit Participant(const ParticipantOptions& options);
  base::Status start(const ParticipantOptions& options);
  base::Status join(const std::string& directory, std::optional<unsigned> group);
  /// Runs `work` on the loop's thread and waits for it.
  base::Status run(const std::function<base::Status()>& work);
  std::vector<TopicEndpointInfo> known_endpoints() const;
  /// Tells the others what has changed, soon.
  void announce();
  void write_registry();

  EventCallback on_event_;
  shm::ParticipantInfo self_;
  std::shared_ptr<base::EventLoop> loop_;
  std::shared_ptr<shm::RecSegment> rec_;
  // The loop's thread from here on.
  std::vector<shm::Registry> registries_;
  std::vector<std::unique_ptr<RegistryWatch>> watches_;
  std::map<std::uint64_t, ShmPublisher*> publishers_;
  std::map<std::uint64_t, ShmSubscription*> subscriptions_;
  std::uint64_t next_id_ = 1;
  bool closed_ = false;
  bool announcing_ = false;  // a timer will write
  std::int64_t last_announced_ns_ = 0;
  std::unique_ptr<PublisherSide> publisher_side_;
  std::unique_ptr<SubscriberSide> subscriber_side_;
};

}  // namespace baton::transport
