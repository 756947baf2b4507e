import CalibrationSupport
import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

/// The fit of one person in plain Swift, with GSL's trust region as the reference.
struct GeometryProblemSolutionTests {
  private let screen = SyntheticSession.nominal
  private static let places = (
    five: [SIMD2(0.5, 0.5), SIMD2(0.15, 0.15), SIMD2(0.85, 0.15), SIMD2(0.15, 0.85), SIMD2(0.85, 0.85)],
    nine: [0.1, 0.5, 0.9].flatMap { y in [0.1, 0.5, 0.9].map { x in SIMD2(x, y) } }
  )

  /// GeometryFit of a person alone, as it was before `PersonFit`.
  private var reference: GeometryFit {
    var fit = GeometryFit(
      free: [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV],
      priors: GeometryPriors(screen: .zero, camera: .zero))
    fit.prefersGSL = true
    return fit
  }

  /// A person's fixations of 5, 9, or twice 9 dots: a tenth of the dots is not seen, of a tenth the person looks
  /// elsewhere, and the gaze is off the others by 0.7°.
  private func person(_ random: inout SeededGenerator) -> (
    session: SyntheticSession, pose: SyntheticPose, looks: [Fixation]
  ) {
    var session = SyntheticSession(geometry: screen)
    session.person = PersonCalibration(
      gazeOffset: Kappa(towardsX: 3 * random.normal().radians, up: 3 * random.normal().radians),
      gain: SIMD2(max(0.85 + 0.12 * random.normal(), 0.4), max(0.85 + 0.12 * random.normal(), 0.4)))
    let pose = SyntheticPose(
      distance: .random(in: 0.25...0.45, using: &random), yaw: 0.1 * random.normal(), pitch: 0.1 * random.normal())
    let (five, nine) = Self.places
    let dots = [five, nine, nine + nine][random.int(0..<3)]
    let looks = dots.enumerated().compactMap { i, place -> Fixation? in
      guard random.number(0..<1) > 0.1 else { return nil }
      let isAway = random.number(0..<1) < 0.1
      var off = SIMD2(0.7 * random.normal(), 0.7 * random.normal())
      if isAway {
        off += SIMD2(random.number(-15...15), random.number(-30 ... -10))
      }
      var look = session.fixation(
        place * screen.points, pose, error: off)
      look.start = 2 * Double(i)
      return look
    }
    return (session, pose, looks)
  }

  /// Largest differences at the screen's corners, degrees and points.
  private func difference(
    _ a: PersonCalibration, _ b: PersonCalibration, _ session: SyntheticSession, _ pose: SyntheticPose
  ) throws -> SIMD2<Double> {
    var largest = SIMD2<Double>.zero
    let face = pose.cameraFromFace()
    let origin = face.apply((SyntheticSession.eyes.left + SyntheticSession.eyes.right) / 2)
    for corner in [SIMD2(0.0, 0.0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1)] {
      let reported = session.reported(corner * screen.points, face).direction
      func pointer(_ person: PersonCalibration) throws -> (direction: SIMD3<Double>, point: SIMD2<Double>) {
        let direction = face.apply(direction: person.visualDirection(reported: reported))
        let hit = try #require(screen.hit(of: GazeRay(origin: origin, direction: direction)))
        return (direction, screen.point(ofHit: hit))
      }
      let (one, other) = (try pointer(a), try pointer(b))
      let apart: SIMD3<Double> = one.direction - other.direction
      let angle: Double = (apart * apart).sum().squareRoot().degrees
      largest = pointwiseMax(largest, SIMD2(angle, (one.point - other.point).length))
    }
    return largest
  }

  /// Results of the plain fit and of GSL's.
  private func outcomes(
    _ looks: [Fixation], _ tally: FixationFinder.Tally? = nil
  ) -> (plain: Result<PersonEstimate, GazeFitError>, gsl: Result<GeometryEstimate, GazeFitError>) {
    (
      Result { () throws(GazeFitError) -> PersonEstimate in try PersonFit(on: screen).fit(looks, tally: tally) },
      Result { () throws(GazeFitError) -> GeometryEstimate in try reference.fit(looks, tally: tally) }
    )
  }

