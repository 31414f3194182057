// SPDX-License-Identifier: Apache-2.0
//! iceoryx2: publish-subscribe with loans, and an event service that the subscriber's thread sleeps
//! in, as its example of event-based communication has it. Each endpoint has a node of its own, and
//! another one to look at its peers and to interrupt it, because handles of iceoryx2's `ipc` service
//! belong to one thread.

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
use std::mem::MaybeUninit;
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

/// A node with both services of a topic.
struct Services {
    messages: Messages,
    events: Events,
    _node: Node<Ipc>,
}

impl Services {
    fn open(plan: &OwnedPlan, back: bool) -> Result<Self, Failure> {
        let node = NodeBuilder::new()
            .config(&config(plan.domain_id))
            .signal_handling_mode(SignalHandlingMode::Disabled)
            .create::<Ipc>()?;
        let topic = format!("{}/{}", plan.domain_id, plan.topics[back as usize]);
        let name = ServiceName::new(&topic)?;
        // Each endpoint has two nodes.
        let nodes = 2 * (plan.publishers + plan.subscribers) + 4;
        let events = node
            .service_builder(&name)
            .event()
            .max_nodes(nodes)
            .max_notifiers(plan.publishers + plan.subscribers + 2)
            .max_listeners(plan.subscribers + 1)
            .open_or_create()?;
        let messages = node
            .service_builder(&name)
            .publish_subscribe::<[u8]>()
            .payload_alignment(Alignment::new(plan.alignment_bytes.max(8)).ok_or("alignment")?)
            .enable_safe_overflow(!waits_for_subscribers(plan))
            .history_size(if plan.transient_local { depth(plan) } else { 0 })
            .subscriber_max_buffer_size(depth(plan))
            .max_publishers(plan.publishers + 1)
            .max_subscribers(plan.subscribers + 1)
            .max_nodes(nodes)
            .open_or_create()?;
        Ok(Services { messages, events, _node: node })
    }
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
}

impl abi::Communicator for Communicator {
    type Publication = Publication;
    type Reception = Reception;

    fn open(plan: OwnedPlan) -> Result<Self, Failure> {
        set_log_level(LogLevel::Fatal);
        Ok(Communicator { plan })
    }

    fn publication(&self, back: bool, _index: u32) -> Result<Publication, Failure> {
        Publication::new(&self.plan, back)
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

struct Publication {
    loan: Option<SampleMutUninit<Ipc, [MaybeUninit<u8>], ()>>,
    publisher: Publisher<Ipc, [u8], ()>,
    notifier: Notifier<Ipc>,
    message_bytes: usize,
    watch: Services,
    _services: Services,
}

impl Publication {
    fn new(plan: &OwnedPlan, back: bool) -> Result<Self, Failure> {
        let services = Services::open(plan, back)?;
        let strategy = if waits_for_subscribers(plan) {
            BackpressureStrategy::RetryUntilDelivered
        } else {
            BackpressureStrategy::DiscardData
        };
        Ok(Publication {
            loan: None,
            notifier: services.events.notifier_builder().create()?,
            publisher: services
                .messages
                .publisher_builder()
                .initial_max_slice_len(plan.message_bytes)
                .max_loaned_samples(LOANS)
                .backpressure_strategy(strategy)
                .name(&port_name(plan)?)
                .create()?,
            message_bytes: plan.message_bytes,
            watch: Services::open(plan, back)?,
            _services: services,
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
        message.send().is_ok() && self.notifier.notify().is_ok()
    }

    fn peers(&self, sink: &PeerSink) {
        self.watch.messages.dynamic_config().list_subscribers(|peer| {
            sink.on_peer(&peer.subscriber_name.to_string(), "iceoryx2", true, "");
            CallbackProgression::Continue
        });
    }
}

struct Reception {
    sink: Sink,
    subscriber: Subscriber<Ipc, [u8], ()>,
    listener: Listener<Ipc>,
    interrupter: Notifier<Ipc>,
    watch: Services,
    _services: Services,
}

impl Reception {
    fn new(plan: &OwnedPlan, back: bool, sink: Sink) -> Result<Self, Failure> {
        let services = Services::open(plan, back)?;
        let watch = Services::open(plan, back)?;
        let history = if plan.transient_local { depth(plan) } else { 0 };
        Ok(Reception {
            sink,
            listener: services.events.listener_builder().create()?,
            subscriber: services
                .messages
                .subscriber_builder()
                .buffer_size(depth(plan))
                .history_request(history)
                .name(&port_name(plan)?)
                .create()?,
            interrupter: watch.events.notifier_builder().create()?,
            watch,
            _services: services,
        })
    }
}

impl abi::Reception for Reception {
    fn receive(&self, timeout_ns: u64) {
        // A failure is an interruption, and the caller looks again.
        let _ = if timeout_ns >= FOR_EVER_NS {
            self.listener.blocking_wait(|_| {})
        } else {
            self.listener.timed_wait(|_| {}, Duration::from_nanos(timeout_ns))
        };
        while let Ok(Some(message)) = self.subscriber.receive() {
            self.sink.on_message(message.payload());
        }
    }

    /// Wakes the other subscribers, too, which find nothing.
    fn interrupt(&self) {
        let _ = self.interrupter.notify();
    }

    fn peers(&self, sink: &PeerSink) {
        self.watch.messages.dynamic_config().list_publishers(|peer| {
            sink.on_peer(&peer.publisher_name.to_string(), "iceoryx2", true, "");
            CallbackProgression::Continue
        });
    }
}

static TABLE: Table = Table::of::<Communicator>();

#[unsafe(no_mangle)]
extern "C" fn perf_competitor(abi_version: u32) -> Option<&'static Table> {
    (abi_version == ABI_VERSION).then_some(&TABLE)
}
