// SPDX-License-Identifier: Apache-2.0
// This process in a domain: its registry entry, its endpoints and its thread.
//
// Everything about peers and matches happens on one thread, the loop's; callers hand work to it and
// wait (`run`). Data never passes through it.
// Life: close() makes it invisible and ends all matches; the registry lock and the connections stay
// until the last held sample is released, because a peer that saw them end would reuse memory that
// this process still reads.
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
#include "base/paced_work.hpp"
#include "shm/log_segment.hpp"
#include "shm/rec_segment.hpp"
#include "shm/registry.hpp"
#include "transport/port/transport.hpp"
#include "transport/shared_memory/control/liveliness_watch.hpp"
#include "transport/shared_memory/control/local_participant.hpp"
#include "transport/shared_memory/control/registry_watch.hpp"
#include "transport/shared_memory/control/topic_index.hpp"

namespace baton::transport {

class PublisherSide;
class ShmPublisher;
class ShmSubscription;
class SubscriberSide;

struct ParticipantOptions {
  std::string name;
  std::string directory;        // the registry's directory, with the domain
  std::string group_directory;  // a second registry, shared by a group; empty: none
  unsigned group_id = 0;
  EventCallback on_event;
};

class Participant final : public LocalParticipant,
                          public std::enable_shared_from_this<Participant> {
 public:
  static base::Result<std::shared_ptr<Participant>> open(const ParticipantOptions& options);
  ~Participant();

  /// Withdraws from the registry and ends all matches. Repeating it does nothing.
  void close();

  base::Status add(ShmPublisher& publisher);
  base::Status add(ShmSubscription& subscription);
  void remove(ShmPublisher& publisher);
  void remove(ShmSubscription& subscription);

  base::Result<SleepPlace> open_sleep_place();
  base::Result<std::vector<EndpointInfo>> endpoints();
  base::Status add_node(const std::string& name);
  void remove_node(const std::string& name);
  base::Result<std::vector<std::string>> nodes();
  /// These do what Transport says.
  std::shared_ptr<void> on_graph_change(std::function<void()> callback);
  base::Result<std::string> type_description(const std::string& topic_or_type,
                                             std::chrono::nanoseconds timeout);
  const std::shared_ptr<base::EventLoop>& loop() const override { return loop_; }
  const std::shared_ptr<shm::RecSegment>& rec() const override { return rec_; }
  const std::string& id() const override { return self_.id; }
  const std::string& name() const override { return self_.name; }
  std::shared_ptr<void> keep_alive() override { return shared_from_this(); }
  /// The places of the registries that this participant has joined.
  const std::vector<std::string>& places() const { return places_; }

  // ---- the loop's thread ----
  const std::map<std::uint64_t, ShmPublisher*>& publishers() const override { return publishers_; }
  const std::map<std::uint64_t, ShmSubscription*>& subscriptions() const override {
    return subscriptions_;
  }
  const std::vector<ShmPublisher*>& publishers_on(const std::string& topic) const override {
    return publishers_on_.on(topic);
  }
  const std::vector<ShmSubscription*>& subscriptions_on(const std::string& topic) const override {
    return subscriptions_on_.on(topic);
  }
  LivelinessWatch& liveliness() override { return liveliness_; }
  const std::vector<shm::Registry>& registries() const override { return registries_; }
  SubscriberSide& subscriber_side() { return *subscriber_side_; }
  std::string_view own_description(std::string_view type_name,
                                   std::string_view type_hash) const override;
  bool serve_own() override;
  void emit(EventKind kind, std::string text) override;
  void tell(std::uint64_t endpoint_id, EndpointEvent event) override;
  void on_graph_changed() override;

 private:
  explicit Participant(const ParticipantOptions& options);
  base::Status start(const ParticipantOptions& options);
  base::Status join(const std::string& directory, std::optional<unsigned> group);
  /// Runs `work` on the loop's thread and waits for it.
  base::Status run(const std::function<base::Status()>& work);
  std::vector<EndpointInfo> known_endpoints() const;
  /// Tells the others what has changed, soon.
  void announce();
  void write_registry();
  void look_at_own_file(const shm::Registry& registry);
  void call_graph_watchers();
  void watch_liveliness(ShmPublisher& publisher);
  const EndpointCallback* callback_of(std::uint64_t endpoint_id) const;

  EventCallback on_event_;
  shm::ParticipantInfo self_;
  std::vector<std::string> places_;
  std::shared_ptr<base::EventLoop> loop_;
  std::shared_ptr<shm::RecSegment> rec_;
  std::shared_ptr<shm::LogSegment> log_;
  // Only the loop's thread uses what follows.
  std::vector<shm::Registry> registries_;
  std::vector<std::unique_ptr<RegistryWatch>> watches_;
  std::map<std::uint64_t, ShmPublisher*> publishers_;
  std::map<std::uint64_t, ShmSubscription*> subscriptions_;
  TopicIndex<ShmPublisher*> publishers_on_;
  TopicIndex<ShmSubscription*> subscriptions_on_;
  std::map<std::uint64_t, std::uint64_t> watched_publishers_;  // endpoint, handle
  LivelinessWatch liveliness_;
  base::PacedWork writing_;
  base::TimerId rewrite_timer_{};  // set while the registry has not got the last changes
  std::string unwritten_why_;
  bool removal_told_ = false;
  base::PacedWork telling_;
  std::map<std::uint64_t, std::shared_ptr<std::function<void()>>> graph_watchers_;
  std::uint64_t next_id_ = 1;
  bool closed_ = false;
  std::unique_ptr<PublisherSide> publisher_side_;
  std::unique_ptr<SubscriberSide> subscriber_side_;
};

}  // namespace baton::transport
