// SPDX-License-Identifier: Apache-2.0
// Nodes of a graph, all or some of them in this process. `baton perf graph` starts it and talks to
// it by its standard input and output.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "clock.hpp"
#include "machine.hpp"
#include "part.hpp"

namespace {

using node_graph::Delivery;

constexpr const char* help =
    "Runs nodes of a graph. `baton perf graph` starts this program, once or for each node.\n\n"
    "GRAPH.json: {\"topics\": [{\"name\": \"scan\", \"size_bytes\": 4096, \"from\": \"lidar\",\n"
    "  \"to\": [\"planner\"], \"rate_hz\": 40}, ...]}. With \"after\": \"scan\" instead of a rate "
    "a\n"
    "  topic is published whenever its node has received a scan.\n\n"
    "It prints `matched NS` when every endpoint has its peers, a time of CLOCK_MONOTONIC. Then it\n"
    "reads `publish BEGIN_NS END_NS` and publishes at once, until END_NS. What begins from "
    "BEGIN_NS\n"
    "on counts. At the end of its input it prints what it has measured, as JSON.";

/// False at the end of the input. Throws std::runtime_error for a line that is no command.
bool read_command(std::int64_t& begin_ns, std::int64_t& end_ns) {
  std::string line;
  if (!std::getline(std::cin, line)) return false;
  std::istringstream words(line);
  std::string word;
  if (words >> word >> begin_ns >> end_ns && word == "publish") return true;
  throw std::runtime_error(
      fmt::format("'{}' is no command; there is: publish BEGIN_NS END_NS", line));
}

void wait_for_match(const node_graph::Part& part, double timeout_s) {
  const auto deadline_ns = perf::now_ns() + static_cast<std::int64_t>(timeout_s * 1e9);
  for (std::string missing = part.missing(); !missing.empty(); missing = part.missing()) {
    if (perf::now_ns() > deadline_ns) {
      throw std::runtime_error(fmt::format("after {} s {}", timeout_s, missing));
    }
    perf::sleep_until_ns(perf::now_ns() + 1'000'000);
  }
}

void run(const node_graph::Description& graph, std::vector<std::string> nodes, Delivery delivery,
         double timeout_s) {
  if (nodes.empty()) nodes = graph.nodes();
  node_graph::Part part(graph, nodes, delivery);
  wait_for_match(part, timeout_s);
  fmt::print("matched {}\n", perf::now_ns());
  std::fflush(stdout);
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  while (read_command(begin_ns, end_ns)) part.publish(begin_ns, end_ns);
  nlohmann::json figures = part.finish();
  figures["nodes"] = nodes;
  figures["build_type"] = perf::Machine::describe().build_type;
  fmt::print("{}\n", nlohmann::json{{"node_graph", std::move(figures)}}.dump());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(help);
  std::string file_name;
  std::vector<std::string> nodes;
  Delivery delivery = Delivery::zero_copy;
  double timeout_s = 30;
  const std::map<std::string, Delivery> deliveries = {{"in-process", Delivery::in_process},
                                                      {"zero-copy", Delivery::zero_copy},
                                                      {"udp", Delivery::udp}};
  app.add_option("graph", file_name, "The description")->required();
  app.add_option("--nodes", nodes, "Those of this process, with commas (default: all)")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--delivery", delivery, "How messages travel: in-process, zero-copy or udp")
      ->transform(CLI::CheckedTransformer(deliveries));
  app.add_option("--timeout", timeout_s, "Seconds to wait for all matches")
      ->check(CLI::Range(0.0, 3600.0));
  CLI11_PARSE(app, argc, argv);
  try {
    run(node_graph::Description::from_file(file_name), nodes, delivery, timeout_s);
  } catch (const std::exception& error) {
    fmt::print(stderr, "node_graph: {}\n", error.what());
    return 1;
  }
}
