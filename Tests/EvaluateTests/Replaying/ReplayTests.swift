@testable import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@Suite struct ReplayTests {
  private let profile: DeviceProfile
  private let rate = 50.0

  init() throws { profile = try DeviceProfile.mini() }

  /// Both eyes look at a point of the screen, from 35 cm straight in front of its middle.
  private func frame(
    _ index: Int, lookingAt share: SIMD2<Double> = SIMD2(0.5, 0.5), blink: SIMD2<Float> = .zero, isTracked: Bool = true,
    participant: Int = 0
  ) -> RecordedFrame.Observation {
    let geometry = profile.geometry
    let middle = geometry.hit(ofPoint: geometry.points / 2)
    let target = geometry.hit(ofPoint: share * geometry.points)
    func eye(_ x: Double) -> TransformMatrix {
      // The eyes are parallel, as for a far target: the ray from the point between the eyes is aimed at the target.
      let angles = GazeAngles(direction: SIMD3(target.x - middle.x, target.y - middle.y, 0.35))
      return TransformMatrix(
        RigidTransform(rotation: angles.rotationWithoutRoll, translation: SIMD3(x, 0, 0)))
    }
    return RecordedFrame.Observation(
      participant: participant,
      frame: FaceFrame(
        time: Double(index) / rate, isTracked: isTracked,
        face: TransformMatrix(RigidTransform(translation: SIMD3(middle.x, middle.y, -0.35))), leftEye: eye(-0.03),
        rightEye: eye(0.03), blink: blink))
  }

  private func report(
    _ observations: [RecordedFrame.Observation], _ pipelines: [Pipeline<GazeRig>] = [.standard], participants: Int = 1
  ) -> Replay.Report {
    let header = RecordingHeader(
      device: profile.id, rate: rate, scenario: "recorded", participants: participants, source: .recorded)
    var replay = Replay(header: header, profile: profile, calibration: nil, pipelines: pipelines)
    for observation in observations { replay.step(observation) }
    return replay.finish()
  }

  @Test("a blink is one closure of both lids, however long; a wink does not count")
  func blinks() {
    let closed = SIMD2<Float>(0.9, 0.8)
    var all = (0..<500).map { frame($0) }
    for index in [50, 51, 52, 100, 200, 201] { all[index].frame.blink = closed }
    all[300].frame.blink = SIMD2(1, 0.2)
    all[400].frame.blink = closed
    all[400].frame.isTracked = false
    let report = report(all)
    #expect(report.blinks == 3)
    #expect(report.frames == 500)
    expectNear(report.seconds, 499 / rate, 1e-9)
    expectNear(report.blinksPerMinute, 3 / (499 / rate / 60), 1e-9)
  }

  @Test("data loss counts lost faces and missing frames")
  func dataLoss() {
    var all = (0..<100).map { frame($0) }
    for index in 10..<30 { all[index].frame.isTracked = false }
    expectNear(report(all).dataLoss, 0.2, 1e-12)
    all.removeSubrange(50..<60)
    expectNear(report(all).dataLoss, 0.3, 1e-12)
    expectNear(report(all).pipelines[0].heldShare, 20.0 / 90, 1e-12)
  }

  @Test("a long fixation of the lower edge scrolls down once, one of the upper edge up once")
  func scrolls() {
    func look(_ range: Range<Int>, _ y: Double) -> [RecordedFrame.Observation] {
      range.map { frame($0, lookingAt: SIMD2(0.5, y)) }
    }
    let calm = report(look(0..<1000, 0.5)).pipelines[0]
    #expect((calm.scrolls, calm.up, calm.down, calm.pointsScrolled) == (0, 0, 0, 0))
    #expect(calm.onScreenShare == 1)
    let down = look(0..<200, 0.5) + look(200..<320, 0.98) + look(320..<600, 0.5)
    let once = report(down).pipelines[0]
    #expect((once.up, once.down) == (0, 1))
    // 400 points a second from the end of the dwell, 0.9 s, to the release: about 1.5 s.
    #expect((400...800).contains(once.pointsScrolled))
    let both = report(down + look(600..<720, 0.02) + look(720..<1000, 0.5)).pipelines[0]
    #expect((both.up, both.down, both.scrolls) == (1, 1, 2))
  }

  @Test("another person starts with new pipelines, and times add up")
  func people() {
    let one = (0..<100).map { frame($0, lookingAt: SIMD2(0.5, 0.98)) }
    let two = (0..<100).map { frame($0, lookingAt: SIMD2(0.5, 0.98), participant: 1) }
    let (alone, both) = (report(one), report(one + two, participants: 2))
    #expect(alone.pipelines[0].down == 1)
    #expect(both.pipelines[0].down == 2)
    #expect(both.pipelines[0].pointsScrolled == 2 * alone.pipelines[0].pointsScrolled)
    expectNear(both.seconds, 2 * alone.seconds, 1e-9)
  }

  @Test("no frames, and arbitrary times, give neither NaN nor infinity")
  func edges() {
    let none = report([])
    #expect(none.frames == 0)
    #expect(none.dataLoss == nil)
    #expect(none.blinksPerMinute == nil)
    var far = [frame(0), frame(1)]
    (far[0].frame.time, far[1].frame.time) = (-1.7e308, 1.7e308)
    let report = report(far)
    #expect(report.seconds.isFinite)
    #expect(report.dataLoss.map { (0...1).contains($0) } == true)
  }

  @Test("alternating frames of two people give the same result as one person after the other")
  func alternating() {
    // The frames contain a blink and a long fixation below the screen, so that blinks and scrolls can be counted.
    func take(_ person: Int) -> [RecordedFrame.Observation] {
      (0..<300).map { index in
        frame(
          index, lookingAt: SIMD2(0.5, index < 100 ? 0.5 : 1.1), blink: (40..<50).contains(index) ? SIMD2(1, 1) : .zero,
          participant: person)
      }
    }
    let (first, second) = (take(0), take(1))
    let after = report(first + second, GazeRig.pipelines, participants: 2)
    #expect(after.pipelines.map(\.pipeline) == GazeRig.pipelines.map(\.name))
    let turns = report(zip(first, second).flatMap { [$0, $1] }, GazeRig.pipelines, participants: 2)
    #expect(after.blinks == 2 && turns.blinks == 2)
    #expect(after.seconds > 11)
    expectNear(turns.seconds, after.seconds, 1e-9)
    #expect(after.pipelines.contains { $0.scrolls > 0 })
    for (a, b) in zip(after.pipelines, turns.pipelines) {
      #expect(a.scrolls == b.scrolls, "\(a.pipeline)")
      expectNear(a.pointsScrolled, b.pointsScrolled, 1e-6, "\(a.pipeline)")
    }
  }
}
