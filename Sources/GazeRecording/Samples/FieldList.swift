/// The list of a sample's fields, each beside the value that holds it. `RigSample.fields(_:)` goes through it once to read a
/// sample from a row of numbers, to write one, or to say what fields there are.
///
/// A row holds the fields' numbers as a `.npy` does: packed, little-endian, in the list's order.
public struct FieldList {
  /// Where the next field's numbers stand; nil where the fields are only described.
  private var row: UnsafeMutableRawPointer?
  private let isWriting: Bool
  /// The first thing that was wrong with what was read.
  private(set) var fault: SampleFault?
  private(set) var described: [SampleField] = []

  /// A list that only describes.
  init() { (row, isWriting) = (nil, false) }
  /// A list that reads from a row's first field on.
  init(reading row: UnsafeRawPointer) { (self.row, isWriting) = (UnsafeMutableRawPointer(mutating: row), false) }
  /// A list that writes from a row's first field on.
  init(writing row: UnsafeMutableRawPointer) { (self.row, isWriting) = (row, true) }

  /// Reads or writes a field's value.
  ///
  /// - Parameters:
  ///   - key: in JSON Lines; `truth.attitude` stands in the object `truth`, and tables have it only where a sample does.
  ///   - value: what holds it. While a sample is written it keeps its value.
  ///   - meaning: for errors and the schema: `w, x, y, z of a unit quaternion`.
  ///   - absent: each of its numbers where the field is not there at all; NaN is not known.
  ///   - table: its name in tables, where that is not the key.
  @inline(__always)
  package mutating func field<Value: SampleValue>(
    _ key: String, _ value: inout Value, _ meaning: String, _ rules: SampleField.Rules = [],
    absent: Double = .nan, table: String? = nil, parts: @autoclosure () -> SampleField.Parts = .numbered
  ) {
    guard let place = row else {
      var field = SampleField(key, Value.numberCount, Value.kind, meaning)
      (field.rules, field.absent, field.table, field.parts) = (rules, absent, table ?? key, parts())
      return described.append(field)
    }
    row = place + Value.numberWidth * Value.numberCount
    if isWriting { return value.store(place) }
    guard fault == nil else { return }
    do throws(SampleFault) { value = try Value(place, key) } catch { fault = error }
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

  /// Writes its fields' numbers over `values`, which has one place for each; what is not known is NaN.
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
  /// - Throws: where its numbers are none of this rig's.
  init(_ row: UnsafeRawPointer) throws(SampleFault) {
    self.init(time: FieldLayout.time(row), participant: FieldLayout.participant(row))
    var list = FieldList(reading: row + FieldLayout.fieldsOffset)
    fields(&list)
    if let fault = list.fault { throw fault }
    try check()
  }

  /// Writes it over a row.
  func store(_ row: UnsafeMutableRawPointer) {
    FieldLayout.store(time, participant, row)
    var list = FieldList(writing: row + FieldLayout.fieldsOffset)
    var sample = self
    sample.fields(&list)
  }
}
