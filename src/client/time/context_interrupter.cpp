// SPDX-License-Identifier: Apache-2.0
#include "client/time/context_interrupter.hpp"

#include <stdexcept>
#include <utility>

#include <baton/contexts/default_context.hpp>

#include "client/context/context_state.hpp"

namespace baton::client {

ContextInterrupter::ContextInterrupter(std::shared_ptr<Context> context)
    : context_(std::move(context)) {
  if (context_ && context_->is_valid()) return;
  throw std::runtime_error("context cannot be slept with because it's invalid");
}

std::shared_ptr<void> ContextInterrupter::on_interrupt(std::function<void()> wake) {
  const auto handle = context_->add_on_shutdown_callback(std::move(wake));
  const auto remove = [context = context_, handle](void*) {
    context->remove_on_shutdown_callback(handle);
  };
  return {nullptr, remove};
}

std::unique_ptr<SleepInterrupter> default_interrupter() {
  auto context = contexts::get_global_default_context();
  if (!context->state()->was_begun()) return nullptr;
  return std::make_unique<ContextInterrupter>(std::move(context));
}

}  // namespace baton::client
