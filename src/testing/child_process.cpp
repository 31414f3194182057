// SPDX-License-Identifier: Apache-2.0
#include "testing/child_process.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace baton::testing {
namespace {

struct Pipe {
  int read = -1;
  int write = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for a child process");
    read = ends[0];
    write = ends[1];
  }
};

void close_descriptor(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

}  // namespace

std::string program_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
}

ChildProcess::ChildProcess(const ChildOptions& options) {
  const std::string program =
      options.program.starts_with('/') ? options.program : program_folder() + '/' + options.program;
  std::vector<std::string> words = {program};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  Pipe in;
  Pipe out;
  Pipe err;
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("cannot fork");
  if (pid_ == 0) {
    dup2(in.read, STDIN_FILENO);
    dup2(out.write, STDOUT_FILENO);
    dup2(err.write, STDERR_FILENO);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const auto& [name, value] : options.environment) {
      if (value) {
        setenv(name.c_str(), value->c_str(), 1);
      } else {
        unsetenv(name.c_str());
      }
    }
    // Close what the test's own parents left open, so that it does not count against a limit.
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    // Open the program first: another user may not be able to reach it.
    const int executable = open(program.c_str(), O_RDONLY | O_CLOEXEC);
    if (options.prepare && !options.prepare()) _exit(126);
    fexecve(executable, argv.data(), environ);
    // A program for another processor is opened once more, by its emulator.
    fcntl(executable, F_SETFD, 0);
    fexecve(executable, argv.data(), environ);
    _exit(127);
  }
  ::close(in.read);
  ::close(out.write);
  ::close(err.write);
  input_ = in.write;
  output_ = out.read;
  errors_ = err.read;
  fcntl(output_, F_SETFL, O_NONBLOCK);
  fcntl(errors_, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  if (!end_) {
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close_descriptor(input_);
  close_descriptor(output_);
  close_descriptor(errors_);
}

bool ChildProcess::write_line(const std::string& line) {
  const std::string text = line + '\n';
  // A child that died must not take the test along.
  signal(SIGPIPE, SIG_IGN);
  return input_ >= 0 &&
         write(input_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void ChildProcess::close_input() { close_descriptor(input_); }

std::optional<std::string> ChildProcess::read_line(std::chrono::nanoseconds deadline) {
  const auto end = std::chrono::steady_clock::now() + deadline;
  for (;;) {
    if (const std::size_t at = output_text_.find('\n'); at != std::string::npos) {
      std::string line = output_text_.substr(0, at);
      output_text_.erase(0, at + 1);
      return line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd waiting{output_, POLLIN, 0};
    if (left.count() < 0 || poll(&waiting, 1, static_cast<int>(left.count()) + 1) <= 0) {
      if (std::chrono::steady_clock::now() >= end) return std::nullopt;
      continue;
    }
    char buffer[4096];
    const ssize_t got = read(output_, buffer, sizeof buffer);
    if (got == 0) return std::nullopt;
    if (got > 0) output_text_.append(buffer, static_cast<std::size_t>(got));
  }
}

std::string ChildProcess::errors() {
  char buffer[4096];
  for (ssize_t got; (got = read(errors_, buffer, sizeof buffer)) > 0;) {
    error_text_.append(buffer, static_cast<std::size_t>(got));
  }
  return error_text_;
}

void ChildProcess::kill(int signal) {
  if (!end_) ::kill(pid_, signal);
}

std::optional<ChildEnd> ChildProcess::wait(std::chrono::nanoseconds deadline) {
  const auto ended = [this] {
    if (end_) return true;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
    end_ = WIFSIGNALED(status) ? ChildEnd{0, WTERMSIG(status)} : ChildEnd{WEXITSTATUS(status), 0};
    return true;
  };
  if (!wait_until(ended, deadline)) return std::nullopt;
  return end_;
}

}  // namespace baton::testing
