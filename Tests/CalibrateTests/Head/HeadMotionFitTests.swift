import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct HeadMotionFitTests {
  /// Noiseless headphones with the given mounting, yaw and lag, on a head that turns about all axes or about none.
  private func take(
    after earlier: HeadTake = HeadTake(), mounting: SIMD3<Double> = SIMD3(0.05, -0.08, 0.1), yaw: Double = 0.3,
    drift: Double = 0.5.radians / 60, start: Double = 0, seconds: Double = 90, moves: Bool = true,
    references: (Double) -> Bool = { _ in true }, forward: (Double) -> Bool = { _ in false }
  ) -> HeadTake {
    var take = earlier
    func head(_ t: Double) -> UnitQuaternion {
      guard moves else { return .identity }
      return HeadAngles(
        yaw: 0.5 * Elementary.sin(1.7 * t), pitch: 0.3 * Elementary.sin(2.3 * t + 1),
        roll: 0.25 * Elementary.sin(1.1 * t)
      ).quaternion
    }
    let m = UnitQuaternion(rotationVector: mounting)!
    for i in 0..<Int(seconds * 25) {
      let t = start + Double(i) * 0.04
      let shown = t - 0.1
      let rate = (head(shown - 1e-4).inverse * head(shown + 1e-4)).rotationVector / 2e-4
      let sample = HeadSample(
        time: t, attitude: HeadSample.attitude(.aboutZ(yaw + drift * t) * head(shown) * m),
        rotationRate: m.inverse.apply(rate), acceleration: .zero)
      take.add(
        RecordedHead.Observation(
          frame: HeadFrame(sample: sample, isForward: forward(t), reference: references(t) ? head(t) : nil)))
    }
    return take
  }

  @Test("the model's derivatives are those of finite differences, to 1e-6")
  func derivatives() throws {
    let take = take(seconds: 40)
    let model = try #require(HeadMotionModel(take, latency: 0.1, knot: 10))
    var noise = HeadMotionNoise()
    noise.time = SIMD3(0.3, 0.1, 0)
    let problem = HeadMotionFit().problem(model, noise)
    var rng = SeededGenerator(seed: 71)
    let x = (0..<model.count).map { i in
      (i == 5 ? 0.11 : 0) + rng.number(-0.02...0.02)
    }
    try problem.expectDerivatives(at: x, step: 1e-6, tolerance: 1e-6)
  }

  @Test("without noise mounting, offset, drift and latency are recovered")
  func recovers() throws {
    let estimate = try #require(try HeadMotionFit().fit(take()))
    let expected = [0.05, -0.08, 0.1, 0.3, 0.5.radians / 60, 0.1]
    let tolerance = [1e-3, 1e-3, 1e-3, 1e-3, 0.02.radians / 60, 1e-3]
    for i in 0..<6 {
      let number = try #require(estimate.numbers[i])
      expectNear(number.value, expected[i], tolerance[i], "\(i): \(number.value) for \(expected[i])")
    }
  }

  @Test("a still head determines neither the latency nor the split between yaw and mounting")
  func still() throws {
    let estimate = try #require(try HeadMotionFit().fit(take(moves: false)))
    let latency = try #require(estimate.numbers[5])
    #expect(latency.learned < 0.1)
    #expect(try #require(estimate.numbers[2]).learned < 0.6)
    // Pitch and roll of the mounting can be fitted without head motion.
    expectNear(estimate.numbers[0]?.value, 0.05, 0.02)
  }

  @Test("fixations straight ahead alone give the yaw's offset and drift, and nothing else")
  func cues() throws {
    let estimate = try #require(
      try HeadMotionFit().fit(
        take(mounting: .zero, seconds: 400, moves: false, references: { _ in false }) {
          $0.truncatingRemainder(dividingBy: 60) < 3
        }))
    #expect(estimate.cues == 7)
    #expect(estimate.numbers[0] == nil && estimate.numbers[5] == nil)
    expectNear(estimate.numbers[3]?.value, 0.3, 0.02)
    let drift = try #require(estimate.numbers[4])
    #expect(drift.learned > 0.9)
    expectNear(drift.value, 0.5.radians / 60, 3 * drift.standardError)
  }

  @Test("without a head's reference there is no fit; one fixation shows no drift")
  func unobservable() throws {
    #expect(try HeadMotionFit().fit(take(references: { _ in false })) == nil)
    let once = try #require(
      try HeadMotionFit().fit(take(moves: false, references: { _ in false }) { $0 < 3 }))
    #expect(try #require(once.numbers[4]).learned < 0.01)
  }

  @Test("a reconnection with another zero does not affect mounting, drift and latency")
  func newConnection() throws {
    let first = take(mounting: .zero, drift: 0, seconds: 60)
    let joined = take(after: first, mounting: .zero, yaw: -0.9, drift: 0, start: 64, seconds: 60)
    let estimate = try #require(try HeadMotionFit().fit(joined))
    expectNear(estimate.numbers[3]?.value, 0.3, 2e-3)
    #expect(abs(try #require(estimate.numbers[4]).value) < 0.1.radians / 60)
    expectNear(estimate.numbers[5]?.value, 0.1, 1e-3)
  }

  @Test("a second recording with its own time and yaw is fitted too")
  func twoRecordings() throws {
    var joined = take(seconds: 40)
    joined.begin()
    let once = joined.samples.count
    // The times of the second recording start from an earlier value, as those of another person would.
    joined = take(after: joined, yaw: -0.9, seconds: 60)
    #expect(joined.samples.count == once + 1500 && joined.losses == 1)
    let estimate = try #require(try HeadMotionFit().fit(joined))
    let expected = [0.05, -0.08, 0.1, 0.3, 0.5.radians / 60, 0.1]
    for i in [0, 1, 2, 3, 5] {
      expectNear(estimate.numbers[i]?.value, expected[i], 2e-3, "\(i)")
    }
  }

  @Test("repeatedly lost connections and intermittent references do not trap: 300 random takes")
  func ragged() throws {
    var rng = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      var take = HeadTake()
      var time = 0.0
      for _ in 0..<rng.int(2...120) {
        time += rng.number(0...1) < 0.05 ? rng.number(0.5...3) : 0.04
        let q = UnitQuaternion(rotationVector: SIMD3(rng.normal(), rng.normal(), rng.normal()))!
        let isKnown = rng.number(0...1) < 0.5
        take.add(
          RecordedHead.Observation(
            frame: HeadFrame(
              sample: HeadSample(
                time: time, attitude: HeadSample.attitude(q),
                rotationRate: SIMD3(rng.normal(), rng.normal(), .nan), acceleration: .zero),
              isForward: rng.number(0...1) < 0.3, reference: isKnown ? q : nil)))
      }
      // The fit may give any result or throw a named failure, but must not trap.
      do throws(LeastSquaresError) {
        for number in try HeadMotionFit().fit(take)?.numbers.compactMap({ $0 }) ?? [] {
          #expect(number.value.isFinite && number.standardError.isFinite)
        }
      } catch {
        continue
      }
    }
  }

  @Test("an hour with reference has ten minutes' parameters")
  func hour() throws {
    let counts = try [600.0, 3600].map { seconds in
      let take = take(seconds: seconds)
      return try #require(HeadMotionModel(take, latency: 0.1, knot: max(10, take.length / 60))).count
    }
    #expect(counts == [66, 66])
  }

  @Test("an endless take keeps a bounded number of samples")
  func bounded() {
    let take = take(seconds: 2400, moves: false)
    #expect(take.samples.count <= HeadTake.most && take.samples.count > HeadTake.most / 4)
    let steps = zip(take.samples.dropFirst(), take.samples).map { $0.time - $1.time }
    #expect((steps.max() ?? 0) < 2.1 * (steps.min() ?? 1))
  }
}
