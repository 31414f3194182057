#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the Promela models of Baton's shared-memory protocol with `spin`.

Three kinds of variants:
  proof      every state is visited and nothing goes wrong
  weakened   one order, step or rule is left out: the verifier must find the named counter-example
  reachable  an interesting state (a pin held while the publisher reclaims): it must be found, or
             the proofs say nothing
Any other outcome is a surprise, and the exit status is 1. It is 2 when a tool is missing.
"""

import argparse
import concurrent.futures
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from variants import VARIANTS, Variant

HERE = Path(__file__).resolve().parent
MEMORY_LIMIT_MB = 3000
SEARCH_DEPTH = 100_000


class ToolMissing(Exception):
    pass


class Outcome(NamedTuple):
    finished: bool  # every reachable state was visited, or an error was found
    error: str      # the claim that failed, "" if none
    states: int
    detail: str     # what to show when the outcome is a surprise


class Result(NamedTuple):
    variant: Variant
    outcome: Outcome
    seconds: float
    surprise: str  # "" when the outcome is what the variant demands


def find_tools() -> tuple[str, str]:
    spin = shutil.which("spin")
    if spin is None:
        raise ToolMissing("`spin` is not installed; it verifies the models. "
                          "Install it with: apt-get install spin")
    wanted = os.environ.get("CC")
    for name in [wanted] if wanted else ["cc", "gcc", "clang"]:
        compiler = shutil.which(name)
        if compiler is not None:
            return spin, compiler
    raise ToolMissing(f"no C compiler found ({wanted or 'cc, gcc, clang'}); spin turns a model into C. "
                      "Install one with: apt-get install gcc, or set CC")


def read_outcome(output: str) -> Outcome:
    """What the verifier said. Anything that cuts the search short makes `finished` false."""
    errors = re.search(r"errors: (\d+)", output)
    states = re.search(r"^\s*(\d+) states, stored", output, re.MULTILINE)
    error = ""
    if found := re.search(r"^pan:1: (.*?) \(at depth", output, re.MULTILINE):
        error = found[1].removeprefix("assertion violated ")
    cut_short = [words for words in ("max search depth too small", "out of memory", "reached -DMEMLIM",
                                     "Search not completed", "VECTORSZ is too small", "aborting")
                 if words in output and not (error and words == "Search not completed")]
    finished = errors is not None and states is not None and not cut_short
    return Outcome(finished, error, int(states[1]) if states else 0,
                   ", ".join(cut_short) or output.strip()[-2000:])


def judge(variant: Variant, outcome: Outcome) -> str:
    if not outcome.finished:
        return f"the search did not finish: {outcome.detail}"
    if variant.kind == "proof":
        return f"counter-example: {outcome.error}" if outcome.error else ""
    if not outcome.error:
        return ("no counter-example: the model does not need what this variant leaves out"
                if variant.kind == "weakened" else "the place is never reached")
    if outcome.error != variant.expects:
        return f"another counter-example than the expected {variant.expects}: {outcome.error}"
    return ""


def run(command: list[str], directory: str) -> str:
    done = subprocess.run(command, cwd=directory, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.stdout + (f"\nexit status {done.returncode} of {command[0]}" if done.returncode else "")


def verify(variant: Variant, spin: str, compiler: str) -> Result:
    begin = time.monotonic()
    proof = variant.kind == "proof"
    with tempfile.TemporaryDirectory(prefix="baton-model-") as directory:
        output = run([spin, f"-P{compiler} -E -x c", "-a",
                      *(f"-D{define}" for define in variant.defines),
                      str(HERE / f"{variant.model}.pml")], directory)
        if not Path(directory, "pan.c").exists():
            outcome = Outcome(False, "", 0, f"spin refuses the model: {output}")
        else:
            # COLLAPSE compresses states without loss; bit-state hashing would be no proof.
            output = run([compiler, "-w", "-O2" if proof else "-O0", "-DSAFETY", "-DCOLLAPSE",
                          "-DVECTORSZ=512", f"-DMEMLIM={MEMORY_LIMIT_MB}", "-o", "pan", "pan.c"],
                         directory)
            if not Path(directory, "pan").exists():
                outcome = Outcome(False, "", 0, f"the verifier does not compile: {output}")
            else:
                outcome = read_outcome(run(["./pan", f"-m{SEARCH_DEPTH}", "-w24" if proof else "-w20"],
                                           directory))
    return Result(variant, outcome, time.monotonic() - begin, judge(variant, outcome))


def print_list() -> None:
    for variant in VARIANTS:
        print(f"{variant.model:14} {variant.name:28} {variant.kind:10} {variant.sentence}")


def print_for_ctest() -> None:
    """One line a variant: model;variant;name of the test."""
    for variant in VARIANTS:
        title = "".join(word.capitalize() for word in variant.model.split("_"))
        sentence = "".join(word[0].upper() + word[1:]
                           for word in re.findall(r"[A-Za-z0-9]+", variant.sentence.replace("'", "")))
        print(f"{variant.model};{variant.name};Models.{title}.{sentence}")


def print_summary(results: list[Result], seconds: float) -> None:
    order = {id(variant): place for place, variant in enumerate(VARIANTS)}
    print(f"\n{'model':14} {'variant':28} {'kind':10} {'states':>11} {'seconds':>8}  result")
    for result in sorted(results, key=lambda result: order[id(result.variant)]):
        variant, outcome = result.variant, result.outcome
        good = {"proof": "holds", "weakened": f"noticed: {outcome.error}",
                "reachable": "reached"}[variant.kind]
        print(f"{variant.model:14} {variant.name:28} {variant.kind:10} {outcome.states:>11,} "
              f"{result.seconds:>8.1f}  {'SURPRISE' if result.surprise else good}")
    surprises = [result for result in results if result.surprise]
    for result in surprises:
        variant = result.variant
        print(f"\nSURPRISE in {variant.model} / {variant.name}: {variant.sentence}\n  {result.surprise}\n"
              f"  again: spin -run -DSAFETY {shlex.join('-D' + d for d in variant.defines)} "
              f"{variant.model}.pml")
    print(f"\n{len(results)} variants, {sum(result.outcome.states for result in results):,} states, "
          f"{seconds:.0f} s: {f'{len(surprises)} SURPRISES' if surprises else 'no surprise'}")


def select(model: str | None, name: str | None) -> list[Variant]:
    chosen = [variant for variant in VARIANTS
              if model in (None, variant.model) and name in (None, variant.name)]
    if not chosen:
        raise SystemExit(f"run_models.py: no variant '{name or '*'}' of model '{model or '*'}'; "
                         "see --list")
    return chosen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="show models and variants")
    parser.add_argument("--list-for-ctest", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--model", help="only this model")
    parser.add_argument("--variant", help="only this variant")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="verifiers at once (default 2)")
    arguments = parser.parse_args()
    if arguments.list or arguments.list_for_ctest:
        (print_list if arguments.list else print_for_ctest)()
        return 0
    chosen = select(arguments.model, arguments.variant)
    try:
        spin, compiler = find_tools()
    except ToolMissing as missing:
        print(f"run_models.py: {missing}", file=sys.stderr)
        return 2
    begin = time.monotonic()
    results = []
    with concurrent.futures.ThreadPoolExecutor(max(1, arguments.jobs)) as pool:
        waiting = [pool.submit(verify, variant, spin, compiler) for variant in chosen]
        for done in concurrent.futures.as_completed(waiting):
            result = done.result()
            results.append(result)
            print(f"[{len(results):>2}/{len(chosen)}] {result.variant.model} / {result.variant.name}: "
                  f"{'SURPRISE' if result.surprise else 'as demanded'} "
                  f"({result.outcome.states:,} states, {result.seconds:.1f} s)", flush=True)
    print_summary(results, time.monotonic() - begin)
    return 1 if any(result.surprise for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
