# SPDX-License-Identifier: Apache-2.0
"""`baton bag play`."""

import contextlib

from baton.bag import qos_text
from baton.bag.keyboard import keys
from baton.bag.player import Player, PlayOptions
from baton.bag.reader import BagReader
from baton.bag.selection import absolute, event_topic
from baton.bag.timeline import Timeline
from baton.cli.bag_notes import remark
from baton.cli.commands import CommandError, did_you_mean
from baton.cli.participant import node, signals_as_interrupts


def play(options) -> int:
    def say(text: str) -> None:
        if options.log_level in ("debug", "info"):
            remark(text)

    import baton

    with BagReader(options.bag_path) as bag, node("rosbag2_player") as made:
        for text in bag.notes:
            remark(f"baton: {text}")
        if not bag.metadata.span.count:
            raise CommandError(f"'{options.bag_path}' has no messages")
        timeline = Timeline(options.rate, options.start_paused)
        chosen = _play_options(options, bag)
        player = Player(made, bag, timeline, chosen, baton.ok, lambda text: remark(f"baton: {text}"))
        with keys(_actions(timeline, say), enabled=not options.disable_keyboard_controls) as listens:
            say(
                f"Playing '{options.bag_path}'"
                + (": SPACE pauses, → plays the next message, ↑ ↓ change the rate" if listens else "")
            )
            # Ctrl-C is a usual end, in launch files, too.
            with contextlib.suppress(KeyboardInterrupt), signals_as_interrupts():
                player.run()
        say(f"Played {player.published} messages")
    return 0


def _play_options(options, bag: BagReader) -> PlayOptions:
    until_ns = options.playback_until_nsec if options.playback_until_nsec >= 0 else None
    if options.playback_until_sec >= 0:
        until_ns = int(options.playback_until_sec * 1e9)
    offset_ns = int(options.start_offset * 1e9)
    if offset_ns > bag.metadata.span.duration_ns:
        raise CommandError(
            f"--start-offset {options.start_offset:g} is beyond the bag, which is "
            f"{bag.metadata.span.duration_ns / 1e9:.1f} s long"
        )
    clock_topics = {absolute(one) for one in options.clock_topics or []}
    waits = options.wait_for_all_acked
    chosen = PlayOptions(
        topics=_chosen(options, bag),
        remap=dict(_rule(one) for one in options.remap),
        loop=options.loop,
        delay_s=options.delay,
        start_offset_ns=offset_ns,
        until_ns=until_ns,
        duration_ns=int(options.playback_duration * 1e9) if options.playback_duration >= 0 else None,
        clock_hz=options.clock,
        requests_from=options.service_requests_source if options.publish_service_requests else None,
        clock_topics=clock_topics if clock_topics or options.clock_topics_all else None,
    )
    if waits is not None:
        chosen.wait_for_acknowledgements_s = waits / 1000 if waits else float(10**6)
    if options.qos_profile_overrides_path:
        chosen.overrides = qos_text.overrides(options.qos_profile_overrides_path)
    return chosen


def _chosen(options, bag: BagReader):
    """Which topics are played. Throws CommandError for one that the bag does not have."""
    there = [absolute(topic.name) for topic in bag.metadata.topics]
    named = {absolute(one) for one in options.topics}
    named |= {event_topic(one) for one in options.services}
    for name in sorted(named - set(there)):
        raise CommandError(f"the bag has no topic '{name}'{did_you_mean(name, there)}")
    excluded = {absolute(one) for one in options.exclude_topics}
    excluded |= {event_topic(one) for one in options.exclude_services}

    def takes(name: str, _type: str) -> bool:
        if name in excluded or (options.exclude_regex and options.exclude_regex.search(name)):
            return False
        by_name = name in named
        by_regex = bool(options.regex and options.regex.search(name))
        return by_name or by_regex or not (named or options.regex)

    return takes


def _rule(text: str) -> tuple[str, str]:
    old, sign, new = text.partition(":=")
    if not sign or not old or not new:
        raise CommandError(f"--remap wants OLD:=NEW, as /scan:=/recorded_scan, not '{text}'", 2)
    return absolute(old), absolute(new)


def _actions(timeline: Timeline, say) -> dict:
    def toggle() -> None:
        say("Paused" if timeline.toggle_pause() else "Resumed")

    def step() -> None:
        if not timeline.step():
            say("→ plays one message while paused; SPACE pauses")

    def faster(factor: float) -> None:
        timeline.set_rate(min(1000.0, max(0.001, timeline.rate * factor)))
        say(f"Rate {timeline.rate:.3g}")

    return {
        " ": toggle,
        "right": step,
        "up": lambda: faster(1.1),
        "down": lambda: faster(1 / 1.1),
    }
