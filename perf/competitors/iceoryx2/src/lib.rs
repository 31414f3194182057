// SPDX-License-Identifier: Apache-2.0
//! iceoryx2: publish-subscribe with loans, and an event service that the subscriber's thread sleeps
//! in, as its example of event-based communication has it. Many topics have one event service, in
//! which an event's id is the topic: so a subscriber's thread sleeps in one listener. Each publisher
//! and each subscriber has a node of its own, and another one to look at its peers and to interrupt
//! it, because handles of iceoryx2's `ipc` service belong to one thread.

#[path = "../../abi.rs"]
mod abi;

use abi::{ABI_VERSION, Failure, OwnedPlan, PeerSink, Sink, Table};
use iceoryx2::port::listener::Listener;
use iceoryx2::port::notifier::Notifier;
use iceoryx2::port::publisher::Publisher;
use iceoryx2::port::subscriber::Subscriber;
use iceoryx2::prelude::*;
use iceoryx2::sample_mut_uninit::SampleMutUninit;
use iceoryx2::service::port_factory::{event, publish_subscribe};
use std::cell::RefCell;
use std::mem::MaybeUninit;
use std::rc::Rc;
use std::time::Duration;

type Ipc = ipc::Service;
type Messages = publish_subscribe::PortFactory<Ipc, [u8], ()>;
type Events = event::PortFactory<Ipc>;

/// A loan, and the message that is published while the next one is taken.
const LOANS: usize = 2;
const KEEP_ALL_DEPTH: usize = 256;
const FOR_EVER_NS: u64 = 1 << 62;

/// Files of other programs with iceoryx2 have another prefix, so nothing here touches them.
fn config(domain_id: u32) -> Config {
    let mut config = Config::default();
    if let Ok(prefix) = FileName::new(format!("perf_test_iox2_{domain_id}_").as_bytes()) {
        config.global.prefix = prefix;
    }
    config
}

/// A node with the events of all topics.
struct Side {
    events: Events,
    node: Node<Ipc>,
}

impl Side {
    fn open(plan: &OwnedPlan, back: bool) -> Result<Self, Failure> {
        let node = NodeBuilder::new()
            .config(&config(plan.domain_id))
            .signal_handling_mode(SignalHandlingMode::Disabled)
            .create::<Ipc>()?;
        let topics = plan.topics(back);
        let events = node
            .service_builder(&service_name(plan, &topics[0])?)
            .event()
            .event_id_max_value(interruption(topics.len()).as_value())
            .max_nodes(nodes(plan))
            .max_notifiers(plan.publishers + plan.subscribers + 2)
            .max_listeners(plan.subscribers + 1)
            .open_or_create()?;
        Ok(Side { events, node })
    }

    fn messages(&self, plan: &OwnedPlan, topic: &str) -> Result<Messages, Failure> {
        let messages = self
            .node
            .service_builder(&service_name(plan, topic)?)
            .publish_subscribe::<[u8]>()
            .payload_alignment(Alignment::new(plan.alignment_bytes.max(8)).ok_or("alignment")?)
            .enable_safe_overflow(!waits_for_subscribers(plan))
            .history_size(if plan.transient_local { depth(plan) } else { 0 })
            .subscriber_max_buffer_size(depth(plan))
            .max_publishers(plan.publishers + 1)
            .max_subscribers(plan.subscribers + 1)
            .max_nodes(nodes(plan))
            .open_or_create()?;
        Ok(messages)
    }
}

fn service_name(plan: &OwnedPlan, topic: &str) -> Result<ServiceName, Failure> {
    Ok(ServiceName::new(&format!("{}/{topic}", plan.domain_id))?)
}

/// Each publisher and each subscriber has two.
fn nodes(plan: &OwnedPlan) -> usize {
    2 * (plan.publishers + plan.subscribers) + 4
}

/// The event that is no topic's.
fn interruption(topics: usize) -> EventId {
    EventId::new(topics)
}

fn depth(plan: &OwnedPlan) -> usize {
    if plan.keep_all { KEEP_ALL_DEPTH } else { plan.history_depth }
}

fn waits_for_subscribers(plan: &OwnedPlan) -> bool {
    plan.reliable && plan.keep_all
}

fn port_name(plan: &OwnedPlan) -> Result<PortName, Failure> {
    Ok(PortName::new(&plan.process)?)
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
        set_log_level(LogLevel::Fatal);
        Ok(Communicator { plan, sending: RefCell::new(None) })
    }

    fn publication(&self, back: bool, index: u32) -> Result<Publication, Failure> {
        let topic = index as usize % self.plan.topics(back).len();
        let mut sending = self.sending.borrow_mut();
        if topic == 0 {
            *sending = Some(Rc::new(Sending::open(&self.plan, back)?));
        }
        let sending = sending.as_ref().ok_or("a publisher begins with its first topic")?;
        Publication::new(&self.plan, back, topic, sending.clone())
    }

    fn reception(&self, back: bool, _index: u32, sink: Sink) -> Result<Reception, Failure> {
        Reception::new(&self.plan, back, sink)
    }

    fn tidy(plan: OwnedPlan) {
        tidy(plan.domain_id);
    }
}

impl Drop for Communicator {
    /// The last one removes what all have in common.
    fn drop(&mut self) {
        self.sending.take();
        tidy(self.plan.domain_id);
    }
}

fn tidy(domain_id: u32) {
    set_log_level(LogLevel::Fatal);
    let config = config(domain_id);
    let mut others = false;
    let _ = Node::<Ipc>::list(&config, |node| {
        match node {
            NodeState::Dead(dead) => others |= dead.try_remove_stale_resources().is_err(),
            _ => others = true,
        }
        CallbackProgression::Continue
    });
    if !others {
        // SAFETY: no process uses it.
        let _ = unsafe { iceoryx2::testing::remove_global_mgmt_segment::<Ipc>(&config) };
    }
}

