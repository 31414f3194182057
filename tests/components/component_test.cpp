// SPDX-License-Identifier: Apache-2.0
#include "component_test.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace baton::components {

std::string library(const std::string& target) {
  return std::filesystem::path(testing::program_folder() + "/../lib/lib" + target + ".so")
      .lexically_normal()
      .string();
}

void ComponentTest::SetUp() {
  testing::IsolatedTest::SetUp();
  const std::string plain = library("test_plain_components");
  write_index("plain", "test_components::Plain;" + plain + "\ntest_components::OnlyInterface;" +
                           plain + "\ntest_components::Talker;" + plain +
                           "\ntest_components::Small;" + plain + "\n");
  std::string wicked;
  for (const char* name : {"Throws", "StaysInConstructor", "NoNode", "Wicked"}) {
    wicked +=
        std::string("test_components::") + name + ";" + library("test_wicked_components") + "\n";
  }
  write_index("wicked", wicked);

  context_ = std::make_shared<Context>();
  InitOptions without_signals;
  without_signals.shutdown_on_signal = false;
  context_->init(0, nullptr, without_signals);
  node_ = std::make_shared<Node>("tester", NodeOptions().context(context_));
  ExecutorOptions options;
  options.context = context_;
  executor_ = std::make_shared<executors::SingleThreadedExecutor>(options);
  executor_->add_node(node_);
}

void ComponentTest::TearDown() {
  for (const auto& container : containers_) {
    container->kill(SIGINT);
    const auto end = container->wait();
    EXPECT_TRUE(end.has_value()) << "a container does not end: " << container->errors();
  }
  containers_.clear();
  clients_.clear();
  executor_.reset();
  node_.reset();
  context_->shutdown("the test is over");
  context_.reset();
  testing::IsolatedTest::TearDown();
}

void ComponentTest::write_index(const std::string& package, const std::string& lines,
                                const std::string& prefix_name) {
  const std::string folder =
      prefix(prefix_name) + "/share/ament_index/resource_index/rclcpp_components";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/" + package) << lines;
}

ChildOptions ComponentTest::container_options(const std::string& program,
                                              std::vector<std::string> arguments) const {
  ChildOptions options;
  options.program = program;
  options.arguments = std::move(arguments);
  options.environment["AMENT_PREFIX_PATH"] = prefix() + search_path_;
  options.environment["ROS_LOG_DIR"] = scratch();
  return options;
}

ChildProcess& ComponentTest::start(const std::string& program, std::vector<std::string> arguments,
                                   const std::string& node) {
  manager_ = node;
  containers_.push_back(
      std::make_unique<ChildProcess>(container_options(program, std::move(arguments))));
  list();
  return *containers_.back();
}

LoadNode::Request ComponentTest::request(const std::string& plugin,
                                         const std::string& package) const {
  LoadNode::Request made;
  made.package_name = package;
  made.plugin_name = "test_components::" + plugin;
  return made;
}

LoadNode::Response ComponentTest::load(const LoadNode::Request& asked) {
  auto answer = send<LoadNode>(manager_ + "/_container/load_node", asked);
  if (comes(answer)) return *answer.get();
  LoadNode::Response none;
  none.error_message = "no answer";
  return none;
}

UnloadNode::Response ComponentTest::unload(std::uint64_t id) {
  UnloadNode::Request asked;
  asked.unique_id = id;
  auto answer = send<UnloadNode>(manager_ + "/_container/unload_node", asked);
  if (comes(answer)) return *answer.get();
  UnloadNode::Response none;
  none.error_message = "no answer";
  return none;
}

ListNodes::Response ComponentTest::list() {
  auto answer = send<ListNodes>(manager_ + "/_container/list_nodes", ListNodes::Request());
  if (comes(answer)) return *answer.get();
  ADD_FAILURE() << "no answer of list_nodes";
  return ListNodes::Response();
}

std::int64_t ComponentTest::integer_of(const std::string& node, const std::string& parameter) {
  rcl_interfaces::srv::GetParameters::Request asked;
  asked.names.push_back(parameter);
  auto answer = send<rcl_interfaces::srv::GetParameters>(node + "/get_parameters", asked);
  if (!comes(answer) || answer.get()->values.empty()) return -1;
  return answer.get()->values[0].integer_value;
}

bool ComponentTest::spin_until(const std::function<bool()>& done) {
  return wait_until([&] {
    if (!done()) executor_->spin_once(std::chrono::milliseconds(1));
    return done();
  });
}

bool ComponentTest::says(ChildProcess& container, const std::string& text) {
  return wait_until([&] { return container.errors().find(text) != std::string::npos; });
}

std::string ComponentTest::make_fifo() {
  const std::string path = scratch() + "/fifo";
  EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
  return path;
}

bool ComponentTest::waits_for_fifo(const ChildProcess& process) {
  const std::string tasks = "/proc/" + std::to_string(process.pid()) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks)) {
    std::ifstream file(task.path() / "syscall");
    long number = -1;
    if (file >> number && number == SYS_openat) return true;
  }
  return false;
}

void ComponentTest::open_fifo(const std::string& path) {
  // Fails until the component reads.
  int fd = -1;
  EXPECT_TRUE(wait_until([&] {
    fd = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    return fd >= 0;
  }));
  if (fd >= 0) close(fd);
}

}  // namespace baton::components
