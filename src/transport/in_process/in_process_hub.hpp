// SPDX-License-Identifier: Apache-2.0
// Where in-process endpoints find each other: all that share a hub and a topic.
//
// Owns: the list of endpoints and nodes, not the endpoints; each leaves before it goes.
// Thread safety: all of it; matches are made and ended by the thread that opens or closes an
// endpoint, under one mutex. Callbacks come later, by the loops of the endpoints' hosts.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <baton/endpoint_event.hpp>
#include <baton/endpoint_info.hpp>

#include "base/error.hpp"
#include "match/endpoint_facts.hpp"
#include "match/verdict.hpp"
#include "transport/in_process/in_process_host.hpp"
#include "transport/inbox/serial_callback.hpp"

namespace baton::transport {

class InboxMatch;
class InProcessPublisher;
class InProcessSubscription;

class InProcessHub {
 public:
  /// Whether another transport takes care of two endpoints that do not meet by pointer.
  enum class Others { none, another_transport };

  explicit InProcessHub(Others others) : others_(others) {}

  base::Status add(InProcessPublisher& publisher);
  base::Status add(InProcessSubscription& subscription);
  /// Ends the endpoint's matches. Does nothing if the endpoint was not added.
  void remove(InProcessPublisher& publisher);
  void remove(InProcessSubscription& subscription);
  /// The publisher's lease is over, or the publisher asserts again. Its readers hear of it in the
  /// order in which their matches begin and end. No lock is held.
  void tell_liveliness(InProcessPublisher& publisher);
  /// Removes all endpoints and nodes of that host, which can add none any more.
  void close(const InProcessHost& host);

  base::Status add_node(const InProcessHost& host, const std::string& name);
  void remove_node(const InProcessHost& host, const std::string& name);
  std::vector<std::string> nodes() const;
  std::vector<EndpointInfo> endpoints() const;
  base::Result<std::string> type_description(const std::string& topic_or_type) const;
  /// `callback` is called until the handle is destroyed, which waits for a running call.
  std::shared_ptr<void> on_change(const InProcessHost& host, std::function<void()> callback);

 private:
  struct Topic {
    std::vector<InProcessPublisher*> publishers;
    std::vector<InProcessSubscription*> subscriptions;
  };
  struct Watcher {
    std::shared_ptr<base::EventLoop> loop;
    std::weak_ptr<SerialCallback<>> callback;
  };

  bool is_closed(const InProcessHost& host) const;
  void meet(InProcessPublisher& publisher, InProcessSubscription& subscription);
  void match(InProcessPublisher& publisher, InProcessSubscription& subscription);
  void refuse(InProcessPublisher& publisher, InProcessSubscription& subscription,
              const match::Verdict& verdict);
  void tell(const InProcessSubscription& subscription, const EndpointEvent& event);
  void end_matches(InProcessPublisher& publisher, const Topic& topic);
  void end_matches(InProcessSubscription& subscription, const Topic& topic);
  void changed();

  const Others others_;
  mutable std::mutex mutex_;  // covers what follows
  std::map<std::string, Topic> topics_;
  std::vector<std::string> closed_;                         // ids of hosts
  std::vector<std::pair<std::string, std::string>> nodes_;  // id of the host, name
  std::vector<Watcher> watchers_;
  std::uint64_t next_id_ = 1;
};

}  // namespace baton::transport
