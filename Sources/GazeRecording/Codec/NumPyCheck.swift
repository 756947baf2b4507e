/// The check of numbers of one type that follow each other in a row. A row is seldom at fault, so the numbers of
/// neighbouring fields are looked at together, and the fields one by one only if the check fails.
struct NumPyCheck {
  /// The numbers' slots.
  private(set) var slots: ClosedRange<Int>
  private let storage: FieldLayout.Storage
  /// Offset of the first number in the row, bytes.
  private let offset: Int
  private var count: Int
  /// The largest code of a flag or name.
  private let lastCode: Int8

  /// Adds the check of a slot's numbers; a slot whose numbers need no check is left out.
  static func add(_ index: Int, of layout: FieldLayout, to checks: inout [NumPyCheck]) {
    let slot = layout.slots[index]
    guard slot.storage != .bool, slot.storage != .participant else { return }
    if slot.storage == .float, let last = checks.last, last.storage == .float, last.slots.upperBound == index - 1 {
      checks[checks.count - 1].count += slot.count
      checks[checks.count - 1].slots = last.slots.lowerBound...index
      return
    }
    let lastCode = slot.storage == .name ? layout.keys.names[index].count - 1 : 1
    checks.append(
      NumPyCheck(
        slots: index...index, storage: slot.storage, offset: slot.offset, count: slot.count,
        lastCode: Int8(truncatingIfNeeded: lastCode)))
  }

  /// True if the row's numbers are valid as they are: Floats finite, Doubles finite or a field of them unknown, codes
  /// known or -1. If it is false, they may still be valid.
  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let first = row + offset
    switch storage {
    case .float: return areFloatsFinite(first)
    case .number: return areDoublesKnownOrNot(first)
    case .flag, .name: return areCodesValid(first)
    case .bool, .participant: return true
    }
  }

  @inline(__always)
  private func areFloatsFinite(_ first: UnsafeRawPointer) -> Bool {
    // x − x is zero for finite numbers and NaN for all others.
    var (place, sums) = (0, (SIMD16<Float>(), SIMD4<Float>(), Float()))
    while place + 16 <= count {
      let v = first.loadUnaligned(fromByteOffset: 4 * place, as: SIMD16<Float>.self)
      sums.0 += v - v
      place += 16
    }
    while place + 4 <= count {
      let v = first.loadUnaligned(fromByteOffset: 4 * place, as: SIMD4<Float>.self)
      sums.1 += v - v
      place += 4
    }
    while place < count {
      let value = first.loadUnaligned(fromByteOffset: 4 * place, as: Float.self)
      sums.2 += value - value
      place += 1
    }
    // By halves, because == of SIMD compares the elements one by one.
    let eight = sums.0.lowHalf + sums.0.highHalf
    let four = eight.lowHalf + eight.highHalf + sums.1
    let two = four.lowHalf + four.highHalf
    return two.x + two.y + sums.2 == 0
  }

  @inline(__always)
  private func areDoublesKnownOrNot(_ first: UnsafeRawPointer) -> Bool {
    let unknown = Double.nan.bitPattern
    let isUnknown = first.loadUnaligned(as: UInt64.self) == unknown
    for place in 0..<count {
      let bits = first.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self)
      guard isUnknown ? bits == unknown : Double(bitPattern: bits).isFinite else { return false }
    }
    return true
  }

  @inline(__always)
  private func areCodesValid(_ first: UnsafeRawPointer) -> Bool {
    for place in 0..<count {
      let code = first.load(fromByteOffset: place, as: Int8.self)
      guard code >= -1, code <= lastCode else { return false }
    }
    return true
  }
}
