// SPDX-License-Identifier: Apache-2.0
#include "report_values.hpp"

#include <fmt/format.h>

namespace perf {
namespace {

using Json = nlohmann::ordered_json;

// utime and stime say their unit, maxrss too.
std::string usage_name(size_t index) {
  const std::string name = ResourceUsage::names[index];
  if (index <= ResourceUsage::stime) return name + "_ns";
  return index == ResourceUsage::maxrss ? name + "_kb" : name;
}

Json process_as_json(const ProcessReport& process, double duration_s) {
  const double cpu_s = static_cast<double>(process.usage.cpu_ns()) / 1e9;
  return {{"role", process.role},
          {"pid", process.pid},
          {"cpu_percent", duration_s > 0 ? cpu_s / duration_s * 100 : 0},
          {"rss_kb", process.memory.rss_kb},
          {"pss_kb", process.memory.pss_kb},
          {"threads", process.threads},
          {"rusage", usage_as_json(process.usage)}};
}

Json subscriber_as_json(const Report& report, const EndpointReport& endpoint) {
  return {{"process", endpoint.process},
          {"transport", endpoint.peers.empty() ? "" : endpoint.peers.front().transport},
          {"zero_copy", is_zero_copy(report, endpoint)},
          {"way", describe_way(report, endpoint)},
          {"received", endpoint.score.counts.received},
          {"lost", endpoint.score.counts.lost},
          {"copied", endpoint.counters.copied},
          {"latency_ns", durations_as_json(endpoint.score.latency)}};
}

Json publisher_as_json(const EndpointReport& endpoint) {
  return {{"process", endpoint.process},
          {"matched", endpoint.peers.size()},
          {"sent", endpoint.score.counts.sent},
          {"refusal", endpoint.counters.refusal},
          {"committed_bytes", endpoint.counters.committed_bytes}};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> columns_of(const Summary& s) {
  std::vector<std::pair<std::string, std::string>> columns;
  const auto add = [&columns](const std::string& name, const auto& value) {
    columns.emplace_back(name, fmt::format("{}", value));
  };
  const auto add_durations = [&add](const std::string& prefix, const Histogram& h) {
    const auto us = [](double ns) { return fmt::format("{:.3f}", ns / 1e3); };
    add(prefix + "_min(us)", us(static_cast<double>(h.min_ns())));
    add(prefix + "_max(us)", us(static_cast<double>(h.max_ns())));
    add(prefix + "_mean(us)", us(h.mean_ns()));
    add(prefix + "_variance(us^2)", fmt::format("{:.3f}", h.variance_ns2() / 1e6));
    for (const auto& [name, fraction] :
         {std::pair{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}}) {
      add(fmt::format("{}_{}(us)", prefix, name),
          us(static_cast<double>(h.percentile_ns(fraction))));
    }
  };
  add("T_experiment(s)", fmt::format("{:.6f}", s.experiment_s));
  add("T_loop(s)", fmt::format("{:.6f}", s.duration_s));
  add("recv", s.counts.received);
  add("sent", s.counts.sent);
  add("lost", s.counts.lost);
  add("data_recv(bytes)", s.data_bytes);
  add("relative_loss", fmt::format("{:.6f}", s.relative_loss()));
  add_durations("latency", s.latency);
  add_durations("publisher_loop", s.publisher_loop);
  add_durations("subscriber_loop", s.subscriber_loop);
  for (size_t i = 0; i < ResourceUsage::count; ++i) add(usage_name(i), s.usage.values[i]);
  add_durations("loan", s.loan);
  add_durations("publish", s.publish);
  add_durations("all_received", s.all_received);
  add("out_of_order", s.counts.out_of_order);
  add("duplicate", s.counts.duplicate);
  add("corrupt", s.counts.corrupt);
  add("no_loan", s.counts.no_loan);
  add("late", s.counts.late);
  add("heap_allocations", s.counts.heap_allocations);
  add("cpu_percent", fmt::format("{:.2f}", s.cpu_percent()));
  return columns;
}

Json durations_as_json(const Histogram& h) {
  return {{"min", h.min_ns()},
          {"p50", h.percentile_ns(0.5)},
          {"p90", h.percentile_ns(0.9)},
          {"p99", h.percentile_ns(0.99)},
          {"p999", h.percentile_ns(0.999)},
          {"max", h.max_ns()},
          {"mean", h.mean_ns()},
          {"stddev", h.stddev_ns()},
          {"count", h.count()}};
}

Json histogram_as_json(const Histogram& h) {
  Json counts = Json::array();
  for (const auto& [index, count] : h.buckets()) {
    counts.push_back({buckets::lowest_value_of(index), count});
  }
  return {{"lowest", 1}, {"significant_digits", 3}, {"counts", std::move(counts)}};
}

Json usage_as_json(const ResourceUsage& usage) {
  Json json;
  for (size_t i = 0; i < ResourceUsage::count; ++i) json[usage_name(i)] = usage.values[i];
  return json;
}

Json options_as_json(const Options& o) {
  return {{"communicator", o.communicator},
          {"rate", o.rate_hz},
          {"topic", o.topic},
          {"topics", o.topics},
          {"msg", o.message_type().name},
          {"msg_size_bytes", o.message_type().size_bytes},
          {"msg_content_size_bytes", o.message_type().content_size_bytes()},
          {"num_pub_threads", o.publishers},
          {"num_sub_threads", o.subscribers},
          {"process_configuration", to_string(o.process_configuration)},
          {"roundtrip_mode", to_string(o.roundtrip)},
          {"reliability", o.reliable ? "RELIABLE" : "BEST_EFFORT"},
          {"durability", o.transient_local ? "TRANSIENT_LOCAL" : "VOLATILE"},
          {"history", o.keep_all ? "KEEP_ALL" : "KEEP_LAST"},
          {"history_depth", o.history_depth},
          {"dds_domain_id", o.domain_id ? Json(*o.domain_id) : Json()},
          {"delivery", to_string(o.delivery)},
          {"zero_copy", o.delivery == Delivery::zero_copy},
          {"intra_process", o.intra_process},
          {"one_in_flight", o.one_in_flight},
          {"open_loop", o.open_loop},
          {"network", o.over_network()},
          {"publish_type", to_string(o.publish_type)},
          {"callback_type", to_string(o.callback_type)},
          {"message_init", to_string(o.message_init)},
          {"fill", to_string(o.fill)},
          {"max_runtime_s", o.max_runtime_s},
          {"ignore_s", o.ignore_s},
          {"warm_up", o.warm_up},
          {"expected_num_pubs", o.expected_publishers},
          {"expected_num_subs", o.expected_subscribers},
          {"wait_for_matched_timeout_s", o.wait_for_matched_timeout_s},
          {"use_rt_prio", o.rt_priority},
          {"use_rt_cpus", o.rt_cpus},
          {"prevent_cpu_idle", o.prevent_cpu_idle},
          {"spin_us", o.spin_us},
          {"check_memory", o.check_memory}};
}

Json machine_as_json(const Machine& m) {
  return {{"cpu", m.cpu},
          {"cores", m.cores},
          {"kernel", m.kernel},
          {"governor", m.governor},
          {"memory_kb", m.memory_kb},
          {"hypervisor", m.hypervisor},
          {"clocksource", m.clocksource},
          {"perf_test_version", m.version},
          {"compiler", m.compiler},
          {"build_type", m.build_type}};
}

Json summary_as_json(const Summary& s) {
  return {{"t_experiment_s", s.experiment_s},
          {"duration_s", s.duration_s},
          {"sent", s.counts.sent},
          {"received", s.counts.received},
          {"lost", s.counts.lost},
          {"out_of_order", s.counts.out_of_order},
          {"duplicate", s.counts.duplicate},
          {"corrupt", s.counts.corrupt},
          {"no_loan", s.counts.no_loan},
          {"late", s.counts.late},
          {"heap_allocations", s.counts.heap_allocations},
          {"data_bytes", s.data_bytes},
          {"relative_loss", s.relative_loss()},
          {"latency_ns", durations_as_json(s.latency)},
          {"publish_ns", durations_as_json(s.publish)},
          {"loan_ns", durations_as_json(s.loan)},
          {"all_received_ns", durations_as_json(s.all_received)},
          {"publisher_loop_ns", durations_as_json(s.publisher_loop)},
          {"subscriber_loop_ns", durations_as_json(s.subscriber_loop)},
          {"latency_histogram_ns", histogram_as_json(s.latency)},
          {"cpu_percent", s.cpu_percent()},
          {"rusage", usage_as_json(s.usage)}};
}

Json report_as_json(const Report& report) {
  Json json = {{"schema", "baton.perf_test/1"},
               {"complete", report.failure.empty()},
               {"interrupted", report.interrupted},
               {"started_utc", report.started_utc},
               {"command", report.command},
               {"options", options_as_json(report.options)},
               {"machine", machine_as_json(report.machine)}};
  if (!report.failure.empty()) json["failure"] = report.failure;
  json["intervals"] = Json::array();
  for (const Summary& interval : report.intervals) {
    json["intervals"].push_back(summary_as_json(interval));
  }
  json["run"] = summary_as_json(report.run);
  int64_t pss_kb = 0;
  json["processes"] = Json::array();
  for (const ProcessReport& process : report.processes) {
    json["processes"].push_back(process_as_json(process, report.run.duration_s));
    pss_kb += process.memory.pss_kb;
  }
  json["run"]["pss_kb"] = pss_kb;
  json["run"]["matched_after_s"] = report.matched_after_s;
  json["publishers"] = Json::array();
  json["subscribers"] = Json::array();
  for (const EndpointReport& endpoint : report.endpoints) {
    if (publishes(endpoint.plan.role)) json["publishers"].push_back(publisher_as_json(endpoint));
    if (receives(endpoint.plan.role)) {
      json["subscribers"].push_back(subscriber_as_json(report, endpoint));
    }
  }
  return json;
}

}  // namespace perf
