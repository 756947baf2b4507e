import CalibrationSupport
import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct GeometryFitTests {
  let session = SyntheticSession()
  let nominal = SyntheticSession.nominal

  /// Largest errors compared with a session's truth: metres, degrees, gain.
  private func errors(
    _ geometry: ScreenGeometry, _ person: PersonCalibration
  ) -> (metres: Double, degrees: Double, gain: Double) {
    let (size, camera) = (geometry.metres - session.geometry.metres, geometry.camera - session.geometry.camera)
    let offset = SIMD2(
      person.gazeOffset.towardsX - session.person.gazeOffset.towardsX,
      person.gazeOffset.up - session.person.gazeOffset.up)
    let gain = person.gain - session.person.gain
    return (
      [size.x, size.y, camera.x, camera.y].map(abs).max()!, [offset.x, offset.y].map { abs($0).degrees }.max()!,
      [gain.x, gain.y].map(abs).max()!
    )
  }

  @Test(
    "without noise every parameter is recovered: 1 µm, 1e-4°, 1e-5",
    arguments: ScreenOrientation.allCases)
  func exactRecovery(orientation: ScreenOrientation) throws {
    let poses = SyntheticPose.protocolOfDevice.map { pose in
      var pose = pose
      pose.orientation = orientation
      return pose
    }
    var random = SeededGenerator(seed: 1)
    let estimate = try GeometryFit(priors: nil).fit(session.fixations(poses: poses, using: &random))
    let found = errors(estimate.geometry, try #require(estimate.person(0)))
    #expect(found.metres < 1e-6 && found.degrees < 1e-4 && found.gain < 1e-5, "\(found)")
    let start = errors(nominal, .none)
    #expect(start.metres > 1e-3 && start.degrees > 1 && start.gain > 0.05, "the start itself is far off: \(start)")
    #expect(estimate.unidentified.isEmpty)
    #expect(estimate.parameters.allSatisfy { $0.identified })
    #expect(
      estimate.parameters.map(\.name)
        == GeometryParameter.allCases.filter { GeometryParameter.standard.contains($0) }.map(\.rawValue))
  }

  @Test("the same from ARKit's single-precision frames, through the fixation finder")
  func recoveryFromFrames() throws {
    let (fixations, tally) = FixationFinder.fixations(in: session.observations())
    #expect(fixations.count == 135)
    let estimate = try GeometryFit(priors: nil).fit(fixations, tally: tally)
    let found = errors(estimate.geometry, try #require(estimate.person(0)))
    #expect(found.metres < 1e-6 && found.degrees < 1e-4 && found.gain < 1e-5, "\(found)")
    #expect(estimate.residualRMS < 1e-5)
    let start = try #require(GeometryFit.residualRMS(of: fixations, geometry: nominal, people: [:]))
    #expect(start > 2)
    let end = try #require(
      GeometryFit.residualRMS(of: fixations, geometry: estimate.geometry, people: estimate.people))
    expectNear(end, estimate.residualRMS, 1e-9)
  }

  @Test("people share the device and keep their own offsets, also with enough people for Cholesky")
  func severalPeople() throws {
    var random = SeededGenerator(seed: 2)
    var fixations: [Fixation] = []
    for i in 0..<6 {
      var other = session
      other.participant = 10 * i + 3
      other.person.gazeOffset.towardsX = Double(i).radians
      fixations += other.fixations(using: &random)
    }
    let estimate = try GeometryFit().fit(
      fixations.shuffled(using: &random))
    #expect(estimate.people.keys.sorted() == [3, 13, 23, 33, 43, 53])
    #expect(estimate.parameters.count == 4 + 6 * 4)
    for i in 0..<6 {
      let person = try #require(estimate.person(10 * i + 3))
      expectNear(person.gazeOffset.towardsX.degrees, Double(i), 1e-4)
    }
    #expect(estimate.filePeople.map(\.participant) == [3, 13, 23, 33, 43, 53])
  }

  @Test("a crowd whose parameters are confounded still gives finite numbers, none of them called identified")
  func singularCrowd() throws {
    var random = SeededGenerator(seed: 8)
    let fixations = (0..<12).flatMap { participant in
      return session.of(participant).fixations(poses: [SyntheticPose(), SyntheticPose()], noise: 0.5, using: &random)
    }
    let estimate = try GeometryFit(priors: nil).fit(fixations)
    // Four of the phone, and four of each of the twelve people.
    #expect(estimate.parameters.count == 52)
    #expect(estimate.parameters.allSatisfy { $0.value.isFinite && !$0.identified })
  }

  @Test("parameters that are not free keep their values")
  func fixedParameters() throws {
    var random = SeededGenerator(seed: 3)
    var plain = session
    plain.geometry = nominal
    plain.person.gain = SIMD2(1, 1)
    let five: [SIMD2<Double>] = [SIMD2(187, 406), SIMD2(40, 80), SIMD2(335, 80), SIMD2(40, 730), SIMD2(335, 730)]
    let fixations = plain.fixations(poses: [SyntheticPose()], targets: five, using: &random)
    let estimate = try GeometryFit(free: [.gazeOffsetH, .gazeOffsetV]).fit(fixations)
    #expect(estimate.geometry == nominal)
    #expect(estimate.person(0)?.gain == SIMD2(1, 1))
    let person = try #require(estimate.person(0))
    expectNear(person.gazeOffset.towardsX.degrees, 5, 1e-4)
    #expect(estimate.unidentified.isEmpty)
  }

  @Test("if people share nothing, each person's fit equals the fit to that person alone")
  func apart() throws {
    var random = SeededGenerator(seed: 41)
    let fit = GeometryFit(free: [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV])
    let all = (0..<3).map { participant in
      var own = session.of(participant)
      own.person.gain.x += 0.05 * Double(participant)
      return own.fixations(noise: 0.5, using: &random)
    }
    // All people have the same sigma, because different sigmas would change the weight of the priors.
    var together = fit
    together.rejectsOutliers = false
    let pooled = try together.fit(all.flatMap { $0 })
    for (participant, looks) in all.enumerated() {
      let alone = try together.fit(looks)
      let (a, b) = (try #require(pooled.person(participant)), try #require(alone.person(participant)))
      let errors = alone.parameters.compactMap(\.standardError)
      expectNear(a.gain.x, b.gain.x, 0.01 * errors[2])
      expectNear(a.gain.y, b.gain.y, 0.01 * errors[3])
      #expect(abs(a.gazeOffset.towardsX - b.gazeOffset.towardsX).degrees < 0.02 * errors[0])
    }
  }

  @Test("fixations that contradict the screen are reported with the contradiction")
  func contradictions() {
    var random = SeededGenerator(seed: 42)
    let fit = GeometryFit()
    let good = session.fixations(noise: 1, using: &random)
    func failure(_ change: (inout Fixation) -> Void) -> GazeFitError? {
      var looks = good
      for i in looks.indices { change(&looks[i]) }
      return fit.failure(looks)
    }
    #expect(failure { _ in } == nil)
    #expect(failure { $0.target.y = 812 - $0.target.y } == .mirrored(axis: "y"))
    #expect(failure { $0.target.x = 375 - $0.target.x } == .mirrored(axis: "x"))
    #expect(failure { $0.target /= SIMD2(375, 812) } == .targetsAreShares)
    let far = failure { look in
      for i in look.samples.indices { look.samples[i].cameraFromFace.translation *= 100 }
    }
    guard case .farFace(0, _, let distance) = far else {
      Issue.record("\(String(describing: far))")
      return
    }
    // Faces at 25 cm or more, times 100.
    #expect(distance > 20 && "\(GazeFitError.mirrored(axis: "y"))".contains("opposite directions"))
  }

  @Test("a value far from its prior, or absorbing a held one, has a reason for no interval")
  func unbelievable() throws {
    var random = SeededGenerator(seed: 43)
    let looks = session.fixations(noise: 0.5, using: &random)
    let fit = GeometryFit(free: [.cameraX, .gainH])
    // An offset of 5° at 35 cm is 30 mm: ten times the camera's 3 mm.
    let estimate = try fit.fit(looks)
    #expect(estimate[.cameraX].ci95 == nil && !estimate[.cameraX].identified && estimate[.gainH].ci95 != nil)
    #expect(estimate.unidentified.contains { $0.reason.contains("gazeOffsetH is held at 0, so that cameraX takes up") })
    var moved = session
    moved.geometry.camera += SIMD2(0.02, 0)
    let other = try GeometryFit()
      .fit(moved.fixations(noise: 0.1, using: &random))
    #expect(other[.cameraX].ci95 == nil && other[.cameraY].ci95 != nil)
    #expect(
      other.unidentified.contains { $0.parameters == ["cameraX"] && $0.reason.contains("prior contradict each other") })
  }

  @Test("errors say what is missing and how to record it")
  func failures() {
    var random = SeededGenerator(seed: 4)
    let fit = GeometryFit()
    let one = session.fixations(targets: [SIMD2(100, 100)], using: &random)
    let few = Array(session.fixations(using: &random).prefix(3))
    func failure(_ fixations: [Fixation], _ change: ((inout FixationFinder.Tally) -> Void)? = nil) -> GazeFitError? {
      fit.failure(fixations, tally: change.map { .with($0) })
    }
    #expect(failure(one) == .oneTarget(SIMD2(100, 100)))
    #expect(failure(few) == .tooFewFixations(participant: nil, fixations: 3, parameters: 8))
    #expect(failure([]) == .empty)
    #expect(failure([]) { $0.withoutTarget = 100 } == .noTarget(frames: 100))
    #expect(failure([]) { $0.lost = 100 } == .allLost(frames: 100))
    #expect(failure([]) { $0.dropped = 4 } == .noFixation(runs: 4))
    #expect(failure([]) { $0.standing = 99 } == .stoppedClock(frames: 100))
    #expect(failure([]) { tally in for _ in 0..<99 { tally.addStep(16.7) } } == .slowFrames(step: 2))
    #expect(failure([]) { tally in for _ in 0..<99 { tally.addStep(0.017) } } == .noFixation(runs: 0))
    var pixels = session.fixations(using: &random)
    pixels[8].target *= 3
    #expect(failure(pixels) == .targetOffScreen(pixels[8].target, points: nominal.points))
    pixels[8].target = SIMD2(.nan, 3)
    #expect(failure(pixels) == .badFixation(participant: 0, start: 0))
    pixels[8] = Fixation(target: .zero, samples: [])
    #expect(failure(pixels) == .badFixation(participant: 0, start: 0))
    var backwards = session.fixations(using: &random)
    backwards[8].samples[0].cameraFromFace.rotation = .aboutY(.pi)
    #expect(failure(backwards) == .behindFace(participant: 0, start: 0))
    let problem = GeometryProblem([backwards[8]], free: [.cameraX], priors: nil)
    #expect(problem.residuals(at: problem.start).allSatisfy { $0.isFinite && abs($0) >= 1000 })
    let crowd = (0..<2000).flatMap { participant in
      few.map { Fixation(participant: participant, target: $0.target, samples: $0.samples) }
    }
    var small = fit
    small.largest = 90_000
    #expect(throws: GazeFitError.tooLarge(people: 2000, fixations: 6000)) { try small.fit(crowd) }
    #expect(throws: GazeFitError.nothingFree) {
      try GeometryFit(free: [], priors: nil).fit(one)
    }
    for failure in [failure(one), failure(few), failure([]) { $0.withoutTarget = 100 }] {
      #expect(failure?.description.contains("target") == true)
    }
  }

  @Test("with people eliminated the minimum is the whole problem's: 1e-8 standard errors")
  func elimination() throws {
    var random = SeededGenerator(seed: 31)
    let fixations = (0..<4).flatMap { participant in
      var own = session.of(participant)
      own.person.gazeOffset.up += 0.01 * Double(participant)
      return own.fixations(noise: 1, using: &random).map { look in
        // Each person has two sessions.
        var look = look
        look.session = look.target.x > 200 ? 1 : 0
        return look
      }
    }
    let free = GeometryParameter.standard.union([.tiltX, .quadraticHXX, .driftH, .driftV])
    let problem = GeometryProblem(fixations, free: free, priors: .withSessions)
    #expect(problem.columns.count == 5 + 4 * (5 + 2 * 2))
    let whole = try LeastSquares.solve(problem.leastSquares(), from: problem.start)
    let elimination = GeometryElimination(problem, at: problem.start)
    let part = try LeastSquares.solve(elimination.leastSquares(), from: elimination.device(of: problem.start))
    elimination.solve(part.x)
    let errors = GeometryUncertainty(problem, at: whole.x).standardErrors
    for (i, column) in problem.columns.enumerated() {
      let error = try #require(errors[i])
      expectNear(elimination.x[i], whole.x[i], 1e-6 * error, "\(column.parameter) \(String(describing: column.person))")
      // The block inverse equals the inverse of the whole matrix.
      let covariance = try #require(whole.covariance)
      expectNear(error * error / covariance[i, i], 1, 1e-8, "\(column.parameter)")
    }
    expectNear(part.cost / whole.cost, 1, 1e-12)
  }

  @Test("quadratic terms are recovered, and a fit without them biases the other parameters")
  func quadratic() throws {
    var bent = session
    bent.person.quadratic = .init(
      yaw: SIMD3(0.3, -0.2, 0.5) * 1.0.radians, pitch: SIMD3(-0.4, 0.25, 0.35) * 1.0.radians)
    var random = SeededGenerator(seed: 1)
    let fixations = bent.fixations(using: &random)
    let terms: Set<GeometryParameter> = [
      .quadraticHXX, .quadraticHXY, .quadraticHYY, .quadraticVXX, .quadraticVXY, .quadraticVYY,
    ]
    let fit = GeometryFit(free: GeometryParameter.standard.union(terms), priors: nil)
    let person = try #require(try fit.fit(fixations).person(0))
    let (h, v) = (
      person.quadratic.yaw - bent.person.quadratic.yaw, person.quadratic.pitch - bent.person.quadratic.pitch
    )
    #expect(max((h * h).sum(), (v * v).sum()).squareRoot().degrees < 1e-4)
    let plain = try GeometryFit(priors: nil).fit(fixations)
    #expect(errors(plain.geometry, try #require(plain.person(0))).metres > 2e-4)
  }
}
