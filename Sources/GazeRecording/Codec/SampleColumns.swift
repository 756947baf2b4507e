/// Which of the columns that not every recording has a table holds.
///
/// JSON Lines writes them as they come; NumPy and CSV must know before the first row.
struct SampleColumns: OptionSet, Sendable {
  let rawValue: UInt8

  /// What a simulator knows.
  static let truth = SampleColumns(rawValue: 1)
  /// What says more of a person than the rig needs.
  static let extra = SampleColumns(rawValue: 2)
  /// Every one, whatever the rig.
  static let all = SampleColumns(rawValue: .max)
}
