/* SPDX-License-Identifier: Apache-2.0 */
/* Handshake, death and leaving: one publishing process (data thread and control thread), SUBSCRIBERS
   subscribing processes, and the kernel, which may kill the publisher and subscriber 0 at every step.
   With LINK_CUT the connection of subscriber 0 may break at every step while both live.

     S1 subscriber makes a zeroed record, cursor = "not reading" (counts as the head at P1)
     S2 HELLO    P1 publisher: record onto the scan list, under its mutex    P2 WELCOME or REJECT
     S3 subscriber maps Pub, sets its cursor, takes

   Memory is sequentially consistent here: what crosses between the two sides goes through system
   calls and a mutex, and the races of the ring itself are in pin_reclaim.pml. */

#ifndef SUBSCRIBERS
#define SUBSCRIBERS 1
#endif
#ifndef DURABLE
#define DURABLE 0 /* 1 = transient local */
#endif
#ifndef RING
#define RING 2
#endif
#ifndef DEPTH
#define DEPTH 1
#endif
#ifndef CHUNKS
#define CHUNKS 2
#endif
#ifndef LAST
#define LAST 3
#endif
#ifndef REACH
#define REACH 0
#endif

#define NOT_READING 255
#define SLOT_WORD(s, c) ((s) * 8 + (c) + 1)
#define SEQUENCE(word) ((word) / 8)
#define CHUNK(word) ((word) % 8 - 1)

#define FREE 0
#define LOANED 1
#define LINKED 2
#define RETIRED 3

#define CHECK(claim, condition) claim = (condition); assert(claim)
hidden byte place_not_reached;
#define PLACE(place) CHECK(place_not_reached, REACH != place)
#define A_SUBSCRIBER_DIES_HOLDING_A_CHUNK 1
#define A_DRY_POOL_FINDS_THE_DEAD 2
#define A_HANG_UP_FINDS_THE_DEAD 3
#define A_WELCOME_MEETS_A_DEAD_SUBSCRIBER 4
#define A_DEAD_PUBLISHERS_MESSAGE_IS_TAKEN 5
#define A_LATE_JOINER_GETS_A_RETAINED_MESSAGE 6
#define THE_LOCK_OUTLIVES_THE_SOCKET 7
#define A_PIN_HOLDS_DURING_RECLAIM 8
#define A_SUBSCRIBER_GIVES_UP_WAITING 9
#define A_LOAN_FAILS 10
#define AN_ORPHAN_PINS 11
#define AN_ORPHAN_LETS_GO 12

hidden byte whoever_can_pin_is_in_the_scan_list;
hidden byte a_held_chunk_is_neither_free_nor_loaned;
hidden byte a_held_payload_does_not_change;
hidden byte nothing_is_held_because_of_the_dead;
hidden byte only_newer_messages_push_a_message_out;
hidden byte what_was_published_before_a_death_is_taken;
hidden byte the_publisher_gets_everything_back;
hidden byte the_dead_leave_the_scan_list;
hidden byte no_record_outlives_its_match;

mtype = { HELLO, WELCOME, REJECT, BYE };

/* Pub segment. */
byte head;
byte slot[RING];
byte payload[CHUNKS];

/* Private to the publishing process. */
byte state[CHUNKS];
bit scan[SUBSCRIBERS];
bit orphaned[SUBSCRIBERS]; /* its connection broke: it pins, and nothing else */
byte head_at_p1[SUBSCRIBERS];
bit mutex;
bit all_returned; /* ghost: the last reclaim is done */
byte published; /* ghost: newest sequence whose publication has begun */

/* Rec segments. */
byte cursor[SUBSCRIBERS];
byte pins[SUBSCRIBERS];
bit record_used[SUBSCRIBERS];
bit closed[SUBSCRIBERS]; /* the generation of the record has changed */
byte held[SUBSCRIBERS]; /* ghost: chunk + 1 that may be read */

/* Sockets. A closed end still delivers what was sent before. */
chan to_publisher[SUBSCRIBERS] = [2] of { mtype };
chan to_subscriber[SUBSCRIBERS] = [1] of { mtype, byte };

/* The kernel's view of a process. */
bit killed[SUBSCRIBERS];
bit socket_open[SUBSCRIBERS] = 1;
bit locked[SUBSCRIBERS] = 1; /* the lock on its registry file */
bit link_cut[SUBSCRIBERS];
bit publisher_killed;
bit publisher_socket_open = 1;

