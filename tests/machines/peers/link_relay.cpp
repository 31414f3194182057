// SPDX-License-Identifier: Apache-2.0
// baton_link_relay: a cable between two network namespaces that loses, delays and reorders frames
// as it is told. It makes a network device (TAP) of one name in each and carries frames between
// them as long as it lives.
//
//   baton_link_relay NAMESPACE NAMESPACE DEVICE SEED
//
// Reads commands, one a line, and answers each with one line behind "> ". What becomes of the n-th
// frame of a direction follows from the seed and n.
//
//   lose PER_MILLE     delay MS JITTER_MS     carry all|unicast|nothing     counts
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <queue>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace baton::machines {
namespace {

using Clock = std::chrono::steady_clock;
using Frame = std::vector<std::uint8_t>;

constexpr std::size_t max_frame_bytes = 2048;
constexpr int frames_at_once = 256;  // then it is the other direction's turn

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void enter(const std::string& name_space) {
  const int fd = open(name_space.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET) != 0) fail(name_space);
  close(fd);
}

/// A device belongs to the namespace in which its file was opened.
int open_device(const std::string& name_space, const std::string& name) {
  enter(name_space);
  const int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) fail("/dev/net/tun");
  ifreq request{};
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  std::strncpy(request.ifr_name, name.c_str(), IFNAMSIZ - 1);
  if (ioctl(fd, TUNSETIFF, &request) != 0) fail("a TAP device");
  return fd;
}

struct Weather {
  enum class Carries { all, unicast, nothing };
  Carries carries = Carries::all;
  unsigned lost_per_mille = 0;
  std::chrono::microseconds delay{0};
  std::chrono::microseconds jitter{0};
};

/// One way through the cable.
class Direction {
 public:
  Direction(int from, int to, std::uint64_t seed) : from_(from), to_(to), random_(seed) {}

  void take_in(const Weather& weather) {
    std::array<std::uint8_t, max_frame_bytes> buffer;
    for (int left = frames_at_once; left > 0; --left) {
      const ssize_t length = read(from_, buffer.data(), buffer.size());
      if (length <= 0) return;
      // Always both, so that a frame's fate is that of its number.
      const std::uint64_t die = random_() % 1000;
      const std::uint64_t wait = random_();
      const bool is_multicast = (buffer[0] & 1) != 0 && buffer[0] != 0xff;  // broadcasts pass
      if (die < weather.lost_per_mille || weather.carries == Weather::Carries::nothing ||
          (is_multicast && weather.carries == Weather::Carries::unicast)) {
        ++dropped_;
        continue;
      }
      ++carried_;
      if (weather.delay.count() == 0 && weather.jitter.count() == 0 && waiting_.empty()) {
        deliver({buffer.data(), buffer.data() + length});
        continue;
      }
      const auto jitter = static_cast<std::uint64_t>(weather.jitter.count());
      const std::chrono::microseconds extra(jitter == 0 ? 0 : wait % jitter);
      waiting_.push(
          {Clock::now() + weather.delay + extra, next_++, {buffer.data(), buffer.data() + length}});
    }
  }

  void let_out() {
    const auto now = Clock::now();
    while (!waiting_.empty() && waiting_.top().due <= now) {
      if (waiting_.top().number < latest_) ++overtaken_;
      latest_ = std::max(latest_, waiting_.top().number);
      deliver(waiting_.top().frame);
      waiting_.pop();
    }
  }

  bool is_empty() const { return waiting_.empty(); }
  Clock::time_point due() const { return waiting_.top().due; }
  int source() const { return from_; }
  std::string counts() const {
    return "carried=" + std::to_string(carried_) + " dropped=" + std::to_string(dropped_) +
           " overtaken=" + std::to_string(overtaken_);
  }

 private:
  struct Waiting {
    Clock::time_point due;
    std::uint64_t number;
    Frame frame;
    bool operator<(const Waiting& other) const {
      return due != other.due ? due > other.due : number > other.number;
    }
  };

