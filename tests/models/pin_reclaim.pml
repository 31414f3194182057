/* SPDX-License-Identifier: Apache-2.0 */
/* Pin, validate, reclaim: one publisher, READERS subscriptions (one process, a thread and a record
   each), a ring of RING slots that wraps, CHUNKS chunks, LAST publications.

   Chunks go FREE -> LOANED -> LINKED -> RETIRED -> FREE. Retiring is lazy: only when no chunk is FREE
   does the publisher empty the slots of what no reader needs any more, fence, and read the pins.

   A slot is a word and a field (in the program three, alike) that says where the message lies; the
   field is written only while the word is empty. A reader looks at the slot first and at the head
   afterwards, so it may take a message whose head is not yet stored.

   With -DKILL reader 1 is killed at any step, and some time later found dead. */

#ifndef READERS
#define READERS 2
#endif
#ifndef RING
#define RING 2
#endif
#ifndef CHUNKS
#define CHUNKS 3
#endif
#ifndef DEPTH
#define DEPTH 2
#endif
#ifndef LAST
#define LAST 4
#endif

#define HEAD 0
#define SLOT(i) (1 + (i))
#define FIELD(i) (1 + RING + (i))
#define PAYLOAD(c, k) (1 + 2 * RING + 2 * (c) + (k))
#define CURSOR(r) (1 + 2 * RING + 2 * CHUNKS + (r))
#define PIN(r, c) (1 + 2 * RING + 2 * CHUNKS + READERS + CHUNKS * (r) + (c))
#define WORDS (1 + 2 * RING + 2 * CHUNKS + READERS + CHUNKS * READERS)
#define BUFFER 6

#define PUBLISHER 0
#define READER(r) (1 + (r))
#define THREADS (1 + READERS)

#define SLOT_WORD(s, c) ((s) * 8 + (c) + 1)
#define SEQUENCE(word) ((word) / 8)
#define CHUNK(word) ((word) % 8 - 1)

#define FREE 0
#define LOANED 1
#define LINKED 2
#define RETIRED 3

/* Places that the variants of kind "reachable" must reach. */
#define A_PIN_KEEPS_A_RETIRED_CHUNK 1
#define VALIDATION_FAILS 2
#define A_READER_IS_LAPPED 3
#define THE_RING_WRAPS_OVER_A_LINKED_CHUNK 4
#define BOTH_READERS_HOLD_ONE_CHUNK 5
#define A_LOAN_FAILS 6
#define A_CHUNK_IS_REUSED 7
#define A_CURSOR_LETS_A_CHUNK_GO 8
#define A_DEAD_READERS_PIN_IS_OVERRULED 9
#define A_MESSAGE_IS_TAKEN_BEFORE_ITS_HEAD 10
#define A_FIELD_CHANGES_BEFORE_THE_SECOND_LOOK 11

hidden byte a_held_chunk_is_neither_free_nor_loaned;
hidden byte a_held_payload_does_not_change;
hidden byte a_field_belongs_to_its_message;
hidden byte chunk_bytes_are_written_only_while_loaned;
hidden byte a_linked_chunk_is_in_exactly_one_slot;
hidden byte a_slot_goes_back_only_to_empty;
hidden byte the_head_never_decreases;
hidden byte a_retry_means_the_publisher_published;
hidden byte nothing_is_held_because_of_the_dead;

byte state[CHUNKS];
byte linked[RING]; /* the publisher's own copy of the slots */
byte published;    /* newest sequence whose publication has begun */
byte held[READERS];
byte newest[RING]; /* newest sequence that was ever visible in a slot */
bit written_while_held;
bit killed;  /* reader 1 */
bit dropped; /* the publisher has found it dead: its record is off the scan list */

#if READERS == 1
#define IS_HELD(c) (held[0] == (c) + 1)
#else
#define IS_HELD(c) (held[0] == (c) + 1 || held[1] == (c) + 1)
#endif

#include "memory_model.pmh"

