/* SPDX-License-Identifier: Apache-2.0 */
/* The log of a process with many publishers: threads 0 and 1 of one process, which may be killed at
   any step, publish ROUNDS times each on a ring of their own and note it in a log of SLOTS entries.
   One executor asks only the publishers that it finds there.

   publish: head.store(release); number = count.fetch_add(release); entry[number % SLOTS].store;
            fence; if armed.load is odd and was not rung for: write(eventfd)
   look:    n = count.load(acquire); for each number from the last n to this one: entry.load; if it is
            that of another number, ask all; then ask those that are noted
   sleep:   armed.store(odd epoch); fence; look; read(eventfd)

   The count is changed by read-modify-writes, which act on `memory` itself. One with release waits
   until the thread's earlier stores are there. */

#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef SLOTS
#define SLOTS 2
#endif

#define HEAD(p) (p)
#define ARMED 2
#define ENTRY(number) (3 + (number) % SLOTS)
#define WORDS (3 + SLOTS)
#define EXECUTOR 2
#define THREADS 3

/* The number of a publication, from 1, and its publisher. */
#define MAKE_ENTRY(number, p) (2 * ((number) + 1) + (p))
#define NUMBER_OF(entry) ((entry) / 2 - 1)
#define IS_WRITTEN(entry) ((entry) > 1)

#define A_SLEEPER_IS_WOKEN 1
#define AN_ENTRY_IS_NOT_WRITTEN_YET 2
#define AN_ENTRY_IS_OVERWRITTEN 3
#define A_PUBLISHER_DIES_BETWEEN_HEAD_AND_LOG 4
#define A_PUBLISHER_IS_NOT_ASKED 5

hidden byte the_head_never_decreases;
hidden byte no_sleeper_is_forgotten;
hidden byte every_message_is_seen_in_the_end;

bit eventfd;
bit asleep;
bit killed;
bit hung_up;    /* the subscriber has noticed that the process is gone */
byte rung;      /* private memory of the publishing process */
byte count;     /* of the log */
bit window[2];  /* ghost: the thread is between head.store and its wake */
bit unnoted[2]; /* ghost: the thread is between head.store and the log */
byte seen[2];

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
  DRAIN(1)
  DRAIN(EXECUTOR)
  od
}

#define WAITING(p) (memory[HEAD(p)] > seen[p])
#define SOMEBODY_RINGS (!killed && (window[0] || window[1]))
#define FORGOTTEN \
  (asleep && !eventfd && !SOMEBODY_RINGS && (WAITING(0) || WAITING(1)) && !(killed && !hung_up))

/* It runs only when it fails, so it adds no state. */
active proctype Monitor() {
end:
  d_step { FORGOTTEN -> CHECK(no_sleeper_is_forgotten, false) }
}

#ifdef WEAKEN_LOG_RELEASE
#define EARLIER_STORES_ARE_THERE(thread) true
#else
#define EARLIER_STORES_ARE_THERE(thread) FENCE(thread)
#endif

inline note() {
  d_step { EARLIER_STORES_ARE_THERE(me) -> number = count; count++; unnoted[me] = 0 }
  STORE(me, ENTRY(number), MAKE_ENTRY(number, me))
}

inline store_head() {
  d_step { window[me] = 1; unnoted[me] = 1 }
  STORE_RELEASE(me, HEAD(me), n)
}

proctype Publisher(byte me) {
  byte n = 1, e, number;
  {
    do
    :: n > ROUNDS -> break
    :: n <= ROUNDS ->
#ifdef WEAKEN_LOG_ORDER
       window[me] = 1;
       note();
       store_head();
#else
       store_head();
       note();
#endif
       FENCE(me);
       e = memory[ARMED];
       d_step {
         if
         :: (e & 1) && rung != e -> rung = e; eventfd = 1
         :: else
         fi;
         window[me] = 0; e = 0; number = 0; n++
       }
    od
  } unless {
    killed
  }
}

#ifndef NOBODY_DIES
active proctype Killer() {
  d_step {
    killed = 1;
    if
    :: unnoted[0] || unnoted[1] -> PLACE(A_PUBLISHER_DIES_BETWEEN_HEAD_AND_LOG)
    :: else
    fi;
    window[0] = 0; window[1] = 0; unnoted[0] = 0; unnoted[1] = 0; rung = 0
  }
  /* By then the stores of the dead have drained. The subscriber's control thread rings, and from now
     on the executor asks the publishers of the dead process whatever the log says. */
  d_step { FENCE(0) && FENCE(1) -> hung_up = 1; eventfd = 1 }
}
#endif

inline read_log() {
#ifdef WEAKEN_LOG_ACQUIRE
  d_step { early[0] = memory[HEAD(0)]; early[1] = memory[HEAD(1)] }
#endif
  upto = count;
  if
  :: upto - told > SLOTS -> asked[0] = 1; asked[1] = 1; told = upto
  :: else
  fi;
  do
  :: told == upto -> break
  :: told != upto ->
     d_step {
       entry = memory[ENTRY(told)];
       if
       :: IS_WRITTEN(entry) && NUMBER_OF(entry) == told -> asked[entry & 1] = 1; told++
       :: else ->
          if
          :: !IS_WRITTEN(entry) || NUMBER_OF(entry) < told -> PLACE(AN_ENTRY_IS_NOT_WRITTEN_YET)
          :: else -> PLACE(AN_ENTRY_IS_OVERWRITTEN)
          fi;
#ifdef WEAKEN_LOG_CHECK
          if
          :: IS_WRITTEN(entry) -> asked[entry & 1] = 1
          :: else
          fi;
          told++
#else
          asked[0] = 1; asked[1] = 1; told = upto
#endif
       fi;
       entry = 0
     }
  od
}

#ifdef WEAKEN_LOG_ACQUIRE
#define SEES(p) (early[p] > seen[p])
#else
#define SEES(p) WAITING(p)
#endif
#ifdef WEAKEN_LOG_HANG_UP
#define IS_ASKED(p) asked[p]
#else
#define IS_ASKED(p) (asked[p] || hung_up)
#endif

inline look() {
  d_step { found = 0; p = 0 }
  read_log();
  do
  :: p < 2 ->
     d_step {
       if
       :: IS_ASKED(p) && SEES(p) -> found = 1; seen[p] = memory[HEAD(p)]
       :: IS_ASKED(p) && !SEES(p) -> asked[p] = 0
       :: !IS_ASKED(p) -> PLACE(A_PUBLISHER_IS_NOT_ASKED)
       fi;
       p++
     }
  :: p == 2 -> break
  od
}

active proctype Executor() {
  byte epoch, p, told, upto, entry;
  bit asked[2];
  bit found;
#ifdef WEAKEN_LOG_ACQUIRE
  byte early[2];
#endif
  do
  :: look();
     if
     :: found
     :: !found ->
        epoch++;
        STORE(EXECUTOR, ARMED, epoch);
        FENCE(EXECUTOR);
        look();
        if
        :: found
        :: !found ->
           asleep = 1;
end:
           d_step { eventfd == 1 -> eventfd = 0; asleep = 0; PLACE(A_SLEEPER_IS_WOKEN) }
        fi;
        d_step { epoch++; found = 0; upto = 0 }
        STORE(EXECUTOR, ARMED, epoch)
     fi
  od
}

/* When nothing can move any more, everything that became visible has been seen, also what a
   publisher published before it died. */
active proctype AtRest() {
end:
  d_step {
    timeout -> CHECK(every_message_is_seen_in_the_end, !WAITING(0) && !WAITING(1))
  }
}

init {
  atomic {
    run Publisher(0);
    run Publisher(1)
  }
}
