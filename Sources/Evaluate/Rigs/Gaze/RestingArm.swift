import GazePipeline
import GazeTesting

/// The rows of a comparison that show a pointer that never moves: what an error has to be smaller than.
enum RestingArm: CaseIterable {
  /// At the place that, in hindsight, is best for each person; a place for each.
  case bestPlace
  /// In the screen's middle.
  case middle

  /// The arm with which a comparison's row is made; it has no trial of its own, since `RestingErrors` are measured
  /// beside the first arm's pointer.
  var arm: GazeComparison.Arm {
    GazeComparison.Arm(label: label, pipeline: Self.pipeline, personCalibration: .none, constant: .none)
  }

  private var label: String {
    switch self {
    case .bestPlace: "at rest, best place"
    case .middle: "at rest, middle"
    }
  }

  private static let pipeline = Pipeline<GazeRig>(
    "at rest", "a pointer that never moves", source: "this project", kind: .own,
    engine: PointerEngine { DummyPipeline(.still, at: $0.geometry.points / 2) })

  /// The numbers of one person.
  func figures(_ person: Measured<PersonResult>) -> ArmFigures {
    let resting = person.pointer.resting
    return switch self {
    case .bestPlace:
      ArmFigures(
        resting: (resting.bestPlacePoints, resting.bestPlaceDegrees), isFailing: person.pointer.isFailing)
    case .middle:
      ArmFigures(resting: (resting.middlePoints, resting.middleDegrees), isFailing: person.pointer.isFailing)
    }
  }
}
