// SPDX-License-Identifier: Apache-2.0
// Refers to the ABI of a Baton that is not this one, and leaves a file if its code runs.
#include <cstdio>
#include <cstdlib>

extern "C" __attribute__((visibility("default"))) const int baton_component_abi_0;

namespace {

[[gnu::used]] const int* const abi = &baton_component_abi_0;

struct RunsWhenLoaded {
  RunsWhenLoaded() {
    if (const char* path = std::getenv("BATON_TEST_TRACE")) std::fclose(std::fopen(path, "w"));
  }
} runs_when_loaded;

}  // namespace
