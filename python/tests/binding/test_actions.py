# SPDX-License-Identifier: Apache-2.0
"""Actions, with this server and client."""

import threading
import time

import pytest
from action_msgs.msg import GoalInfo, GoalStatus
from action_msgs.srv import CancelGoal
from programs import DEADLINE_S, start_python, wait_until
from example_interfaces.action import Fibonacci

from baton.action import (
    ActionClient,
    ActionServer,
    CancelResponse,
    GoalResponse,
    get_action_names_and_types,
)
from baton.action.server import GoalEvent, ServerGoalHandle
from baton.callback_groups import ReentrantCallbackGroup


@pytest.fixture
def spinning(baton, node):
    """The node, spun by several threads."""
    executor = baton.MultiThreadedExecutor(4)
    executor.add_node(node)
    thread = threading.Thread(target=executor.spin)
    thread.start()
    yield node
    executor.shutdown()
    thread.join()


def count_up(goal):
    feedback = Fibonacci.Feedback(sequence=[0, 1])
    for _ in range(goal.request.order):
        feedback.sequence.append(feedback.sequence[-1] + feedback.sequence[-2])
        goal.publish_feedback(feedback)
    goal.succeed()
    return Fibonacci.Result(sequence=feedback.sequence)


def test_a_goal_is_executed_with_feedback(spinning):
    ActionServer(spinning, Fibonacci, "fibonacci", count_up)
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    feedback = []
    result = client.send_goal(
        Fibonacci.Goal(order=5), feedback_callback=lambda m: feedback.append(m.feedback.copy())
    )
    assert result.status == GoalStatus.STATUS_SUCCEEDED
    assert list(result.result.sequence) == [0, 1, 1, 2, 3, 5, 8]
    assert wait_until(lambda: len(feedback) == 5)
    assert ("/fibonacci", ["example_interfaces/action/Fibonacci"]) in get_action_names_and_types(
        spinning
    )


def test_a_server_of_another_process_is_met_when_it_is_matched(node):
    """No change of the graph follows the match, so a wait for one would last until its end."""
    server = start_python(
        """
        import baton
        from baton.action import ActionServer
        from example_interfaces.action import Fibonacci

        baton.init()
        node = baton.Node("other")
        ActionServer(node, Fibonacci, "fibonacci", lambda goal: Fibonacci.Result())
        print("there", flush=True)
        input()
        """
    )
    with server:
        assert server.stdout.readline() == "there\n"
        begun = time.monotonic()
        assert ActionClient(node, Fibonacci, "fibonacci").wait_for_server(2 * DEADLINE_S)
        assert time.monotonic() - begun < DEADLINE_S
        server.communicate("\n")


def test_a_goal_is_refused(spinning):
    ActionServer(
        spinning, Fibonacci, "fibonacci", count_up, goal_callback=lambda goal: GoalResponse.REJECT
    )
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    assert client.send_goal(Fibonacci.Goal(order=5)) is None


def test_a_goal_is_cancelled_while_it_is_executed(spinning):
    def wait_for_cancel(goal):
        assert wait_until(lambda: goal.is_cancel_requested)
        goal.canceled()
        return Fibonacci.Result()

    ActionServer(
        spinning,
        Fibonacci,
        "fibonacci",
        wait_for_cancel,
        callback_group=ReentrantCallbackGroup(),
        cancel_callback=lambda goal: CancelResponse.ACCEPT,
    )
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    sent = client.send_goal_async(Fibonacci.Goal(order=5))
    assert wait_until(sent.done)
    goal = sent.result()
    assert goal.accepted
    assert len(goal.cancel_goal().goals_canceling) == 1
    assert goal.get_result().status == GoalStatus.STATUS_CANCELED


def test_an_error_in_a_goal_aborts_it(spinning):
    def fail(goal):
        raise ValueError("no such goal")

    ActionServer(spinning, Fibonacci, "fibonacci", fail)
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    assert client.send_goal(Fibonacci.Goal()).status == GoalStatus.STATUS_ABORTED


def test_an_execute_callback_may_be_a_coroutine(baton, node):
    async def execute(goal):
        goal.succeed()
        return Fibonacci.Result(sequence=[goal.request.order])

    ActionServer(node, Fibonacci, "fibonacci", execute)
    client = ActionClient(node, Fibonacci, "fibonacci")
    sent = client.send_goal_async(Fibonacci.Goal(order=7))
    baton.spin_until_future_complete(node, sent, timeout_sec=10)
    result = sent.result().get_result_async()
    baton.spin_until_future_complete(node, result, timeout_sec=10)
    assert list(result.result().result.sequence) == [7]


def answer_of(spinning, client, request):
    future = client.call_async(request)
    assert wait_until(future.done)
    return future.result()


def test_cancelling_all_goals_succeeds_when_there_are_none(spinning):
    server = ActionServer(spinning, Fibonacci, "fibonacci", count_up)
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    answer = answer_of(spinning, client._cancel, CancelGoal.Request())
    assert answer.return_code == CancelGoal.Response.ERROR_NONE
    assert not answer.goals_canceling
    server.destroy()


