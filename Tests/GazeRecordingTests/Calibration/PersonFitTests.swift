import CalibrationSupport
import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct PersonFitTests {
  private let five = [SIMD2(0.5, 0.5), SIMD2(0.15, 0.15), SIMD2(0.85, 0.15), SIMD2(0.15, 0.85), SIMD2(0.85, 0.85)].map {
    $0 * SyntheticSession.nominal.points
  }

  private let session = SyntheticSession(geometry: SyntheticSession.nominal)

  private func isTruth(_ found: PersonCalibration, _ truth: PersonCalibration, degrees: Double, gain: Double) -> Bool {
    let offset = SIMD2(
      found.gazeOffset.towardsX - truth.gazeOffset.towardsX, found.gazeOffset.up - truth.gazeOffset.up)
    let off = found.gain - truth.gain
    return max(abs(offset.x), abs(offset.y)).degrees < degrees && max(abs(off.x), abs(off.y)) < gain
  }

  @Test("ARKit's frames of five dots give offset and gain: 1e-3°, 1e-4")
  func fivePoints() throws {
    let found = try PersonFit(on: session.geometry).fit(session.observations(poses: [SyntheticPose()], targets: five))
    #expect(isTruth(found.calibration, session.person, degrees: 1e-3, gain: 1e-4), "\(found)")
    #expect(found.fixations == 5 && found.outliers == 0 && found.residualDegrees < 1e-3)
    #expect(found.calibration.trust == .full)
    let intervals = [found.horizontalIntervalDegrees, found.verticalIntervalDegrees]
    for (interval, truth) in zip(intervals, [5.0, 2]) {
      expectNear((interval.lowerBound + interval.upperBound) / 2, truth, 1e-3)
      #expect(interval.lowerBound < interval.upperBound)
    }
  }

  @Test("in landscape the fit is the same, with dots in the interface's points")
  func landscape() throws {
    for orientation in ScreenOrientation.allCases {
      let screen = session.geometry.turned(to: orientation)
      var pose = SyntheticPose()
      pose.orientation = orientation
      let looks = [SIMD2(0.5, 0.5), SIMD2(0.1, 0.2), SIMD2(0.9, 0.2), SIMD2(0.1, 0.8), SIMD2(0.9, 0.8)].map { place in
        let target = place * screen.points
        var look = session.fixation(orientation.upright(target, of: screen.points), pose)
        look.target = target
        return look
      }
      let found = try PersonFit(on: screen).fit(looks)
      #expect(isTruth(found.calibration, session.person, degrees: 1e-4, gain: 1e-4), "\(orientation) \(found)")
    }
  }

  @Test("other people's frames are skipped, and the interval widens with the person's scatter")
  func oneOfSeveral() throws {
    var other = session
    (other.participant, other.person.gazeOffset.towardsX) = (3, -4.0.radians)
    let frames = session.observations(poses: [SyntheticPose()], targets: five)
    let mixed = zip(frames, other.observations(poses: [SyntheticPose()], targets: five)).flatMap { [$0, $1] }
    let fit = PersonFit(on: session.geometry)
    #expect(try fit.fit(mixed) == fit.fit(frames))
    #expect(isTruth(try fit.fit(mixed, participant: 3).calibration, other.person, degrees: 1e-3, gain: 1e-4))
    var random = SeededGenerator(seed: 5)
    let widths = try [0.2, 0.6].map { noise in
      let found = try fit.fit(session.fixations(poses: [SyntheticPose()], noise: noise, using: &random))
      return found.horizontalIntervalDegrees.upperBound - found.horizontalIntervalDegrees.lowerBound
    }
    #expect(widths[0] > 0.05 && widths[1] > 1.5 * widths[0], "\(widths)")
  }

  @Test("a refusal has a sentence for the person, without names of options or parameters")
  func instructions() {
    let all: [GazeFitError] = [
      .empty, .noTarget(frames: 1), .allLost(frames: 1), .unusable(frames: 1, of: 2), .noFixation(runs: 1),
      .tooFewFixations(participant: 0, fixations: 1, parameters: 4), .oneTarget(.zero),
      .targetOffScreen(.zero, points: .zero), .targetsAreShares, .farFace(participant: 0, start: 0, distance: 9),
      .mirrored(axis: "x"), .slowFrames(step: 1), .stoppedClock(frames: 1), .badFixation(participant: 0, start: 0),
      .behindFace(participant: 0, start: 0), .tooLarge(people: 1, fixations: 1), .nothingFree, .badNominal,
      .implausible("a gain"), .solver("GSL"),
    ]
    for failure in all {
      #expect(failure.instruction.hasSuffix(".") && failure.errorDescription == failure.instruction)
      for word in [" gain", "free", "participant", "--", "GSL", "fixation"] {
        #expect(!failure.instruction.contains(word))
      }
    }
    #expect(throws: GazeFitError.empty) { try PersonFit(on: SyntheticSession.nominal).fit([Fixation]()) }
  }
}

struct PersonProblemTests {
  private func problem(_ parameters: [GeometryParameter], precision: Double, places: [SIMD2<Double>]) -> PersonProblem {
    let session = SyntheticSession(geometry: SyntheticSession.nominal)
    let looks = places.map { session.fixation($0 * session.geometry.points, SyntheticPose()) }
    let nominal = ModelParameters(session.geometry, .none)
    return PersonProblem(
      model: AngularModel(looks, points: session.geometry.points, people: [0: 0]), nominal: nominal,
      columns: parameters.map { .init(parameter: $0, start: nominal[$0], precision: precision) })
  }

