// SPDX-License-Identifier: Apache-2.0
//
// Which topics a graph has, of which sizes and rates, from which node to which nodes.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace node_graph {

struct Topic {
  std::string name;
  std::size_t size_bytes = 0;  ///< of the data behind the stamps
  double rate_hz = 0;          ///< of a timer; 0 when `after` is set
  std::string after;           ///< the topic whose messages make the node publish
  std::string from;
  std::vector<std::string> to;
};

class BadDescription : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Description {
  std::vector<Topic> topics;

  /// {"topics": [{"name", "size_bytes", "from", "to": [...], "rate_hz" or "after"}]}. Throws
  /// BadDescription, which names the topic.
  static Description from_json(const nlohmann::json& json);
  /// Throws BadDescription, which names the file.
  static Description from_file(const std::string& file_name);

  /// In the order in which the topics name them.
  std::vector<std::string> nodes() const;
};

}  // namespace node_graph
