# SPDX-License-Identifier: Apache-2.0
"""What is verified: every model with its variants, and what each of them must show."""

from typing import NamedTuple


class Variant(NamedTuple):
    model: str
    name: str
    kind: str  # proof, weakened or reachable
    defines: tuple[str, ...]
    expects: str  # the claim that must fail; "" in a proof
    sentence: str


VARIANTS: list[Variant] = []


def proof(model: str, name: str, sentence: str, *defines: str) -> None:
    VARIANTS.append(Variant(model, name, "proof", defines, "", sentence))


def weakened(model: str, name: str, expects: str, sentence: str, *defines: str) -> None:
    VARIANTS.append(Variant(model, name, "weakened", defines, expects, sentence))


def reachable(model: str, place: str, sentence: str, *defines: str) -> None:
    VARIANTS.append(Variant(model, place.lower(), "reachable", (f"REACH={place}", *defines),
                            "place_not_reached", sentence))


# ---- the weak memory itself ----------------------------------------------------------------------

FORBIDDEN = "the_outcome_is_forbidden"
M = "memory_model"
proof(M, "store_buffering", "two fences forbid store buffering", "STORE_BUFFERING")
weakened(M, "store_buffering_left", FORBIDDEN, "without the left fence stores are buffered",
         "STORE_BUFFERING", "WEAKEN_LEFT")
weakened(M, "store_buffering_right", FORBIDDEN, "without the right fence stores are buffered",
         "STORE_BUFFERING", "WEAKEN_RIGHT")
weakened(M, "store_buffering_x86", FORBIDDEN, "on x86 too stores are buffered without a fence",
         "STORE_BUFFERING", "WEAKEN_LEFT", "TSO")
proof(M, "message_passing", "release and acquire pass a message", "MESSAGE_PASSING")
weakened(M, "message_passing_release", FORBIDDEN, "without release the message comes late",
         "MESSAGE_PASSING", "WEAKEN_RELEASE")
weakened(M, "message_passing_acquire", FORBIDDEN, "without acquire the message is read early",
         "MESSAGE_PASSING", "WEAKEN_ACQUIRE")
proof(M, "message_passing_x86", "on x86 stores keep their order", "MESSAGE_PASSING", "WEAKEN_RELEASE",
      "TSO")
proof(M, "fence_is_not_overtaken", "a fence is not overtaken by a later store", "RELEASE_IS_OVERTAKEN")
weakened(M, "release_is_overtaken", FORBIDDEN, "a release store is overtaken by a later store",
         "RELEASE_IS_OVERTAKEN", "WEAKEN_FENCE")
proof(M, "coherence", "one word is seen in one order", "COHERENCE")
proof(M, "two_writers", "two readers agree on the order of two writers", "TWO_WRITERS")

# ---- pin, validate, reclaim ------------------------------------------------------------------------

M = "pin_reclaim"
SMALL = ("READERS=1", "CHUNKS=2", "DEPTH=1")
RETRY = "a_retry_means_the_publisher_published"
HELD = "a_held_chunk_is_neither_free_nor_loaned"
PAYLOAD = "a_held_payload_does_not_change"
FIELDS = "a_field_belongs_to_its_message"
proof(M, "two_readers", "a held chunk is never reused, with two subscriptions and a ring that wraps")
proof(M, "two_readers_two_chunks", "a held chunk is never reused, with two subscriptions and two chunks",
      "CHUNKS=2", "DEPTH=1")
proof(M, "long_run", "a held chunk is never reused, over many publications", "READERS=1", "LAST=9")
proof(M, "deep_ring", "a held chunk is never reused, when slots are emptied in a ring with slack",
      "READERS=1", "RING=4", "LAST=8")
proof(M, "reader_killed", "a killed subscription costs the other nothing and holds nothing", "KILL",
      "CHUNKS=2", "DEPTH=1", "LAST=3")
proof(M, "validate_acquire_is_spare", "the acquire of the second look is spare while the first look "
      "is followed by a fence", *SMALL, "RELAX_VALIDATE_ACQUIRE", "RELAXED_LOADS")
weakened(M, "unlink_fence", PAYLOAD, "without the publisher's fence between unlink and pins a held "
         "payload changes", *SMALL, "WEAKEN_UNLINK_FENCE")