  private let places = [SIMD2(0.5, 0.5), SIMD2(0.1, 0.1), SIMD2(0.9, 0.2), SIMD2(0.2, 0.9)]
  private let four: [GeometryParameter] = [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV]

  @Test("far starts descend to the same minimum, and no step raises the cost")
  func descends() {
    var random = SeededGenerator(seed: 12)
    let problem = problem(four, precision: 1e-4, places: places)
    let least = problem.solution(from: problem.start)
    #expect(least.stop.isConverged)
    for _ in 0..<200 {
      func draw(_ size: Double) -> Double { .random(in: -size...size, using: &random) }
      let start = [draw(25), draw(25), 1 + draw(0.6), 1 + draw(0.6)]
      let found = problem.solution(from: start)
      #expect(found.stop.isConverged)
      #expect(problem.squaredResiduals(at: found.x) <= problem.squaredResiduals(at: start) + 1)
      for (a, b) in zip(found.x, least.x) { expectNear(a, b, 1e-6, "\(start): \(found.x)") }
    }
  }

  @Test("parameters that nothing determines stay finite, and have no variance")
  func undetermined() {
    let problem = problem(four, precision: 0, places: [SIMD2(0.5, 0.5)])
    let found = problem.solution(from: problem.start)
    #expect(found.x.allSatisfy { $0.isFinite })
    #expect(problem.variances(at: found.x) == nil)
    #expect(problem.squaredResiduals(at: found.x) < 1e-6)
  }
}

struct StudentReachTests {
  @Test("the 0.975 quantile is the tables': 0.05 % from two degrees, 3 % below")
  func tables() {
    // Published tables for whole degrees; numerical integration of the density for 1.2, 1.5 and 6.3.
    let known = [
      (1, 12.7062), (1.2, 8.6488), (1.5, 6.0167), (2, 4.30265), (3, 3.18245), (5, 2.57058), (6.3, 2.41894),
      (10, 2.22814), (14, 2.14479), (100, 1.98397), (1e6, 1.95997),
    ]
    for (freedom, quantile) in known {
      let found = StudentReach.of95Percent(freedom: freedom)
      expectNear(found / quantile, 1, (freedom < 2 ? 0.03 : 5e-4), "\(freedom): \(found)")
    }
    #expect(StudentReach.of95Percent(freedom: 0) == StudentReach.of95Percent(freedom: 1))
  }
}

struct PersonCalibratorTests {
  private let session = SyntheticSession(geometry: SyntheticSession.nominal)

  /// Shows the plan to a person who follows the dots within a quarter of a second; `change` alters the frames.
  private func run(
    _ calibrator: inout PersonCalibrator, seconds: Double = 60, _ change: (inout FaceFrame) -> Void = { _ in }
  ) -> Double {
    var (gaze, shown, since, t) = (session.geometry.points / 2, SIMD2<Double>?.none, 0.0, 10.0)
    while !calibrator.isDone, t < 10 + seconds {
      if let shown, t - since > 0.25 { gaze = shown }
      let wobble = SIMD3(sin(3 * t), cos(2 * t), sin(2.3 * t)) * 0.001
      var frame = session.frame(gaze, SyntheticPose(), at: t, wobble: wobble)
      change(&frame)
      let step = calibrator.step(frame)
      if step.target != shown { (shown, since) = (step.target, t) }
      t += 1.0 / 60
    }
    return t - 10
  }

  @Test("a person who follows five dots is calibrated in 15 s: 0.01°, 0.001")
  func fivePoints() throws {
    var calibrator = PersonCalibrator(on: session.geometry)
    #expect(throws: GazeFitError.empty) { try calibrator.estimate() }
    let seconds = run(&calibrator)
    #expect(calibrator.isDone && seconds < 15, "\(seconds) s")
    let found = try calibrator.estimate()
    #expect(found.fixations == 5)
    let (offset, truth) = (found.calibration.gazeOffset, session.person.gazeOffset)
    #expect(abs(offset.towardsX - truth.towardsX).degrees < 0.01 && abs(offset.up - truth.up).degrees < 0.01)
    let off = found.calibration.gain - session.person.gain
    #expect(max(abs(off.x), abs(off.y)) < 1e-3)
    #expect(try calibrator.estimate() == found, "the estimate can be read again")
  }

  @Test("blinks and losses delay it; a person not seen gets the reason")
  func obstacles() throws {
    var calibrator = PersonCalibrator(on: session.geometry)
    _ = run(&calibrator) { frame in
      frame.isTracked = !(12.0...13.0).contains(frame.time)
      if frame.time.truncatingRemainder(dividingBy: 3) < 0.15 { frame.blink = SIMD2(1, 1) }
    }
    #expect(calibrator.isDone)
    try expectNear(calibrator.estimate().calibration.gazeOffset.towardsX.degrees, 5, 0.01)

    var unseen = PersonCalibrator(on: session.geometry)
    _ = run(&unseen, seconds: 5) { $0.isTracked = false }
    #expect(!unseen.isDone)
    let failure = #expect(throws: GazeFitError.self) { try unseen.estimate() }
    #expect(failure?.instruction == "No dot was shown while the camera saw your face. Please try again.")
    unseen.skip()
    #expect(unseen.isDone)
  }
}
