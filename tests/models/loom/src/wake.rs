// SPDX-License-Identifier: Apache-2.0
//! [head/armed]: publish and ring, arm and sleep; src/shm/ring_writer.hpp and sleep_word.hpp.

use loom::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use loom::sync::atomic::{fence, AtomicUsize};
use loom::sync::Arc;
use loom::thread;

#[derive(Clone, Copy)]
struct Steps {
    publisher_fence: bool,
    sleeper_fence: bool,
    head_before_armed: bool,
    look_after_arming: bool,
}

const PROGRAM: Steps = Steps {
    publisher_fence: true,
    sleeper_fence: true,
    head_before_armed: true,
    look_after_arming: true,
};

struct Shared {
    head: AtomicUsize,
    armed: AtomicUsize,
}

/// Whether it rang.
fn publish(shared: &Shared, steps: Steps) -> bool {
    let mut rings = false;
    if !steps.head_before_armed {
        rings = shared.armed.load(Relaxed) & 1 == 1;
    }
    shared.head.store(1, Release);
    if steps.publisher_fence {
        fence(SeqCst);
    }
    if steps.head_before_armed {
        rings = shared.armed.load(Relaxed) & 1 == 1;
    }
    rings
}

/// Whether it sleeps, until a ring comes.
fn sleep(shared: &Shared, steps: Steps) -> bool {
    let mut is_news = false;
    if !steps.look_after_arming {
        is_news = shared.head.load(Acquire) != 0;
    }
    shared.armed.store(1, Relaxed);
    if steps.sleeper_fence {
        fence(SeqCst);
    }
    if steps.look_after_arming {
        is_news = shared.head.load(Acquire) != 0;
    }
    !is_news
}

fn check(steps: Steps) {
    loom::model(move || {
        let shared = Arc::new(Shared {
            head: AtomicUsize::new(0),
            armed: AtomicUsize::new(0),
        });
        let sleeper = Arc::clone(&shared);
        let sleeping = thread::spawn(move || sleep(&sleeper, steps));
        let rang = publish(&shared, steps);
        let sleeps = sleeping.join().unwrap();
        assert!(rang || !sleeps, "a wake is lost");
    });
}

#[test]
fn no_wake_is_lost() {
    check(PROGRAM);
}

#[test]
#[should_panic(expected = "a wake is lost")]
fn without_the_publishers_fence_a_wake_is_lost() {
    check(Steps { publisher_fence: false, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a wake is lost")]
fn without_the_sleepers_fence_a_wake_is_lost() {
    check(Steps { sleeper_fence: false, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a wake is lost")]
fn with_an_armed_word_that_is_read_before_the_head_is_stored_a_wake_is_lost() {
    check(Steps { head_before_armed: false, ..PROGRAM });
}

#[test]
#[should_panic(expected = "a wake is lost")]
fn with_heads_that_are_looked_at_before_arming_a_wake_is_lost() {
    check(Steps { look_after_arming: false, ..PROGRAM });
}
