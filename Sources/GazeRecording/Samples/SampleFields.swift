/// The visitor of a sample's fields. `RigSample.fields(_:)` passes every field to the visitor, together with the value
/// that holds the field. The visitor reads the fields' values from a row, writes them to a row, or collects the
/// descriptions of the fields.
///
/// A row holds the fields' numbers as in a `.npy`: packed, little-endian, in the list's order.
public struct FieldList {
  /// Address of the next field's numbers; nil while the fields are only described.
  private var row: UnsafeMutableRawPointer?
  private let isWriting: Bool
  /// The first fault that was found while reading.
  var fault: SampleError?
  var described: [SampleField] = []

  /// A list that collects descriptions.
  init() { (row, isWriting) = (nil, false) }
  /// A list that reads from a row, starting at the first field.
  init(reading row: UnsafeRawPointer) { (self.row, isWriting) = (UnsafeMutableRawPointer(mutating: row), false) }
  /// A list that writes to a row, starting at the first field.
  init(writing row: UnsafeMutableRawPointer) { (self.row, isWriting) = (row, true) }

  /// Reads, writes or describes one field.
  ///
  /// - Parameters:
  ///   - key: the key in JSON Lines. `truth.attitude` is the key `attitude` of the object `truth`; tables have the
  ///     columns of such a field only if a sample has a value.
  ///   - value: the value that holds the field. Writing does not change it.
  ///   - meaning: words for errors: `w, x, y, z of a unit quaternion`.
  ///   - absent: the value of each number if a file does not have the field; NaN means unknown.
  ///   - table: the name in tables; the key by default.
  ///   - since: the first version of recordings that has the field.
  @inline(__always)
  package mutating func field<Value: SampleValue>(
    _ key: String, _ value: inout Value, _ meaning: String, _ rules: SampleField.Rules = [],
    absent: Double = .nan, table: String? = nil, parts: @autoclosure () -> SampleField.Parts = .numbered,
    since: Int = 1
  ) {
    guard let place = row else {
      var field = SampleField(key, Value.numberCount, Value.kind, meaning)
      (field.rules, field.absent, field.table, field.parts) = (rules, absent, table ?? key, parts())
      field.since = since
      return described.append(field)
    }
    row = place + Value.numberWidth * Value.numberCount
    if isWriting { return value.store(place) }
    guard fault == nil else { return }
    do throws(SampleError) { try value.read(place, key) } catch { fault = error }
  }
}

extension RigSample {
  /// The fields of the sample, besides `t` and `participant`.
  package static var fields: [SampleField] {
    var blank = Self(time: 0, participant: 0)
    var list = FieldList()
    blank.fields(&list)
    return list.described
  }

  /// Writes the fields' numbers to `values`, which has one element for each number; NaN means unknown.
  package func write(to values: inout [Double]) {
    let layout = FieldLayout(Self.self)
    layout.withRow(of: self) { row in
      var place = 0
      for slot in layout.slots[FieldLayout.firstField...] {
        for number in 0..<slot.count {
          values[place] = slot.value(number, row)
          place += 1
        }
      }
    }
  }

  /// Reads a sample from a row.
  ///
  /// - Throws: `SampleError` if the numbers are not a sample of this rig.
  init(_ row: UnsafeRawPointer) throws(SampleError) {
    self.init(time: FieldLayout.time(row), participant: FieldLayout.participant(row))
    try read(row)
  }

  /// Reads the fields from a row into a new sample that has the row's time and participant. A reader calls this on the
  /// sample that it returns, because an initializer would copy 700 bytes once more.
  ///
  /// - Throws: `SampleError` if the numbers are not a sample of this rig.
  mutating func read(_ row: UnsafeRawPointer) throws(SampleError) {
    var list = FieldList(reading: row + FieldLayout.fieldsOffset)
    fields(&list)
    if let fault = list.fault { throw fault }
    try check()
  }

  /// Writes the sample to a row.
  func store(_ row: UnsafeMutableRawPointer) {
    FieldLayout.store(time, participant, row)
    var list = FieldList(writing: row + FieldLayout.fieldsOffset)
    var sample = self
    sample.fields(&list)
  }
}

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

    static let xy = Parts.suffixed(["X", "Y"])
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
