import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// Copies a recording as `gazesim convert` does.
func convert(_ from: String, _ to: String, header: RecordingHeader? = nil) throws {
  var reader = try RecordingReader(path: from, header: header)
  var writer = try RecordingWriter(path: to, force: true, header: reader.header)
  while let frame = try reader.next() { try writer.write(frame) }
  try writer.close()
}

@Suite struct RecordingFormatTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test("a path's ending names the format, ignoring .gz; any other ending means JSON Lines")
  func endings() {
    let expected: [(String, RecordingFormat)] = [
      ("a.jsonl", .jsonl), ("a.npy", .npy), ("a.csv", .csv), ("a.CSV.gz", .csv), ("a.jsonl.gz", .jsonl), ("-", .jsonl),
      ("a.npy.gz", .npy), ("csv", .jsonl), ("a.csv/b", .jsonl), ("", .jsonl),
    ]
    for (path, format) in expected { #expect(RecordingFormat(path: path) == format, "\(path)") }
  }

  private func write(_ frames: [RecordedFrame], truth: RecordingHeader.Truth? = nil) throws -> String {
    var header = RecordingHeader(
      device: "iphone12mini", rate: 59.94, scenario: "a \"b\" # ü", participants: 100_001, source: .simulated)
    header.truth = truth
    header.assumptions = ["a, b; c", "line\nend"]
    var writer = try RecordingWriter(path: scratch("a.jsonl"), force: true, header: header)
    for frame in frames { try writer.write(frame) }
    try writer.close()
    return scratch("a.jsonl")
  }

  /// Every sequence of conversions ends in the same bytes.
  private func expectLossless(_ original: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: original))
    for way in [
      ["b.npy", "c.csv", "d.jsonl"], ["b.csv", "c.npy", "d.jsonl"], ["b.csv.gz", "c.npy", "d.csv", "e.jsonl"],
      ["b.jsonl.gz", "c.npy", "d.npy", "e.jsonl"],
    ] {
      var from = original
      for name in way {
        try convert(from, scratch(name))
        from = scratch(name)
      }
      let result = try Data(contentsOf: URL(fileURLWithPath: from))
      #expect(result == bytes, "\(way)", sourceLocation: sourceLocation)
    }
  }

  @Test("jsonl to npy to csv to jsonl gives the same bytes, every number drawn from all bit patterns: n = 2,000")
  func random() throws {
    var generator = SeededGenerator(seed: 21)
    let frames = (0..<2_000).map { _ in
      var frame = RecordedFrame.random(using: &generator)
      if frame.truth != nil, generator.next() & 1 == 0 { frame.truth?.page = Double(generator.next() % 10_000) / 7 }
      return frame
    }
    let truth = RecordingHeader.Truth(screen: [0.05, 0.1], camera: [0.02, 0.001], people: [])
    try expectLossless(try write(frames, truth: truth))
  }

  @Test("so do negative zeros, subnormals, unknown poses, lost faces, and a recording without frames")
  func ugly() throws {
    let tiny = Float.leastNonzeroMagnitude
    var odd = TransformMatrix.identity
    for (i, value) in [-0.0, tiny, -tiny, 0.1, .greatestFiniteMagnitude, 1e7, 16_777_216, 1 / 3].enumerated() {
      odd[i] = value
    }
    var half = TransformMatrix.identity
    half[7] = .infinity
    func frame(_ time: Double, _ change: (inout FaceFrame) -> Void = { _ in }) -> RecordedFrame {
      var frame = FaceFrame(time: time, face: odd, leftEye: .identity, rightEye: odd)
      change(&frame)
      return RecordedFrame(observation: RecordedFrame.Observation(frame: frame))
    }
    var shapes = BlendShapes()
    shapes[3] = -0.0
    shapes[51] = tiny
    var frames = [
      frame(-0.0), frame(.leastNonzeroMagnitude), frame(1e300), frame(-123_456_789.123_456_7),
      frame(1) { $0.face = .unknown },
      frame(2) { $0.isTracked = false },
      frame(3) {
        $0.isTracked = false
        ($0.camera, $0.face, $0.leftEye, $0.rightEye) = (.unknown, half, .unknown, .unknown)
      },
      frame(4) { $0.blink = SIMD2(.nan, 0.5) }, frame(5) { $0.lookAt = SIMD3(0, -0.0, .infinity) },
      frame(6) { $0.blendShapes = BlendShapes() }, frame(7) { $0.blendShapes = shapes },
    ]
    frames[1].observation.target = SIMD2(-0.0, Double.leastNonzeroMagnitude)
    frames[2].observation.intent = ScrollDirection.none
    frames[3].truth = RecordedFrame.Truth(gaze: nil, state: .away)
    frames[4].truth = RecordedFrame.Truth(gaze: SIMD2(-0.0, 2), state: .scroll, page: -0.0)
    for order in [frames, frames.reversed(), Array(frames.prefix(3)), []] { try expectLossless(try write(order)) }
    // Writing from memory at once gives the same bytes as the conversions.
    var writer = try RecordingWriter(
      path: scratch("direct.npy"), force: true, header: try RecordingReader(path: write(frames)).header)
    for frame in frames { try writer.write(frame) }
    try writer.close()
    try convert(scratch("a.jsonl"), scratch("b.npy"))
    let (direct, long) = (try Data(contentsOf: URL(fileURLWithPath: scratch("direct.npy"))), scratch("b.npy"))
    #expect(try direct == Data(contentsOf: URL(fileURLWithPath: long)))
  }

  @Test("a newer version is refused as newer in every format, and an older version opens")
  func versions() throws {
    let path = try write([
      RecordedFrame(
        observation: RecordedFrame.Observation(
          frame: FaceFrame(
            time: 0, face: .identity, leftEye: .identity, rightEye: .identity)))
    ])
    for name in ["b.jsonl", "b.npy", "b.csv"] {
      try convert(path, scratch(name))
      #expect(message { _ = try RecordingReader(path: scratch(name)) } == nil)
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch(name))))
      let key = Array(#""version":"#.utf8)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: key) }) + key.count
      bytes[place] = UInt8(ascii: "4")
      try Data(bytes).write(to: URL(fileURLWithPath: scratch(name)))
      let error = try #require(message { _ = try RecordingReader(path: scratch(name)) })
      #expect(error.hasSuffix(#"field "version": 4 is newer than this program knows (3); update gazesim"#), "\(error)")
      #expect(error.hasPrefix(scratch(name) + (name == "b.npy" ? ": " : ":1: ")), "\(error)")
    }
  }

  @Test("a table begins with few columns and is rewritten when a later frame needs another")
  func widening() throws {
    let plain = RecordedFrame(
      observation: RecordedFrame.Observation(
        frame: FaceFrame(time: 0, face: .identity, leftEye: .identity, rightEye: .identity)))
    var full = plain
    full.truth = RecordedFrame.Truth(gaze: nil, state: .read)
    full.observation.frame.blendShapes = BlendShapes()
    let header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 1, source: .recorded)
    func size(_ frames: [RecordedFrame], _ name: String) throws -> Int {
      var writer = try RecordingWriter(path: scratch(name), force: true, header: header)
      for frame in frames { try writer.write(frame) }
      try writer.close()
      var reader = try RecordingReader(path: scratch(name))
      var read: [RecordedFrame] = []
      while let frame = try reader.next() { read.append(frame) }
      #expect(read == frames)
      #expect(scratch.names.allSatisfy { !$0.hasPrefix(".") })
      return try Data(contentsOf: URL(fileURLWithPath: scratch(name))).count
    }
    let many = [RecordedFrame](repeating: plain, count: 1000)
    // 306 bytes a row; with truth 25 more, with coefficients 208.
    let narrow = try size(many, "a.npy") - size([plain], "a.npy")
    #expect(narrow == 999 * 306)
    let wide = try size(many + [full], "a.npy") - size([full], "a.npy")
    #expect(wide == 1000 * (306 + 25 + 208))
    _ = try size(many + [full] + many, "a.csv")
    _ = try size(many + [full] + many, "a.csv.gz")
    let text = try scratch.text(of: "a.csv").split(separator: "\n")
    #expect(
      text[1].hasSuffix("intent,truthGazeX,truthGazeY,truthState,truthPage," + BlendShapes.names.joined(separator: ","))
    )
  }

  @Test("a .npy that cannot be completed is refused: compressed, or to a device")
  func refusals() {
    let header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 1, source: .recorded)
    let compressed = message { _ = try RecordingWriter(path: scratch("a.npy.gz"), header: header) }
    #expect(compressed?.contains("a.npy.gz: cannot be both") == true)
    let device = message { _ = try RecordingWriter(path: "/dev/null", header: header, format: .npy) }
    #expect(device?.hasPrefix("/dev/null: cannot write: a .npy begins with the number of frames") == true)
    #expect(scratch.names == [])
  }
}
