/* SPDX-License-Identifier: Apache-2.0 */
/* Does the weak memory made by hand allow and forbid what C++ does? Known litmus tests, each with an
   outcome that is forbidden when everything is ordered and must be reachable when one order is left
   out. Select one with -DSTORE_BUFFERING, -DMESSAGE_PASSING, -DRELEASE_IS_OVERTAKEN, -DCOHERENCE or
   -DTWO_WRITERS. */

#define X 0
#define Y 1
#define WORDS 2
#define THREADS 2

hidden byte the_outcome_is_forbidden;

#define RELAXED_LOADS
#include "memory_model.pmh"

inline on_commit(word, value) { skip }

active proctype Memory() {
end:
  do
  DRAIN(0)
  DRAIN(1)
  od
}

byte r0, r1, r2, r3;
byte finished;

#ifdef STORE_BUFFERING /* X = 1; fence; r0 = Y  ||  Y = 1; fence; r1 = X   forbidden: r0 = r1 = 0 */
#define OUTCOME (finished == 2 && r0 == 0 && r1 == 0)
active proctype A() {
  STORE(0, X, 1);
#ifndef WEAKEN_LEFT
  FENCE(0);
#endif
  d_step { r0 = memory[Y]; finished++ }
}
active proctype B() {
  STORE(1, Y, 1);
#ifndef WEAKEN_RIGHT
  FENCE(1);
#endif
  d_step { r1 = memory[X]; finished++ }
}
#endif

#ifdef MESSAGE_PASSING /* X = 1; Y = 1 (release)  ||  r0 = Y (acquire); r1 = X   forbidden: 1, 0 */
#define OUTCOME (finished == 2 && r0 == 1 && r1 == 0)
#ifdef WEAKEN_RELEASE
#define ORDER 0
#else
#define ORDER 1
#endif
active proctype A() {
  STORE(0, X, 1);
  STORE_WITH(0, Y, 1, ORDER);
  finished++
}
active proctype B() {
  byte early, value;
  if
  :: true
  :: d_step { early = 1; value = memory[X] }
  fi;
  d_step {
    r0 = memory[Y];
#ifndef WEAKEN_ACQUIRE
    early = 0
#endif
  }
  d_step {
    if
    :: early -> r1 = value
    :: else -> r1 = memory[X]
    fi;
    finished++
  }
}
#endif

#ifdef RELEASE_IS_OVERTAKEN /* X = 1 (release); Y = 1  ||  r0 = Y; r1 = X   allowed: 1, 0 */
#define OUTCOME (finished == 2 && r0 == 1 && r1 == 0)
active proctype A() {
  STORE_RELEASE(0, X, 1);
#ifndef WEAKEN_FENCE
  FENCE(0);
#endif
  STORE(0, Y, 1);
  finished++
}
active proctype B() {
  r0 = memory[Y];
  d_step { r1 = memory[X]; finished++ }
}
#endif

#ifdef COHERENCE /* X = 1; X = 2  ||  r0 = X; r1 = X   forbidden: 2, 1 */
#define OUTCOME (finished == 2 && r0 > r1)
active proctype A() {
  STORE(0, X, 1);
  STORE(0, X, 2);
  finished++
}
active proctype B() {
  r0 = memory[X];
  d_step { r1 = memory[X]; finished++ }
}
#endif

#ifdef TWO_WRITERS /* X = 1  ||  Y = 1  ||  r0 = X; r1 = Y  ||  r2 = Y; r3 = X   forbidden: 1, 0, 1, 0 */
#define OUTCOME (finished == 2 && r0 == 1 && r1 == 0 && r2 == 1 && r3 == 0)
active proctype A() { STORE(0, X, 1) }
active proctype B() { STORE(1, Y, 1) }
active proctype C() {
  r0 = memory[X];
  d_step { r1 = memory[Y]; finished++ }
}
active proctype D() {
  r2 = memory[Y];
  d_step { r3 = memory[X]; finished++ }
}
#endif

active proctype Monitor() {
end:
  d_step { OUTCOME -> CHECK(the_outcome_is_forbidden, false) }
}