weakened(M, "unlink_fence_x86", PAYLOAD, "on x86 too the publisher's fence between unlink and pins is "
         "needed", *SMALL, "WEAKEN_UNLINK_FENCE", "TSO")
weakened(M, "unlink_order", HELD, "reading the pins before unlinking frees a held chunk", *SMALL,
         "WEAKEN_UNLINK_ORDER")
weakened(M, "unlink_store", PAYLOAD, "freeing without emptying the slot changes a held payload", *SMALL,
         "WEAKEN_UNLINK_STORE")
weakened(M, "pin_fence", HELD, "without the subscriber's fence between pin and second look a held chunk "
         "is freed", *SMALL, "WEAKEN_PIN_FENCE")
weakened(M, "second_look_acquire", HELD, "a second look that only acquires comes before the pin, and a "
         "held chunk is freed", *SMALL, "WEAKEN_SECOND_LOOK")
weakened(M, "pin_fence_x86", HELD, "on x86 too the subscriber's fence between pin and second look is "
         "needed", *SMALL, "WEAKEN_PIN_FENCE", "TSO")
weakened(M, "pin_order", HELD, "looking before pinning lets a held chunk be freed", *SMALL,
         "WEAKEN_PIN_ORDER")
weakened(M, "pin_validate", PAYLOAD, "without the second look after pinning a held payload changes",
         *SMALL, "WEAKEN_PIN_VALIDATE")
weakened(M, "empty_first", FIELDS, "without emptying a slot before its fields are written a reader "
         "believes a stranger's field", "READERS=1", "WEAKEN_EMPTY_FIRST")
weakened(M, "field_release", FIELDS, "without release of the fields one overtakes the emptying of its "
         "slot", "READERS=1", "WEAKEN_FIELD_RELEASE")
weakened(M, "slot_release", PAYLOAD, "without release of the slot a reader meets an old payload", *SMALL,
         "WEAKEN_SLOT_RELEASE")
weakened(M, "slot_acquire", FIELDS, "without acquire of the slot a reader meets an old field", *SMALL,
         "WEAKEN_SLOT_ACQUIRE")
weakened(M, "head_release", RETRY, "without release of the head a reader meets an old slot", *SMALL,
         "WEAKEN_HEAD_RELEASE")
weakened(M, "head_acquire", RETRY, "without acquire of the head a reader meets an old slot", *SMALL,
         "WEAKEN_HEAD_ACQUIRE", "RELAXED_LOADS")
weakened(M, "payload_release", PAYLOAD, "without any release a reader meets an old payload", *SMALL,
         "WEAKEN_PAYLOAD_RELEASE")
weakened(M, "unpin_release", PAYLOAD, "without release of the pin the last read comes after reuse",
         *SMALL, "WEAKEN_UNPIN_RELEASE")
weakened(M, "reuse_acquire", PAYLOAD, "without acquire of the pins the next payload comes too early",
         *SMALL, "WEAKEN_REUSE_ACQUIRE")
reachable(M, "A_PIN_KEEPS_A_RETIRED_CHUNK", "a pin keeps a chunk during a reclaim", *SMALL)
reachable(M, "VALIDATION_FAILS", "a second look fails", *SMALL)
reachable(M, "A_READER_IS_LAPPED", "a reader is lapped", *SMALL)
reachable(M, "A_MESSAGE_IS_TAKEN_BEFORE_ITS_HEAD", "a message is taken before its head is stored",
          *SMALL)
reachable(M, "A_FIELD_CHANGES_BEFORE_THE_SECOND_LOOK", "a field changes before the second look", *SMALL)
reachable(M, "THE_RING_WRAPS_OVER_A_LINKED_CHUNK", "the ring wraps over a linked chunk", "READERS=1")
reachable(M, "BOTH_READERS_HOLD_ONE_CHUNK", "both subscriptions hold one chunk")
reachable(M, "A_LOAN_FAILS", "a loan fails because all is pinned", *SMALL)
reachable(M, "A_CHUNK_IS_REUSED", "a chunk is reused", *SMALL)
reachable(M, "A_CURSOR_LETS_A_CHUNK_GO", "a cursor lets a chunk go before the depth would", "READERS=1")
reachable(M, "A_DEAD_READERS_PIN_IS_OVERRULED", "a dead reader's pin is overruled", "KILL", "CHUNKS=2",
          "DEPTH=1")

# ---- sleep and wake --------------------------------------------------------------------------------

