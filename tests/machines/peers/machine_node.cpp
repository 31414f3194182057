// SPDX-License-Identifier: Apache-2.0
// baton_machine_node: a node on one of the machines of a test. Reads commands, one a line, and
// answers each with one line, "> " and words, `key=value`. What is thrown is the answer "> error
// <text>". Lines without "> " are of the libraries.
//
//   publisher NAME TOPIC [qos]         qos: depth=N keep_all best_effort transient_local
//   subscription NAME TOPIC [qos]
//   publish NAME COUNT [size=N] [rate_hz=N]      begins; `report` tells how far it is
//   report NAME      matches NAME      acknowledged NAME      destroy NAME
//   server SERVICE   client SERVICE    available SERVICE      add SERVICE A B
//   parameter NAME VALUE               set NODE NAME VALUE    get NODE NAME
//   nodes            topics            quit
//   descriptors left=N                 no more are free, whatever is closed; until `descriptors
//   all`
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <rclcpp/rclcpp.hpp>

#include "descriptor_eater.hpp"
#include "image_endpoints.hpp"

namespace baton::machines {
namespace {

using namespace std::chrono_literals;
using example_interfaces::srv::AddTwoInts;

constexpr auto patience = 10s;

struct Words {
  std::vector<std::string> words;

  const std::string& at(std::size_t index) const { return words.at(index); }
  bool has(const std::string& flag) const {
    return std::find(words.begin(), words.end(), flag) != words.end();
  }
  double number(const std::string& key, double fallback) const {
    for (const std::string& word : words) {
      if (word.starts_with(key + '=')) return std::stod(word.substr(key.size() + 1));
    }
    return fallback;
  }
  rclcpp::QoS qos() const {
    rclcpp::QoS qos(static_cast<std::size_t>(number("depth", 10)));
    if (has("keep_all")) qos.keep_all();
    if (has("best_effort")) qos.best_effort();
    if (has("transient_local")) qos.transient_local();
    return qos;
  }
};

template <class Container>
std::string joined(const Container& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + text;
  return all;
}

std::string said_of(const std::vector<MatchInfo>& matches) {
  std::string text = "count=" + std::to_string(matches.size());
  for (const MatchInfo& match : matches) text += " transport=" + match.transport;
  return text;
}

class MachineNode {
 public:
  MachineNode() : node_(std::make_shared<rclcpp::Node>("machine_node")) {
    executor_.add_node(node_);
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~MachineNode() {
    streams_.clear();
    executor_.cancel();
    thread_.join();
  }

  std::string run(const std::string& command, const Words& words) {
    if (command == "nodes") return joined(node_->get_node_names());
    if (command == "topics") return topics();
    if (command == "parameter" || command == "set" || command == "get") {
      return parameter(command, words);
    }
    if (command == "descriptors") {
      eater_.reset();
      if (words.has("all")) return "ok";
      eater_ = std::make_unique<DescriptorEater>(static_cast<std::size_t>(words.number("left", 0)));
      return "ok";
    }
    const std::string& name = words.at(0);
    if (command == "server" || command == "client" || command == "available" || command == "add") {
      return service(command, name, words);
    }
    if (command == "publisher") {
      streams_[name] = std::make_unique<ImageStream>(*node_, words.at(1), words.qos());
      return "ok";
    }
    if (command == "subscription") {
      accounts_[name] = std::make_unique<ImageAccount>(*node_, words.at(1), words.qos());
      return "ok";
    }
    if (command == "destroy") {
      streams_.erase(name);
      accounts_.erase(name);
      return "ok";
    }
    return streams_.contains(name) ? ask(*streams_.at(name), command, words)
                                   : ask(*accounts_.at(name), command);
  }

 private:
  static std::string ask(ImageStream& stream, const std::string& command, const Words& words) {
    if (command == "report") return stream.report();
    if (command == "matches") return said_of(stream.base().get_matches());
    if (command == "acknowledged") return stream.acknowledged() ? "yes" : "no";
    if (command != "publish") throw std::invalid_argument("no such command: " + command);
    stream.begin(static_cast<std::uint32_t>(std::stoul(words.at(1))),
                 static_cast<std::size_t>(words.number("size", 1000)), words.number("rate_hz", 0));
    return "ok";
  }
  static std::string ask(ImageAccount& account, const std::string& command) {
    if (command == "report") return account.report();
    if (command == "matches") return said_of(account.base().get_matches());
    throw std::invalid_argument("no such command: " + command);
  }

  std::string topics() {
    std::vector<std::string> names;
    for (const auto& [name, types] : node_->get_topic_names_and_types()) names.push_back(name);
    return joined(names);
  }

  std::string service(const std::string& command, const std::string& name, const Words& words) {
    if (command == "server") {
      servers_[name] =
          node_->create_service<AddTwoInts>(name, [](const AddTwoInts::Request::SharedPtr request,
                                                     AddTwoInts::Response::SharedPtr response) {
            response->sum = request->a + request->b;
          });
      return "ok";
    }
    if (command == "client") {
      clients_[name] = node_->create_client<AddTwoInts>(name);
      return "ok";
    }
    const auto& client = clients_.at(name);
    if (command == "available") return client->service_is_ready() ? "yes" : "no";
    auto request = std::make_shared<AddTwoInts::Request>();
    request->a = std::stoll(words.at(1));
    request->b = std::stoll(words.at(2));
    auto answer = client->async_send_request(request);
    if (answer.wait_for(patience) != std::future_status::ready) return "no answer";
    return "sum=" + std::to_string(answer.get()->sum);
  }

  std::string parameter(const std::string& command, const Words& words) {
    if (command == "parameter") {
      node_->declare_parameter(words.at(0), static_cast<std::int64_t>(std::stoll(words.at(1))));
      return "ok";
    }
    rclcpp::AsyncParametersClient client(node_, words.at(0));
    if (!client.wait_for_service(patience)) return "no such node";
    if (command == "set") {
      const auto value = static_cast<std::int64_t>(std::stoll(words.at(2)));
      auto done = client.set_parameters({rclcpp::Parameter(words.at(1), value)});
      if (done.wait_for(patience) != std::future_status::ready) return "no answer";
      return done.get().at(0).successful ? "ok" : "refused";
    }
    auto values = client.get_parameters({words.at(1)});
    if (values.wait_for(patience) != std::future_status::ready) return "no answer";
    return "value=" + std::to_string(values.get().at(0).as_int());
  }

  rclcpp::Node::SharedPtr node_;
  std::map<std::string, std::unique_ptr<ImageStream>> streams_;
  std::map<std::string, std::unique_ptr<ImageAccount>> accounts_;
  std::map<std::string, rclcpp::Service<AddTwoInts>::SharedPtr> servers_;
  std::map<std::string, rclcpp::Client<AddTwoInts>::SharedPtr> clients_;
  std::unique_ptr<DescriptorEater> eater_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::thread thread_;
};

/// Where answers go. Fast DDS writes to stdout when it likes, in the middle of a line of others, so
/// what was stdout is the answers' alone, and stdout is stderr.
std::FILE* answers() {
  static std::FILE* const file = [] {
    const int kept = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return fdopen(kept, "w");
  }();
  return file;
}

void answer(std::string text) {
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  std::fprintf(answers(), "> %s\n", text.c_str());
  std::fflush(answers());
}

void serve() {
  MachineNode node;
  answer("ready");
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream stream(line);
    std::string command;
    stream >> command;
    if (command == "quit") return;
    const Words words{{std::istream_iterator<std::string>(stream), {}}};
    try {
      answer(node.run(command, words));
    } catch (const std::exception& error) {
      answer(std::string("error ") + error.what());
    }
  }
}

}  // namespace
}  // namespace baton::machines

int main(int argc, char** argv) try {
  baton::machines::answers();
  rclcpp::init(argc, argv);
  baton::machines::serve();
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  baton::machines::answer(std::string("error ") + error.what());
  return 1;
}
