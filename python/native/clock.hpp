// SPDX-License-Identifier: Apache-2.0
// Clocks as the module has them.
#pragma once

#include <baton/clock.hpp>

namespace baton::python {

struct ClockHandle {
  Clock::SharedPtr clock;
};

}  // namespace baton::python
