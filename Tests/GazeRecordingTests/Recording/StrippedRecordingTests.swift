import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

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

struct SampleAuditTests {
  @Test(
    "counts people, seconds, intervals, gaps, backward times and known numbers a field")
  func counts() {
    var audit = SampleAudit<ProbeSample>()
    // 25 Hz; one sample of the second person is 0.2 s late, one of the first runs back, one repeats its time.
    for index in 0..<50 { audit.step(.plain(time: Double(index) / 25) { $0[4] = index < 25 ? 1 : .nan }) }
    for index in 0..<20 {
      audit.step(.plain(time: 100 + Double(index) / 25 + (index < 10 ? 0 : 0.2), participant: 7) { $0[5] = 1 })
    }
    audit.step(.plain(time: 1.9))
    audit.step(.plain(time: 1.9) { $0[ProbeSample.seen] = 1 })
    let quality = audit.finish()
    #expect(quality.people == 2 && quality.frames == 72)
    expectNear(quality.seconds, 1.96 + 0.96, 1e-9)
    #expect(quality.rate == 25)
    expectNear(quality.interval, 0.04, 1e-9)
    #expect(quality.gaps == 1 && quality.missingFrames == 5 && quality.longestGaps.first?.participant == 7)
    expectNear(quality.longestGapSeconds, 0.24, 1e-9)
    #expect(quality.runsBack == 1 && quality.sameTime == 1 && quality.truthFrames == 1)
    func known(_ key: String) -> Double? { quality.fields.first { $0.key == key }?.known }
    #expect(quality.fields.map { $0.key } == ProbeSample.fields.map { $0.key })
    #expect(known("attitude") == 1 && known("rate") == 25.0 / 72 && known("speeds") == 20.0 / (72 * 3))
    #expect(known("intent") == 0 && known("truth.attitude") == 1.0 / (72 * 4))
  }

  @Test("without samples the rates are nil; sums over times far apart stay finite")
  func odd() {
    let none = SampleAudit<ProbeSample>().finish()
    #expect(none.frames == 0 && none.rate == nil && none.interval == nil && none.fields.allSatisfy { $0.known == nil })
    var audit = SampleAudit<ProbeSample>()
    for time in [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude, 0] { audit.step(.plain(time: time)) }
    let quality = audit.finish()
    #expect(quality.seconds.isFinite && quality.longestGapSeconds.isFinite && quality.runsBack == 1)
  }
}
