// SPDX-License-Identifier: Apache-2.0
//! Publish, take, release and reuse: src/shm/ring_writer and ring_reader. A ring of one slot that wraps,
//! two chunks, three publications, one subscription.

use std::sync::atomic::{AtomicUsize as Ghost, Ordering as GhostOrder};

use loom::cell::UnsafeCell;
use loom::sync::atomic::Ordering::{self, Acquire, Relaxed, Release, SeqCst};
use loom::sync::atomic::{fence, AtomicUsize};
use loom::sync::Arc;
use loom::thread;

const CHUNKS: usize = 2;
const LAST: usize = 3;
const EMPTY: usize = 0;
/// How often loom takes the processor from a thread that could go on, at most.
const PREEMPTIONS: usize = 4;

#[derive(Clone, Copy)]
struct Orders {
    field: Ordering,
    slot: Ordering,
    head: Ordering,
    slot_look: Ordering,
    head_look: Ordering,
    unpin: Ordering,
    reuse: Ordering,
    unlink_fence: bool,
    pins_after_unlink: bool,
    pin_fence: bool,
    second_look: bool,
}

const PROGRAM: Orders = Orders {
    field: Release,     // [slot/fields]
    slot: Release,      // [ring/slot]
    head: Release,      // [ring/head]
    slot_look: Acquire, // [ring/slot]
    head_look: Acquire, // [ring/head]
    unpin: Release,     // [release/reuse]
    reuse: Acquire,     // [release/reuse]
    unlink_fence: true, // [unlink/pin], to the last
    pins_after_unlink: true,
    pin_fence: true,
    second_look: true,
};

fn word_of(sequence: usize, chunk: usize) -> usize {
    sequence * CHUNKS + chunk
}

struct Shared {
    slot: AtomicUsize,
    field: AtomicUsize, // the chunk once more, as the program's slots say where a message lies
    head: AtomicUsize,
    pins: AtomicUsize,
    payload: [UnsafeCell<usize>; CHUNKS],
    emptied: Ghost, // of the test: the newest sequence whose slot was emptied
}

fn publish_all(shared: &Shared, orders: Orders) {
    let mut early_pins = 0;
    for sequence in 1..=LAST {
        let chunk = (sequence - 1) % CHUNKS;
        if sequence > CHUNKS {
            // Reclaim: the slot of the message in this chunk is empty.
            if orders.unlink_fence {
                fence(SeqCst);
            }
            let pins = if orders.pins_after_unlink {
                shared.pins.load(orders.reuse)
            } else {
                early_pins
            };
            if pins >> chunk & 1 == 1 {
                return; // no chunk is free
            }
        }
        shared.payload[chunk].with_mut(|bytes| unsafe { *bytes = sequence });
        if sequence > 1 {
            if !orders.pins_after_unlink {
                early_pins = shared.pins.load(orders.reuse);
            }
            shared.emptied.store(sequence - 1, GhostOrder::SeqCst);
            shared.slot.store(EMPTY, Relaxed);
        }
        shared.field.store(chunk, orders.field);
        shared.slot.store(word_of(sequence, chunk), orders.slot);
        shared.head.store(sequence, orders.head);
    }
}

fn take_all(shared: &Shared, orders: Orders) {
    let mut cursor = 0;
    for _ in 0..LAST {
        let sequence = cursor + 1;
        let mut word = shared.slot.load(orders.slot_look);
        let head = shared.head.load(orders.head_look);
        if word / CHUNKS != sequence {
            if head <= cursor {
                return; // nothing new
            }
            word = shared.slot.load(orders.slot_look);
        }
        if word / CHUNKS != sequence {
            let emptied = shared.emptied.load(GhostOrder::SeqCst);
            assert!(emptied >= sequence, "a message counts as lost that is there");
            cursor = sequence;
            continue;
        }
        let chunk = word % CHUNKS;
        let field = shared.field.load(Acquire);
        shared.pins.fetch_or(1 << chunk, SeqCst);
        if orders.pin_fence {
            fence(SeqCst);
        }
        if !orders.second_look || shared.slot.load(SeqCst) == word {
            assert!(field == chunk, "a field belongs to another message");
            let bytes = shared.payload[chunk].with(|bytes| unsafe { *bytes });
            assert!(bytes == sequence, "a held payload changes");
            cursor = sequence;
        }
        shared.pins.fetch_and(!(1 << chunk), orders.unpin);
    }
}

fn check(orders: Orders) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(PREEMPTIONS);
    model.check(move || {
        let shared = Arc::new(Shared {
            slot: AtomicUsize::new(EMPTY),
            field: AtomicUsize::new(CHUNKS),
            head: AtomicUsize::new(0),
            pins: AtomicUsize::new(0),
            payload: [UnsafeCell::new(0), UnsafeCell::new(0)],
            emptied: Ghost::new(0),
        });
        let subscription = Arc::clone(&shared);
        let taking = thread::spawn(move || take_all(&subscription, orders));
        publish_all(&shared, orders);
        taking.join().unwrap();
    });
}

#[test]
fn a_held_message_is_never_reused() {
    check(PROGRAM);
}

#[test]
#[should_panic(expected = "a field belongs to another message")]
fn without_release_of_the_slot_an_old_field_is_read() {
    check(Orders { slot: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a field belongs to another message")]
fn without_acquire_of_the_slot_an_old_field_is_read() {
    check(Orders { slot_look: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a field belongs to another message")]
fn without_release_of_the_fields_one_overtakes_the_emptying_of_its_slot() {
    check(Orders { field: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a message counts as lost that is there")]
fn without_release_of_the_head_an_old_slot_is_met() {
    check(Orders { head: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a message counts as lost that is there")]
fn without_acquire_of_the_head_an_old_slot_is_met() {
    check(Orders { head_look: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn without_release_of_the_pin_the_last_read_comes_after_reuse() {
    check(Orders { unpin: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn without_acquire_of_the_pins_the_next_payload_comes_too_early() {
    check(Orders { reuse: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn without_the_fence_before_the_pins_a_held_chunk_is_reused() {
    check(Orders { unlink_fence: false, ..PROGRAM });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn with_pins_that_are_read_before_the_slot_is_emptied_a_held_chunk_is_reused() {
    check(Orders { pins_after_unlink: false, ..PROGRAM });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn without_the_order_of_pin_and_second_look_a_held_chunk_is_reused() {
    check(Orders { pin_fence: false, ..PROGRAM });
}

#[test]
#[should_panic]
fn without_a_second_look_a_held_chunk_is_reused() {
    check(Orders { second_look: false, ..PROGRAM });
}
