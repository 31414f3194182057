// SPDX-License-Identifier: Apache-2.0
// A node that answers each message on /to_baton with the same on /from_baton, of several types,
// says which nodes it sees when it hears `/who`, or how many subscriptions a topic has when it
// hears the topic's name there, and has a service, until it is killed.
#include <string>

#include <baton/baton.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_srvs/srv/set_bool.hpp>

namespace {

using std_msgs::msg::String;

template <class M>
std::shared_ptr<void> echo(baton::Node& node, const std::string& suffix) {
  const auto publisher = node.create_publisher<M>("/from_baton" + suffix, 10);
  return node.create_subscription<M>(
      "/to_baton" + suffix, 10, [publisher](const M& message) { publisher->publish(message); });
}

}  // namespace

int main(int argc, char** argv) {
  using std_srvs::srv::SetBool;
  baton::init(argc, argv);
  const auto node = std::make_shared<baton::Node>("echo", "/robot");
  const auto strings = echo<String>(*node, "");
  const auto images = echo<sensor_msgs::msg::Image>(*node, "/image");
  const auto clouds = echo<sensor_msgs::msg::PointCloud2>(*node, "/cloud");
  const auto told = node->create_publisher<String>("/nodes", 10);
  const auto asked = node->create_subscription<String>("/who", 10, [&](const String& topic) {
    String answer;
    if (!topic.data.empty()) {
      answer.data = std::to_string(node->count_subscribers(topic.data.c_str())).c_str();
    } else {
      for (const std::string& name : node->get_node_names()) answer.data += (name + ";").c_str();
    }
    told->publish(answer);
  });
  const auto service = node->create_service<SetBool>(
      "/negate", [](const SetBool::Request::SharedPtr request,
                    SetBool::Response::SharedPtr response) { response->success = !request->data; });
  baton::spin(node);
  baton::shutdown();
}
