import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

/// A recording without what it says of the person and of the truth.
struct StrippedRecordingTests {
  private func header() -> RecordingHeader {
    var header = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 2, source: .simulated)
    (header.seed, header.phone, header.noise, header.preset, header.session) = (1, 2, 3, "typical", 1)
    header.points = SIMD2(375, 812)
    header.constants = ["truth.driftDegreesPerMinute": 2, "fieldOfViewDegrees": 60]
    header.pages = (0..<2).map { participant in
      let line = RecordingHeader.LineBox(x: 16, y: Double(participant), width: 343, height: 22)
      return RecordingHeader.PersonPage(participant: participant, lines: [line])
    }
    header.truth = RecordingHeader.Truth(
      screen: [1, 1], camera: [0, 0],
      people: [.init(participant: 0, failing: true, kappaLeft: [0, 0], kappaRight: [0, 0], flag: "oneEye")])
    return header
  }

  @Test("the header keeps a phone's keys and people's pages, and is simulated")
  func headers() {
    let stripped = StrippedRecording(header()).header
    var expected = header()
    (expected.seed, expected.phone, expected.noise, expected.preset, expected.truth) = (nil, nil, nil, nil, nil)
    expected.constants = ["fieldOfViewDegrees": 60]
    #expect(stripped == expected && stripped.source == .simulated)
  }

  @Test("a frame loses only truth, coefficients and time of day; people start at 0")
  func frames() throws {
    var generator = SeededGenerator(seed: 51)
    var stripping = StrippedRecording(header())
    for participant in [0, 1] {
      for i in 0..<50 {
        var frame = RecordedFrame.random(using: &generator)
        frame.observation.participant = participant
        frame.observation.frame.time = Double(participant) * 725_000_000.5 + Double(i) / 60
        let stripped = try stripping.sample(frame)
        #expect(stripped.truth == nil && stripped.observation.frame.blendShapes == nil)
        var rest = frame
        rest.truth = nil
        rest.observation.frame.blendShapes = nil
        rest.observation.frame.time = stripped.observation.frame.time
        #expect(rows([stripped]) == rows([rest]))
        // Times that start at 0 are unchanged.
        if participant == 0 { #expect(stripped.observation.frame.time == frame.observation.frame.time) }
        expectNear(stripped.observation.frame.time, Double(i) / 60, 1e-6)
      }
    }
    let words = stripping.removed.joined(separator: "; ")
    for part in [
      "the truth of ", "1 true constant of the header", "flags of 1 person", "seed, phone, noise, preset",
      "coefficients of", "time of day",
    ] {
      #expect(words.contains(part), "\(part) in \(words)")
    }
  }

  @Test("if there is nothing to strip, the list of removals is empty")
  func nothing() throws {
    var stripping = StrippedRecording(usualHeader)
    _ = try stripping.sample(plainFrame())
    #expect(stripping.removed.isEmpty && stripping.header == usualHeader)
  }
}
