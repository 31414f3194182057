# SPDX-License-Identifier: Apache-2.0
"""Nodes in an event loop of asyncio."""

import asyncio
import threading
import time

import pytest
from std_msgs.msg import String
from std_srvs.srv import SetBool


def run(function):
    async def with_nodes():
        import baton

        with baton.init(args=["test"]):
            return await asyncio.wait_for(function(baton.Node("a"), baton.Node("b")), 60)

    return asyncio.run(with_nodes())


def test_messages_arrive_one_after_the_other_in_one_loop():
    async def listen(a, b):
        publisher = a.create_publisher(String, "topic", 10)
        messages = b.messages(String, "topic")
        for text in ("one", "two", "three"):
            publisher.publish(String(data=text))
        got = []
        async for message in messages:
            got.append(message.data)
            if len(got) == 3:
                return got
        return None

    assert run(listen) == ["one", "two", "three"]


def test_at_most_the_depth_waits_for_the_loop():
    async def flood(a, b):
        publisher = a.create_publisher(String, "topic", 10)
        messages = b.messages(String, "topic", 3)
        for i in range(8):
            publisher.publish(String(data=str(i)))
            while messages.subscription.get_counters()["received"] <= i:
                await a.sleep(0.001)
        return [(await anext(messages)).data for _ in range(3)]

    assert run(flood) == ["5", "6", "7"]


def test_services_are_awaited_on_both_sides():
    async def ask(a, b):
        async def handle(request, response):
            await b.sleep(0.01)
            response.message = "slept"
            return response

        b.create_service(SetBool, "set", handle)
        b.join_event_loop()
        client = a.create_client(SetBool, "set")
        first = await client.call(SetBool.Request(data=True))
        second = await client.call_async(SetBool.Request(data=True))
        return first.message, second.message

    assert run(ask) == ("slept", "slept")


def test_a_call_waits_for_a_service_that_comes_later():
    async def main(asking, answering):
        client = asking.create_client(SetBool, "set")
        call = asyncio.ensure_future(client.call(SetBool.Request(data=True), 20))
        while asking._graph_changes is None:
            await asyncio.sleep(0)  # lint-ok: no_sleep_in_tests: yields to the loop
        # Woken by the graph, and no clock runs.
        waiting = len(asking._graph_changes._waiting)
        answering.create_service(SetBool, "set", lambda q, a: SetBool.Response(success=q.data))
        answering.join_event_loop()
        return waiting, (await call).success

    assert run(main) == (1, True)


def test_sleep_is_by_the_nodes_clock_and_the_loop_runs_meanwhile():
    async def sleep(a, b):
        other = asyncio.create_task(b.sleep(0.02))
        begin = time.monotonic()
        await a.sleep(0.05)
        return time.monotonic() - begin, other.done()

    slept, other_done = run(sleep)
    assert slept >= 0.05
    assert other_done


def test_no_thread_and_no_processor_time_while_nothing_happens():
    async def idle(a, b):
        a.join_event_loop()
        await a.sleep(0.1)
        threads = threading.active_count()
        begin = time.process_time()
        await asyncio.sleep(0.5)  # lint-ok: no_sleep_in_tests: nothing is waited for
        return threads, time.process_time() - begin

    threads, busy_s = run(idle)
    assert threads == 1
    assert busy_s < 0.1


def test_the_iterator_ends_with_the_context():
    async def shut_down(a, b):
        import baton

        messages = b.messages(String, "topic")
        asyncio.get_running_loop().call_later(0.05, baton.shutdown)
        return [message async for message in messages]

    assert run(shut_down) == []


def test_what_a_callback_raises_comes_out_of_run():
    async def fail(a, b):
        from baton.aio import AsyncExecutor

        def raise_error():
            raise ValueError("from the loop")

        a.create_timer(0.001, raise_error)
        a.join_event_loop()
        await AsyncExecutor.of_running_loop().run()

    with pytest.raises(ValueError, match="from the loop"):
        run(fail)


def test_a_cancelled_wait_ends_its_subscription():
    async def cancel(a, b):
        messages = b.messages(String, "topic")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(messages), 0.05)
        return b.count_subscribers("topic")

    assert run(cancel) == 0
