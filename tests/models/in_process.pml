/* SPDX-License-Identifier: Apache-2.0 */
/* The orders between two threads of one process, each as the few accesses that it is about. Select one
   with -DSLEEP, -DPOST, -DHAND_OVER, -DSHARE or -DGIVE_BACK.

   SLEEP      [ready/asleep]  a waker makes something ready and looks at the flag of the sleeper, which
              raises it and looks at what is ready
   POST       [post/look]     a poster leaves a thing where it is because it is posted already; the
              looker has found it not ready and takes it out
   HAND_OVER  [queued/ready], [segment/open], [notify/wait], [timer/wait], [descriptor/wait]
              a flag tells of something that was written before
   SHARE      [holder/last]   the last holder of a message changes it
   GIVE_BACK  [lent/last]     the last to give back ends what both have written to */

#define DATA 0
#define FLAG 1
#define COUNT 2
#define WORDS 3
#define THREADS 2

#define FIRST 0
#define SECOND 1

#define A_SLEEPER_IS_WOKEN 1
#define A_LATE_LOOK_FINDS_IT_READY 2
#define THE_LAST_HOLDER_CHANGES_IT 3

#define RELAXED_LOADS
#include "memory_model.pmh"

inline on_commit(word, value) { skip }

active proctype Memory() {
end:
  do
  DRAIN(FIRST)
  DRAIN(SECOND)
  od
}

/* A read-modify-write meets the newest value. `release`: what the thread stored before is there first. */
#define RELEASED(thread) FENCE(thread)

#ifdef SLEEP
hidden byte no_sleeper_is_forgotten;
bit asleep, woken;

active proctype Waker() {
  STORE(FIRST, DATA, 1);
#ifndef WEAKEN_READY_FENCE
  FENCE(FIRST);
#endif
  if
  :: memory[FLAG] -> woken = 1
  :: else
  fi
}
active proctype Sleeper() {
  STORE(SECOND, FLAG, 1);
#ifndef WEAKEN_ASLEEP_FENCE
  FENCE(SECOND);
#endif
  if
  :: memory[DATA]
  :: else ->
     asleep = 1;
end: d_step { woken -> asleep = 0; PLACE(A_SLEEPER_IS_WOKEN) }
  fi
}
active proctype AtRest() {
end:
  d_step { timeout -> CHECK(no_sleeper_is_forgotten, !asleep) }
}
#endif

#ifdef POST /* at first it is posted, in the looker's list and not ready */
hidden byte what_is_ready_is_in_a_list;
bit posted = 1, in_list = 1;

active proctype Poster() {
  bit was;
  STORE(FIRST, DATA, 1);
#ifndef WEAKEN_POST_RELEASE
  RELEASED(FIRST);
#endif
  d_step { was = posted; posted = 1 }
  if
  :: was
  :: else -> in_list = 1
  fi
}
active proctype Looker() {
  bit early, ready;
  if
  :: memory[DATA] /* ready: it stays */
  :: else ->
     if
     :: true
     :: d_step { early = 1; ready = memory[DATA] }
     fi;
     d_step {
       posted = 0;
       in_list = 0;
#ifndef WEAKEN_LOOK_ACQUIRE
       early = 0
#endif
     }
     d_step {
       if
       :: early
       :: else -> ready = memory[DATA]
       fi
     }
     if
     :: ready ->
        d_step {
          PLACE(A_LATE_LOOK_FINDS_IT_READY);
          if
          :: !posted -> in_list = 1
          :: else
          fi;
          posted = 1
        }
     :: else
     fi
  fi
}
active proctype AtRest() {
end:
  d_step { timeout -> CHECK(what_is_ready_is_in_a_list, in_list) }
}
#endif

#ifdef HAND_OVER
hidden byte what_was_before_the_flag_is_seen;
#ifdef WEAKEN_FLAG_RELEASE
#define ORDER 0
#else
#define ORDER 1
#endif

active proctype Teller() {
  STORE(FIRST, DATA, 1);
  STORE_WITH(FIRST, FLAG, 1, ORDER)
}
active proctype Told() {
  bit early, seen;
  if
  :: true
  :: d_step { early = 1; seen = memory[DATA] }
  fi;
end:
  d_step {
    memory[FLAG] ->
#ifndef WEAKEN_FLAG_ACQUIRE
    early = 0
#endif
  }
  d_step {
    if
    :: early
    :: else -> seen = memory[DATA]
    fi;
    CHECK(what_was_before_the_flag_is_seen, seen)
  }
}
#endif

#ifdef SHARE /* both hold it; one reads and releases it, the other changes it once it is alone */
hidden byte a_held_message_does_not_change;
byte holders = 2;

active proctype Reader() {
  bit read;
#ifdef WEAKEN_HOLDER_RELEASE
  /* The read is performed after the release that follows it. */
  if
  :: true
  :: holders--; read = 1
  fi;
#endif
  d_step { CHECK(a_held_message_does_not_change, memory[DATA] == 0) }
  if
  :: read
  :: else -> holders--
  fi
}
active proctype Last() {
  bit written;
#ifdef WEAKEN_LAST_ACQUIRE
  /* The change is performed before the look that precedes it. */
  if
  :: true
  :: STORE(SECOND, DATA, 1); written = 1
  fi;
#endif
end:
  d_step { holders == 1 -> PLACE(THE_LAST_HOLDER_CHANGES_IT) }
  if
  :: written
  :: else -> STORE(SECOND, DATA, 1)
  fi
}
#endif

#ifdef GIVE_BACK /* each writes a word of its own and gives back; the last one reads the other's */
hidden byte the_last_sees_what_others_did;
byte returned;

inline give_back(me, mine, others) {
  STORE(me, mine, 1);
  if
  :: true
  :: d_step { early = 1; seen = memory[others] }
  fi;
#ifndef WEAKEN_LENT_RELEASE
  RELEASED(me);
#endif
  d_step {
    returned++;
    last = returned == 2;
#ifndef WEAKEN_LENT_ACQUIRE
    early = 0
#endif
  }
  d_step {
    if
    :: early
    :: else -> seen = memory[others]
    fi;
    CHECK(the_last_sees_what_others_did, !last || seen)
  }
}
active proctype One() { bit early, seen, last; give_back(FIRST, DATA, COUNT) }
active proctype Other() { bit early, seen, last; give_back(SECOND, COUNT, DATA) }
#endif
