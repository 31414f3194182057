// SPDX-License-Identifier: Apache-2.0
#include "testing/peer.hpp"

#include <stdexcept>

namespace baton::testing {
namespace {

ChildOptions as_peer(ChildOptions options) {
  if (options.program.empty()) options.program = "baton_test_peer";
  return options;
}

}  // namespace

Peer::Peer(ChildOptions options) : process_(as_peer(std::move(options))) {}

std::string Peer::answer(std::chrono::nanoseconds deadline) {
  if (auto line = process_.read_line(deadline)) return *std::move(line);
  return process_.wait(std::chrono::milliseconds(200)) ? "" : "(silence)";
}

std::string Peer::ask(const std::string& command, std::chrono::nanoseconds deadline) {
  if (!tell(command)) {
    (void)process_.wait();
    return "";
  }
  return answer(deadline);
}

std::uint64_t Peer::figure(const std::string& command, const std::string& key) {
  const std::string text = ' ' + ask(command);
  const std::size_t at = text.find(' ' + key + '=');
  if (at == std::string::npos) {
    throw std::runtime_error("no figure '" + key + "' in the answer to '" + command + "':" + text);
  }
  return std::stoull(text.substr(at + key.size() + 2));
}

ChildEnd Peer::quit() {
  tell("quit");
  const auto end = process_.wait();
  return end ? *end : ChildEnd{-1, 0};
}

}  // namespace baton::testing
