// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace libstatistics_collector::topic_statistics_collector::topic_statistics_constants {

inline constexpr char kMsgAgeStatName[] = "message_age";
inline constexpr char kMsgPeriodStatName[] = "message_period";
inline constexpr char kMillisecondUnitName[] = "ms";
inline constexpr char kCollectStatsTopicNameParam[] = "collect_topic_name";
inline constexpr char kPublishStatsTopicNameParam[] = "publish_topic_name";

}  // namespace libstatistics_collector::topic_statistics_collector::topic_statistics_constants
