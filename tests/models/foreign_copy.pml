/* SPDX-License-Identifier: Apache-2.0 */
/* The copying reader of another uid: it never pins, so nothing keeps the publisher from reusing the
   chunk under its hands. It copies, fences, and looks at the slot again.

   read:    w = slot.load(acquire); field.load(acquire); copy (plain loads, any order); fence(acquire);
            deliver only if slot.load(relaxed) is still w
   reclaim: slot := 0; fence; the payload of the next message
   publish: slot := 0 if it is not; field.store(release); slot.store(release) */

#ifndef RING
#define RING 2
#endif
#ifndef CHUNKS
#define CHUNKS 2
#endif
#ifndef DEPTH
#define DEPTH 1
#endif
#ifndef LAST
#define LAST 5
#endif

#define HEAD 0
#define SLOT(i) (1 + (i))
#define FIELD(i) (1 + RING + (i))
#define PAYLOAD(c, k) (1 + 2 * RING + 2 * (c) + (k))
#define WORDS (1 + 2 * RING + 2 * CHUNKS)
#define BUFFER 6
#define PUBLISHER 0
#define THREADS 1

#define SLOT_WORD(s, c) ((s) * 8 + (c) + 1)
#define SEQUENCE(word) ((word) / 8)
#define CHUNK(word) ((word) % 8 - 1)

#if CHUNKS == 2
#define ALL_USED (used[0] && used[1])
#else
#define ALL_USED (used[0] && used[1] && used[2])
#endif

#define A_COPY_IS_DISCARDED 1
#define A_TORN_COPY_IS_DISCARDED 2
#define A_READER_IS_LAPPED 3
#define A_COPY_IS_DELIVERED_FROM_A_REUSED_CHUNK 4

hidden byte a_delivered_copy_is_whole;
hidden byte a_field_belongs_to_its_message;
hidden byte a_retry_means_the_publisher_published;

byte linked[RING];
bit used[CHUNKS]; /* LOANED or LINKED */
byte published;

#define RELAXED_LOADS
#include "memory_model.pmh"

inline on_commit(word, value) { skip }

active proctype Memory() {
end:
  do
  DRAIN(PUBLISHER)
  od
}

#ifdef WEAKEN_PAYLOAD_RELEASE
#define ORDER 0
#else
#define ORDER 1
#endif

#ifdef WEAKEN_FIELD_RELEASE
#define FIELD_ORDER 0
#else
#define FIELD_ORDER 1
#endif

#if defined(WEAKEN_PAYLOAD_RELEASE) || defined(WEAKEN_PAYLOAD_ACQUIRE) || \
    defined(WEAKEN_COPY_VALIDATE)
#define FIELD_IS_UNCHECKED true /* it fails, too; these variants are about the payload */
#else
#define FIELD_IS_UNCHECKED false
#endif

#if defined(WEAKEN_PAYLOAD_RELEASE) || defined(WEAKEN_PAYLOAD_ACQUIRE)
#define CHECK_RETRY skip /* it fails, too; these variants are about the payload */
#else
#define CHECK_RETRY CHECK(a_retry_means_the_publisher_published, published > head)
#endif

active proctype Publisher() {
  byte s = 1, c, i;
  do
  :: s > LAST -> break
  :: s <= LAST ->
     /* No reader pins, so one reclaim always finds a chunk. */
     if
     :: ALL_USED ->
        i = 0;
        do
        :: i == RING -> i = 0; break
        :: i < RING && (linked[i] == 0 || SEQUENCE(linked[i]) + DEPTH >= s) -> i++
        :: i < RING && linked[i] != 0 && SEQUENCE(linked[i]) + DEPTH < s ->
#ifndef WEAKEN_UNLINK_STORE
           STORE(PUBLISHER, SLOT(i), 0);
#endif
           d_step { used[CHUNK(linked[i])] = 0; linked[i] = 0 }
        od;
#ifndef WEAKEN_UNLINK_FENCE
        FENCE(PUBLISHER)
#else
        skip
#endif
     :: !ALL_USED
     fi;
     d_step {
       c = 0;
       do
       :: used[c] -> c++
       :: else -> break
       od;
       used[c] = 1
     }
     STORE(PUBLISHER, PAYLOAD(c, 0), s);
     STORE(PUBLISHER, PAYLOAD(c, 1), s);
     published = s;
     if
     :: linked[s % RING] != 0 ->
#ifndef WEAKEN_EMPTY_FIRST
        STORE(PUBLISHER, SLOT(s % RING), 0);
#endif
        d_step { used[CHUNK(linked[s % RING])] = 0; linked[s % RING] = 0 }
     :: linked[s % RING] == 0
     fi;
     STORE_WITH(PUBLISHER, FIELD(s % RING), s, FIELD_ORDER);
     STORE_WITH(PUBLISHER, SLOT(s % RING), SLOT_WORD(s, c), ORDER);
     d_step { linked[s % RING] = SLOT_WORD(s, c) }
     STORE_WITH(PUBLISHER, HEAD, s, ORDER);
     FENCE(PUBLISHER);
     d_step { s++; c = 0; i = 0 }
  od
}

