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
    guard !found.type.hasPrefix(">") || found.scalar.isByte else {
      throw LineFault(
        field: name,
        message:
          "is big-endian (\(LineFault.printable(found.type))); expected little-endian: "
          + "array.astype(array.dtype.newbyteorder('<'))")
    }
    let expected: String
    let (isRight, native): (Bool, NumPyHeader.Scalar)
    let isWhole = if case .signed = found.scalar { true } else if case .unsigned = found.scalar { true } else { false }
    switch slot.storage {
    case .float, .number:
      expected = "float32 or float64"
      isRight = found.scalar == .float32 || found.scalar == .float64
      native = slot.storage == .float ? .float32 : .float64
    case .participant, .name:
      expected = "whole numbers (i1 to i8, u1 to u8)"
      isRight = isWhole
      native = slot.storage == .name ? .signed(1) : .signed(4)
    case .bool, .flag:
      expected = "b1"
      isRight = isWhole || found.scalar == .bool
      native = slot.storage == .bool ? .bool : .signed(1)
    }
    guard isRight, found.shape == (count == 1 ? [] : [count]) || count == 1 && found.shape == [1] else {
      let shape = found.shape.isEmpty ? "" : " of shape (\(found.shape.map(String.init).joined(separator: ", ")))"
      throw LineFault(
        field: name,
        message: "is \(LineFault.printable(found.type))\(shape); expected \(expected)"
          + (count == 1 ? "" : " of shape (\(count),)"))
    }
    self.name = name
    (offset, scalar, isNative) = (found.offset, found.scalar, found.scalar == native)
  }

  /// Reads a number as a Float; a float64 must have a value that a Float can hold.
  @inline(__always)
  func float(_ row: UnsafeRawPointer, _ index: Int) throws(LineFault) -> Float {
    let value: Float
    if scalar == .float32 {
      value = row.loadUnaligned(fromByteOffset: offset + 4 * index, as: Float.self)
    } else {
      let wide = row.loadUnaligned(fromByteOffset: offset + 8 * index, as: Double.self)
      value = Float(wide)
      guard Double(value) == wide || wide.isNaN else {
        throw LineFault(
          field: name, message: "holds \(wide), which is not a float32; round it first: array.astype to '<f4'")
      }
    }
    guard !value.isInfinite else {
      throw LineFault(field: name, message: "is infinite; expected finite numbers, or NaN for unknown ones")
    }
    return value
  }

  @inline(__always)
  func double(_ row: UnsafeRawPointer, _ index: Int) -> Double {
    scalar == .float32
      ? Double(row.loadUnaligned(fromByteOffset: offset + 4 * index, as: Float.self))
      : row.loadUnaligned(fromByteOffset: offset + 8 * index, as: Double.self)
  }

  /// Reads a whole number; nil if the number does not fit into an Int.
  @inline(__always)
  func integer(_ row: UnsafeRawPointer, _ index: Int = 0) -> Int? {
    func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> Int? {
      Int(exactly: row.loadUnaligned(fromByteOffset: offset + index * MemoryLayout<T>.size, as: type))
    }
    switch scalar {
    case .signed(1): return load(Int8.self)
    case .signed(2): return load(Int16.self)
    case .signed(4): return load(Int32.self)
    case .signed: return load(Int64.self)
    case .unsigned(2): return load(UInt16.self)
    case .unsigned(4): return load(UInt32.self)
    case .unsigned(8): return load(UInt64.self)
    default: return load(UInt8.self)
    }
  }
}