inline on_commit(word, value) {
  if
  :: word == HEAD -> CHECK(the_head_never_decreases, value > memory[HEAD])
  :: word >= SLOT(0) && word < SLOT(RING) && value != 0 ->
     CHECK(a_slot_goes_back_only_to_empty, SEQUENCE(value) > newest[word - SLOT(0)]);
     newest[word - SLOT(0)] = SEQUENCE(value)
  :: word >= PAYLOAD(0, 0) && word < PAYLOAD(CHUNKS, 0) && IS_HELD((word - PAYLOAD(0, 0)) / 2) ->
#ifdef WEAKEN_REUSE_ACQUIRE
     written_while_held = 1 /* an error only if the pins turn out to allow it */
#else
     CHECK(a_held_payload_does_not_change, false)
#endif
  :: else
  fi
}

active proctype Memory() {
end:
  do
  DRAIN(PUBLISHER)
  DRAIN(READER(0))
#if READERS > 1
  DRAIN(READER(1))
#endif
  od
}

#if READERS > 1
#define SCANNED(r) ((r) == 0 || !dropped)
#else
#define SCANNED(r) 1
#endif

hidden byte check_at, check_in, check_count;
inline check_links() {
  check_at = 0;
  do
  :: check_at < CHUNKS ->
     check_in = 0; check_count = 0;
     do
     :: check_in < RING ->
        if
        :: linked[check_in] != 0 && CHUNK(linked[check_in]) == check_at -> check_count++
        :: else
        fi;
        check_in++
     :: else -> break
     od;
     CHECK(a_linked_chunk_is_in_exactly_one_slot, check_count == (state[check_at] == LINKED));
     check_at++
  :: else -> break
  od;
  check_count = 0
}

#ifdef WEAKEN_UNLINK_ORDER
#define ASKED(c) (state[c] == RETIRED || state[c] == LINKED)
#else
#define ASKED(c) (state[c] == RETIRED)
#endif

/* Reads the pins of every chunk in question, one word after the other, into `pins`. */
inline read_pins() {
  d_step { pins = 0; c = 0; r = 0 }
  do
  :: c == CHUNKS -> c = 0; break
  :: c < CHUNKS && !(ASKED(c)) -> c++
  :: c < CHUNKS && ASKED(c) ->
     d_step {
       pins = pins | ((memory[PIN(r, c)] && SCANNED(r)) << c);
#ifdef KILL
       by_the_living = by_the_living | ((r == 0 && memory[PIN(0, c)]) << c);
#endif
       r++;
       if
       :: r == READERS -> r = 0; c++
       :: else
       fi
     }
  od
}

