// SPDX-License-Identifier: Apache-2.0
// How long a container's load service takes for a small component, as its caller sees it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <baton/baton.hpp>
#include <chrono>
#include <composition_interfaces/srv/load_node.hpp>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "clock.hpp"

namespace {

using composition_interfaces::srv::LoadNode;
using namespace std::chrono_literals;

class Caller {
 public:
  Caller(const std::string& container, std::string package, std::string plugin)
      : node_(std::make_shared<baton::Node>("component_load")),
        client_(node_->create_client<LoadNode>(container + "/_container/load_node")),
        package_(std::move(package)),
        plugin_(std::move(plugin)) {
    executor_.add_node(node_);
    if (!client_->wait_for_service(10s)) {
      throw std::runtime_error(fmt::format("no container answers as {}: start one", container));
    }
  }

  /// Nanoseconds from the request to the answer.
  std::int64_t load(const std::string& node_name) {
    auto request = std::make_shared<LoadNode::Request>();
    request->package_name = package_;
    request->plugin_name = plugin_;
    request->node_name = node_name;
    const std::int64_t begin_ns = perf::now_ns();
    auto answer = client_->async_send_request(request);
    if (executor_.spin_until_future_complete(answer, 10s) != baton::FutureReturnCode::SUCCESS) {
      throw std::runtime_error("the container did not answer within 10 s");
    }
    const std::int64_t took_ns = perf::now_ns() - begin_ns;
    const auto response = answer.get();
    if (!response->success) throw std::runtime_error(std::string(response->error_message));
    return took_ns;
  }

 private:
  const baton::Node::SharedPtr node_;
  const baton::Client<LoadNode>::SharedPtr client_;
  const std::string package_;
  const std::string plugin_;
  baton::executors::SingleThreadedExecutor executor_;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("How long a container takes to load components.");
  std::string container = "/ComponentManager";
  std::string package = "baton_perf";
  std::string plugin = "perf::SmallComponent";
  int count = 10;
  int first = 0;
  app.add_option("--container", container, "Full name of the container's node");
  app.add_option("--package", package, "Package that has the component");
  app.add_option("--plugin", plugin, "Class of the component");
  app.add_option("--count", count, "How many to load")->check(CLI::Range(1, 10000));
  app.add_option("--first", first, "Number in the name of the first node");
  CLI11_PARSE(app, argc, argv);
  try {
    baton::init(0, nullptr);
    std::vector<std::int64_t> loads_ns;
    {
      Caller caller(container, package, plugin);
      for (int number = first; number < first + count; ++number) {
        loads_ns.push_back(caller.load(fmt::format("small_{}", number)));
      }
    }
    baton::shutdown();
    std::sort(loads_ns.begin(), loads_ns.end());
    const nlohmann::json document = {{"component_load_ns",
                                      {{"min", loads_ns.front()},
                                       {"p50", loads_ns[loads_ns.size() / 2]},
                                       {"max", loads_ns.back()},
                                       {"count", loads_ns.size()}}}};
    fmt::print("{}\n", document.dump());
  } catch (const std::exception& error) {
    fmt::print(stderr, "component_load: {}\n", error.what());
    return 1;
  }
}
