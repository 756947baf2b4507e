import Calibrate
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

/// Fixations of the device's protocol, drawn from the fit's own model: without a simulator, without drift, and without
/// errors that the model does not contain, except that, if requested, people do not look exactly at the dot. The
/// protocol has 9 targets at 3 distances with 5 head rotations. A fixation is 30 frames with white noise, of which only
/// the mean and the scatter are drawn, since these are sufficient statistics.
struct ProtocolFixations: Sendable {
  /// Frames per fixation.
  static let frames = 30

  /// The device according to its data sheet, and the spread of phones around these values.
  var phone: NominalPhone
  var priors: GeometryPriors
  var participants: Int
  /// Standard deviation of a frame's angles per axis, radians.
  var noise: Double
  /// Standard deviation of the distance between the dot and the point that a person fixates, per fixation and axis,
  /// radians.
  var fixationBias: Double
  /// True to draw phone and people from the priors for each repeat; false for the same phone and people in all repeats.
  var redraws: Bool

  struct Drawn: Sendable {
    var geometry: ScreenGeometry
    var people: [GeometryBound.Person]
    var fixations: [Fixation]
  }

  /// Standard deviation of a fixation's mean, radians.
  var sigma: Double { (noise * noise / Double(Self.frames) + fixationBias * fixationBias).squareRoot() }

  /// Returns the fixations of the seed's `index`-th repeat.
  func drawn(seed: UInt64, _ index: Int) -> Drawn {
    var random = Normals(PhiloxGenerator(seed: seed, stream: UInt32(truncatingIfNeeded: index + 1)))
    var truth = Normals(PhiloxGenerator(seed: seed, stream: 0))
    var geometry = phone.geometry
    var people: [GeometryBound.Person]
    if redraws {
      geometry.metres += random.pair() * priors.screen
      geometry.camera += random.pair() * priors.camera
      people = (0..<participants).map { _ in
        let offset = random.pair() * priors.gazeOffset
        var gain = SIMD2(1, 1) + random.pair() * priors.gain
        // Smaller gains are replaced, since they are implausible for a tracker: 0.3 is 3.5 standard deviations from the
        // mean, and one of 2,000 draws is below it.
        gain.replace(with: SIMD2(0.3, 0.3), where: gain .< SIMD2(0.3, 0.3))
        return GeometryBound.Person(
          calibration: PersonCalibration(gazeOffset: Kappa(towardsX: offset.x, up: offset.y), gain: gain),
          drift: [random.pair() * priors.session])
      }
    } else {
      geometry = phone.phone(1)
      people = (0..<participants).map { _ in
        let offset = truth.pair() * 2.0.radians
        return GeometryBound.Person(
          calibration: PersonCalibration(
            gazeOffset: Kappa(towardsX: offset.x, up: offset.y), gain: SIMD2(0.95, 0.9) + truth.pair() * 0.07),
          drift: [])
      }
    }
    let fixations = people.indices.flatMap { looks(of: $0, people[$0], on: geometry, &random) }
    return Drawn(geometry: geometry, people: people, fixations: fixations)
  }

  private func looks(
    of participant: Int, _ person: GeometryBound.Person, on geometry: ScreenGeometry, _ random: inout Normals
  ) -> [Fixation] {
    // Each person's positions differ slightly from the protocol, with SDs of a tenth of the distance, 5 mm sideways and
    // 3° of rotation.
    let (stretch, place, turn) = (1 + 0.1 * random.one(), random.pair() * 0.005, random.pair() * 3.0.radians)
    let origin = SIMD3(0, 0.028, 0.03)
    var calibration = person.calibration
    calibration.gazeOffset.towardsX += person.drift.first?.x ?? 0
    calibration.gazeOffset.up += person.drift.first?.y ?? 0
    var fixations: [Fixation] = []
    var time = 0.0
    for distance in [0.25, 0.35, 0.45] {
      for rotation in [SIMD2(0.0, 0), SIMD2(10, 0), SIMD2(-10, 0), SIMD2(0, 10), SIMD2(0, -10)] {
        let angles = rotation * 1.0.radians + turn
        let pose = RigidTransform(
          rotation: .aboutY(angles.x) * .aboutX(-angles.y),
          translation: SIMD3(place.x, place.y - 0.05, -distance * min(max(stretch, 0.7), 1.3)))
        let back = pose.inverse
        time += 2
        for target in 0..<9 {
          let share = SIMD2(0.1 + 0.4 * Double(target % 3), 0.1 + 0.4 * Double(target / 3))
          let hit = geometry.hit(ofPoint: share * geometry.points)
          let visual = (back.apply(SIMD3(hit.x, hit.y, 0)) - origin).normalized
          let exact = calibration.reportedAngles(visual: visual)
          let error =
            random.pair() * (noise / Double(Self.frames).squareRoot()) + random.pair() * fixationBias
          var sample = Fixation.Sample(
            cameraFromFace: pose, origin: origin,
            reported: GazeAngles(yaw: exact.yaw + error.x, pitch: exact.pitch + error.y))
          sample.count = Self.frames
          sample.scatter =
            SIMD2(random.chiSquare(Self.frames - 1), random.chiSquare(Self.frames - 1)) * (noise * noise)
          fixations.append(
            Fixation(participant: participant, target: share * geometry.points, start: time, samples: [sample]))
          time += 1.5
        }
      }
    }
    return fixations
  }
}
