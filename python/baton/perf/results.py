# SPDX-License-Identifier: Apache-2.0
"""What has been measured so far, and the questions that tables and charts ask of it."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field

from baton.perf.cell import Coordinates, Metrics, label_of
from baton.perf.distribution import Distribution
from baton.perf.statistics import Spread, paired_ratio, paired_ratios


@dataclass(frozen=True)
class Measurement:
    """One run of one cell. Either `metrics` or `error` is filled."""

    coordinates: Coordinates
    repetition: int
    metrics: Metrics
    command: str
    started_utc: str
    took_s: float
    error: str = ""
    raw_file: str = ""
    # The build type that the program tells: Release, Debug ...; empty when it does not.
    build_type: str = ""
    # Of latencies: [[value in ns, how many], ...], ascending; empty when the program tells none.
    latencies: list[list[float]] = field(default_factory=list)

    @property
    def label(self) -> str:
        return label_of(self.coordinates)

    def as_json(self) -> dict:
        """Without the histogram, which is in the raw file."""
        told = asdict(self) | {"coordinates": dict(self.coordinates)}
        del told["latencies"]
        return told

    @staticmethod
    def from_json(data: dict) -> "Measurement":
        return Measurement(**data)


def key_of(coordinates: Coordinates) -> tuple:
    return tuple(sorted(coordinates.items()))


@dataclass
class Results:
    measurements: list[Measurement] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_key: dict[tuple, list[Measurement]] = {}
        for measurement in self.measurements:
            self._index(measurement)

    def _index(self, measurement: Measurement) -> None:
        self._by_key.setdefault(key_of(measurement.coordinates), []).append(measurement)

    def add(self, measurement: Measurement) -> None:
        self.measurements.append(measurement)
        self._index(measurement)

    def of(self, repetition: int, coordinates: Coordinates) -> Measurement | None:
        """One run."""
        measurements = self._by_key.get(key_of(coordinates), [])
        return next((each for each in measurements if each.repetition == repetition), None)

    def has(self, repetition: int, coordinates: Coordinates) -> bool:
        return self.of(repetition, coordinates) is not None

    def where(self, **coordinates) -> "Results":
        """Only the measurements with these coordinates."""
        return Results(
            [
                measurement
                for measurement in self.measurements
                if all(measurement.coordinates.get(k) == v for k, v in coordinates.items())
            ]
        )

    def distinct(self, name: str) -> list:
        """The values of one coordinate, in the order in which they were measured."""
        seen = (measurement.coordinates.get(name) for measurement in self.measurements)
        return list(dict.fromkeys(value for value in seen if value is not None))

    def cells(self) -> Iterator[tuple[Coordinates, list[Measurement]]]:
        for measurements in self._by_key.values():
            yield measurements[0].coordinates, measurements

    def values(self, metric: str, coordinates: Coordinates) -> list[float | None]:
        """One value a repetition, by repetition number; None where a repetition has none."""
        measurements = self._by_key.get(key_of(coordinates), [])
        last = max((measurement.repetition for measurement in measurements), default=-1)
        values: list[float | None] = [None] * (last + 1)
        for measurement in measurements:
            values[measurement.repetition] = measurement.metrics.get(metric)
        return values

    def spread(self, metric: str, **coordinates) -> Spread | None:
        return Spread.of(self.values(metric, coordinates))

    def spread_of_all(self, metric: str) -> Spread | None:
        return Spread.of(measurement.metrics.get(metric) for measurement in self.measurements)

    def median(self, metric: str, **coordinates) -> float | None:
        spread = self.spread(metric, **coordinates)
        return spread.median if spread else None

    def ratio(self, metric: str, above: Coordinates, below: Coordinates) -> Spread | None:
        """`above` over `below`, paired by repetition."""
        return paired_ratio(self.values(metric, above), self.values(metric, below))

    def ratios(self, metric: str, above: Coordinates, below: Coordinates) -> list[float]:
        """The ratio of each repetition."""
        return paired_ratios(self.values(metric, above), self.values(metric, below))

    def distribution(self, **coordinates) -> Distribution | None:
        """The latencies of all repetitions of one cell."""
        told = [each for each in self._by_key.get(key_of(coordinates), []) if each.latencies]
        if not told:
            return None
        return Distribution.merged(
            (
                [(value, count) for value, count in each.latencies],
                each.metrics.get("latency_ns_max", 0),
            )
            for each in told
        )

    def failed(self) -> list[Measurement]:
        return [measurement for measurement in self.measurements if measurement.error]

    def summary(self) -> list[dict]:
        """One entry a cell: every metric with median, minimum, maximum and count."""
        return [
            {"coordinates": dict(coordinates), "metrics": _summarised(measurements)}
            for coordinates, measurements in self.cells()
        ]


def _summarised(measurements: Iterable[Measurement]) -> dict[str, dict]:
    measurements = list(measurements)
    names = dict.fromkeys(name for each in measurements for name in each.metrics)
    spreads = {name: Spread.of(each.metrics.get(name) for each in measurements) for name in names}
    return {
        name: {
            "median": spread.median,
            "min": spread.minimum,
            "max": spread.maximum,
            "count": spread.count,
        }
        for name, spread in spreads.items()
        if spread
    }
