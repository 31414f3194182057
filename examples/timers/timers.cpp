// SPDX-License-Identifier: Apache-2.0
// Timers of the steady clock and of ROS time, one that rings once, and one that is stopped and
// started. With `--ros-args -p use_sim_time:=true` ROS time stands still until /clock moves it.
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>

#include <rclcpp/rclcpp.hpp>

using namespace std::chrono_literals;

class Timers : public rclcpp::Node {
 public:
  Timers() : Node("timers") {
    wall_ = create_wall_timer(100ms, [this] { tick(); });
    ros_ = create_timer(100ms,
                        [this] { RCLCPP_INFO(get_logger(), "ROS time: %.1f s", now().seconds()); });
    once_ = create_wall_timer(50ms, [this] {
      once_->cancel();
      RCLCPP_INFO(get_logger(), "Once");
    });
    resume_ = create_wall_timer(300ms, [this] { resume(); });
    resume_->cancel();  // until tick() needs it
  }

 private:
  void tick() {
    RCLCPP_INFO(get_logger(), "Wall time: tick %d", ++ticks_);
    if (ticks_ != 3) return;
    wall_->cancel();
    resume_->reset();  // a whole period from now
    RCLCPP_INFO(get_logger(), "Wall time: stopped");
  }
  void resume() {
    resume_->cancel();
    wall_->reset();
    RCLCPP_INFO(get_logger(), "Wall time: started again");
  }

  rclcpp::TimerBase::SharedPtr wall_;
  rclcpp::TimerBase::SharedPtr ros_;
  rclcpp::TimerBase::SharedPtr once_;
  rclcpp::TimerBase::SharedPtr resume_;
  int ticks_ = 0;
};

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Timers>());
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "timers: %s\n", error.what());
  return 1;
}
