// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <string>
#include <string_view>

#include <baton/qos.hpp>

namespace {

template <class Value>
struct Word {
  Value value;
  const char* word;
};

constexpr Word<rmw_qos_policy_kind_t> kinds[] = {
    {RMW_QOS_POLICY_DURABILITY, "durability"},
    {RMW_QOS_POLICY_DEADLINE, "deadline"},
    {RMW_QOS_POLICY_LIVELINESS, "liveliness"},
    {RMW_QOS_POLICY_RELIABILITY, "reliability"},
    {RMW_QOS_POLICY_HISTORY, "history"},
    {RMW_QOS_POLICY_LIFESPAN, "lifespan"},
    {RMW_QOS_POLICY_DEPTH, "depth"},
    {RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION, "liveliness_lease_duration"},
    {RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS, "avoid_ros_namespace_conventions"},
};
constexpr Word<rmw_qos_durability_policy_t> durabilities[] = {
    {RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT, "system_default"},
    {RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL, "transient_local"},
    {RMW_QOS_POLICY_DURABILITY_VOLATILE, "volatile"},
    {RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE, "best_available"},
};
constexpr Word<rmw_qos_history_policy_t> histories[] = {
    {RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT, "system_default"},
    {RMW_QOS_POLICY_HISTORY_KEEP_LAST, "keep_last"},
    {RMW_QOS_POLICY_HISTORY_KEEP_ALL, "keep_all"},
};
constexpr Word<rmw_qos_liveliness_policy_t> livelinesses[] = {
    {RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, "system_default"},
    {RMW_QOS_POLICY_LIVELINESS_AUTOMATIC, "automatic"},
    {RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC, "manual_by_topic"},
    {RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE, "best_available"},
};
constexpr Word<rmw_qos_reliability_policy_t> reliabilities[] = {
    {RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT, "system_default"},
    {RMW_QOS_POLICY_RELIABILITY_RELIABLE, "reliable"},
    {RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT, "best_effort"},
    {RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE, "best_available"},
};

template <class Value, std::size_t Size>
const char* word_of(const Word<Value> (&words)[Size], Value value) {
  for (const auto& entry : words) {
    if (entry.value == value) return entry.word;
  }
  return nullptr;
}

template <class Value, std::size_t Size>
Value value_of(const Word<Value> (&words)[Size], const char* word, Value otherwise) {
  if (word == nullptr) return otherwise;
  for (const auto& entry : words) {
    if (std::string_view(entry.word) == word) return entry.value;
  }
  return otherwise;
}

}  // namespace

extern "C" {

const char* rmw_qos_policy_kind_to_str(rmw_qos_policy_kind_t kind) { return word_of(kinds, kind); }
const char* rmw_qos_durability_policy_to_str(rmw_qos_durability_policy_t value) {
  return word_of(durabilities, value);
}
const char* rmw_qos_history_policy_to_str(rmw_qos_history_policy_t value) {
  return word_of(histories, value);
}
const char* rmw_qos_liveliness_policy_to_str(rmw_qos_liveliness_policy_t value) {
  return word_of(livelinesses, value);
}
const char* rmw_qos_reliability_policy_to_str(rmw_qos_reliability_policy_t value) {
  return word_of(reliabilities, value);
}

rmw_qos_policy_kind_t rmw_qos_policy_kind_from_str(const char* word) {
  return value_of(kinds, word, RMW_QOS_POLICY_INVALID);
}
rmw_qos_durability_policy_t rmw_qos_durability_policy_from_str(const char* word) {
  return value_of(durabilities, word, RMW_QOS_POLICY_DURABILITY_UNKNOWN);
}
rmw_qos_history_policy_t rmw_qos_history_policy_from_str(const char* word) {
  return value_of(histories, word, RMW_QOS_POLICY_HISTORY_UNKNOWN);
}
rmw_qos_liveliness_policy_t rmw_qos_liveliness_policy_from_str(const char* word) {
  return value_of(livelinesses, word, RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
}
rmw_qos_reliability_policy_t rmw_qos_reliability_policy_from_str(const char* word) {
  return value_of(reliabilities, word, RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
}

}  // extern "C"

namespace rclcpp {

std::string qos_policy_name_from_kind(rmw_qos_policy_kind_t policy_kind) {
  // Only these policies can be the reason why two endpoints do not match.
  constexpr unsigned named = RMW_QOS_POLICY_DURABILITY | RMW_QOS_POLICY_DEADLINE |
                             RMW_QOS_POLICY_LIVELINESS | RMW_QOS_POLICY_RELIABILITY |
                             RMW_QOS_POLICY_HISTORY | RMW_QOS_POLICY_LIFESPAN;
  const char* const word = rmw_qos_policy_kind_to_str(policy_kind);
  std::string name = word != nullptr && (policy_kind & named) != 0 ? word : "invalid";
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name + "_QOS_POLICY";
}

}  // namespace rclcpp
