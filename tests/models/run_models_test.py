#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner must not take a broken or incomplete verification for a good one."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import run_models
from variants import VARIANTS, Variant

HERE = Path(__file__).resolve().parent
PROOF = Variant("m", "p", "proof", (), "", "it holds")
WEAKENED = Variant("m", "w", "weakened", (), "the_claim", "it is noticed")
REACHABLE = Variant("m", "r", "reachable", (), "place_not_reached", "it is reached")

VERIFIED = "State-vector 60 byte, depth reached 9, errors: 0\n    12345 states, stored\n"
FOUND = ("pan:1: assertion violated the_claim (at depth 7)\nWarning: Search not completed\n"
         "State-vector 60 byte, depth reached 9, errors: 1\n       11 states, stored\n")


def judge(variant: Variant, output: str) -> str:
    return run_models.judge(variant, run_models.read_outcome(output))


def run(arguments: list[str], path: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-B", str(HERE / "run_models.py"), *arguments], text=True,
                          capture_output=True, check=False, env={"PATH": path, **environment})


class Judging(unittest.TestCase):
    def test_a_complete_search_without_error_is_a_proof(self):
        self.assertEqual(judge(PROOF, VERIFIED), "")

    def test_a_counter_example_to_a_proof_is_a_surprise_with_its_name(self):
        self.assertIn("the_claim", judge(PROOF, FOUND))

    def test_an_invalid_end_state_is_a_surprise(self):
        self.assertIn("invalid end state",
                      judge(PROOF, FOUND.replace("assertion violated the_claim", "invalid end state")))

    def test_a_search_cut_short_is_no_proof(self):
        for words in ("error: max search depth too small", "pan: out of memory",
                      "pan: reached -DMEMLIM bound", "Warning: Search not completed"):
            self.assertIn("did not finish", judge(PROOF, f"{words}\n{VERIFIED}"))
        self.assertIn("did not finish", judge(PROOF, "Killed"))

    def test_a_weakened_variant_that_verifies_is_a_surprise(self):
        self.assertIn("no counter-example", judge(WEAKENED, VERIFIED))

    def test_a_weakened_variant_must_show_the_expected_counter_example(self):
        self.assertEqual(judge(WEAKENED, FOUND), "")
        self.assertIn("another counter-example",
                      judge(WEAKENED, FOUND.replace("the_claim", "another_claim")))

    def test_an_unreachable_place_is_a_surprise(self):
        self.assertIn("never reached", judge(REACHABLE, VERIFIED))
        self.assertEqual(judge(REACHABLE, FOUND.replace("the_claim", "place_not_reached")), "")


class Running(unittest.TestCase):
    def test_a_missing_spin_is_named_with_its_cure(self):
        with tempfile.TemporaryDirectory() as empty:
            done = run([], empty)
        self.assertEqual(done.returncode, 2)
        self.assertIn("apt-get install spin", done.stderr)

    def test_a_missing_compiler_is_named_with_its_cure(self):
        with tempfile.TemporaryDirectory() as directory:
            spin = Path(directory, "spin")
            spin.write_text("#!/bin/false\n")
            spin.chmod(0o755)
            done = run([], directory)
            self.assertEqual(done.returncode, 2)
            self.assertIn("no C compiler found", done.stderr)
            self.assertIn("nosuchcc", run([], directory, CC="nosuchcc").stderr)

    def test_an_unknown_model_is_refused(self):
        done = run(["--model", "nosuch"], os.environ["PATH"])
        self.assertEqual(done.returncode, 1)
        self.assertIn("see --list", done.stderr)

    def test_every_model_has_proofs_weakenings_and_a_file(self):
        for model in {variant.model for variant in VARIANTS}:
            self.assertTrue((HERE / f"{model}.pml").exists(), model)
            self.assertLessEqual({"proof", "weakened"},
                                 {variant.kind for variant in VARIANTS if variant.model == model})

    def test_variants_and_test_names_are_unique(self):
        names = [(variant.model, variant.name) for variant in VARIANTS]
        sentences = [(variant.model, variant.sentence) for variant in VARIANTS]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(len(sentences), len(set(sentences)))

    def test_every_weakening_in_a_model_is_demanded_by_a_variant(self):
        demanded = {(variant.model, define) for variant in VARIANTS for define in variant.defines}
        for model in {variant.model for variant in VARIANTS}:
            text = (HERE / f"{model}.pml").read_text()
            for word in set(re.findall(r"\b(?:WEAKEN|RELAX)_\w+", text)):
                self.assertIn((model, word), demanded)


if __name__ == "__main__":
    unittest.main()
