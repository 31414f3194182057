// SPDX-License-Identifier: Apache-2.0
//! [unlink/copy]: a subscription that may not pin copies; src/shm/ring_reader.cpp. The publisher reuses
//! the only chunk, whose bytes are two words.

use loom::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use loom::sync::atomic::{fence, AtomicUsize};
use loom::sync::Arc;
use loom::thread;

const EMPTY: usize = 0;

#[derive(Clone, Copy)]
struct Steps {
    publisher_fence: bool,
    subscriber_fence: bool,
    second_look: bool,
}

const PROGRAM: Steps = Steps { publisher_fence: true, subscriber_fence: true, second_look: true };

struct Shared {
    slot: AtomicUsize,
    bytes: [AtomicUsize; 2],
}

fn publish_again(shared: &Shared, steps: Steps) {
    shared.slot.store(EMPTY, Relaxed);
    if steps.publisher_fence {
        fence(SeqCst);
    }
    for word in &shared.bytes {
        word.store(2, Relaxed);
    }
    shared.slot.store(2, Release);
}

/// The message and its copy, if there is one.
fn copy_out(shared: &Shared, steps: Steps) -> Option<(usize, [usize; 2])> {
    let message = shared.slot.load(Acquire);
    if message == EMPTY {
        return None;
    }
    let copy = [shared.bytes[0].load(Relaxed), shared.bytes[1].load(Relaxed)];
    if steps.subscriber_fence {
        fence(SeqCst);
    }
    let is_same = !steps.second_look || shared.slot.load(Acquire) == message;
    is_same.then_some((message, copy))
}

fn check(steps: Steps) {
    loom::model(move || {
        let shared = Arc::new(Shared {
            slot: AtomicUsize::new(1),
            bytes: [AtomicUsize::new(1), AtomicUsize::new(1)],
        });
        let subscription = Arc::clone(&shared);
        let copying = thread::spawn(move || copy_out(&subscription, steps));
        publish_again(&shared, steps);
        if let Some((message, copy)) = copying.join().unwrap() {
            assert!(copy == [message; 2], "a torn copy is delivered");
        }
    });
}

#[test]
fn no_torn_copy_is_delivered() {
    check(PROGRAM);
}

#[test]
#[should_panic(expected = "a torn copy is delivered")]
fn without_the_publishers_fence_a_torn_copy_is_delivered() {
    check(Steps { publisher_fence: false, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a torn copy is delivered")]
fn without_the_subscribers_fence_a_torn_copy_is_delivered() {
    check(Steps { subscriber_fence: false, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a torn copy is delivered")]
fn without_a_second_look_a_torn_copy_is_delivered() {
    check(Steps { second_look: false, ..PROGRAM });
}
