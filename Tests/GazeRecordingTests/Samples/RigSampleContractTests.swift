import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Contract of every rig's sample; for a new rig, add a line to `RigSampleContractTests`.
enum RigSampleContract {
  /// Checks that the fields have names that every format can hold, and that no two columns of a table have the same
  /// name.
  static func expectSoundFields<Sample: RigSample>(_: Sample.Type) {
    let layout = FieldLayout(Sample.self)
    let columns = layout.names(.all)
    #expect(Set(columns).count == columns.count, "\(Sample.rig): two columns of one name")
    #expect(Set(layout.fields.map(\.table)).count == layout.fields.count, "\(Sample.rig): two fields of one name")
    // A set of fields has one bit per field, up to 64; the index of a name takes one byte.
    #expect(layout.fields.count <= 64, "\(Sample.rig)")
    let isWord = { (text: String) in text.wholeMatch(of: /[A-Za-z][A-Za-z0-9._-]*/) != nil }
    for field in Sample.fields {
      let key = field.key
      #expect(isWord(key) && isWord(field.table) && !["t", "participant"].contains(key), "\(Sample.rig): \(key)")
      #expect(field.count > 0 && !field.meaning.isEmpty, "\(Sample.rig): \(key)")
      #expect(field.columns.count == field.count, "\(Sample.rig): \(key)")
      for name in field.names { #expect(isWord(name) && name.lowercased() != "nan", "\(Sample.rig): \(key): \(name)") }
      #expect(Set(field.names).count == field.names.count && field.names.count < 128, "\(Sample.rig): \(key)")
      if case .name(let names, let spoken) = field.kind { #expect(Set(names) == Set(spoken), "\(Sample.rig): \(key)") }
      if case .named = field.parts { #expect(field.kind == .float, "\(Sample.rig): \(key)") }
      // A key is a field or contains fields, not both.
      let within = Sample.fields.filter { $0.key.hasPrefix(key + ".") }
      #expect(within.isEmpty, "\(Sample.rig): \(key)")
    }
  }

  /// Checks that every format gives the same samples to the last bit, and that every sequence of conversions ends in
  /// the same bytes.
  static func expectLossless<Sample: RigSample>(_ samples: [Sample], in scratch: ScratchFolder) throws {
    var header = probeHeader(rig: Sample.rig)
    header.constants = ["fieldOfViewDegrees": 69.4, "imageWidthPixels": 1920]
    let original = scratch("a.jsonl")
    try write(samples, header, to: original)
    for way in [["b.npy", "c.csv", "d.jsonl"], ["b.csv.gz", "c.npy", "d.csv", "e.jsonl"], ["b.jsonl.gz", "c.jsonl"]] {
      var from = original
      for name in way {
        let (back, isCutOff) = try read(Sample.self, from)
        #expect(rows(back) == rows(samples) && !isCutOff, "\(Sample.rig): \(way): \(from)")
        try write(back, try RecordingHeader(path: from), to: scratch(name))
        from = scratch(name)
      }
      #expect(try scratch.bytes(of: way[way.count - 1]) == scratch.bytes(of: "a.jsonl"), "\(Sample.rig): \(way)")
      #expect(try RecordingHeader(path: from) == header)
    }
  }

  /// Checks `count` changed files of each format: one is refused in one line, or what was read of it can be written,
  /// and reads back the same.
  static func expectSoundAfterMutation<Sample: RigSample>(_ samples: [Sample], count: Int, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let scratch = try ScratchFolder()
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u12", "null", "1e999", "-", "nan", "\n", "\0", "\u{7F}é",
    ]
    for name in ["a.jsonl", "a.csv", "a.npy"] {
      try write(samples, probeHeader(rig: Sample.rig), to: scratch(name))
      let valid = [UInt8](try scratch.bytes(of: name))
      var (refused, whole) = (0, 0)
      for index in 0..<count {
        var bytes = valid
        for _ in 0..<generator.int(1...3) where !bytes.isEmpty {
          let place = generator.int(0..<bytes.count)
          switch generator.next() % 6 {
          case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
          case 1: bytes[place] ^= 1 << UInt8(generator.next() % 8)
          case 2: bytes[place] = "()[]{}',0123456789<>|fiuVUbO.e-".utf8.randomElement(using: &generator) ?? 0
          case 3: bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: place)
          case 4: bytes.removeSubrange(place..<min(place + generator.int(1...60), bytes.count))
          default: bytes.removeLast(index % 4 == 0 ? bytes.count - place : 0)
          }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: scratch("b")))
        var read: [Sample] = []
        let error = message { read = try GazeRecordingTests.read(Sample.self, scratch("b")).samples }
        if let error {
          refused += 1
          #expect(!error.utf8.contains { $0 < 0x20 }, "\(String(reflecting: error))")
        } else if !read.isEmpty {
          whole += 1
          let again = ["c.jsonl", "c.csv", "c.npy"][index % 3]
          try write(read, probeHeader(rig: Sample.rig), to: scratch(again))
          #expect(rows(try GazeRecordingTests.read(Sample.self, scratch(again)).samples) == rows(read), "\(name)")
        }
      }
      // Some mutations must be read and some refused; otherwise they would test nothing.
      #expect(refused > count / 20 && whole > count / 20, "\(Sample.rig) \(name): \(refused) refused, \(whole) read")
    }
  }
}

