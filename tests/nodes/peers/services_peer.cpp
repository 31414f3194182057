// SPDX-License-Identifier: Apache-2.0
// baton_services_peer: the other process of a test of services. What it does is its first argument:
//
//   server NAME         example_interfaces/AddTwoInts; reports a request with a < 0 and does not
//                       answer it
//   toggle NAME         std_srvs/SetBool
//   client NAME COUNT   asks so often, one after the other, and says how often the sum was right
//
// Says "ready" when it serves, and ends with its standard input.
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <std_srvs/srv/set_bool.hpp>

#include <baton/baton.hpp>

namespace {

using example_interfaces::srv::AddTwoInts;
using std_srvs::srv::SetBool;

void say(const std::string& text) { std::cout << text << std::endl; }

void serve(const std::shared_ptr<baton::Node>& node,
           const std::shared_ptr<baton::Context>& context) {
  baton::ExecutorOptions options;
  options.context = context;
  baton::executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  std::thread spinning([&] { executor.spin(); });
  say("ready");
  std::string line;
  while (std::getline(std::cin, line)) {
  }
  context->shutdown("the input has ended");
  spinning.join();
}

void add(baton::Service<AddTwoInts>::SharedPtr service, std::shared_ptr<rmw_request_id_t> id,
         std::shared_ptr<const AddTwoInts::Request> request) {
  if (request->a < 0) return say("unanswered");
  AddTwoInts::Response response;
  response.sum = request->a + request->b;
  service->send_response(*id, response);
}

int ask(const std::shared_ptr<baton::Node>& node, const std::string& name, int count) {
  const auto client = node->create_client<AddTwoInts>(name);
  if (!client->wait_for_service(std::chrono::seconds(10))) return 1;
  int right = 0;
  for (int i = 0; i < count; ++i) {
    auto request = std::make_shared<AddTwoInts::Request>();
    request->a = i;
    request->b = 1000;
    auto future = client->async_send_request(request);
    const auto code = baton::spin_until_future_complete(node, future, std::chrono::seconds(10));
    if (code == baton::FutureReturnCode::SUCCESS && future.get()->sum == i + 1000) ++right;
  }
  say(std::to_string(right));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::string role = argv[1];
  const std::string name = argv[2];
  const auto context = std::make_shared<baton::Context>();
  context->init(0, nullptr);
  const auto node = std::make_shared<baton::Node>("peer", baton::NodeOptions().context(context));
  if (role == "client") return ask(node, name, argc > 3 ? std::stoi(argv[3]) : 1);
  std::shared_ptr<baton::ServiceBase> service;
  if (role == "server") {
    service = node->create_service<AddTwoInts>(name, &add);
  } else if (role == "toggle") {
    service = node->create_service<SetBool>(
        name, [](SetBool::Request::SharedPtr request, SetBool::Response::SharedPtr response) {
          response->success = request->data;
        });
  } else {
    return 2;
  }
  serve(node, context);
}
