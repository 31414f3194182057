// SPDX-License-Identifier: Apache-2.0
#include "crew.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

namespace baton::stress {

Crew::Crew(Actors actors, std::size_t size, const std::function<void(std::size_t)>& work) {
  std::fflush(nullptr);  // or a child might write once more what is buffered
  for (std::size_t i = 0; i < size; ++i) {
    if (actors == Actors::threads) {
      threads_.emplace_back(work, i);
      continue;
    }
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      work(i);
      _exit(0);  // not exit(): the test program is the parent's
    }
    processes_.push_back(child);
  }
}

Crew::~Crew() {
  for (const pid_t child : processes_) kill(child, SIGKILL);
  join();
}

std::string Crew::join() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  std::string bad;
  for (const pid_t child : processes_) {
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
      bad += "a process died of signal " + std::to_string(WTERMSIG(status)) + "; ";
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) {
      bad += "a process ended with status " + std::to_string(WEXITSTATUS(status)) + "; ";
    }
  }
  processes_.clear();
  return bad;
}

}  // namespace baton::stress
