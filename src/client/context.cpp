// SPDX-License-Identifier: Apache-2.0
#include <baton/context.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include <baton/exceptions.hpp>

#include "base/clock.hpp"
#include "base/process.hpp"
#include "client/context_state.hpp"
#include "client/environment.hpp"
#include "transport/shm_transport.hpp"

namespace baton {
namespace client {
namespace {

/// One line on stderr in the console format of ROS, each text once.
EventCallback stderr_reporter() {
  struct Told {
    std::mutex mutex;
    std::set<std::string> texts;
  };
  return [told = std::make_shared<Told>()](const Event& event) {
    {
      const std::lock_guard lock(told->mutex);
      if (!told->texts.insert(event.text).second) return;
    }
    const std::int64_t now_ns = base::realtime_ns();
    fmt::print(stderr, "[WARN] [{}.{:09}] [baton]: {}\n", now_ns / 1'000'000'000,
               now_ns % 1'000'000'000, event.text);
  };
}

}  // namespace

ContextState::ContextState(const ContextOptions& options)
    : domain_id_(meeting_place(options).domain_id) {
  const MeetingPlace place = meeting_place(options);
  transport::ParticipantOptions participant;
  participant.name = options.name.empty() ? base::own_program_name() : options.name;
  participant.directory = place.directory;
  participant.group_directory = place.group_directory;
  participant.group_id = place.group_id;
  participant.on_event = options.on_event ? options.on_event : stderr_reporter();
  auto opened = transport::open_shm_transport(participant);
  if (!opened) throw exceptions::Error(opened.error().text);
  transport_ = std::move(*opened);
  if (const std::string users = unreachable_users(place); !users.empty()) {
    participant.on_event({EventKind::unreachable_users,
                          fmt::format("there are participants of {} on this machine, which cannot be "
                                      "reached; set BATON_GROUP to a common group on both sides",
                                      users)});
  }
}

ContextState::~ContextState() { shutdown(); }

void ContextState::shutdown() {
  if (fork_mark_.crossed()) return;
  {
    const std::lock_guard lock(mutex_);
    if (!valid_.exchange(false, std::memory_order_acq_rel)) return;
    for (const auto& entry : wait_sets_) {
      if (const auto wait_set = entry.lock()) wait_set->notify();
    }
  }
  transport_->close();
}

bool ContextState::is_valid() const {
  return !fork_mark_.crossed() && valid_.load(std::memory_order_acquire);
}

void ContextState::require_own_process() const {
  if (!fork_mark_.crossed()) return;
  throw exceptions::Error("this Context, and what was made with it, was created before fork(): a "
                          "child process needs a Context of its own");
}

transport::Transport& ContextState::transport() {
  require_own_process();
  if (!is_valid()) throw exceptions::Error("the Context was shut down");
  return *transport_;
}

std::shared_ptr<transport::WaitSet> ContextState::open_wait_set() {
  auto wait_set = transport().open_wait_set();
  if (!wait_set) throw exceptions::Error(wait_set.error().text);
  const std::lock_guard lock(mutex_);
  std::erase_if(wait_sets_, [](const auto& entry) { return entry.expired(); });
  wait_sets_.push_back(*wait_set);
  return std::move(*wait_set);
}

}  // namespace client

Context::Context(const ContextOptions& options)
    : state_(std::make_shared<client::ContextState>(options)) {}

Context::~Context() { shutdown(); }

void Context::shutdown() { state_->shutdown(); }

bool Context::is_valid() const { return state_->is_valid(); }

unsigned Context::get_domain_id() const { return state_->domain_id(); }

}  // namespace baton
