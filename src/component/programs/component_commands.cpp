// SPDX-License-Identifier: Apache-2.0
#include "component/programs/component_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "component/programs/container_client.hpp"
#include "component/programs/typed_values.hpp"
#include "component/resource_index.hpp"

namespace baton::components {
namespace {

using Json = nlohmann::ordered_json;

ContainerClient client_for(const CommonOptions& common) {
  using std::chrono::nanoseconds;
  const auto timeout = std::chrono::duration_cast<nanoseconds>(common.timeout);
  // A container that was started a moment ago may be on its way.
  const auto usual = std::min<nanoseconds>(timeout, std::chrono::seconds(2));
  const auto patience = std::chrono::duration_cast<nanoseconds>(common.patience);
  return ContainerClient(timeout, std::max(usual, patience));
}

void print(const Json& json) { fmt::print("{}\n", json.dump(2)); }

std::string absolute(const std::string& container) {
  return container.starts_with('/') ? container : "/" + container;
}

std::uint8_t log_level_number(const std::string& text) {
  static const std::map<std::string, std::uint8_t> known{
      {"", 0}, {"debug", 10}, {"info", 20}, {"warn", 30}, {"error", 40}, {"fatal", 50}};
  std::string name;
  for (const char c : text) {
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  throw std::runtime_error("--log-level " + text +
                           ": there are debug, info, warn, error and fatal");
}

Json to_json(const LoadedComponent& component) {
  return {{"id", component.id}, {"name", component.name}};
}

}  // namespace

void load_component(const LoadOptions& options, const CommonOptions& common) {
  ContainerClient::LoadRequest request;
  request.package_name = options.package;
  request.plugin_name = options.plugin;
  request.node_name = options.node_name;
  request.node_namespace = options.node_namespace;
  request.log_level = log_level_number(options.log_level);
  for (const std::string& rule : options.remaps) request.remap_rules.push_back(rule);
  for (const auto& value : typed_values(options.parameters, "-p")) {
    request.parameters.push_back(value);
  }
  for (const auto& value : typed_values(options.extra_arguments, "-e")) {
    request.extra_arguments.push_back(value);
  }
  const std::string container = absolute(options.container);
  const LoadedComponent loaded = client_for(common).load(container, request);
  if (common.json) {
    Json json = to_json(loaded);
    json["container"] = container;
    print(json);
  } else {
    fmt::print("Loaded component {} into '{}' container node as '{}'\n", loaded.id, container,
               loaded.name);
  }
}

void unload_components(const std::string& container, const std::vector<std::uint64_t>& ids,
                       const CommonOptions& common) {
  const std::string name = absolute(container);
  ContainerClient client = client_for(common);
  Json unloaded = Json::array();
  std::string failures;
  for (const std::uint64_t id : ids) {
    try {
      const std::string remark = client.unload(name, id);
      unloaded.push_back(id);
      if (!common.json) {
        fmt::print("Unloaded component {} from '{}' container node{}{}\n", id, name,
                   remark.empty() ? "" : ": ", remark);
      }
    } catch (const std::runtime_error& error) {
      failures += (failures.empty() ? "" : "\n") + std::string(error.what());
    }
  }
  if (common.json) print({{"container", name}, {"unloaded", unloaded}});
  if (!failures.empty()) throw std::runtime_error(failures);
}

void list_components(const std::string& container, const CommonOptions& common) {
  ContainerClient client = client_for(common);
  const auto containers =
      container.empty() ? client.containers() : std::vector<std::string>{absolute(container)};
  Json all = Json::array();
  for (const std::string& name : containers) {
    Json components = Json::array();
    if (!common.json) fmt::print("{}\n", name);
    for (const LoadedComponent& component : client.list(name)) {
      components.push_back(to_json(component));
      if (!common.json) fmt::print("  {}  {}\n", component.id, component.name);
    }
    all.push_back({{"container", name}, {"components", components}});
  }
  if (common.json) print(all);
}

void list_types(const std::string& package, const CommonOptions& common) {
  const auto packages =
      package.empty() ? packages_with_components(usual_index) : std::vector<std::string>{package};
  Json all = Json::object();
  for (const std::string& name : packages) {
    Json classes = Json::array();
    if (!common.json) fmt::print("{}\n", name);
    for (const auto& [class_name, library] : components_of(name, usual_index)) {
      classes.push_back(class_name);
      if (!common.json) fmt::print("  {}\n", class_name);
    }
    all[name] = classes;
  }
  if (common.json) print(all);
}

}  // namespace baton::components
