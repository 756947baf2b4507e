package import GazeSimulation

extension GazeComparison {
  /// One arm of the comparison.
  package struct Arm: Sendable {
    /// Label in the table.
    package var label: String
    /// The pipeline.
    package var pipeline: Pipeline<GazeRig>
    /// Source of the person calibration.
    package var personCalibration: PointerOptions.PersonCalibrationSource
    /// The constant added to the pointer.
    package var constant: Constant

    /// A constant added to the pointer of a pipeline.
    package enum Constant: Sendable, Equatable {
      /// None.
      case none
      /// The best constant for these very people, on these very frames, at this recline. Without targets and in a
      /// closed loop it is found on the same people's frames in an open loop.
      case best
      /// Each person's own mean error at the five points.
      case fivePoints
      /// Each person's own constant, the best for the very session that is judged.
      case hindsight
    }
  }

  /// Arms of a pipeline besides the one as published.
  package enum ArmChoice: String, Sendable, CaseIterable {
    /// None; but pipelines that learn from a person's five points also get an arm with them.
    case published
    /// The best constant, for the pipelines that a constant can help most.
    case constants
    /// The best constant, own five points and hindsight, for all pipelines that learn nothing about a person.
    case all
  }

  /// The arms of some pipelines, in their order, with `standard` last. A pipeline gets one arm as published, one with
  /// the best constant for these people, one with each person's own constant from five points, and one with each
  /// person's best constant in hindsight. Pipelines that learn from five points themselves get one arm without and one
  /// with them.
  package static func arms(_ pipelines: [Pipeline<GazeRig>], _ choice: ArmChoice = .all) -> [Arm] {
    (pipelines.filter { $0.learns != .person } + pipelines.filter { $0.learns == .person }).flatMap { pipeline in
      let name = pipeline.name
      func arm(_ suffix: String, _ constant: Arm.Constant) -> Arm {
        Arm(label: name + suffix, pipeline: pipeline, personCalibration: .none, constant: constant)
      }
      if pipeline.learnsFivePoints {
        return [
          arm("", .none),
          Arm(label: name + " + own 5 points", pipeline: pipeline, personCalibration: .fivePoints, constant: .none),
        ]
      }
      let best = arm(" + best constant", .best)
      return switch choice {
      case .published: [arm("", .none)]
      case .constants: [arm("", .none)] + (pipeline.engine.isConstantWorthATry ? [best] : [])
      case .all: [arm("", .none), best, arm(" + own 5 points", .fivePoints), arm(" + hindsight", .hindsight)]
      }
    }
  }
}
