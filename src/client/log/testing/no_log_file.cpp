// SPDX-License-Identifier: Apache-2.0
// Linked into a test program: what its tests log reaches no file, save where a LogTest looks at
// one.
#include "client/log/log.hpp"

namespace baton::client {
namespace {

[[maybe_unused]] const bool switched_off = [] {
  set_log_outputs({.console = true, .file = false, .rosout = true});
  return true;
}();

}  // namespace
}  // namespace baton::client
