/// Groups of columns that a table has only if a sample needs them.
///
/// JSON Lines needs no columns; for NumPy and CSV the columns must be known before the first row is written.
struct SampleColumns: OptionSet, Sendable {
  let rawValue: UInt8

  /// Fields of the truth, which only a simulator knows.
  static let truth = SampleColumns(rawValue: 1)
  /// Fields that reveal more about a person than the rig needs.
  static let extra = SampleColumns(rawValue: 2)
  /// Fields of the app's state: its drawing and its actions.
  static let app = SampleColumns(rawValue: 4)
  /// Groups of columns that `StrippedSamples` removes.
  static let stripped: SampleColumns = [.truth, .extra]
  /// All groups, for any rig.
  static let all = SampleColumns(rawValue: .max)
}
