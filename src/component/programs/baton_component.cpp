// SPDX-License-Identifier: Apache-2.0
// baton-component: loads, unloads and lists the components of running containers.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include <baton/utilities.hpp>

#include "component/programs/component_commands.hpp"
#include "component/resource_index.hpp"

namespace {

using namespace baton::components;

constexpr const char* examples =
    "Examples:\n"
    "  component_container &\n"
    "  baton-component types\n"
    "  baton-component load /ComponentManager ros2_comm_examples ros2_demos::MinimalPublisher \\\n"
    "      -e use_intra_process_comms:=true\n"
    "  baton-component list\n"
    "  baton-component unload /ComponentManager 1\n"
    "`baton component standalone` runs one component in a container of its own.\n"
    "Packages are found through AMENT_PREFIX_PATH: source their setup file before.";

struct CommandLine {
  CommonOptions common;
  double timeout_s = 30;
  double patience_s = 0;
  LoadOptions load;
  std::string container;
  std::string package;
  std::vector<std::uint64_t> ids;
};

CLI::App* add_command(CLI::App& app, CommandLine& line, const char* name, const char* what) {
  CLI::App* const command = app.add_subcommand(name, what);
  command->add_flag("--json", line.common.json, "print JSON");
  command->add_option("--timeout", line.timeout_s, "longest wait for a container's answer, seconds")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  return command;
}

void add_repeatable(CLI::App& command, const char* names, std::vector<std::string>& values,
                    const char* type, const char* what) {
  command.add_option(names, values, what)->type_name(type)->allow_extra_args(false);
}

void add_load(CLI::App& app, CommandLine& line) {
  CLI::App& load = *add_command(app, line, "load", "load a component into a container");
  LoadOptions& options = line.load;
  load.add_option("container", options.container, "node name, as /ComponentManager")->required();
  load.add_option("package", options.package, "package of the component")->required();
  load.add_option("plugin", options.plugin, "class, as ns::Class")->required();
  load.add_option("--wait", line.patience_s, "longest wait for a container that is not there yet")
      ->check(CLI::Range(0.0, 1e6));
  load.add_option("-n,--node-name", options.node_name, "instead of the name in the code");
  load.add_option("--node-namespace", options.node_namespace, "instead of that in the code");
  load.add_option("--log-level", options.log_level, "debug, info, warn, error, fatal");
  add_repeatable(load, "-r,--remap-rule", options.remaps, "FROM:=TO", "of topics and services");
  add_repeatable(load, "-p,--parameter", options.parameters, "NAME:=VALUE",
                 "value in YAML: 1, 0.5, true, text, [1, 2]");
  add_repeatable(load, "-e,--extra-argument", options.extra_arguments, "NAME:=BOOL",
                 "option of the node, as use_intra_process_comms:=true");
  load.callback([&line] { load_component(line.load, line.common); });
}

void add_others(CLI::App& app, CommandLine& line) {
  CLI::App& unload = *add_command(app, line, "unload", "unload components of a container");
  unload.add_option("container", line.container, "node name, as /ComponentManager")->required();
  unload.add_option("id", line.ids, "numbers that load and list print")->required();
  unload.callback([&line] { unload_components(line.container, line.ids, line.common); });

  CLI::App& list = *add_command(app, line, "list", "list the components of containers");
  list.add_option("container", line.container, "one container (default: all)");
  list.callback([&line] { list_components(line.container, line.common); });

  CLI::App& types = *add_command(app, line, "types", "list the classes that can be loaded");
  types.add_option("package", line.package, "one package (default: all)");
  types.callback([&line] { list_types(line.package, line.common); });
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Components of running containers");
  app.footer(examples);
  app.require_subcommand(1);
  CommandLine line;
  add_load(app, line);
  add_others(app, line);
  try {
    search_own_prefix_too();
    baton::init(0, nullptr);
    // Convert the options before the callbacks of commands, which run when everything is parsed.
    app.parse_complete_callback([&line] {
      line.common.timeout = std::chrono::duration<double>(line.timeout_s);
      line.common.patience = std::chrono::duration<double>(line.patience_s);
    });
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
