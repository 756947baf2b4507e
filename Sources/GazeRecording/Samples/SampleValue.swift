package import GazePipeline

/// A value that can hold a field of a sample, and that converts from and to the numbers of a row, which are packed and
/// little-endian.
package protocol SampleValue {
  /// Type of each number in a row: `Double`, `Float`, or `Int8` for a flag or the index of a name.
  associatedtype StoredNumber: BitwiseCopyable
  /// Kind of the numbers in which the value is stored.
  static var kind: SampleField.Kind { get }
  /// How many numbers the value is stored in.
  static var numberCount: Int { get }

  /// The value of the numbers at `row`.
  ///
  /// - Throws: `SampleError` with the field `key` if the numbers are not a value of this type.
  init(_ row: UnsafeRawPointer, _ key: String) throws(SampleError)
  /// Becomes the value of the numbers at `row`, as the initializer does.
  mutating func read(_ row: UnsafeRawPointer, _ key: String) throws(SampleError)
  /// Writes its numbers at `row`; numbers that are not finite become NaN.
  func store(_ row: UnsafeMutableRawPointer)
}

extension SampleValue where StoredNumber == Double { package static var kind: SampleField.Kind { .number } }
extension SampleValue where StoredNumber == Float { package static var kind: SampleField.Kind { .float } }

extension SampleValue {
  package static var numberCount: Int { 1 }
  /// Bytes of each number.
  static var numberWidth: Int { MemoryLayout<StoredNumber>.size }

  /// Assigns the initializer's result.
  @inline(__always)
  package mutating func read(_ row: UnsafeRawPointer, _ key: String) throws(SampleError) { self = try Self(row, key) }
}

/// A value or nil; nil is stored as unknown numbers, and an optional `Bool` as a flag.
extension Optional: SampleValue where Wrapped: SampleValue {
  package typealias StoredNumber = Wrapped.StoredNumber
  package static var kind: SampleField.Kind { Wrapped.kind == .bool ? .flag : Wrapped.kind }
  package static var numberCount: Int { Wrapped.numberCount }

  @inline(__always)
  package init(_ row: UnsafeRawPointer, _ key: String) throws(SampleError) {
    self = Wrapped.isKnown(row) ? try Wrapped(row, key) : nil
  }

  /// Assigns in place, because the initializer's result, 256 bytes of facial coefficients, would be copied twice.
  @inline(__always)
  package mutating func read(_ row: UnsafeRawPointer, _ key: String) throws(SampleError) {
    if Wrapped.isKnown(row) { self = .some(try Wrapped(row, key)) } else { self = nil }
  }

  package func store(_ row: UnsafeMutableRawPointer) {
    if let self { self.store(row) } else { Wrapped.storeUnknown(row) }
  }
}

extension SampleValue {
  @inline(__always)
  fileprivate static func isKnown(_ row: UnsafeRawPointer) -> Bool {
    for place in 0..<numberCount {
      switch numberWidth {
      case 8: if !row.loadUnaligned(fromByteOffset: 8 * place, as: Double.self).isNaN { return true }
      case 4: if !row.loadUnaligned(fromByteOffset: 4 * place, as: Float.self).isNaN { return true }
      default: if row.load(fromByteOffset: place, as: Int8.self) >= 0 { return true }
      }
    }
    return false
  }

  fileprivate static func storeUnknown(_ row: UnsafeMutableRawPointer) {
    for place in 0..<numberCount {
      switch numberWidth {
      case 8: row.storeBytes(of: .nan, toByteOffset: 8 * place, as: Double.self)
      case 4: row.storeBytes(of: .nan, toByteOffset: 4 * place, as: Float.self)
      default: row.storeBytes(of: -1, toByteOffset: place, as: Int8.self)
      }
    }
  }
}

// MARK: Words

/// An enumeration: JSON Lines and CSV hold the name, a `.npy` holds the index in `coded`.
package protocol SampleName: SampleValue, CaseIterable, RawRepresentable, Equatable
where RawValue == String, StoredNumber == Int8 {
  /// Cases in the order of their indices in a `.npy`, which never changes; by default the declared order.
  static var coded: [Self] { get }
}

