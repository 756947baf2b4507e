import CalibrationSupport
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
    // The noise is three times as large.
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
