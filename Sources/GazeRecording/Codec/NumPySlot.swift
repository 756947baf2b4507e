/// One field of an array's rows, found by name: where it stands and how its numbers are written there.
///
/// A number may be of another type where nothing is lost.
struct NumPySlot {
  /// What a field holds.
  enum Kind {
    case real, whole, logical
  }

  let name: String
  private let offset: Int
  private let scalar: NumPyHeader.Scalar

  /// nil where there is none of this name.
  ///
  /// - Throws: where it has another type or shape.
  init?(
    _ name: String, _ count: Int, _ kind: Kind, in fields: [NumPyHeader.Field]
  ) throws(LineFault) {
    guard let field = fields.last(where: { $0.name == name }) else { return nil }
    guard !field.type.hasPrefix(">") || field.scalar.isByte else {
      throw LineFault(
        field: name,
        message:
          "is big-endian (\(LineFault.printable(field.type))); expected little-endian: "
          + "array.astype(array.dtype.newbyteorder('<'))")
    }
    let expected =
      switch kind {
      case .real: "float32 or float64"
      case .whole: "whole numbers (i1 to i8, u1 to u8)"
      case .logical: "b1"
      }
    let isRight =
      switch (kind, field.scalar) {
      case (.real, .float32), (.real, .float64), (.whole, .signed), (.whole, .unsigned), (.logical, .bool),
        (.logical, .signed), (.logical, .unsigned):
        true
      default: false
      }
    guard isRight, field.shape == (count == 1 ? [] : [count]) || count == 1 && field.shape == [1] else {
      let shape = field.shape.isEmpty ? "" : " of shape (\(field.shape.map(String.init).joined(separator: ", ")))"
      throw LineFault(
        field: name,
        message: "is \(LineFault.printable(field.type))\(shape); expected \(expected)"
          + (count == 1 ? "" : " of shape (\(count),)"))
    }
    self.name = name
    (offset, scalar) = (field.offset, field.scalar)
  }

  /// A field that must be there, of numbers.
  static func needed(
    _ name: String, _ count: Int, _ kind: Kind = .real, in fields: [NumPyHeader.Field]
  ) throws(LineFault) -> NumPySlot {
    if let slot = try NumPySlot(name, count, kind, in: fields) { return slot }
    let present = fields.prefix(20).map { LineFault.printable($0.name) }.joined(separator: ", ")
    throw LineFault(field: name, message: "is missing; the array has \(present)")
  }

  /// Its numbers are Floats.
  var isFloat32: Bool { scalar == .float32 }

  /// Floats side by side, as they stand there.
  @inline(__always)
  func load<T: BitwiseCopyable>(_ row: UnsafeRawPointer, at index: Int = 0, as type: T.Type) -> T {
    row.loadUnaligned(fromByteOffset: offset + 4 * index, as: type)
  }

  /// A Float; where it was written as float64 it must be a Float's value.
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
          field: name, message: "holds \(wide), which is no float32; round it yourself: array.astype to '<f4'")
      }
    }
    guard !value.isInfinite else {
      throw LineFault(field: name, message: "is infinite; expected finite numbers, or NaN where there are none")
    }
    return value
  }

  @inline(__always)
  func double(_ row: UnsafeRawPointer, _ index: Int) -> Double {
    scalar == .float32
      ? Double(row.loadUnaligned(fromByteOffset: offset + 4 * index, as: Float.self))
      : row.loadUnaligned(fromByteOffset: offset + 8 * index, as: Double.self)
  }

  /// nil where it is beyond Int.
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

  /// The time, which every row must have.
  @inline(__always)
  func seconds(_ row: UnsafeRawPointer) throws(LineFault) -> Double {
    let seconds = double(row, 0)
    guard seconds.isFinite else { throw LineFault(field: "t", message: "is \(seconds); expected seconds") }
    return seconds
  }

  /// The participant's number.
  @inline(__always)
  func participant(_ row: UnsafeRawPointer) throws(LineFault) -> Int {
    let range = SampleLimits.participants
    guard let number = integer(row), range.contains(number) else {
      throw LineFault(
        field: "participant", message: "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
