// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cv_bridge/cv_bridge.hpp>
