import PortableFoundation

/// Layout of a `.npy` recording: the preamble, the rows, and the trailer with the recording's header.
///
/// Rows are packed and little-endian and have one structured type, which `FieldLayout` defines. The recording's header,
/// a line of JSON, follows the last row: numpy.load reads as many rows as the array has and ignores the rest. Source of
/// the container format: numpy.lib.format, version 1.0.
enum NumPyLayout {
  static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
  /// The last eight bytes of a file that holds a recording's header; the eight bytes before them are the header's
  /// length.
  static let trailerMagic = Array("GAZEHEAD".utf8)
  static let trailerSize = 16

  struct Field {
    var name: String
    var type: String
    var count: Int
  }

  /// The file's beginning. The preamble's length does not depend on the number of rows, so that the preamble can be
  /// rewritten when all rows are written.
  static func preamble(_ fields: [Field], rows: Int) -> [UInt8] {
    let fields = fields.map { field in
      "('\(field.name)', '\(field.type)'" + (field.count == 1 ? ")" : ", (\(field.count),))")
    }
    let list = fields.joined(separator: ", ")
    func dictionary(_ rows: Int) -> String {
      "{'descr': [\(list)], 'fortran_order': False, 'shape': (\(rows),), }"
    }
    // 10 bytes hold the magic, the version and the length; 1 holds the line end. NumPy requires a multiple of 64.
    let total = (10 + dictionary(.max).utf8.count + 1 + 63) / 64 * 64
    var bytes = magic + [1, 0, UInt8((total - 10) & 0xFF), UInt8((total - 10) >> 8)] + Array(dictionary(rows).utf8)
    bytes += [UInt8](repeating: 0x20, count: total - 1 - bytes.count) + [0x0A]
    return bytes
  }

  /// The file's end.
  static func trailer(_ header: RecordingHeader) -> [UInt8] {
    var line: [UInt8] = []
    RecordingEncoder.append(header, into: &line)
    let length = UInt64(line.count)
    return line + (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + trailerMagic
  }
}

/// The array of an opened `.npy` recording: the layout of its rows, the source at the first row, and the recording's
/// header, which is at the end of the file.
struct NumPyArray: ~Copyable {
  /// Source, positioned at the first row.
  var source: ByteSource
  let description: NumPyHeader
  /// The line of the recording's header; nil if the file holds none.
  let headerLine: [UInt8]?

  /// Reads the array's description and, at the file's end, the recording's header.
  init(_ source: consuming ByteSource, path: String) throws(FileError) {
    var source = source
    let name = source.name
    guard !source.isCompressed else {
      throw FileError(
        path: name,
        message: "is a compressed .npy, which cannot be read because its header is at the end of the file; "
          + "run gunzip first")
    }
    var status = stat()
    guard path != "-", !path.isEmpty, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(
        path: name,
        message: "is a .npy but not a file on disk, and its header is at the end of the file; name a file")
    }
    let header = try NumPyHeader(&source)
    let present = Int(status.st_size) - header.dataOffset
    let (wanted, isTooLarge) = header.rows.multipliedReportingOverflow(by: header.rowSize)
    guard !isTooLarge, wanted <= present else {
      throw FileError(
        path: name,
        message: "is cut off: it states \(header.rows) frames and holds \(max(present, 0) / header.rowSize); "
          + "copy the file again")
    }
    headerLine = try Self.trailer(path, from: header.dataOffset + wanted, to: Int(status.st_size))
    description = header
    self.source = source
  }

  private static func trailer(_ path: String, from dataEnd: Int, to fileEnd: Int) throws(FileError) -> [UInt8]? {
    guard fileEnd - dataEnd > NumPyLayout.trailerSize else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno, "read", path: path) }
    defer { close(descriptor) }
    func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
    }
    guard let end = bytes(NumPyLayout.trailerSize, at: fileEnd - NumPyLayout.trailerSize),
      Array(end.suffix(8)) == NumPyLayout.trailerMagic
    else { return nil }
    let length = end.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= UInt64(HeaderDecoder.lineLimit), Int(length) <= fileEnd - dataEnd - NumPyLayout.trailerSize else {
      throw FileError(path: path, message: "is damaged: it states a header of \(length) bytes; copy the file again")
    }
    return bytes(Int(length), at: fileEnd - NumPyLayout.trailerSize - Int(length))
  }
}

/// The beginning of a `.npy`: the layout of a row and the number of rows.
struct NumPyHeader {
  /// Type of a field's elements.
  enum Scalar: Equatable {
    case float32, float64, bool
    case signed(Int), unsigned(Int)
    /// A type that no sample uses. Only its size is needed, to skip the field.
    case other

    /// True for types of one byte, which have no byte order.
    var isByte: Bool { self == .bool || self == .signed(1) || self == .unsigned(1) }
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

