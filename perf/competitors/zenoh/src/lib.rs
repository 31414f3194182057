// SPDX-License-Identifier: Apache-2.0
//! zenoh: peers that are linked directly by TCP over the loopback interface, or with loans through
//! zenoh's shared memory, whose descriptors go the same way. Messages are taken in callbacks, which is
//! its way with the least latency. Each publisher and each subscriber, with all its topics, has a
//! session of its own, so that those of one process use the transport, too; it tells of itself with a
//! liveliness token.

#[path = "../../abi.rs"]
mod abi;

use abi::{ABI_VERSION, Failure, OwnedPlan, PeerSink, Sink, Table};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use zenoh::bytes::ZBytes;
use zenoh::key_expr::KeyExpr;
use zenoh::liveliness::LivelinessToken;
use zenoh::pubsub::{Publisher, Subscriber};
use zenoh::qos::{CongestionControl, Reliability};
use zenoh::sample::{Sample, SampleKind};
use zenoh::shm::{
    AllocAlignment, Defragment, GarbageCollect, PosixShmProviderBackend, ShmProvider,
    ShmProviderBuilder, ZShmMut,
};
use zenoh::{Config, Session, Wait};

const FOR_EVER_NS: u64 = 1 << 62;
/// Messages that subscribers may hold while the next ones are written.
const SPARE_MESSAGES: usize = 8;
const MESSAGE_OVERHEAD_BYTES: usize = 4096;
const CACHE_LINE_POWER: u8 = 6;
const FIRST_PORT: usize = 20_000;
const PORTS: usize = 12_000;
const PUBLISHERS_OF_TOPIC: usize = 64;

/// Where a publication listens; the receptions connect to all of a topic.
fn locator(plan: &OwnedPlan, back: bool, index: usize) -> String {
    let topic = plan.domain_id as usize * 2 + back as usize;
    let port = FIRST_PORT + (topic * PUBLISHERS_OF_TOPIC + index) % PORTS;
    format!("tcp/127.0.0.1:{port}")
}