#if SUBSCRIBERS == 1
#define HELD(c) (held[0] == (c) + 1)
#define PINNED(c) (scan[0] && (pins[0] >> (c) & 1))
#define SCAN_IS_EMPTY (!scan[0])
#define EVERYBODY_IS_GONE (!socket_open[0] && SCAN_IS_EMPTY && empty(to_publisher[0]))
#else
#define HELD(c) (held[0] == (c) + 1 || held[1] == (c) + 1)
#define PINNED(c) (scan[0] && (pins[0] >> (c) & 1) || scan[1] && (pins[1] >> (c) & 1))
#define SCAN_IS_EMPTY (!scan[0] && !scan[1])
#define EVERYBODY_IS_GONE \
  (!socket_open[0] && !socket_open[1] && SCAN_IS_EMPTY && \
   empty(to_publisher[0]) && empty(to_publisher[1]))
#endif

/* ---- publisher, data thread ------------------------------------------------------------------- */

inline reclaim() {
  d_step { low = head; i = 0; seen_pins = 0 }
#if DURABLE == 0
  do
  :: i < SUBSCRIBERS ->
     d_step {
       if
       :: scan[i] && !orphaned[i] && cursor[i] == NOT_READING ->
#ifdef WEAKEN_NOT_READING
          skip /* as if it had read everything */
#else
          if
          :: head_at_p1[i] < low -> low = head_at_p1[i]
          :: else
          fi
#endif
       :: scan[i] && !orphaned[i] && cursor[i] != NOT_READING && cursor[i] < low -> low = cursor[i]
       :: else
       fi;
       i++
     }
  :: i == SUBSCRIBERS -> break
  od;
#elif !defined(WEAKEN_RETAIN)
  low = 0;
#endif
  if
  :: head > DEPTH && low < head - DEPTH -> low = head - DEPTH
  :: else
  fi;
  i = 0;
  do
  :: i < RING && (slot[i] == 0 || SEQUENCE(slot[i]) > low) -> i++
  :: i < RING && slot[i] != 0 && SEQUENCE(slot[i]) <= low ->
     d_step { state[CHUNK(slot[i])] = RETIRED; slot[i] = 0 }
  :: i == RING -> i = 0; break
  od;
  do
  :: i < SUBSCRIBERS ->
     d_step {
       if
       :: scan[i] -> seen_pins = seen_pins | pins[i]
       :: else
       fi;
       i++
     }
  :: i == SUBSCRIBERS -> break
  od;
  atomic {
    c = 0;
    do
    :: c < CHUNKS ->
       if
       :: state[c] == RETIRED && !(seen_pins >> c & 1) ->
          CHECK(a_held_chunk_is_neither_free_nor_loaned, !HELD(c));
          state[c] = FREE
       :: state[c] == RETIRED && (seen_pins >> c & 1) ->
          PLACE(A_PIN_HOLDS_DURING_RECLAIM);
          if
          :: orphaned[0] -> PLACE(AN_ORPHAN_PINS)
          :: else
          fi
       :: else
       fi;
       c++
    :: else -> break
    od;
    low = 0; i = 0; seen_pins = 0
  }
}

inline find_free() {
  d_step {
    c = 0;
    do
    :: c < CHUNKS && state[c] != FREE -> c++
    :: else -> break
    od;
    skip
  }
}

/* A dry pool asks the kernel about every process that pins. */
inline probe_who_pins() {
  d_step {
    i = 0;
    do
    :: i < SUBSCRIBERS ->
       if
#ifdef WEAKEN_VERDICT_BY_TIME
       :: scan[i] && pins[i] != 0 -> scan[i] = 0
#elif !defined(WEAKEN_VERDICT)
       :: scan[i] && pins[i] != 0 && !locked[i] ->
          scan[i] = 0;
          PLACE(A_DRY_POOL_FINDS_THE_DEAD)
#endif
       :: else
       fi;
       i++
    :: else -> break
    od;
    i = 0
  }
}