  /// Longest header that is accepted, bytes; the headers that this project writes have about 700 bytes.
  private static let limit = 1 << 20
  /// Largest row that is accepted, bytes.
  private static let rowLimit = 1 << 20

  private(set) var fields: [Field] = []
  private(set) var rowSize = 0
  private(set) var rows = 0
  /// Offset of the first row, bytes.
  private(set) var dataOffset = 0

  /// Reads the header from the file's beginning.
  init(_ source: inout ByteSource) throws(FileError) {
    let name = source.name
    func damaged(_ what: String) -> FileError {
      FileError(path: name, message: "is not a readable .npy: \(what)")
    }
    let start = try source.read(8)
    guard start.count == 8, start.starts(with: NumPyLayout.magic) else { throw damaged("it is cut off") }
    guard (1...3).contains(start[6]) else {
      throw damaged("its version is \(start[6]).\(start[7]); expected 1.0 to 3.0")
    }
    let sizeBytes = try source.read(start[6] == 1 ? 2 : 4)
    guard sizeBytes.count == (start[6] == 1 ? 2 : 4) else { throw damaged("it is cut off") }
    let length = sizeBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.limit else { throw damaged("its header has \(length) bytes; expected at most 1 MiB") }
    let text = try source.read(length)
    guard text.count == length else { throw damaged("it is cut off") }
    dataOffset = 8 + sizeBytes.count + length
    guard case .dictionary(let entries) = PythonLiteral.read(text) else {
      throw damaged("its header is not {'descr': …, 'fortran_order': …, 'shape': …}")
    }
    func entry(_ key: String) -> PythonLiteral? { entries.last { $0.key == key }?.value }
    guard case .tuple(let shape) = entry("shape") else { throw damaged("its header has no shape") }
    guard shape.count == 1, case .integer(let rows) = shape[0] else {
      throw FileError(
        path: name, message: "has \(shape.count) dimensions; expected one, with a row per frame: array.reshape(-1)")
    }
    self.rows = rows
    switch entry("descr") {
    case .list(let list):
      do throws(LineFault) {
        (fields, rowSize) = try Self.record(list, of: nil)
      } catch {
        throw FileError(error, path: name)
      }
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

  /// The fields of a structured type and its size in bytes. Nested types are not read; only their sizes are used.
  private static func record(
    _ list: [PythonLiteral], of outer: String?, depth: Int = 0
  ) throws(LineFault) -> (fields: [Field], size: Int) {
    var (fields, size) = ([Field](), 0)
    for item in list {
      guard case .tuple(let parts) = item, (2...3).contains(parts.count) else {
        if let outer { throw strange(outer, "its type") }
        throw LineFault(
          message: "a field of the array is not described as (name, type) or (name, type, shape)")
      }
      let own = parts[0].name
      let name = outer ?? own
      let shape = parts.count == 3 ? try shape(parts[2], name) : []
      let (type, scalar, width) = try element(parts[1], name, depth)
      if outer == nil, !own.isEmpty {
        fields.append(Field(name: own, type: type, scalar: scalar, shape: shape, offset: size))
      }
      size += try product(shape + [width], name)
      guard size <= rowLimit else {
        if let outer { throw strange(outer, "its size") }
        throw LineFault(message: "a row has more than 1 MiB; expected frames")
      }
    }
    return (fields, size)
  }

  private static func shape(_ literal: PythonLiteral, _ name: String) throws(LineFault) -> [Int] {
    let counts = if case .tuple(let counts) = literal { counts } else { [literal] }
    var shape: [Int] = []
    for count in counts {
      guard case .integer(let count) = count else { throw strange(name, "its shape") }
      shape.append(count)
    }
    return shape
  }

  private static func product(_ counts: [Int], _ name: String) throws(LineFault) -> Int {
    var product = 1
    for count in counts {
      let (value, isTooLarge) = product.multipliedReportingOverflow(by: count)
      guard !isTooLarge, value <= rowLimit else { throw strange(name, "its size") }
      product = value
    }
    return product
  }

  private static func strange(_ name: String, _ what: String) -> LineFault {
    LineFault(field: LineFault.printable(name), message: "\(what) in the array's description makes no sense")
  }

  /// The type of an element and its size in bytes, which is needed even for a field that is skipped.
  private static func element(
    _ literal: PythonLiteral, _ name: String, _ depth: Int
  ) throws(LineFault) -> (type: String, scalar: Scalar, size: Int) {
    switch literal {
    case .text(let type): return try element(type, name)
    case .list(let inner) where depth < 8:
      return ("a structure", .other, try record(inner, of: name, depth: depth + 1).size)
    default: throw strange(name, "its type")
    }
  }

  private static func element(_ type: String, _ name: String) throws(LineFault) -> (String, Scalar, Int) {
    let letters = Array(type.utf8)
    guard letters.count >= 2, let order = letters.first, "<>|=".utf8.contains(order) else {
      throw strange(name, "its type, \"\(LineFault.printable(type))\",")
    }
    let kind = letters[1]
    let digits = letters.dropFirst(2).prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard digits.count <= 7 else { throw strange(name, "its size") }
    let size = Int(String(decoding: digits, as: UTF8.self)) ?? 0
    if kind == UInt8(ascii: "O") {
      throw LineFault(
        field: LineFault.printable(name),
        message: "holds Python objects, which only Python can read; leave the field out")
    }
    let isWhole = [1, 2, 4, 8].contains(size)
    let scalar: Scalar =
      switch (kind, size) {
      case (UInt8(ascii: "f"), 4): .float32
      case (UInt8(ascii: "f"), 8): .float64
      case (UInt8(ascii: "b"), 1): .bool
      case (UInt8(ascii: "i"), _) where isWhole: .signed(size)
      case (UInt8(ascii: "u"), _) where isWhole: .unsigned(size)
      default: .other
      }
    // NumPy's text type U has four bytes per character.
    return (type, scalar, kind == UInt8(ascii: "U") ? size * 4 : size)
  }
}

/// The Python literals that a `.npy` header consists of. They are parsed, never evaluated.
enum PythonLiteral {
  case dictionary([(key: String, value: PythonLiteral)])
  case list([PythonLiteral])
  case tuple([PythonLiteral])
  case text(String)
  case integer(Int)
  /// True, False or None.
  case word

  private static let deepest = 16

  /// Reads `bytes` as one literal, with white space around it allowed; nil if `bytes` are anything else.
  static func read(_ bytes: [UInt8]) -> PythonLiteral? {
    var parser = Parser(bytes: bytes)
    guard let value = parser.value(0) else { return nil }
    parser.skipBlanks()
    return parser.index == bytes.count ? value : nil
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
    let bytes: [UInt8]
    var index = 0

    mutating func skipBlanks() {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      skipBlanks()
      guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    mutating func take(word: String) -> Bool {
      guard bytes[index...].starts(with: word.utf8) else { return false }
      index += word.utf8.count
      return true
    }

    mutating func value(_ depth: Int) -> PythonLiteral? {
      guard depth < PythonLiteral.deepest else { return nil }
      skipBlanks()
      guard index < bytes.count else { return nil }
      if take("{") { return dictionary(depth) }
      if take("[") { return items(until: "]", depth).map { .list($0.items) } }
      if take("(") {
        // A single value in parentheses without a comma is not a tuple.
        return items(until: ")", depth).map { $0.items.count == 1 && !$0.hasComma ? $0.items[0] : .tuple($0.items) }
      }
      if ["True", "False", "None"].contains(where: { take(word: $0) }) { return .word }
      if let text = text() { return .text(text) }
      return integer()
    }

    private mutating func dictionary(_ depth: Int) -> PythonLiteral? {
      var entries: [(key: String, value: PythonLiteral)] = []
      while !take("}") {
        guard entries.isEmpty || take(",") else { return nil }
        if take("}") { break }
        skipBlanks()
        guard let key = text(), take(":"), let value = value(depth + 1) else { return nil }
        entries.append((key, value))
      }
      return .dictionary(entries)
    }

    private mutating func items(
      until end: Unicode.Scalar, _ depth: Int
    ) -> (items: [PythonLiteral], hasComma: Bool)? {
      var items: [PythonLiteral] = []
      var hasComma = false
      while !take(end) {
        if !items.isEmpty {
          guard take(",") else { return nil }
          hasComma = true
          if take(end) { break }
        }
        guard let value = value(depth + 1) else { return nil }
        items.append(value)
      }
      return (items, hasComma)
    }

    private mutating func text() -> String? {
      guard index < bytes.count, bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"") else {
        return nil
      }
      let quote = bytes[index]
      index += 1
      var text: [UInt8] = []
      while index < bytes.count, bytes[index] != quote {
        // No field that this package reads has an escape in its name, so an escape is skipped without resolving it.
        if bytes[index] == UInt8(ascii: "\\") {
          text.append(bytes[index])
          index += 1
          guard index < bytes.count else { return nil }
        }
        text.append(bytes[index])
        index += 1
      }
      guard index < bytes.count else { return nil }
      index += 1
      return String(decoding: text, as: UTF8.self)
    }

    private mutating func integer() -> PythonLiteral? {
      let end = bytes[index...].firstIndex { !($0 >= 0x30 && $0 <= 0x39) } ?? bytes.count
      guard end > index, let value = Int(String(decoding: bytes[index..<end], as: UTF8.self)) else { return nil }
      index = end
      // Python 2 wrote long numbers with an L.
      if index < bytes.count, bytes[index] == UInt8(ascii: "L") { index += 1 }
      return .integer(value)
    }
  }
}
