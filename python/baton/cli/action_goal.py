# SPDX-License-Identifier: Apache-2.0
"""`baton action send_goal`."""

import os
import textwrap

from baton.cli.commands import CommandError
from baton.cli.look import absolute, look_at_graph, say_what_is_near
from baton.cli.output import print_json
from baton.cli.participant import fill, given, node, spin_until, type_class, values_of

_STATUS = {
    0: "UNKNOWN",
    1: "ACCEPTED",
    2: "EXECUTING",
    3: "CANCELING",
    4: "SUCCEEDED",
    5: "CANCELED",
    6: "ABORTED",
}
_SUCCEEDED = 4


def send_goal(options) -> int:
    if options.goal is None and not options.stdin:
        raise CommandError("give a goal in YAML, as '{order: 5}', or --stdin", 2)
    values = values_of(given(options.goal, options.stdin))
    name = absolute(options.action_name)
    with node() as made:
        action = type_class(options.action_type, "action")
        goal = fill(action.Goal(), values)
        sender = made.create_client(action.Impl.SendGoalService, name + "/_action/send_goal")
        getter = made.create_client(action.Impl.GetResultService, name + "/_action/get_result")
        say = (lambda text: None) if options.json else (lambda text: print(text, flush=True))
        say("Waiting for an action server to become available...")
        if not sender.service_is_ready():
            say_what_is_near(name, look_at_graph().actions())
        _wait(made, (sender, getter), name, options.timeout)
        request = action.Impl.SendGoalService.Request()
        request.goal = goal
        number = os.urandom(16)
        request.goal_id.uuid = list(number)
        if options.feedback:
            _print_feedback(made, action, name, number, say)
        say(f"Sending goal:\n{_indented(goal)}\n")
        answer = _ask(made, sender, request)
        if not answer.accepted:
            say("Goal was rejected.")
            if options.json:
                print_json({"accepted": False})
            return 1
        say(f"Goal accepted with ID: {number.hex()}\n")
        asked = action.Impl.GetResultService.Request()
        asked.goal_id.uuid = list(number)
        try:
            result = _ask(made, getter, asked)
        except KeyboardInterrupt:
            _cancel(made, name, number, say)
            raise
    status = _STATUS.get(result.status, str(result.status))
    if options.json:
        print_json(
            {
                "accepted": True,
                "goal_id": number.hex(),
                "status": status,
                "result": result.result.to_dict(),
            }
        )
    say(f"Result:\n{_indented(result.result)}\n")
    say(f"Goal finished with status: {status}")
    return 0 if result.status == _SUCCEEDED else 1


def _indented(message) -> str:
    return textwrap.indent(message.to_yaml().strip(), "    ")


def _wait(made, clients, name: str, timeout: float | None) -> None:
    if not spin_until(made, lambda: all(one.service_is_ready() for one in clients), timeout):
        from baton.cli.look import look_at_graph, require

        actions = look_at_graph().actions()
        require(name, [one for one, ends in actions.items() if ends.publishers], "action")
        raise CommandError(f"no server of '{name}' in {timeout:g} s")


def _ask(made, client, request):
    future = client.call_async(request)
    spin_until(made, future.done)
    return future.result()


def _print_feedback(made, action, name: str, number: bytes, say) -> None:
    def take(message) -> None:
        if bytes(message.goal_id.uuid) == number:
            say(f"Feedback:\n{_indented(message.feedback)}\n")

    made.create_subscription(action.Impl.FeedbackMessage, name + "/_action/feedback", take, 10)


def _cancel(made, name: str, number: bytes, say) -> None:
    """At Ctrl-C: the goal must not go on without anything that waits for it."""
    import baton

    if not baton.ok():
        return
    service = type_class("action_msgs/srv/CancelGoal", "srv")
    client = made.create_client(service, name + "/_action/cancel_goal")
    request = service.Request()
    request.goal_info.goal_id.uuid = list(number)
    say("Canceling goal...")
    if client.wait_for_service(timeout_sec=1):
        spin_until(made, client.call_async(request).done, 2)
        say("Goal canceled.")