fn open_session(plan: &OwnedPlan, listen: &[String], connect: &[String]) -> Result<Session, Failure> {
    let mut config = Config::default();
    let memory = format!(
        r#"{{ enabled: {}, mode: "init", transport_optimization: {{ enabled: false }} }}"#,
        plan.zero_copy
    );
    for (key, value) in [
        ("mode", r#""peer""#),
        ("listen/endpoints", &format!("{listen:?}")),
        ("connect/endpoints", &format!("{connect:?}")),
        ("connect/retry", "{ period_init_ms: 20, period_max_ms: 100, period_increase_factor: 2 }"),
        ("open/return_conditions/connect_scouted", "false"),
        ("scouting/multicast/enabled", "false"),
        ("scouting/gossip/enabled", "false"),
        ("transport/shared_memory", &memory),
    ] {
        config.insert_json5(key, value).map_err(|failure| format!("{key}: {failure}"))?;
    }
    Ok(zenoh::open(config).wait().map_err(|failure| format!("zenoh opened no session: {failure}"))?)
}

/// A text as one chunk of a key.
fn chunk(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn topic_key(plan: &OwnedPlan, topic: &str) -> String {
    format!("perf_test/{}/{}", plan.domain_id, chunk(topic))
}

/// What a publisher or subscriber knows of its peers: their token's key, ROLE/ID OF SESSION/PROCESS/INDEX.
struct Peers {
    zero_copy: bool,
    session: Session,
    tokens: Arc<Mutex<HashMap<String, ()>>>,
    _seen: Subscriber<()>,
    _own: LivelinessToken,
}

impl Peers {
    fn new(
        session: &Session,
        plan: &OwnedPlan,
        back: bool,
        [own, theirs]: [&str; 2],
        index: u32,
    ) -> Result<Self, Failure> {
        let key = topic_key(plan, plan.topic(back, 0));
        let tokens = Arc::new(Mutex::new(HashMap::new()));
        let noted = tokens.clone();
        let seen = session
            .liveliness()
            .declare_subscriber(format!("{key}/{theirs}/**"))
            .history(true)
            .callback(move |sample: Sample| {
                let token = sample.key_expr().as_str().to_string();
                match sample.kind() {
                    SampleKind::Put => locked(&noted).insert(token, ()),
                    SampleKind::Delete => locked(&noted).remove(&token),
                };
            })
            .wait()?;
        let name = format!("{key}/{own}/{}/{}/{index}", session.zid(), chunk(&plan.process));
        let token = session.liveliness().declare_token(name).wait()?;
        Ok(Peers {
            zero_copy: plan.zero_copy,
            session: session.clone(),
            tokens,
            _seen: seen,
            _own: token,
        })
    }

    /// Those that a transport leads to directly, with what zenoh says of that transport.
    fn tell(&self, sink: &PeerSink) {
        let transports: HashMap<String, bool> = self
            .session
            .info()
            .transports()
            .wait()
            .map(|transport| (transport.zid().to_string(), transport.is_shm()))
            .collect();
        for token in locked(&self.tokens).keys() {
            let mut chunks = token.rsplit('/').skip(1);
            let process = chunks.next().unwrap_or_default();
            match transports.get(chunks.next().unwrap_or_default()) {
                None => {}
                Some(true) if self.zero_copy => sink.on_peer(process, "zenoh_shm", true, ""),
                Some(_) => sink.on_peer(process, "tcp", false, "zenoh; its shared memory is off"),
            }
        }
    }
}

struct Communicator {
    plan: OwnedPlan,
    /// Of the publisher whose topics were made last.
    sending: RefCell<Option<Rc<Sending>>>,
}

impl abi::Communicator for Communicator {
    type Publication = Publication;
    type Reception = Reception;

    fn open(plan: OwnedPlan) -> Result<Self, Failure> {
        if plan.transient_local {
            return Err("durability is not in zenoh's core; leave out --transient".into());
        }
        Ok(Communicator { plan, sending: RefCell::new(None) })
    }

    fn publication(&self, back: bool, index: u32) -> Result<Publication, Failure> {
        let topics = self.plan.topics(back).len();
        let mut sending = self.sending.borrow_mut();
        if index as usize % topics == 0 {
            *sending = Some(Rc::new(Sending::open(&self.plan, back, index as usize / topics)?));
        }
        let sending = sending.as_ref().ok_or("a publisher begins with its first topic")?;
        Publication::new(&self.plan, self.plan.topic(back, index), sending.clone())
    }

    fn reception(&self, back: bool, index: u32, sink: Sink) -> Result<Reception, Failure> {
        Reception::new(&self.plan, back, index, sink)
    }

    fn tidy(_plan: OwnedPlan) {
        zenoh::shm::cleanup_orphaned_shm_segments();
    }
}

enum Message {
    Heap(Vec<u8>),
    Shared(ZShmMut),
}

/// What the topics of a publisher have in common.
struct Sending {
    peers: Peers,
    provider: Option<ShmProvider<PosixShmProviderBackend>>,
    session: Session,
}

impl Sending {
    fn open(plan: &OwnedPlan, back: bool, publisher: usize) -> Result<Self, Failure> {
        let session = open_session(plan, &[locator(plan, back, publisher)], &[])?;
        let provider = if plan.zero_copy {
            let of_topic = plan.history_depth + plan.subscribers + SPARE_MESSAGES;
            let messages = plan.topics(back).len() * of_topic;
            let pool_bytes = messages * (plan.message_bytes + MESSAGE_OVERHEAD_BYTES);
            let alignment = AllocAlignment::new(CACHE_LINE_POWER)?;
            let pool = (pool_bytes.next_multiple_of(1 << CACHE_LINE_POWER), alignment);
            Some(ShmProviderBuilder::default_backend(pool).wait()?)
        } else {
            None
        };
        let roles = ["publisher", "subscriber"];
        let peers = Peers::new(&session, plan, back, roles, publisher as u32)?;
        Ok(Sending { peers, provider, session })
    }
}

struct Publication {
    message: Option<Message>,
    publisher: Publisher<'static>,
    message_bytes: usize,
    sending: Rc<Sending>,
}

impl Publication {
    fn new(plan: &OwnedPlan, topic: &str, sending: Rc<Sending>) -> Result<Self, Failure> {
        let publisher = sending
            .session
            .declare_publisher(KeyExpr::try_from(topic_key(plan, topic))?)
            .congestion_control(if plan.reliable {
                CongestionControl::Block
            } else {
                CongestionControl::Drop
            })
            .reliability(if plan.reliable {
                Reliability::Reliable
            } else {
                Reliability::BestEffort
            })
            // Not collected in batches.
            .express(true)
            .wait()?;
        Ok(Publication {
            message: None,
            publisher,
            message_bytes: plan.message_bytes,
            sending,
        })
    }

    fn new_message(&self) -> Option<Message> {
        let Some(provider) = &self.sending.provider else {
            return Some(Message::Heap(vec![0; self.message_bytes]));
        };
        let loan = provider
            .alloc(self.message_bytes)
            .with_policy::<Defragment<GarbageCollect>>()
            .wait();
        loan.ok().map(Message::Shared)
    }
}

impl abi::Publication for Publication {
    fn acquire(&mut self) -> *mut u8 {
        if self.message.is_none() {
            self.message = self.new_message();
        }
        match &mut self.message {
            Some(Message::Heap(bytes)) => bytes.as_mut_ptr(),
            Some(Message::Shared(bytes)) => bytes.as_mut().as_mut_ptr(),
            None => std::ptr::null_mut(),
        }
    }

    fn publish(&mut self) -> bool {
        let bytes: ZBytes = match self.message.take() {
            Some(Message::Heap(bytes)) => bytes.into(),
            Some(Message::Shared(bytes)) => bytes.into(),
            None => return false,
        };
        self.publisher.put(bytes).wait().is_ok()
    }

    fn peers(&self, sink: &PeerSink) {
        self.sending.peers.tell(sink);
    }
}

/// What the callback and the subscriber's thread share.
struct Arrival {
    sink: Mutex<Sink>, // one message at a time, whatever thread of zenoh brings it
    taken: Mutex<bool>,
    changed: Condvar,
    interrupted: AtomicBool,
    /// Threads that wait for a message; `run` waits for an interruption only.
    waiting: AtomicUsize,
}

// SAFETY: perf_test's handler may be called by any thread, one at a time.
unsafe impl Send for Arrival {}
unsafe impl Sync for Arrival {}

impl Arrival {
    fn on_sample(&self, sample: &Sample) {
        if self.interrupted.load(Ordering::Relaxed) {
            return;
        }
        locked(&self.sink).on_message(&sample.payload().to_bytes());
        *locked(&self.taken) = true;
        // A thread that waits has counted itself before it looked at what was taken.
        if self.waiting.load(Ordering::SeqCst) > 0 {
            self.changed.notify_all();
        }
    }

    fn wake(&self) {
        *locked(&self.taken) = true;
        self.changed.notify_all();
    }
}

struct Reception {
    subscribers: Vec<Subscriber<()>>, // one for each topic
    arrival: Arc<Arrival>,
    peers: Peers,
    _session: Session,
}

impl Reception {
    fn new(plan: &OwnedPlan, back: bool, index: u32, sink: Sink) -> Result<Self, Failure> {
        let publishers: Vec<String> =
            (0..plan.publishers).map(|publisher| locator(plan, back, publisher)).collect();
        let session = open_session(plan, &[], &publishers)?;
        let arrival = Arc::new(Arrival {
            sink: Mutex::new(sink),
            taken: Mutex::new(false),
            changed: Condvar::new(),
            interrupted: AtomicBool::new(false),
            waiting: AtomicUsize::new(0),
        });
        let mut subscribers = Vec::new();
        for topic in plan.topics(back) {
            let arrived = arrival.clone();
            let subscriber = session
                .declare_subscriber(KeyExpr::try_from(topic_key(plan, topic))?)
                .callback(move |sample: Sample| arrived.on_sample(&sample))
                .wait()?;
            subscribers.push(subscriber);
        }
        Ok(Reception {
            subscribers,
            arrival,
            // Last: a publisher that knows of this subscriber knows of all its topics.
            peers: Peers::new(&session, plan, back, ["subscriber", "publisher"], index)?,
            _session: session,
        })
    }

    fn wait_for_interruption(&self) {
        let mut taken = locked(&self.arrival.taken);
        while !self.arrival.interrupted.load(Ordering::Relaxed) {
            taken = self.arrival.changed.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wait_for_message(&self, timeout: Duration) {
        let deadline = Instant::now() + timeout;
        self.arrival.waiting.fetch_add(1, Ordering::SeqCst);
        let mut taken = locked(&self.arrival.taken);
        while !*taken && !self.arrival.interrupted.load(Ordering::Relaxed) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.arrival.changed.wait_timeout(taken, left);
            taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *taken = false;
        self.arrival.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

impl abi::Reception for Reception {
    fn receive(&self, timeout_ns: u64) {
        if timeout_ns >= FOR_EVER_NS {
            self.wait_for_interruption();
        } else {
            self.wait_for_message(Duration::from_nanos(timeout_ns));
        }
    }

    fn interrupt(&self) {
        self.arrival.interrupted.store(true, Ordering::Relaxed);
        self.arrival.wake();
    }

    fn peers(&self, sink: &PeerSink) {
        for _ in &self.subscribers {
            self.peers.tell(sink);
        }
    }
}

impl Drop for Reception {
    /// Afterwards no callback runs any more.
    fn drop(&mut self) {
        self.arrival.interrupted.store(true, Ordering::Relaxed);
        for subscriber in self.subscribers.drain(..) {
            let _ = subscriber.undeclare().wait();
        }
        drop(locked(&self.arrival.sink));
    }
}

static TABLE: Table = Table::of::<Communicator>();

#[unsafe(no_mangle)]
extern "C" fn perf_competitor(abi_version: u32) -> Option<&'static Table> {
    (abi_version == ABI_VERSION).then_some(&TABLE)
}
