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

  /// The file's beginning. The preamble's length does not depend on the number of rows, so that the preamble can be
  /// rewritten when all rows are written.
  static func preamble(_ fields: [String], rows: Int) -> [UInt8] {
    func dictionary(_ rows: Int) -> String {
      "{'descr': [\(fields.joined(separator: ", "))], 'fortran_order': False, 'shape': (\(rows),), }"
    }
    // 10 bytes hold the magic, the version and the length; 1 holds the line end. NumPy requires a multiple of 64.
    let total = (10 + dictionary(.max).utf8.count + 1 + 63) / 64 * 64
    var bytes = magic + [1, 0, UInt8((total - 10) & 0xFF), UInt8((total - 10) >> 8)] + Array(dictionary(rows).utf8)
    bytes += [UInt8](repeating: 0x20, count: total - 1 - bytes.count) + [0x0A]
    return bytes
  }

  static func trailer(_ header: RecordingHeader) -> [UInt8] {
    let line = RecordingEncoder.line(header)
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

/// One field of an array's rows, found by name: its offset and the type of its numbers.
///
/// A number may have another type than the one that this package writes if the conversion loses nothing.
struct NumPySlot {
  /// Offset of the field's first number in the array's rows, bytes.
  let offset: Int
  /// True if the field's numbers have the type that this package writes.
  let isNative: Bool
  private let name: String
  private let scalar: NumPyHeader.Scalar

  /// Finds a field by name; nil if the array does not have it.
  ///
  /// - Throws: `LineFault` if the field has a type or shape that cannot be converted, or is required and missing.
  init?(_ field: SampleField, _ slot: FieldLayout.Slot, in stored: [NumPyHeader.Field]) throws(LineFault) {
    let (name, count) = (field.table, slot.count)
    guard let found = stored.last(where: { $0.name == name }) else {
      guard !slot.rules.isDisjoint(with: [.required, .requiredWhileTracked]) else { return nil }
      let present = stored.prefix(20).map { LineFault.printable($0.name) }.joined(separator: ", ")
      throw LineFault(field: name, message: "is missing; the array has \(present)")
    }
    try expect(
      !found.type.hasPrefix(">") || found.scalar.size == 1 && (found.scalar.isWhole || found.scalar.isBool), name,
      "is big-endian (\(LineFault.printable(found.type))); expected little-endian: "
        + "array.astype(array.dtype.newbyteorder('<'))")
    let (isRight, expected): (Bool, String)
    let native: (letter: Unicode.Scalar, size: Int)
    switch slot.storage {
    case .float, .number:
      (isRight, expected) = (found.scalar.isFloat, "float32 or float64")
      native = ("f", slot.width)
    case .participant, .name:
      (isRight, expected) = (found.scalar.isWhole, "whole numbers (i1 to i8, u1 to u8)")
      native = ("i", slot.width)
    case .bool, .flag:
      (isRight, expected) = (found.scalar.isWhole || found.scalar.isBool, "b1")
      native = (slot.storage == .bool ? "b" : "i", 1)
    }
    let isShaped = found.shape == [count] || count == 1 && found.shape.isEmpty
    let shape = found.shape.isEmpty ? "" : " of shape (\(found.shape.map(String.init).joined(separator: ", ")))"
    try expect(
      isRight && isShaped, name,
      "is \(LineFault.printable(found.type))\(shape); expected \(expected)"
        + (count == 1 ? "" : " of shape (\(count),)"))
    self.name = name
    (offset, scalar) = (found.offset, found.scalar)
    isNative = scalar.letter == native.letter && scalar.size == native.size
  }

  /// Reads a number as a Float; a float64 must have a value that a Float can hold.
  func float(_ row: UnsafeRawPointer, _ index: Int) throws(LineFault) -> Float {
    let value: Float
    if scalar.size == 4 {
      value = row.loadUnaligned(fromByteOffset: offset + 4 * index, as: Float.self)
    } else {
      let wide = row.loadUnaligned(fromByteOffset: offset + 8 * index, as: Double.self)
      value = Float(wide)
      try expect(
        Double(value) == wide || wide.isNaN, name,
        "holds \(wide), which is not a float32; round it first: array.astype to '<f4'")
    }
    try expect(!value.isInfinite, name, NumPyRows.isInfinite)
    return value
  }

  func double(_ row: UnsafeRawPointer, _ index: Int) -> Double {
    scalar.size == 4
      ? Double(row.loadUnaligned(fromByteOffset: offset + 4 * index, as: Float.self))
      : row.loadUnaligned(fromByteOffset: offset + 8 * index, as: Double.self)
  }

  /// Reads a whole number; nil if the number does not fit into an Int.
  func integer(_ row: UnsafeRawPointer, _ index: Int = 0) -> Int? {
    let number = UnsafeRawBufferPointer(start: row + offset + index * scalar.size, count: scalar.size)
    let bits = number.reversed().reduce(UInt64()) { $0 << 8 | UInt64($1) }
    guard scalar.letter == "i" else { return Int(exactly: bits) }
    let unused = 64 - 8 * scalar.size
    return Int(exactly: Int64(bitPattern: bits << unused) >> unused)
  }
}
