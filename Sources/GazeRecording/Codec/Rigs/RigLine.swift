/// A rig's sample as a line of JSON: `{"t":0.5,"participant":0,"attitude":[1,0,0,0],"truth":{"attitude":[1,0,0,0]}}`.
///
/// A field alone stands without brackets; what is not known is left out, or null within a list (a required list as a whole,
/// too); what is not finite is not known. Numbers are the shortest text that reads back bit for bit.
enum RigLine {
  static func append(
    _ layout: RigLayout, time: Double, participant: Int, _ values: [Double], into out: inout [UInt8]
  ) {
    out.append(word: "{\"t\":")
    out.append(time)
    out.append(word: ",\"participant\":")
    out.append(integer: participant)
    append(layout, layout.nodes, values, isFirst: false, into: &out)
    out.append(word: "}\n")
  }

  private static func append(
    _ layout: RigLayout, _ nodes: [RigLayout.Node], _ values: [Double], isFirst: Bool, into out: inout [UInt8]
  ) {
    var isFirst = isFirst
    for node in nodes where node.slots.contains(where: { layout.stands(layout.slots[$0], values) }) {
      if !isFirst { out.append(word: ",") }
      isFirst = false
      out.append(contentsOf: node.quoted)
      switch node.content {
      case .object(let inner):
        out.append(word: "{")
        append(layout, inner, values, isFirst: true, into: &out)
        out.append(word: "}")
      case .slot(let index):
        let slot = layout.slots[index]
        guard layout.isKnown(slot, values) else {
          out.append(word: "null")
          continue
        }
        if slot.field.count > 1 { out.append(word: "[") }
        for place in slot.range {
          if place > slot.range.lowerBound { out.append(word: ",") }
          append(layout, slot, values[place], into: &out)
        }
        if slot.field.count > 1 { out.append(word: "]") }
      }
    }
  }

  private static func append(_ layout: RigLayout, _ slot: RigLayout.Slot, _ value: Double, into out: inout [UInt8]) {
    switch slot.field.kind {
    case .number: out.append(value)
    case .flag: out.append(word: value.isNaN ? "null" : value == 0 ? "false" : "true")
    case .name:
      guard let name = layout.name(slot, value) else { return out.append(word: "null") }
      out.append(quoted: name)
    }
  }

  /// One line to one sample: keys in any order, unknown ones skipped, the last of two equal ones wins.
  struct Decoder<Sample: RigSample>: JSONLineDecoder {
    private let layout: RigLayout
    private var values: [Double]
    /// By slot: its key stood in the line.
    private var isGiven: [Bool]

    init(_ layout: RigLayout) {
      self.layout = layout
      values = [Double](repeating: .nan, count: layout.count)
      isGiven = [Bool](repeating: false, count: layout.slots.count)
    }

    mutating func sample(_ line: UnsafeRawBufferPointer) throws(LineFault) -> Sample {
      for place in values.indices { values[place] = .nan }
      for slot in isGiven.indices { isGiven[slot] = false }
      var reading = Reading(layout: layout, scanner: JSONScanner(line), values: values, isGiven: isGiven)
      // One owner each, so that nothing is copied.
      (values, isGiven) = ([], [])
      defer { (values, isGiven) = (reading.values, reading.isGiven) }
      try reading.scanner.expect(UInt8(ascii: "{"), "a sample, `{\"t\":…}`", nil)
      try reading.object(layout.nodes, field: nil, isOutermost: true)
      guard reading.scanner.peek() == nil else {
        throw LineFault(message: "expected the end of the line after the sample, found \(reading.scanner.found())")
      }
      for (slot, isGiven) in zip(layout.slots, reading.isGiven) where slot.field.isRequired && !isGiven {
        throw layout.missing(slot)
      }
      return try layout.sample(time: reading.time, participant: reading.participant, reading.values)
    }
  }

  /// A line being read; not generic, so that it is compiled once.
  private struct Reading {
    let layout: RigLayout
    var scanner: JSONScanner
    var values: [Double]
    var isGiven: [Bool]
    var time: Double?
    var participant = 0

    private enum Key {
      case time, participant
      /// The place of a node in its object.
      case node(Int)
      case unknown
    }

