/// One named group of numbers in a sample: a key of JSON Lines, a few columns of a table. Samples list theirs with
/// `FieldList.field(…)`.
package struct SampleField: Sendable, Equatable {
  /// The kind of its numbers, which is also how a `.npy` stores them.
  package enum Kind: Sendable, Equatable {
    /// A finite `Float`, f4; NaN is not known.
    case float
    /// A finite `Double`, f8; NaN is not known.
    case number
    /// True or false, b1; true where a file does not have it.
    case bool
    /// False or true, i1: 0, 1; −1 is not known.
    case flag
    /// The index of a name in this list, from 0, i1; −1 is not known. Errors list the names in the order of `spoken`.
    case name([String], spoken: [String])
  }

  /// Rules of reading and writing that the kind does not imply.
  package struct Rules: OptionSet, Sendable {
    /// A bit a rule.
    package let rawValue: UInt8

    /// Rules from their bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A sample without the field is refused. Parts of a list may still be null, also all of them: the sample's `check()`
    /// decides whether that is refused.
    package static let required = Rules(rawValue: 1)
    /// A sample without the field is refused unless its field `tracked` is false.
    package static let requiredWhileTracked = Rules(rawValue: 2)
    /// A JSON object that would hold the field is refused without it, or with null.
    package static let requiredInObject = Rules(rawValue: 4)
    /// Either all of its numbers are known or none.
    package static let together = Rules(rawValue: 8)
    /// JSON writes null, instead of leaving the key out, where the field is not known.
    package static let null = Rules(rawValue: 16)
    /// Stripping removes the field, because it tells more about a person than the rig needs. Tables have its columns only
    /// if a sample has it. Both hold for keys below `truth`, too.
    package static let extra = Rules(rawValue: 32)
    /// The app drew or did it. Tables have the columns of such fields, all of them, only if a sample has one.
    package static let app = Rules(rawValue: 64)
  }

  /// The way to address each of its numbers.
  package enum Parts: Sendable, Equatable {
    /// A list; columns are numbered from 0.
    case numbered
    /// A list; columns end in these.
    case suffixed([String])
    /// A JSON object with these keys, which are also the columns' names; an absent key means 0.
    case named([String])
  }

  /// Its key in JSON Lines; `truth.attitude` stands in the object `truth`.
  package var key: String
  /// Number of its numbers; a single one is written without brackets.
  package var count: Int
  /// Kind of its numbers.
  package var kind: Kind
  /// Rules of reading and writing.
  package var rules: Rules = []
  /// Addresses of its numbers.
  package var parts = Parts.numbered
  /// Name in a `.npy`, and prefix of its columns; the key by default.
  package var table: String
  /// Value of each number where a file does not have the field; NaN is not known.
  package var absent = Double.nan
  /// Meaning in words, for errors: `w, x, y, z of a unit quaternion`.
  package var meaning: String
  /// First version of recordings that has it; in older ones its key is an unknown one.
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

  /// Names by index; empty for other kinds.
  var names: [String] { if case .name(let names, _) = kind { names } else { [] } }
}