inline reclaim() {
  d_step { low = LAST; r = 0; was_dropped = dropped }
  do
  :: r < READERS ->
     d_step {
       if
       :: SCANNED(r) && memory[CURSOR(r)] < low -> low = memory[CURSOR(r)]
       :: else
       fi;
       r++
     }
  :: d_step {
       r == READERS ->
       r = 0; i = 0;
       if
       :: s > 1 + DEPTH && s - 1 - DEPTH > low -> low = s - 1 - DEPTH
       :: low > 0 && (s <= 1 + DEPTH || s - 1 - DEPTH < low) -> PLACE(A_CURSOR_LETS_A_CHUNK_GO)
       :: else
       fi;
       skip
     }
     break
  od;
#ifdef WEAKEN_UNLINK_ORDER
  read_pins();
#endif
  do
  :: d_step { i == RING -> low = 0; i = 0 } break
  :: i < RING && (linked[i] == 0 || SEQUENCE(linked[i]) > low) -> i++
  :: i < RING && linked[i] != 0 && SEQUENCE(linked[i]) <= low ->
#ifndef WEAKEN_UNLINK_STORE
     STORE(PUBLISHER, SLOT(i), 0);
#endif
     d_step {
       state[CHUNK(linked[i])] = RETIRED;
       linked[i] = 0;
       check_links()
     }
  od;
#ifndef WEAKEN_UNLINK_FENCE
  FENCE(PUBLISHER);
#endif
#ifdef WEAKEN_REUSE_ACQUIRE
  /* The plain stores into a chunk that is about to be reused come before the loads of its pins. */
  d_step { written_while_held = 0; c = 0 }
  do
  :: c < CHUNKS -> c++
  :: c < CHUNKS && state[c] == RETIRED ->
     STORE(PUBLISHER, PAYLOAD(c, 0), s);
     early_store = c + 1;
     break
  :: c == CHUNKS -> break
  od;
#endif
#ifndef WEAKEN_UNLINK_ORDER
  read_pins();
#endif
  atomic {
    do
    :: c < CHUNKS ->
       if
       :: state[c] == RETIRED && !(pins >> c & 1) ->
          CHECK(a_held_chunk_is_neither_free_nor_loaned, !IS_HELD(c));
          state[c] = FREE;
          PLACE(A_CHUNK_IS_REUSED);
#ifdef KILL
          if
          :: killed && memory[PIN(1, c)] -> PLACE(A_DEAD_READERS_PIN_IS_OVERRULED)
          :: else
          fi
#endif
       :: state[c] == RETIRED && (pins >> c & 1) ->
          if
          :: IS_HELD(c) -> PLACE(A_PIN_KEEPS_A_RETIRED_CHUNK)
          :: else
          fi;
#ifdef KILL
          CHECK(nothing_is_held_because_of_the_dead, !was_dropped || (by_the_living >> c & 1))
#endif
       :: else
       fi;
       c++
    :: else -> break
    od;
#ifdef WEAKEN_REUSE_ACQUIRE
    if
    :: early_store != 0 && state[early_store - 1] == FREE ->
       CHECK(a_held_payload_does_not_change, !written_while_held)
    :: else
    fi;
    early_store = 0;
#endif
#ifdef KILL
    by_the_living = 0;
#endif
    was_dropped = 0;
    pins = 0
  }
}

inline find_free() {
  d_step {
    c = 0;
    do
    :: c < CHUNKS && state[c] != FREE -> c++
    :: else -> break
    od
  }
}

#if defined(WEAKEN_PAYLOAD_RELEASE) || defined(WEAKEN_SLOT_RELEASE) || defined(WEAKEN_PIN_VALIDATE)
#define FIELD_IS_UNCHECKED true /* it fails, too; these variants are about the payload */
#else
#define FIELD_IS_UNCHECKED false
#endif
#ifdef WEAKEN_PAYLOAD_RELEASE
#define CHECK_RETRY skip /* it fails, too; this variant is about the payload */
#else
#define CHECK_RETRY CHECK(a_retry_means_the_publisher_published, published > head)
#endif

#ifdef WEAKEN_PAYLOAD_RELEASE /* payload before slot and head: neither store orders it */
#define SLOT_RELEASE 0
#define HEAD_RELEASE 0
#endif
#ifdef WEAKEN_HEAD_RELEASE
#define SLOT_RELEASE 1
#define HEAD_RELEASE 0
#endif
#ifdef WEAKEN_SLOT_RELEASE
#define SLOT_RELEASE 0
#define HEAD_RELEASE 1
#endif
#ifndef SLOT_RELEASE
#define SLOT_RELEASE 1
#define HEAD_RELEASE 1
#endif
#ifdef WEAKEN_FIELD_RELEASE
#define FIELD_RELEASE 0
#else
#define FIELD_RELEASE 1
#endif

inline write_payload(k) {
  atomic { CHECK(chunk_bytes_are_written_only_while_loaned, state[c] == LOANED) };
  STORE(PUBLISHER, PAYLOAD(c, k), s)
}

