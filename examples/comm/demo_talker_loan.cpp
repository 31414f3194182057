// SPDX-License-Identifier: Apache-2.0
// Publishes 4 MB 25 times a second, as a loan: the message is made where subscriptions will read
// it.
#include <cstdio>
#include <exception>
#include <memory>
#include <utility>

#include <rclcpp/rclcpp.hpp>

#include "talker.hpp"

namespace {

class LoaningPublisher : public ros2_demos::MinimalPublisher {
 public:
  LoaningPublisher() : MinimalPublisher(rclcpp::NodeOptions(), "demo_talker_loan") {}

 private:
  const void* publish_next() override {
    auto loan = publisher_->borrow_loaned_message();
    const void* const address = &loan.get();
    stamp(loan.get());
    publisher_->publish(std::move(loan));
    return address;
  }
};

}  // namespace

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<LoaningPublisher>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "demo_talker_loan: %s\n", error.what());
  return 1;
}
