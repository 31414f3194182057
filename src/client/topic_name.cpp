// SPDX-License-Identifier: Apache-2.0
#include "client/topic_name.hpp"

#include <baton/exceptions.hpp>

#include "client/names/expand_name.hpp"
#include "client/names/name_fault.hpp"

namespace baton::client {

std::string absolute_topic_name(const std::string& name) {
  auto fault = find_topic_name_fault(name);
  if (const auto at = name.find_first_of("~{"); !fault && at != name.npos) {
    fault = NameFault{"'~' and substitutions in braces need a node, and there is no node here", at};
  }
  if (fault) throw exceptions::InvalidTopicNameError(name.c_str(), fault->why.c_str(), fault->at);
  const std::string absolute = name.front() == '/' ? name : '/' + name;
  check_full_name(absolute, NameKind::topic);
  return absolute;
}

}  // namespace baton::client
