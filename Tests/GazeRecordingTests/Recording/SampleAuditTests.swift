import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

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
