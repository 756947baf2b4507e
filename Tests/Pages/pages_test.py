"""Tests script/check-docs, script/check-tutorial and script/accuracy: each finds the faults that are planted here."""
import contextlib
import importlib.machinery
import importlib.util
import io
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "script"
sys.path.insert(0, str(SCRIPTS))
sys.dont_write_bytecode = True


def load(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


pages, docs, tutorial, accuracy = (load(name) for name in ("pages.py", "check-docs", "check-tutorial", "accuracy"))

# A command that prints its arguments, and fails for the argument `worse`.
FAKE = "#!/bin/sh\ncase $1 in worse) echo 'FAIL  1 of 3 limits'; exit 1 ;; esac\necho \"PASS $*\"\necho 12.3 pt\n"


class Pages(unittest.TestCase):
    def run_page(self, text, accept=False):
        with tempfile.TemporaryDirectory() as folder:
            page, fake = Path(folder) / "page.md", Path(folder) / "fake"
            page.write_text(text, encoding="utf-8")
            fake.write_text(FAKE)
            fake.chmod(0o755)
            with contextlib.redirect_stdout(io.StringIO()):
                faults = tutorial.run(str(page), fake, accept)
            return faults, page.read_text(encoding="utf-8")

    def test_what_is_shown_must_be_printed(self):
        faults, _ = self.run_page("```console\n$ gazesim gate\nPASS gate\n12.3 pt\n```\n")
        self.assertEqual(faults, [])
        for shown in ("PASS gate\n12.4 pt", "PASS gate", "PASS gate\n12.3 pt\nmore", "pass gate\n12.3 pt"):
            faults, _ = self.run_page(f"```console\n$ gazesim gate\n{shown}\n```\n")
            self.assertEqual(len(faults), 1, shown)

    def test_lines_may_be_left_out(self):
        for shown in ("PASS gate\n…", "…\n12.3 pt", "…"):
            faults, _ = self.run_page(f"```console\n$ gazesim gate\n{shown}\n```\n")
            self.assertEqual(faults, [], shown)
        faults, _ = self.run_page("```console\n$ gazesim gate\n…\n12.4 pt\n```\n")
        self.assertEqual(len(faults), 1)

    def test_exit_codes(self):
        faults, _ = self.run_page("```console\n$ gazesim worse\nFAIL  1 of 3 limits\n```\n")
        self.assertEqual(faults, [])
        for shown in ("$ gazesim worse\n…", "$ false", "$ echo FAIL\nFAIL"):
            faults, _ = self.run_page(f"```console\n{shown}\n```\n")
            self.assertEqual(len(faults), 1, shown)
            self.assertIn("exit code", faults[0])

    def test_files_continued_lines_and_documents(self):
        faults, _ = self.run_page(
            "```text a.txt\none\n```\n```console\n$ cat \\\n  a.txt\none\n"
            "$ cat >> a.txt <<'END'\ntwo\nEND\n$ cat a.txt\none\ntwo\n```\n")
        self.assertEqual(faults, [])

    def test_accept_writes_what_is_printed_and_keeps_what_is_left_out(self):
        faults, text = self.run_page("a\n```console\n$ gazesim gate\nPASS\n…\n$ gazesim x\n?\n```\nb\n", accept=True)
        self.assertEqual(faults, [])
        self.assertEqual(text, "a\n```console\n$ gazesim gate\nPASS gate\n…\n$ gazesim x\nPASS x\n12.3 pt\n```\nb\n")

    def test_accept_finds_lines_between_left_out_ones_by_their_words(self):
        made = ["PASS", "a 1 pt", "b 2.5 pt", "c 3 pt", "end"]
        self.assertEqual(tutorial.accepted(["PASS", "…", "b 2.4 pt", "…"], made), ["PASS", "…", "b 2.5 pt", "…"])
        self.assertTrue(tutorial.matches(["PASS", "…", "b 2.5 pt", "…"], made))
        with self.assertRaises(SystemExit):
            tutorial.accepted(["PASS", "…", "d 2.4 pt", "…"], made)

    def test_other_platforms_may_differ_by_one_unit_of_a_last_digit(self):
        exact = pages.EXACT
        try:
            pages.EXACT = False
            for made, equal in (("12.4 pt", True), ("12.5 pt", False), ("12.3 mm", False), (" 12.2 pt", False)):
                self.assertEqual(pages.same("12.3 pt", made), equal, made)
            pages.EXACT = True
            self.assertFalse(pages.same("12.3 pt", "12.4 pt"))
        finally:
            pages.EXACT = exact

    def test_workflow_inputs(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "gaze.yml"
            file.write_text(
                "    steps:\n      - uses: a/b@c\n      - uses: OWNER/gazesim@COMMIT\n        with:\n"
                "          device: x\n          arguments: |\n            --pipeline-command=python3 p.py\n            --duration=30\n")
            self.assertEqual(
                tutorial.inputs(file), {"device": "x", "arguments": "--pipeline-command=python3 p.py\n--duration=30\n"})

    def test_anchors_links_and_blocks(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.md"
            file.write_text(
                "# A `word`, and more\n## Twice\n## Twice\n[x](y.md#z) ![p](p.svg) `[no](no.md)`\n"
                '<img src="q.svg">\n```console\n$ a\n[no](no.md)\n$ b\n```\n')
            page = docs.Page(file)
            self.assertEqual(page.anchors(), {"a-word-and-more", "twice", "twice-1"})
            self.assertEqual([address for _, address in page.links()], ["y.md#z", "p.svg", "q.svg"])
            self.assertEqual(page.commands(), 2)

    def test_three_significant_digits(self):
        cases = {0: "0", 0.0012345: "0.00123", 0.26: "0.260", 1: "1.00", 53.94: "53.9", 101.15: "101", 23906.3: "23906"}
        for value, text in cases.items():
            self.assertEqual(accuracy.short(value), text)
        self.assertEqual(accuracy.ranged(1, None), "1.00")

    def test_accuracy_finds_a_changed_line(self):
        self.assertIsNone(accuracy.differences("a", ["x 1", "y"], ["x 1", "y"]))
        self.assertIn("`y` is now `z`", accuracy.differences("a", ["x 1", "y"], ["x 1", "z"]))
        self.assertIsNotNone(accuracy.differences("a", ["x 1"], ["x 1", "z"]))

    @staticmethod
    def comparison():
        """A comparison as JSON whose rows count up: error 10, 20, …, each from half of it to its whole."""
        rows, splits, number = [], [], 0
        for rule in accuracy.RULES.values():
            for arm in accuracy.RECENTRED.values():
                number += 1

                def figure(value):
                    ends = {name: {"value": value * factor, "ci95": [value * factor * 0.9, value * factor * 1.1],
                                   "split": split}
                            for name, factor, split in (("smallest", 0.5, "0.9,0.4"), ("largest", 1, "0.1,1.2"))}
                    return {**ends, "lowest": ends["smallest"]["ci95"][0], "highest": ends["largest"]["ci95"][1]}

                label, is_ideal = f"row {number}", arm == "ideal"
                row = {"label": label, "trigger": rule, "recentre": "none" if is_ideal else arm}
                rows.append({**row, "preset": "ideal"} if is_ideal else row)
                splits.append({"label": label, "errorPoints": figure(10 * number), "ratio": figure(1.5),
                               "f1": figure(number / 100), "falsePerMinute": figure(number)})
        return {"rows": rows, "splits": splits}

    def test_the_table_of_the_readme_is_that_of_the_page(self):
        page = ["<!-- recentring -->", "## A", "```", "$ gazesim compare --a \\", "    --b 1", "```",
                "| scrolls by | recentring | error |", "|---|---|---|", "| x | y | 1 |", "", "| same people | times |", "|---|---|",
                "| reading | 1 |", "after"]
        ran = []
        made = accuracy.filled("recentring", page, lambda *given: ran.append(given) or self.comparison())
        self.assertEqual(ran, [("compare", "--a", "--b", "1")])
        self.assertIn("| the gaze alone | one dot | 9.0 to 22 | 0.0090 to 0.022 | 0.90 to 2.2 |", made)
        self.assertEqual([made[:7], made[-4:-2], made[-1]], [page[:7], page[-4:-2], "after"])
        front = ("| recentring | error, pt | F1 | false |\n|---|---|---|---|\n| one dot | 1 | 1 | 1 | a dot |\n"
                 "| a tracker without errors, and brows | 1 | 1 | 1 | - |\n\nIt is 1 to 2 times as large.\n")
        written = accuracy.readme(front, made)
        self.assertIn("| one dot | 9.0 to 22 | 0.0090 to 0.022 | 0.90 to 2.2 | a dot |", written)
        self.assertIn("| a tracker without errors, and brows | 45 to 110 | 0.045 to 0.11 | 4.5 to 11 | - |", written)
        self.assertRegex(written, "It is 0[0-9.]+ to [0-9.]+ times as large.\n$")
        self.assertEqual(accuracy.readme(written, made), written)

    def test_tables_are_filled_by_the_metrics_that_they_name(self):
        table = ["| figure | value |", "|---|---|", "| error (`pointer.error.median`) | 9 |", "| false (`scroll.false`) | 9 |"]
        result = {"pointer": {"error": {"median": 2.5}}, "scroll": {"false": {"value": 1}},
                  "intervals": {"pointer.error.median": [1, 3]}}
        made = accuracy.filled("default", ["$ gazesim evaluate", *table], lambda *given: result)
        self.assertEqual(made[3:], ["| error (`pointer.error.median`) | 2.50 [1.00, 3.00] |", "| false (`scroll.false`) | 1.00 |"])


if __name__ == "__main__":
    unittest.main()