def test_a_result_that_is_over_is_freed_though_nothing_is_asked(spinning):
    server = ActionServer(spinning, Fibonacci, "fibonacci", count_up, result_timeout=0.05)
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    handle = client.send_goal_async(Fibonacci.Goal(order=1))
    assert wait_until(handle.done)
    assert wait_until(lambda: not server._goals and server._expiry.is_canceled())
    assert handle.result().get_result().status == GoalStatus.STATUS_UNKNOWN


def test_a_server_keeps_no_more_than_it_may(spinning, monkeypatch):
    monkeypatch.setattr("baton.action.server.MOST", 2)
    waiting = []
    server = ActionServer(
        spinning,
        Fibonacci,
        "fibonacci",
        count_up,
        handle_accepted_callback=waiting.append,
    )
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    sent = [client.send_goal_async(Fibonacci.Goal(order=1)) for _ in range(3)]
    assert wait_until(lambda: all(each.done() for each in sent))
    assert sorted(each.result().accepted for each in sent) == [False, True, True]
    handle = next(each.result() for each in sent if each.result().accepted)
    asked = [handle.get_result_async() for _ in range(3)]
    assert wait_until(lambda: any(each.done() for each in asked))
    assert sum(each.done() for each in asked) == 1
    for goal in waiting:
        goal.execute()
    assert wait_until(lambda: all(each.done() for each in asked))
    statuses = sorted(each.result().status for each in asked)
    assert statuses == [GoalStatus.STATUS_UNKNOWN, *[GoalStatus.STATUS_SUCCEEDED] * 2]
    assert wait_until(lambda: len(server._ended) == 2)
    third = client.send_goal_async(Fibonacci.Goal(order=1))
    assert wait_until(lambda: len(waiting) == 3)
    waiting[2].execute()
    assert wait_until(lambda: len(server._goals) == 2)
    assert wait_until(third.done)
    assert third.result().accepted


def test_the_list_of_statuses_that_is_published_last_is_the_newest(spinning):
    server = ActionServer(spinning, Fibonacci, "fibonacci", count_up)
    published = []
    first_is_late = threading.Event()

    class Late:
        """A publisher whose first message is on its way while the next one is made."""

        def publish(self, message):
            if not first_is_late.is_set():
                first_is_late.set()
                wait_until(lambda: len(published) > 0, seconds=0.2)
            published.append(message.status_list[0].status)

    server._status = Late()
    goal = ServerGoalHandle(server, Fibonacci.Goal(), GoalInfo())
    server._goals[b"one"] = goal
    first = threading.Thread(target=goal._update, args=(GoalEvent.EXECUTE,))
    first.start()
    first_is_late.wait()
    goal.succeed()
    first.join()
    assert published[-1] == GoalStatus.STATUS_SUCCEEDED


def test_a_goal_that_ends_without_being_executed_is_freed(spinning):
    server = ActionServer(
        spinning,
        Fibonacci,
        "fibonacci",
        count_up,
        handle_accepted_callback=lambda goal: (goal._update(GoalEvent.EXECUTE), goal.abort()),
        result_timeout=0.05,
    )
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    handle = client.send_goal_async(Fibonacci.Goal(order=1))
    assert wait_until(handle.done)
    assert wait_until(lambda: not server._goals)


def test_a_server_may_be_destroyed_while_it_executes_a_goal(spinning):
    may_end = threading.Event()
    ended = threading.Event()

    def wait(goal):
        may_end.wait(DEADLINE_S)
        ended.set()
        return Fibonacci.Result()

    server = ActionServer(spinning, Fibonacci, "fibonacci", wait)
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    handle = client.send_goal_async(Fibonacci.Goal(order=1))
    assert wait_until(lambda: server._goals and next(iter(server._goals.values())).status == 2)
    server.destroy()
    may_end.set()
    assert ended.wait(DEADLINE_S)
    other = ActionServer(spinning, Fibonacci, "other", count_up)
    client = ActionClient(spinning, Fibonacci, "other")
    assert client.wait_for_server(10)
    assert client.send_goal(Fibonacci.Goal(order=1)).status == GoalStatus.STATUS_SUCCEEDED
    other.destroy()
    del handle


def test_an_unknown_result_does_not_end_the_statuses_of_a_goal(spinning, monkeypatch):
    monkeypatch.setattr("baton.action.server.MOST", 1)
    waiting = []
    server = ActionServer(
        spinning, Fibonacci, "fibonacci", count_up, handle_accepted_callback=waiting.append
    )
    client = ActionClient(spinning, Fibonacci, "fibonacci")
    assert client.wait_for_server(10)
    sent = client.send_goal_async(Fibonacci.Goal(order=1))
    assert wait_until(sent.done)
    handle = sent.result()
    asked = [handle.get_result_async() for _ in range(2)]
    assert wait_until(lambda: any(each.done() for each in asked))
    assert wait_until(lambda: len(waiting) == 1)
    waiting[0]._update(GoalEvent.EXECUTE)
    assert wait_until(lambda: handle.status == GoalStatus.STATUS_EXECUTING)
    waiting[0]._server._execute(waiting[0], None)
    assert wait_until(lambda: all(each.done() for each in asked))
    assert handle.status == GoalStatus.STATUS_SUCCEEDED
    server.destroy()
