# SPDX-License-Identifier: Apache-2.0
"""The lines of processes: on the screen, in launch.log, and in files of their own."""

import time

from .logging import launch_config

_OUTPUTS = {
    "screen": {"both": {"screen"}},
    "log": {"both": {"log"}, "stderr": {"screen"}},
    "both": {"both": {"screen", "log"}},
    "own_log": {"both": {"own_log"}, "stdout": {"own_log"}, "stderr": {"own_log"}},
    "full": {"both": {"screen", "log", "own_log"}, "stdout": {"own_log"}, "stderr": {"own_log"}},
}


def output_targets(output) -> dict[str, dict[str, set[str]]]:
    """For stdout and stderr: where lines go, as {target: streams}.

    `output`: screen, log, both, own_log, full, or a mapping of stdout, stderr and both to one or
    several of screen, log and own_log.
    """
    if isinstance(output, str):
        if output not in _OUTPUTS:
            raise ValueError(f"output is '{output}': there are {', '.join(_OUTPUTS)}")
        spec = _OUTPUTS[output]
    else:
        spec = {
            stream: {targets} if isinstance(targets, str) else set(targets)
            for stream, targets in dict(output).items()
        }
        for stream, targets in spec.items():
            if stream not in ("stdout", "stderr", "both"):
                raise ValueError(f"output has '{stream}': there are stdout, stderr and both")
            for target in targets - {"screen", "log", "own_log"}:
                raise ValueError(
                    f"output of {stream} is '{target}': there are screen, log, own_log"
                )
    both = spec.get("both", set())
    return {
        "stdout": {"own": spec.get("stdout", set()), "both": both},
        "stderr": {"own": spec.get("stderr", set()), "both": both},
    }


class ProcessOutput:
    """The lines of one process, by turns of its streams; a line is written when it is whole."""

    def __init__(self, name: str, output, output_format: str = "[{name}] {line}") -> None:
        self._name = name
        self._targets = output_targets(output)
        self._format = output_format
        self._rest = {"stdout": b"", "stderr": b""}

    def write(self, stream: str, data: bytes) -> None:
        *lines, self._rest[stream] = (self._rest[stream] + data).split(b"\n")
        for line in lines:
            self._line(stream, line.rstrip(b"\r").decode(errors="replace"))

    def finish(self) -> None:
        """Writes what has come without an end of line."""
        for stream, rest in self._rest.items():
            if rest:
                self._line(stream, rest.decode(errors="replace"))
            self._rest[stream] = b""

    def _line(self, stream: str, line: str) -> None:
        targets = self._targets[stream]
        everywhere = targets["own"] | targets["both"]
        text = self._format.format(line=line, name=self._name, this=self)
        if "log" in everywhere or "screen" in everywhere:
            launch_config.write_file("launch.log", f"{time.time():.7f} {text}")
        if "own_log" in targets["own"]:
            launch_config.write_file(f"{self._name}-{stream}.log", line)
        if "own_log" in targets["both"]:
            launch_config.write_file(f"{self._name}.log", line)
        if "screen" in everywhere:
            if launch_config.colour_screen() and text.startswith(f"[{self._name}]"):
                colour = launch_config.process_colour(self._name)
                end = len(self._name) + 2
                text = f"\x1b[{colour}m{text[:end]}\x1b[0m{text[end:]}"
            launch_config.write_screen(text)
