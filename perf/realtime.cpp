// SPDX-License-Identifier: Apache-2.0
#include "realtime.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "communicator.hpp"

namespace perf {
namespace {

void set_priority(int priority) {
  const sched_param parameters{.sched_priority = priority};
  const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
  if (error == 0) return;
  throw RunError(fmt::format(
      "--use-rt-prio {}: {}; run as root, or allow it with `ulimit -r {}` or CAP_SYS_NICE",
      priority, std::strerror(error), priority));
}

void set_cpus(uint64_t mask) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  for (int cpu = 0; cpu < 64; ++cpu) {
    if ((mask >> cpu & 1) != 0) CPU_SET(cpu, &cpus);
  }
  if (pthread_setaffinity_np(pthread_self(), sizeof cpus, &cpus) == 0) return;
  const long cpus_online = sysconf(_SC_NPROCESSORS_ONLN);
  throw RunError(fmt::format(
      "--use-rt-cpus {:#x}: none of these CPUs may be used; this machine has {} (mask {:#x})", mask,
      cpus_online, cpus_online < 64 ? (uint64_t{1} << cpus_online) - 1 : ~uint64_t{0}));
}

}  // namespace

void apply_realtime(const Options& options) {
  if (options.rt_cpus != 0) set_cpus(options.rt_cpus);
  if (options.rt_priority != 0) set_priority(options.rt_priority);
}

CpuIdlePrevention::CpuIdlePrevention(bool wanted) {
  if (!wanted) return;
  const char* path = "/dev/cpu_dma_latency";
  fd_ = open(path, O_WRONLY | O_CLOEXEC);
  const int32_t latency_us = 0;
  if (fd_ >= 0 && write(fd_, &latency_us, sizeof latency_us) == sizeof latency_us) return;
  const int error = errno;
  if (fd_ >= 0) close(fd_);
  throw RunError(fmt::format(
      "--prevent-cpu-idle: {}: {}; {}", path, std::strerror(error),
      error == ENOENT ? "this kernel cannot do it, leave the option out" : "run as root"));
}

CpuIdlePrevention::~CpuIdlePrevention() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace perf
