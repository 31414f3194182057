# SPDX-License-Identifier: Apache-2.0
"""`baton bag record`."""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from baton.bag import qos_text
from baton.bag.keyboard import keys
from baton.bag.recorder import Recorder
from baton.bag.selection import Selection, absolute
from baton.bag.writer import BagWriter, default_storage
from baton.cli.bag_notes import remark
from baton.cli.commands import CommandError
from baton.cli.participant import node, signals_as_interrupts


def record(options) -> int:
    selection = _selection(options)
    if options.use_sim_time and options.no_discovery:
        raise CommandError("--use-sim-time needs discovery, to find /clock: leave out --no-discovery", 2)
    if options.compression_format and options.compression_mode == "none":
        raise CommandError("--compression-format needs --compression-mode: give `file`", 2)
    overrides = (
        qos_text.overrides(options.qos_profile_overrides_path)
        if options.qos_profile_overrides_path
        else {}
    )

    def say(text: str) -> None:
        if options.log_level in ("debug", "info"):
            remark(text)

    with node(options.node_name, sim_time=options.use_sim_time) as made:
        writer = _writer(options)
        recorder = Recorder(
            made,
            writer,
            selection,
            say=say,
            cache_bytes=options.max_cache_size,
            overrides=overrides,
            unpublished=options.include_unpublished_topics,
            ignore_leaves=options.ignore_leaf_topics,
            by_ros_time=options.use_sim_time,
            paused=options.start_paused,
        )
        hung_up = threading.Event()
        with _handled([signal.SIGHUP], hung_up.set):
            try:
                _spin(made, recorder, options, say, hung_up)
            finally:
                _end(recorder, writer, say)
    return 0


@contextlib.contextmanager
def _handled(signals: list[int], act: Callable[[], None]) -> Iterator[None]:
    """Calls `act` at these signals, but those that are ignored (nohup) stay so."""
    before = {one: signal.getsignal(one) for one in signals}
    for one, old in before.items():
        if old != signal.SIG_IGN:
            signal.signal(one, lambda *_: act())
    try:
        yield
    finally:
        for one, old in before.items():
            signal.signal(one, signal.SIG_DFL if old is None else old)


class _Ended(Exception):
    """The recorder's thread has ended, and the recorder knows why; or the terminal was closed."""


def _spin(made, recorder: Recorder, options, say, hung_up: threading.Event) -> None:
    """Until Ctrl-C, SIGTERM, the terminal's end, or the writer fails."""
    from baton.executors import SingleThreadedExecutor

    def turn() -> None:
        if recorder.failure is not None or hung_up.is_set():
            raise _Ended
        if not options.no_discovery:
            recorder.poll()

    def toggle() -> None:
        recorder.is_paused = not recorder.is_paused
        say("Pausing recording." if recorder.is_paused else "Resuming recording.")

    executor = SingleThreadedExecutor()
    executor.add_node(made)
    recorder.poll()
    made.create_timer(options.polling_interval / 1000, turn, clock=_steady())
    with keys({" ": toggle}, enabled=not options.disable_keyboard_controls) as listens:
        say("Recording..." + (" Press SPACE to pause, Ctrl-C to end." if listens else ""))
        try:
            with signals_as_interrupts():
                executor.spin()
        except (KeyboardInterrupt, _Ended):
            return


def _selection(options) -> Selection:
    selection = Selection(
        all_topics=options.all or options.all_topics,
        all_services=options.all or options.all_services,
        topics={absolute(one) for one in (*options.topics, *options.topics_positional)},
        services={absolute(one) for one in options.services},
        types=set(options.topic_types),
        regex=options.regex,
        exclude_topics={absolute(one) for one in options.exclude_topics},
        exclude_services={absolute(one) for one in options.exclude_services},
        exclude_types=set(options.exclude_topic_types),
        exclude_regex=options.exclude_regex,
        hidden=options.include_hidden_topics,
    )
    if selection.is_empty():
        raise CommandError(
            "what is to be recorded? Give topics, or one of --all, --all-topics, --all-services, "
            "--services, --topic-types, --regex",
            2,
        )
    return selection


def _writer(options) -> BagWriter:
    storage = options.storage or default_storage()
    if options.storage is None and storage != "mcap":
        remark("baton: recording in sqlite3; `pip install mcap` for MCAP, ROS's default")
    preset = options.storage_preset_profile or ""
    name = time.strftime("rosbag2_%Y_%m_%d-%H_%M_%S")
    return BagWriter(
        options.output or Path(name),
        storage,
        compressed=options.compression_mode != "none" or preset.startswith("zstd"),
        resilient=preset == "resilient",
        most_bytes=options.max_bag_size,
        most_ns=int(options.max_bag_duration * 1e9),
        custom_data=dict(_pair(one) for one in options.custom_data),
    )


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise CommandError(f"--custom-data wants KEY=VALUE, not '{text}'", 2)
    return key, value


def _steady():
    from baton.clock import Clock
    from baton.clock_type import ClockType

    return Clock(clock_type=ClockType.STEADY_TIME)


def _end(recorder: Recorder, writer: BagWriter, say) -> None:
    try:
        with _handled([signal.SIGINT, signal.SIGTERM], recorder.hurry):
            if recorder.waiting > 10:
                say(f"Writing {recorder.waiting} messages that wait; Ctrl-C once more drops them.")
            recorder.stop()
    except Exception as error:  # of any storage
        raise CommandError(
            f"'{writer.folder}' could not be written: {error}; what was written before is kept"
        ) from None
    say(f"Recorded {writer.message_count} messages into '{writer.folder}'")
    lost = recorder.lost
    if lost:
        remark(
            f"baton: {lost} messages came faster than they could be written and are not in the bag; a "
            "larger --max-cache-size, fewer topics or a faster disk may help"
        )
