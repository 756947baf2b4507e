/// Groups of columns that a table has only if a sample needs them.
///
/// JSON Lines writes fields as they come; NumPy and CSV must know the columns before the first row.
struct SampleColumns: OptionSet, Sendable {
  let rawValue: UInt8

  /// The truth, which only a simulator knows.
  static let truth = SampleColumns(rawValue: 1)
  /// Fields that tell more about a person than the rig needs.
  static let extra = SampleColumns(rawValue: 2)
  /// Fields of what the app drew and did.
  static let app = SampleColumns(rawValue: 4)
  /// Groups that stripping removes.
  static let stripped: SampleColumns = [.truth, .extra]
  /// Every one, whatever the rig.
  static let all = SampleColumns(rawValue: .max)
}