active proctype Publisher() {
  byte s = 1, c, i, r, low, pins;
  bit was_dropped;
#ifdef KILL
  byte by_the_living; /* ghost: what reader 0 pins */
#endif
#ifdef WEAKEN_REUSE_ACQUIRE
  byte early_store;
#endif
  do
  :: s > LAST -> break
  :: s <= LAST ->
     find_free();
     do
     :: d_step {
          c < CHUNKS ->
          CHECK(a_held_chunk_is_neither_free_nor_loaned, !IS_HELD(c));
          state[c] = LOANED
        }
        break
     :: c == CHUNKS ->
        reclaim();
        find_free();
        if
        :: c == CHUNKS -> d_step { PLACE(A_LOAN_FAILS) }
        :: c < CHUNKS
        fi
     od;
     write_payload(0);
     write_payload(1);
     published = s;
     if
     :: linked[s % RING] != 0 ->
#ifndef WEAKEN_EMPTY_FIRST
        STORE(PUBLISHER, SLOT(s % RING), 0);
#endif
        d_step {
          state[CHUNK(linked[s % RING])] = RETIRED;
          linked[s % RING] = 0;
          PLACE(THE_RING_WRAPS_OVER_A_LINKED_CHUNK)
        }
     :: linked[s % RING] == 0
     fi;
     STORE_WITH(PUBLISHER, FIELD(s % RING), s, FIELD_RELEASE);
     STORE_WITH(PUBLISHER, SLOT(s % RING), SLOT_WORD(s, c), SLOT_RELEASE);
     d_step {
       linked[s % RING] = SLOT_WORD(s, c);
       state[c] = LINKED;
       check_links()
     }
     STORE_WITH(PUBLISHER, HEAD, s, HEAD_RELEASE);
     FENCE(PUBLISHER);
     d_step { s++; c = 0 }
  od
}

#ifdef RELAXED_LOADS
inline slot_early() {
  if
  :: true
  :: d_step { early_slot = 1; early_word = memory[SLOT(0)] }
  :: d_step { early_slot = 2; early_word = memory[SLOT(1)] }
  fi
}
inline payload_early() {
  if
  :: true
  :: early_chunk == 0 -> d_step { early_chunk = 1; early_bytes = memory[PAYLOAD(0, 0)] }
  :: early_chunk == 0 -> d_step { early_chunk = 2; early_bytes = memory[PAYLOAD(1, 0)] }
  fi
}
inline discard_early() { early_slot = 0; early_word = 0; early_chunk = 0; early_bytes = 0 }
#else
inline slot_early() { skip }
inline payload_early() { skip }
inline discard_early() { skip }
#endif

inline fence_reader() {
  d_step { FENCE(READER(me)); discard_early() }
}

#ifdef KILL
active proctype Killer() {
  d_step { killed = 1; held[1] = 0 /* its mappings are gone */ }
  dropped = 1
}
#define UNLESS_KILLED unless { me == 1 && killed }
#else
#define UNLESS_KILLED
#endif

