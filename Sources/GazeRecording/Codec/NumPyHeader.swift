/// The beginning of a `.npy`: the layout of a row and the number of rows.
struct NumPyHeader {
  /// Type of a field's elements: NumPy's letter (`f`, `i`, `u`, `b`, …), nil for a structure, and the size in bytes.
  struct Scalar: Equatable {
    var letter: Unicode.Scalar?
    var size: Int

    var isFloat: Bool { letter == "f" && [4, 8].contains(size) }
    var isWhole: Bool { (letter == "i" || letter == "u") && [1, 2, 4, 8].contains(size) }
    var isBool: Bool { letter == "b" && size == 1 }
  }

  struct Field {
    var name: String
    /// NumPy's name of the type, for errors.
    var type: String
    var scalar: Scalar
    var shape: [Int]
    /// Offset from the row's beginning, bytes.
    var offset: Int
  }

  /// Longest header and largest row that are accepted, bytes; the headers that this project writes have about 700.
  private static let limit = 1 << 20

  var fields: [Field] = []
  var rowSize = 0
  let rows: Int
  /// Offset of the first row, bytes.
  let dataOffset: Int

  /// Reads the header from the beginning of a file that begins as a `.npy` does.
  init(_ source: inout ByteSource) throws(FileError) {
    let name = source.name
    func damaged(_ what: String) -> FileError {
      FileError(path: name, message: "is not a readable .npy: \(what)")
    }
    func take(_ count: Int) throws(FileError) -> [UInt8] {
      let bytes = try source.read(count)
      guard bytes.count == count else { throw damaged("it is cut off") }
      return bytes
    }
    let version = try take(8)[6...]
    guard (1...3).contains(version[6]) else {
      throw damaged("its version is \(version[6]).\(version[7]); expected 1.0 to 3.0")
    }
    let sizeBytes = try take(version[6] == 1 ? 2 : 4)
    let length = sizeBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.limit else { throw damaged("its header has \(length) bytes; expected at most 1 MiB") }
    dataOffset = 8 + sizeBytes.count + length
    guard case .dictionary(let entries) = PythonLiteral(try take(length)) else {
      throw damaged("its header is not {'descr': …, 'fortran_order': …, 'shape': …}")
    }
    guard case .tuple(let shape) = entries["shape"] else { throw damaged("its header has no shape") }
    guard shape.count == 1, case .integer(let rows) = shape[0] else {
      throw FileError(
        path: name, message: "has \(shape.count) dimensions; expected one, with a row per frame: array.reshape(-1)")
    }
    self.rows = rows
    switch entries["descr"] {
    case .list(let list):
      do throws(LineFault) { try read(list) } catch { throw FileError(error, path: name) }
    case .text(let type):
      throw FileError(
        path: name,
        message:
          "holds plain numbers (\(LineFault.printable(type))); expected frames, a structured array with the fields t, "
          + "participant, camera, face, leftEye, rightEye, …")
    default: throw damaged("its header has no descr")
    }
    guard rowSize > 0 else { throw FileError(path: name, message: "has rows of 0 bytes; expected frames") }
  }

  // MARK: Fields

  private mutating func read(_ list: [PythonLiteral]) throws(LineFault) {
    for item in list {
      guard case .tuple(let parts) = item, (2...3).contains(parts.count) else {
        throw LineFault(message: "a field of the array is not described as (name, type) or (name, type, shape)")
      }
      let name = parts[0].name
      let (field, size) = try Self.field(name, parts, at: rowSize)
      if !name.isEmpty { fields.append(field) }
      rowSize += size
      try expect(rowSize <= Self.limit, nil, "a row has more than 1 MiB; expected frames")
    }
  }

