// SPDX-License-Identifier: Apache-2.0
// A program that ends, by a signal or by itself, in one of the ways that C++ has:
//
//   baton_ending_node END NODES MILLISECONDS
//
// END is below, NODES how many it has, and after MILLISECONDS it ends by itself; 0: it waits for a
// signal. It exits with `status` unless END says else. What happens is told at once, in lines; one
// more line stays in the buffer of stdout, for exit() to write.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <baton/baton.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/set_bool.hpp>

namespace {

using namespace std::chrono_literals;
using std_msgs::msg::String;
using std_srvs::srv::SetBool;

constexpr int status = 3;

void tell(const std::string& what) {
  const std::string line = what + '\n';
  if (write(STDOUT_FILENO, line.data(), line.size()) < 0) _exit(1);
}

void rest() {
  // lint-ok: no_sleep_in_tests: the pace of this program, for which no test waits
  std::this_thread::sleep_for(1ms);
}

/// Talks and listens, asks and answers, as fast as it can without keeping the machine busy.
class TalkingNode : public baton::Node {
 public:
  explicit TalkingNode(const std::string& name) : Node(name) {
    const baton::QoS qos(10);
    publisher_ = create_publisher<String>("/talk", qos);
    subscription_ = create_subscription<String>("/talk", qos, [](const String&) {});
    service_ = create_service<SetBool>(
        "/ask", [](const SetBool::Request::SharedPtr request,
                   SetBool::Response::SharedPtr response) { response->success = !request->data; });
    client_ = create_client<SetBool>("/ask");
    timer_ = create_wall_timer(1ms, [this] { work(); });
  }

 private:
  void work() {
    String message;
    message.data = "what is said does not matter";
    publisher_->publish(message);
    client_->prune_pending_requests();
    client_->async_send_request(std::make_shared<SetBool::Request>());
  }

  baton::Publisher<String>::SharedPtr publisher_;
  baton::Subscription<String>::SharedPtr subscription_;
  baton::Service<SetBool>::SharedPtr service_;
  baton::Client<SetBool>::SharedPtr client_;
  baton::TimerBase::SharedPtr timer_;
};

using Nodes = std::vector<std::shared_ptr<TalkingNode>>;

Nodes make_nodes(int count) {
  Nodes nodes;
  for (int i = 0; i < count; ++i) {
    nodes.push_back(std::make_shared<TalkingNode>("ending_" + std::to_string(i)));
  }
  return nodes;
}

/// Until a signal, or for as long as was said.
void spin(const Nodes& nodes, std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  const auto goes_on = [&] {
    return baton::ok() && (time == 0ms || std::chrono::steady_clock::now() < until);
  };
  if (nodes.empty()) {
    while (goes_on()) rest();
  } else if (nodes.size() == 1 && time == 0ms) {
    baton::spin(nodes.front());
  } else {
    baton::executors::MultiThreadedExecutor executor({}, 2);
    for (const auto& node : nodes) executor.add_node(node);
    const auto timer = nodes.front()->create_wall_timer(1ms, [&] {
      if (!goes_on()) executor.cancel();
    });
    executor.spin();
  }
  tell("ending");
}

/// Threads that know nothing of the end.
void publish_for_ever(const Nodes& nodes) {
  for (const auto& node : nodes) {
    std::thread([publisher = node->create_publisher<String>("/talk", 10)] {
      for (;;) {
        publisher->publish(String());
        if (!baton::ok()) rest();
      }
    }).detach();
  }
}
void make_and_destroy_for_ever(const Nodes& nodes) {
  for (const auto& node : nodes) {
    std::thread([node] {
      try {
        for (int i = 0;; ++i) {
          const auto publisher = node->create_publisher<String>("/made", 10);
          const auto subscription =
              node->create_subscription<String>("/made", 10, [](const String&) {});
          publisher->publish(String());
        }
      } catch (const std::exception&) {
        // The context was shut down.
      }
    }).detach();
  }
}

struct Arguments {
  int nodes;
  std::chrono::milliseconds time;
};

using End = int (*)(const Arguments&);

const std::map<std::string, End>& ends() {
  static const auto& all = *new std::map<std::string, End>{
      {"shutdown",
       [](const Arguments& asked) {
         spin(make_nodes(asked.nodes), asked.time);
         tell("no handlers");  // soon
         baton::shutdown();
         return status;
       }},
      {"return",
       [](const Arguments& asked) {
         spin(make_nodes(asked.nodes), asked.time);
         return status;
       }},
      {"return_with_nodes",
       [](const Arguments& asked) {
         const Nodes nodes = make_nodes(asked.nodes);
         spin(nodes, asked.time);
         return status;
       }},
      {"return_with_static_nodes",
       [](const Arguments& asked) {
         static const Nodes nodes = make_nodes(asked.nodes);
         spin(nodes, asked.time);
         return status;
       }},
      {"exit",
       [](const Arguments& asked) -> int {
         const Nodes nodes = make_nodes(asked.nodes);
         spin(nodes, asked.time);
         std::exit(status);
       }},
      {"exit_in_callback",
       [](const Arguments& asked) {
         const Nodes nodes = make_nodes(asked.nodes);
         baton::on_shutdown([] { std::exit(status); });
         spin(nodes, asked.time);
         baton::shutdown();
         return status;  // it was over before there was a callback
       }},
      {"throw",
       [](const Arguments& asked) {
         const Nodes nodes = make_nodes(asked.nodes);
         try {
           spin(nodes, asked.time);
           throw std::runtime_error("caught");
         } catch (const std::runtime_error&) {
           return status;
         }
       }},
      {"throw_uncaught",
       [](const Arguments& asked) -> int {
         const Nodes nodes = make_nodes(asked.nodes);
         spin(nodes, asked.time);
         throw std::runtime_error("not caught");
       }},
      {"threads_publish",
       [](const Arguments& asked) {
         const Nodes nodes = make_nodes(asked.nodes);
         publish_for_ever(nodes);
         spin(nodes, asked.time);
         return status;
       }},
      {"threads_make_endpoints",
       [](const Arguments& asked) {
         const Nodes nodes = make_nodes(asked.nodes);
         make_and_destroy_for_ever(nodes);
         spin(nodes, asked.time);
         return status;
       }},
      {"callback_waits_for_spin",
       [](const Arguments& asked) {
         const Nodes nodes = make_nodes(asked.nodes);
         std::thread spinning([&] { spin(nodes, asked.time); });
         baton::on_shutdown([&] { spinning.join(); });
         tell("ready");
         while (baton::ok()) rest();
         baton::shutdown();
         return status;
       }},
      {"hang",
       [](const Arguments& asked) {
         const Nodes nodes = make_nodes(asked.nodes);
         baton::on_shutdown([] {
           tell("hangs");
           for (;;) pause();
         });
         tell("ready");
         spin(nodes, asked.time);
         return status;
       }},
  };
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 1;
  const End end = ends().at(argv[1]);
  const Arguments asked{std::atoi(argv[2]), std::chrono::milliseconds(std::atoi(argv[3]))};
  std::printf("flushed\n");
  tell("begun");
  baton::init(argc, argv);
  tell("handlers");
  return end(asked);
}
