/// The units, among several candidates, in which a quantity that was measured in a file is plausible.
package struct UnitGuess<Unit> {
  /// The plausible units, in the order of the candidates.
  package let plausible: [Unit]

  package init(_ candidates: some Sequence<Unit>, where isPlausible: (Unit) -> Bool) {
    plausible = candidates.filter(isPlausible)
  }

  /// The unit if exactly one unit is plausible, else nil.
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
  /// The plausible units as command-line options from which the user chooses: `--lengths cm or --lengths mm`.
  func options(_ option: String) -> String {
    plausible.map { "\(option) \($0.rawValue)" }.joined(separator: " or ")
  }
}
