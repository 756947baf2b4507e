import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

struct PersonTrialTests {
  private let rate = 50.0

  private func result(
    _ frames: [RecordedFrame], _ pipeline: KnownPipeline = KnownPipeline(), against reference: ErrorReference = .truth,
    rate: Double = 50
  ) -> PersonResult {
    var trial = PersonTrial(pipeline, participant: 3, geometry: .round, reference: reference, rate: rate)
    for frame in frames { trial.step(frame) }
    return trial.finish()
  }

  /// One frame for each place, evenly spaced in time.
  private func frames(_ places: [SIMD2<Double>]) -> [RecordedFrame] {
    places.enumerated().map { .looking(at: $1, time: Double($0) / rate) }
  }

  /// Whole points all over the screen, equal in every run.
  private let everywhere = (0..<200).map { SIMD2(Double($0 * 37 % 401), Double($0 * 91 % 801)) }

  @Test("an exact pipeline has no error")
  func exact() {
    let result = result(frames(everywhere))
    #expect(result.participant == 3)
    for errors in [result.errorPoints, result.errorMillimetres, result.errorDegrees] {
      #expect(errors.count == 200)
      #expect(errors.maximum == 0)
      #expect(errors.mean == 0)
      #expect(errors.median == 0)
    }
    #expect(result.frames == 200)
    #expect(result.validFrames == 200)
    #expect(result.dataLoss == 0)
    #expect(result.seconds == 4)
  }