M = "sleep_wake"
FORGOTTEN = "no_sleeper_is_forgotten"
proof(M, "two_processes", "no sleeper is forgotten when one of two publishing processes is killed")
proof(M, "two_threads", "no sleeper is forgotten when two threads share the rung epoch and are killed",
      "SIBLING=1", "SURVIVOR=0")
proof(M, "nobody_dies", "every message is seen in the end when no process dies", "NOBODY_DIES")
proof(M, "claim_flag_without_death", "a claim flag would do if no process ever died", "WEAKEN_CLAIM_FLAG",
      "NOBODY_DIES")
proof(M, "thefts", "no sleeper is forgotten though its rings are stolen", "THEFTS=2", "SURVIVOR=0",
      "NOBODY_DIES")
weakened(M, "second_ring", FORGOTTEN, "without a second ring a theft is for ever", "THEFTS=1",
         "SURVIVOR=0", "NOBODY_DIES", "WEAKEN_SECOND_RING")
weakened(M, "look_order", FORGOTTEN, "a watch that looks before it ends, not after, loses a theft",
         "THEFTS=1", "SURVIVOR=0", "NOBODY_DIES", "WEAKEN_LOOK_ORDER")
weakened(M, "claim_flag", FORGOTTEN, "a claim flag mutes the sleeper when the claimer is killed",
         "WEAKEN_CLAIM_FLAG")
weakened(M, "epoch", FORGOTTEN, "an armed word that is no new epoch loses the second wake",
         "WEAKEN_EPOCH")
weakened(M, "head_armed_fence", FORGOTTEN, "without the publisher's fence between head and armed word a "
         "wake is lost", "WEAKEN_HEAD_ARMED_FENCE")
weakened(M, "head_armed_fence_x86", FORGOTTEN, "on x86 too the publisher's fence between head and armed "
         "word is needed", "WEAKEN_HEAD_ARMED_FENCE", "TSO")
weakened(M, "head_armed_order", FORGOTTEN, "reading the armed word before storing the head loses a wake",
         "WEAKEN_HEAD_ARMED_ORDER")
weakened(M, "arm_recheck_fence", FORGOTTEN, "without the sleeper's fence between arming and looking "
         "again a wake is lost", "WEAKEN_ARM_RECHECK_FENCE")
weakened(M, "arm_recheck_fence_x86", FORGOTTEN, "on x86 too the sleeper's fence between arming and "
         "looking again is needed", "WEAKEN_ARM_RECHECK_FENCE", "TSO")
weakened(M, "arm_recheck", FORGOTTEN, "without looking again after arming a wake is lost",
         "WEAKEN_ARM_RECHECK")
weakened(M, "hang_up", FORGOTTEN, "without a ring at the hang-up a dead publisher's message waits",
         "WEAKEN_HANG_UP")
reachable(M, "A_SLEEPER_IS_WOKEN", "a sleeper is woken")
reachable(M, "A_STOLEN_RING_IS_MADE_AGAIN", "a stolen ring is made again", "THEFTS=1", "SURVIVOR=0",
          "NOBODY_DIES")
reachable(M, "A_RECHECK_FINDS_DATA", "looking again finds data")
reachable(M, "A_THREAD_LEAVES_THE_BELL_TO_ITS_SIBLING", "a thread leaves the bell to its sibling",
          "SIBLING=1", "SURVIVOR=0")
reachable(M, "A_PUBLISHER_DIES_BETWEEN_HEAD_AND_WAKE", "a publisher dies between head and wake")
reachable(M, "A_WAKE_IS_SPURIOUS", "a wake is spurious")
reachable(M, "THE_DEAD_PUBLISHERS_MESSAGE_IS_SEEN", "a dead publisher's message is seen")

# ---- the log of a process with many publishers -----------------------------------------------------

M = "publication_log"
proof(M, "two_threads", "no sleeper is forgotten that asks only the publishers in the log",
      "NOBODY_DIES")
proof(M, "death", "nor when their process dies at whatever step", "ROUNDS=1", "SLOTS=1")
weakened(M, "log_release", FORGOTTEN, "an entry that may come before its head is read in vain",
         "WEAKEN_LOG_RELEASE")
weakened(M, "log_acquire", FORGOTTEN, "a head that may be read before the count is an old one",
         "WEAKEN_LOG_ACQUIRE")
