// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "rcpputils/find_and_replace.hpp"
#include "rcpputils/join.hpp"
#include "rcutils/allocator.h"
#include "rcutils/repl_str.h"
#include "warehouse_planning/inventory.hpp"

namespace warehouse_planning
{

std::string make_label(const std::string & rack, const std::string & item)
{
  const std::string joined = rcpputils::join(std::vector<std::string>{rack, item}, "/");
  const rcutils_allocator_t allocator = rcutils_get_default_allocator();
  char * spaceless = rcutils_repl_str(joined.c_str(), " ", "_", &allocator);
  const std::string label = rcpputils::find_and_replace(spaceless, "__", "_");
  allocator.deallocate(spaceless, allocator.state);
  return label;
}

}  // namespace warehouse_planning
