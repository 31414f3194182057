// SPDX-License-Identifier: Apache-2.0
//! [log/count]: two publishers note what they published; src/shm/publication_log.hpp.

use loom::sync::atomic::AtomicUsize;
use loom::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};
use loom::sync::Arc;
use loom::thread;

const PUBLISHERS: usize = 2;

#[derive(Clone, Copy)]
struct Orders {
    count: Ordering,
    count_look: Ordering,
    log_after_head: bool,
}

const PROGRAM: Orders = Orders { count: Release, count_look: Acquire, log_after_head: true };

struct Shared {
    heads: [AtomicUsize; PUBLISHERS],
    count: AtomicUsize,
    entries: [AtomicUsize; PUBLISHERS],
}

fn note(shared: &Shared, place: usize, orders: Orders) {
    let number = shared.count.fetch_add(1, orders.count);
    // Beside the place stands the number plus one, so that no entry is 0.
    shared.entries[number].store((number + 1) * PUBLISHERS + place, Relaxed);
}

fn publish(shared: &Shared, place: usize, orders: Orders) {
    if !orders.log_after_head {
        note(shared, place, orders);
    }
    shared.heads[place].store(1, Release);
    if orders.log_after_head {
        note(shared, place, orders);
    }
}

/// How many publications are counted, and how many are found.
fn look(shared: &Shared, orders: Orders) -> (usize, usize) {
    let head = |place: usize| shared.heads[place].load(Acquire);
    let count = shared.count.load(orders.count_look);
    let mut found = 0;
    for number in 0..count {
        let entry = shared.entries[number].load(Relaxed);
        if entry / PUBLISHERS != number + 1 {
            return (count, head(0) + head(1)); // not written yet: all are asked
        }
        found += head(entry % PUBLISHERS);
    }
    (count, found)
}

fn check(orders: Orders) {
    loom::model(move || {
        let shared = Arc::new(Shared {
            heads: [AtomicUsize::new(0), AtomicUsize::new(0)],
            count: AtomicUsize::new(0),
            entries: [AtomicUsize::new(0), AtomicUsize::new(0)],
        });
        let publishers = [0, 1].map(|place| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || publish(&shared, place, orders))
        });
        let (counted, found) = look(&shared, orders);
        assert!(found >= counted, "a publisher is asked too early");
        for publisher in publishers {
            publisher.join().unwrap();
        }
    });
}

#[test]
fn what_is_counted_has_its_head() {
    check(PROGRAM);
}

#[test]
#[should_panic(expected = "a publisher is asked too early")]
fn without_release_of_the_count_a_head_comes_late() {
    check(Orders { count: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a publisher is asked too early")]
fn without_acquire_of_the_count_an_old_head_is_read() {
    check(Orders { count_look: Relaxed, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a publisher is asked too early")]
fn with_a_note_before_the_head_a_publisher_is_asked_too_early() {
    check(Orders { log_after_head: false, ..PROGRAM });
}