extension SampleName {
  package static var coded: [Self] { Array(allCases) }
  package static var kind: SampleField.Kind { .name(coded.map(\.rawValue), spoken: allCases.map(\.rawValue)) }

  @inline(__always)
  package init(_ row: UnsafeRawPointer, _ key: String) throws(SampleError) {
    let (place, coded) = (Int(row.load(as: Int8.self)), Self.coded)
    guard coded.indices.contains(place) else {
      throw SampleError(key, "is \(place); expected 0 to \(coded.count - 1)")
    }
    self = coded[place]
  }

  package func store(_ row: UnsafeMutableRawPointer) {
    row.storeBytes(of: Int8(truncatingIfNeeded: Self.coded.firstIndex(of: self) ?? -1), as: Int8.self)
  }
}

extension ScrollDirection: SampleName {
  // In files, `none` has the index 0, whatever the declared order is.
  package static let coded: [ScrollDirection] = [.none, .up, .down]
}

extension DragPhase: SampleName {}

// MARK: Numbers

/// A number that is NaN if unknown.
package protocol SampleNumber: SampleValue, BinaryFloatingPoint, BitwiseCopyable where StoredNumber == Self {}

extension SampleNumber {
  @inline(__always)
  package init(_ row: UnsafeRawPointer, _ key: String) { self.init(row) }
  @inline(__always)
  fileprivate init(_ row: UnsafeRawPointer) { self = row.loadUnaligned(as: Self.self) }
  package func store(_ row: UnsafeMutableRawPointer) { row.storeBytes(of: isFinite ? self : .nan, as: Self.self) }
}

extension Double: SampleNumber { package typealias StoredNumber = Double }
extension Float: SampleNumber { package typealias StoredNumber = Float }

/// A pair x, y; if x or y is not finite, both are written as unknown.
extension SIMD2: SampleValue where Scalar: SampleNumber {
  package typealias StoredNumber = Scalar
  package static var kind: SampleField.Kind { Scalar.kind }
  package static var numberCount: Int { 2 }

  @inline(__always)
  package init(_ row: UnsafeRawPointer, _ key: String) {
    self.init(Scalar(row), Scalar(row + Self.numberWidth))
  }
  package func store(_ row: UnsafeMutableRawPointer) {
    let isKnown = x.isFinite && y.isFinite
    for place in 0..<2 { (isKnown ? self[place] : .nan).store(row + Self.numberWidth * place) }
  }
}

/// A triple x, y, z. If one of three Floats is not finite, all three are written as unknown; if one of three Doubles is
/// not finite, only this one is.
extension SIMD3: SampleValue where Scalar: SampleNumber {
  package typealias StoredNumber = Scalar
  package static var kind: SampleField.Kind { Scalar.kind }
  package static var numberCount: Int { 3 }

  @inline(__always)
  package init(_ row: UnsafeRawPointer, _ key: String) {
    self.init(Scalar(row), Scalar(row + Self.numberWidth), Scalar(row + 2 * Self.numberWidth))
  }
  package func store(_ row: UnsafeMutableRawPointer) {
    let isKnown = Scalar.kind == .number || x.isFinite && y.isFinite && z.isFinite
    for place in 0..<3 { (isKnown ? self[place] : .nan).store(row + Self.numberWidth * place) }
  }
}

/// A quaternion w, x, y, z, whose length is 1 within `writtenTolerance`.
extension UnitQuaternion: SampleValue {
  package typealias StoredNumber = Double
  package static var numberCount: Int { 4 }

  package init(_ row: UnsafeRawPointer, _ key: String) throws(SampleError) {
    self = try UnitQuaternion.written(row.loadUnaligned(as: SIMD4<Double>.self), key) ?? .identity
  }
  package func store(_ row: UnsafeMutableRawPointer) {
    let numbers = SIMD4(w, x, y, z)
    for place in 0..<4 { numbers[place].store(row + 8 * place) }
  }
}

