/// Those of several candidate units in which a quantity measured in a file is plausible.
package struct UnitGuess<Unit> {
  /// Plausible candidates, in their order.
  package let plausible: [Unit]

  package init(_ candidates: some Sequence<Unit>, where isPlausible: (Unit) -> Bool) {
    plausible = candidates.filter(isPlausible)
  }

  /// The unit, if only one is plausible.
  package var unit: Unit? { plausible.count == 1 ? plausible.first : nil }

  /// True if several units are plausible, so that the user must state the unit.
  package var isAmbiguous: Bool { plausible.count > 1 }
}

extension UnitGuess where Unit == TimeUnit {
  /// Creates the guess of the units in which the usual step from row to row is within `steps`, in seconds.
  package init(step: Double, within steps: ClosedRange<Double>, of candidates: [TimeUnit] = TimeUnit.allCases) {
    self.init(candidates) { steps.contains(step * $0.seconds) }
  }
}

extension UnitGuess where Unit: RawRepresentable, Unit.RawValue == String {
  /// The units as options to choose from: `--lengths cm or --lengths mm`.
  func options(_ option: String) -> String {
    plausible.map { "\(option) \($0.rawValue)" }.joined(separator: " or ")
  }
}
