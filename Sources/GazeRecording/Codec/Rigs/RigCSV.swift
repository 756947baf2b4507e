/// A rig's sample as a row of CSV: `t,participant,attitude0,attitude1,…,truth.attitude0,…`. Empty is not known.
///
/// Numbers are the shortest text that reads back bit for bit, flags `true` and `false`, names themselves.
enum RigCSV {
  static func names(_ layout: RigLayout, _ columns: SampleColumns) -> [String] {
    ["t", "participant"] + layout.slots(columns).flatMap(\.columns)
  }

  static func append(
    _ layout: RigLayout, time: Double, participant: Int, _ values: [Double], _ columns: SampleColumns,
    into out: inout [UInt8]
  ) {
    out.append(time)
    out.append(word: ",")
    out.append(integer: participant)
    for slot in layout.slots where columns.contains(.truth) || !slot.isTruth {
      for place in slot.range {
        out.append(word: ",")
        let value = values[place]
        guard value.isFinite else { continue }
        switch slot.field.kind {
        case .number: out.append(value)
        case .flag: out.append(word: value == 0 ? "false" : "true")
        case .name: if let name = layout.name(slot, value) { out.append(name) }
        }
      }
    }
    out.append(word: "\n")
  }

  /// One row to one sample: columns by name in any order, unknown ones skipped; of a field all columns, or none where it is
  /// not required.
  struct Decoder<Sample: RigSample>: CSVRowDecoder {
    private enum Column {
      case time, participant
      /// The field's slot, the value's place.
      case value(slot: Int, place: Int)
    }

    private let layout: RigLayout
    /// By place; nil is skipped.
    private let columns: [Column?]
    // One row's, reused.
    private var values: [Double]

    init(_ layout: RigLayout, _ titles: [String]) throws(LineFault) {
      var known: [String: Column] = ["t": .time, "participant": .participant]
      let present = Set(titles)
      guard present.contains("t") else { throw LineFault(field: "t", message: "is not among the columns") }
      for (index, slot) in layout.slots.enumerated() {
        let names = slot.columns
        for (name, place) in zip(names, slot.range) { known[name] = .value(slot: index, place: place) }
        let isNeeded = slot.field.isRequired || names.contains { present.contains($0) }
        if isNeeded, let missing = names.first(where: { !present.contains($0) }) {
          let all = names.count == 1 ? names[0] : "\(names[0]) … \(names[names.count - 1])"
          throw LineFault(field: missing, message: "is not among the columns; expected \(all)\(slot.meaning)")
        }
      }
      columns = titles.map { known[$0] }
      values = [Double](repeating: .nan, count: layout.count)
      self.layout = layout
    }

    mutating func sample(_ table: borrowing CSVTable, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Sample {
      for place in values.indices { values[place] = .nan }
      var (time, participant) = (Double?.none, 0)
      for (index, column) in columns.enumerated() {
        guard let column, !table.isEmpty(index, bytes) else { continue }
        switch column {
        case .time: time = try table.double(index, bytes)
        case .participant: participant = try table.participant(index, bytes)
        case .value(let slot, let place):
          switch layout.slots[slot].field.kind {
          case .number: values[place] = try table.double(index, bytes)
          case .flag: values[place] = try table.bool(index, bytes) ? 1 : 0
          case .name: values[place] = Double(try table.name(index, bytes, of: layout.slots[slot].names))
          }
        }
      }
      guard let time else { throw LineFault(field: "t", message: "is empty; expected seconds") }
      return try layout.sample(time: time, participant: participant, values)
    }
  }
}

extension RigLayout {
  /// The slots that a table with these columns has.
  func slots(_ columns: SampleColumns) -> [Slot] { slots.filter { columns.contains(.truth) || !$0.isTruth } }
}
