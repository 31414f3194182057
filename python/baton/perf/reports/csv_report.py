# SPDX-License-Identifier: Apache-2.0
"""For spreadsheets and data frames: one row a run, every metric a column, units in the names."""

import csv
import io

from baton.perf.report import Report


def render_csv(report: Report) -> str:
    measurements = report.results.measurements
    places = list(dict.fromkeys(name for each in measurements for name in each.coordinates))
    metrics = list(dict.fromkeys(name for each in measurements for name in each.metrics))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*places, "repetition", "started_utc", "took_s", *metrics, "error", "command"])
    for each in measurements:
        writer.writerow(
            [
                *(each.coordinates.get(name, "") for name in places),
                each.repetition,
                each.started_utc,
                each.took_s,
                *(each.metrics.get(name, "") for name in metrics),
                each.error,
                each.command,
            ]
        )
    return text.getvalue()