struct RigSampleContractTests {
  @Test("a rig's fields have names that every format can hold")
  func fields() {
    RigSampleContract.expectSoundFields(ProbeSample.self)
    RigSampleContract.expectSoundFields(RecordedFrame.self)
    RigSampleContract.expectSoundFields(RecordedHead.self)
    RigSampleContract.expectSoundFields(RecordedBody.self)
    RigSampleContract.expectSoundFields(RecordedDrag.self)
  }

  @Test("jsonl to npy to csv to jsonl: the same bytes for all bit patterns (n = 2,000 each)")
  func random() throws {
    var generator = SeededGenerator(seed: 71)
    let scratch = try ScratchFolder()
    try RigSampleContract.expectLossless((0..<2_000).map { _ in ProbeSample.random(using: &generator) }, in: scratch)
    let frames = (0..<2_000).map { _ in
      var frame = RecordedFrame.random(using: &generator)
      if frame.truth != nil, generator.next() & 1 == 0 { frame.truth?.page = Double(generator.next() % 10_000) / 7 }
      return frame
    }
    try RigSampleContract.expectLossless(frames, in: scratch)
  }

  @Test("so do negative zeros, subnormals, roundings, unknown parts, and no samples")
  func ugly() throws {
    let scratch = try ScratchFolder()
    let tiny = Double.leastNonzeroMagnitude
    let probes = [
      ProbeSample.plain(), .plain(time: -0.0) { ($0[0], $0[1], $0[2], $0[3]) = (-0.0, tiny, -tiny, 0.1) },
      .plain(time: 1e300) { ($0[0], $0[4]) = (.greatestFiniteMagnitude, -0.0) },
      .plain { for place in 0..<4 { $0[place] = .nan } }, .plain { $0[ProbeSample.seen] = 5 },
    ]
    let floats: [Float] = [
      -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, 1e7, 9_999_999,
      16_777_218, 1 / 3, 0.1,
    ]
    var (odd, half, shapes) = (TransformMatrix.identity, TransformMatrix.identity, BlendShapes())
    for (index, value) in floats.enumerated() { odd[index] = value }
    (half[7], shapes[3], shapes[51]) = (.infinity, -0.0, .leastNonzeroMagnitude)
    let times = [-0.0, tiny, 1e300, -123_456_789.123_456_7, 1e15, 1e15 - 1, 9_007_199_254_740_994, 0.1 + 0.2]
    var frames = times.map { time in plainFrame(time: time) { ($0.face, $0.rightEye) = (odd, odd) } }
    frames += [
      plainFrame { $0.face = .unknown }, plainFrame { $0.isTracked = false },
      plainFrame { ($0.isTracked, $0.camera, $0.face, $0.leftEye) = (false, .unknown, half, .unknown) },
      plainFrame { $0.blink = SIMD2(.nan, 0.5) }, plainFrame { $0.lookAt = SIMD3(0, -0.0, .infinity) },
      plainFrame { $0.blendShapes = BlendShapes() }, plainFrame { $0.blendShapes = shapes },
      plainFrame(app: .init(pointer: SIMD2(-0.0, 1 / 3), scroll: ScrollDirection.none, page: -0.0, scrollPoints: 7)),
      plainFrame(app: .init(scroll: .up)), plainFrame(app: .init(tap: SIMD2(1, 2), dot: SIMD2(3, 4))),
      plainFrame(truth: .init(gaze: nil, state: .away)),
      plainFrame(truth: .init(gaze: SIMD2(-0.0, 2), state: .scroll, page: -0.0)),
    ]
    frames[1].observation.target = SIMD2(-0.0, tiny)
    frames[2].observation.intent = ScrollDirection.none
    try expectLossless(probes, in: scratch)
    try expectLossless(frames, in: scratch)
  }

