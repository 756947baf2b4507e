import GazeRecording
package import GazeSimulation
import GazeTesting

/// Constants of the simulation that a comparison varies on the same people with the same draws.
package enum Variation {
  /// Largest number of values or pairs of values that a user may name.
  package static let most = 50
  /// Largest number of constants that a user may vary together.
  package static let mostKeys = 2

  /// Each assumed constant at either end of its range, all others unchanged; an end that is the present value is left
  /// out.
  ///
  /// Constants of the experiment's design are known, and those of taps, of signs and of a visible pointer have no
  /// effect unless a run asks for them, so they are not varied. Nothing checks that constants begin with the prefixes.
  package static func assumed<R: Rig>(_ simulation: RigSimulation<R>) -> [[String: Double]] {
    let parameters = simulation.parameters
    let constants = R.Parameters.constants.filter {
      $0.provenance == .assumed && !design.contains($0.key) && simulation.settings[$0.key] == nil
        && !["task.tap", "sign.", "behaviour.compensation"].contains(where: $0.key.hasPrefix)
    }
    return constants.flatMap { constant in
      let sweep = constant.sweep(in: parameters)
      // A constant that must be a whole number has no values between.
      return [sweep.lowerBound, sweep.upperBound].map { constant.isWhole ? $0.rounded() : $0 }
        .filter { isChange($0, from: constant.value(in: parameters)) }.map { [constant.key: $0] }
    }
  }

  /// Constants that an experimenter chooses: task and set-up. `VariationTests` finds a key that no constant has; a new
  /// assumed constant is varied unless it is added here.
  static let design: Set = [
    "behaviour.shiftRight", "behaviour.shiftUp", "phone.orientation", "task.appStates", "task.column",
    "task.columnFrom", "task.dotAtStart", "task.dotTime", "task.grid", "task.headTurns", "task.layout",
    "task.notReading", "task.pageScreens", "task.pursuitSpeed", "task.reread", "task.samePage", "task.script",
    "task.skimming", "task.skimmingUntil", "task.skipParagraph", "task.startAt", "task.steerX", "task.steerY",
    "task.targetTime", "task.textSize",
  ]

  /// False if a value is the present one but for rounding.
  package static func isChange(_ value: Double, from present: Double) -> Bool {
    abs(value - present) > 1e-9 * max(abs(present), 1e-3)
  }

  /// Why a value counts as a tie.
  static let tie = "its interval holds no change, or p is not below 0.05 (Holm)"

  /// The conclusion from the value with the largest effect.
  ///
  /// - Parameters:
  ///   - sizes: its figure and the present one.
  ///   - known: number of values, of `all`, that change the figure.
  static func conclusion(_ sizes: String, _ change: String, known: Int, of all: Int, _ people: String) -> String {
    let values = NumberText.count(all, "value")
    return known == 0
      ? "\(people) cannot tell \(all == 1 ? "the value" : "any of \(values)") from the present one; \(sizes)"
      : "\(sizes), \(change); \(known) of \(values) \(known == 1 ? "changes" : "change") the figure"
  }

  /// `tracker.biasSD 6`, by key.
  static func words(_ settings: [String: Double]) -> [String] {
    settings.sorted { $0.key < $1.key }.map { "\($0.key) \(NumberText.shortest($0.value, 4))" }
  }
}
