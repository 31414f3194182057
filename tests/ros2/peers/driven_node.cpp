// SPDX-License-Identifier: Apache-2.0
// driven_node: a node that a test drives. It is written for rclcpp alone, and built twice: with ROS
// 2 and with Baton. Reads commands, one a line, and answers each with one line: "> " and JSON, or
// "> error TEXT". Lines without "> " are of the libraries.
//
//   publisher NAME TOPIC [qos]         qos: depth=N keep_all best_effort transient_local
//   subscription NAME TOPIC [qos]
//   publish NAME COUNT [rate_hz=N] [size=N]   numbered from 1; answers when all are published
//   report NAME      matches NAME      destroy NAME
//   server SERVICE   client SERVICE    available SERVICE      call SERVICE COUNT
//   parameter NAME VALUE               set NODE NAME VALUE    get NODE NAME
//   nodes            endpoints TOPIC   quit
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <future>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

namespace {

using namespace std::chrono_literals;
using rcl_interfaces::srv::ListParameters;  // ROS 2's core has no type for sums
using std_msgs::msg::String;

constexpr auto patience = 10s;

struct Words {
  std::vector<std::string> words;

  const std::string& at(std::size_t index) const { return words.at(index); }
  bool has(const std::string& flag) const {
    return std::find(words.begin(), words.end(), flag) != words.end();
  }
  std::size_t number(const std::string& key, std::size_t fallback) const {
    for (const std::string& word : words) {
      if (word.compare(0, key.size() + 1, key + '=') == 0) {
        return std::stoul(word.substr(key.size() + 1));
      }
    }
    return fallback;
  }
  rclcpp::QoS qos() const {
    rclcpp::QoS qos(number("depth", 10));
    if (has("keep_all")) qos.keep_all();
    if (has("best_effort")) qos.best_effort();
    if (has("transient_local")) qos.transient_local();
    return qos;
  }
};

template <class Value>
std::string field(const char* key, const Value& value) {
  std::ostringstream text;
  text << "{\"" << key << "\": " << value << "}";
  return text.str();
}

std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

std::string listed(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return "[" + all + "]";
}

/// Numbers that came.
class Account {
 public:
  void add(const String& message) {
    const std::size_t number = std::stoul(std::string(message.data.c_str()));
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!seen_.insert(number).second) ++twice_;
  }
  std::string report() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::ostringstream text;
    text << "{\"seen\": " << seen_.size() << ", \"first\": " << (seen_.empty() ? 0 : *seen_.begin())
         << ", \"last\": " << (seen_.empty() ? 0 : *seen_.rbegin()) << ", \"twice\": " << twice_
         << "}";
    return text.str();
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::size_t> seen_;
  std::size_t twice_ = 0;
};

class DrivenNode {
 public:
  DrivenNode() : node_(std::make_shared<rclcpp::Node>("driven_node")) {
    executor_.add_node(node_);
    thread_ = std::thread([this] { executor_.spin(); });
    // A cancel() before it spins cancels nothing.
    while (!executor_.is_spinning()) std::this_thread::yield();
  }
  ~DrivenNode() {
    executor_.cancel();
    thread_.join();
  }

  std::string run(const std::string& command, const Words& words) {
    if (command == "nodes") return nodes();
    const std::string& name = words.at(0);
    if (command == "endpoints") return endpoints(name);
    if (command == "parameter") {
      node_->declare_parameter(name, std::stoi(words.at(1)));
      return "{}";
    }
    if (command == "set" || command == "get") return parameter(command, words);
    if (command == "publisher") {
      publishers_[name] = node_->create_publisher<String>(words.at(1), words.qos());
      return "{}";
    }
    if (command == "subscription") {
      const auto account = accounts_[name] = std::make_shared<Account>();
      subscriptions_[name] = node_->create_subscription<String>(
          words.at(1), words.qos(),
          [account](const String::ConstSharedPtr message) { account->add(*message); });
      return "{}";
    }
    if (command == "publish") return publish(*publishers_.at(name), words);
    if (command == "report") return accounts_.at(name)->report();
    if (command == "matches") return field("count", matches(name));
    if (command == "destroy") {
      publishers_.erase(name);
      subscriptions_.erase(name);
      return "{}";
    }
    return service(command, name, words);
  }

 private:
  std::string nodes() const {
    std::vector<std::string> names;
    for (const std::string& name : node_->get_node_names()) names.push_back(in_quotes(name));
    return field("nodes", listed(names));
  }

  std::string endpoints(const std::string& topic) const {
    const auto told = [](const std::vector<rclcpp::TopicEndpointInfo>& infos) {
      std::vector<std::string> texts;
      for (const auto& info : infos) {
        std::string gid;
        char digits[3];
        for (const auto byte : info.endpoint_gid()) {
          std::snprintf(digits, sizeof(digits), "%02x", byte);
          gid += digits;
        }
        const auto& qos = info.qos_profile().get_rmw_qos_profile();
        texts.push_back("{\"node\": " + in_quotes(info.node_namespace() + " " + info.node_name()) +
                        ", \"type\": " + in_quotes(info.topic_type()) +
                        ", \"gid\": " + in_quotes(gid) +
                        ", \"history\": " + std::to_string(static_cast<int>(qos.history)) +
                        ", \"depth\": " + std::to_string(qos.depth) + "}");
      }
      return listed(texts);
    };
    return "{\"publishers\": " + told(node_->get_publishers_info_by_topic(topic)) +
           ", \"subscriptions\": " + told(node_->get_subscriptions_info_by_topic(topic)) + "}";
  }

