// SPDX-License-Identifier: Apache-2.0
// A publisher of numbered images at a rate, and a subscription that keeps account of them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <rclcpp/rclcpp.hpp>

#include "numbered_image.hpp"

namespace baton::machines {

class ImageStream {
 public:
  using Image = sensor_msgs::msg::Image;

  ImageStream(rclcpp::Node& node, const std::string& topic, const rclcpp::QoS& qos)
      : publisher_(node.create_publisher<Image>(topic, qos)) {}
  ~ImageStream() { end(); }
  ImageStream(const ImageStream&) = delete;
  ImageStream& operator=(const ImageStream&) = delete;

  /// Publishes that many more in a thread of its own; `rate_hz` 0: as fast as it goes.
  void begin(std::uint32_t count, std::size_t size_bytes, double rate_hz) {
    end();
    left_ = count;
    const std::chrono::duration<double> period(rate_hz > 0 ? 1 / rate_hz : 0);
    thread_ = std::thread([this, size_bytes, period] { run(size_bytes, period); });
  }
  void end() {
    {
      const std::lock_guard lock(mutex_);
      left_ = 0;
    }
    ended_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  std::string report() {
    const std::lock_guard lock(mutex_);
    return "sent=" + std::to_string(sent_) + " left=" + std::to_string(left_) +
           " refused=" + std::to_string(refused_);
  }
  rclcpp::PublisherBase& base() { return *publisher_; }
  bool acknowledged() { return publisher_->wait_for_all_acked(std::chrono::milliseconds(0)); }

 private:
  void run(std::size_t size_bytes, std::chrono::duration<double> period) {
    using Clock = std::chrono::steady_clock;
    Image image;
    auto due = Clock::now();
    std::unique_lock lock(mutex_);
    while (left_ > 0) {
      const std::uint32_t number = sent_ + 1;
      lock.unlock();
      if (image.height != number) fill(image, number, size_bytes);
      const bool published = publish(image);
      lock.lock();
      if (!published) {
        ++refused_;
        continue;
      }
      sent_ = number;
      if (left_ > 0) --left_;
      due += std::chrono::duration_cast<Clock::duration>(period);
      ended_.wait_until(lock, due, [this] { return left_ == 0; });
    }
  }
  bool publish(const Image& image) {
    try {
      publisher_->publish(image);
      return true;
    } catch (const std::exception&) {
      return false;  // a keep-all reader has not kept up; it is tried again
    }
  }

  rclcpp::Publisher<Image>::SharedPtr publisher_;
  std::mutex mutex_;  // covers what follows
  std::condition_variable ended_;
  std::uint32_t left_ = 0;
  std::uint32_t sent_ = 0;
  std::uint64_t refused_ = 0;
  std::thread thread_;
};

class ImageAccount {
 public:
  using Image = sensor_msgs::msg::Image;

  ImageAccount(rclcpp::Node& node, const std::string& topic, const rclcpp::QoS& qos)
      : subscription_(node.create_subscription<Image>(topic, qos, [this](const Image& image) {
          const std::lock_guard lock(mutex_);
          seen_.see(image);
        })) {}

  std::string report() {
    const auto counters = subscription_->get_counters();
    const std::lock_guard lock(mutex_);
    const std::size_t span = seen_.count == 0 ? 0 : seen_.last - seen_.first + 1;
    std::string text;
    const auto say = [&](const char* name, std::uint64_t value) {
      text += (text.empty() ? "" : " ") + std::string(name) + '=' + std::to_string(value);
    };
    say("seen", seen_.count);
    say("corrupt", seen_.corrupt);
    say("twice", seen_.twice);
    say("backwards", seen_.backwards);
    say("first", seen_.first);
    say("last", seen_.last);
    say("missing", span - seen_.numbers.size());
    say("lost", counters.lost);
    say("skipped", counters.skipped);
    return text;
  }
  rclcpp::SubscriptionBase& base() { return *subscription_; }

 private:
  std::mutex mutex_;  // covers seen_
  Seen seen_;
  rclcpp::Subscription<Image>::SharedPtr subscription_;
};

}  // namespace baton::machines