weakened(M, "log_order", FORGOTTEN, "noting a message before its head, an executor asks too early",
         "WEAKEN_LOG_ORDER")
weakened(M, "log_check", FORGOTTEN, "believing an entry of another number forgets a publisher",
         "WEAKEN_LOG_CHECK")
weakened(M, "log_hang_up", FORGOTTEN, "a publisher that dies before it notes its message is not asked",
         "WEAKEN_LOG_HANG_UP")
reachable(M, "A_SLEEPER_IS_WOKEN", "a sleeper is woken")
reachable(M, "AN_ENTRY_IS_NOT_WRITTEN_YET", "an entry is counted and not written yet")
reachable(M, "AN_ENTRY_IS_OVERWRITTEN", "an entry is overwritten while the log is read")
reachable(M, "A_PUBLISHER_DIES_BETWEEN_HEAD_AND_LOG", "a publisher dies between head and log")
reachable(M, "A_PUBLISHER_IS_NOT_ASKED", "a publisher is not asked")

# ---- attaching to another executor, and its bell ---------------------------------------------------

M = "attach_bell"
proof(M, "move_and_late_bell", "no sleeper is forgotten when a subscription moves and the bell is late")
weakened(M, "bell_ring", FORGOTTEN, "without a ring after the bell's installation a wake is lost",
         "WEAKEN_BELL_RING")
weakened(M, "bell_install_fence", FORGOTTEN, "without a fence between installation and ring a wake is "
         "lost", "WEAKEN_BELL_INSTALL_FENCE")
weakened(M, "bell_install_order", FORGOTTEN, "ringing before installing the bell loses a wake",
         "WEAKEN_BELL_INSTALL_ORDER")
weakened(M, "attach_order", FORGOTTEN, "listing before storing the executor index loses a wake",
         "WEAKEN_ATTACH_ORDER")
weakened(M, "attach_unlock", FORGOTTEN, "an executor index that may come after the listing loses a wake",
         "WEAKEN_ATTACH_UNLOCK")
weakened(M, "attach_ring", FORGOTTEN, "attaching without ringing the new executor loses a wake",
         "WEAKEN_ATTACH_RING")
reachable(M, "A_SLEEPER_IS_WOKEN_AFTER_THE_MOVE", "a sleeper is woken after the move")
reachable(M, "A_PUBLICATION_FINDS_NO_BELL", "a publication finds no bell")
reachable(M, "THE_OLD_EXECUTOR_IS_WOKEN_FOR_NOTHING", "the old executor is woken for nothing")
reachable(M, "THE_LATE_BELL_FINDS_DATA", "the late bell finds data waiting")

# ---- two threads of one process ---------------------------------------------------------------------

M = "in_process"
proof(M, "sleep", "a sleeper is woken or sees what is ready", "SLEEP")
weakened(M, "ready_fence", FORGOTTEN, "without the waker's fence between ready and the flag a sleeper is "
         "forgotten", "SLEEP", "WEAKEN_READY_FENCE")
weakened(M, "ready_fence_x86", FORGOTTEN, "on x86 too the waker's fence between ready and the flag is "
         "needed", "SLEEP", "WEAKEN_READY_FENCE", "TSO")
weakened(M, "asleep_fence", FORGOTTEN, "without the sleeper's fence between the flag and the look it is "
         "forgotten", "SLEEP", "WEAKEN_ASLEEP_FENCE")
weakened(M, "asleep_fence_x86", FORGOTTEN, "on x86 too the sleeper's fence between the flag and the look "
         "is needed", "SLEEP", "WEAKEN_ASLEEP_FENCE", "TSO")
reachable(M, "A_SLEEPER_IS_WOKEN", "a sleeping thread is woken", "SLEEP")
LISTED = "what_is_ready_is_in_a_list"
proof(M, "post", "what is ready is in a list, whichever thread puts it there", "POST")
weakened(M, "post_release", LISTED, "a post that may come before what it tells of is lost", "POST",
         "WEAKEN_POST_RELEASE")
weakened(M, "look_acquire", LISTED, "a second look that may come before the flag is down loses a post",
         "POST", "WEAKEN_LOOK_ACQUIRE")