  @Test("a pipeline off by (30, 40) points is off by 50 in every statistic")
  func constantOffset() throws {
    let errors = result(frames(everywhere), KnownPipeline(offset: SIMD2(30, 40))).errorPoints
    #expect(errors.count == 200)
    expectNear(errors.mean, 50, 1e-9)
    expectNear(errors.rms, 50, 1e-9)
    // The quantiles are estimates with an error of 0.1 %.
    for quantile in [errors.median, errors.p90, errors.p95] { #expect(abs(try #require(quantile) - 50) <= 0.05) }
  }

  @Test("points become millimetres by the screen's density, and degrees at the cyclopean eye")
  func units() {
    // 40 points are 5 mm across, and 8 mm down: from straight ahead of the eyes, 40 cm away, that is atan(5/400) and
    // atan(8/400).
    let place = ScreenGeometry.round.belowTheEyes
    #expect(place == SIMD2(200, 0))
    for (offset, millimetres, degrees) in [(SIMD2(40.0, 0), 5.0, 0.716160), (SIMD2(0, 40.0), 8.0, 1.145763)] {
      let result = result(frames(Array(repeating: place, count: 10)), KnownPipeline(offset: offset))
      expectNear(result.errorMillimetres.mean, millimetres, 1e-9)
      expectNear(result.errorDegrees.mean, degrees, 1e-6)
    }
  }

  @Test("blinks, whoever detects them, and fixations off the screen are left out of the error")
  func leftOut() {
    let good = frames(everywhere)
    let time = 200 / rate
    let left = [
      RecordedFrame.looking(at: SIMD2(10, 10), time: time, state: .blink),
      .looking(at: SIMD2(10, 10), time: time + 0.02, blink: SIMD2(0.6, 0)),
      .looking(at: SIMD2(10, 801), time: time + 0.04), .looking(at: SIMD2(-1, 10), time: time + 0.06, state: .away),
      .looking(at: SIMD2(10, 10), time: time + 0.08, isTracked: false),
    ]
    let pipeline = KnownPipeline(offset: SIMD2(3, 4))
    let result = result(good + left, pipeline)
    #expect(result.errorPoints == self.result(good, pipeline).errorPoints)
    #expect(result.errorPoints.count == 200)
    // Blinks are not lost data; only the lost face is.
    #expect(result.validFrames == 204)
  }

  @Test("data loss counts lost faces and missing frames")
  func dataLoss() {
    var all = frames(Array(repeating: SIMD2(100, 100), count: 100))
    for index in 20..<30 { all[index].observation.frame.isTracked = false }
    all.removeSubrange(50..<70)
    let result = result(all)
    #expect(result.frames == 80)
    #expect(result.expectedFrames == 100)
    #expect(result.validFrames == 70)
    expectNear(result.dataLoss, 0.3, 1e-12)
  }

  @Test("the lag of a pipeline that is k frames late is k frames", arguments: [0, 1, 3, 7, 12])
  func lag(frames delay: Int) {
    // Fixations of 0.2 to 1.4 s at places all over the screen, 40 s.
    var (places, index) = ([SIMD2<Double>](), 0)
    while places.count < 2000 {
      places += Array(repeating: everywhere[index % 200], count: 10 + index * 23 % 61)
      index += 1
    }
    let result = result(frames(places), KnownPipeline(offset: SIMD2(15, -8), delay: delay))
    expectNear(result.latency, Double(delay) / rate, 0.2 / rate)
  }

  /// Each of two targets is shown for 1 s. Until 0.5 s after the change the eyes stay, and then land 8 points short.
  private var twoTargets: [RecordedFrame] {
    let (first, second) = (SIMD2(100.0, 100), SIMD2(300.0, 700))
    return (0..<100).map { index in
      let isFlying = (75..<77).contains(index)
      return .looking(
        at: index < 75 ? first : second - SIMD2(0, 8), time: Double(index) / rate, state: isFlying ? .saccade : .fixate,
        target: index < 50 ? first : second)
    }
  }

  @Test("errors start 0.75 s after onset, the same without truth")
  func againstTarget() {
    let bare = twoTargets.map { frame in
      var frame = frame
      frame.truth = nil
      return frame
    }
    let pipeline = KnownPipeline(offset: SIMD2(-6, 8))
    let (with, without) = (result(twoTargets, pipeline), result(bare, pipeline, against: .target))
    // From the 38th frame on there are 12 of each target. The second landing compensates for the pointer's 8 points.
    #expect(without.target.points.count == 24)
    let mean: Double = (10 + 6) / 2
    expectNear(without.target.points.mean, mean, 1e-9)
    #expect(with.target == without.target && with.targetStepResponses == without.targetStepResponses)
    // Without the truth, figures that need it are null, and are not replaced by figures measured from the target.
    #expect(without.errorPoints.count == 0 && without.settled.points.count == 0 && without.stepResponses.count == 0)
    #expect(without.latency == nil && without.raw.errorPoints.count == 0)
    #expect(with.errorPoints.count == 100)
    expectNear(with.errorPoints.mean, 10, 1e-9)
  }

  @Test("map, sizes and bins rest on resting eyes; errors keep all samples")
  func settled() throws {
    let (exact, late) = (result(twoTargets), result(twoTargets, KnownPipeline(delay: 10)))
    for result in [exact, late] {
      // These are frames 15 to 74 and, from 0.3 s after the first frame at rest, 92 to 99.
      #expect(result.settled.points.count == 68 && result.targetSizes.count == 68)
      #expect(result.cells.cell(column: 0, row: 0).count == 60 && result.cells.cell(column: 2, row: 4).count == 8)
      #expect(result.byDistance.count == 68 && result.byEccentricity.count == 68)
      #expect(result.errorPoints.count == 100)
    }
    // A pointer that is 0.2 s late is wrong for 0.2 s, and right once the eyes have been at rest for 0.3 s.
    #expect(late.settled.points.maximum == 0)
    #expect(try #require(late.errorPoints.maximum) > 500)
  }

  @Test("frames in no error are counted by reason, all together")
  func leftOutCounts() {
    var frames = twoTargets
    frames[20] = .looking(at: SIMD2(100, 100), time: 20 / rate, state: .blink, target: SIMD2(100, 100))
    frames[21] = .looking(at: SIMD2(100, -1), time: 21 / rate, target: SIMD2(100, 100))
    frames[22].observation.frame.isTracked = false
    frames[95].observation.frame.blink = SIMD2(0.9, 0)
    let with = result(frames)
    let left = with.leftOut
    #expect(left.blinks == 2 && left.offScreen == 1 && left.withoutPointer == 1 && left.unsettled == 0)
    #expect(with.errorPoints.count == 96)
    let without = result(frames, against: .target)
    #expect(without.leftOut.unsettled == 76 && without.leftOut.blinks == 1 && without.targetSizes.count == 23)
  }

  @Test("accuracy is target to mean pointer; a still one has no scatter")
  func fixations() throws {
    let place = ScreenGeometry.round.belowTheEyes
    let all = (0..<50).map { RecordedFrame.looking(at: place, time: Double($0) / rate, target: place) }
    let result = result(all, KnownPipeline(offset: SIMD2(0, 40)))
    #expect(result.fixations == 1)
    expectNear(result.accuracyDegrees, 1.145763, 1e-5)
    #expect(try #require(result.precisionRMSS2SDegrees) < 1e-9)
    #expect(try #require(result.precisionSTDDegrees) < 1e-6)
    // Without a fixation these figures do not exist.
    #expect(self.result(frames(everywhere)).accuracyDegrees == nil)
  }

  @Test("a wanted scroll is a hit, an unwanted false; off-screen fixations count")
  func scrolling() {
    func stretch(_ place: SIMD2<Double>, _ intent: ScrollDirection, from start: Int, frames: Int) -> [RecordedFrame] {
      (start..<start + frames).map {
        .looking(at: place, time: Double($0) / rate, state: .scroll, intent: intent)
      }
    }
    let (middle, low, off) = (SIMD2(200.0, 400), SIMD2(200.0, 780), SIMD2(200.0, 900))
    let all =
      stretch(middle, .none, from: 0, frames: 500) + stretch(low, .down, from: 500, frames: 50)
      + stretch(middle, .none, from: 550, frames: 500) + stretch(off, .none, from: 1050, frames: 50)
      + stretch(middle, .none, from: 1100, frames: 500)
    let scroll = result(all, KnownPipeline(scrollsBelow: 750)).scroll
    #expect(scroll.truePositives == 1)
    #expect(scroll.falsePositives == 1)
    #expect(scroll.falseNegatives == 0)
    // 50 frames of 4 points while looking below the screen.
    expectNear(scroll.pointsScrolledOffScreen, 200, 1e-9)
    #expect(result(all).scroll.falseNegatives == 1)
  }

  /// A pipeline around `standard`, by whose frames and eye the measurement must not go.
  private struct Around: PointerPipeline {
    var standard: StandardPipeline
    var isMoved = false

    mutating func step(_ frame: FaceFrame) -> PointerOutput {
      var output = standard.step(frame)
      if isMoved { output.eye.z *= 2 }
      return output
    }
  }

  @Test("`standard` measures the same by its own eye and by the frame's")
  func eye() throws {
    let phone = try NominalPhone(device: "iphone12mini")
    let simulation = Simulation(device: phone, scenario: .validation, participants: 1, duration: 20)
    let standard = StandardPipeline(geometry: phone.geometry, smoothing: .standard, trigger: .standard)
    let alone = simulation.result(standard)
    #expect(alone.errorDegrees.count > 900)
    #expect(simulation.result(Around(standard: standard)) == alone)
    #expect(simulation.result(Around(standard: standard, isMoved: true)) == alone)
  }

  @Test(
    "no times make it trap or give a NaN",
    arguments: [
      [0, 1e300], [0, -1e300], [-1e308, 1e308], [0, 1e17], [5, 0], [.nan, 1], [0, .infinity],
      [0, .leastNonzeroMagnitude],
    ] as [[Double]], [50, .leastNonzeroMagnitude, 1e300])
  func hostileTimes(times: [Double], rate: Double) {
    var result = result(times.map { .looking(at: SIMD2(100, 100), time: $0) }, rate: rate)
    for _ in 0..<20 { result.merge(result) }
    #expect(result.seconds.isFinite && result.seconds >= 0)
    #expect(result.expectedFrames >= 0)
    if let loss = result.dataLoss { #expect((0...1).contains(loss)) }
    #expect(self.result([], rate: rate).dataLoss == nil)
  }
}
