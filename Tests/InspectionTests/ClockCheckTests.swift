import Documents
import GazePipeline
import GazeSimulation
import Testing

@testable import Inspection

@Suite struct ClockCheckTests {
  /// Frames at these times, 60 per second, of a face that wanders a little.
  private func finding(_ times: [Double], pose: ((Int) -> Double)? = nil) -> DoctorReport.Finding? {
    var check = ClockCheck()
    for (index, time) in times.enumerated() {
      let angle = pose?(index) ?? 0.002 * Double((index * 7919) % 13) / 13
      let face = TransformMatrix(
        RigidTransform(rotation: .aboutY(angle), translation: SIMD3(0, 0, -0.35 + angle / 10)))
      check.add(FaceFrame(time: time, face: face, leftEye: .identity, rightEye: .identity), participant: 0)
    }
    check.finish()
    return check.finding(rate: 60)
  }

  private let good = (0..<600).map { Double($0) / 60 }

  @Test("seconds since the phone's start are no wall clock, whenever the start was")
  func uptime() {
    #expect(finding(good) == nil)
    #expect(finding(good.map { $0 + 2_000_000 }) == nil)
    #expect(finding([]) == nil && finding([5]) == nil)
  }

  @Test(
    "epochs are distinguished by their size",
    arguments: [(1.76e9, "1970"), (7.85e8, "2001"), (1.76e12, "milliseconds since 1970")])
  func epoch(_ origin: Double, _ word: String) throws {
    let found = try #require(finding(good.map { $0 + origin }))
    #expect(found.fault == .wallClock && found.sentence.contains(word), "\(found.sentence)")
  }

  @Test("milliseconds, rounding and steps back are detected, with their numbers")
  func steps() throws {
    for (times, words) in [
      (good.map { $0 * 1000 }, "times are in milliseconds"), (good.map { $0 * 100 }, "are not seconds"),
      (good.map { $0.rounded(.down) }, "rounded"), (Array(repeating: 3, count: 100), "stand still"),
      (good.enumerated().map { $0.offset > 300 ? $0.element - 0.4 : $0.element }, "backwards once"),
    ] { #expect(try #require(finding(times)).sentence.contains(words)) }
    let advice = try #require(finding(good.map { $0 * 1000 })).advice
    #expect(advice.contains("divide by 1000") && !advice.contains("network"))
  }

  @Test("invalid times give a plain sentence, without a number of 309 digits")
  func beyond() throws {
    let found = try #require(finding([1e308, 1.1e308]))
    #expect(found.sentence.contains("2 frames have times that no clock shows"))
    #expect(!found.sentence.contains("inf") && found.evidence.allSatisfy { abs($0.value) < 1e20 })
  }

  @Test("a jump of the clock differs from a pause: in a pause the face moves on")
  func ahead() throws {
    let times = good.enumerated().map { $0.offset > 300 ? $0.element + 2 : $0.element }
    #expect(try #require(finding(times)).sentence.contains("jumps ahead once"))
    #expect(finding(times) { 0.002 * Double(($0 * 7919) % 13) / 13 + ($0 > 300 ? 0.05 : 0) } == nil)
  }
}
