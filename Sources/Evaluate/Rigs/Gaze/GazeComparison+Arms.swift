package import GazeSimulation

extension GazeComparison {
  /// One contestant.
  package struct Arm: Sendable {
    /// As it is called in the table.
    package var label: String
    /// Its pipeline.
    package var pipeline: Pipeline<GazeRig>
    /// Its person calibration.
    package var personCalibration: PointerOptions.PersonCalibrationSource
    /// Which constant it is given.
    package var constant: Constant

    /// Which constant a pipeline is given.
    package enum Constant: Sendable, Equatable {
      /// None.
      case none
      /// The one that serves these very people best, on these very frames, for this recline; without targets and in a
      /// closed loop, on the same people's frames in an open one.
      case best
      /// Each person's own mean error in the five points.
      case fivePoints
      /// Each person's own, the best for the very session that is judged.
      case hindsight
    }
  }

  /// Which arms a pipeline gets besides itself as published.
  package enum ArmChoice: String, Sendable, CaseIterable {
    /// None; those that learn from a person's five points also with them.
    case published
    /// The best constant for those that a constant can help most.
    case constants
    /// The best constant, own five points and hindsight for all that know no person.
    case all
  }

  /// The arms of some pipelines, in their order, `standard` last: each as published, with the one constant that serves
  /// these people best, with each person's own from five points, with the one that hindsight would have given each
  /// person; those that learn five points themselves without and with them.
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
