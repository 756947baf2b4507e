import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// The rules of `RigSampleContract` (in `Support`) for every rig's samples.
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
