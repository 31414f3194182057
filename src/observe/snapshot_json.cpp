// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "match/compare.hpp"
#include "observe/snapshot.hpp"

namespace baton::observe {
namespace {

using Json = nlohmann::ordered_json;

const char* kind_of(const match::EndpointFacts& facts) {
  switch (facts.kind) {
    case EndpointKind::topic:
      return "topic";
    case EndpointKind::service_request:
      return "service_request";
    case EndpointKind::service_reply:
      return "service_reply";
  }
  return "unknown";
}

/// Seconds, or null for a time that limits nothing.
Json seconds(std::int64_t time_ns) {
  if (time_ns == match::unlimited_ns) return nullptr;
  return static_cast<double>(time_ns) * 1e-9;
}

Json to_json(const match::EndpointFacts& facts) {
  const match::Policies& policies = facts.policies;
  return {{"id", facts.id},
          {"topic", facts.topic},
          {"type", facts.type_name},
          {"type_hash", facts.type_hash_text},
          {"kind", kind_of(facts)},
          {"node", facts.node},
          {"qos",
           {{"reliability", policies.reliable ? "reliable" : "best_effort"},
            {"durability", policies.transient_local ? "transient_local" : "volatile"},
            {"history", policies.keep_all ? "keep_all" : "keep_last"},
            {"depth", policies.depth},
            {"deadline_s", seconds(policies.deadline_ns)},
            {"lifespan_s", seconds(policies.lifespan_ns)},
            {"liveliness", policies.manual_by_topic ? "manual_by_topic" : "automatic"},
            {"lease_s", seconds(policies.lease_ns)}}}};
}

Json to_json(const Process& process) {
  Json json = {{"participant", process.participant},
               {"pid", process.pid},
               {"uid", process.uid},
               {"name", process.name},
               {"nodes", process.nodes},
               {"cpu_s", process.cpu_s}};
  if (!process.not_observable.empty()) json["not_observable"] = process.not_observable;
  return json;
}

Json to_json(const SeenMessage& message) {
  Json json = {message.sequence, message.source_timestamp_ns, message.size_bytes};
  if (message.stamp_ns) json.push_back(*message.stamp_ns);
  return json;
}

Json to_json(const SeenPublisher& publisher) {
  Json json = to_json(publisher.facts);
  json["participant"] = publisher.participant;
  if (!publisher.observable) return json;
  json["published"] = publisher.published;
  json["in_process"] = publisher.in_process;
  json["rate_hz"] = publisher.rate_hz;
  json["bytes_per_s"] = publisher.bytes_per_s;
  json["last_size_bytes"] = publisher.last_size_bytes;
  json["last_ns"] = publisher.last_ns;
  json["segment_bytes"] = publisher.segment_bytes;
  if (!publisher.messages.empty()) {
    Json& messages = json["messages"] = Json::array();
    for (const SeenMessage& message : publisher.messages) messages.push_back(to_json(message));
  }
  return json;
}

Json to_json(const SeenMatch& match) {
  Json held = Json::array();
  for (const Held& one : match.held) {
    Json json = {{"sequence", nullptr}, {"size_bytes", one.size_bytes}, {"since_s", one.since_s}};
    if (one.sequence) json["sequence"] = *one.sequence;
    held.push_back(std::move(json));
  }
  return {{"publisher_participant", match.publisher_participant},
          {"publisher", match.publisher},
          {"reading", match.reading},
          {"behind", match.behind},
          {"missed", match.missed},
          {"held", std::move(held)}};
}

/// How messages travel between the two, and why; `match` null: over no shared memory.
Json way(const SeenPublisher& publisher, const SeenSubscription& subscription,
         const SeenMatch* match, const Process& publishing, const Process& subscribing) {
  const auto said = [&](const char* name, bool zero_copy, std::string why) {
    return Json{{"participant", publisher.participant},
                {"publisher", publisher.facts.id},
                {"way", name},
                {"zero_copy", zero_copy},
                {"why", std::move(why)}};
  };
  const auto copied_at = [&](const char* name, const char* end) {
    return said(name, false,
                std::string("copied at the ") + end +
                    ": its process was started with ROS_DISABLE_LOANED_MESSAGES=1");
  };
  if (match != nullptr) {
    if (publishing.uid != subscribing.uid) {
      return said("shared memory", false,
                  "copied once at the subscription: its process belongs to another user, whose "
                  "memory is not trusted to stay");
    }
    if (publisher.facts.layout_hash != subscription.facts.layout_hash) {
      return said("shared memory", false,
                  "as CDR: the two processes were built with different layouts of the type");
    }
    if (subscribing.loans_disabled) return copied_at("shared memory", "subscription");
    if (publishing.loans_disabled) return copied_at("shared memory", "publisher");
    return said("shared memory", true, "read where the publisher wrote it");
  }
  const match::Verdict verdict = match::compare(publisher.facts, subscription.facts);
  if (verdict.refusal != match::Refusal::none) return said("none", false, verdict.text);
  if (publisher.participant == subscription.participant) {
    if (subscribing.loans_disabled) return copied_at("in process", "subscription");
    return said("in process", true, "both endpoints are in one process: by pointer");
  }
  return said("none", false, "the two are not matched (yet)");
}

Json ways(const Snapshot& snapshot, const SeenSubscription& subscription) {
  static const Process unknown;
  const auto process_of = [&](const std::string& participant) -> const Process& {
    for (const Process& process : snapshot.processes) {
      if (process.participant == participant) return process;
    }
    return unknown;
  };
  Json json = Json::array();
  for (const SeenPublisher& publisher : snapshot.publishers) {
    if (publisher.facts.topic != subscription.facts.topic) continue;
    const SeenMatch* match = nullptr;
    for (const SeenMatch& one : subscription.matches) {
      if (one.publisher == publisher.facts.id &&
          one.publisher_participant == publisher.participant) {
        match = &one;
      }
    }
    json.push_back(way(publisher, subscription, match, process_of(publisher.participant),
                       process_of(subscription.participant)));
  }
  return json;
}

}  // namespace

std::string to_json(const Snapshot& snapshot) {
  Json json = {{"time_s", snapshot.time_s}, {"interval_s", snapshot.interval_s}};
  Json& processes = json["processes"] = Json::array();
  for (const Process& process : snapshot.processes) processes.push_back(to_json(process));
  Json& publishers = json["publishers"] = Json::array();
  for (const SeenPublisher& one : snapshot.publishers) publishers.push_back(to_json(one));
  Json& subscriptions = json["subscriptions"] = Json::array();
  for (const SeenSubscription& one : snapshot.subscriptions) {
    Json subscription = to_json(one.facts);
    subscription["participant"] = one.participant;
    Json& matches = subscription["matches"] = Json::array();
    for (const SeenMatch& match : one.matches) matches.push_back(to_json(match));
    subscription["ways"] = ways(snapshot, one);
    subscriptions.push_back(std::move(subscription));
  }
  // What other processes say may be no UTF-8.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace baton::observe
