# SPDX-License-Identifier: Apache-2.0
"""`baton perf record`: from results to docs/results, the history, and the figures of documents."""

import json
import shutil

import pytest
from test_reports import report_of

from baton.cli.perf_record import record
from baton.perf import committed, figures, history
from baton.perf.committed import CannotRecord
from baton.perf.experiments import EXPERIMENTS
from baton.perf.headlines import history_charts
from baton.perf.plot import render_svg
from baton.perf.reports.json_report import render_json

NAME = "epyc-1-2-cores"
FRAME = f"""# Title
<!-- machine: {NAME} -->
<!-- figures
of: quick
at: {{size: [4 MB, 4 KB], subscribers: [1, 16]}}
rows: size
columns: subscribers
show: latency_ns_p50 of zero copy / latency_ns_p50 of copy over zero copy
-->
anything
<!-- /figures -->
It takes <!-- figure quick; size=4 MB; subscribers=1; variant=zero copy; latency_ns_p50 -->?<!-- /figure -->.
"""


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "docs").mkdir()
    for name in figures.DOCUMENTS:
        (tmp_path / name).write_text(FRAME)
    return tmp_path


def report(name="quick", commit="abc1234", **changes) -> dict:
    told = json.loads(render_json(report_of(name)))
    told["machine"]["facts"] = {"commit": commit, "clock": "tsc", "kernel command line": "secret=1"}
    return told | changes


def put(folder, told: dict):
    folder.mkdir(parents=True)
    (folder / "report.json").write_text(json.dumps(told))
    return folder


def kept(checkout) -> dict:
    return committed.load(checkout, NAME)


def test_a_recorded_result_makes_the_same_tables_again(checkout, tmp_path):
    assert record([put(tmp_path / "r", report())], tmp_path, checkout) == 0
    again = committed.results_of(kept(checkout)["experiments"]["quick"])
    quick = EXPERIMENTS["quick"]()
    assert [each.texts() for each in quick.tables(again)] == [
        each.texts() for each in quick.tables(report_of().results)
    ]


def test_quantiles_of_all_repetitions_together_are_kept(checkout, tmp_path):
    """As p99.9 needs more samples than one repetition has."""
    told = report("tail")
    raw = tmp_path / "r" / "raw"
    for number, run in enumerate(told["runs"]):
        run["raw_file"] = f"raw/{number}.json"
    put(tmp_path / "r", told)
    raw.mkdir()
    counts = [[1000 * value, 6] for value in range(1, 1001)]
    for run in told["runs"]:
        document = {"run": {"latency_histogram_ns": {"counts": counts}}}
        (tmp_path / "r" / run["raw_file"]).write_text(json.dumps(document))
    assert record([tmp_path / "r"], tmp_path, checkout) == 0
    again = committed.results_of(kept(checkout)["experiments"]["tail"])
    table = EXPERIMENTS["tail"]().tables(again)[0]
    assert table.title == "p99.9 µs, all repetitions together"
    assert {text for row in table.texts() for text in row[1:]} == {"999"}
    shutil.rmtree(raw)
    assert record([tmp_path / "r"], tmp_path, checkout) == 0, "raw files may be gone"


def test_the_file_says_what_it_comes_from_and_nothing_of_its_owner(checkout, tmp_path):
    record([put(tmp_path / "r", report(repetitions=2))], tmp_path, checkout)
    quick = kept(checkout)["experiments"]["quick"]
    assert quick["command"] == "baton perf quick --repetitions 2"
    assert quick["commit"] == "abc1234" and len(quick["cells"]) == 57
    text = (checkout / committed.FOLDER / f"{NAME}.json").read_text()
    assert "secret" not in text
    assert max(map(len, text.splitlines())) < 1000 and len(text.splitlines()) < 100


def test_documents_have_the_figures_of_the_result(checkout, tmp_path, capsys):
    record([put(tmp_path / "r", report())], tmp_path, checkout)
    assert "renewed: README.md, docs/perf.md" in capsys.readouterr().out
    text = (checkout / "README.md").read_text()
    assert "|  | 1 subscriber | 16 subscribers |" in text
    assert "| 4 MB | 10.0 / 50.0 | 10.0 / 50.0 |\n| 4 KB |" in text
    assert "`baton perf quick --repetitions 2`, commit abc1234, 2026-01-01" in text
    assert "-->10.0 µs<!-- /figure -->" in text and "anything" not in text
    assert figures.renewed(text, kept(checkout)) == text, "writing it twice changes nothing"


