// SPDX-License-Identifier: Apache-2.0
#include "dds/directory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <baton/msg/reflection.hpp>
#include <baton/msg/type_hash.hpp>

#include "match/qos.hpp"
#include "transport/port/type_difference.hpp"

namespace baton::dds {
namespace {

/// A peer that announces more than this is not listened to any further.
constexpr std::size_t most_endpoints = 100'000;
constexpr std::size_t most_nodes_of_one = 10'000;

/// The difference between this process's own type and the type of a peer, from the peer's
/// description.
std::string difference_between(const msg::TypeSupport& own, const DdsEndpoint& peer,
                               const std::string& description) {
  if (description.empty()) return {};
  if (!peer.is_writer) return transport::difference_of_types(own, description, peer.type_hash_text);
  const auto hash = msg::parse_type_hash(peer.type_hash_text);
  std::string error;
  const auto published = hash ? msg::ReflectedType::parse(description, *hash, error) : nullptr;
  if (!published) return {};
  return transport::difference_of_types(published->type(), own.description,
                                        msg::to_string(own.hash));
}

}  // namespace

// ---- what the wire sees ----

void Directory::on_participant(const SeenParticipant& participant) noexcept {
  const std::lock_guard lock(mutex_);
  const Prefix prefix = prefix_of(participant.guid);
  ParticipantFacts facts = participant_facts(participant);
  list_forms_->on_participant(prefix, facts.is_baton);
  const bool is_new = participants_.insert_or_assign(prefix, std::move(facts)).second;
  if (is_new && greet_) greet_(participant.guid);
  changed();
}

void Directory::on_participant_gone(const Guid& guid) noexcept {
  const std::lock_guard lock(mutex_);
  const Prefix prefix = prefix_of(guid);
  list_forms_->on_participant_gone(prefix);
  participants_.erase(prefix);
  others_nodes_.erase(prefix);
  std::erase_if(endpoints_, [&](const auto& each) { return prefix_of(each.first) == prefix; });
  std::erase_if(refused_, [&](const auto& each) { return prefix_of(each.second) == prefix; });
  changed();
}

void Directory::on_endpoint(const SeenEndpoint& endpoint) noexcept {
  const std::lock_guard lock(mutex_);
  if (!endpoint.is_writer && endpoint.endpoint.topic == node_list_topic) {
    list_forms_->on_reader(endpoint.guid, endpoint.endpoint.user_data);
  }
  if (endpoints_.size() >= most_endpoints) return;
  const Facts facts = std::make_shared<DdsEndpoint>(dds_endpoint(endpoint));
  endpoints_[endpoint.guid] = facts;
  for (const auto& [local, weak] : locals_) judge(*local, *facts);
  changed();
}

void Directory::on_endpoint_gone(const Guid& guid, bool) noexcept {
  const std::lock_guard lock(mutex_);
  list_forms_->on_reader_gone(guid);
  endpoints_.erase(guid);
  std::erase_if(refused_, [&](const auto& each) { return each.second == guid; });
  changed();
}

// ---- our own endpoints ----

void Directory::set_own(const Guid& guid, ParticipantFacts facts) {
  const std::lock_guard lock(mutex_);
  own_guid_ = guid;
  own_prefix_ = prefix_of(guid);
  list_forms_->set_own(own_prefix_);
  own_places_ = facts.places;
  participants_[own_prefix_] = std::move(facts);
}

void Directory::set_look_up(LookUp look_up) {
  const std::lock_guard lock(mutex_);
  look_up_ = std::move(look_up);
}

void Directory::set_greet(std::function<void(const Guid&)> greet) {
  const std::lock_guard lock(mutex_);
  greet_ = std::move(greet);
}

bool Directory::add(const std::shared_ptr<LocalEndpoint>& endpoint) {
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  locals_[endpoint.get()] = endpoint;
  for (const auto& [guid, facts] : endpoints_) judge(*endpoint, *facts);
  changed();
  return true;
}

void Directory::remove(LocalEndpoint& endpoint) {
  const std::lock_guard lock(mutex_);
  if (locals_.erase(&endpoint) == 0) return;
  endpoints_.erase(endpoint.self.guid);
  std::erase_if(refused_, [&](const auto& each) { return each.first == &endpoint; });
  changed();
}

std::vector<std::shared_ptr<LocalEndpoint>> Directory::locals() const {
  const std::lock_guard lock(mutex_);
  return alive();
}

std::vector<std::shared_ptr<LocalEndpoint>> Directory::alive() const {
  std::vector<std::shared_ptr<LocalEndpoint>> alive;
  for (const auto& [local, weak] : locals_) {
    if (auto endpoint = weak.lock()) alive.push_back(std::move(endpoint));
  }
  return alive;
}

void Directory::forget() {
  const std::lock_guard lock(mutex_);
  participants_.clear();
  endpoints_.clear();
  refused_.clear();
  others_nodes_.clear();
  list_forms_->forget();
  changed();
}

std::vector<std::shared_ptr<LocalEndpoint>> Directory::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  std::vector<std::shared_ptr<LocalEndpoint>> leaving = alive();
  locals_.clear();
  own_nodes_.clear();
  changed();
  return leaving;
}

