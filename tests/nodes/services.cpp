// SPDX-License-Identifier: Apache-2.0
// Services and clients, as nodes of one process use them.
#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "services_test.hpp"

namespace baton::nodes {
namespace {

using namespace std::chrono_literals;
using namespace std::placeholders;

/// A service of each callback form, one after the other.
class ServiceFormsTest : public ServicesTest {
 protected:
  template <class F>
  std::int64_t sum_of(F&& callback) {
    const auto node = make_node();
    const auto service =
        node->template create_service<AddTwoInts>("add", std::forward<F>(callback));
    const auto client = node->template create_client<AddTwoInts>("add");
    EXPECT_TRUE(client->wait_for_service(enough));
    return ask(node, client, 40, 2);
  }
};

struct Adder {
  void add(const std::shared_ptr<AddTwoInts::Request> request,
           const std::shared_ptr<AddTwoInts::Response> response) {
    response->sum = request->a + request->b;
  }
  void add_for(const std::shared_ptr<rmw_request_id_t> id,
               const std::shared_ptr<AddTwoInts::Request> request,
               const std::shared_ptr<AddTwoInts::Response> response) {
    last_sequence = id->sequence_number;
    add(request, response);
  }
  void answer(std::shared_ptr<Service<AddTwoInts>> service, std::shared_ptr<rmw_request_id_t> id,
              std::shared_ptr<AddTwoInts::Request> request) const {
    AddTwoInts::Response response;
    response.sum = request->a + request->b;
    service->send_response(*id, response);
  }
  std::int64_t last_sequence = 0;
};

TEST_F(ServicesTest, ARequestThatFollowsItsEndpointsAtOnceIsAnswered) {
  const auto node = make_node();
  for (int i = 0; i < 30; ++i) {
    const std::string name = "add" + std::to_string(i);
    Service<AddTwoInts>::SharedPtr service;
    if (i % 2 == 0) service = node->create_service<AddTwoInts>(name, add_them);
    const auto client = node->create_client<AddTwoInts>(name);
    if (i % 2 != 0) service = node->create_service<AddTwoInts>(name, add_them);
    EXPECT_TRUE(client->service_is_ready()) << name;
    EXPECT_EQ(ask(node, client, 40, i), 40 + i);
  }
}

TEST_F(ServiceFormsTest, AFreeFunction) {
  EXPECT_EQ(sum_of(add_them), 42);
  EXPECT_EQ(sum_of(&add_them), 42);
}

TEST_F(ServiceFormsTest, AStdFunction) {
  EXPECT_EQ(sum_of(Service<AddTwoInts>::CallbackType(add_them)), 42);
}

TEST_F(ServiceFormsTest, AMemberFunctionThatIsBound) {
  Adder adder;
  EXPECT_EQ(sum_of(std::bind(&Adder::add, &adder, _1, _2)), 42);
}

TEST_F(ServiceFormsTest, AMemberFunctionWithTheId) {
  Adder adder;
  EXPECT_EQ(sum_of(std::bind(&Adder::add_for, &adder, _1, _2, _3)), 42);
  EXPECT_EQ(adder.last_sequence, 1);
}

TEST_F(ServiceFormsTest, AMemberFunctionThatAnswersByTheService) {
  const Adder adder;
  EXPECT_EQ(sum_of(std::bind(&Adder::answer, &adder, _1, _2, _3)), 42);
}

TEST_F(ServiceFormsTest, AGenericLambdaMayChangeItsRequest) {
  EXPECT_EQ(sum_of([](auto request, auto response) {
              request->a += request->b;
              response->sum = request->a;
            }),
            42);
}

TEST_F(ServiceFormsTest, ReferencesToPointers) {
  EXPECT_EQ(sum_of([](const AddTwoInts::Request::SharedPtr& request,
                      const AddTwoInts::Response::SharedPtr& response) {
              response->sum = request->a + request->b;
            }),
            42);
}

TEST_F(ServiceFormsTest, AConstRequest) {
  EXPECT_EQ(sum_of([](AddTwoInts::Request::ConstSharedPtr request,
                      AddTwoInts::Response::SharedPtr response) {
              response->sum = request->a + request->b;
            }),
            42);
}

TEST_F(ServiceFormsTest, TheIdByValueAndTheService) {
  EXPECT_EQ(sum_of([](Service<AddTwoInts>::SharedPtr service, rmw_request_id_t id,
                      AddTwoInts::Request::SharedPtr request) {
              AddTwoInts::Response response;
              response.sum = request->a + request->b;
              service->send_response(id, response);
            }),
            42);
}

TEST_F(ServiceFormsTest, ACallbackThatOwnsWhatCannotBeCopied) {
  EXPECT_EQ(sum_of([extra = std::make_unique<int>(0)](AddTwoInts::Request::SharedPtr request,
                                                      AddTwoInts::Response::SharedPtr response) {
              response->sum = request->a + request->b + *extra;
            }),
            42);
}

// ---- answers ----

TEST_F(ServicesTest, AnAnswerMayComeLater) {
  const auto node = make_node();
  std::vector<rmw_request_id_t> waiting;
  const auto service = node->create_service<AddTwoInts>(
      "add", [&](std::shared_ptr<rmw_request_id_t> id, AddTwoInts::Request::SharedPtr) {
        waiting.push_back(*id);
      });
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  auto first = client->async_send_request(two_ints(1, 1));
  auto second = client->async_send_request(two_ints(2, 2));
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  ASSERT_TRUE(spin_until(executor, [&] { return waiting.size() == 2; }));
  AddTwoInts::Response response;
  response.sum = 22;
  service->send_response(waiting[1], response);  // in another order
  ASSERT_EQ(executor.spin_until_future_complete(second, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(second.get()->sum, 22);
  EXPECT_EQ(first.wait_for(0s), std::future_status::timeout);
  response.sum = 11;
  service->send_response(waiting[0], response);
  ASSERT_EQ(executor.spin_until_future_complete(first, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(first.get()->sum, 11);
}

TEST_F(ServicesTest, AResponseThatTheCallbackKeepsIsSentAsACopy) {
  const auto node = make_node();
  Trigger::Response::SharedPtr kept;
  const auto service = node->create_service<Trigger>(
      "trigger", [&](Trigger::Request::SharedPtr, Trigger::Response::SharedPtr response) {
        response->message = "a text that does not fit into a small string";
        kept = response;
      });
  const auto client = node->create_client<Trigger>("trigger");
  ASSERT_TRUE(client->wait_for_service(enough));
  auto future = client->async_send_request(std::make_shared<Trigger::Request>());
  ASSERT_EQ(spin_until_future_complete(node, future, enough), FutureReturnCode::SUCCESS);
  const auto response = future.get();
  kept->message = "changed";
  EXPECT_EQ(response->message, "a text that does not fit into a small string");
  kept.reset();
}

TEST_F(ServicesTest, TextsOfEverySizeCrossInBothDirections) {
  for (const bool by_pointer : {false, true}) {
    const auto node = std::make_shared<Node>("node", options().use_intra_process_comms(by_pointer));
    const auto service = node->create_service<SetBool>(
        "set", [](SetBool::Request::SharedPtr request, SetBool::Response::SharedPtr response) {
          response->success = request->data;
          response->message = std::string(100'000, 'x');
        });
    const auto client = node->create_client<SetBool>("set");
    ASSERT_TRUE(client->wait_for_service(enough));
    for (int i = 0; i < 20; ++i) {
      auto request = std::make_shared<SetBool::Request>();
      request->data = i % 2 == 0;
      auto future = client->async_send_request(request);
      ASSERT_EQ(spin_until_future_complete(node, future, enough), FutureReturnCode::SUCCESS);
      const auto response = future.get();
      EXPECT_EQ(response->success, i % 2 == 0);
      EXPECT_EQ(std::string(response->message), std::string(100'000, 'x'));
      response->message = "mine to change";
    }
  }
}

TEST_F(ServicesTest, ByPointerTheyAreTheSameAsBetweenProcesses) {
  const auto node = std::make_shared<Node>("node", options().use_intra_process_comms(true));
  AddTwoInts::Request::SharedPtr kept;
  const auto service = node->create_service<AddTwoInts>(
      "add", [&](AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        add_them(request, response);
        request->a = 0;
        kept = request;
      });
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  const auto request = two_ints(40, 2);
  auto future = client->async_send_request(request);
  ASSERT_EQ(spin_until_future_complete(node, future, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get()->sum, 42);
  EXPECT_EQ(request->a, 40);  // the client's own
  EXPECT_EQ(kept->b, 2);
  kept.reset();
}

// ---- clients ----

TEST_F(ServicesTest, ACallbackGetsTheFutureAndSoDoesOneThatWantsTheRequest) {
  const auto node = make_node();
  const auto service = node->create_service<AddTwoInts>("add", add_them);
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  std::int64_t sum = 0;
  auto one = client->async_send_request(
      two_ints(1, 2), [&](Client<AddTwoInts>::SharedFuture future) { sum = future.get()->sum; });
  ASSERT_EQ(spin_until_future_complete(node, one, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(sum, 3);
  const auto request = two_ints(3, 4);
  std::pair<AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr> seen;
  auto other = client->async_send_request(
      request, [&](Client<AddTwoInts>::SharedFutureWithRequest future) { seen = future.get(); });
  ASSERT_EQ(spin_until_future_complete(node, other, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(seen.first, request);
  EXPECT_EQ(seen.second->sum, 7);
}

TEST_F(ServicesTest, AFutureOfARequestCanBeUsedAsAFuture) {
  const auto node = make_node();
  const auto service = node->create_service<AddTwoInts>("add", add_them);
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  Client<AddTwoInts>::SharedFuture shared = client->async_send_request(two_ints(1, 1));
  ASSERT_EQ(spin_until_future_complete(node, shared, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(shared.get()->sum, 2);
  auto sent = client->async_send_request(two_ints(2, 2));
  std::future<AddTwoInts::Response::SharedPtr>& plain = sent;
  ASSERT_EQ(spin_until_future_complete(node, plain, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(plain.get()->sum, 4);
  auto share = client->async_send_request(two_ints(3, 3)).future.share();
  ASSERT_EQ(spin_until_future_complete(node, share, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(share.get()->sum, 6);
}

TEST_F(ServicesTest, TwoClientsOfOneServiceEachGetTheirOwnAnswers) {
  const auto server = make_node("server");
  const auto service = server->create_service<AddTwoInts>("add", add_them);
  SpinningNodes spinning(executor_options(), server);
  const auto node = make_node("asking");
  const auto one = node->create_client<AddTwoInts>("add");
  const auto other = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(one->wait_for_service(enough));
  ASSERT_TRUE(other->wait_for_service(enough));
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  for (std::int64_t i = 0; i < 200; ++i) {
    auto first = one->async_send_request(two_ints(i, 0));
    auto second = other->async_send_request(two_ints(i, 1'000'000));
    ASSERT_EQ(executor.spin_until_future_complete(second, enough), FutureReturnCode::SUCCESS);
    ASSERT_EQ(executor.spin_until_future_complete(first, enough), FutureReturnCode::SUCCESS);
    ASSERT_EQ(first.get()->sum, i);
    ASSERT_EQ(second.get()->sum, i + 1'000'000);
  }
  EXPECT_EQ(one->prune_pending_requests(), 0u);
}

TEST_F(ServicesTest, ManyAnswersToOthersDoNotPushOutOnesOwn) {
  const auto server = make_node("server");
  const auto service = server->create_service<AddTwoInts>("add", add_them);
  SpinningNodes spinning(executor_options(), server);
  const auto patient = make_node("patient");
  const auto busy = make_node("busy");
  const auto waiting = patient->create_client<AddTwoInts>("add");
  const auto asking = busy->create_client<AddTwoInts>("add");
  ASSERT_TRUE(waiting->wait_for_service(enough));
  ASSERT_TRUE(asking->wait_for_service(enough));
  auto future = waiting->async_send_request(two_ints(40, 2));
  for (std::int64_t i = 0; i < 300; ++i) ASSERT_EQ(ask(busy, asking, i, 1), i + 1);
  ASSERT_EQ(spin_until_future_complete(patient, future, enough), FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get()->sum, 42);
}

TEST_F(ServicesTest, TheFirstAnswerOfTwoServersCountsAndTheSecondIsDropped) {
  const auto node = make_node();
  int asked = 0;
  const auto count = [&](AddTwoInts::Request::SharedPtr request,
                         AddTwoInts::Response::SharedPtr response) {
    ++asked;
    add_them(request, response);
  };
  const auto one = node->create_service<AddTwoInts>("add", count);
  const auto other = node->create_service<AddTwoInts>("add", count);
  const auto client = node->create_client<AddTwoInts>("add");
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  ASSERT_TRUE(wait_until([&] { return node->count_services("/add") == 2; }));
  ASSERT_TRUE(client->wait_for_service(enough));
  for (int i = 1; i <= 5; ++i) {
    int answers = 0;
    auto future = client->async_send_request(two_ints(1, 1),
                                             [&](Client<AddTwoInts>::SharedFuture) { ++answers; });
    ASSERT_TRUE(spin_until(executor, [&] { return asked == 2 * i; }));
    ASSERT_EQ(executor.spin_until_future_complete(future, enough), FutureReturnCode::SUCCESS);
    executor.spin_some();
    EXPECT_EQ(answers, 1);
  }
}

// ---- waiting ----

TEST_F(ServicesTest, WaitingEndsWhenTheTimeIsOver) {
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("nobody");
  EXPECT_FALSE(client->service_is_ready());
  EXPECT_FALSE(client->wait_for_service(0s));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(client->wait_for_service(20ms));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 20ms);
}

TEST_F(ServicesTest, WaitingEndsWhenAServerAppears) {
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("add");
  auto found = std::async(std::launch::async, [&] { return client->wait_for_service(); });
  ASSERT_EQ(found.wait_for(10ms), std::future_status::timeout);
  const auto service = node->create_service<AddTwoInts>("add", add_them);
  EXPECT_TRUE(found.get());
  EXPECT_TRUE(client->service_is_ready());
}

TEST_F(ServicesTest, WaitingEndsWhenTheContextIsShutDown) {
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("nobody");
  auto found = std::async(std::launch::async, [&] { return client->wait_for_service(); });
  ASSERT_EQ(found.wait_for(10ms), std::future_status::timeout);
  context->shutdown("enough");
  EXPECT_FALSE(found.get());
}

TEST_F(ServicesTest, AServerThatGoesIsNotReadyAnyMore) {
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("add");
  auto service = node->create_service<AddTwoInts>("add", add_them);
  ASSERT_TRUE(client->wait_for_service(enough));
  service.reset();
  EXPECT_TRUE(wait_until([&] { return !client->service_is_ready(); }));
}

// ---- pending requests ----

TEST_F(ServicesTest, ARequestThatNoServiceHearsStaysPendingUntilItIsRemoved) {
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("nobody");
  auto one = client->async_send_request(two_ints(1, 1));
  auto two = client->async_send_request(two_ints(1, 1), [](Client<AddTwoInts>::SharedFuture) {});
  auto three = client->async_send_request(two_ints(1, 1),
                                          [](Client<AddTwoInts>::SharedFutureWithRequest) {});
  EXPECT_EQ(spin_until_future_complete(node, one, 5ms), FutureReturnCode::TIMEOUT);
  EXPECT_TRUE(client->remove_pending_request(one));
  EXPECT_FALSE(client->remove_pending_request(one));
  EXPECT_TRUE(client->remove_pending_request(two));
  EXPECT_TRUE(client->remove_pending_request(three));
  EXPECT_THROW((void)one.get(), std::future_error);
}

TEST_F(ServicesTest, OldRequestsArePruned) {
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("nobody");
  auto old = client->async_send_request(two_ints(1, 1));
  std::chrono::system_clock::time_point between;
  ASSERT_TRUE(wait_until([&, begin = std::chrono::system_clock::now()] {
    between = std::chrono::system_clock::now();
    return between > begin;
  }));
  auto recent = client->async_send_request(two_ints(1, 1));
  std::vector<std::int64_t> pruned;
  EXPECT_EQ(client->prune_requests_older_than(between, &pruned), 1u);
  EXPECT_EQ(pruned, std::vector<std::int64_t>{old.request_id});
  EXPECT_EQ(client->prune_pending_requests(), 1u);
  EXPECT_FALSE(client->remove_pending_request(recent.request_id));
}

TEST_F(ServicesTest, AClientThatGoesBreaksItsPromises) {
  const auto node = make_node();
  auto client = node->create_client<AddTwoInts>("nobody");
  auto future = client->async_send_request(two_ints(1, 1));
  client.reset();
  EXPECT_THROW((void)future.get(), std::future_error);
}

TEST_F(ServicesTest, AThousandCallsLeaveNothingBehind) {
  const auto server = make_node("server");
  const auto service = server->create_service<AddTwoInts>("add", add_them);
  SpinningNodes spinning(executor_options(), server);
  const auto node = make_node("asking");
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  for (std::int64_t i = 0; i < 1000; ++i) {
    auto future = client->async_send_request(two_ints(i, i));
    ASSERT_EQ(executor.spin_until_future_complete(future, enough), FutureReturnCode::SUCCESS);
    ASSERT_EQ(future.get()->sum, 2 * i);
  }
  EXPECT_EQ(client->prune_pending_requests(), 0u);
}

TEST_F(ServicesTest, NullIsNoRequest) {
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("add");
  EXPECT_THROW((void)client->async_send_request(nullptr), std::invalid_argument);
  EXPECT_EQ(client->prune_pending_requests(), 0u);
}

// ---- several threads ----

TEST_F(ServicesTest, ACallbackMayCallAServiceAndWaitForIt) {
  const auto node = make_node();
  const auto group = node->create_callback_group(CallbackGroupType::Reentrant);
  const auto inner = node->create_service<AddTwoInts>("inner", add_them, ServicesQoS(), group);
  const auto client = node->create_client<AddTwoInts>("inner", ServicesQoS(), group);
  const auto outer = node->create_service<AddTwoInts>(
      "outer",
      [&](AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        auto future = client->async_send_request(request);
        if (future.wait_for(enough) == std::future_status::ready) {
          response->sum = future.get()->sum + 1;
        }
      },
      ServicesQoS(), group);
  ASSERT_TRUE(client->wait_for_service(enough));
  SpinningNodes<executors::MultiThreadedExecutor> spinning(executor_options(), node);
  const auto asking = make_node("asking");
  const auto outer_client = asking->create_client<AddTwoInts>("outer");
  ASSERT_TRUE(outer_client->wait_for_service(enough));
  EXPECT_EQ(ask(asking, outer_client, 40, 1), 42);
}

TEST_F(ServicesTest, FourThreadsMayShareAClient) {
  const auto server = make_node("server");
  const auto service = server->create_service<AddTwoInts>("add", add_them);
  const auto node = make_node("asking");
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  SpinningNodes<executors::MultiThreadedExecutor> spinning(executor_options(), server, node);
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (std::int64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::int64_t i = 0; i < 100; ++i) {
        auto future = client->async_send_request(two_ints(thread * 1000, i));
        if (future.wait_for(enough) != std::future_status::ready) return;
        if (future.get()->sum == thread * 1000 + i) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 400);
}

// ---- names, and loops of one's own ----

TEST_F(ServicesTest, NamesAreExpandedAndRemapped) {
  const auto node =
      std::make_shared<Node>("node", "/ns", options().arguments({"--ros-args", "-r", "from:=to"}));
  EXPECT_STREQ(node->create_client<AddTwoInts>("from")->get_service_name(), "/ns/to");
  EXPECT_STREQ(node->create_service<AddTwoInts>("~/own", add_them)->get_service_name(),
               "/ns/node/own");
  EXPECT_THROW((void)node->create_client<AddTwoInts>("no name"),
               exceptions::InvalidServiceNameError);
}

TEST_F(ServicesTest, RequestsAndResponsesCanBeTakenByHand) {
  const auto node = make_node();
  const auto service = node->create_service<AddTwoInts>("add", add_them);
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  auto future = client->async_send_request(two_ints(40, 2));
  AddTwoInts::Request request;
  rmw_request_id_t id{};
  ASSERT_TRUE(wait_until([&] { return service->take_request(request, id); }));
  EXPECT_EQ(request.b, 2);
  EXPECT_EQ(id.sequence_number, future.request_id);
  service->handle_request(std::make_shared<rmw_request_id_t>(id),
                          std::make_shared<AddTwoInts::Request>(request));
  auto response = std::make_shared<AddTwoInts::Response>();
  rmw_request_id_t answered{};
  ASSERT_TRUE(wait_until([&] { return client->take_response(*response, answered); }));
  EXPECT_EQ(answered.sequence_number, id.sequence_number);
  client->handle_response(std::make_shared<rmw_request_id_t>(answered), response);
  ASSERT_EQ(future.wait_for(0s), std::future_status::ready);
  EXPECT_EQ(future.get()->sum, 42);
}

TEST_F(ServicesTest, AServerThatDoesNotLookLosesTheOldestRequestsOfItsDepth) {
  const auto node = make_node("server");
  std::vector<std::int64_t> served;
  const auto service = node->create_service<AddTwoInts>(
      "add", [&](AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr) {
        served.push_back(request->a);
      });
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  for (std::int64_t i = 0; i < 1000; ++i) (void)client->async_send_request(two_ints(i, 0));
  executors::SingleThreadedExecutor executor(executor_options());
  executor.add_node(node);
  executor.spin_all(100ms);
  ASSERT_EQ(served.size(), ServicesQoS().depth());
  EXPECT_EQ(served.front(), 990);
  EXPECT_EQ(served.back(), 999);
  EXPECT_EQ(client->prune_pending_requests(), 990u);
}

TEST_F(ServicesTest, AClientThatTakesNoResponsesDoesNotEndTheServer) {
  std::atomic<int> served{0};
  const auto count = [&](AddTwoInts::Request::SharedPtr request,
                         AddTwoInts::Response::SharedPtr response) {
    add_them(request, response);
    ++served;
  };
  QoS all = ServicesQoS().keep_all();
  all.max_blocking_time(1ms);
  const auto server = make_node("server");
  const auto service = server->create_service<AddTwoInts>("add", count, all);
  auto stuck = make_node("stuck")->create_client<AddTwoInts>("add", all);
  ASSERT_TRUE(stuck->wait_for_service(enough));
  const auto node = make_node();
  const auto client = node->create_client<AddTwoInts>("add");
  ASSERT_TRUE(client->wait_for_service(enough));
  const SpinningNodes spinning(executor_options(), server);
  constexpr int more_than_it_keeps = 2100;
  for (int sent = 0; sent < more_than_it_keeps; sent += 10) {
    for (int i = 0; i < 10; ++i) (void)client->async_send_request(two_ints(1, 2));
    ASSERT_TRUE(wait_until([&] { return served == sent + 10; }));
  }
  client->prune_pending_requests();
  stuck.reset();
  // Until the server knows that the client has gone, it gives up responses.
  EXPECT_TRUE(wait_until([&] { return ask(node, client, 40, 2, 100ms) == 42; }));
}

}  // namespace
}  // namespace baton::nodes
