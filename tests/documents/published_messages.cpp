// SPDX-License-Identifier: Apache-2.0
// published_messages FOLDER: publishes a few messages, takes them, and writes each as it lay in
// shared memory, as CDR, and with what identifies its type: for readers that know only the
// document.
#include <baton/baton.hpp>
#include <baton/msg/cdr.hpp>
#include <baton/msg/type_hash.hpp>
#include <baton_test_msgs/msg/alignment.hpp>
#include <baton_test_msgs/msg/w_strings.hpp>
#include <geometry_msgs/msg/polygon_stamped.hpp>
#include <tf2_msgs/msg/tf_message.hpp>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using std::filesystem::path;

void fill(geometry_msgs::msg::PolygonStamped& message) {
  message.header.stamp.sec = 7;
  message.header.stamp.nanosec = 500'000'000;
  message.header.frame_id = "map";
  message.polygon.points.resize(2);
  message.polygon.points[0].set__x(1).set__y(2).set__z(3);
  message.polygon.points[1].set__x(-1).set__y(0.5f).set__z(0);
}

void fill(tf2_msgs::msg::TFMessage& message) {
  for (int i = 0; i < 3; ++i) {
    auto& transform = message.transforms.emplace_back();
    transform.header.frame_id = "base";
    transform.child_frame_id = "wheel_" + std::to_string(i);
    transform.transform.translation.x = i;
  }
}

void fill(baton_test_msgs::msg::WStrings& message) {
  message.wstring_value = u"gr\u00fc\u00df dich \U0001F600";
  message.wstring_array[1] = u"second";
  message.wstring_sequence = {u"", u"b"};
}

void fill(baton_test_msgs::msg::Alignment& message) {
  message.a = true;
  message.b = 0.25;
  message.f = "text";
  message.h = {1, 2, 3};
  message.j = {1, ~std::uint64_t{0}};
  message.p.resize(2);
  message.r.resize(3);
  message.v.resize(1);
  message.w = 65535;
}

void write(const path& file, std::span<const std::byte> bytes) {
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

template <class M>
bool publish_and_write(baton::Context& context, const path& folder, const std::string& name) {
  // Transient local: the match is made in the background, and finds the message already published.
  const baton::QoS qos = baton::QoS(1).transient_local();
  auto publisher = baton::create_publisher<M>(context, name, qos);
  auto loan = publisher->borrow_loaned_message();
  fill(*loan);
  publisher->publish(std::move(loan));
  const std::size_t size_bytes = publisher->get_counters().published_bytes;

  const baton::msg::TypeSupport& type = baton::msg::type_support<M>();
  auto subscription = baton::create_subscription<M>(context, name, qos, [&](const M& message) {
    write(folder / (name + ".memory"), {reinterpret_cast<const std::byte*>(&message), size_bytes});
    std::vector<std::byte> cdr;
    baton::msg::encode_message(type, &message, cdr);
    write(folder / (name + ".cdr"), cdr);
  });
  std::ofstream(folder / (name + ".json")) << type.description;
  std::ofstream(folder / (name + ".hashes"))
      << baton::msg::to_string(type.hash) << ' ' << type.layout_hash << '\n';

  baton::executors::SingleThreadedExecutor executor(context);
  executor.add_subscription(subscription);
  return executor.spin_once(std::chrono::seconds(30));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fprintf(stderr, "published_messages: name the folder to write to\n");
    return 2;
  }
  const path folder = argv[1];
  std::filesystem::create_directories(folder);
  baton::Context context{baton::ContextOptions{}};
  const bool all =
      publish_and_write<geometry_msgs::msg::PolygonStamped>(context, folder, "polygon") &&
      publish_and_write<tf2_msgs::msg::TFMessage>(context, folder, "transforms") &&
      publish_and_write<baton_test_msgs::msg::WStrings>(context, folder, "wide") &&
      publish_and_write<baton_test_msgs::msg::Alignment>(context, folder, "alignment");
  return all ? 0 : 1;
} catch (const baton::exceptions::Error& error) {
  std::fprintf(stderr, "published_messages: %s\n", error.what());
  return 1;
}
