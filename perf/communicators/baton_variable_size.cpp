// SPDX-License-Identifier: Apache-2.0
#include "communicators/baton_communicator.hpp"
#include "variable_messages.hpp"

namespace perf {

std::unique_ptr<Communicator> make_variable_size_communicator(const Options& options,
                                                              const std::string& name) {
  std::unique_ptr<Communicator> made;
  messages::for_each_variable_message([&]<class M>(const char* message) {
    if (options.message == message) made = std::make_unique<BatonCommunicator<M>>(options, name);
  });
  return made;
}

}  // namespace perf