    /// The keys of an object whose brace has been read.
    mutating func object(_ nodes: [RigLayout.Node], field: String?, isOutermost: Bool) throws(LineFault) {
      if scanner.take(UInt8(ascii: "}")) { return }
      // Files of our own hold them in the list's order: the next one is tried first.
      var next = 0
      repeat {
        let key = try key(field, nodes, isOutermost: isOutermost, guess: next)
        try scanner.expect(UInt8(ascii: ":"), "`:` after a key", field)
        switch key {
        case .time: time = try scanner.double("t")
        case .participant: participant = try scanner.participant()
        case .node(let index):
          try value(nodes[index], within: field)
          next = index + 1
        case .unknown: try scanner.skip(field)
        }
      } while try scanner.more(until: UInt8(ascii: "}"), field)
    }

    private mutating func key(
      _ field: String?, _ nodes: [RigLayout.Node], isOutermost: Bool, guess: Int
    ) throws(LineFault) -> Key {
      let start = scanner
      let (range, hasEscapes) = try scanner.string(field)
      guard hasEscapes else {
        let name = UnsafeRawBufferPointer(rebasing: scanner.bytes[range])
        return Self.key(name, nodes, isOutermost: isOutermost, guess: guess)
      }
      scanner = start
      return Self.key(Array(try scanner.text(field).utf8), nodes, isOutermost: isOutermost, guess: guess)
    }

    @inline(__always)
    private static func key(
      _ name: some Collection<UInt8>, _ nodes: [RigLayout.Node], isOutermost: Bool, guess: Int
    ) -> Key {
      if isOutermost, name.elementsEqual("t".utf8) { return .time }
      if isOutermost, name.elementsEqual("participant".utf8) { return .participant }
      if guess < nodes.count, name.elementsEqual(nodes[guess].key) { return .node(guess) }
      return nodes.firstIndex { name.elementsEqual($0.key) }.map(Key.node) ?? .unknown
    }

    private mutating func value(_ node: RigLayout.Node, within field: String?) throws(LineFault) {
      // Of two equal keys the last one counts, wholly.
      for index in node.slots {
        for place in layout.slots[index].range { values[place] = .nan }
        isGiven[index] = false
      }
      if case .slot(let index) = node.content { isGiven[index] = true }
      if scanner.take("null") { return }
      switch node.content {
      case .object(let inner):
        let name = (field.map { $0 + "." } ?? "") + String(decoding: node.key, as: UTF8.self)
        try scanner.expect(UInt8(ascii: "{"), "an object or null", name)
        try object(inner, field: name, isOutermost: false)
      case .slot(let index): try value(layout.slots[index])
      }
    }

    private mutating func value(_ slot: RigLayout.Slot) throws(LineFault) {
      guard slot.field.count > 1 else {
        values[slot.range.lowerBound] = try element(slot)
        return
      }
      let (key, count) = (slot.field.key, slot.field.count)
      guard scanner.take(UInt8(ascii: "[")) else {
        throw LineFault(
          field: key, message: "expected a list of \(count) \(slot.element)s\(slot.meaning), found \(scanner.found())")
      }
      var n = 0
      if !scanner.take(UInt8(ascii: "]")) {
        repeat {
          let value = scanner.take("null") ? .nan : try element(slot)
          if n < count { values[slot.range.lowerBound + n] = value }
          n += 1
        } while try scanner.more(until: UInt8(ascii: "]"), key)
      }
      guard n == count else {
        throw LineFault(field: key, message: "expected \(count) \(slot.element)s\(slot.meaning), found \(n)")
      }
    }

    private mutating func element(_ slot: RigLayout.Slot) throws(LineFault) -> Double {
      let key = slot.field.key
      switch slot.field.kind {
      case .number:
        guard let number = scanner.decimal() else {
          throw LineFault(field: key, message: "expected a number, found \(scanner.found())")
        }
        let value = number.double(in: scanner.bytes)
        guard value.isFinite else {
          throw LineFault(field: key, message: "expected a number within the range of Double (1.8e308)")
        }
        return value
      case .flag:
        if scanner.take("true") { return 1 }
        if scanner.take("false") { return 0 }
        throw LineFault(field: key, message: "expected true or false, found \(scanner.found())")
      case .name:
        let name = try scanner.text(key)
        guard let place = slot.names.firstIndex(of: name) else {
          let known = slot.names.map { "\"\($0)\"" }.joined(separator: ", ")
          throw LineFault(field: key, message: "expected one of \(known), found \"\(LineFault.printable(name))\"")
        }
        return Double(place)
      }
    }
  }
}
