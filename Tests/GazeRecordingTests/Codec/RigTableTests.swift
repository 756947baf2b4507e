import Foundation
import TestSupport
import Testing

@testable import GazeRecording

/// A rig's samples as CSV and `.npy`.
@Suite struct RigTableTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private let names = "t,participant,attitude0,attitude1,attitude2,attitude3"

  private func csv(_ lines: String...) throws -> [ProbeSample] {
    let path = try scratch.write((["# " + probeHeaderLine] + lines).joined(separator: "\n") + "\n", to: "a.csv")
    return try read(ProbeSample.self, path).samples
  }

  private func fault(_ lines: String...) -> String {
    message {
      let path = try scratch.write((["# " + probeHeaderLine] + lines).joined(separator: "\n") + "\n", to: "a.csv")
      _ = try read(ProbeSample.self, path)
    }?.replacingOccurrences(of: scratch.path + "/", with: "") ?? "none"
  }

  @Test("a CSV is as documented; a truth that comes later adds columns")
  func text() throws {
    let first = ProbeSample.plain { ($0[4], $0[8], $0[9], $0[13]) = (0.5, 0, 1, 1) }
    try write([first], probeHeader(), to: scratch("a.csv"))
    let lines = try scratch.text(of: "a.csv").split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix(##"# {"format":"gazesim.recording","version":2,"rig":"probe""##))
    #expect(lines[1] == names + ",rate,speeds0,speeds1,speeds2,tracked,seen0,seen1,seen2,intent,joints0,joints1")
    #expect(lines[2] == "0.5,0,1,0,0,0,0.5,,,,false,true,,,,right,")
    let truth = ProbeSample.plain(time: 1) { ($0[ProbeSample.seen + 3], $0[ProbeSample.seen + 5]) = (1, 0) }
    for name in ["b.csv", "b.npy", "b.csv.gz"] {
      try write([first, first, truth, first], probeHeader(), to: scratch(name))
      #expect(try read(ProbeSample.self, scratch(name)).samples == [first, first, truth, first], "\(name)")
    }
    #expect(
      try scratch.text(of: "b.csv").split(separator: "\n")[1].hasSuffix(
        ",joints1,truth.attitude0,truth.attitude1,truth.attitude2,truth.attitude3,truth.inner.x,truth.state"))
  }

  @Test(
    "columns in any order, unknown ones skipped; nan and empty mean unknown, True and 1.0 true; tabs separate too")
  func order() throws {
    let expected = [ProbeSample.plain(participant: 2) { ($0[8], $0[12]) = (1, 1) }]
    #expect(
      try csv(
        "attitude3,x,attitude2,intent,attitude1,attitude0,tracked,rate,participant,t", "", "# a remark",
        "0,7,0,shake,0,1,True,nan,2,0.5")
        == expected)
    #expect(
      try csv((names + ",tracked,intent").replacing(",", with: "\t"), "0.5\t2\t1\t0\t0\t0\t1.0\tshake") == expected)
  }

  @Test("an error in a CSV states line, column and what was expected")
  func faults() {
    #expect(
      fault(names.replacing(",attitude2", with: "")) == "a.csv:2: field \"attitude2\": is not among the columns; "
        + "expected attitude0 … attitude3 (w, x, y, z of a unit quaternion)")
    #expect(fault(names.replacing("t,p", with: "x,p")).hasPrefix("a.csv:2: field \"t\": is not among the columns"))
    #expect(
      fault(names + ",speeds1").hasPrefix("a.csv:2: field \"speeds0\": is not among the columns; expected speeds0"))
    #expect(fault(names + ",rate,rate") == "a.csv:2: field \"rate\": occurs 2 times among the columns")
    #expect(fault(names, "0.5,0,1,0,0").hasPrefix("a.csv:3: expected 6 fields, one per column, found 5"))
    #expect(fault(names, ",0,1,0,0,0") == "a.csv:3: field \"t\": is empty; expected seconds")
    #expect(fault(names, "0,0,1,0,0,x") == "a.csv:3: field \"attitude3\": expected a number or nothing, found `x`")
    #expect(fault(names, "0,0,1,0,0,inf").contains("field \"attitude3\": expected a number or nothing"))
    #expect(fault(names, "0,0,1,0,0,1e999").contains("field \"attitude3\": expected a number within the range"))
    #expect(fault(names, "0,0,0,0,0,0") == "a.csv:3: field \"attitude\": is zero; expected a unit quaternion")
    #expect(
      fault(names + ",intent", "0,0,1,0,0,0,up").contains("field \"intent\": expected one of nod, shake, or nothing"))
    #expect(fault(names + ",tracked", "0,0,1,0,0,0,2").contains("field \"tracked\": expected true or false, found `2`"))
    #expect(fault(names, "0,-1,1,0,0,0").contains("field \"participant\": expected a whole number"))
  }

  // MARK: NumPy

  /// An array with these fields and one row, followed by our header.
  private func array(_ fields: String, _ data: [UInt8]) throws -> String {
    let text = Array("{'descr': [\(fields)], 'fortran_order': False, 'shape': (1,), }\n".utf8)
    let bytes =
      NumPyLayout.magic + [1, 0, UInt8(text.count & 0xFF), UInt8(text.count >> 8)] + text + data
      + NumPyLayout.trailer(probeHeader())
    try Data(bytes).write(to: URL(fileURLWithPath: scratch("a.npy")))
    return scratch("a.npy")
  }

  private func bytes(_ values: Double...) -> [UInt8] {
    values.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
  }

  private func fault(_ fields: String, _ data: [UInt8]) -> String {
    message { _ = try read(ProbeSample.self, try array(fields, data)) }?
      .replacingOccurrences(of: scratch.path + "/", with: "") ?? "none"
  }

  @Test("an array needs the required fields, in a type and shape that lose nothing; -1 means unknown")
  func arrays() throws {
    let needed = "('t', '<f8'), ('attitude', '<f8', (4,))"
    let good = bytes(0.5, 1, 0, 0, 0)
    #expect(try read(ProbeSample.self, try array(needed, good)).samples == [.plain()])
    // float32, aligned, another order, integers of another size.
    let other = "('pad', '|V3'), ('intent', '<i8'), ('tracked', '|b1'), ('rate', '<f4'), " + needed
    let row = [0, 0, 0] + [1, 0, 0, 0, 0, 0, 0, 0] + [1] + [0, 0, 0x80, 0x3E] + good
    #expect(
      try read(ProbeSample.self, try array(other, row)).samples
        == [.plain { ($0[12], $0[8], $0[4]) = (1, 1, 0.25) }])
    #expect(fault("('t', '<f8')", bytes(0)).hasPrefix("a.npy: field \"attitude\": is missing; the array has t"))
    #expect(fault("('t', '<f8'), ('attitude', '<f8', (3,))", good).contains("is <f8 of shape (3); expected float32 or"))
    #expect(fault("('t', '<f8'), ('attitude', '>f8', (4,))", good).contains("is big-endian"))
    #expect(fault(needed, bytes(.infinity, 1, 0, 0, 0)).contains("field \"t\": row 0: is inf; expected seconds"))
    #expect(fault(needed, bytes(0, 1, 0, -.infinity, 0)).contains("field \"attitude\": row 0: is infinite"))
    for code: UInt8 in [2, 0x80, 0xFE] {
      let error = fault(needed + ", ('intent', '|i1')", good + [code])
      #expect(
        error.hasPrefix(
          "a.npy: field \"intent\": row 0: is \(Int8(bitPattern: code)); expected -1 (no value), 0 (nod)"))
    }
    #expect(fault(needed + ", ('tracked', '|i1')", good + [2]).contains("expected -1 (no value), 0 (false), 1 (true)"))
    #expect(try read(ProbeSample.self, try array(needed + ", ('tracked', '|i1')", good + [0xFF])).samples == [.plain()])
    #expect(fault(needed + ", ('intent', '<f8')", good + bytes(1)).contains("is <f8; expected whole numbers"))
  }

  @Test(
    "numpy.load sees the fields under their keys, flags and names as numbers, and what it saves back reads the same",
    .enabled(if: numPy != nil, "needs a python3 with NumPy"))
  func load() throws {
    var generator = SeededGenerator(seed: 73)
    let samples = (0..<200).map { _ in ProbeSample.random(using: &generator) }
    try write(samples, probeHeader(), to: scratch("a.npy"))
    try write(samples, probeHeader(), to: scratch("a.jsonl"))
    let script = """
      import json, struct, sys, numpy
      a = numpy.load(sys.argv[1], mmap_mode="r")
      lines = [json.loads(line) for line in open(sys.argv[2]).read().splitlines()[1:]]
      assert len(a) == len(lines)
      same = lambda x, y: struct.pack("<d", x) == struct.pack("<d", y) if y is not None else numpy.isnan(x)
      for row, line in zip(a, lines):
        assert same(row["t"], line["t"]) and row["participant"] == line["participant"]
        assert same(row["rate"], line.get("rate"))
        for x, y in zip(row["attitude"], line["attitude"]): assert same(x, y)
        for x, y in zip(row["truth.attitude"], line.get("truth", {}).get("attitude", [None] * 4)): assert same(x, y)
        assert row["tracked"] == {None: -1, False: 0, True: 1}[line.get("tracked")]
        for x, y in zip(row["seen"], line.get("seen", [None] * 3)): assert x == {None: -1, False: 0, True: 1}[y]
        assert row["intent"] == {None: -1, "nod": 0, "shake": 1}[line.get("intent")]
      numpy.save(sys.argv[3], numpy.array(a))
      print(",".join(f"{n} {a.dtype[n]}" for n in a.dtype.names))
      """
    let python = try #require(numPy)
    let text = try python(script, [scratch("a.npy"), scratch("a.jsonl"), scratch("b.npy")])
    #expect(
      text == "t float64,participant int32,attitude ('<f8', (4,)),rate float64,speeds ('<f8', (3,)),tracked int8,"
        + "seen ('i1', (3,)),intent int8,joints ('i1', (2,)),truth.attitude ('<f8', (4,)),truth.inner.x float64,"
        + "truth.state int8\n")
    #expect(
      message { _ = try read(ProbeSample.self, scratch("b.npy")) }?.contains("has lost the recording's header") == true)
    #expect(try read(ProbeSample.self, scratch("b.npy"), header: probeHeader()).samples == samples)
  }
}
