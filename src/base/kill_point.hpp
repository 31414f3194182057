// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

// Named places where a test lets the process die or looks at what is there.

#ifndef BATON_KILL_POINTS
#define BATON_KILL_POINTS 0
#endif

namespace baton::base {

/// Called at each passage instead of looking at BATON_KILL_AT; an empty function removes it. Set it
/// while no other thread passes a kill point.
using KillPointHook = std::function<void(const char* name)>;

#if BATON_KILL_POINTS

/// The process kills itself (SIGKILL) here when the environment variable BATON_KILL_AT, read once,
/// is `name`, or `name:N` and this is the N-th passage (from 1). Any thread.
void kill_point(const char* name);
void set_kill_point_hook(KillPointHook hook);

#else

constexpr void kill_point(const char*) noexcept {}
inline void set_kill_point_hook(const KillPointHook&) {}

#endif

}  // namespace baton::base