def test_experiments_of_one_machine_come_together_and_others_stay_apart(checkout, tmp_path, capsys):
    record([put(tmp_path / "a", report())], tmp_path, checkout)
    record([put(tmp_path / "b", report("knee"))], tmp_path, checkout)
    assert set(kept(checkout)["experiments"]) == {"quick", "knee"}
    other = report()
    other["machine"] |= {"kernel": "7.0"}
    before = kept(checkout)
    assert record([put(tmp_path / "c", other)], tmp_path, checkout) == 2
    assert kept(checkout) == before, "another kernel: nothing is merged, and nothing lost"
    told = capsys.readouterr().err
    assert "it has knee of another machine (this one has kernel 7.0 instead of 6.1)" in told
    assert "cure: measure knee here, too" in told
    also = report("knee")
    also["machine"] |= {"kernel": "7.0"}
    assert record([tmp_path / "c", put(tmp_path / "k", also)], tmp_path, checkout) == 0
    assert kept(checkout)["machine"]["kernel"] == "7.0"
    elsewhere = report()
    elsewhere["machine"] |= {"cpu": "ARM"}
    before = (checkout / "README.md").read_text()
    assert record([put(tmp_path / "d", elsewhere)], tmp_path, checkout) == 0
    assert (checkout / committed.FOLDER / "arm-2-cores.json").exists()
    assert (checkout / "README.md").read_text() == before


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"complete": False}, "interrupted; cure: baton perf quick --resume"),
        ({"commit": "abc1234+"}, "cure: commit, build and measure again"),
        ({"experiment": "reference"}, "record its parts"),
        ({"machine": {}}, "not a report.json"),
    ],
)
def test_a_result_that_cannot_be_found_again_is_refused(checkout, tmp_path, capsys, changes, text):
    told = report(commit=changes.pop("commit", "abc1234")) | changes
    assert record([put(tmp_path / "r", told)], tmp_path, checkout) == 2
    assert text in capsys.readouterr().err
    assert not (checkout / committed.FOLDER).exists()


def test_without_names_the_newest_rounds_of_the_last_commit_are_taken(checkout, tmp_path, capsys):
    put(tmp_path / "quick-20260101T000000Z", report(commit="old", started_utc="2026-01-01"))
    put(tmp_path / "quick-20260102T000000Z", report(commit="new", started_utc="2026-01-02"))
    put(tmp_path / "knee-20260101T000000Z", report("knee", "old", started_utc="2026-01-01"))
    put(tmp_path / "modes-20260103T000000Z", report("modes", "new+"))
    put(tmp_path / "reference-20260102T000000Z", report(commit="new", experiment="reference"))
    put(tmp_path / "mine-20260102T000000Z", report(commit="new", experiment="mine"))
    assert record([], tmp_path, checkout) == 0
    experiments = kept(checkout)["experiments"]
    assert {n: e["commit"] for n, e in experiments.items()} == {"quick": "new", "mine": "new"}
    assert experiments["mine"]["command"] == "baton perf mine.yaml"
    errors = capsys.readouterr().err
    assert "left out: knee of old" in errors and "modes-2026" in errors
    assert record([], tmp_path / "none", checkout) == 2


def test_the_history_has_one_line_a_commit_and_machine(checkout, tmp_path):
    for number, commit in enumerate(("one", "two", "two")):
        record([put(tmp_path / str(number), report(commit=commit))], tmp_path, checkout)
    lines = history.read_history(checkout)
    assert [line["commit"] for line in lines] == ["one", "two"]
    assert lines[0]["figures"]["zero copy over the floor, 4 MB: to 16"] == 1.111
    assert lines[0]["figures"]["the others over zero copy, 4 MB to 1: UDP"] == 500
    assert lines[0]["figures"]["zero copy, p50: 4 MB to 1"] == 10_000
    with (checkout / history.FILE).open("a") as file:
        file.write("<<<<<<< a merge\n")
    assert len(history.lines_of(checkout, report()["machine"])) == 2
    assert history.lines_of(checkout, {"cpu": "ARM", "cores": 2}) == []


def test_a_report_draws_commits_and_what_was_measured_now(checkout, tmp_path):
    record([put(tmp_path / "r", report(commit="one"))], tmp_path, checkout)
    lines = history.read_history(checkout)
    now = EXPERIMENTS["quick"]().headlines(report_of().results)
    (group,) = history_charts(lines, now)
    assert [panel.title for panel in group.panels][0] == "zero copy over the floor, 4 MB"
    drawn = render_svg(group.panels[0])
    assert ">one</text>" in drawn and ">now</text>" in drawn and "1×" in drawn
    assert history_charts([], now) == [] and history_charts(lines, {}) == []


def block(**spec) -> str:
    return f"<!-- figures\n{json.dumps(spec)}\n-->\n<!-- /figures -->"


def test_tables_of_an_experiment_can_be_shown_whole(checkout, tmp_path):
    record([put(tmp_path / "r", report())], tmp_path, checkout)
    text = figures.renewed(block(of="quick", table="4 MB messages, latency p50"), kept(checkout))
    assert "| subscribers | copy µs |" in text and "| 16 | 500 | 10.0 | 9.00 |" in text


