/// Positions of a rig's fields in a row: `t` f8, `participant` i4, then each field, packed and little-endian, as in a
/// row of the rig's `.npy`. All formats read into such a row and write from such a row; `FieldList` converts between
/// rows and samples.
final class FieldLayout: Sendable {
  /// Storage type of a number in a row.
  enum Storage { case participant, float, number, bool, flag, name }

  /// A field's position. The readers and writers of the formats use only slots, so they are compiled once for all rigs.
  struct Slot {
    let storage: Storage
    let count: Int
    /// Offset of the field's first number in the row, bytes.
    let offset: Int
    let rules: SampleField.Rules
    /// Group of columns to which the field belongs; empty if every table has the field's columns.
    let columns: SampleColumns
    /// True if each of the field's numbers has a key of its own in JSON.
    let isNamed: Bool

    /// Size of one of the field's numbers, bytes.
    var width: Int {
      switch storage {
      case .number: 8
      case .float, .participant: 4
      case .bool, .flag, .name: 1
      }
    }
    /// Offset of the byte after the field's last number.
    var end: Int { offset + count * width }
    var isTogether: Bool { rules.contains(.together) }
  }

  /// A set of slots, with one bit per slot.
  typealias Slots = UInt64

  static let (timeSlot, participantSlot, firstField) = (0, 1, 2)
  /// Offset of the first field after `t` (8 bytes) and `participant` (4), bytes.
  static let fieldsOffset = 12

  let rig: String
  /// The fields, beginning with `t` and `participant`.
  let fields: [SampleField]
  let slots: [Slot]
  let keys: FieldKeys
  /// Size of a row, bytes.
  let size: Int
  /// All groups of columns that some tables lack.
  let columns: SampleColumns
  /// Two rows: that of a file without any of the fields, and one whose numbers are all unknown.
  let (absent, unknown): ([UInt8], [UInt8])
  /// Slots whose fields exist in the recording's version. Keys and columns of the other fields count as unknown keys
  /// and columns.
  private let present: Slots
  /// Three sets of slots: slots that must be known in every sample, slots that must be known if their JSON object is
  /// there, and slots that JSON writes as null if they are unknown.
  let (needed, requiredInObject, nullable): (Slots, Slots, Slots)
  private let (required, requiredWhileTracked): (Slots, Slots)
  private let tracked: Slot?

  /// The layout of a sample type; `version` is the version of the recording to be read.
  convenience init<Sample: RigSample>(_: Sample.Type, version: Int = RecordingVersion.written) {
    self.init(Sample.rig, Sample.fields, version: version)
  }

  init(_ rig: String, _ listed: [SampleField], version: Int = RecordingVersion.written) {
    var time = SampleField("t", 1, .number, "seconds")
    time.rules = .required
    let fields = [time, SampleField("participant", 1, .number, "whose")] + listed
    var slots: [Slot] = []
    for field in fields {
      let storage: Storage =
        switch field.kind {
        case .float: .float
        case .number: slots.count == Self.participantSlot ? .participant : .number
        case .bool: .bool
        case .flag: .flag
        case .name: .name
        }
      let columns: SampleColumns =
        field.key.hasPrefix("truth.")
        ? .truth : field.rules.contains(.extra) ? .extra : field.rules.contains(.app) ? .app : []
      let isNamed = if case .named = field.parts { true } else { false }
      slots.append(
        Slot(
          storage: storage, count: field.count, offset: slots.last?.end ?? 0, rules: field.rules, columns: columns,
          isNamed: isNamed))
    }
    func those(_ rule: SampleField.Rules, alone: Bool = false) -> Slots {
      zip(slots.indices, slots).reduce(0) { all, slot in
        slot.1.rules.contains(rule) && (!alone || slot.1.count == 1) ? all | 1 << Slots(slot.0) : all
      }
    }
    (required, requiredWhileTracked) = (those(.required), those(.requiredWhileTracked))
    (needed, requiredInObject, nullable) = (those(.required, alone: true), those(.requiredInObject), those(.null))
    tracked = fields.firstIndex { $0.key == "tracked" }.map { slots[$0] }
    let present = fields.indices.filter { fields[$0].since <= version }
    self.present = present.reduce(0) { $0 | 1 << Slots($1) }
    (self.rig, self.fields, self.slots, keys) = (rig, fields, slots, FieldKeys(fields, present))
    size = slots.last?.end ?? 0
    columns = slots.reduce(into: []) { $0.formUnion($1.columns) }
    absent = Self.row(slots) { fields[$0].absent }
    unknown = Self.row(slots) { _ in .nan }
  }