  private func expectLossless<Sample: RigSample>(_ samples: [Sample], in scratch: ScratchFolder) throws {
    for samples in [samples, samples.reversed(), Array(samples.prefix(2)), []] {
      try RigSampleContract.expectLossless(samples, in: scratch)
    }
  }

  @Test(
    "a changed file is refused in a line or reads and writes: 3,000 a format and rig")
  func mutations() throws {
    var generator = SeededGenerator(seed: 83)
    try RigSampleContract.expectSoundAfterMutation(
      (0..<3).map { _ in ProbeSample.random(using: &generator) }, count: 3_000, seed: 5)
    try RigSampleContract.expectSoundAfterMutation(
      (0..<3).map { _ in RecordedFrame.random(using: &generator) }, count: 3_000, seed: 6)
  }

  @Test("JSON Lines and CSV cut anywhere give whole samples and report; others are refused")
  func cuts() throws {
    let scratch = try ScratchFolder()
    var generator = SeededGenerator(seed: 81)
    let samples = (0..<3).map { _ in ProbeSample.random(using: &generator) }
    for name in ["a.jsonl", "a.csv", "a.npy", "a.jsonl.gz"] {
      try write(samples, probeHeader(), to: scratch(name))
      let whole = [UInt8](try scratch.bytes(of: name))
      let lines = whole.indices.filter { whole[$0] == 0x0A }
      let path = scratch("cut-" + name)
      for length in 0..<whole.count {
        try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: path))
        let head = name == "a.csv" ? lines[1] : lines[0]
        guard ["a.jsonl", "a.csv"].contains(name), length >= head else {
          // If the file ends within the line of column names, all required names may still be there; then the recording
          // has no samples.
          var found: [ProbeSample] = []
          let error = message { found = try read(ProbeSample.self, path).samples }
          #expect(error != nil || name == "a.csv" && found.isEmpty, "\(name) \(length)")
          continue
        }
        let (found, isCutOff) = try read(ProbeSample.self, path)
        #expect(found == Array(samples.prefix(found.count)), "\(name) \(length)")
        // A line of JSON is complete without its line end, a row of CSV is not.
        let ends = lines.count { $0 < length } - lines.count { $0 <= head }
        let isWhole = length == head || length == head + 1 || lines.contains(length - 1)
        #expect(found.count == max(ends, 0) || name == "a.jsonl" && lines.contains(length), "\(name) \(length)")
        #expect(isCutOff != (isWhole || name == "a.jsonl" && lines.contains(length)), "\(name) \(length)")
      }
    }
    // Zeros at the end, which a crash of the system leaves, also count as a cut.
    for rest in ["\0\0\0", #"{"t":1,"cam\#0\#0"#] {
      let (frames, isCutOff) = try read(RecordedFrame.self, text: "\(headerLine)\n{\"t\":0,\(poses)}\n\(rest)")
      #expect(frames.count == 1 && isCutOff)
    }
  }
}
