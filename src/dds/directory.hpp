// SPDX-License-Identifier: Apache-2.0
// The participants, endpoints and nodes of the domain, and which of them the endpoints of this
// participant refuse.
//
// Covered are those that are met by shared memory: the participants that can be found in a place
// where this one is, and this one itself. They are neither matched nor refused here, nor reported.
// Both sides decide from what both announce, so they agree from the first moment on.
//
// Thread safety: all of it. The threads of the Wire tell what they see; callbacks of users come
// later, in the loop's thread. Its mutex is inside none and outside those of the endpoints.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <baton/context_event.hpp>

#include "base/error.hpp"
#include "base/event_loop.hpp"
#include "dds/list_forms.hpp"
#include "dds/node_list.hpp"
#include "dds/peer.hpp"
#include "dds/wire.hpp"
#include "transport/inbox/serial_callback.hpp"

namespace baton::dds {

/// An endpoint of this participant. What is public does not change while the directory knows it.
class LocalEndpoint {
 public:
  virtual ~LocalEndpoint() = default;
  /// Called once for each refused peer, with the directory's mutex held.
  virtual void on_refused(const match::Verdict& verdict, const std::string& who) = 0;
  /// Called when this participant has left: the endpoint has no matches any more. No mutex is held.
  virtual void leave() = 0;
  /// Gives up the endpoint's place on the wire, and every match. A thread that uses the endpoint
  /// meanwhile waits until rejoin(), which the same thread calls. No mutex is held.
  virtual void pause() = 0;
  /// Takes a place on another wire. Without a wire the endpoint stays without a place.
  virtual base::Status rejoin(std::shared_ptr<Wire> wire) = 0;

  DdsEndpoint self;
  const msg::TypeSupport* type = nullptr;
};

struct Peer {
  std::shared_ptr<const DdsEndpoint> endpoint;
  ParticipantFacts participant;
  std::string reason;  // why it is met over DDS
};

class Directory final : public WireListener, public std::enable_shared_from_this<Directory> {
 public:
  using Emit = std::function<void(EventKind, std::string)>;
  /// Finds the description of a type of that hash and calls back with it, or with nothing, later
  /// and without a lock.
  using LookUp = std::function<void(const std::string& hash, std::function<void(std::string)>)>;

  Directory(std::shared_ptr<base::EventLoop> loop, Emit emit)
      : loop_(std::move(loop)), emit_(std::move(emit)) {}

  void on_participant(const SeenParticipant& participant) noexcept override;
  void on_participant_gone(const Guid& guid) noexcept override;
  void on_endpoint(const SeenEndpoint& endpoint) noexcept override;
  void on_endpoint_gone(const Guid& guid, bool is_writer) noexcept override;

  /// This participant itself, before it has endpoints. Without places it covers none.
  void set_own(const Guid& guid, ParticipantFacts facts);
  void set_look_up(LookUp look_up);
  /// `greet` is called for every participant that comes, by a thread of the Wire, with the mutex
  /// held.
  void set_greet(std::function<void(const Guid&)> greet);
  /// Adds an endpoint that has its place on the wire. False when this participant has left.
  bool add(const std::shared_ptr<LocalEndpoint>& endpoint);
  void remove(LocalEndpoint& endpoint);
  std::vector<std::shared_ptr<LocalEndpoint>> locals() const;
  /// Forgets what was seen on a wire that has ended. Local endpoints have left that wire.
  void forget();
  /// No endpoint can be added any more. Returns the endpoints that have to leave.
  std::vector<std::shared_ptr<LocalEndpoint>> close();

  /// Refuses a match after it was made, because of what the peer has sent. Tells the user once.
  void refuse(LocalEndpoint& local, const Guid& peer, const match::Verdict& verdict);
  /// The other side of a match; empty if the two may not match. Called without the endpoint's
  /// mutex.
  std::optional<Peer> accept(const LocalEndpoint& local, const Guid& peer) const;

  bool add_node(const std::string& name);
  void remove_node(const std::string& name);
  /// The list of this participant's nodes.
  NodeList own_nodes() const;
  /// Takes a list of nodes that came from `writer`.
  void set_nodes(const NodeList& list, const Guid& writer);
  /// In which form each reader of such lists reads them.
  const std::shared_ptr<ListForms>& list_forms() const { return list_forms_; }
  std::vector<std::string> nodes() const;
  std::vector<EndpointInfo> endpoints() const;
  std::vector<EndpointInfo> covered_endpoints() const;
  /// This process's type of that name, or of that topic; nullptr: there is none.
  const msg::TypeSupport* own_type(const std::string& topic_or_type) const;

  /// `callback` is called in the loop's thread after every change, until the handle is destroyed.
  std::shared_ptr<void> on_change(std::function<void()> callback);

 private:
  using Facts = std::shared_ptr<const DdsEndpoint>;

  std::vector<std::shared_ptr<LocalEndpoint>> alive() const;
  bool is_own(const Guid& guid) const { return prefix_of(guid) == own_prefix_; }
  bool is_covered(const Prefix& participant) const;
  const char* reason_for(const ParticipantFacts& participant) const;
  bool passes_over(const LocalEndpoint& local, const DdsEndpoint& peer) const;
  void judge(LocalEndpoint& local, const DdsEndpoint& peer);
  void tell(LocalEndpoint& local, const DdsEndpoint& peer, const match::Verdict& verdict);
  void explain(LocalEndpoint& local, const DdsEndpoint& peer, const match::Verdict& verdict);
  std::string who(const DdsEndpoint& peer) const;
  ParticipantFacts participant_of(const Guid& guid) const;
  std::string node_of(const DdsEndpoint& endpoint) const;
  EndpointInfo describe(const DdsEndpoint& endpoint) const;
  std::vector<EndpointInfo> described(bool are_covered) const;
  void changed();

  const std::shared_ptr<base::EventLoop> loop_;
  const Emit emit_;
  const std::shared_ptr<ListForms> list_forms_ = std::make_shared<ListForms>();
  mutable std::mutex mutex_;  // covers what follows
  bool closed_ = false;
  LookUp look_up_;
  std::function<void(const Guid&)> greet_;
  Prefix own_prefix_{};
  Guid own_guid_{};
  std::vector<std::string> own_places_;
  std::map<Prefix, ParticipantFacts> participants_;
  std::map<Guid, Facts> endpoints_;
  std::map<LocalEndpoint*, std::weak_ptr<LocalEndpoint>>
      locals_;  // an endpoint removes itself before it ends
  std::set<std::pair<const LocalEndpoint*, Guid>> refused_;
  std::multiset<std::string> own_nodes_;
  std::map<Prefix, NodeList> others_nodes_;
  std::vector<std::weak_ptr<transport::SerialCallback<>>> watchers_;
};

}  // namespace baton::dds