  std::size_t matches(const std::string& name) const {
    const auto publisher = publishers_.find(name);
    return publisher != publishers_.end() ? publisher->second->get_subscription_count()
                                          : subscriptions_.at(name)->get_publisher_count();
  }

  /// Again while a subscription that keeps all does not keep up: on a machine under load that may
  /// take longer than a publication waits.
  static void publish_until_it_is_taken(rclcpp::Publisher<String>& publisher,
                                        const String& message) {
    const auto end = std::chrono::steady_clock::now() + 20s;
    for (;;) {
      try {
        return publisher.publish(message);
      } catch (const std::exception&) {
        if (std::chrono::steady_clock::now() > end) throw;
      }
    }
  }

  static std::string publish(rclcpp::Publisher<String>& publisher, const Words& words) {
    const std::size_t count = std::stoul(words.at(1));
    const std::size_t rate_hz = words.number("rate_hz", 0);
    const std::string filling(words.number("size", 0), '.');
    auto next = std::chrono::steady_clock::now();
    for (std::size_t number = 1; number <= count; ++number) {
      String message;
      message.data = std::to_string(number) + " " + filling;
      publish_until_it_is_taken(publisher, message);
      if (rate_hz == 0) continue;
      next += std::chrono::nanoseconds(1s) / rate_hz;
      std::this_thread::sleep_until(next);  // lint-ok: no_sleep_in_tests: the rate of the publisher
    }
    return field("published", count);
  }

  std::string service(const std::string& command, const std::string& name, const Words& words) {
    if (command == "server") {
      servers_[name] = node_->create_service<ListParameters>(
          name, [](const ListParameters::Request::SharedPtr request,
                   ListParameters::Response::SharedPtr response) {
            response->result.names.push_back(std::to_string(request->depth));
          });
      return "{}";
    }
    if (command == "client") {
      clients_[name] = node_->create_client<ListParameters>(name);
      return "{}";
    }
    const auto& client = clients_.at(name);
    if (command == "available")
      return field("available", client->service_is_ready() ? "true" : "false");
    if (command != "call") throw std::invalid_argument("no such command: " + command);
    return call(*client, std::stoul(words.at(1)));
  }

  /// One after the other.
  static std::string call(rclcpp::Client<ListParameters>& client, std::size_t count) {
    std::size_t right = 0, wrong = 0, lost = 0;
    for (std::size_t number = 1; number <= count; ++number) {
      auto request = std::make_shared<ListParameters::Request>();
      request->depth = number;
      auto answer = client.async_send_request(request);
      if (answer.wait_for(patience) != std::future_status::ready) {
        client.remove_pending_request(answer);
        ++lost;
        continue;
      }
      const auto names = answer.get()->result.names;
      ++(names.size() == 1 && std::to_string(number) == names[0].c_str() ? right : wrong);
    }
    return "{\"right\": " + std::to_string(right) + ", \"wrong\": " + std::to_string(wrong) +
           ", \"lost\": " + std::to_string(lost) + "}";
  }

  std::string parameter(const std::string& command, const Words& words) {
    rclcpp::AsyncParametersClient client(node_, words.at(0));
    if (!client.wait_for_service(patience)) throw std::runtime_error("no such node");
    if (command == "set") {
      const rclcpp::Parameter value(words.at(1), std::stoi(words.at(2)));
      auto done = client.set_parameters({value});
      if (done.wait_for(patience) != std::future_status::ready)
        throw std::runtime_error("no answer");
      return field("successful", done.get().at(0).successful ? "true" : "false");
    }
    auto values = client.get_parameters({words.at(1)});
    if (values.wait_for(patience) != std::future_status::ready)
      throw std::runtime_error("no answer");
    return field("value", values.get().at(0).as_int());
  }

  const rclcpp::Node::SharedPtr node_;
  std::map<std::string, rclcpp::Publisher<String>::SharedPtr> publishers_;
  std::map<std::string, rclcpp::Subscription<String>::SharedPtr> subscriptions_;
  std::map<std::string, std::shared_ptr<Account>> accounts_;
  std::map<std::string, rclcpp::Service<ListParameters>::SharedPtr> servers_;
  std::map<std::string, rclcpp::Client<ListParameters>::SharedPtr> clients_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::thread thread_;
};

/// What was stdout is the answers' alone: libraries write there when they like, within lines of
/// others.
std::FILE* answers() {
  static std::FILE* const file = [] {
    const int kept = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return fdopen(kept, "w");
  }();
  return file;
}

void answer(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::fprintf(answers(), "> %s\n", text.c_str());
  std::fflush(answers());
}

void serve() {
  DrivenNode node;
  answer("{}");
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

int main(int argc, char** argv) {
  answers();
  rclcpp::init(argc, argv);
  serve();
  rclcpp::shutdown();
}