  /// A field and its size in bytes, from its name, type and shape.
  private static func field(
    _ name: String, _ parts: [PythonLiteral], at offset: Int, depth: Int = 0
  ) throws(LineFault) -> (field: Field, size: Int) {
    func check(_ isRight: Bool, _ what: String) throws(LineFault) {
      try expect(isRight, LineFault.printable(name), "\(what) in the array's description makes no sense")
    }
    var shape: [Int] = []
    if parts.count == 3 {
      let counts = if case .tuple(let counts) = parts[2] { counts } else { [parts[2]] }
      shape = counts.compactMap { if case .integer(let count) = $0 { count } else { nil } }
      try check(shape.count == counts.count, "its shape")
    }
    var (type, scalar) = ("a structure", Scalar(letter: nil, size: 0))
    switch parts[1] {
    case .text(let text):
      let letters = text.unicodeScalars
      let digits = letters.dropFirst(2).prefix { ("0"..."9").contains($0) }
      try check(
        letters.count >= 2 && letters.first.map { "<>|=".unicodeScalars.contains($0) } ?? false,
        "its type, \"\(LineFault.printable(text))\",")
      try check(digits.count <= 7, "its size")
      (type, scalar) = (text, Scalar(letter: letters.dropFirst().first, size: Int(String(digits)) ?? 0))
      try expect(
        scalar.letter != "O", LineFault.printable(name),
        "holds Python objects, which only Python can read; leave the field out")
    case .list(let inner) where depth < 8:
      // The numbers of a nested structure are not read; only their size is needed, to skip the field.
      for item in inner {
        guard case .tuple(let parts) = item, (2...3).contains(parts.count) else {
          try check(false, "its type")
          continue
        }
        scalar.size += try field(name, parts, at: 0, depth: depth + 1).size
        try check(scalar.size <= limit, "its size")
      }
    default: try check(false, "its type")
    }
    // NumPy's text type U has four bytes per character.
    var size = scalar.letter == "U" ? scalar.size * 4 : scalar.size
    for count in shape {
      let (product, isTooLarge) = size.multipliedReportingOverflow(by: count)
      try check(!isTooLarge && product <= limit, "its size")
      size = product
    }
    try check(size <= limit, "its size")
    return (Field(name: name, type: type, scalar: scalar, shape: shape, offset: offset), size)
  }
}

/// The Python literals that a `.npy` header consists of. They are parsed, never evaluated.
enum PythonLiteral {
  case dictionary([String: PythonLiteral])
  case list([PythonLiteral])
  case tuple([PythonLiteral])
  case text(String)
  case integer(Int)
  /// True, False or None.
  case word

  private static let deepest = 16

  /// Reads `bytes` as one literal, with white space around it allowed; nil if `bytes` are anything else.
  init?(_ bytes: [UInt8]) {
    var parser = Parser(rest: bytes[...])
    guard let value = parser.value(), parser.take(""), parser.rest.isEmpty else { return nil }
    self = value
  }

  /// The name of a field, which is a string or the tuple (title, name); empty if the literal is neither.
  var name: String {
    switch self {
    case .text(let text): text
    case .tuple(let pair): if case .text(let text)? = pair.last { text } else { "" }
    default: ""
    }
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>

    /// Consumes blanks, and then `text` if it comes next.
    mutating func take(_ text: String) -> Bool {
      rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }

    mutating func value(_ depth: Int = 0) -> PythonLiteral? {
      guard depth < PythonLiteral.deepest else { return nil }
      if take("{") {
        return items(until: "}") { $0.entry(depth + 1) }
          .map { .dictionary(Dictionary($0.items, uniquingKeysWith: { $1 })) }
      }
      if take("[") { return items(until: "]") { $0.value(depth + 1) }.map { .list($0.items) } }
      if take("(") {
        // A single value in parentheses without a comma is not a tuple.
        return items(until: ")") { $0.value(depth + 1) }
          .map { $0.items.count == 1 && !$0.hasComma ? $0.items[0] : .tuple($0.items) }
      }
      if ["True", "False", "None"].contains(where: { take($0) }) { return .word }
      return text().map { .text($0) } ?? integer()
    }

    /// Items up to `end`, and whether a comma follows the last one.
    mutating func items<Item>(
      until end: String, _ item: (inout Parser) -> Item?
    ) -> (items: [Item], hasComma: Bool)? {
      var (items, hasComma) = ([Item](), false)
      while !take(end) {
        guard items.isEmpty || hasComma, let next = item(&self) else { return nil }
        items.append(next)
        hasComma = take(",")
      }
      return (items, hasComma)
    }

    mutating func entry(_ depth: Int) -> (String, PythonLiteral)? {
      guard let key = text(), take(":"), let value = value(depth) else { return nil }
      return (key, value)
    }

    mutating func text() -> String? {
      guard let quote = take("'") ? UInt8(ascii: "'") : take("\"") ? UInt8.quote : nil else { return nil }
      // No field that this package reads has an escape in its name, so an escape is skipped without resolving it.
      var end = rest.startIndex
      while end < rest.endIndex, rest[end] != quote { end += rest[end] == .backslash ? 2 : 1 }
      guard end < rest.endIndex else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }

    mutating func integer() -> PythonLiteral? {
      let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard let value = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      rest = rest.dropFirst(digits.count)
      // Python 2 wrote long numbers with an L.
      _ = take("L")
      return .integer(value)
    }
  }
}
