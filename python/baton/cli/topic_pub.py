# SPDX-License-Identifier: Apache-2.0
"""`baton topic pub`: publishes messages that are written in YAML."""

import time

from baton.cli.commands import CommandError
from baton.cli.look import absolute
from baton.cli.participant import (
    fill,
    given,
    node,
    qos_of,
    spin_until,
    stamp_setters,
    type_class,
    values_of,
)


def publish(options) -> int:
    values = values_of(given(options.values, options.stdin))
    topic = absolute(options.topic_name)
    count = 1 if options.once else options.times
    wanted = options.wait_matching_subscriptions
    if wanted is None:
        wanted = 1 if count else 0
    with node(options.node_name, sim_time=options.use_sim_time) as made:
        message = fill(type_class(options.message_type, "msg")(), values)
        publisher = made.create_publisher(type(message), topic, qos_of(options))
        _wait(made, publisher, wanted, topic, options.max_wait_time_secs)
        print("publisher: beginning loop")
        _loop(made, publisher, message, values, count, options)
        if count:
            # Subscriptions over the network may still be fetching the last one.
            spin_until(made, lambda: False, options.keep_alive)
    return 0


def _wait(made, publisher, wanted: int, topic: str, longest: float | None) -> None:
    if publisher.get_subscription_count() >= wanted:
        return
    print(f"Waiting for at least {wanted} matching subscription(s)...", flush=True)
    if not spin_until(made, lambda: publisher.get_subscription_count() >= wanted, longest):
        raise CommandError(
            f"in {longest:g} s fewer than {wanted} subscription(s) of '{topic}' came; "
            "-w 0 publishes without any"
        )


def _loop(made, publisher, message, values: dict, count: int, options) -> None:
    setters = stamp_setters(message, values)
    period, published, due = 1 / options.rate, 0, time.monotonic()
    while True:
        now = made.get_clock().now().to_msg()
        for set_time in setters:
            set_time(now)
        publisher.publish(message)
        published += 1
        if options.every and published % options.every == 0:
            print(f"publishing #{published}: {message!r}\n", flush=True)
        if count and published >= count:
            return
        due += period
        spin_until(made, lambda: False, max(0.0, due - time.monotonic()))
