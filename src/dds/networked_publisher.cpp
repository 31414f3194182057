// SPDX-License-Identifier: Apache-2.0
#include "dds/networked_publisher.hpp"

#include <utility>

namespace baton::dds {

std::vector<MatchInfo> NetworkedPublisher::matches() const {
  std::vector<MatchInfo> infos = local_->matches();
  for (MatchInfo& info : remote_->matches()) infos.push_back(std::move(info));
  return infos;
}

PublisherCounters NetworkedPublisher::counters() const {
  PublisherCounters sum = local_->counters();  // these are of all publications
  const PublisherCounters elsewhere = remote_->counters();
  sum.keep_all_timeouts += elsewhere.keep_all_timeouts;
  sum.rejected_peers += elsewhere.rejected_peers;
  sum.undelivered += elsewhere.undelivered;
  return sum;
}

}  // namespace baton::dds