  private static func row(_ slots: [Slot], _ value: (Int) -> Double) -> [UInt8] {
    var row = [UInt8](repeating: 0, count: slots.last?.end ?? 0)
    row.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for (index, slot) in slots.enumerated() {
        for number in 0..<slot.count {
          let place = base + slot.offset + number * slot.width
          switch slot.storage {
          case .participant: break
          case .number: place.storeBytes(of: value(index), as: Double.self)
          case .float: place.storeBytes(of: Float(value(index)), as: Float.self)
          case .bool: place.storeBytes(of: 1, as: Int8.self)
          case .flag, .name: place.storeBytes(of: -1, as: Int8.self)
          }
        }
      }
    }
    return row
  }

  // MARK: Rows

  static func time(_ row: UnsafeRawPointer) -> Double { row.loadUnaligned(as: Double.self) }
  static func participant(_ row: UnsafeRawPointer) -> Int {
    Int(row.loadUnaligned(fromByteOffset: 8, as: Int32.self))
  }

  static func store(_ time: Double, _ participant: Int, _ row: UnsafeMutableRawPointer) {
    row.storeBytes(of: time, as: Double.self)
    row.storeBytes(of: Int32(truncatingIfNeeded: participant), toByteOffset: 8, as: Int32.self)
  }

  /// True if the recording's version has the slot's field.
  func isPresent(_ index: Int) -> Bool { present >> Slots(index) & 1 == 1 }

  func withRow<Sample: RigSample, Result, Failure: Error>(
    of sample: Sample, _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { room throws(Failure) in
      guard let row = room.baseAddress else { preconditionFailure("a row holds at least a time") }
      sample.store(row)
      return try body(row)
    }
  }

  func forget(_ those: Slots, _ row: UnsafeMutableRawPointer) {
    for (index, slot) in slots.enumerated() where those >> Slots(index) & 1 == 1 { forget(slot, row) }
  }

  func forget(_ slot: Slot, _ row: UnsafeMutableRawPointer) { forget(slot.offset..<slot.end, row) }

  func forget(_ number: Int, _ slot: Slot, _ row: UnsafeMutableRawPointer) {
    let place = slot.offset + number * slot.width
    forget(place..<place + slot.width, row)
  }

  private func forget(_ places: Range<Int>, _ row: UnsafeMutableRawPointer) {
    unknown.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: row + places.lowerBound, count: places.count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[places]))
    }
  }

  /// The slots that have at least one known number in the row.
  func known(_ row: UnsafeRawPointer) -> Slots {
    var known: Slots = 0
    for (index, slot) in slots.enumerated() where slot.isKnown(row) { known |= 1 << Slots(index) }
    return known
  }

  /// The slots that a line of JSON must have.
  func mandatory(_ row: UnsafeRawPointer) -> Slots {
    let isLost = tracked.map { row.load(fromByteOffset: $0.offset, as: Int8.self) == 0 } ?? false
    return isLost ? required : required | requiredWhileTracked
  }

  /// The groups of columns that a table needs for a row in addition to `present`, the groups that it has.
  func columns(_ row: UnsafeRawPointer, beside present: SampleColumns) -> SampleColumns {
    var columns = present
    for slot in slots where !columns.isSuperset(of: slot.columns) && slot.isKnown(row) {
      columns.formUnion(slot.columns)
    }
    return columns.subtracting(present)
  }

  // MARK: Faults

  /// Refuses a row in which a required number is unknown.
  func checkNeeded(_ row: UnsafeRawPointer) throws(LineFault) {
    var rest = needed
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      guard slots[index].isKnown(row) else { throw missing(index) }
      rest &= rest - 1
    }
  }

  func key(_ index: Int) -> String { fields[index].key }

  func missing(_ index: Int) -> LineFault {
    let (field, slot) = (fields[index], slots[index])
    let expected: String
    if index == Self.timeSlot || slot.rules.contains(.requiredInObject) {
      expected = field.meaning
    } else if slot.rules.contains(.requiredWhileTracked) {
      expected = "a list of \(numbers(index)), or null, or \"tracked\":false"
    } else {
      expected = field.count == 1 ? "a \(element(slot))\(explanation(index))" : numbers(index)
    }
    return LineFault(field: field.key, message: "is missing; expected \(expected)")
  }

  /// A description of the field's numbers: `3 numbers (rad/s)`.
  func numbers(_ index: Int) -> String { "\(slots[index].count) \(element(slots[index]))s\(explanation(index))" }

  /// The field's meaning in brackets; empty for fields whose errors do not state it.
  func explanation(_ index: Int) -> String { slots[index].isTogether ? "" : " (\(fields[index].meaning))" }

  private func element(_ slot: Slot) -> String {
    switch slot.storage {
    case .participant, .float, .number: "number"
    case .bool, .flag: "flag"
    case .name: "name"
    }
  }

  /// The index of a name in the field's list; nil if the field has no such name.
  func code(of name: some Collection<UInt8>, _ index: Int) -> Int8? {
    keys.names[index].firstIndex { $0.elementsEqual(name) }.map { Int8(truncatingIfNeeded: $0) }
  }

  /// The names in the order in which errors list them.
  func spoken(_ index: Int) -> [String] { if case .name(_, let spoken) = fields[index].kind { spoken } else { [] } }
}

