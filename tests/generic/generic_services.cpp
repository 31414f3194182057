// SPDX-License-Identifier: Apache-2.0
// Clients and services of types that are known by their names only.
#include "generic_test.hpp"

#include <memory>
#include <string>
#include <utility>

#include "std_srvs/srv/set_bool.hpp"
#include "test_msgs/srv/arrays.hpp"

namespace baton::generic {
namespace {

using std_srvs::srv::SetBool;

constexpr const char* set_bool = "std_srvs/srv/SetBool";

void answer(const std::shared_ptr<void>& request, const std::shared_ptr<void>& response) {
  const auto& asked = *static_cast<SetBool::Request*>(request.get());
  auto& answered = *static_cast<SetBool::Response*>(response.get());
  answered.success = asked.data;
  answered.message = asked.data ? "it is on, and has been since long ago" : "off";
}

class AskedServices : public TwoNodes {
 protected:
  /// The message that the service sends to a generic client; empty: none came.
  std::string ask(rclcpp::GenericClient& client, bool data) {
    SetBool::Request request;
    request.data = data;
    auto future = client.async_send_request(&request);
    const auto ready = [&] {
      return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    };
    if (!spin_until(ready)) return {};
    return std::static_pointer_cast<SetBool::Response>(future.get())->message;
  }
  bool wait_for(rclcpp::ClientBase& client) {
    return spin_until([&] { return client.service_is_ready(); });
  }
};

class GenericServices : public AskedServices, public ::testing::WithParamInterface<Way> {
 protected:
  void SetUp() override {
    TwoNodes::SetUp();
    open(GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(Generic, GenericServices, every_way(), name_of_way);

TEST_P(GenericServices, AGenericClientAsksATypedService) {
  const auto service = listener->create_service<SetBool>(
      "switch", [](SetBool::Request::SharedPtr request, SetBool::Response::SharedPtr response) {
        answer(request, response);
      });
  const auto client = speaker->create_generic_client("switch", set_bool);
  ASSERT_TRUE(wait_for(*client));
  EXPECT_EQ(ask(*client, true), "it is on, and has been since long ago");
  EXPECT_EQ(ask(*client, false), "off");
}

TEST_P(GenericServices, ATypedClientAsksAGenericService) {
  const auto service = listener->create_generic_service(
      "switch", set_bool, [](const std::shared_ptr<void> request, std::shared_ptr<void> response) {
        answer(request, response);
      });
  const auto client = speaker->create_client<SetBool>("switch");
  ASSERT_TRUE(wait_for(*client));
  auto request = std::make_shared<SetBool::Request>();
  request->data = true;
  auto future = client->async_send_request(request);
  ASSERT_TRUE(spin_until(
      [&] { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
  EXPECT_EQ(future.get()->message, "it is on, and has been since long ago");
}

TEST_P(GenericServices, MessagesWithManyFieldsGoBothWays) {
  using test_msgs::srv::Arrays;
  const auto service = listener->create_generic_service(
      "arrays", "test_msgs/srv/Arrays",
      [](const std::shared_ptr<void> request, std::shared_ptr<void> response) {
        static_cast<Arrays::Response*>(response.get())->string_values =
            static_cast<Arrays::Request*>(request.get())->string_values;
      });
  const auto client = speaker->create_generic_client("arrays", "test_msgs/srv/Arrays");
  ASSERT_TRUE(wait_for(*client));
  Arrays::Request request;
  request.string_values = {"one", "a text that does not fit into any short string", "three"};
  auto future = client->async_send_request(&request);
  ASSERT_TRUE(spin_until(
      [&] { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
  EXPECT_EQ(std::static_pointer_cast<Arrays::Response>(future.get())->string_values,
            request.string_values);
}

class GenericServiceForms : public AskedServices {
 protected:
  void SetUp() override {
    TwoNodes::SetUp();
    open(Way::shared_memory);
  }
  template <class F>
  std::string ask_with(F&& callback) {
    const auto service =
        listener->create_generic_service("switch", set_bool, std::forward<F>(callback));
    const auto client = speaker->create_generic_client("switch", set_bool);
    if (!wait_for(*client)) return "no service";
    return ask(*client, false);
  }
};

TEST_F(GenericServiceForms, ACallbackMayTakeTheId) {
  EXPECT_EQ(ask_with([](std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<void> request,
                        std::shared_ptr<void> response) {
              EXPECT_EQ(id->sequence_number, 1);
              answer(request, response);
            }),
            "off");
}

TEST_F(GenericServiceForms, ACallbackMayAnswerLater) {
  std::shared_ptr<rmw_request_id_t> asked;
  const auto service = listener->create_generic_service(
      "switch", set_bool,
      [&](std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<void>) { asked = id; });
  const auto client = speaker->create_generic_client("switch", set_bool);
  ASSERT_TRUE(wait_for(*client));
  auto future = client->async_send_request(client->create_request());
  ASSERT_TRUE(spin_until([&] { return asked != nullptr; }));
  const auto response = service->create_response();
  static_cast<SetBool::Response*>(response.get())->message = "later";
  service->send_response(*asked, response);
  ASSERT_TRUE(spin_until(
      [&] { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
  EXPECT_EQ(std::static_pointer_cast<SetBool::Response>(future.get())->message, "later");
}

TEST_F(GenericServiceForms, ACallbackMayTakeTheServiceToAnswerWith) {
  EXPECT_EQ(ask_with([](std::shared_ptr<rclcpp::GenericService> service,
                        std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<void> request) {
              const auto response = service->create_response();
              answer(request, response);
              service->send_response(*id, response);
            }),
            "off");
}

TEST_F(GenericServiceForms, RequestsAreTakenAndHandledByHand) {
  const auto service = listener->create_generic_service(
      "switch", set_bool, [](std::shared_ptr<void> request, std::shared_ptr<void> response) {
        answer(request, response);
      });
  const auto client = speaker->create_generic_client("switch", set_bool);
  ASSERT_TRUE(testing::wait_until([&] { return client->service_is_ready(); }));
  SetBool::Request request;
  request.data = true;
  auto future = client->async_send_request(&request);
  const auto taken = service->create_request();
  rmw_request_id_t id{};
  ASSERT_TRUE(testing::wait_until([&] { return service->take_request(taken, id); }));
  EXPECT_TRUE(static_cast<SetBool::Request*>(taken.get())->data);
  service->handle_request(std::make_shared<rmw_request_id_t>(id), taken);
  const auto response = client->create_response();
  rmw_request_id_t of_response{};
  ASSERT_TRUE(
      testing::wait_until([&] { return client->take_response(response.get(), of_response); }));
  EXPECT_EQ(of_response.sequence_number, id.sequence_number);
  EXPECT_TRUE(static_cast<SetBool::Response*>(response.get())->success);
  EXPECT_TRUE(client->remove_pending_request(id.sequence_number));
}

TEST_F(GenericServiceForms, NullPointersAndUnknownTypesAreRefused) {
  const auto client = speaker->create_generic_client("switch", set_bool);
  EXPECT_THROW(client->async_send_request(nullptr), std::invalid_argument);
  EXPECT_THROW(speaker->create_generic_client("switch", "std_srvs/srv/SetBoll"),
               std::runtime_error);
  EXPECT_THROW(speaker->create_generic_service("switch", "std_srvs/srv/SetBoll",
                                               [](std::shared_ptr<void>, std::shared_ptr<void>) {}),
               std::runtime_error);
}

}  // namespace
}  // namespace baton::generic
