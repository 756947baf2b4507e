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
    let start = try Self.bytes(8, of: &source)
    guard start.count == 8, start.starts(with: NumPyLayout.magic) else { throw damaged("it is cut off") }
    guard (1...3).contains(start[6]) else {
      throw damaged("its version is \(start[6]).\(start[7]); expected 1.0 to 3.0")
    }
    let sizeBytes = try Self.bytes(start[6] == 1 ? 2 : 4, of: &source)
    guard sizeBytes.count == (start[6] == 1 ? 2 : 4) else { throw damaged("it is cut off") }
    let length = sizeBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.limit else { throw damaged("its header has \(length) bytes; expected at most 1 MiB") }
    let text = try Self.bytes(length, of: &source)
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
        throw FileError(path: name, field: error.field, message: error.message)
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

  private static func bytes(_ count: Int, of source: inout ByteSource) throws(FileError) -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: count)
    while all.count < count {
      var result: Result<Int, FileError> = .success(0)
      chunk.withUnsafeMutableBytes { room in
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[..<(count - all.count)])
        do throws(FileError) { result = .success(try source.read(into: rest)) } catch { result = .failure(error) }
      }
      let read = try result.get()
      if read == 0 { break }
      all += chunk.prefix(read)
    }
    return all
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