reachable(M, "A_LATE_LOOK_FINDS_IT_READY", "a second look finds it ready", "POST")
TOLD = "what_was_before_the_flag_is_seen"
proof(M, "hand_over", "a thread that sees the flag sees what was before it", "HAND_OVER")
weakened(M, "flag_release", TOLD, "without release of the flag what it tells of comes late", "HAND_OVER",
         "WEAKEN_FLAG_RELEASE")
weakened(M, "flag_acquire", TOLD, "without acquire of the flag what it tells of is read early",
         "HAND_OVER", "WEAKEN_FLAG_ACQUIRE")
SHARED = "a_held_message_does_not_change"
proof(M, "share", "a message that is held does not change", "SHARE")
weakened(M, "holder_release", SHARED, "without release of the count the last read comes after the change",
         "SHARE", "WEAKEN_HOLDER_RELEASE")
weakened(M, "last_acquire", SHARED, "without acquire of the count the change comes too early", "SHARE",
         "WEAKEN_LAST_ACQUIRE")
reachable(M, "THE_LAST_HOLDER_CHANGES_IT", "the last holder changes a message", "SHARE")
RETURNED = "the_last_sees_what_others_did"
proof(M, "give_back", "the last to give back sees what the others did", "GIVE_BACK")
weakened(M, "lent_release", RETURNED, "without release what was done before giving back comes late",
         "GIVE_BACK", "WEAKEN_LENT_RELEASE")
weakened(M, "lent_acquire", RETURNED, "without acquire the last reads early what the others did",
         "GIVE_BACK", "WEAKEN_LENT_ACQUIRE")

# ---- bells that their owners fill -------------------------------------------------------------------

M = "ring_watch"
HANGS = "no_ring_hangs"
proof(M, "fills", "no ring hangs though its owner fills the bell, also while it is rescued")
weakened(M, "thread", HANGS, "a watch on the participant's thread waits for what it should end",
         "WEAKEN_THREAD")
weakened(M, "begun", HANGS, "a ring that the ending watch does not see hangs", "WEAKEN_BEGUN")
weakened(M, "flag_fence", HANGS, "a watch that looks before its flag has fallen leaves a ring alone",
         "WEAKEN_FLAG_FENCE")
weakened(M, "flag_order", HANGS, "a watch that looks, then takes its flag down, leaves a ring alone",
         "WEAKEN_FLAG_ORDER")
reachable(M, "A_STUCK_RING_IS_ENDED", "a stuck ring is ended")
reachable(M, "IT_IS_STUCK_AGAIN_AT_ONCE", "a rescued ring is stuck again at once")
reachable(M, "THE_PARTICIPANT_WAITS_FOR_A_STUCK_RING", "the participant's thread waits for a stuck ring")
reachable(M, "THE_WATCH_ENDS", "the watch ends")
reachable(M, "A_RING_COMES_WHILE_THE_WATCH_ENDS", "a ring comes while the watch ends")

# ---- handshake, death, leaving ---------------------------------------------------------------------

M = "handshake"
PUSHED = "only_newer_messages_push_a_message_out"
proof(M, "volatile", "a subscription that can pin is in the scan list, whatever dies at whatever step")
proof(M, "volatile_deep", "the deeper ring keeps what a subscriber may still ask for", "DEPTH=2",
      "RING=3", "CHUNKS=3")
proof(M, "late_joiner", "a late joiner gets what is retained, whatever dies at whatever step",
      "DURABLE=1", "DEPTH=2", "RING=3", "CHUNKS=3")
proof(M, "two_subscribers", "a subscriber is untouched by the death of another", "SUBSCRIBERS=2",
      "PUBLISHER_LIVES", "LAST=2")
weakened(M, "scan_order", "whoever_can_pin_is_in_the_scan_list",
         "a welcome before the scan list lets an unknown reader pin", "WEAKEN_SCAN_ORDER")
weakened(M, "not_reading", PUSHED, "counting a silent cursor as the newest head loses messages",
         "WEAKEN_NOT_READING", "DEPTH=2", "RING=3")
weakened(M, "retain", PUSHED, "without retention a late joiner finds empty slots", "WEAKEN_RETAIN",
         "DURABLE=1")
weakened(M, "verdict", "the_dead_leave_the_scan_list", "without a verdict the dead stay in the scan list",
         "WEAKEN_VERDICT")
weakened(M, "verdict_by_time", HELD, "a verdict by time frees what a slow subscriber holds",
         "WEAKEN_VERDICT_BY_TIME")
