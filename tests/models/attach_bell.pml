/* SPDX-License-Identifier: Apache-2.0 */
/* A subscription moves from executor 0 to executor 1 while its publisher publishes. The publisher
   knows the bell (eventfd) of executor 0; that of executor 1 comes late, by a control message.

   attach:  under the subscription's mutex: off the old executor's list; index.store(1); on the new
            one's list; then ring the new executor's own bell.
   publish: head.store(release); fence; i = index.load; e = armed[i].load;
            if e is odd and rung[i] != e and bell i is installed: rung[i] = e, write(bell i)
   BELL:    install the bell; fence (or the publisher's mutex); ring it once */

#ifndef ROUNDS
#define ROUNDS 2
#endif

#define HEAD 0
#define INDEX 1
#define INSTALLED 2 /* bell 1 is installed; read and written in the publishing process only */
#define ARMED(x) (3 + (x))
#define WORDS 5
#define PUBLISHER 0
#define CONTROL 1 /* the publishing process's control thread */
#define MOVER 2   /* the thread that attaches */
#define EXECUTOR(x) (3 + (x))
#define THREADS 5

#define A_SLEEPER_IS_WOKEN_AFTER_THE_MOVE 1
#define A_PUBLICATION_FINDS_NO_BELL 2
#define THE_OLD_EXECUTOR_IS_WOKEN_FOR_NOTHING 3
#define THE_LATE_BELL_FINDS_DATA 4

hidden byte no_sleeper_is_forgotten;
hidden byte every_message_is_seen_in_the_end;

bit eventfd[2];
bit asleep[2];
byte listed;        /* the executor that has the subscription on its list; 2 = none */
byte seen;          /* the subscription's own, under its mutex */
byte rung[2];
bit window;         /* ghost: the publisher is between head.store and its wake */
bit moving;         /* ghost: on the new list, its executor not yet rung */
bit bell_under_way = 1; /* ghost: the BELL message is not yet handled */

#include "memory_model.pmh"

inline on_commit(word, value) { skip }

active proctype Memory() {
end:
  do
  DRAIN(PUBLISHER)
  DRAIN(CONTROL)
  DRAIN(MOVER)
  DRAIN(EXECUTOR(0))
  DRAIN(EXECUTOR(1))
  od
}

#define WAITING (memory[HEAD] > seen)
#define FORGOTTEN                                                                       \
  (WAITING && !window && !moving && (listed == 0 && asleep[0] && !eventfd[0] ||          \
                                     listed == 1 && asleep[1] && !eventfd[1] && !bell_under_way))

active proctype Monitor() {
end:
  d_step { FORGOTTEN -> CHECK(no_sleeper_is_forgotten, false) }
}

active proctype Publisher() {
  byte n = 1, e;
  bit i, known;
  do
  :: n > ROUNDS -> break
  :: n <= ROUNDS ->
     window = 1;
     STORE_RELEASE(PUBLISHER, HEAD, n);
     FENCE(PUBLISHER);
     i = memory[INDEX];
     e = memory[ARMED(i)];
     known = (i == 0 || memory[INSTALLED]);
     d_step {
       if
       :: (e & 1) && rung[i] != e && known ->
          rung[i] = e;
          eventfd[i] = 1;
          if
          :: i == 0 && listed != 0 -> PLACE(THE_OLD_EXECUTOR_IS_WOKEN_FOR_NOTHING)
          :: else
          fi
       :: (e & 1) && !known -> PLACE(A_PUBLICATION_FINDS_NO_BELL)
       :: else
       fi;
       window = 0; i = 0; e = 0; known = 0; n++
     }
  od
}

active proctype Control() {
#ifdef WEAKEN_BELL_INSTALL_ORDER
  eventfd[1] = 1;
  STORE(CONTROL, INSTALLED, 1);
#else
  STORE(CONTROL, INSTALLED, 1);
#ifndef WEAKEN_BELL_INSTALL_FENCE
  FENCE(CONTROL);
#endif
#ifndef WEAKEN_BELL_RING
  d_step {
    if
    :: WAITING && asleep[1] && !eventfd[1] -> PLACE(THE_LATE_BELL_FINDS_DATA)
    :: else
    fi;
    eventfd[1] = 1
  }
#endif
#endif
  bell_under_way = 0
}

active proctype Mover() {
  listed = 2;
#ifdef WEAKEN_ATTACH_ORDER
  d_step { listed = 1; moving = 1 }
  d_step { eventfd[1] = 1; moving = 0 }
  STORE(MOVER, INDEX, 1)
#else
  STORE(MOVER, INDEX, 1);
#ifndef WEAKEN_ATTACH_UNLOCK
  FENCE(MOVER); /* leaving the mutex: a publisher that sees the list entry sees the index */
#endif
  d_step { listed = 1; moving = 1 }
#ifndef WEAKEN_ATTACH_RING
  eventfd[1] = 1;
#endif
  moving = 0
#endif
}

/* Looks at the head only while the subscription is on this executor's list. */
inline look_at_head() {
  d_step {
    found = 0;
    if
    :: listed == me && WAITING -> found = 1; seen = memory[HEAD]
    :: else
    fi
  }
}

proctype Executor(bit me) {
  byte epoch;
  bit found;
  do
  :: look_at_head();
     if
     :: found
     :: !found ->
        epoch++;
        STORE(EXECUTOR(me), ARMED(me), epoch);
        FENCE(EXECUTOR(me));
        look_at_head();
        if
        :: found
        :: !found ->
           asleep[me] = 1;
end:
           d_step {
             eventfd[me] == 1 ->
             eventfd[me] = 0;
             asleep[me] = 0;
             if
             :: me == 1 && listed == 1 && WAITING -> PLACE(A_SLEEPER_IS_WOKEN_AFTER_THE_MOVE)
             :: else
             fi
           }
        fi;
        d_step { epoch++; found = 0 }
        STORE(EXECUTOR(me), ARMED(me), epoch)
     fi
  od
}

active proctype AtRest() {
end:
  d_step { timeout -> CHECK(every_message_is_seen_in_the_end, !WAITING) }
}

init {
  atomic {
    run Executor(0);
    run Executor(1)
  }
}
