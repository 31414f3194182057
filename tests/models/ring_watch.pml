/* SPDX-License-Identifier: Apache-2.0 */
/* A peer fills its bell, the watch ends that: one process with a publishing thread, which rings with its
   publisher's mutex held, the participant's thread, which wants that mutex and rings, too, and the thread
   that watches. The peer may fill the bell FILLS times, at any moment, also right after a rescue.

   ring:  begun++ (a full barrier); if !watching and exchange(watching, 1) was 0: set the timer;
          write(eventfd), which blocks while the bell is full; done++
   tick:  if begun != done and the bell is full: give it up, read(eventfd);
          rings since the last tick, or one under way: set the timer again;
          else: watching.store(0); fence; rings since, or one under way: watching = 1, set the timer */

#ifndef FILLS
#define FILLS 2
#endif
#define ROUNDS 2

#define WATCHING 0
#define BEGUN(thread) (1 + (thread))
#define WORDS 3
#define PUBLISHER 0
#define PARTICIPANT 1
#define WATCH 2
#define THREADS 3
#define BUFFER 3

#define EMPTY 0
#define RUNG 1
#define FULL 2

#define A_STUCK_RING_IS_ENDED 1
#define IT_IS_STUCK_AGAIN_AT_ONCE 2
#define THE_PARTICIPANT_WAITS_FOR_A_STUCK_RING 3
#define THE_WATCH_ENDS 4
#define A_RING_COMES_WHILE_THE_WATCH_ENDS 5

hidden byte no_ring_hangs;

byte bell;
bit given_up;
bit timer;
bit locked;      /* the publisher's mutex */
bit writing[2];  /* ghost: blocked, or about to be */
bit waiting;     /* ghost: the participant's thread wants the mutex */
byte done[2];

inline on_commit(word, value) { skip }

#include "memory_model.pmh"

/* Three threads, of which none has more than two stores under way. */
active proctype Memory() {
end:
  do
  :: d_step { buffer[PUBLISHER].count > 0 -> commit(PUBLISHER, 0) }
  :: d_step { buffer[PARTICIPANT].count > 0 -> commit(PARTICIPANT, 0) }
  :: d_step { buffer[WATCH].count > 0 -> commit(WATCH, 0) }
  od
}

#define RINGING(thread) (memory[BEGUN(thread)] != done[thread])
#define SOMEBODY_RINGS (RINGING(PUBLISHER) || RINGING(PARTICIPANT))
#define RINGS (memory[BEGUN(PUBLISHER)] + memory[BEGUN(PARTICIPANT)])

/* An exchange is a full barrier. */
inline begin_watch(me, was_first) {
  FENCE(me);
  d_step { was_first = !memory[WATCHING]; memory[WATCHING] = 1 }
  if
  :: was_first -> timer = 1
  :: else
  fi
}

inline ring(me, count, was_first) {
  if
  :: given_up
  :: else ->
     count++;
     STORE(me, BEGUN(me), count);
#ifndef WEAKEN_BEGUN
     FENCE(me);
#endif
     if
     :: memory[WATCHING]
     :: else -> begin_watch(me, was_first)
     fi;
     writing[me] = 1;
     d_step { bell != FULL -> bell = RUNG; writing[me] = 0 }
     done[me] = count
  fi
}

active proctype Publisher() {
  byte count, round;
  bit first;
  do
  :: round == ROUNDS -> break
  :: else ->
     d_step { !locked -> locked = 1 }
     ring(PUBLISHER, count, first);
     d_step { locked = 0; round++; first = 0 }
  od
}

active proctype Participant() {
  byte count;
  bit first;
  d_step {
    waiting = 1;
    if
    :: writing[PUBLISHER] && bell == FULL -> PLACE(THE_PARTICIPANT_WAITS_FOR_A_STUCK_RING)
    :: else
    fi
  }
  d_step { !locked -> locked = 1; waiting = 0 }
  locked = 0;
  ring(PARTICIPANT, count, first)
}

active proctype Watch() {
  byte seen, now;
  bit first, rescued;
end:
  do
#ifdef WEAKEN_THREAD
  :: d_step { timer && !waiting && !writing[PARTICIPANT] -> timer = 0 }
#else
  :: d_step { timer -> timer = 0 }
#endif
     d_step {
       rescued = bell == FULL && SOMEBODY_RINGS;
       if
       :: rescued ->
          PLACE(A_STUCK_RING_IS_ENDED);
          if
          :: given_up -> PLACE(IT_IS_STUCK_AGAIN_AT_ONCE)
          :: else
          fi;
          given_up = 1;
          bell = EMPTY
       :: else
       fi
     }
     d_step { now = RINGS; if :: SOMEBODY_RINGS -> rescued = 1 :: else fi }
     if
     :: rescued || now != seen -> timer = 1
     :: else ->
#ifdef WEAKEN_FLAG_ORDER
        d_step { rescued = SOMEBODY_RINGS || RINGS != now }
        STORE(WATCH, WATCHING, 0);
        FENCE(WATCH);
#else
        STORE(WATCH, WATCHING, 0);
#ifndef WEAKEN_FLAG_FENCE
        FENCE(WATCH);
#endif
        d_step { rescued = SOMEBODY_RINGS || RINGS != now }
#endif
        if
        :: rescued ->
           PLACE(A_RING_COMES_WHILE_THE_WATCH_ENDS);
           begin_watch(WATCH, first)
        :: else -> PLACE(THE_WATCH_ENDS)
        fi
     fi;
     d_step { seen = now; now = 0; first = 0; rescued = 0 }
  od
}

/* Its owner does not read. */
active proctype Peer() {
  byte left = FILLS;
end:
  do
  :: d_step { left > 0 && bell != FULL -> bell = FULL; left-- }
  od
}

active proctype AtRest() {
end:
  d_step { timeout -> CHECK(no_ring_hangs, !writing[PUBLISHER] && !writing[PARTICIPANT]) }
}