weakened(M, "exit_order", HELD, "a lock dropped before the mappings frees what is still read",
         "WEAKEN_EXIT_ORDER")
proof(M, "link_cut", "what is held stays when the connection of two living processes breaks", "LINK_CUT",
      "PUBLISHER_LIVES")
weakened(M, "orphan", "whoever_can_pin_is_in_the_scan_list",
         "without orphans the publisher overlooks pins of a living process",
         "LINK_CUT", "PUBLISHER_LIVES", "WEAKEN_ORPHAN")
weakened(M, "close_order", HELD, "letting go of the record before the last sample frees what is held",
         "LINK_CUT", "PUBLISHER_LIVES", "WEAKEN_CLOSE_ORDER")
weakened(M, "drain", "what_was_published_before_a_death_is_taken",
         "unmapping at the hang-up loses the dead publisher's last message", "WEAKEN_DRAIN")
reachable(M, "A_SUBSCRIBER_DIES_HOLDING_A_CHUNK", "a subscriber dies holding a chunk")
reachable(M, "A_DRY_POOL_FINDS_THE_DEAD", "a dry pool finds the dead")
reachable(M, "A_HANG_UP_FINDS_THE_DEAD", "a hang-up finds the dead")
reachable(M, "A_WELCOME_MEETS_A_DEAD_SUBSCRIBER", "a welcome meets a dead subscriber")
reachable(M, "A_DEAD_PUBLISHERS_MESSAGE_IS_TAKEN", "a dead publisher's message is taken")
reachable(M, "A_LATE_JOINER_GETS_A_RETAINED_MESSAGE", "a late joiner gets a retained message",
          "DURABLE=1")
reachable(M, "THE_LOCK_OUTLIVES_THE_SOCKET", "the lock outlives the socket")
reachable(M, "A_PIN_HOLDS_DURING_RECLAIM", "a pin holds during a reclaim")
reachable(M, "AN_ORPHAN_PINS", "an orphan keeps a chunk during a reclaim", "LINK_CUT",
          "PUBLISHER_LIVES")
reachable(M, "AN_ORPHAN_LETS_GO", "an orphan lets go", "LINK_CUT", "PUBLISHER_LIVES")
reachable(M, "A_SUBSCRIBER_GIVES_UP_WAITING", "a subscriber gives up waiting")
reachable(M, "A_LOAN_FAILS", "a loan fails")

# ---- the copying reader of another uid -------------------------------------------------------------

M = "foreign_copy"
WHOLE = "a_delivered_copy_is_whole"
proof(M, "two_chunks", "a delivered copy is whole though no reader pins")
proof(M, "deep_ring", "a delivered copy is whole in a deeper ring", "LAST=8", "CHUNKS=3", "DEPTH=2",
      "RING=3")
weakened(M, "unlink_fence", WHOLE, "without the publisher's fence between unlink and reuse a copy is "
         "torn", "WEAKEN_UNLINK_FENCE")
weakened(M, "unlink_store", WHOLE, "reuse without emptying the slot tears a copy", "WEAKEN_UNLINK_STORE")
weakened(M, "copy_fence", WHOLE, "without the fence before the second look a copy is torn",
         "WEAKEN_COPY_FENCE")
weakened(M, "copy_validate", WHOLE, "without the second look a copy is torn", "WEAKEN_COPY_VALIDATE")
weakened(M, "payload_release", WHOLE, "without any release a copy is old", "WEAKEN_PAYLOAD_RELEASE")
weakened(M, "payload_acquire", WHOLE, "without any acquire a copy is old", "WEAKEN_PAYLOAD_ACQUIRE")
weakened(M, "empty_first", FIELDS, "without emptying a slot before its fields are written a copier "
         "believes a stranger's field", "CHUNKS=3", "WEAKEN_EMPTY_FIRST")
weakened(M, "field_release", FIELDS, "without release of the fields one overtakes the emptying, and a "
         "copier believes it", "CHUNKS=3", "WEAKEN_FIELD_RELEASE")
reachable(M, "A_COPY_IS_DISCARDED", "a copy is discarded")
reachable(M, "A_TORN_COPY_IS_DISCARDED", "a torn copy is discarded")
reachable(M, "A_READER_IS_LAPPED", "a reader is lapped")
reachable(M, "A_COPY_IS_DELIVERED_FROM_A_REUSED_CHUNK", "a copy is delivered from a reused chunk")