active proctype Data() {
  byte s = 1, c, i, low, seen_pins;
  {
    do
    :: s <= LAST ->
       d_step { !mutex -> mutex = 1 }
       find_free();
       if
       :: c == CHUNKS ->
          reclaim();
          find_free();
          if
          :: c == CHUNKS -> probe_who_pins()
          :: c < CHUNKS
          fi
       :: c < CHUNKS
       fi;
       if
       :: c < CHUNKS ->
          state[c] = LOANED;
          d_step {
            CHECK(a_held_payload_does_not_change, !HELD(c));
            payload[c] = s;
            published = s
          }
          d_step {
            if
            :: slot[s % RING] != 0 -> state[CHUNK(slot[s % RING])] = RETIRED
            :: else
            fi;
            slot[s % RING] = SLOT_WORD(s, c);
            state[c] = LINKED
          }
          d_step { head = s; s++ }
       :: c == CHUNKS -> d_step { PLACE(A_LOAN_FAILS) }
       fi;
       d_step { mutex = 0; c = 0 }
    :: s > LAST -> break
    od;
    /* Once no reader is left, one reclaim leaves only what a late joiner may still ask for. */
end:
    atomic { !mutex && EVERYBODY_IS_GONE -> mutex = 1 }
    reclaim();
    d_step {
      c = 0;
      do
      :: c < CHUNKS ->
         CHECK(nothing_is_held_because_of_the_dead,
               state[c] == FREE || DURABLE && state[c] == LINKED && payload[c] + DEPTH > head);
         c++
      :: else -> break
      od;
      mutex = 0;
      all_returned = 1
    }
  } unless {
    publisher_killed
  }
}

/* ---- publisher, control thread ---------------------------------------------------------------- */

inline p1_insert(i) {
  d_step {
    !mutex ->
    scan[i] = 1;
    head_at_p1[i] = head
  }
}
inline p2_welcome(i) {
  if
  :: socket_open[i] -> to_subscriber[i]!WELCOME(head_at_p1[i])
  :: d_step { !socket_open[i] -> PLACE(A_WELCOME_MEETS_A_DEAD_SUBSCRIBER) }
  fi
}

inline serve(i) {
  to_publisher[i]?HELLO ->
  if
  :: socket_open[i] -> to_subscriber[i]!REJECT(0)
  :: true ->
#ifdef WEAKEN_SCAN_ORDER
     head_at_p1[i] = head;
     p2_welcome(i);
     p1_insert(i)
#else
     p1_insert(i);
     p2_welcome(i)
#endif
  fi
}
inline part(i) {
  d_step { !mutex && to_publisher[i]?[BYE] -> to_publisher[i]?BYE; scan[i] = 0 }
}
/* After a hang-up the lock decides. While it is held the record is an orphan, until its owner releases it or the lock falls. */
#define ENDED(i) (!mutex && scan[i] && !socket_open[i] && empty(to_publisher[i]))
inline orphan(i) {
  d_step { ENDED(i) && !orphaned[i] && locked[i] -> orphaned[i] = 1; PLACE(THE_LOCK_OUTLIVES_THE_SOCKET) }
}
#ifdef WEAKEN_ORPHAN
#define IS_GONE(i) 1
#else
#define IS_GONE(i) (!locked[i] || closed[i])
#endif
inline bury(i) {
  d_step {
    ENDED(i) && IS_GONE(i) ->
    if
    :: !locked[i] -> PLACE(A_HANG_UP_FINDS_THE_DEAD)
    :: locked[i] && orphaned[i] && link_cut[i] -> PLACE(AN_ORPHAN_LETS_GO)
    :: else
    fi;
    scan[i] = 0
  }
}

#ifdef WEAKEN_VERDICT
#define BURY(i)
#else
#define BURY(i) :: orphan(i) :: bury(i)
#endif

active proctype Control() {
  {
end:
    do
    :: serve(0)
    :: part(0)
    BURY(0)
#if SUBSCRIBERS > 1
    :: serve(1)
    :: part(1)
    BURY(1)
#endif
    od
  } unless {
    publisher_killed
  }
}

/* ---- subscriber ------------------------------------------------------------------------------- */

#define HUNG_UP (!publisher_socket_open)

inline forget() {
  d_step {
    cursor[me] = NOT_READING; pins[me] = 0; record_used[me] = 0; closed[me] = 1;
    q = 0; word = 0; newest = 0
  }
}

