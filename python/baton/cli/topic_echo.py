# SPDX-License-Identifier: Apache-2.0
"""`baton topic echo`: takes one message at a time and prints it. A publisher never waits for it."""

import re

from baton.cli.commands import CommandError, did_you_mean
from baton.cli.look import absolute, look_at_graph
from baton.cli.output import note
from baton.cli.participant import node, qos_of, spin_until, type_class

_PART = re.compile(r"(\w+)((?:\[-?\d+\])*)")


def echo(options) -> int:
    topic = absolute(options.topic_name)
    type_name, policies = _known(topic, options)
    with node() as made:
        message_class = type_class(type_name, "msg")
        printer = Printer(options, message_class)
        profile = qos_of(options, **policies)
        if options.qos_history == "keep_all":
            note("baton: with keep_all a reliable publisher waits for this command when it is slow")
        subscription = made.create_subscription(
            message_class, topic, printer.take, profile, raw=options.raw
        )
        try:
            came = spin_until(made, printer.is_done, options.timeout)
        finally:
            printer.say_losses(subscription)
    if not came and printer.printed == 0:
        raise CommandError(f"no message on '{topic}' in {options.timeout:g} s")
    return 0


def _known(topic: str, options) -> tuple[str, dict]:
    """(type, QoS that its publishers can serve), from the graph."""
    topics = look_at_graph(options).topics()
    ends = topics.get(topic)
    found = (ends.publishers or ends.subscriptions) if ends else []
    if not found and not options.message_type:
        raise CommandError(
            f"Could not determine the type for the passed topic '{topic}': nothing publishes it"
            f"{did_you_mean(topic, topics)}; give the type to wait for it"
        )
    types = {one.type for one in found}
    if not options.message_type and len(types) > 1:
        raise CommandError(
            f"'{topic}' has several types: {', '.join(sorted(types))}; give the one to print"
        )
    publishers = [one for one in found if one.is_publisher]
    reliable = all(one.policy.get("reliable") for one in publishers)
    kept = bool(publishers) and all(one.policy.get("transient_local") for one in publishers)
    policies = {
        "reliability": "reliable" if reliable else "best_effort",
        "durability": "transient_local" if kept else "volatile",
    }
    return options.message_type or found[0].type, policies