// ---- matching ----

bool Directory::is_covered(const Prefix& participant) const {
  if (own_places_.empty()) return false;
  if (participant == own_prefix_) return true;
  const auto found = participants_.find(participant);
  if (found == participants_.end()) return false;
  const auto& places = found->second.places;
  return std::find_first_of(places.begin(), places.end(), own_places_.begin(), own_places_.end()) !=
         places.end();
}

const char* Directory::reason_for(const ParticipantFacts& participant) const {
  if (own_places_.empty()) return "everything goes over the network: encoded and sent by UDP";
  if (!participant.is_baton) return "no participant of Baton: encoded and sent by UDP";
  return participant.places.empty()
             ? "the peer sends everything over the network: encoded and sent by UDP"
             : "on another machine, or in another registry: encoded and sent by UDP";
}

/// True for a pair that is neither matched nor refused: the subscription ignores its own
/// participant, or the endpoints meet by shared memory.
bool Directory::passes_over(const LocalEndpoint& local, const DdsEndpoint& peer) const {
  if (is_covered(prefix_of(peer.guid))) return true;
  return is_own(peer.guid) && (local.self.ignores_own || peer.ignores_own);
}

std::optional<Peer> Directory::accept(const LocalEndpoint& local, const Guid& peer) const {
  const std::lock_guard lock(mutex_);
  const auto found = endpoints_.find(peer);
  if (found == endpoints_.end() || passes_over(local, *found->second)) return std::nullopt;
  const DdsEndpoint& other = *found->second;
  const match::Verdict verdict =
      local.self.is_writer ? compare(local.self, other) : compare(other, local.self);
  if (verdict.refusal != match::Refusal::none) return std::nullopt;
  Peer accepted{found->second, participant_of(peer), {}};
  accepted.reason = reason_for(accepted.participant);
  return accepted;
}

void Directory::judge(LocalEndpoint& local, const DdsEndpoint& peer) {
  if (peer.is_writer == local.self.is_writer || peer.dds_topic != local.self.dds_topic) return;
  if (passes_over(local, peer)) return;
  const match::Verdict verdict =
      local.self.is_writer ? compare(local.self, peer) : compare(peer, local.self);
  if (verdict.refusal == match::Refusal::none) return;
  if (!refused_.emplace(&local, peer.guid).second) return;
  const bool can_tell_more = verdict.refusal == match::Refusal::incompatible_type && look_up_ &&
                             local.type != nullptr && !peer.type_hash_text.empty();
  can_tell_more ? explain(local, peer, verdict) : tell(local, peer, verdict);
}

void Directory::refuse(LocalEndpoint& local, const Guid& peer, const match::Verdict& verdict) {
  const std::lock_guard lock(mutex_);
  const auto found = endpoints_.find(peer);
  if (found == endpoints_.end() || locals_.count(&local) == 0) return;
  if (refused_.emplace(&local, peer).second) tell(local, *found->second, verdict);
}

/// Tells in what the types differ, as soon as it is known.
void Directory::explain(LocalEndpoint& local, const DdsEndpoint& peer,
                        const match::Verdict& verdict) {
  look_up_(peer.type_hash_text, [weak = weak_from_this(), key = &local, type = local.type, peer,
                                 verdict](const std::string& description) {
    const auto self = weak.lock();
    if (!self) return;
    const std::lock_guard lock(self->mutex_);
    if (self->refused_.count({key, peer.guid}) == 0) return;
    match::Verdict full = verdict;
    const std::string difference = difference_between(*type, peer, description);
    if (!difference.empty()) full.text += fmt::format(" ({})", difference);
    self->tell(*key, peer, full);
  });
}

void Directory::tell(LocalEndpoint& local, const DdsEndpoint& peer, const match::Verdict& verdict) {
  const std::string text = fmt::format("{}: {}", who(peer), verdict.text);
  local.on_refused(verdict, text);
  // Both endpoints may be in this participant. Its user needs to hear of the refusal only once.
  if (is_own(peer.guid) && !local.self.is_writer) return;
  emit_(verdict.refusal == match::Refusal::incompatible_qos ? EventKind::incompatible_qos
                                                            : EventKind::incompatible_type,
        text);
}

std::string Directory::who(const DdsEndpoint& peer) const {
  const ParticipantFacts participant = participant_of(peer.guid);
  const char* const role = peer.is_writer ? "publisher" : "subscription";
  return fmt::format("{} of {}", role, participant_title(participant.name, participant.pid));
}

