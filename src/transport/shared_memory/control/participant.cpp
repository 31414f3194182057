// SPDX-License-Identifier: Apache-2.0
#include "transport/shared_memory/control/participant.hpp"
#include "shm/segment_names.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <thread>

#include "base/clock.hpp"
#include "base/process.hpp"
#include "match/qos.hpp"
#include "transport/port/endpoint_errors.hpp"
#include "transport/shared_memory/control/endpoint_gid.hpp"
#include "transport/shared_memory/control/publisher_side.hpp"
#include "transport/shared_memory/control/subscriber_side.hpp"
#include "transport/shared_memory/control/type_inquiry.hpp"
#include "transport/shared_memory/data/shm_publisher.hpp"
#include "transport/shared_memory/data/shm_subscription.hpp"

namespace baton::transport {
namespace {

/// Raise the soft limit: each match takes a descriptor for a moment, and each peer keeps one. The
/// soft limit of 1024 is a convention for select(), which nothing here uses.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

/// Joining fails if the last participant of the directory leaves in between and takes it along.
constexpr int max_join_attempts = 10;
/// The pause before the registry is written again after a failure. There may be room by then.
constexpr std::int64_t rewrite_pause_ns = 500'000'000;

void append_endpoints(const shm::ParticipantInfo& participant, std::vector<EndpointInfo>& infos) {
  const auto append = [&](EndpointType type, const std::vector<match::EndpointFacts>& endpoints) {
    for (const match::EndpointFacts& each : endpoints) {
      EndpointInfo info;
      info.endpoint_type = type;
      info.kind = each.kind;
      info.node = each.node;
      info.qos = match::to_qos(each.policies);
      info.gid = to_gid(participant.id, each.id);
      info.topic = each.topic;
      info.type_name = each.type_name;
      info.type_hash = each.type_hash_text;
      info.participant = participant.id;
      info.process_name = participant.name;
      info.pid = participant.pid;
      infos.push_back(std::move(info));
    }
  };
  append(EndpointType::Publisher, participant.publishers);
  append(EndpointType::Subscription, participant.subscriptions);
}

}  // namespace

base::Result<std::shared_ptr<Participant>> Participant::open(const ParticipantOptions& options) {
  raise_descriptor_limit();
  std::shared_ptr<Participant> made(new Participant(options), [](Participant* participant) {
    if (!participant->loop_->in_loop_thread()) {
      delete participant;
      return;
    }
    // Here the loop's thread has released the last sample. It can neither wait for its own end nor
    // lose the object that it is working on, so another thread deletes the participant.
    std::thread([participant] { delete participant; }).detach();
  });
  if (base::Status done = made->start(options); !done) return std::move(done).error();
  return made;
}

Participant::Participant(const ParticipantOptions& options)
    : on_event_(options.on_event),
      loop_(std::make_shared<base::EventLoop>()),
      liveliness_(loop_),
      writing_(loop_, [this] { write_registry(); }),
      telling_(loop_, [this] { call_graph_watchers(); }) {
  self_.id = base::random_id();
  self_.version = shm::layout_version;
  self_.pid = getpid();
  self_.uid = geteuid();
  self_.name = options.name;
}

base::Status Participant::start(const ParticipantOptions& options) {
  auto rec = shm::RecSegment::create(shm::rec_segment_name(self_.id));
  if (!rec) return std::move(rec).error();
  rec_ = std::move(*rec);
  log_ = std::make_shared<shm::LogSegment>(shm::log_segment_name(self_.id));
  publisher_side_ = std::make_unique<PublisherSide>(*this);
  subscriber_side_ = std::make_unique<SubscriberSide>(*this);
  if (base::Status done = publisher_side_->start(); !done) return done;
  if (base::Status done = loop_->start("baton"); !done) return done;
  return run([&]() -> base::Status {
    if (base::Status done = join(options.directory, std::nullopt); !done) return done;
    if (!options.group_directory.empty()) {
      if (base::Status done = join(options.group_directory, options.group_id); !done) return done;
    }
    for (shm::Registry& registry : registries_) {
      if (base::Status done = publisher_side_->listen(registry); !done) return done;
      // Watch before the first look: a change in between is then seen twice, and never missed.
      watches_.push_back(std::make_unique<RegistryWatch>(
          *loop_, registry.directory_fd(),
          RegistryWatch::Callbacks{[this, &registry](const std::string& id) {
                                     id == self_.id ? look_at_own_file(registry)
                                                    : subscriber_side_->look_at(id);
                                   },
                                   [this, &registry] {
                                     look_at_own_file(registry);
                                     subscriber_side_->scan();
                                   }}));
      if (!watches_.back()->polling_reason().empty()) {
        emit(EventKind::resources,
             fmt::format("other participants are noticed up to 250 ms late: {}",
                         watches_.back()->polling_reason()));
      }
    }
    subscriber_side_->scan();
    return {};
  });
}

base::Status Participant::join(const std::string& directory, std::optional<unsigned> group) {
  base::Status joined;
  for (int attempt = 0; attempt < max_join_attempts; ++attempt) {
    // Each of these steps may find the directory gone: the last participant that leaves removes it.
    auto registry = shm::Registry::open(directory, group);
    if (registry) {
      joined = registry->join(self_);
    } else {
      joined = std::move(registry).error();
    }
    if (joined) {
      places_.push_back(registry->place());
      registries_.push_back(std::move(*registry));
      return {};
    }
    if (joined.error().code != ENOENT) break;
  }
  return joined;
}

Participant::~Participant() {
  close();
  loop_->stop();
}

base::Status Participant::run(const std::function<base::Status()>& work) {
  if (loop_->in_loop_thread()) return work();
  auto promise = std::make_shared<std::promise<base::Status>>();
  std::future<base::Status> future = promise->get_future();
  loop_->post([promise, &work] { promise->set_value(work()); });
  promise.reset();  // work that is dropped breaks the promise
  try {
    return future.get();
  } catch (const std::future_error&) {
    return base::Error{0,
                       "the context was shut down, or belongs to the process that forked this "
                       "one; create a Context here"};
  }
}

void Participant::close() {
  (void)run([this]() -> base::Status {
    if (closed_) return {};
    closed_ = true;
    watches_.clear();
    writing_.cancel();
    loop_->cancel_timer(std::exchange(rewrite_timer_, {}));
    telling_.cancel();
    for (const auto& [id, handle] : watched_publishers_) liveliness_.remove(handle);
    watched_publishers_.clear();
    publisher_side_->stop_listening();
    subscriber_side_->stop_asking("the context was shut down");
    for (shm::Registry& registry : registries_) registry.leave();
    for (auto& [id, publisher] : publishers_) {
      publisher->close();  // first: otherwise chunks that readers have pinned would be loaned
      publisher_side_->on_publisher_removed(*publisher);
    }
    for (auto& [id, subscription] : subscriptions_) {
      subscriber_side_->on_subscription_removed(*subscription);
      subscription->clear();
    }
    publishers_.clear();
    publishers_on_.clear();
    subscriptions_.clear();
    subscriptions_on_.clear();
    return {};
  });
}

void Participant::announce() {
  writing_.request();
  on_graph_changed();
}

void Participant::write_registry() {
  shm::Lines endpoints;
  for (const auto& [id, publisher] : publishers_) endpoints.push_back(&publisher->registry_line());
  for (const auto& [id, sub] : subscriptions_) endpoints.push_back(&sub->registry_line());
  const std::string text = shm::participant_text(self_, endpoints);
  loop_->cancel_timer(std::exchange(rewrite_timer_, {}));
  base::Error failure;
  for (shm::Registry& registry : registries_) {
    if (base::Status done = registry.publish(text); !done) failure = std::move(done).error();
  }
  const bool is_news = !failure.text.empty() && failure.text != unwritten_why_;
  unwritten_why_ = failure.text;
  if (is_news) emit(EventKind::resources, failure.text);
  // Without a code there are too many endpoints: when some go, the registry is written anyway.
  if (failure.code == 0) return;
  rewrite_timer_ = loop_->add_timer(rewrite_pause_ns, 0, [this] { writing_.request(); });
}

void Participant::look_at_own_file(const shm::Registry& registry) {
  if (registry.is_listed() || std::exchange(removal_told_, true)) return;
  emit(EventKind::resources,
       fmt::format(
           "registry {}: another program has removed this process's file: processes that start "
           "from now on do not see it; start it again, and see that nothing removes files "
           "there (systemd does when the user logs out, unless logind.conf says "
           "RemoveIPC=no)",
           registry.directory()));
}

bool Participant::serve_own() { return publisher_side_->serve_own(); }

void Participant::on_graph_changed() {
  if (!graph_watchers_.empty()) telling_.request();
}

void Participant::call_graph_watchers() {
  std::vector<std::uint64_t> ids;
  for (const auto& [id, watcher] : graph_watchers_) ids.push_back(id);
  for (const std::uint64_t id : ids) {
    const auto at = graph_watchers_.find(id);  // an earlier one may have released it
    if (at == graph_watchers_.end()) continue;
    const auto watcher = at->second;
    (*watcher)();
  }
}

base::Status Participant::add(ShmPublisher& publisher) {
  return run([&]() -> base::Status {
    if (closed_) return context_shut_down();
    const std::uint64_t id = next_id_++;
    publisher.set_id(id);
    publisher.set_gid(to_gid(self_.id, id));
    publisher.set_segment_name(shm::pub_segment_name(self_.id, id));
    if (auto* const figures = rec_->open_figures(id)) {
      publisher.set_figures({figures, [rec = rec_](auto* closed) { rec->close_figures(closed); }});
    }
    publisher.set_log(log_);
    publisher.set_on_growth([loop = loop_, &side = *publisher_side_, id](std::size_t end_bytes) {
      loop->post([&side, id, end_bytes] { side.on_growth(id, end_bytes); });
    });
    publishers_[id] = &publisher;
    publishers_on_.add(publisher.endpoint().topic, &publisher);
    watch_liveliness(publisher);
    announce();
    subscriber_side_->on_publisher_added(publisher);
    return {};
  });
}

void Participant::watch_liveliness(ShmPublisher& publisher) {
  const match::Policies& policy = publisher.endpoint().policies;
  if (!policy.manual_by_topic || policy.lease_ns == match::unlimited_ns ||
      !publisher.watches_liveliness()) {
    return;
  }
  const std::uint64_t id = publisher.endpoint().id;
  watched_publishers_[id] = liveliness_.add(
      policy.lease_ns, [&publisher] { return publisher.asserted_ns(); },
      [this, id](bool alive) {
        if (!alive) tell(id, {EndpointEvent::Kind::liveliness_lost});
      });
}

base::Status Participant::add(ShmSubscription& subscription) {
  return run([&]() -> base::Status {
    if (closed_) return context_shut_down();
    const std::uint64_t id = next_id_++;
    subscription.set_id(id);
    subscriptions_[id] = &subscription;
    subscriptions_on_.add(subscription.endpoint().topic, &subscription);
    announce();
    subscriber_side_->on_subscription_added(subscription);
    return {};
  });
}

void Participant::remove(ShmPublisher& publisher) {
  (void)run([&]() -> base::Status {
    const std::uint64_t id = publisher.endpoint().id;
    if (publishers_.erase(id) == 0) return {};
    publishers_on_.remove(publisher.endpoint().topic, &publisher);
    if (const auto watched = watched_publishers_.extract(id)) liveliness_.remove(watched.mapped());
    publisher_side_->on_publisher_removed(publisher);
    subscriber_side_->on_publisher_removed(publisher);
    announce();
    return {};
  });
}

void Participant::remove(ShmSubscription& subscription) {
  (void)run([&]() -> base::Status {
    if (subscriptions_.erase(subscription.endpoint().id) == 0) return {};
    subscriptions_on_.remove(subscription.endpoint().topic, &subscription);
    subscriber_side_->on_subscription_removed(subscription);
    subscription.clear();
    announce();
    return {};
  });
}

base::Result<SleepPlace> Participant::open_sleep_place() {
  SleepPlace place;
  base::Status done = run([&]() -> base::Status {
    place.repeat.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    if (!place.repeat) return base::os_error("cannot create a timer");
    const std::uint32_t before = rec_->executors();
    auto index = rec_->open_executor();
    if (!index) return std::move(index).error();
    if (rec_->executors() > before) subscriber_side_->on_executor_opened(*index);
    place.index = *index;
    return {};
  });
  if (!done) return std::move(done).error();
  place.word = &rec_->rec().executor[place.index];
  place.bell = rec_->bell(place.index);
  place.close = [rec = rec_, index = place.index] { rec->close_executor(index); };
  return place;
}

std::vector<EndpointInfo> Participant::known_endpoints() const {
  // Own endpoints come from here: the file may be a little older.
  shm::ParticipantInfo self = self_;
  self.publishers.clear();
  self.subscriptions.clear();
  for (const auto& [id, publisher] : publishers_) self.publishers.push_back(publisher->endpoint());
  for (const auto& [id, sub] : subscriptions_) self.subscriptions.push_back(sub->endpoint());
  std::vector<EndpointInfo> infos;
  append_endpoints(self, infos);
  for (const shm::ParticipantInfo& other : subscriber_side_->others()) {
    append_endpoints(other, infos);
  }
  std::stable_sort(infos.begin(), infos.end(),
                   [](const auto& one, const auto& other) { return one.topic < other.topic; });
  return infos;
}

base::Result<std::vector<EndpointInfo>> Participant::endpoints() {
  std::vector<EndpointInfo> infos;
  base::Status done = run([&]() -> base::Status {
    if (closed_) return context_shut_down();
    infos = known_endpoints();
    return {};
  });
  if (!done) return std::move(done).error();
  return infos;
}

base::Status Participant::add_node(const std::string& name) {
  return run([&]() -> base::Status {
    if (closed_) return context_shut_down();
    self_.nodes.push_back(name);
    announce();
    return {};
  });
}

void Participant::remove_node(const std::string& name) {
  (void)run([&]() -> base::Status {
    // A participant that has left the registry does not write its file again.
    if (closed_) return {};
    const auto at = std::find(self_.nodes.begin(), self_.nodes.end(), name);
    if (at == self_.nodes.end()) return {};
    self_.nodes.erase(at);
    announce();
    return {};
  });
}

base::Result<std::vector<std::string>> Participant::nodes() {
  std::vector<std::string> names;
  base::Status done = run([&]() -> base::Status {
    if (closed_) return context_shut_down();
    names = self_.nodes;
    for (const shm::ParticipantInfo& other : subscriber_side_->others()) {
      names.insert(names.end(), other.nodes.begin(), other.nodes.end());
    }
    std::sort(names.begin(), names.end());
    return {};
  });
  if (!done) return std::move(done).error();
  return names;
}

std::shared_ptr<void> Participant::on_graph_change(std::function<void()> callback) {
  std::uint64_t id = 0;
  (void)run([&]() -> base::Status {
    id = next_id_++;
    graph_watchers_[id] = std::make_shared<std::function<void()>>(std::move(callback));
    return {};
  });
  // Waits for the loop's thread, and so for a running callback.
  return std::shared_ptr<void>(nullptr, [self = shared_from_this(), id](void*) {
    (void)self->run([&]() -> base::Status {
      self->graph_watchers_.erase(id);
      return {};
    });
  });
}

std::string_view Participant::own_description(std::string_view type_name,
                                              std::string_view type_hash) const {
  const auto describes = [&](const auto& port) {
    return port.type() != nullptr && port.endpoint().type_name == type_name &&
           port.endpoint().type_hash_text == type_hash;
  };
  for (const auto& [id, publisher] : publishers_) {
    if (describes(*publisher)) return publisher->type()->description;
  }
  for (const auto& [id, sub] : subscriptions_) {
    if (describes(*sub)) return sub->type()->description;
  }
  return {};
}

base::Result<std::string> Participant::type_description(const std::string& topic_or_type,
                                                        std::chrono::nanoseconds timeout) {
  if (loop_->in_loop_thread()) {
    return base::Error{0,
                       "a type's description cannot be asked for in an event callback, which is "
                       "what the answer would have to pass; ask in another thread"};
  }
  auto inquiry = std::make_shared<TypeInquiry>(topic_or_type, timeout);
  std::future<base::Result<std::string>> answer = inquiry->answer();
  // Each question keeps the inquiry alive. If all questions are dropped, the inquiry's end answers.
  base::Status begun = run([&]() -> base::Status {
    if (closed_) return context_shut_down();
    inquiry->begin(*this, known_endpoints());
    return {};
  });
  inquiry.reset();
  if (!begun) return std::move(begun).error();
  return answer.get();
}

const EndpointCallback* Participant::callback_of(std::uint64_t endpoint_id) const {
  if (const auto at = publishers_.find(endpoint_id); at != publishers_.end()) {
    return &at->second->on_event();
  }
  const auto at = subscriptions_.find(endpoint_id);
  return at == subscriptions_.end() ? nullptr : &at->second->on_event();
}

void Participant::tell(std::uint64_t endpoint_id, EndpointEvent event) {
  const EndpointCallback* wanted = callback_of(endpoint_id);
  if (wanted == nullptr || !*wanted) return;
  // Done later: both halves are in the middle of something, and callbacks may create and destroy
  // endpoints.
  loop_->post([this, endpoint_id, told = std::move(event)] {
    const EndpointCallback* callback = callback_of(endpoint_id);
    if (callback != nullptr) (*callback)(told);
  });
}

void Participant::emit(EventKind kind, std::string text) {
  if (!on_event_) return;
  // Tell later, so that a callback may create and destroy endpoints.
  loop_->post(
      [callback = on_event_, event = ContextEvent{kind, std::move(text)}] { callback(event); });
}

}  // namespace baton::transport
