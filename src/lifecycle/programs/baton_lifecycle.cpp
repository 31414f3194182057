// SPDX-License-Identifier: Apache-2.0
// baton-lifecycle: states and transitions of lifecycle nodes.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include <baton/utilities.hpp>

#include "lifecycle/programs/lifecycle_client.hpp"
#include "lifecycle/programs/lifecycle_watch.hpp"

namespace {

using namespace baton::lifecycle;
using Json = nlohmann::ordered_json;

constexpr const char* examples =
    "Examples:\n"
    "  baton-lifecycle nodes\n"
    "  baton-lifecycle get /lidar\n"
    "  baton-lifecycle list /lidar\n"
    "  baton-lifecycle set /lidar configure";

struct CommandLine {
  bool json = false;
  double timeout_s = 10;
  std::string name;
  std::string transition;
};

rclcpp::Node::SharedPtr quiet_node() {
  const auto options = rclcpp::NodeOptions()
                           .enable_rosout(false)
                           .start_parameter_services(false)
                           .start_parameter_event_publisher(false)
                           .use_global_arguments(false);
  return std::make_shared<rclcpp::Node>("_baton_lifecycle_" + std::to_string(getpid()), options);
}

LifecycleClient client_for(const rclcpp::Node::SharedPtr& node, const std::string& name,
                           const CommandLine& line) {
  return {node, name.starts_with('/') ? name : "/" + name,
          std::chrono::duration_cast<std::chrono::nanoseconds>(
              std::chrono::duration<double>(line.timeout_s))};
}

void nodes(const CommandLine& line) {
  const auto found = lifecycle_nodes(*quiet_node());
  if (line.json) {
    fmt::print("{}\n", Json(found).dump(2));
    return;
  }
  for (const std::string& name : found) fmt::print("{}\n", name);
}

void get(const CommandLine& line) {
  const auto node = quiet_node();
  const auto names =
      line.name.empty() ? lifecycle_nodes(*node) : std::vector<std::string>{line.name};
  Json all = Json::object();
  for (const std::string& name : names) {
    const auto state = client_for(node, name, line).state();
    const std::string label(state.label);
    all[name] = {{"id", state.id}, {"label", label}};
    if (line.json) continue;
    if (line.name.empty()) fmt::print("{}: ", name);
    fmt::print("{} [{}]\n", label, state.id);
  }
  if (line.json) fmt::print("{}\n", all.dump(2));
}

Json to_json(const LifecycleClient::TransitionDescription& one) {
  return {{"id", one.transition.id},
          {"label", std::string(one.transition.label)},
          {"start_state", std::string(one.start_state.label)},
          {"goal_state", std::string(one.goal_state.label)}};
}

void list(const CommandLine& line) {
  const auto found = client_for(quiet_node(), line.name, line).transitions();
  Json all = Json::array();
  for (const auto& one : found) {
    const Json json = to_json(one);
    if (!line.json) {
      fmt::print("- {} [{}]\n\tStart: {}\n\tGoal: {}\n", json["label"].get<std::string>(),
                 one.transition.id, json["start_state"].get<std::string>(),
                 json["goal_state"].get<std::string>());
    }
    all.push_back(json);
  }
  if (line.json) fmt::print("{}\n", all.dump(2));
}

void set(const CommandLine& line) {
  const auto node = quiet_node();
  LifecycleClient client = client_for(node, line.name, line);
  std::string available;
  for (const auto& one : client.transitions()) {
    const std::string label(one.transition.label);
    available += fmt::format("\n- {} [{}]", label, one.transition.id);
    if (label != line.transition && std::to_string(one.transition.id) != line.transition) continue;
    const bool done = client.change(one.transition);
    if (line.json) {
      fmt::print("{}\n", Json({{"transition", label}, {"success", done}}).dump(2));
    } else if (done) {
      fmt::print("Transitioning successful\n");
    }
    if (!done) throw std::runtime_error("Transitioning failed");
    return;
  }
  throw std::runtime_error(fmt::format("Unknown transition requested, available ones are:{}",
                                       available.empty() ? " none" : available));
}

CLI::App* add(CLI::App& app, CommandLine& line, const char* name, const char* what) {
  CLI::App* const command = app.add_subcommand(name, what);
  command->add_flag("--json", line.json, "print JSON");
  command->add_option("--timeout", line.timeout_s, "longest wait for a node's answer, seconds")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  return command;
}

void add_commands(CLI::App& app, CommandLine& line) {
  add(app, line, "nodes", "list lifecycle nodes")->callback([&line] { nodes(line); });

  CLI::App* const getter = add(app, line, "get", "print the state of lifecycle nodes");
  getter->add_option("node", line.name, "node name (default: all)");
  getter->callback([&line] { get(line); });

  CLI::App* const lister = add(app, line, "list", "list the transitions that a node allows now");
  lister->add_option("node", line.name, "node name")->required();
  lister->callback([&line] { list(line); });

  CLI::App* const setter = add(app, line, "set", "ask a node for a transition");
  setter->add_option("node", line.name, "node name")->required();
  setter->add_option("transition", line.transition, "label or id, as list prints them")->required();
  setter->callback([&line] { set(line); });

  CLI::App* const watcher =
      app.add_subcommand("watch", "for programs: transitions as lines of JSON, requests in");
  watcher->group("");  // Not in the help: people read get and list.
  watcher->add_option("node", line.name, "node name")->required();
  watcher->callback([&line] { watch(quiet_node(), line.name); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("States and transitions of lifecycle nodes");
  app.footer(examples);
  app.require_subcommand(1);
  CommandLine line;
  add_commands(app, line);
  try {
    rclcpp::init(0, nullptr);
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
