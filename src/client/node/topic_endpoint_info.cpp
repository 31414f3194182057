// SPDX-License-Identifier: Apache-2.0
#include <baton/topic_endpoint_info.hpp>

#include <tuple>
#include <utility>

#include "client/node/graph_names.hpp"

namespace baton {

TopicEndpointInfo::TopicEndpointInfo(EndpointInfo info) : info_(std::move(info)) {
  if (info_.node.empty()) {
    node_name_ = "_NODE_NAME_UNKNOWN_";
    node_namespace_ = "_NODE_NAMESPACE_UNKNOWN_";
  } else {
    std::tie(node_name_, node_namespace_) = client::split_node_name(info_.node);
  }
}

}  // namespace baton
