# SPDX-License-Identifier: Apache-2.0
"""For programs, and for --compare later."""

import json
from dataclasses import asdict

from baton.perf.certainty import cell_ratios
from baton.perf.report import SCHEMA, Report


def render_json(report: Report) -> str:
    document = {
        "schema": SCHEMA,
        "experiment": report.experiment.name,
        "title": report.title,
        "version": report.version,
        "started_utc": report.started_utc,
        "took_s": round(report.took_s, 1),
        "seconds": report.seconds,
        "repetitions": report.repetitions,
        "complete": report.complete,
        "machine": report.machine.as_json(),
        "doubts": [doubt.as_json() for doubt in report.doubts],
        "findings": [asdict(finding) for finding in report.findings],
        "judgements": [asdict(judgement) for judgement in report.judgements],
        **_compared(report),
        "ratios": [
            ratio.as_json() for ratio in cell_ratios(report.results, report.experiment)
        ],
        "summary": report.results.summary(),
        "runs": [measurement.as_json() for measurement in report.results.measurements],
    }
    return json.dumps(document, indent=1) + "\n"


def _compared(report: Report) -> dict:
    """With each verdict, and what of the machine has changed."""
    if not (comparison := report.comparison):
        return {"changes": []}
    changes = [
        asdict(each) | {"verdict": comparison.verdict(each)} for each in comparison.changes
    ]
    return {
        "compared_with": comparison.old_file,
        "other_machine": comparison.other_machine,
        "changes": changes,
    }
