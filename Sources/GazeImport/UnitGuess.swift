/// The units, of several candidates, in which what was measured of a file's numbers is plausible.
package struct UnitGuess<Unit> {
  /// The candidates that are plausible, in their order.
  package let plausible: [Unit]

  package init(_ candidates: some Sequence<Unit>, where isPlausible: (Unit) -> Bool) {
    plausible = candidates.filter(isPlausible)
  }

  /// The unit, where only one is plausible.
  package var unit: Unit? { plausible.count == 1 ? plausible.first : nil }

  /// True where several units are plausible, so that somebody must state which it is.
  package var isAmbiguous: Bool { plausible.count > 1 }
}

extension UnitGuess where Unit == TimeUnit {
  /// The units in which the usual step from row to row is one of these, seconds.
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