def test_a_block_can_show_another_machine(checkout, tmp_path):
    other = report()
    other["machine"] |= {"cpu": "ARM"}
    record([put(tmp_path / "a", other)], tmp_path, checkout)
    record([put(tmp_path / "r", report())], tmp_path, checkout)
    table = {"of": "quick", "table": "4 MB messages, latency p50"}
    text = figures.renewed(block(**table, machine="arm-2-cores"), kept(checkout), checkout)
    assert "abc1234, 2026-" in text and ", machine arm-2-cores" in text
    assert "machine" not in figures.renewed(block(**table), kept(checkout), checkout)
    with pytest.raises(CannotRecord, match="mips-2-cores.json: No such file"):
        figures.renewed(block(**table, machine="mips-2-cores"), kept(checkout), checkout)


def test_what_is_not_measured_is_said_and_wrong_blocks_are_named(checkout, tmp_path):
    record([put(tmp_path / "r", report())], tmp_path, checkout)
    document = kept(checkout)
    assert "Not measured on this machine yet: `baton perf knee`" in figures.renewed(
        block(of="knee", table="x"), document
    )
    pivot = {"rows": "size", "columns": "subscribers", "show": "latency_ns_p50"}
    for wrong, text in (
        (block(of="quick", table="x"), "has no table 'x'; it has"),
        (block(of="quick", tabel="x"), "not a block of figures"),
        (block(of="quick", **pivot), "are 6 cells; name more of"),
    ):
        with pytest.raises(CannotRecord, match=text):
            figures.renewed(wrong, document)
    with pytest.raises(CannotRecord, match="no line"):
        figures.machine_of("text")


def test_the_command_records_what_it_has_measured(baton, checkout):
    baton.run("quick", "--only", "size=4MB", "--only", "subscribers=1", "--seconds", "0.1")
    path = baton.latest / "report.json"
    told = json.loads(path.read_text())
    told["machine"] |= {"cpu": "EPYC <1>", "cores": 2, "facts": {"commit": "abc1234"}}
    path.write_text(json.dumps(told))
    done = baton.run("record", "--checkout", str(checkout))
    assert done.returncode == 0, done.stderr
    assert f"recorded: quick in {checkout}" in done.stdout
    assert "| 4 KB | – / – | – / – |" in (checkout / "README.md").read_text()
    shutil.rmtree(baton.output)
    done = baton.run("record", "--checkout", str(checkout))
    assert done.returncode == 2 and "cure: baton perf all" in done.stderr


def test_results_of_two_machines_with_one_name_are_not_recorded_together(checkout, tmp_path, capsys):
    other = report("knee")
    other["machine"] |= {"kernel": "7.0"}
    both = [put(tmp_path / "a", report()), put(tmp_path / "b", other)]
    assert record(both, tmp_path, checkout) == 2
    assert "another kernel, memory or governor; record one machine" in capsys.readouterr().err
    assert not (checkout / committed.FOLDER).exists()


def test_the_history_of_a_machine_is_not_that_of_another_with_its_name(checkout, tmp_path):
    record([put(tmp_path / "a", report())], tmp_path, checkout)
    here = report()["machine"]
    assert len(history.lines_of(checkout, here)) == 1
    assert history.lines_of(checkout, {**here, "kernel": "7.0"}) == []


def test_lines_that_are_no_lines_of_the_history_are_passed_over(checkout, tmp_path):
    record([put(tmp_path / "a", report())], tmp_path, checkout)
    path = checkout / history.FILE
    path.write_text(path.read_text() + '<<<<<<< ours\n3\n{"commit": "abc"}\n')
    assert len(history.lines_of(checkout, report()["machine"])) == 1


def test_a_recorded_knee_has_its_jitter(checkout, tmp_path):
    told = report("knee")
    for run in told["runs"]:
        run["metrics"] |= {"latency_ns_stddev": 2500.0, "publish_ns_stddev": 1.0}
    record([put(tmp_path / "k", told)], tmp_path, checkout)
    cells = kept(checkout)["experiments"]["knee"]["cells"]
    assert all("latency_ns_stddev" in cell["figures"] for cell in cells)
    assert not any("publish_ns_stddev" in cell["figures"] for cell in cells)


def test_what_lacks_something_that_is_recorded_is_named_and_nothing_is_written(checkout, tmp_path, capsys):
    def lacking(name: str) -> dict:
        told = report()
        if name in told["machine"]:
            del told["machine"][name]
        elif name in told:
            del told[name]
        else:
            told["runs"][0][name] = 1
        return told

    for name in ("kernel", "seconds", "unknown"):
        assert record([put(tmp_path / name, lacking(name))], tmp_path, checkout) == 2
        assert "not a report.json of baton perf" in capsys.readouterr().err
    assert not (checkout / committed.FOLDER).exists()


def test_a_committed_result_that_was_cut_is_named_with_the_cure(checkout, tmp_path, capsys):
    record([put(tmp_path / "a", report())], tmp_path, checkout)
    path = checkout / committed.FOLDER / f"{NAME}.json"
    path.write_text(path.read_text()[:1000])
    assert record([put(tmp_path / "b", report("knee"))], tmp_path, checkout) == 2
    assert f"cure: git checkout docs/results/{NAME}.json" in capsys.readouterr().err
