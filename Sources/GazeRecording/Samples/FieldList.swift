/// The visitor of a sample's fields. `RigSample.fields(_:)` passes every field to it, with the value that holds the field; the
/// visitor reads the values from a row, writes them to a row, or collects the descriptions of the fields.
///
/// A row holds the fields' numbers as a `.npy` does: packed, little-endian, in the list's order.
public struct FieldList {
  /// The next field's numbers; nil while fields are only described.
  private var row: UnsafeMutableRawPointer?
  private let isWriting: Bool
  /// The first fault that was found while reading.
  private(set) var fault: SampleError?
  private(set) var described: [SampleField] = []

  /// A list that collects descriptions.
  init() { (row, isWriting) = (nil, false) }
  /// A list that reads from a row's first field on.
  init(reading row: UnsafeRawPointer) { (self.row, isWriting) = (UnsafeMutableRawPointer(mutating: row), false) }
  /// A list that writes from a row's first field on.
  init(writing row: UnsafeMutableRawPointer) { (self.row, isWriting) = (row, true) }

  /// Reads, writes or describes one field.
  ///
  /// - Parameters:
  ///   - key: the key in JSON Lines. `truth.attitude` is a key of the object `truth`; tables have its columns only if a
  ///     sample does.
  ///   - value: the value that holds the field. Writing leaves it as it is.
  ///   - meaning: words for errors: `w, x, y, z of a unit quaternion`.
  ///   - absent: the value of each number where a file does not have the field; NaN is not known.
  ///   - table: the name in tables; the key by default.
  ///   - since: the first version of recordings that has it.
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
    do throws(SampleError) { value = try Value(place, key) } catch { fault = error }
  }
}

extension RigSample {
  /// Its fields, besides `t` and `participant`.
  package static var fields: [SampleField] {
    var blank = Self(time: 0, participant: 0)
    var list = FieldList()
    blank.fields(&list)
    return list.described
  }

  /// Writes the fields' numbers over `values`, which has one place for each; NaN is not known.
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

  /// The sample of a row.
  ///
  /// - Throws: `SampleError` where the numbers are no sample of this rig.
  init(_ row: UnsafeRawPointer) throws(SampleError) {
    self.init(time: FieldLayout.time(row), participant: FieldLayout.participant(row))
    var list = FieldList(reading: row + FieldLayout.fieldsOffset)
    fields(&list)
    if let fault = list.fault { throw fault }
    try check()
  }

  /// Writes the sample over a row.
  func store(_ row: UnsafeMutableRawPointer) {
    FieldLayout.store(time, participant, row)
    var list = FieldList(writing: row + FieldLayout.fieldsOffset)
    var sample = self
    sample.fields(&list)
  }
}