/// What the topics of a publisher have in common.
struct Sending {
    notifier: Notifier<Ipc>,
    watch: Side,
    side: Side,
}

impl Sending {
    fn open(plan: &OwnedPlan, back: bool) -> Result<Self, Failure> {
        let side = Side::open(plan, back)?;
        Ok(Sending {
            notifier: side.events.notifier_builder().create()?,
            watch: Side::open(plan, back)?,
            side,
        })
    }
}

struct Publication {
    loan: Option<SampleMutUninit<Ipc, [MaybeUninit<u8>], ()>>,
    publisher: Publisher<Ipc, [u8], ()>,
    message_bytes: usize,
    event: EventId,
    watched: Messages,
    sending: Rc<Sending>,
}

impl Publication {
    fn new(plan: &OwnedPlan, back: bool, topic: usize, sending: Rc<Sending>) -> Result<Self, Failure> {
        let strategy = if waits_for_subscribers(plan) {
            BackpressureStrategy::RetryUntilDelivered
        } else {
            BackpressureStrategy::DiscardData
        };
        let name = &plan.topics(back)[topic];
        let event = EventId::new(topic);
        let publisher = sending
            .side
            .messages(plan, name)?
            .publisher_builder()
            .initial_max_slice_len(plan.message_bytes)
            .max_loaned_samples(LOANS)
            .backpressure_strategy(strategy)
            .name(&port_name(plan)?)
            .create()?;
        // Subscribers that are there connect now, not with the first message.
        sending.notifier.notify_with_custom_event_id(event)?;
        Ok(Publication {
            loan: None,
            publisher,
            message_bytes: plan.message_bytes,
            event,
            watched: sending.watch.messages(plan, name)?,
            sending,
        })
    }
}

impl abi::Publication for Publication {
    fn acquire(&mut self) -> *mut u8 {
        if self.loan.is_none() {
            self.loan = self.publisher.loan_slice_uninit(self.message_bytes).ok();
        }
        match &mut self.loan {
            Some(loan) => loan.payload_mut().as_mut_ptr().cast(),
            None => std::ptr::null_mut(),
        }
    }

    fn publish(&mut self) -> bool {
        let Some(loan) = self.loan.take() else { return false };
        // SAFETY: bytes of shared memory have a value, whatever was written of them.
        let message = unsafe { loan.assume_init() };
        message.send().is_ok()
            && self.sending.notifier.notify_with_custom_event_id(self.event).is_ok()
    }

    fn peers(&self, sink: &PeerSink) {
        self.watched.dynamic_config().list_subscribers(|peer| {
            sink.on_peer(&peer.subscriber_name.to_string(), "iceoryx2", true, "");
            CallbackProgression::Continue
        });
    }
}

struct Reception {
    sink: Sink,
    subscribers: Vec<Subscriber<Ipc, [u8], ()>>,
    listener: Listener<Ipc>,
    interrupter: Notifier<Ipc>,
    watched: Vec<Messages>,
    _watch: Side,
    _side: Side,
}

impl Reception {
    fn new(plan: &OwnedPlan, back: bool, sink: Sink) -> Result<Self, Failure> {
        let side = Side::open(plan, back)?;
        let watch = Side::open(plan, back)?;
        let history = if plan.transient_local { depth(plan) } else { 0 };
        // It begins to listen before a message may come.
        let listener = side.events.listener_builder().create()?;
        let mut subscribers = Vec::new();
        let mut watched = Vec::new();
        for topic in plan.topics(back) {
            let subscriber = side
                .messages(plan, topic)?
                .subscriber_builder()
                .buffer_size(depth(plan))
                .history_request(history)
                .name(&port_name(plan)?)
                .create()?;
            subscribers.push(subscriber);
            watched.push(watch.messages(plan, topic)?);
        }
        Ok(Reception {
            sink,
            interrupter: watch.events.notifier_builder().create()?,
            subscribers,
            listener,
            watched,
            _watch: watch,
            _side: side,
        })
    }

    /// An interruption is the event of no subscriber.
    fn take_all(&self, event: EventId) {
        let Some(subscriber) = self.subscribers.get(event.as_value()) else { return };
        while let Ok(Some(message)) = subscriber.receive() {
            self.sink.on_message(message.payload());
        }
    }
}

impl abi::Reception for Reception {
    fn receive(&self, timeout_ns: u64) {
        let on_event = |activation: EventActivation| self.take_all(activation.id);
        // A failure is an interruption, and the caller looks again.
        let _ = if timeout_ns >= FOR_EVER_NS {
            self.listener.blocking_wait(on_event)
        } else {
            self.listener.timed_wait(on_event, Duration::from_nanos(timeout_ns))
        };
    }

    /// Wakes the other subscribers, too, which find nothing.
    fn interrupt(&self) {
        let event = interruption(self.subscribers.len());
        let _ = self.interrupter.notify_with_custom_event_id(event);
    }

    fn peers(&self, sink: &PeerSink) {
        for messages in &self.watched {
            messages.dynamic_config().list_publishers(|peer| {
                sink.on_peer(&peer.publisher_name.to_string(), "iceoryx2", true, "");
                CallbackProgression::Continue
            });
        }
    }
}

static TABLE: Table = Table::of::<Communicator>();

#[unsafe(no_mangle)]
extern "C" fn perf_competitor(abi_version: u32) -> Option<&'static Table> {
    (abi_version == ABI_VERSION).then_some(&TABLE)
}
