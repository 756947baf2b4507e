import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@Suite struct RecordingEncoderTests {
  private func decoded(_ frames: [RecordedFrame]) throws -> [RecordedFrame] {
    var bytes = Array((headerLine + "\n").utf8)
    for frame in frames { RecordingEncoder.append(frame, into: &bytes) }
    return try RecordingReaderBox(String(decoding: bytes, as: UTF8.self)).all()
  }

  @Test("2,000 frames of arbitrary finite bit patterns, 180,000 numbers, read back bit for bit")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 1)
    let frames = (0..<2_000).map { _ in RecordedFrame.random(using: &generator) }
    let back = try decoded(frames)
    #expect(back.count == frames.count)
    for (a, b) in zip(frames, back) {
      #expect(a == b)
      #expect(bits(a) == bits(b))
    }
  }

  @Test("Edge cases of Float and Double read back bit for bit")
  func edges() throws {
    let floats: [Float] = [
      0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
      .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1, -1, 1e7, 9_999_999,
      16_777_216, 16_777_218, 0.1, 1 / 3,
    ]
    let doubles: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1e15, 1e15 - 1, 1e16,
      9_007_199_254_740_994, 1 / 3, 0.1 + 0.2,
    ]
    var matrix = TransformMatrix.identity
    for (i, value) in floats.enumerated() { matrix[i] = value }
    for value in doubles {
      let frame = FaceFrame(time: value, face: matrix, leftEye: .identity, rightEye: matrix)
      let recorded = RecordedFrame(observation: RecordedFrame.Observation(frame: frame, target: SIMD2(value, -value)))
      let back = try #require(try decoded([recorded]).first)
      #expect(bits(back) == bits(recorded))
    }
  }

  @Test("A pose that is not finite is left out of a lost frame, null in a tracked one, and reads back as all NaN")
  func unknownPoses() throws {
    var broken = TransformMatrix.identity
    broken[5] = .infinity
    for isTracked in [true, false] {
      let frame = FaceFrame(
        time: 1, isTracked: isTracked, face: .identity, leftEye: broken, rightEye: .identity,
        blink: SIMD2(.nan, 0), lookAt: SIMD3(0, .nan, 0))
      var line: [UInt8] = []
      RecordingEncoder.append(RecordedFrame(observation: RecordedFrame.Observation(frame: frame)), into: &line)
      let text = String(decoding: line, as: UTF8.self)
      #expect(text.contains("\"leftEye\"") == isTracked)
      #expect(!text.lowercased().contains("nan") && !text.contains("inf"))
      let back = try #require(try reader(text).next()).observation.frame
      #expect((0..<16).allSatisfy { back.leftEye[$0].isNaN })
      #expect(back.rightEye == .identity && back.face == .identity)
      #expect(back.blink.x.isNaN && back.blink.y.isNaN && back.lookAt.x.isNaN)
    }
  }

  @Test("A frame is one line with the keys in the documented order")
  func layout() {
    let frame = FaceFrame(time: 0.5, face: .identity, leftEye: .identity, rightEye: .identity, blink: SIMD2(0.25, 1))
    let observation = RecordedFrame.Observation(frame: frame, target: SIMD2(1, 2.5), intent: ScrollDirection.none)
    var line: [UInt8] = []
    RecordingEncoder.append(
      RecordedFrame(observation: observation, truth: RecordedFrame.Truth(gaze: nil, state: .away)), into: &line)
    let expected =
      #"{"t":0.5,"participant":0,\#(poses),"tracked":true,"blink":[0.25,1],"lookAt":[0,0,0],"target":[1,2.5],"#
      + #""intent":"none","truth":{"gaze":null,"state":"away"}}"# + "\n"
    #expect(String(decoding: line, as: UTF8.self) == expected)
  }

  @Test("A frame is JSON to Foundation too")
  func foundation() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<100 {
      var line: [UInt8] = []
      RecordingEncoder.append(.random(using: &generator), into: &line)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      #expect((object["face"] as? [Any])?.count == 16)
    }
  }

  @Test("A header reads back whole, with quotes, controls and emoji in its sentences")
  func header() throws {
    var header = RecordingHeader(
      device: "iphone12mini", rate: 59.94, scenario: "read", participants: 7, source: .simulated)
    header.points = SIMD2(320, 693)
    header.seed = .max
    header.phone = 3
    header.loop = "standard"
    header.personCalibration = "5"
    header.preset = "typical"
    header.session = 1
    header.lines = [RecordingHeader.LineBox(x: -0.5, y: 0, width: 320, height: 1 / 3)]
    header.assumptions = ["a \"quote\" and a \\", "a line\nend, a tab\t and \u{1}", "ünïcode 👁"]
    let person = RecordingHeader.Truth.Person(
      participant: 6, failing: true, kappaLeft: [0.07, -0.02], kappaRight: [-0.07, 1e-300])
    header.truth = RecordingHeader.Truth(screen: [0.0576, 0.1249], camera: [0.0376, 0.0027], people: [person])
    var line: [UInt8] = []
    RecordingEncoder.append(header, into: &line)
    #expect(line.last == 0x0A && line.count { $0 == 0x0A } == 1)
    #expect(try RecordingReader(bytes: line, name: "a").header == header)
    let text = String(decoding: line, as: UTF8.self)
    let keys = [
      "format", "version", "rig", "device", "rate", "seed", "phone", "loop", "personCalibration", "scenario",
      "participants", "preset",
      "session", "source", "points", "lines", "assumptions", "truth",
    ]
    let places = keys.map { text.range(of: "\"\($0)\":")?.lowerBound }
    #expect(places.allSatisfy { $0 != nil } && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }
}