proctype Reader(byte me) {
  byte cursor, head, q, word, field;
#ifdef RELAXED_LOADS
  byte early_slot, early_word, early_chunk, early_bytes;
#endif
#ifdef WEAKEN_SLOT_ACQUIRE
  byte early_field;
#endif
  {
    do
    :: cursor == LAST -> break
    :: cursor < LAST ->
#ifdef WEAKEN_SLOT_ACQUIRE
       if
       :: true
       :: d_step { early_field = memory[FIELD((cursor + 1) % RING)] + 1 }
       fi;
#endif
       /* Loads that find nothing new change nothing: only those that find something are a step. */
       d_step {
         memory[HEAD] > cursor || SEQUENCE(memory[SLOT((cursor + 1) % RING)]) == cursor + 1 ->
         q = cursor + 1;
         word = memory[SLOT(q % RING)]
       }
       slot_early();
       d_step {
         head = memory[HEAD];
#ifndef WEAKEN_HEAD_ACQUIRE
         discard_early();
#endif
         if
         :: head < q && SEQUENCE(word) == q -> PLACE(A_MESSAGE_IS_TAKEN_BEFORE_ITS_HEAD)
         :: else
         fi
       }
       if
       :: d_step { head > DEPTH && q < head - DEPTH + 1 -> q = head - DEPTH + 1; word = 0 }
       :: else
       fi;
       payload_early();
       if
       :: d_step {
            SEQUENCE(word) != q && head >= q ->
            word = memory[SLOT(q % RING)];
#ifdef RELAXED_LOADS
            if
            :: early_slot == q % RING + 1 -> word = early_word
            :: else
            fi;
            discard_early()
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
#ifdef WEAKEN_SLOT_ACQUIRE
          d_step {
            if
            :: early_field != 0 -> field = early_field - 1
            :: else -> field = memory[FIELD(q % RING)]
            fi;
            early_field = 0
          }
#else
          field = memory[FIELD(q % RING)];
#endif
#ifndef WEAKEN_PIN_ORDER
          /* The pin is a sequentially consistent read-modify-write, and the second look such a load: it
             waits until that store is visible, which as a release waits for all stores before it. Hence
             the full fence. An acquire load (ldapr on ARM) does not wait for it. */
          STORE_RELEASE(READER(me), PIN(me, CHUNK(word)), 1);
#if !defined(WEAKEN_PIN_FENCE) && !defined(WEAKEN_SECOND_LOOK)
          fence_reader();
#endif
#endif
          payload_early();
          if
#ifndef WEAKEN_PIN_VALIDATE
          :: d_step {
               memory[SLOT(q % RING)] != word ->
               CHECK_RETRY;
               PLACE(VALIDATION_FAILS);
               if
               :: field != q -> PLACE(A_FIELD_CHANGES_BEFORE_THE_SECOND_LOOK)
               :: else
               fi;
               discard_early()
             }
#endif
          :: d_step {
#ifndef WEAKEN_PIN_VALIDATE
               memory[SLOT(q % RING)] == word ->
#endif
               CHECK(a_field_belongs_to_its_message, FIELD_IS_UNCHECKED || field == q);
               held[me] = CHUNK(word) + 1;
               cursor = q;
#ifdef RELAXED_LOADS
#ifndef RELAX_VALIDATE_ACQUIRE
               discard_early();
#endif
#endif
#if READERS > 1
               if
               :: held[0] == held[1] -> PLACE(BOTH_READERS_HOLD_ONE_CHUNK)
               :: else
               fi
#endif
             }
#ifdef WEAKEN_PIN_ORDER
             STORE(READER(me), PIN(me, CHUNK(word)), 1);
             fence_reader();
#endif
             STORE(READER(me), CURSOR(me), q); /* relaxed: a stale one keeps more */
             d_step {
#ifdef RELAXED_LOADS
               if
               :: early_chunk == CHUNK(word) + 1 ->
                  CHECK(a_held_payload_does_not_change, early_bytes == q)
               :: else
               fi;
               early_chunk = 0; early_bytes = 0;
#endif
               CHECK(a_held_payload_does_not_change,
                     memory[PAYLOAD(CHUNK(word), 0)] == q && memory[PAYLOAD(CHUNK(word), 1)] == q)
             }
#ifndef WEAKEN_UNPIN_RELEASE
             d_step {
               CHECK(a_held_payload_does_not_change,
                     memory[PAYLOAD(CHUNK(word), 0)] == q && memory[PAYLOAD(CHUNK(word), 1)] == q);
               held[me] = 0
             }
#else
             held[me] = 0
#endif
          fi;
#ifdef WEAKEN_UNPIN_RELEASE
          /* The last reads come after the pin is gone. */
          STORE(READER(me), PIN(me, CHUNK(word)), 0);
          d_step {
            if
            :: cursor == q ->
               CHECK(a_held_payload_does_not_change,
                     memory[PAYLOAD(CHUNK(word), 0)] == q && memory[PAYLOAD(CHUNK(word), 1)] == q)
            :: else
            fi
          }
#else
          STORE_RELEASE(READER(me), PIN(me, CHUNK(word)), 0)
#endif
       fi;
       d_step { head = 0; q = 0; word = 0; field = 0 }
    od
  } UNLESS_KILLED
}

init {
  atomic {
    run Reader(0);
#if READERS > 1
    run Reader(1)
#endif
  }
}
