// SPDX-License-Identifier: Apache-2.0
// A participant that announces as many endpoints as it is told to: crowd DOMAIN COUNT. Says "ready"
// and leaves when its input ends.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "dds/wire.hpp"
#include "dds/wire_library.hpp"

namespace {

using namespace baton::dds;

class Deaf final : public WireListener, public WireWriterListener, public WireReaderListener {
 public:
  void on_participant(const SeenParticipant&) noexcept override {}
  void on_participant_gone(const Guid&) noexcept override {}
  void on_endpoint(const SeenEndpoint&) noexcept override {}
  void on_endpoint_gone(const Guid&, bool) noexcept override {}
  void on_reader(const Guid&, bool) noexcept override {}
  void on_own_liveliness_lost() noexcept override {}
  void on_writer(const Guid&, bool) noexcept override {}
  void on_liveliness(const Guid&, bool) noexcept override {}
  bool on_room(const Guid&) noexcept override { return true; }
  void on_bytes(std::span<const std::byte>) noexcept override {}
  void on_sample(const SampleFacts&) noexcept override {}
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  Deaf listener;
  WireOptions options;
  options.domain_id = static_cast<std::uint32_t>(std::atoi(argv[1]));
  options.name = "crowd";
  options.user_data = "enclave=/;";
  const auto wire = open_wire(options, listener);
  if (!wire) {
    std::cerr << wire.error().text << '\n';
    return EXIT_FAILURE;
  }
  std::vector<std::unique_ptr<WireWriter>> writers;
  std::vector<std::unique_ptr<WireReader>> readers;
  WireEndpoint endpoint;
  endpoint.type = "a::msg::dds_::Crowd_";
  endpoint.user_data = "typehash=RIHS01_" + std::string(64, 'a') + ";";
  const int count = std::atoi(argv[2]);
  std::string error;
  for (int i = 0; i < count; ++i) {
    endpoint.topic = "rt/crowd/number_" + std::to_string(i / 2);
    if (i % 2 == 0) writers.push_back((*wire)->create_writer(endpoint, listener, error));
    if (i % 2 == 1) readers.push_back((*wire)->create_reader(endpoint, listener, error));
  }
  if (!error.empty()) std::cerr << error << '\n';
  std::cout << (error.empty() ? "ready" : "failed") << std::endl;
  std::string ignored;
  while (std::getline(std::cin, ignored)) {
  }
}
