package import GazePipeline
package import GazeRecording
package import GazeSimulation

extension GazeComparison {
  /// One arm of the comparison: a pipeline with a calibration and a constant.
  package struct Arm: Sendable {
    /// Label in the table.
    package var label: String
    /// The pipeline.
    package var pipeline: Pipeline<GazeRig>
    /// Source of the person calibration.
    package var personCalibration: PointerOptions.PersonCalibrationSource
    /// The constant added to the pointer.
    package var constant: Constant
    /// The smoothing in place of the profile's; nil keeps the one chosen for the run.
    package var smoothing: NamedSmoothing?
    /// The calibration that the pipeline is given; nil keeps the run's.
    package var calibration: CalibrationFile?
    /// Recentring of the pointer; nil keeps the run's.
    package var recentre: RecentreChoice?
    /// Rule of the trigger; nil keeps the run's.
    package var trigger: ScrollRule?
    /// True to simulate the people with the preset `ideal`, and a phone as its data sheet states it: the best that the
    /// task itself permits.
    package var isIdeal = false

    /// A constant added to the pointer of a pipeline.
    package enum Constant: Sendable, Equatable {
      /// No constant is added.
      case none
      /// The constant that is best for the judged people on the judged frames at this recline. In a closed loop without
      /// targets the constant is found on the same people's frames in an open loop.
      case best
      /// Each person's own constant: the mean error at the five calibration points.
      case fivePoints
      /// Each person's own constant: the best one for the judged session itself.
      case hindsight
    }
  }

  /// Arms that a pipeline has in addition to the arm as published.
  package enum ArmChoice: String, Sendable, CaseIterable {
    /// No further arm, except that pipelines that learn from a person's five points also get an arm with the five
    /// points.
    case published
    /// An arm with the best constant, for the pipelines that a constant can help most.
    case constants
    /// Arms with the best constant, with each person's constant from five points, and with each person's best constant
    /// in hindsight. Pipelines that learn from five points themselves get the one in hindsight, in addition to the five
    /// points; an external program gets none, since its pointer cannot be moved before it scrolls.
    case all
  }

  /// The arms of the given pipelines in their order, with the pipeline `standard` last. A pipeline gets one arm as
  /// published, one with the best constant for these people, one with each person's own constant from five points, and
  /// one with each person's best constant in hindsight. Pipelines that learn from five points themselves get one arm
  /// without the five points, one with them, and one with both the five points and hindsight.
  ///
  /// - Parameter variants: further arms of `standard`, each with a person's five points.
  package static func arms(
    _ pipelines: [Pipeline<GazeRig>], _ choice: ArmChoice = .all, variants: StandardVariants = StandardVariants()
  ) -> [Arm] {
    (pipelines.filter { $0.learns != .person } + pipelines.filter { $0.learns == .person }).flatMap { pipeline in
      let name = pipeline.name
      func arm(_ suffix: String, _ constant: Arm.Constant) -> Arm {
        Arm(label: name + suffix, pipeline: pipeline, personCalibration: .none, constant: constant)
      }
      if pipeline.learnsFivePoints {
        func calibrated(_ suffix: String, _ constant: Arm.Constant = .none) -> Arm {
          Arm(label: name + suffix, pipeline: pipeline, personCalibration: .fivePoints, constant: constant)
        }
        let isStandard = pipeline == GazeRig.standard
        let others =
          (isStandard ? variants.rows(GazeRig.self) : []).map { variant in
            var arm = calibrated(fivePoints + variant.suffix)
            (arm.smoothing, arm.calibration) = (variant.smoothing, variant.calibration)
            (arm.recentre, arm.trigger) = (variant.recentre, variant.trigger)
            return arm
          } + (isStandard ? variants.idealRules : []).map { idealArm(calibrated(fivePoints), rule: $0) }
        let inHindsight = choice == .all && pipeline.facts.kind != .program
        return (isStandard && variants.areAlone ? [] : [arm("", .none)])
          + (inHindsight ? [calibrated(hindsight, .hindsight)] : []) + others + [calibrated(fivePoints)]
      }
      let best = arm(" + best constant", .best)
      return switch choice {
      case .published: [arm("", .none)]
      case .constants: [arm("", .none)] + (pipeline.engine.isConstantWorthATry ? [best] : [])
      case .all: [arm("", .none), best, arm(fivePoints, .fivePoints), arm(hindsight, .hindsight)]
      }
    }
  }

  /// The arm on people whom the tracker sees without an error, with this rule of the trigger or, for nil, its own.
  private static func idealArm(_ arm: Arm, rule: ScrollRule?) -> Arm {
    var arm = arm
    arm.label += (rule.map { " + \($0.rawValue)" } ?? "") + ideal
    (arm.trigger, arm.isIdeal) = (rule, true)
    return arm
  }

  /// The end of the label of an arm whose tracker makes no error.
  static let ideal = " + ideal tracker"
  /// The end of the label of an arm with a person's five points.
  static let fivePoints = " + own 5 points"
  /// The end of the label of an arm with each person's best constant in hindsight.
  static let hindsight = " + hindsight"
}