proctype Subscriber(byte me) {
  byte q, word, newest, start;
  {
    d_step { cursor[me] = NOT_READING; record_used[me] = 1 } /* S1 */
    to_publisher[me]!HELLO;                                  /* S2 */
    if
    :: to_subscriber[me]?WELCOME(start) ->
       /* S3. Volatile: from the head at P1. Transient local: from the oldest that is retained now. */
       d_step {
#if DURABLE
         start = (head > DEPTH -> head - DEPTH : 0);
#endif
         cursor[me] = start
       }
       do
       :: d_step { head > cursor[me] -> newest = head }
          d_step {
            q = cursor[me] + 1;
            if
            :: newest > DEPTH && q < newest - DEPTH + 1 -> q = newest - DEPTH + 1
            :: else
            fi;
            skip
          }
          word = slot[q % RING];
          if
          :: SEQUENCE(word) != q ->
             d_step {
               CHECK(only_newer_messages_push_a_message_out,
                     link_cut[me] || published >= q + DEPTH);
               cursor[me] = q
             }
          :: SEQUENCE(word) == q ->
             d_step {
               CHECK(whoever_can_pin_is_in_the_scan_list, scan[me] || publisher_killed);
               pins[me] = 1 << CHUNK(word)
             }
             if
             :: slot[q % RING] != word -> pins[me] = 0
             :: d_step { slot[q % RING] == word -> held[me] = CHUNK(word) + 1 }
                d_step {
                  cursor[me] = q;
                  if
                  :: q <= head_at_p1[me] -> PLACE(A_LATE_JOINER_GETS_A_RETAINED_MESSAGE)
                  :: else
                  fi;
                  if
                  :: publisher_killed -> PLACE(A_DEAD_PUBLISHERS_MESSAGE_IS_TAKEN)
                  :: else
                  fi
                }
                d_step { CHECK(a_held_payload_does_not_change, payload[CHUNK(word)] == q) }
#ifdef WEAKEN_CLOSE_ORDER
                /* It releases the record while the user still holds the sample. */
                if
                :: link_cut[me] -> closed[me] = 1
                :: !link_cut[me]
                fi;
#endif
                d_step { CHECK(a_held_payload_does_not_change, payload[CHUNK(word)] == q) }
                d_step { held[me] = 0; pins[me] = 0 }
             fi
          fi;
          d_step { q = 0; word = 0; newest = 0 }
       :: HUNG_UP ->
          /* The publisher may have died between head and wake: its ring is drained first. */
#ifdef WEAKEN_DRAIN
          break
#else
          if
          :: head == cursor[me] -> break
          :: head > cursor[me]
          fi
#endif
       :: !HUNG_UP -> goto leave
       od;
       atomic {
         CHECK(what_was_published_before_a_death_is_taken,
               !HUNG_UP || head == cursor[me])
       }
       forget()
    :: to_subscriber[me]?REJECT(_) -> forget()
    :: HUNG_UP && empty(to_subscriber[me]) -> forget()
    :: true -> /* waited long enough */
       d_step { PLACE(A_SUBSCRIBER_GIVES_UP_WAITING) }
leave: skip;
       forget();
       if
       :: !link_cut[me] -> to_publisher[me]!BYE
       :: HUNG_UP || link_cut[me]
       fi
    fi;
    socket_open[me] = 0
  } unless {
    killed[me]
  }
}

/* ---- kernel ----------------------------------------------------------------------------------- */

/* A killed process loses its mappings first, then its descriptors: socket and lock in any order. */
proctype Death(byte me) {
  if
  :: true
  :: goto lives
  fi;
  atomic {
    killed[me] = 1;
    if
    :: held[me] != 0 -> PLACE(A_SUBSCRIBER_DIES_HOLDING_A_CHUNK)
    :: else
    fi
  }
#ifdef WEAKEN_EXIT_ORDER
  locked[me] = 0;
  socket_open[me] = 0;
  held[me] = 0;
#else
  held[me] = 0;
  if
  :: locked[me] = 0; socket_open[me] = 0
  :: socket_open[me] = 0; locked[me] = 0
  fi;
#endif
lives: skip
}

#ifdef LINK_CUT
active proctype Accident() {
  if
  :: d_step { !killed[0] && socket_open[0] -> socket_open[0] = 0; link_cut[0] = 1 }
  :: true /* it holds */
  fi
}
#endif

#ifndef PUBLISHER_LIVES
active proctype DeathOfThePublisher() {
  if
  :: true -> publisher_killed = 1; publisher_socket_open = 0
  :: true /* it lives */
  fi
}
#endif

active proctype AtRest() {
  byte i;
end:
  d_step {
    timeout ->
    do
    :: i < SUBSCRIBERS ->
       CHECK(the_dead_leave_the_scan_list, publisher_killed || socket_open[i] || !scan[i]);
       CHECK(no_record_outlives_its_match, killed[i] || !publisher_killed || !record_used[i]);
       i++
    :: else -> break
    od;
    CHECK(the_publisher_gets_everything_back, publisher_killed || all_returned)
  }
}

init {
  atomic {
    run Subscriber(0);
    run Death(0);
#if SUBSCRIBERS > 1
    run Subscriber(1);
#endif
    skip
  }
}
