/// A rig's sample as a row of a `.npy`: `t` f8, `participant` i4, then each field under its key: numbers f8, flags i1
/// (1, 0; −1 not known), names i1, or i2 where there are more than 127 (the place in the field's list; −1 none). A field of
/// several has the shape `(count,)`. NaN is not known.
enum RigNumPy {
  static func fields(_ layout: RigLayout, _ columns: SampleColumns) -> [NumPyLayout.Field] {
    [.f8("t"), .i4("participant")]
      + layout.slots(columns).map { slot in
        let (key, count) = (slot.field.key, slot.field.count)
        switch slot.field.kind {
        case .number: return .f8(key, count)
        case .flag: return .i1(key, count)
        case .name: return slot.names.count > 127 ? .i2(key, count) : .i1(key, count)
        }
      }
  }

  static func append(
    _ layout: RigLayout, time: Double, participant: Int, _ values: [Double], _ columns: SampleColumns,
    into out: inout [UInt8]
  ) {
    put(time.bitPattern, &out)
    put(Int32(truncatingIfNeeded: participant), &out)
    for slot in layout.slots where columns.contains(.truth) || !slot.isTruth {
      for place in slot.range {
        let value = values[place]
        switch slot.field.kind {
        case .number: put((value.isFinite ? value : .nan).bitPattern, &out)
        case .flag: put(value.isNaN ? -1 : value == 0 ? 0 : 1 as Int8, &out)
        case .name:
          let code = layout.name(slot, value) == nil ? -1 : Int16(value)
          if slot.names.count > 127 { put(code, &out) } else { put(Int8(truncatingIfNeeded: code), &out) }
        }
      }
    }
  }

  private static func put<T: FixedWidthInteger>(_ value: T, _ out: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { out.append(contentsOf: $0) }
  }

  /// One row to one sample: fields by name in any order, unknown ones skipped.
  struct Decoder<Sample: RigSample>: NumPyRowDecoder {
    private let layout: RigLayout
    private let time: NumPySlot
    private let participant: NumPySlot?
    /// One for each of the layout's; nil is not there.
    private let slots: [NumPySlot?]
    // One row's, reused.
    private var values: [Double]

    init(_ layout: RigLayout, _ fields: [NumPyHeader.Field]) throws(LineFault) {
      time = try NumPySlot.needed("t", 1, in: fields)
      participant = try NumPySlot("participant", 1, .whole, in: fields)
      var slots: [NumPySlot?] = []
      for slot in layout.slots {
        let (key, count) = (slot.field.key, slot.field.count)
        let kind: NumPySlot.Kind =
          switch slot.field.kind {
          case .number: .real
          case .flag: .logical
          case .name: .whole
          }
        let isRequired = slot.field.isRequired
        slots.append(
          isRequired
            ? try NumPySlot.needed(key, count, kind, in: fields) : try NumPySlot(key, count, kind, in: fields))
      }
      self.slots = slots
      self.layout = layout
      values = [Double](repeating: .nan, count: layout.count)
    }

    mutating func sample(_ row: UnsafeRawPointer) throws(LineFault) -> Sample {
      let seconds = try time.seconds(row)
      let person = try participant.map { slot throws(LineFault) in try slot.participant(row) } ?? 0
      for (slot, stored) in zip(layout.slots, slots) {
        for place in slot.range {
          values[place] =
            try stored.map { stored throws(LineFault) in
              try RigNumPy.value(slot, stored, row, place - slot.range.lowerBound)
            } ?? .nan
        }
      }
      return try layout.sample(time: seconds, participant: person, values)
    }
  }

  private static func value(
    _ slot: RigLayout.Slot, _ stored: NumPySlot, _ row: UnsafeRawPointer, _ index: Int
  ) throws(LineFault) -> Double {
    if case .number = slot.field.kind {
      let value = stored.double(row, index)
      guard !value.isInfinite else {
        throw LineFault(
          field: stored.name, message: "is infinite; expected finite numbers, or NaN where there are none")
      }
      return value.isNaN ? .nan : value
    }
    let code = stored.integer(row, index)
    if code == -1 { return .nan }
    let last = slot.field.kind == .flag ? 1 : slot.names.count - 1
    guard let code, code >= 0, code <= last else {
      let known = slot.field.kind == .flag ? "0 (false), 1 (true)" : Self.list(slot.names)
      throw LineFault(
        field: stored.name, message: "is \(code.map(String.init) ?? "out of range"); expected -1 (none), \(known)")
    }
    return Double(code)
  }

  private static func list(_ names: [String]) -> String {
    names.enumerated().map { "\($0) (\($1))" }.joined(separator: ", ")
  }
}
