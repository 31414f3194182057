# SPDX-License-Identifier: Apache-2.0
"""Figures in documents: each names its experiment and cells, and is written from the committed result.

A block makes a table, of the experiment's own tables or of any cells of it:

    <!-- figures                             <!-- figures
    of: modes                                of: competitors
    table: CPU, % of one core                at: {size: 4 MB}
    -->                                      rows: variant
    ...                                      columns: subscribers
    <!-- /figures -->                        show: latency_ns_p50 / latency_ns_p99
                                             -->

Words of `show` are `METRIC`, `METRIC of VARIANT`, and `METRIC of VARIANT over VARIANT`: a ratio within a
repetition. A figure within a sentence is one cell, whose coordinates and metric stand in front of it:

    <!-- figure quick; size=4 MB; subscribers=1; variant=zero copy; latency_ns_p50 -->28.6 µs<!-- /figure -->

`<!-- machine: NAME -->` says whose result a document shows: docs/results/NAME.json. A block with `machine: NAME`
shows another one, and says so below its table.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

from baton.perf import units
from baton.perf.committed import CannotRecord, load, results_of
from baton.perf.experiments import EXPERIMENTS
from baton.perf.report import judgement_table
from baton.perf.reports.markdown_report import table_lines
from baton.perf.results import Results
from baton.perf.side_by_side import subscribers_text
from baton.perf.table import Table
from baton.perf.whole_file import write_whole
from baton.version import CHECKOUT

DOCUMENTS = ("README.md", "docs/perf.md")
BLOCK = re.compile(r"(<!-- figures\n(.*?)-->\n)(.*?)(<!-- /figures -->)", re.DOTALL)
INLINE = re.compile(r"(<!-- figure ([^>]*?) -->)(.*?)(<!-- /figure -->)", re.DOTALL)
MACHINE = re.compile(r"<!-- machine: (\S+) -->")
WORD = re.compile(r"(?P<metric>\w+)(?: of (?P<of>.+?))?(?: over (?P<over>.+))?$")
KEYS = {"of", "machine", "at", "rows", "columns", "show", "table"}


def machine_of(text: str) -> str:
    found = MACHINE.search(text)
    if not found:
        raise CannotRecord("no line <!-- machine: NAME --> says whose figures these are")
    return found[1]


def renewed(text: str, document: Mapping, checkout: Path = CHECKOUT) -> str:
    """A document with the figures of this committed result; the checkout has those of other machines."""
    text = BLOCK.sub(lambda found: f"{found[1]}{_block(found[2], document, checkout)}\n{found[4]}", text)
    return INLINE.sub(lambda found: f"{found[1]}{_inline(found[2], document)}{found[4]}", text)


def renew(checkout: Path, machine: str) -> list[str]:
    """Writes the figures of all documents that show this machine; says which have changed."""
    changed = []
    for name in DOCUMENTS:
        path = checkout / name
        text = path.read_text(encoding="utf-8")
        if machine_of(text) != machine:
            continue
        new = renewed(text, load(checkout, machine), checkout)
        if new != text:
            write_whole(path, new)
            changed.append(name)
    return changed


def _block(words: str, document: Mapping, checkout: Path) -> str:
    spec = _spec(words)
    machine = spec.get("machine")
    if machine:
        document = load(checkout, machine)
    kept = document["experiments"].get(spec["of"])
    if kept is None:
        return f"*Not measured on this machine yet: `baton perf {spec['of']}`, `baton perf record`.*"
    table = _own_table(spec, kept) if "table" in spec else _pivot(spec, results_of(kept))
    at = ", ".join(str(each) for each in spec.get("at", {}).values() if not isinstance(each, list))
    doubts = len(kept["doubts"])
    source = [
        f"`{kept['command']}`" + (f" ({at})" if at else ""),
        f"commit {kept['commit']}",
        kept["started_utc"].partition(" ")[0],
        *([f"machine {machine}"] if machine else []),
        *([f"doubts about it: {doubts}"] if doubts else []),
    ]
    lines = [line.rstrip() for line in table_lines(table)]
    return "\n".join([*lines, f"*{', '.join(source)}.*"])


def _spec(words: str) -> dict:
    try:
        spec = yaml.safe_load(words)
    except yaml.YAMLError:
        spec = None
    if isinstance(spec, dict) and set(spec) <= KEYS and "of" in spec:
        if "table" in spec or {"rows", "show"} <= set(spec):
            return spec
    raise CannotRecord(
        f"not a block of figures: {words.strip()!r}; it has `of` and either `table`, or `rows`, `show` "
        "and perhaps `columns` and `at`"
    )


def _own_table(spec: Mapping, kept: Mapping) -> Table:
    if spec["of"] not in EXPERIMENTS:
        raise CannotRecord(f"{spec['of']} is of a file and has no tables here; use rows and show")
    experiment, results = EXPERIMENTS[spec["of"]](), results_of(kept)
    tables = [judgement_table(experiment.judgements(results)), *experiment.tables(results)]
    for table in tables:
        if table.title == spec["table"]:
            return table
    known = "; ".join(table.title for table in tables)
    raise CannotRecord(f"{spec['of']} has no table {spec['table']!r}; it has {known}")


def _pivot(spec: Mapping, results: Results) -> Table:
    """`at` has a value, or a list of those that rows and columns show, in this order."""
    at = spec.get("at", {})
    fixed = {name: value for name, value in at.items() if not isinstance(value, list)}
    here, rows, columns = results.where(**fixed), spec["rows"], spec.get("columns")

    def values(name: str) -> list:
        return at[name] if isinstance(at.get(name), list) else here.distinct(name)

    if columns:
        heads = [_heading(columns, value) for value in values(columns)]
        places = [({columns: value}, spec["show"]) for value in values(columns)]
    else:
        heads = list(spec["show"])
        places = [({}, words) for words in spec["show"].values()]
    lines = [
        (
            str(value),
            *(_words(words, here, {**fixed, rows: value, **place}) for place, words in places),
        )
        for value in values(rows)
    ]
    return Table("", ("", *heads), lines, text_columns=frozenset({0}))


def _heading(name: str, value) -> str:
    # perf_test's own name for them is that of a file's experiment.
    return subscribers_text(int(value)) if name in ("subscribers", "s") else str(value)


def _words(words: str, results: Results, at: Mapping) -> str:
    return " / ".join(_figure(word, results, at, units.microseconds) for word in words.split(" / "))


def _figure(word: str, results: Results, at: Mapping, times: Callable[[float], str]) -> str:
    found = WORD.match(word.strip())
    if not found:
        raise CannotRecord(f"{word!r} is no figure: METRIC of VARIANT over VARIANT")
    metric, of, over = found["metric"], found["of"], found["over"]
    cell = _only_cell(results, {**at, "variant": of} if of else at)
    if cell is None:
        return units.MISSING
    if over:
        ratio = results.ratio(metric, cell, {**cell, "variant": over})
        return units.ratio(ratio.median if ratio else None)
    value = results.median(metric, **cell)
    return units.MISSING if value is None else _writer(metric, times)(value)


def _only_cell(results: Results, at: Mapping) -> Mapping | None:
    """The cell with these coordinates and no others, else the one that has others beside them."""
    found = [coordinates for coordinates, _ in results.where(**at).cells()]
    if at in found:
        return at
    if len(found) > 1:
        raise CannotRecord(f"{dict(at)} are {len(found)} cells; name more of {dict(found[0])}")
    return found[0] if found else None


def _writer(metric: str, times: Callable[[float], str]) -> Callable[[float], str]:
    if "_ns" in metric:
        return times
    ends = {"_percent": units.percent, "_kb": units.kibibytes, "_per_s": units.count}
    return next((write for end, write in ends.items() if metric.endswith(end)), units.significant)


def _inline(words: str, document: Mapping) -> str:
    experiment, *pairs, word = [each.strip() for each in words.split(";")]
    kept = document["experiments"].get(experiment)
    if kept is None:
        return f"(not measured yet: `baton perf {experiment}`)"
    at = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        at[name] = int(value) if value.isdigit() else value
    return _figure(word, results_of(kept), at, units.duration)