class Printer:
    """Prints messages as the options say."""

    def __init__(self, options, message_class) -> None:
        self._options = options
        self._fields = [_path(text, message_class) for text in options.field or []]
        self._filter = self._compiled(options.filter)
        self._most = options.count or (1 if options.once else None)
        self._with_info = options.include_message_info
        self.printed = 0

    @staticmethod
    def _compiled(text: str | None):
        if text is None:
            return None
        try:
            return compile(text, "--filter", "eval")
        except SyntaxError as error:
            raise CommandError(f"--filter '{text}': {error.msg}", 2) from None

    def is_done(self) -> bool:
        return self._most is not None and self.printed >= self._most

    def take(self, message, info) -> None:
        if self.is_done():
            return
        if self._options.raw:
            if self._with_info:
                print("---Got new message, message info:---", info, sep="\n")
                print("---Message data:---")
            print(f"{bytes(message)}\n---", flush=True)
            self._end()
            return
        if self._filter is not None:
            try:
                if not eval(self._filter, {"m": message, "msg": message}):
                    return
            except Exception as error:
                raise CommandError(
                    f"--filter '{self._options.filter}': {type(error).__name__}: {error}"
                ) from None
        chosen = [_value(message, path) for path in self._fields] if self._fields else [message]
        print(self._text(chosen, info), flush=True)
        self._end()

    def _end(self) -> None:
        self.printed += 1

    def _text(self, chosen: list, info: dict | None) -> str:
        options = self._options
        known = _plain(info) if self._with_info else {}
        if options.json:
            import json

            plain = [_plain(one) for one in chosen]
            message = plain[0] if len(plain) == 1 else plain
            whole = {"info": known, "message": message} if known else message
            return json.dumps(whole, default=str)
        if options.csv:
            values = [known] if known else []
            values += [self._cut(self._shown(one)) for one in chosen]
            return ",".join(text for one in values for text in _cells(one))
        texts = [self._yaml(known), "---"] if known else []
        return "\n".join([*texts, *(self._yaml(one) for one in chosen), "---"])

    def _yaml(self, value) -> str:
        import yaml

        plain = self._cut(self._shown(value))
        if isinstance(plain, (dict, list)):
            return yaml.dump(
                plain,
                Dumper=_dumper(),
                default_flow_style=self._options.flow_style,
                sort_keys=False,
                width=10**9,
                allow_unicode=True,
            ).rstrip("\n")
        return str(plain)

    def _shown(self, value):
        """Dicts and lists with what people read."""
        return _plain(value)

    def _cut(self, value):
        """Long arrays and texts end with '...', unless --full-length."""
        options = self._options
        most = None if options.full_length else options.truncate_length
        if isinstance(value, dict):
            return {key: self._cut(one) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            if options.no_arr:
                return f"<sequence with {len(value)} elements>"
            if most is not None and len(value) > most:
                return [self._cut(one) for one in value[:most]] + ["..."]
            return [self._cut(one) for one in value]
        if isinstance(value, str):
            if options.no_str:
                return f"<string length: {len(value)}>"
            if most is not None and len(value) > most:
                return value[:most] + "..."
        return value

    def say_losses(self, subscription) -> None:
        if self._options.no_lost_messages:
            return
        lost = subscription.get_counters().get("lost", 0)
        if lost:
            note(f"A message was lost!!!\n\ttotal count: {lost}")


class EventPrinter(Printer):
    """Prints the events of a service, with the names of their kinds."""

    def __init__(self, options, event_class) -> None:
        from baton.interfaces import message_class

        super().__init__(options, event_class)
        info = message_class("service_msgs/msg/ServiceEventInfo")
        kinds = ("REQUEST_SENT", "REQUEST_RECEIVED", "RESPONSE_SENT", "RESPONSE_RECEIVED")
        self._kinds = {getattr(info, kind): kind for kind in kinds}

    def _shown(self, value):
        plain = super()._shown(value)
        info = plain["info"]
        info["event_type"] = self._kinds.get(info["event_type"], info["event_type"])
        return plain


def _path(text: str, message_class) -> list[tuple[str, list[int]]]:
    """pose.position.x, ranges[0] -> names and indexes. The first name is checked."""
    steps = []
    for part in text.split("."):
        match = _PART.fullmatch(part)
        if not match:
            raise CommandError(
                f"--field '{text}': write names with points between them, as "
                "pose.position.x or ranges[0]",
                2,
            )
        steps.append((match[1], [int(one) for one in re.findall(r"-?\d+", match[2])]))
    fields = message_class.get_fields_and_field_types()
    if steps[0][0] not in fields:
        raise CommandError(
            f"Invalid field '{text}'{did_you_mean(steps[0][0], fields)}; there are "
            f"{', '.join(fields)}",
            2,
        )
    return steps


def _value(message, path):
    for name, indexes in path:
        try:
            message = getattr(message, name)
            for index in indexes:
                message = message[index]
        except (AttributeError, IndexError, TypeError) as error:
            raise CommandError(f"--field: {error}") from None
    return message


def _plain(value):
    """As values of Python: dictionaries, lists, numbers, texts."""
    if hasattr(value, "to_dict"):
        return {key: _plain(one) for key, one in value.to_dict().items()}
    if isinstance(value, (str, bool, int, float)) or value is None:
        return value
    if isinstance(value, (bytes, bytearray)):
        return list(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value


def _cells(value) -> list[str]:
    """Of what is empty one, so that those behind it stay in their columns."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in _cells(one)] or [""]
    if isinstance(value, list):
        return [text for one in value for text in _cells(one)] or [""]
    return [str(value)]


def _dumper():
    import yaml

    base = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

    class Dumper(base):
        def ignore_aliases(self, data) -> bool:
            return True

    def block(dumper, value: dict):
        # With --flow-style sequences alone are in one line, and what is in them.
        return dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=False)

    Dumper.add_representer(dict, block)
    return Dumper
