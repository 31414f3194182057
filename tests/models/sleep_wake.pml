/* SPDX-License-Identifier: Apache-2.0 */
/* Sleep and wake: one executor, publisher threads 0 and 1 (threads of one process, which may be
   killed at any step and which share the `rung` epoch) and publisher thread 2 (another process that
   lives on). Each thread publishes ROUNDS times on a ring of its own.

   publish: head.store(release); fence; e = armed.load;
            if e is odd and rung.exchange(e) != e: write(eventfd)
   sleep:   armed.store(odd epoch); fence; look at all heads again; read(eventfd); armed.store(even)

   With -DTHEFTS=<n> another holder of the eventfd takes up to n rings. So the publishing process watches
   after each ring, rings for the same epoch again when it does not watch any more, and before it ends looks
   whether its sleeper has read:
   look:    watching = 0; if head > cursor and armed.load is odd: write(eventfd), watching = 1 */

#ifndef ROUNDS
#define ROUNDS 2
#endif
/* Which of the threads take part besides thread 0. */
#ifndef SIBLING
#define SIBLING 0
#endif
#ifndef SURVIVOR
#define SURVIVOR 1
#endif
#ifndef THEFTS
#define THEFTS 0
#endif
#define TAKES_PART(p) ((p) == 0 || (p) == 1 && SIBLING || (p) == 2 && SURVIVOR)

#define HEAD(p) (p)
#define ARMED 3
#define WORDS 4
#define EXECUTOR 3
#define THREADS 4
#define PROCESS(p) ((p) / 2) /* threads 0 and 1 are process 0, thread 2 is process 1 */

#define A_SLEEPER_IS_WOKEN 1
#define A_RECHECK_FINDS_DATA 2
#define A_THREAD_LEAVES_THE_BELL_TO_ITS_SIBLING 3
#define A_PUBLISHER_DIES_BETWEEN_HEAD_AND_WAKE 4
#define A_WAKE_IS_SPURIOUS 5
#define THE_DEAD_PUBLISHERS_MESSAGE_IS_SEEN 6
#define A_STOLEN_RING_IS_MADE_AGAIN 7

hidden byte the_head_never_decreases;
hidden byte no_sleeper_is_forgotten;
hidden byte every_message_is_seen_in_the_end;

bit eventfd;
bit asleep;
bit killed[2]; /* only process 0 is */
bit hung_up;      /* the subscriber has noticed that process 0 is gone */
byte rung[2];     /* private memory of each publishing process */
byte window[3];   /* ghost: the thread is between head.store and its wake */
byte seen[3];
#if THEFTS
bit watching; /* process 0 */
bit looking;  /* ghost: the look is between its two ends */
bit stolen;
#define RING eventfd = 1; watching = 1
#define SOMEBODY_LOOKS (watching || looking)
#define RUNG_FOR(e) (rung[PROCESS(me)] == e && watching)
#else
#define RING eventfd = 1
#define SOMEBODY_LOOKS 0
#define RUNG_FOR(e) (rung[PROCESS(me)] == e)
#endif
#ifdef WEAKEN_CLAIM_FLAG
bit flag;
#endif

#include "memory_model.pmh"

inline on_commit(word, value) {
  if
  :: word < ARMED -> CHECK(the_head_never_decreases, value > memory[word])
  :: else
  fi
}

active proctype Memory() {
end:
  do
  DRAIN(0)
#if SIBLING
  DRAIN(1)
#endif
#if SURVIVOR
  DRAIN(2)
#endif
  DRAIN(EXECUTOR)
  od
}

#define WAITING(p) (memory[HEAD(p)] > seen[p])
#define SOMEBODY_RINGS (!killed[0] && (window[0] || window[1]) || window[2])
#define FORGOTTEN                                                 \
  (asleep && !eventfd && !SOMEBODY_RINGS && !SOMEBODY_LOOKS &&    \
   ((WAITING(0) || WAITING(1)) && !(killed[0] && !hung_up) || WAITING(2)))

/* Invariant 4. It runs only when it fails, so it adds no state. */
active proctype Monitor() {
end:
  d_step { FORGOTTEN -> CHECK(no_sleeper_is_forgotten, false) }
}

inline publish_head() {
#ifdef WEAKEN_HEAD_ARMED_ORDER
  d_step { e = memory[ARMED]; window[me] = 1 }
#else
  window[me] = 1;
#endif
  STORE_RELEASE(me, HEAD(me), n)
}

#ifdef WEAKEN_CLAIM_FLAG
/* The bell is claimed by taking a flag that the publishers may write, too. */
#define TAKES_THE_BELL flag == 1
#define CLAIM flag = 0
#else
#define TAKES_THE_BELL (e & 1) && !RUNG_FOR(e)
#define CLAIM rung[PROCESS(me)] = e
#endif

