/// One named group of numbers in a sample: a key of JSON Lines, or some columns of a table. Samples list their fields
/// with `FieldList.field(…)`.
package struct SampleField: Sendable, Equatable {
  /// The kind of a field's numbers, which also determines how a `.npy` stores them.
  package enum Kind: Sendable, Equatable {
    /// A finite `Float`, f4; NaN means unknown.
    case float
    /// A finite `Double`, f8; NaN means unknown.
    case number
    /// True or false, b1; true if a file does not have the field.
    case bool
    /// False or true, i1: 0, 1; −1 means unknown.
    case flag
    /// The index of a name in this list, from 0, i1; −1 means unknown. Errors list the names in the order of `spoken`.
    case name([String], spoken: [String])
  }

  /// Rules of reading and writing that do not follow from the kind.
  package struct Rules: OptionSet, Sendable {
    /// One bit per rule.
    package let rawValue: UInt8

    /// Rules from their bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A sample without the field is refused. Elements of a list may still be null, even all of them: the sample's
    /// `check()` decides whether to refuse that.
    package static let required = Rules(rawValue: 1)
    /// A sample without the field is refused unless its field `tracked` is false.
    package static let requiredWhileTracked = Rules(rawValue: 2)
    /// A JSON object to which the field belongs is refused if the field is missing or null.
    package static let requiredInObject = Rules(rawValue: 4)
    /// The field's numbers are known either all together or not at all.
    package static let together = Rules(rawValue: 8)
    /// JSON writes null, instead of leaving the key out, if the field is unknown.
    package static let null = Rules(rawValue: 16)
    /// Stripping removes the field, because it reveals more about a person than the rig needs. Tables have the field's
    /// columns only if a sample has a value. Keys below `truth` are treated in the same two ways.
    package static let extra = Rules(rawValue: 32)
    /// The field belongs to the app's state. Tables have the columns of all such fields, but only if a sample has a
    /// value in one of them.
    package static let app = Rules(rawValue: 64)
  }

  /// Names by which files address the single numbers of a field.
  package enum Parts: Sendable, Equatable {
    /// A list; columns are numbered from 0.
    case numbered
    /// A list; the names of the columns end in these suffixes.
    case suffixed([String])
    /// A JSON object with these keys, which are also the names of the columns; an absent key means 0.
    case named([String])
  }

  /// Key in JSON Lines; `truth.attitude` is in the object `truth`.
  package var key: String
  /// How many numbers the field has; a single number is written without brackets.
  package var count: Int
  /// Kind of the field's numbers.
  package var kind: Kind
  /// Rules of reading and writing.
  package var rules: Rules = []
  /// Names by which files address the field's numbers.
  package var parts = Parts.numbered
  /// Name of the field in a `.npy`, and prefix of its columns in a CSV; the key by default.
  package var table: String
  /// Value of each number if a file does not have the field; NaN means unknown.
  package var absent = Double.nan
  /// Meaning in words, for errors: `w, x, y, z of a unit quaternion`.
  package var meaning: String
  /// First version of recordings that has the field; in older recordings its key counts as unknown.
  package var since = 1

  /// A field without special rules.
  package init(_ key: String, _ count: Int, _ kind: Kind, _ meaning: String) {
    self.key = key
    self.count = count
    self.kind = kind
    self.meaning = meaning
    table = key
  }

  /// The names of a table's columns.
  var columns: [String] {
    switch parts {
    case .numbered: count == 1 ? [table] : (0..<count).map { "\(table)\($0)" }
    case .suffixed(let suffixes): suffixes.map { table + $0 }
    case .named(let names): names
    }
  }

  /// The names of a field of kind `name`, by index; empty for a field of another kind.
  var names: [String] { if case .name(let names, _) = kind { names } else { [] } }
}