/* One early copy for each load that a barrier may have to hold back: a payload word before the first
   load of the slot, the slot before the payload. */
inline payload_early() {
  if
  :: true
  :: d_step { early_word = PAYLOAD(0, 0); early_value = memory[PAYLOAD(0, 0)] }
  :: d_step { early_word = PAYLOAD(0, 1); early_value = memory[PAYLOAD(0, 1)] }
  :: d_step { early_word = PAYLOAD(1, 0); early_value = memory[PAYLOAD(1, 0)] }
  :: d_step { early_word = PAYLOAD(1, 1); early_value = memory[PAYLOAD(1, 1)] }
  fi
}
inline slot_early() {
  if
  :: early_word == 0 -> d_step { early_word = SLOT(q % RING); early_value = memory[SLOT(q % RING)] }
  :: true
  fi
}
#define DISCARD_EARLY early_word = 0; early_value = 0
inline load(to, from) {
  d_step {
    if
    :: early_word == (from) -> to = early_value
    :: else -> to = memory[from]
    fi;
    if
    :: early_word == (from) -> DISCARD_EARLY
    :: else
    fi;
    skip
  }
}

active proctype Reader() {
  byte cursor, head, q, word, field, again, early_word, early_value;
  byte copy[2];
  do
  :: cursor == LAST -> break
  :: cursor < LAST ->
#ifdef WEAKEN_PAYLOAD_ACQUIRE /* neither the head nor the slot holds the payload back */
     payload_early();
#endif
     /* Loads that find nothing new change nothing: only those that find something are a step. */
     d_step {
       memory[HEAD] > cursor || SEQUENCE(memory[SLOT((cursor + 1) % RING)]) == cursor + 1 ->
       q = cursor + 1;
       word = memory[SLOT(q % RING)];
#ifndef WEAKEN_PAYLOAD_ACQUIRE
       DISCARD_EARLY
#endif
     }
#ifndef WEAKEN_PAYLOAD_ACQUIRE
     payload_early();
#endif
     d_step {
       head = memory[HEAD];
#ifndef WEAKEN_PAYLOAD_ACQUIRE
       DISCARD_EARLY;
#endif
       if
       :: head > DEPTH && q < head - DEPTH + 1 -> q = head - DEPTH + 1; word = 0
       :: else
       fi;
       skip
     }
     if
     :: SEQUENCE(word) != q && head >= q ->
#ifndef WEAKEN_PAYLOAD_ACQUIRE
        payload_early();
#endif
        d_step {
          word = memory[SLOT(q % RING)];
#ifndef WEAKEN_PAYLOAD_ACQUIRE
          DISCARD_EARLY
#endif
        }
     :: else
     fi;
     if
     :: SEQUENCE(word) != q && head < q /* not published when the slot was looked at */
     :: SEQUENCE(word) != q && head >= q ->
        d_step {
          CHECK_RETRY;
          PLACE(A_READER_IS_LAPPED);
          cursor = q
        }
     :: SEQUENCE(word) == q ->
        field = memory[FIELD(q % RING)];
        slot_early();
        if /* the plain loads of a copy come in any order */
        :: load(copy[0], PAYLOAD(CHUNK(word), 0)); load(copy[1], PAYLOAD(CHUNK(word), 1))
        :: load(copy[1], PAYLOAD(CHUNK(word), 1)); load(copy[0], PAYLOAD(CHUNK(word), 0))
        fi;
#ifndef WEAKEN_COPY_FENCE
        d_step { DISCARD_EARLY }
#endif
        load(again, SLOT(q % RING));
        d_step {
#ifndef WEAKEN_COPY_VALIDATE
          if
          :: again != word ->
             CHECK_RETRY;
             PLACE(A_COPY_IS_DISCARDED);
             if
             :: copy[0] != copy[1] -> PLACE(A_TORN_COPY_IS_DISCARDED)
             :: else
             fi
          :: again == word ->
#endif
             CHECK(a_field_belongs_to_its_message, FIELD_IS_UNCHECKED || field == q);
             CHECK(a_delivered_copy_is_whole, copy[0] == q && copy[1] == q);
             if
             :: q > CHUNKS -> PLACE(A_COPY_IS_DELIVERED_FROM_A_REUSED_CHUNK)
             :: else
             fi;
             cursor = q
#ifndef WEAKEN_COPY_VALIDATE
          fi;
          skip
#endif
        }
     fi;
     d_step { head = 0; q = 0; word = 0; field = 0; again = 0; copy[0] = 0; copy[1] = 0; DISCARD_EARLY }
  od
}
