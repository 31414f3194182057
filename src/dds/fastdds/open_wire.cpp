// SPDX-License-Identifier: Apache-2.0
// The entry of the library that links Fast DDS.
#include <exception>

#include "dds/fastdds/participant.hpp"

extern "C" __attribute__((visibility("default"))) baton::dds::Wire* baton_open_wire(
    std::uint32_t version, const baton::dds::WireOptions& options,
    baton::dds::WireListener& listener, std::string& error);

baton::dds::Wire* baton_open_wire(std::uint32_t version, const baton::dds::WireOptions& options,
                                  baton::dds::WireListener& listener, std::string& error) {
  if (version != baton::dds::wire_version) {
    error = "it belongs to another version of Baton: install both from one build";
    return nullptr;
  }
  try {
    auto participant = std::make_unique<baton::dds::fastdds::Participant>(listener);
    return participant->open(options, error) ? participant.release() : nullptr;
  } catch (const std::exception& failure) {
    error = failure.what();
    return nullptr;
  }
}
