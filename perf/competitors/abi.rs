// SPDX-License-Identifier: Apache-2.0
//! abi.hpp in Rust: what perf_test and the library of a competitor say to each other.

use std::ffi::{CStr, c_char, c_void};

pub const ABI_VERSION: u32 = 2;

#[repr(C)]
pub struct Plan {
    pub message_size_bytes: u64,
    pub message_alignment_bytes: u64,
    process: *const c_char,
    topics: *const *const c_char,
    topic_back: *const c_char,
    type_name: *const c_char,
    topic_count: u32,
    pub domain_id: u32,
    pub history_depth: u32,
    pub publishers: u32,
    pub subscribers: u32,
    pub zero_copy: u8,
    pub reliable: u8,
    pub transient_local: u8,
    pub keep_all: u8,
}

/// A plan that outlives the call.
#[allow(dead_code)]
#[derive(Clone)]
pub struct OwnedPlan {
    pub message_bytes: usize,
    pub alignment_bytes: usize,
    pub process: String,
    pub topics: Vec<String>,
    pub topic_back: String,
    pub type_name: String,
    pub domain_id: u32,
    pub history_depth: usize,
    pub publishers: usize,
    pub subscribers: usize,
    pub zero_copy: bool,
    pub reliable: bool,
    pub transient_local: bool,
    pub keep_all: bool,
}

fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: perf_test gives strings that end, and that live during the call.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

impl From<&Plan> for OwnedPlan {
    fn from(plan: &Plan) -> Self {
        OwnedPlan {
            message_bytes: plan.message_size_bytes as usize,
            alignment_bytes: plan.message_alignment_bytes as usize,
            process: text(plan.process),
            topics: (0..plan.topic_count as usize)
                // SAFETY: perf_test gives so many names.
                .map(|index| text(unsafe { *plan.topics.add(index) }))
                .collect(),
            topic_back: text(plan.topic_back),
            type_name: text(plan.type_name),
            domain_id: plan.domain_id,
            history_depth: plan.history_depth as usize,
            publishers: plan.publishers as usize,
            subscribers: plan.subscribers as usize,
            zero_copy: plan.zero_copy != 0,
            reliable: plan.reliable != 0,
            transient_local: plan.transient_local != 0,
            keep_all: plan.keep_all != 0,
        }
    }
}

#[allow(dead_code)]
impl OwnedPlan {
    /// What a subscriber has, or, `back`, the publisher that gets answers.
    pub fn topics(&self, back: bool) -> &[String] {
        if back { std::slice::from_ref(&self.topic_back) } else { &self.topics }
    }

    /// `index` counts through publishers and topics.
    pub fn topic(&self, back: bool, index: u32) -> &str {
        let topics = self.topics(back);
        &topics[index as usize % topics.len()]
    }
}

#[repr(C)]
pub struct ErrorText {
    text: *mut c_char,
    size_bytes: u64,
}