  @Test(
    "the plain fit is GSL's: 1,000 people, at most 0.01° and 0.5 pt apart")
  func sameAsGSL() throws {
    let people = 1000
    var random = SeededGenerator(seed: 1909)
    var (dropped, refused, inside, clean) = (0, 0, 0, 0)
    for _ in 0..<people {
      let (session, pose, looks) = person(&random)
      let (mine, theirs) = outcomes(looks)
      guard let plain = try? mine.get(), let gsl = try? theirs.get() else {
        // Gaze that runs against the dots, because most of a person's few fixations are elsewhere.
        refused += 1
        #expect(mine.failure == theirs.failure)
        continue
      }
      let found = try difference(plain.calibration, try #require(gsl.person(0)), session, pose)
      #expect(found.x <= 0.01 && found.y <= 0.5, "\(found)")
      #expect(plain.fixations == looks.count && plain.outliers == gsl.outliers)
      #expect(abs(plain.residualDegrees - gsl.residualRMS) <= 1e-5)
      let modelError = try #require(gsl[.gazeOffsetH].standardError)
      #expect(abs(plain.offsetErrorDegrees.x - modelError) <= 1e-4 * modelError)
      if plain.outliers > 0 { dropped += 1 }
      // The interval is of people without an outlier that the fit could not see.
      let isClean = looks.allSatisfy { look in
        let expected = session.reported(look.target, look.samples[0].cameraFromFace)
        return abs(look.samples[0].reported.pitch - expected.pitch).degrees < 5
      }
      if isClean {
        clean += 1
        if plain.horizontalIntervalDegrees.contains(session.person.gazeOffset.towardsX.degrees) { inside += 1 }
      }
    }
    #expect(20 * refused < people)
    #expect(10 * dropped > people, "the rejection of outliers was in use")
    #expect(Double(inside) > 0.92 * Double(clean))
  }

  @Test("GeometryFit of one person, sessions, quadratic terms or no priors is GSL's")
  func otherParameters() throws {
    var random = SeededGenerator(seed: 1910)
    let session = SyntheticSession(geometry: screen)
    var looks = session.fixations(noise: 0.5, using: &random)
    for i in looks.indices { (looks[i].start, looks[i].session) = (2 * Double(i), i % 3) }
    let priors = GeometryPriors.withSessions
    let personal: Set<GeometryParameter> = [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV]
    for (free, priors) in [
      (personal, priors), (personal.union([.quadraticHXX, .quadraticVYY]), priors), ([.gazeOffsetH], nil),
      (personal, nil), (personal.union([.quadraticHXX, .quadraticVYY]), nil),
    ] as [(Set<GeometryParameter>, GeometryPriors?)] {
      var fit = GeometryFit(free: free, priors: priors)
      let plain = try fit.fit(looks)
      fit.prefersGSL = true
      let gsl = try fit.fit(looks)
      #expect(plain.parameters.count == gsl.parameters.count && plain.outliers == gsl.outliers)
      for (a, b) in zip(plain.parameters, gsl.parameters) {
        // GSL's own test of convergence stops within 1e-7 of the parameters' length.
        let ratio = abs(a.value - b.value) / (try #require(b.standardError))
        #expect(ratio <= 1e-5, "\(a.name): \(ratio)")
        #expect(a.name == b.name && a.identified == b.identified)
      }
      #expect(plain.unidentified == gsl.unidentified)
    }
  }

  @Test("the same refusals, case by case")
  func sameRefusals() {
    var random = SeededGenerator(seed: 1911)
    let session = SyntheticSession(geometry: screen)
    let good = session.fixations(poses: [SyntheticPose()], noise: 0.3, using: &random)
    func changed(_ change: (inout Fixation) -> Void) -> [Fixation] {
      good.map { look in
        var look = look
        change(&look)
        return look
      }
    }
    let cases: [(looks: [Fixation], tally: FixationFinder.Tally?, isRefused: Bool)] = [
      (good, nil, false), (Array(good.prefix(2)), nil, false), (Array(good.prefix(1)), nil, true), ([], nil, true),
      ([], .with { $0.withoutTarget = 100 }, true), ([], .with { $0.lost = 100 }, true),
      ([], .with { $0.unusable = 60 }, true), ([], .with { $0.standing = 99 }, true),
      ([], .with { $0.dropped = 3 }, true),
      (changed { $0.target = SIMD2(100, 100) }, nil, true), (changed { $0.target *= 3 }, nil, true),
      (changed { $0.target /= SIMD2(375, 812) }, nil, true), (changed { $0.target.x = 375 - $0.target.x }, nil, true),
      (changed { $0.target.y = 812 - $0.target.y }, nil, true), (changed { $0.target.x = .nan }, nil, true),
      (changed { $0.samples = [] }, nil, true),
      (
        changed { look in look.samples.indices.forEach { look.samples[$0].cameraFromFace.translation *= 100 } }, nil,
        true
      ),
      (
        changed { look in look.samples.indices.forEach { look.samples[$0].cameraFromFace.rotation = .aboutY(.pi) } },
        nil, true
      ),
      (changed { look in look.samples.indices.forEach { look.samples[$0].reported.yaw = .infinity } }, nil, true),
    ]
    for (place, own) in cases.enumerated() {
      let (plain, gsl) = outcomes(own.looks, own.tally)
      switch (plain, gsl) {
      case (.success, .success): #expect(!own.isRefused, "case \(place)")
      case (.failure(let a), .failure(let b)): #expect(a == b && own.isRefused, "case \(place)")
      default: Issue.record("case \(place): \(plain), \(gsl)")
      }
    }
  }
}

extension Result {
  /// The failure; nil for a success.
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
