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
  private(set) var fault: SampleError?
  private(set) var described: [SampleField] = []

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
