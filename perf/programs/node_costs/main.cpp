// SPDX-License-Identifier: Apache-2.0
// What nodes cost, each beside what it is held against, in the same process and the same second.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cases.hpp"

int main(int argc, char** argv) {
  CLI::App app("What nodes cost beside what they are held against. Prints JSON, in nanoseconds.");
  double seconds = 1;
  unsigned readers = 1;
  std::string name;
  const std::map<std::string, std::function<nlohmann::json()>> cases = {
      {"hand-over", [&] { return node_costs::hand_over(seconds, readers); }},
      {"same-thread", [&] { return node_costs::same_thread(seconds); }},
      {"executor-overhead", [&] { return node_costs::executor_overhead(seconds); }},
      {"many-entities", [&] { return node_costs::many_entities(seconds); }},
      {"service-call", [&] { return node_costs::service_call(seconds); }},
      {"publish-to-nobody", [&] { return node_costs::publish_to_nobody(seconds); }}};
  std::vector<std::string> names{"serve"};
  for (const auto& [known, measure] : cases) names.push_back(known);
  app.add_option("case", name, "What is measured")->required()->check(CLI::IsMember(names));
  app.add_option("--seconds", seconds, "How long")->check(CLI::Range(0.05, 600.0));
  app.add_option("--readers", readers, "Of hand-over")->check(CLI::Range(1, 16));
  CLI11_PARSE(app, argc, argv);
  try {
    if (name == "serve") return node_costs::serve();
    fmt::print("{}\n", nlohmann::json{{"node_costs", cases.at(name)()}}.dump());
  } catch (const std::exception& error) {
    fmt::print(stderr, "node_costs: {}\n", error.what());
    return 1;
  }
}