proctype Publisher(byte me) {
  byte n = 1, e;
  {
    do
    :: n > ROUNDS -> break
    :: n <= ROUNDS ->
       publish_head();
#ifndef WEAKEN_HEAD_ARMED_FENCE
       FENCE(me);
#endif
#ifndef WEAKEN_HEAD_ARMED_ORDER
       e = memory[ARMED];
#endif
       if
       :: d_step { TAKES_THE_BELL -> CLAIM }
          d_step { RING; window[me] = 0; e = 0; n++ }
       :: d_step {
            !(TAKES_THE_BELL) ->
            if
            :: (e & 1) && me < 2 && window[1 - me] -> PLACE(A_THREAD_LEAVES_THE_BELL_TO_ITS_SIBLING)
            :: else
            fi;
            window[me] = 0; e = 0; n++
          }
       fi
    od
  } unless {
    killed[PROCESS(me)]
  }
}

#ifndef NOBODY_DIES
active proctype Killer() {
  d_step {
    killed[0] = 1;
    if
    :: window[0] || window[1] -> PLACE(A_PUBLISHER_DIES_BETWEEN_HEAD_AND_WAKE)
    :: else
    fi;
    window[0] = 0; window[1] = 0; rung[0] = 0
  }
  /* The kernel closes the dead process's socket; by then its stores have drained. The subscriber's
     control thread rings. */
  d_step {
    FENCE(0) && FENCE(1) ->
    hung_up = 1;
#ifndef WEAKEN_HANG_UP
    eventfd = 1
#endif
  }
}
#endif

#if THEFTS
active proctype Thief() {
  byte left = THEFTS;
end:
  do
  :: d_step { left > 0 && eventfd -> eventfd = 0; stolen = 1; left-- }
  od
}

active proctype SecondRings() {
  bit behind;
end:
  do
  :: d_step { watching -> looking = 1 }
#ifndef WEAKEN_LOOK_ORDER
     watching = 0;
#endif
     behind = memory[HEAD(0)] > seen[0];
     if
     :: d_step {
          behind && (memory[ARMED] & 1) ->
          if
          :: stolen -> PLACE(A_STOLEN_RING_IS_MADE_AGAIN)
          :: else
          fi
#ifndef WEAKEN_SECOND_RING
          ; RING
#endif
        }
     :: d_step {
          !(behind && (memory[ARMED] & 1)) ->
#ifdef WEAKEN_LOOK_ORDER
          watching = 0
#else
          skip
#endif
        }
     fi;
     d_step { looking = 0; behind = 0 }
  od
}
#endif

inline look_at_heads() {
  d_step { found = 0; p = 0 }
  do
  :: p < 3 && !TAKES_PART(p) -> p++
  :: p < 3 && TAKES_PART(p) ->
     d_step {
       if
       :: WAITING(p) ->
          found = 1;
          seen[p] = memory[HEAD(p)];
          if
          :: p < 2 && killed[0] -> PLACE(THE_DEAD_PUBLISHERS_MESSAGE_IS_SEEN)
          :: else
          fi
       :: else
       fi;
       p++
     }
  :: p == 3 -> break
  od
}

active proctype Executor() {
  byte epoch, p;
  bit found, woken;
  do
  :: look_at_heads();
     if
     :: found -> woken = 0
     :: !found ->
        d_step {
          if
          :: woken -> woken = 0; PLACE(A_WAKE_IS_SPURIOUS)
          :: else
          fi;
#ifdef WEAKEN_EPOCH
          epoch = 1
#else
          epoch++
#endif
        }
        STORE(EXECUTOR, ARMED, epoch);
#ifdef WEAKEN_CLAIM_FLAG
        d_step { FENCE(EXECUTOR); flag = 1 }
#endif
#ifndef WEAKEN_ARM_RECHECK_FENCE
        FENCE(EXECUTOR);
#endif
#ifndef WEAKEN_ARM_RECHECK
        look_at_heads();
#endif
        if
        :: d_step { found -> PLACE(A_RECHECK_FINDS_DATA) }
        :: !found ->
           asleep = 1;
end:
           d_step {
             eventfd == 1 -> /* read(eventfd) */
             eventfd = 0;
             asleep = 0;
             woken = 1;
             PLACE(A_SLEEPER_IS_WOKEN)
           }
        fi;
        d_step { epoch++; found = 0 }
        STORE(EXECUTOR, ARMED, epoch)
     fi
  od
}

/* When nothing can move any more, everything that became visible has been seen, also what a
   publisher published before it died. */
active proctype AtRest() {
end:
  d_step {
    timeout ->
    CHECK(every_message_is_seen_in_the_end, !WAITING(0) && !WAITING(1) && !WAITING(2))
  }
}

init {
  atomic {
    run Publisher(0);
#if SIBLING
    run Publisher(1);
#endif
#if SURVIVOR
    run Publisher(2);
#endif
    skip
  }
}
