// SPDX-License-Identifier: Apache-2.0
// A library without components. It leaves a file when its code runs.
#include <cstdio>
#include <cstdlib>

namespace {

struct RunsWhenLoaded {
  RunsWhenLoaded() {
    if (const char* path = std::getenv("BATON_TEST_TRACE")) std::fclose(std::fopen(path, "w"));
  }
} runs_when_loaded;

}  // namespace

#ifdef NEEDS_OTHER_BATON
int of_the_other_baton();
__attribute__((visibility("default"))) int use_it() { return of_the_other_baton(); }
#endif