ParticipantFacts Directory::participant_of(const Guid& guid) const {
  const auto found = participants_.find(prefix_of(guid));
  if (found != participants_.end()) return found->second;
  return participant_facts({guid, "a participant that has just gone", ""});
}

// ---- the graph ----

bool Directory::add_node(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  own_nodes_.insert(name);
  changed();
  return true;
}

void Directory::remove_node(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto at = own_nodes_.find(name);
  if (at == own_nodes_.end()) return;
  own_nodes_.erase(at);
  changed();
}

NodeList Directory::own_nodes() const {
  const std::lock_guard lock(mutex_);
  NodeList list{own_guid_, {}};
  for (const std::string& name : own_nodes_) {
    NodeEntry entry{name, {}, {}};
    // Of two nodes with one name, the first is listed with the endpoints of both.
    const bool first = list.nodes.empty() || list.nodes.back().name != name;
    for (const auto& [local, weak] : locals_) {
      if (!first || local->self.node != name) continue;
      (local->self.is_writer ? entry.writers : entry.readers).push_back(local->self.guid);
    }
    list.nodes.push_back(std::move(entry));
  }
  return list;
}

void Directory::set_nodes(const NodeList& list, const Guid& writer) {
  const std::lock_guard lock(mutex_);
  if (list_forms_->on_list(prefix_of(writer), list.bytes_of_gid)) changed();
  const Prefix prefix = prefix_of(list.participant);
  if (prefix == own_prefix_ || list.nodes.size() > most_nodes_of_one) return;
  // The participant has gone before its list came.
  if (participants_.find(prefix) == participants_.end()) return;
  others_nodes_[prefix] = list;
  changed();
}

std::vector<std::string> Directory::nodes() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  if (!is_covered(own_prefix_)) names.assign(own_nodes_.begin(), own_nodes_.end());
  for (const auto& [prefix, list] : others_nodes_) {
    if (is_covered(prefix)) continue;
    for (const NodeEntry& node : list.nodes) names.push_back(node.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string Directory::node_of(const DdsEndpoint& endpoint) const {
  const auto list = others_nodes_.find(prefix_of(endpoint.guid));
  if (list == others_nodes_.end()) return {};
  for (const NodeEntry& node : list->second.nodes) {
    const auto& guids = endpoint.is_writer ? node.writers : node.readers;
    if (std::find(guids.begin(), guids.end(), endpoint.guid) != guids.end()) return node.name;
  }
  return {};
}

EndpointInfo Directory::describe(const DdsEndpoint& endpoint) const {
  const ParticipantFacts participant = participant_of(endpoint.guid);
  EndpointInfo info;
  info.endpoint_type = endpoint.is_writer ? EndpointType::Publisher : EndpointType::Subscription;
  info.kind = endpoint.kind;
  info.topic = endpoint.topic;
  info.type_name = endpoint.type_name;
  info.type_hash = endpoint.type_hash_text;
  info.qos = match::to_qos(endpoint.policies);
  info.participant = participant.id;
  info.process_name = participant.name;
  info.pid = participant.pid;
  std::copy_n(endpoint.guid.begin(), info.gid.size(), info.gid.begin());
  info.node = endpoint.node.empty() ? node_of(endpoint) : endpoint.node;
  return info;
}

std::vector<EndpointInfo> Directory::endpoints() const { return described(false); }

std::vector<EndpointInfo> Directory::covered_endpoints() const { return described(true); }

std::vector<EndpointInfo> Directory::described(bool are_covered) const {
  const std::lock_guard lock(mutex_);
  std::vector<EndpointInfo> infos;
  for (const auto& [guid, facts] : endpoints_) {
    const bool is_ours =
        facts->dds_topic == node_list_topic || facts->dds_topic == type_library_topic;
    if (!is_ours && is_covered(prefix_of(guid)) == are_covered) infos.push_back(describe(*facts));
  }
  std::stable_sort(infos.begin(), infos.end(),
                   [](const EndpointInfo& a, const EndpointInfo& b) { return a.topic < b.topic; });
  return infos;
}

const msg::TypeSupport* Directory::own_type(const std::string& topic_or_type) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [local, weak] : locals_) {
    if (local->type == nullptr) continue;
    if (local->self.topic == topic_or_type || local->type->type_name == topic_or_type) {
      return local->type;
    }
  }
  return nullptr;
}

void Directory::changed() {
  std::erase_if(watchers_, [](const auto& each) { return each.expired(); });
  for (const auto& each : watchers_) {
    if (const auto events = each.lock()) events->post(*loop_);
  }
}

std::shared_ptr<void> Directory::on_change(std::function<void()> callback) {
  auto events = std::make_shared<transport::SerialCallback<>>(std::move(callback));
  {
    const std::lock_guard lock(mutex_);
    watchers_.push_back(events);
  }
  return std::shared_ptr<void>(nullptr, [events](void*) { events->stop(); });
}

}  // namespace baton::dds