  /// A device that is down takes nothing, as a cable that is pulled.
  void deliver(const Frame& frame) const {
    if (write(to_, frame.data(), frame.size()) < 0 && errno == EBADFD) fail("a TAP device");
  }

  const int from_;
  const int to_;
  std::mt19937_64 random_;
  std::priority_queue<Waiting> waiting_;
  std::uint64_t next_ = 1;
  std::uint64_t latest_ = 0;
  std::uint64_t carried_ = 0;
  std::uint64_t dropped_ = 0;
  std::uint64_t overtaken_ = 0;
};

class Cable {
 public:
  Cable(int here, int there, std::uint64_t seed)
      : there_(here, there, 2 * seed), back_(there, here, 2 * seed + 1) {}

  /// Until stdin ends.
  void carry() {
    for (;;) {
      std::array<pollfd, 3> ready{
          {{0, POLLIN, 0}, {there_.source(), POLLIN, 0}, {back_.source(), POLLIN, 0}}};
      const timespec patience = until_next();
      if (ppoll(ready.data(), ready.size(), &patience, nullptr) < 0 && errno != EINTR)
        fail("ppoll");
      if (ready[0].revents != 0 && !obey()) return;
      there_.take_in(weather_);
      back_.take_in(weather_);
      there_.let_out();
      back_.let_out();
    }
  }

 private:
  timespec until_next() const {
    auto wait = std::chrono::nanoseconds(std::chrono::seconds(1));
    for (const Direction* each : {&there_, &back_}) {
      if (!each->is_empty())
        wait = std::min<std::chrono::nanoseconds>(wait, each->due() - Clock::now());
    }
    wait = std::max(wait, std::chrono::nanoseconds(0));
    return {wait.count() / 1'000'000'000, wait.count() % 1'000'000'000};
  }

  bool obey() {
    std::array<char, 256> buffer;
    const ssize_t length = read(0, buffer.data(), buffer.size());
    if (length <= 0) return false;
    input_.append(buffer.data(), static_cast<std::size_t>(length));
    for (std::size_t end = input_.find('\n'); end != std::string::npos; end = input_.find('\n')) {
      std::printf("> %s\n", run(input_.substr(0, end)).c_str());
      std::fflush(stdout);
      input_.erase(0, end + 1);
    }
    return true;
  }

  std::string run(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "counts") return there_.counts() + " back: " + back_.counts();
    if (command == "lose") {
      words >> weather_.lost_per_mille;
    } else if (command == "delay") {
      unsigned delay_ms = 0;
      unsigned jitter_ms = 0;
      words >> delay_ms >> jitter_ms;
      weather_.delay = std::chrono::milliseconds(delay_ms);
      weather_.jitter = std::chrono::milliseconds(jitter_ms);
    } else if (command == "carry") {
      std::string what;
      words >> what;
      weather_.carries = what == "all"       ? Weather::Carries::all
                         : what == "unicast" ? Weather::Carries::unicast
                                             : Weather::Carries::nothing;
    } else {
      return "error no such command: " + line;
    }
    return words.fail() ? "error " + line : "ok";
  }

  Direction there_;
  Direction back_;
  Weather weather_;
  std::string input_;
};

}  // namespace
}  // namespace baton::machines

int main(int argc, char** argv) try {
  if (argc != 5) throw std::invalid_argument("baton_link_relay NAMESPACE NAMESPACE DEVICE SEED");
  const int here = baton::machines::open_device(argv[1], argv[3]);
  const int there = baton::machines::open_device(argv[2], argv[3]);
  std::printf("> ready\n");
  std::fflush(stdout);
  baton::machines::Cable(here, there, std::stoull(argv[4])).carry();
  return 0;
} catch (const std::exception& error) {
  std::printf("> error %s\n", error.what());
  return 1;
}
