# SPDX-License-Identifier: Apache-2.0
"""`baton service call | echo`."""

import time

from baton.cli.commands import CommandError
from baton.cli.look import absolute, look_at_graph, require, say_what_is_near
from baton.cli.output import note, print_json
from baton.cli.participant import fill, given, node, spin_until, type_class, values_of
from baton.cli.topic_graph import full_type


def call(options) -> int:
    values = values_of(given(options.values, options.stdin))
    name = absolute(options.service_name)
    with node() as made:
        service = type_class(options.service_type, "srv")
        request = fill(service.Request(), values)
        client = made.create_client(service, name)
        # A match with a server that is there takes a moment, of which there is nothing to say.
        if not client.wait_for_service(timeout_sec=0.3):
            _wait(made, client, name, options)
        while True:
            began = time.monotonic()
            _call_once(made, client, request, name, options)
            if not options.rate:
                return 0
            spin_until(made, lambda: False, max(0.0, began + 1 / options.rate - time.monotonic()))


def _wait(made, client, name: str, options) -> None:
    if not options.json:
        print("waiting for service to become available...", flush=True)
    services = look_at_graph().services()
    say_what_is_near(name, services)
    _require_type(name, services, options.service_type)
    if not spin_until(made, client.service_is_ready, options.timeout):
        names = look_at_graph().services()
        # Says which names there are, with a proposal.
        require(name, [one for one, ends in names.items() if ends.subscriptions], "service")
        raise CommandError(f"the service '{name}' is there and does not answer")


def _require_type(name: str, services, service_type: str) -> None:
    """A client of another type would wait for ever."""
    there = services[name].subscribed_types if name in services else set()
    if there and full_type(service_type, "srv") not in there:
        raise CommandError(f"'{name}' is of type {', '.join(sorted(there))}, not {service_type}")


def _call_once(made, client, request, name: str, options) -> None:
    if not options.json:
        print(f"requester: making request: {request!r}\n", flush=True)
    future = client.call_async(request)
    if not spin_until(made, future.done, options.timeout):
        raise CommandError(f"no answer of '{name}' in {options.timeout:g} s")
    response = future.result()
    if options.json:
        print_json(response.to_dict())
    else:
        print(f"response:\n{response!r}\n", flush=True)


def echo(options) -> int:
    from baton.cli.topic_echo import EventPrinter

    graph = look_at_graph()
    services = graph.services()
    name = require(options.service_name, services, "service")
    events = name + "/_service_event"
    if events not in graph.topics() or not graph.topics()[events].publishers:
        note(
            f"baton: '{name}' tells nothing of its calls yet: its node, or a client's, has to call "
            "configure_introspection()"
        )
    type_name = options.service_type or next(iter(services[name].types))
    with node() as made:
        event = type_class(type_name, "srv").Event
        printer = EventPrinter(options, event)
        made.create_subscription(event, events, printer.take, 10)
        spin_until(made, printer.is_done)
    return 0
