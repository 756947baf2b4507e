/// A rig's list of fields as the formats need it: where each one's numbers stand in a row of values, and the tree that the
/// dots in their keys make.
struct RigLayout: Sendable {
  /// One field and its place.
  struct Slot: Sendable {
    let field: SampleField
    /// Among a sample's values.
    let range: Range<Int>
    /// What only a simulator knows.
    let isTruth: Bool
    /// What its values may be where they are names.
    let names: [String]

    /// It stands in every sample, and known.
    var isNeeded: Bool { field.isRequired && field.count == 1 }

    /// The names of a table's columns: the key, numbered from 0 where there are several.
    var columns: [String] { field.count == 1 ? [field.key] : (0..<field.count).map { "\(field.key)\($0)" } }

    /// What a value may be, in words.
    var element: String {
      switch field.kind {
      case .number: "number"
      case .flag: "flag"
      case .name: "name"
      }
    }

    /// What it is, in brackets.
    var meaning: String { field.meaning.isEmpty ? "" : " (\(field.meaning))" }
  }

  /// A key of a JSON object.
  struct Node: Sendable {
    enum Content: Sendable {
      /// The place of a field's slot.
      case slot(Int)
      /// Keys within.
      case object([Node])
    }

    let key: [UInt8]
    /// Within its object: `"key":`.
    let quoted: [UInt8]
    let content: Content
    /// Of the slots below it.
    let slots: [Int]
  }

  let slots: [Slot]
  let nodes: [Node]
  /// Numbers in a sample.
  let count: Int

  init(_ fields: [SampleField]) {
    var slots: [Slot] = []
    var count = 0
    for field in fields {
      let range = count..<count + field.count
      let names = if case .name(let names) = field.kind { names } else { [String]() }
      slots.append(Slot(field: field, range: range, isTruth: field.key.hasPrefix("truth."), names: names))
      count = range.upperBound
    }
    self.slots = slots
    self.count = count
    nodes = Self.tree(slots.indices.map { ($0, slots[$0].field.key.split(separator: ".")[...]) })
  }

  /// Keys in the order of their first field.
  private static func tree(_ keys: [(slot: Int, path: ArraySlice<Substring>)]) -> [Node] {
    var order: [Substring] = []
    var groups: [Substring: [(slot: Int, path: ArraySlice<Substring>)]] = [:]
    for (slot, path) in keys {
      guard let first = path.first else { continue }
      if groups[first] == nil { order.append(first) }
      groups[first, default: []].append((slot, path.dropFirst()))
    }
    return order.map { name in
      let group = groups[name] ?? []
      var quoted: [UInt8] = []
      quoted.append(quoted: String(name))
      quoted.append(UInt8(ascii: ":"))
      let isField = group.count == 1 && group[0].path.isEmpty
      return Node(
        key: Array(name.utf8), quoted: quoted, content: isField ? .slot(group[0].slot) : .object(tree(group)),
        slots: group.map(\.slot))
    }
  }

  // MARK: Values

  /// A part of the field is known.
  func isKnown(_ slot: Slot, _ values: [Double]) -> Bool { slot.range.contains { values[$0].isFinite } }

  /// Its key stands in a line of JSON.
  func stands(_ slot: Slot, _ values: [Double]) -> Bool { slot.field.isRequired || isKnown(slot, values) }

  /// A part of the truth is known.
  func hasTruth(_ values: [Double]) -> Bool { slots.contains { $0.isTruth && isKnown($0, values) } }

  /// Refuses values that a format cannot hold.
  func check(_ values: [Double]) throws(LineFault) {
    for slot in slots {
      switch slot.field.kind {
      case .number: break
      case .flag:
        for place in slot.range where !values[place].isNaN && values[place] != 0 && values[place] != 1 {
          throw LineFault(field: slot.field.key, message: "is \(values[place]); expected 0, 1 or NaN")
        }
      case .name:
        for place in slot.range where !values[place].isNaN && name(slot, values[place]) == nil {
          let last = slot.names.count - 1
          throw LineFault(field: slot.field.key, message: "is \(values[place]); expected 0 to \(last), or NaN")
        }
      }
    }
  }

  /// The name for a value; nil where it is none's place.
  func name(_ slot: Slot, _ value: Double) -> String? {
    guard let place = Int(exactly: value), slot.names.indices.contains(place) else { return nil }
    return slot.names[place]
  }

  /// The fault of a field that a sample must have.
  func missing(_ slot: Slot) -> LineFault {
    let count = slot.field.count
    let expected = count == 1 ? "a \(slot.element)" : "\(count) \(slot.element)s"
    return LineFault(field: slot.field.key, message: "is missing; expected \(expected)\(slot.meaning)")
  }

  /// A sample of these values. Of a required field of several any may be unknown, also all, if it stands there: what that
  /// means is the rig's to say.
  func sample<Sample: RigSample>(
    time: Double?, participant: Int, _ values: [Double]
  ) throws(LineFault) -> Sample {
    guard let time else { throw LineFault(field: "t", message: "is missing; expected seconds") }
    for slot in slots where slot.isNeeded && !isKnown(slot, values) { throw missing(slot) }
    do throws(SampleFault) { return try Sample(time: time, participant: participant, values: values) } catch {
      throw LineFault(field: error.field, message: error.message)
    }
  }
}
