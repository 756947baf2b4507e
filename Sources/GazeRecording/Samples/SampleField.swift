/// One named group of numbers in a sample: a key of JSON Lines, a few columns of a table. A sample lists its fields with
/// `FieldList.field(…)`.
package struct SampleField: Sendable, Equatable {
  /// What its numbers are, and how a `.npy` stores them.
  package enum Kind: Sendable, Equatable {
    /// A finite `Float`, f4; NaN is not known.
    case float
    /// A finite `Double`, f8; NaN is not known.
    case number
    /// True or false, b1; true where nobody says it.
    case bool
    /// False or true, i1: 0, 1; −1 is not known.
    case flag
    /// The place of a name in this list, from 0, i1; −1 is not known. Errors list the names as they are `spoken`.
    case name([String], spoken: [String])
  }

  /// How it is read and written, beside what its kind says.
  package struct Rules: OptionSet, Sendable {
    /// A bit a rule.
    package let rawValue: UInt8

    /// Rules from their bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A sample without it is refused. Parts of a list may still be null, also all of them: the sample's `check()` says what
    /// that means, and whether it is refused.
    package static let required = Rules(rawValue: 1)
    /// The same of a sample whose flag `tracked` is not false.
    package static let requiredWhileTracked = Rules(rawValue: 2)
    /// It must stand, and be known, in a JSON object that stands there: of a truth, what it is the truth of.
    package static let requiredInObject = Rules(rawValue: 4)
    /// All its numbers are known or none is.
    package static let together = Rules(rawValue: 8)
    /// JSON writes null where it is not known, and does not leave it out.
    package static let null = Rules(rawValue: 16)
    /// It says more of a person than the rig needs: stripping leaves it out, and tables have it only where a sample does, as
    /// what stands below `truth`.
    package static let extra = Rules(rawValue: 32)
  }

  /// How its numbers are told apart.
  package enum Parts: Sendable, Equatable {
    /// A list; columns are numbered from 0.
    case numbered
    /// A list; columns end in these.
    case suffixed([String])
    /// A JSON object of these keys, where what is not there is 0; they are the columns' names, too.
    case named([String])
  }

  /// Its key in JSON Lines; `truth.attitude` stands in the object `truth`.
  package var key: String
  /// How many numbers; 1 stands without brackets.
  package var count: Int
  /// What they are.
  package var kind: Kind
  /// How they are read and written.
  package var rules: Rules = []
  /// How they are told apart.
  package var parts = Parts.numbered
  /// Its name in a `.npy`, and with which its columns begin; the key unless it says otherwise.
  package var table: String
  /// Each of its numbers where the field is not there at all; NaN is not known.
  package var absent = Double.nan
  /// What it is, for errors and the schema: `w, x, y, z of a unit quaternion`.
  package var meaning: String

  /// A field as the formats have it where it says nothing else.
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

  /// What each of its numbers may be, by its place; empty where they are no names.
  var names: [String] { if case .name(let names, _) = kind { names } else { [] } }
}
