// SPDX-License-Identifier: Apache-2.0
//
// What every generated message struct needs. Users include the header of a message instead.
#pragma once

#include <baton/language.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include <baton/msg/home.hpp>
#include <baton/msg/type_support.hpp>
