// SPDX-License-Identifier: Apache-2.0
#include "communicators/fast_dds/qos.hpp"

#include <algorithm>

namespace perf {
namespace {

namespace fdds = baton::fastdds_api;
using fdds::Duration_t;

constexpr uint32_t heartbeat_period_ns = 20'000'000;
constexpr int32_t keep_all_samples = 512;
constexpr int32_t allocated_samples = 16;

template <class Qos>
void set_common(Qos& qos, const FastDdsPlan& plan) {
  qos.reliability().kind =
      plan.reliable ? fdds::RELIABLE_RELIABILITY_QOS : fdds::BEST_EFFORT_RELIABILITY_QOS;
  qos.durability().kind =
      plan.transient_local ? fdds::TRANSIENT_LOCAL_DURABILITY_QOS : fdds::VOLATILE_DURABILITY_QOS;
  qos.history().kind = plan.keep_all ? fdds::KEEP_ALL_HISTORY_QOS : fdds::KEEP_LAST_HISTORY_QOS;
  const auto depth = plan.keep_all ? keep_all_samples : static_cast<int32_t>(plan.history_depth);
  qos.history().depth = depth;
  qos.resource_limits().max_instances = 1;
  qos.resource_limits().max_samples = depth;
  qos.resource_limits().max_samples_per_instance = depth;
  qos.resource_limits().allocated_samples = std::min(depth, allocated_samples);
  // Loans and shared data need memory that stays where it is.
  qos.endpoint().history_memory_policy = fdds::rtps::PREALLOCATED_MEMORY_MODE;
  if (plan.way == FastDdsPlan::Way::data_sharing) {
    qos.data_sharing().on("");
  } else {
    qos.data_sharing().off();
  }
}

}  // namespace

fdds::DataWriterQos fast_dds_writer_qos(const FastDdsPlan& plan) {
  fdds::DataWriterQos qos = fdds::DATAWRITER_QOS_DEFAULT;
  set_common(qos, plan);
  qos.publish_mode().kind = fdds::SYNCHRONOUS_PUBLISH_MODE;
  qos.reliability().max_blocking_time = Duration_t(1, 0);
  fdds::set_times(qos.reliable_writer_qos(), Duration_t(0, heartbeat_period_ns), Duration_t(0, 0u));
  return qos;
}

fdds::DataReaderQos fast_dds_reader_qos(const FastDdsPlan& plan) {
  fdds::DataReaderQos qos = fdds::DATAREADER_QOS_DEFAULT;
  set_common(qos, plan);
  fdds::set_times(qos.reliable_reader_qos(), Duration_t(0, 0u));
  return qos;
}

}  // namespace perf