extension FieldLayout.Slot {
  func float(_ number: Int, _ row: UnsafeRawPointer) -> Float {
    row.loadUnaligned(fromByteOffset: offset + 4 * number, as: Float.self)
  }

  func double(_ number: Int, _ row: UnsafeRawPointer) -> Double {
    row.loadUnaligned(fromByteOffset: offset + 8 * number, as: Double.self)
  }

  /// The value of a flag, or the index of a name; −1 means unknown.
  func code(_ number: Int, _ row: UnsafeRawPointer) -> Int8 { row.load(fromByteOffset: offset + number, as: Int8.self) }

  /// One of the field's numbers in a row; NaN if the number is unknown.
  func value(_ number: Int, _ row: UnsafeRawPointer) -> Double {
    switch storage {
    case .participant: Double(FieldLayout.participant(row))
    case .number: double(number, row)
    case .float: Double(float(number, row))
    case .bool, .flag, .name: code(number, row) < 0 ? .nan : Double(code(number, row))
    }
  }

  func isKnown(_ row: UnsafeRawPointer) -> Bool {
    switch storage {
    case .participant, .bool: return true
    case .number: for number in 0..<count where !double(number, row).isNaN { return true }
    case .float: for number in 0..<count where !float(number, row).isNaN { return true }
    case .flag, .name: for number in 0..<count where code(number, row) >= 0 { return true }
    }
    return false
  }

  func unknownCount(_ row: UnsafeRawPointer) -> Int { (0..<count).count { value($0, row).isNaN } }
}

/// Groups of columns that a table has only if a sample needs them.
///
/// JSON Lines needs no columns; for NumPy and CSV the columns must be known before the first row is written.
struct SampleColumns: OptionSet {
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
