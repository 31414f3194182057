// SPDX-License-Identifier: Apache-2.0
// A participant that a test drives by hand: a thread, records and endpoints, and one half of the
// handshake.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/process.hpp"
#include "shm/rec_segment.hpp"
#include "testing/deadline.hpp"
#include "testing/isolation.hpp"
#include "testing/stranger.hpp"
#include "transport/shared_memory/control/liveliness_watch.hpp"
#include "transport/shared_memory/control/local_participant.hpp"
#include "transport/shared_memory/control/topic_index.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"
#include "transport/shared_memory/data/shm_subscription.hpp"

namespace baton::transport {

class LocalParticipantForTest final : public LocalParticipant {
 public:
  explicit LocalParticipantForTest(const std::string& directory) : liveliness_(loop_) {
    loop_->start("test").value();
    self_.id = base::random_id();
    self_.version = shm::layout_version;
    self_.pid = getpid();
    self_.name = "this one";
    registries_.push_back(*shm::Registry::open(directory));
    registries_[0].join(self_).value();
  }
  ~LocalParticipantForTest() {
    stop();
    registries_[0].leave();
  }

  const std::string& id() const override { return self_.id; }
  const std::string& name() const override { return self_.name; }
  const std::shared_ptr<base::EventLoop>& loop() const override { return loop_; }
  const std::shared_ptr<shm::RecSegment>& rec() const override { return rec_; }
  std::shared_ptr<void> keep_alive() override { return nullptr; }
  const std::vector<shm::Registry>& registries() const override { return registries_; }
  LivelinessWatch& liveliness() override { return liveliness_; }
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
  std::string_view own_description(std::string_view, std::string_view) const override { return {}; }
  bool serve_own() override { return false; }
  void emit(EventKind kind, std::string text) override {
    const std::lock_guard lock(mutex_);
    events_.emplace_back(kind, std::move(text));
  }
  void tell(std::uint64_t endpoint_id, EndpointEvent event) override {
    if (on_tell_) on_tell_(event.kind);
    const std::lock_guard lock(mutex_);
    told_.emplace_back(endpoint_id, event.kind);
  }
  void on_graph_changed() override {}

  /// On the participant's thread; returns behind it.
  template <class Work>
  auto run(Work work) {
    std::packaged_task<decltype(work())()> task(std::move(work));
    auto result = task.get_future();
    loop_->post([&task] { task(); });
    return result.get();
  }
  /// Ends the thread: a half of the handshake goes behind it.
  void stop() { loop_->stop(); }
  void add(ShmPublisher& publisher, std::uint64_t id) {
    run([&] {
      publisher.set_id(id);
      publishers_[id] = &publisher;
      publishers_on_.add(publisher.endpoint().topic, &publisher);
    });
  }
  void add(ShmSubscription& subscription, std::uint64_t id) {
    run([&] {
      subscription.set_id(id);
      subscriptions_[id] = &subscription;
      subscriptions_on_.add(subscription.endpoint().topic, &subscription);
    });
  }
  void remove(ShmSubscription& subscription) {
    run([&] {
      subscriptions_.erase(subscription.endpoint().id);
      subscriptions_on_.remove(subscription.endpoint().topic, &subscription);
    });
  }
  shm::Registry& registry() { return registries_[0]; }
  /// Called with what an endpoint is told, by the caller of tell(), in the middle of its work.
  void on_tell(std::function<void(EndpointEvent::Kind)> callback) {
    on_tell_ = std::move(callback);
  }

  /// How many events of that kind there were so far whose text contains `text`.
  std::size_t emitted(EventKind kind, const std::string& text = {}) const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count_if(events_.begin(), events_.end(), [&](const auto& each) {
          return each.first == kind && each.second.find(text) != std::string::npos;
        }));
  }
  std::size_t told(std::uint64_t endpoint, EndpointEvent::Kind kind) const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count(told_.begin(), told_.end(), std::pair(endpoint, kind)));
  }

 private:
  const std::shared_ptr<base::EventLoop> loop_ = std::make_shared<base::EventLoop>();
  const std::shared_ptr<shm::RecSegment> rec_ = *shm::RecSegment::create();
  shm::ParticipantInfo self_;
  std::vector<shm::Registry> registries_;
  LivelinessWatch liveliness_;
  std::map<std::uint64_t, ShmPublisher*> publishers_;
  std::map<std::uint64_t, ShmSubscription*> subscriptions_;
  TopicIndex<ShmPublisher*> publishers_on_;
  TopicIndex<ShmSubscription*> subscriptions_on_;
  std::function<void(EndpointEvent::Kind)> on_tell_;
  mutable std::mutex mutex_;  // covers what follows
  std::vector<std::pair<EventKind, std::string>> events_;
  std::vector<std::pair<std::uint64_t, EndpointEvent::Kind>> told_;
};

/// With one participant, and nothing left behind.
class ControlTest : public testing::IsolatedTest {
 protected:
  void SetUp() override { local_ = std::make_unique<LocalParticipantForTest>(registry()); }
  void TearDown() override {
    local_.reset();
    IsolatedTest::TearDown();
  }

  static std::shared_ptr<ShmPublisher> make_publisher(QoS qos = 10) {
    auto spec = testing::on_topic<PublisherSpec>();
    spec.qos = qos;
    return ShmPublisher::make(spec);
  }
  static std::unique_ptr<ShmSubscription> make_subscription(QoS qos = 10) {
    auto spec = testing::on_topic<SubscriptionSpec>();
    spec.qos = qos;
    return std::make_unique<ShmSubscription>(spec, [](const MatchInfo&) {});
  }

  std::unique_ptr<LocalParticipantForTest> local_;
};

}  // namespace baton::transport
