// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <baton/msg/message_traits.hpp>
