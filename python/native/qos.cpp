// SPDX-License-Identifier: Apache-2.0
#include "qos.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <baton/duration.hpp>

#include <nanobind/stl/string.h>

#include "handle.hpp"

namespace nb = nanobind;

namespace baton::python {

QoS qos_from(nb::handle policies) {
  const auto number = [&](std::size_t index) { return nb::cast<std::int64_t>(policies[index]); };
  const auto time = [&](std::size_t index) {
    return detail::to_rmw_time(std::chrono::nanoseconds(number(index)));
  };
  QoS qos(static_cast<std::size_t>(number(1)));
  qos.history(static_cast<rmw_qos_history_policy_t>(number(0)));
  qos.get_rmw_qos_profile().depth = static_cast<std::size_t>(number(1));
  qos.reliability(static_cast<rmw_qos_reliability_policy_t>(number(2)));
  qos.durability(static_cast<rmw_qos_durability_policy_t>(number(3)));
  qos.lifespan(time(4));
  qos.deadline(time(5));
  qos.liveliness(static_cast<rmw_qos_liveliness_policy_t>(number(6)));
  qos.liveliness_lease_duration(time(7));
  qos.avoid_ros_namespace_conventions(nb::cast<bool>(policies[8]));
  if (number(9) >= 0) qos.max_blocking_time(std::chrono::nanoseconds(number(9)));
  return qos;
}

nb::tuple to_tuple(const QoS& qos) {
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  const auto ns = [](const rmw_time_t& time) {
    return static_cast<std::int64_t>(detail::to_nanoseconds(time).count());
  };
  return nb::make_tuple(static_cast<int>(profile.history), profile.depth,
                        static_cast<int>(profile.reliability), static_cast<int>(profile.durability),
                        ns(profile.lifespan), ns(profile.deadline),
                        static_cast<int>(profile.liveliness), ns(profile.liveliness_lease_duration),
                        profile.avoid_ros_namespace_conventions,
                        static_cast<std::int64_t>(qos.max_blocking_time().count()));
}

QosOverridingOptions overrides_from(nb::handle options) {
  if (options.is_none()) return {};
  const auto callback = nb::borrow<nb::object>(options[1]);
  QosCallback judge;
  if (!callback.is_none()) {
    judge = [held = std::make_shared<Callback>(callback)](const QoS& qos) {
      const Gil gil;
      const nb::object verdict = held->get()(to_tuple(qos));
      QosCallbackResult result;
      result.successful = nb::cast<bool>(verdict[0]);
      result.reason = nb::cast<std::string>(verdict[1]);
      return result;
    };
  }
  const auto id = nb::cast<std::string>(options[2]);
  // The only way to give kinds that are known at run time is to ask for all and leave out the rest.
  QosOverridingOptions chosen({}, judge, id);
  using K = QosPolicyKind;
  std::vector<K> kinds;
  for (const nb::handle kind : nb::borrow<nb::list>(options[0])) {
    kinds.push_back(static_cast<K>(nb::cast<int>(kind)));
  }
  switch (kinds.size()) {
    case 0:
      return chosen;
    case 1:
      return QosOverridingOptions({kinds[0]}, judge, id);
    case 2:
      return QosOverridingOptions({kinds[0], kinds[1]}, judge, id);
    case 3:
      return QosOverridingOptions({kinds[0], kinds[1], kinds[2]}, judge, id);
    default:
      return QosOverridingOptions::with_all_policies(judge, id);
  }
}

nb::list to_list(const std::vector<MatchInfo>& matches) {
  nb::list list;
  for (const MatchInfo& match : matches) {
    nb::dict entry;
    entry["participant"] = match.participant;
    entry["process_name"] = match.process_name;
    entry["pid"] = match.pid;
    entry["transport"] = match.transport;
    entry["zero_copy"] = match.zero_copy;
    entry["reason"] = match.reason;
    list.append(entry);
  }
  return list;
}

void add_qos(nb::module_& module) {
  module.def("qos_check_compatible", [](nb::handle publisher, nb::handle subscription) {
    const auto result = qos_check_compatible(qos_from(publisher), qos_from(subscription));
    return nb::make_tuple(static_cast<int>(result.compatibility), result.reason);
  });
}

}  // namespace baton::python