impl ErrorText {
    fn say(&self, words: &str) {
        let count = words.len().min(self.size_bytes as usize - 1);
        // SAFETY: perf_test gives a buffer of this size.
        unsafe {
            std::ptr::copy_nonoverlapping(words.as_ptr(), self.text.cast(), count);
            *self.text.add(count) = 0;
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Sink {
    context: *mut c_void,
    on_message: extern "C" fn(*mut c_void, *const c_void, u64),
}

impl Sink {
    pub fn on_message(&self, message: &[u8]) {
        (self.on_message)(self.context, message.as_ptr().cast(), message.len() as u64);
    }
}

#[repr(C)]
pub struct PeerSink {
    context: *mut c_void,
    on_peer: extern "C" fn(*mut c_void, *const c_char, *const c_char, u8, *const c_char),
}

impl PeerSink {
    pub fn on_peer(&self, process: &str, transport: &str, zero_copy: bool, reason: &str) {
        let [process, transport, reason] =
            [process, transport, reason].map(|words| std::ffi::CString::new(words).unwrap_or_default());
        (self.on_peer)(
            self.context,
            process.as_ptr(),
            transport.as_ptr(),
            zero_copy as u8,
            reason.as_ptr(),
        );
    }
}

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The three classes of a competitor. The thread that receives is the only one that calls
/// `receive`; `interrupt` and `peers` may be called by any thread meanwhile.
pub trait Publication: Sized {
    fn acquire(&mut self) -> *mut u8;
    fn publish(&mut self) -> bool;
    fn peers(&self, sink: &PeerSink);
}

pub trait Reception: Sized {
    fn receive(&self, timeout_ns: u64);
    fn interrupt(&self);
    fn peers(&self, sink: &PeerSink);
}

pub trait Communicator: Sized {
    type Publication: Publication;
    type Reception: Reception;
    fn open(plan: OwnedPlan) -> Result<Self, Failure>;
    fn publication(&self, back: bool, index: u32) -> Result<Self::Publication, Failure>;
    fn reception(&self, back: bool, index: u32, sink: Sink) -> Result<Self::Reception, Failure>;
    fn tidy(plan: OwnedPlan);
}

type Made = *mut c_void;

#[repr(C)]
pub struct Table {
    open: extern "C" fn(&Plan, &ErrorText) -> Made,
    close: extern "C" fn(Made),
    make_publication: extern "C" fn(Made, u8, u32, &ErrorText) -> Made,
    drop_publication: extern "C" fn(Made),
    acquire: extern "C" fn(Made) -> *mut u8,
    publish: extern "C" fn(Made) -> u8,
    publication_peers: extern "C" fn(Made, &PeerSink),
    make_reception: extern "C" fn(Made, u8, u32, &Sink, &ErrorText) -> Made,
    drop_reception: extern "C" fn(Made),
    receive: extern "C" fn(Made, u64),
    interrupt: extern "C" fn(Made),
    reception_peers: extern "C" fn(Made, &PeerSink),
    tidy: extern "C" fn(&Plan),
}

fn made_or_said<T>(result: Result<T, Failure>, error: &ErrorText) -> Made {
    match result {
        Ok(made) => Box::into_raw(Box::new(made)).cast(),
        Err(failure) => {
            error.say(&failure.to_string());
            std::ptr::null_mut()
        }
    }
}

// SAFETY of what follows: perf_test hands back what a function here made, of the same class, and
// drops it once, when no other call uses it.
fn made<'a, T>(pointer: Made) -> &'a T {
    unsafe { &*pointer.cast::<T>() }
}

fn made_mut<'a, T>(pointer: Made) -> &'a mut T {
    unsafe { &mut *pointer.cast::<T>() }
}

extern "C" fn dropped<T>(pointer: Made) {
    drop(unsafe { Box::from_raw(pointer.cast::<T>()) });
}

extern "C" fn open<C: Communicator>(plan: &Plan, error: &ErrorText) -> Made {
    made_or_said(C::open(plan.into()), error)
}

extern "C" fn make_publication<C: Communicator>(
    communicator: Made,
    back: u8,
    index: u32,
    error: &ErrorText,
) -> Made {
    made_or_said(made::<C>(communicator).publication(back != 0, index), error)
}

extern "C" fn acquire<P: Publication>(publication: Made) -> *mut u8 {
    made_mut::<P>(publication).acquire()
}

extern "C" fn publish<P: Publication>(publication: Made) -> u8 {
    made_mut::<P>(publication).publish() as u8
}

extern "C" fn publication_peers<P: Publication>(publication: Made, sink: &PeerSink) {
    made::<P>(publication).peers(sink);
}

extern "C" fn make_reception<C: Communicator>(
    communicator: Made,
    back: u8,
    index: u32,
    sink: &Sink,
    error: &ErrorText,
) -> Made {
    made_or_said(made::<C>(communicator).reception(back != 0, index, *sink), error)
}

extern "C" fn receive<R: Reception>(reception: Made, timeout_ns: u64) {
    made::<R>(reception).receive(timeout_ns);
}

extern "C" fn interrupt<R: Reception>(reception: Made) {
    made::<R>(reception).interrupt();
}

extern "C" fn reception_peers<R: Reception>(reception: Made, sink: &PeerSink) {
    made::<R>(reception).peers(sink);
}

extern "C" fn tidy<C: Communicator>(plan: &Plan) {
    C::tidy(plan.into());
}

impl Table {
    pub const fn of<C: Communicator>() -> Self {
        Table {
            open: open::<C>,
            close: dropped::<C>,
            make_publication: make_publication::<C>,
            drop_publication: dropped::<C::Publication>,
            acquire: acquire::<C::Publication>,
            publish: publish::<C::Publication>,
            publication_peers: publication_peers::<C::Publication>,
            make_reception: make_reception::<C>,
            drop_reception: dropped::<C::Reception>,
            receive: receive::<C::Reception>,
            interrupt: interrupt::<C::Reception>,
            reception_peers: reception_peers::<C::Reception>,
            tidy: tidy::<C>,
        }
    }
}
