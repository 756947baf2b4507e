"""Planted changes are found, named and measured: `python3 Tests/Corpus/corpus_test.py`."""

import contextlib
import io
import json
import os
import struct
import tempfile
import unittest

import corpus

RECORDING = '{"format":"gazesim.recording","version":1}\n{"t":0.5,"face":[1.25,2.5]}\n'
REPORT = '{"pointer":{"errorPoints":{"mean":92.5}},"verdict":"fail"}\n'


def npy(value):
    header = b"{'descr': [('t', '<f8'), ('face', '<f4', (2,))], 'fortran_order': False, 'shape': (1,), }\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack("<d2f", 0.5, 1.25, value)


class Changes(unittest.TestCase):
    def changed(self, name, old, new):
        return corpus.changes(name, old if isinstance(old, bytes) else old.encode(), new if isinstance(new, bytes) else new.encode())

    def test_report(self):
        sentences, worst = self.changed("stdout.txt", REPORT, REPORT.replace("92.5", "92.6"))
        self.assertEqual(len(sentences), 1)
        self.assertIn("pointer.errorPoints.mean: 92.5 -> 92.6 (absolute 0.1, relative 0.00108)", sentences[0])
        self.assertAlmostEqual(worst, 0.1 / 92.6)

    def test_checksum(self):
        report = '{"a": 1, "command": {"checksum": "00ff00ff"}}'
        sentences, worst = self.changed("e.json", report, report.replace("1", "2").replace("00ff", "11ff"))
        self.assertEqual((len(sentences), worst), (1, 0.5))
        sentences, worst = self.changed("e.json", report, report.replace("00ff00ff", "11ff11ff"))
        self.assertEqual((sentences, worst), (["the same fields, written in other bytes"], 0.0))

    def test_words(self):
        sentences, worst = self.changed("stdout.txt", REPORT, REPORT.replace('"fail"', '"pass"'))
        self.assertEqual(sentences, ["verdict: fail -> pass"])
        self.assertEqual(worst, float("inf"))

    def test_new_key(self):
        sentences, worst = self.changed("e.json", REPORT, REPORT.replace('"verdict"', '"new":1,"verdict"'))
        self.assertEqual(sentences, ["new: (not there) -> 1"])
        self.assertEqual(worst, float("inf"))

    def test_lines(self):
        sentences, _ = self.changed("take.jsonl", RECORDING, RECORDING.replace("2.5]", "2.75]"))
        self.assertEqual(len(sentences), 1)
        self.assertIn("line 2: face[1]: 2.5 -> 2.75 (absolute 0.25", sentences[0])

    def test_table_and_text(self):
        sentences, _ = self.changed("e.csv", "a,b\n1,2\n", "a,b\n1,2.5\n")
        self.assertIn("line 2, number 2: 2.0 -> 2.5 (absolute 0.5, relative 0.2)", sentences[0])
        sentences, worst = self.changed("stderr.txt", "error: old\n", "error: new\n")
        self.assertEqual((sentences, worst), (["line 1: error: old -> error: new"], float("inf")))

    def test_numpy(self):
        sentences, worst = self.changed("take.npy", npy(2.5), npy(3.0))
        self.assertEqual(len(sentences), 1)
        self.assertIn("row 0: face[1]: 2.5 -> 3.0 (absolute 0.5", sentences[0])
        self.assertEqual(self.changed("take.npy", npy(2.5), npy(2.5)), ([], 0.0))

    def test_recording_behind_an_array(self):
        def recording(version):
            line = b'{"format":"gazesim.recording","version":%d}\n' % version
            return npy(2.5) + line + struct.pack("<Q", len(line)) + b"GAZEHEAD"

        sentences, _ = self.changed("take.npy", recording(1), recording(2))
        self.assertEqual(sentences, ["recording: version: 1 -> 2 (absolute 1, relative 0.5)"])
        self.assertEqual(self.changed("take.npy", recording(2), recording(2)), ([], 0.0))

    def test_other_bytes(self):
        self.assertEqual(self.changed("e.json", '{"a": 1.0}', '{"a":1.0}'), (["the same fields, written in other bytes"], 0.0))


class Verdicts(unittest.TestCase):
    """The whole way: record, change, compare."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name in ("HASHES", "OUTPUTS"):
            old = getattr(corpus, name)
            self.addCleanup(setattr, corpus, name, old)
            setattr(corpus, name, os.path.join(self.folder.name, name))

    def made(self, **changes):
        files = {"exit": b"0\n", "stdout.txt": REPORT.encode(), "stderr.txt": b"", "e.md": b"92.5 pt\n", "take.jsonl": RECORDING.encode()}
        return {"gaze/evaluate": {**files, **{name.replace("_", "."): data for name, data in changes.items()}}}

    def outcome(self, binds, **changes):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            corpus.accept(self.made())
            result = corpus.compare(self.made(**changes), True, binds)
        return result, printed.getvalue()

    def report(self, mean):
        return json.dumps({"pointer": {"errorPoints": {"mean": mean}}, "verdict": "fail"}).encode()

    def test_here_every_byte_counts(self):
        self.assertEqual(self.outcome(True)[0], 0)
        for changes in ({"stdout_txt": self.report(92.5 * (1 + 1e-12))}, {"e_md": b"92.6 pt\n"}, {"exit": b"1\n"}, {"stderr_txt": b"x\n"}):
            self.assertEqual(self.outcome(True, **changes)[0], 1, changes)

    def test_elsewhere_figures_verdicts_and_exit_codes_count(self):
        fine = [{}, {"stdout_txt": self.report(92.5 * (1 + 1e-12))}, {"e_md": b"92.6 pt\n"}, {"take_jsonl": RECORDING.replace("2.5]", "2.5000002]").encode()}]
        for changes in fine:
            self.assertEqual(self.outcome(False, **changes)[0], 0, changes)
        wrong = [
            {"stdout_txt": self.report(92.5 * (1 + 1e-8))}, {"exit": b"1\n"}, {"take_jsonl": RECORDING.replace("2.5]", "2.50001]").encode()},
            {"stdout_txt": REPORT.replace("fail", "pass").encode()},
        ]
        for changes in wrong:
            self.assertEqual(self.outcome(False, **changes)[0], 1, changes)

    def test_missing_and_new(self):
        result, printed = self.outcome(True, new_json=b"{}")
        self.assertEqual(result, 1)
        self.assertIn("new.json: is new", printed)

    def test_folder(self):
        lines = [(None, "echo a > a; echo b > b"), ("case", "rm a; echo c > b; echo d > d")]
        made = corpus.run_story("story", lines, 1)["story/case"]
        self.assertEqual((made["a"], made["b"], made["d"]), (b"(deleted)", b"c\n", b"d\n"))


if __name__ == "__main__":
    unittest.main()