// MARK: ARKit's values

extension Bool: SampleValue {
  package typealias StoredNumber = Int8
  package static var kind: SampleField.Kind { .bool }

  @inline(__always)
  package init(_ row: UnsafeRawPointer, _ key: String) { self = row.load(as: UInt8.self) != 0 }
  package func store(_ row: UnsafeMutableRawPointer) { row.storeBytes(of: self ? 1 : 0, as: UInt8.self) }
}

/// A 4 × 4 matrix, column-major; if one number is not finite, all sixteen are written as unknown.
extension TransformMatrix: SampleValue {
  package typealias StoredNumber = Float
  package static var numberCount: Int { 16 }

  @inline(__always)
  package init(_ row: UnsafeRawPointer, _ key: String) {
    let v = row.loadUnaligned(as: SIMD16<Float>.self)
    self.init(columns: (v.lowHalf.lowHalf, v.lowHalf.highHalf, v.highHalf.lowHalf, v.highHalf.highHalf))
  }
  package func store(_ row: UnsafeMutableRawPointer) {
    let columns = (isFinite ? self : .unknown).columns
    let (a, b) = (SIMD8(lowHalf: columns.0, highHalf: columns.1), SIMD8(lowHalf: columns.2, highHalf: columns.3))
    row.storeBytes(of: SIMD16(lowHalf: a, highHalf: b), as: SIMD16<Float>.self)
  }
}

/// ARKit's 52 coefficients (`BlendShapes.names`); a coefficient that is not finite is written as 0.
extension BlendShapes: SampleValue {
  package typealias StoredNumber = Float
  package static var numberCount: Int { 52 }

  @inline(__always)
  package init(_ row: UnsafeRawPointer, _ key: String) {
    func load(_ place: Int) -> SIMD16<Float> { row.loadUnaligned(fromByteOffset: 4 * place, as: SIMD16<Float>.self) }
    self.init(load(0), load(16), load(32), row.loadUnaligned(fromByteOffset: 4 * 48, as: SIMD4<Float>.self))
  }
  package func store(_ row: UnsafeMutableRawPointer) {
    for place in 0..<Self.numberCount {
      row.storeBytes(of: self[place].isFinite ? self[place] : 0, toByteOffset: 4 * place, as: Float.self)
    }
  }
}

extension UnitQuaternion {
  /// Largest deviation from 1 of the length of a unit quaternion or unit vector in a file. The tolerance is needed
  /// because exports round to three digits.
  package static let writtenTolerance = 0.01

  /// The quaternion of a sample's four numbers w, x, y, z; nil if all of them are unknown.
  ///
  /// - Throws: `SampleError` on `field` if some numbers are unknown, all are 0, or the length is not 1 within
  ///   `writtenTolerance`.
  static func written(_ v: SIMD4<Double>, _ field: String) throws(SampleError) -> UnitQuaternion? {
    let known = v.indices.count { !v[$0].isNaN }
    if known == 0 { return nil }
    guard known == 4 else {
      throw SampleError(
        field, "has \(known) of 4 numbers: expected w, x, y, z of a unit quaternion, or null for all of them")
    }
    let length = (((v.x * v.x + v.y * v.y) + v.z * v.z) + v.w * v.w).squareRoot()
    guard length > 0 else {
      throw SampleError(
        field, "is a quaternion of zeros, not an attitude: expected w, x, y, z of length 1; leave such samples out")
    }
    guard abs(length - 1) <= writtenTolerance else {
      throw SampleError(
        field,
        "has the length \(NumberText.rounded(length, 3)): expected w, x, y, z of length 1; divide by the length, if "
          + "these are a quaternion at all")
    }
    // A quaternion whose length is already 1 is not normalised again, so that a file does not change when it is read
    // and written.
    if abs(length - 1) < drift { return UnitQuaternion(unchecked: v.x, v.y, v.z, v.w) }
    return UnitQuaternion(w: v.x, x: v.y, y: v.z, z: v.w)
  }
}
