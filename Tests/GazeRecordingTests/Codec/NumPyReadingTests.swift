import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Exchange with NumPy and pandas: they read our files, and we read the files that they write back.
struct NumPyReadingTests {
  private let scratch: ScratchFolder
  private let frames: [RecordedFrame]

  init() throws {
    scratch = try ScratchFolder()
    var generator = SeededGenerator(seed: 61)
    frames = (0..<300).map { _ in RecordedFrame.random(using: &generator) }
    let header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 100_001, source: .simulated)
    for name in ["a.jsonl", "a.npy", "a.csv"] {
      var writer = try RecordingWriter(path: scratch(name), header: header)
      for frame in frames { try writer.write(frame) }
      try writer.close()
    }
  }

  @Test(
    "numpy.load sees named fields with the same bits, also memory-mapped",
    .enabled(if: numPy != nil, "needs a python3 with NumPy"))
  func load() throws {
    let script = """
      import json, struct, sys, numpy
      whole, mapped = numpy.load(sys.argv[1]), numpy.load(sys.argv[1], mmap_mode="r")
      assert whole.dtype == mapped.dtype and whole.tobytes() == mapped.tobytes()
      assert whole.dtype.itemsize == 306 + 81 + 25 + 208, whole.dtype.itemsize
      lines = open(sys.argv[2]).read().splitlines()[1:]
      assert len(whole) == len(lines)
      states = ["fixate", "read", "pursue", "saccade", "blink", "scroll", "away"]
      same = lambda a, b, code: struct.pack(code, a) == struct.pack(code, b)
      for row, line in zip(whole, lines):
        frame = json.loads(line)
        assert same(row["t"], frame["t"], "<d") and row["participant"] == frame["participant"]
        for name in ["camera", "face", "leftEye", "rightEye", "blink", "lookAt"]:
          for a, b in zip(row[name], frame[name]): assert same(a, numpy.float32(b), "<f"), (name, a, b)
        assert bool(row["tracked"]) == frame["tracked"]
        for a, b in zip(row["target"], frame["target"] or []): assert same(a, b, "<d")
        assert frame["target"] or numpy.isnan(row["target"]).all()
        assert row["intent"] == {None: -1, "none": 0, "up": 1, "down": 2}[frame["intent"]]
        for name in ["pointer", "tap", "dot", "raw"]:
          for a, b in zip(row[name], frame.get(name) or []): assert same(a, b, "<d"), (name, a, b)
          assert (name in frame) != numpy.isnan(row[name]).all(), name
        assert row["scroll"] == {None: -1, "none": 0, "up": 1, "down": 2}[frame.get("scroll")]
        assert same(row["page"], frame["page"], "<d") if "page" in frame else numpy.isnan(row["page"])
        truth = frame.get("truth")
        assert row["truthState"] == (states.index(truth["state"]) if truth else -1)
        assert numpy.isnan(row["blendShapes"]).all() == ("blendShapes" not in frame)
      print(len(whole), ",".join(whole.dtype.names))
      """
    let python = try #require(numPy)
    let text = try python(script, [scratch("a.npy"), scratch("a.jsonl")])
    #expect(
      text == "300 t,participant,camera,face,leftEye,rightEye,tracked,blink,lookAt,target,intent,pointer,scroll,"
        + "tap,dot,page,raw,scrollPoints,truthGaze,truthState,truthPage,blendShapes\n")
  }

  @Test(
    "numpy.save's output, aligned, reordered or as float64, converts alike",
    .enabled(if: numPy != nil, "needs a python3 with NumPy"))
  func save() throws {
    let script = """
      import sys, numpy
      a = numpy.load(sys.argv[1])
      numpy.save(sys.argv[2] + "/plain.npy", a)
      numpy.save(sys.argv[2] + "/mapped.npy", numpy.load(sys.argv[1], mmap_mode="r")[:])
      aligned = numpy.dtype([(n, a.dtype[n]) for n in a.dtype.names], align=True)
      assert aligned.itemsize > a.dtype.itemsize
      numpy.save(sys.argv[2] + "/aligned.npy", a.astype(aligned))
      base = lambda n: a.dtype[n].base if a.dtype[n].base != numpy.float32 else numpy.float64
      wide = numpy.dtype([(n, (base(n), a.dtype[n].shape)) for n in reversed(a.dtype.names)])
      b = numpy.zeros(len(a), wide)
      for n in a.dtype.names: b[n] = a[n]
      numpy.save(sys.argv[2] + "/wide.npy", b)
      numpy.save(sys.argv[2] + "/big.npy", a.astype(a.dtype.newbyteorder(">")))
      """
    let python = try #require(numPy)
    _ = try python(script, [scratch("a.npy"), scratch.path])
    let header = try RecordingReader(path: scratch("a.jsonl")).header
    for name in ["plain", "mapped", "aligned", "wide"] {
      try convert(scratch("\(name).npy"), scratch("b.jsonl"), header: header)
      #expect(try scratch.text(of: "b.jsonl") == scratch.text(of: "a.jsonl"), "\(name)")
    }
    let big = message { try convert(scratch("big.npy"), scratch("b.jsonl"), header: header) }
    #expect(big?.contains("is big-endian") == true)
  }

  @Test(
    "pandas reads the CSV with comment=\"#\", and its output converts to the same recording",
    .enabled(if: pandas != nil, "needs a python3 with pandas"))
  func frame() throws {
    let script = """
      import sys, pandas
      f = pandas.read_csv(sys.argv[1], comment="#", float_precision="round_trip")
      assert f["tracked"].dtype == bool
      f.to_csv(sys.argv[2])
      print(len(f), len(f.columns))
      """
    let python = try #require(pandas)
    let text = try python(script, [scratch("a.csv"), scratch("p.csv")])
    // The samples that `init` wrote, and a CSV's columns: a new field of a frame adds to these.
    #expect(text == "300 131\n")
    let header = try RecordingReader(path: scratch("a.jsonl")).header
    #expect(
      message { _ = try RecordingReader(path: scratch("p.csv")) }?.contains("has lost the recording's header") == true)
    try convert(scratch("p.csv"), scratch("b.npy"), header: header)
    #expect(
      try scratch.bytes(of: "b.npy")
        == scratch.bytes(of: "a.npy"))
  }
}
