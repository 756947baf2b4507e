private import PortableFoundation

/// The rows of a `.npy` recording, read through one buffer. Fields are found by name once, when the file is opened.
///
/// Fields may be in any order, and unknown fields are skipped. A number in the file may have another type than in the
/// row if the conversion loses nothing: a float64 that is read as a Float must have a value that a Float can hold.
final class NumPyRows: RowSource {
  /// A range of bytes that the file's rows and the rows of `FieldLayout` have in common, so that it can be copied at
  /// once.
  private typealias Move = (from: Int, to: Int, count: Int)

  private var source: ByteSource
  private let layout: FieldLayout
  private let moves: [Move]
  /// Fields that have another type in the file than in the row, with their places in the file.
  private let converted: [(index: Int, stored: NumPySlot)]
  /// Checks of the fields that the array has, except `t` and `participant`; all other fields are absent in every row.
  private let checks: [NumPyCheck]
  private let rowSize: Int
  private let rows: Int
  private var rowsRead = 0
  private let buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  var isCutOff: Bool { false }

  init(_ array: consuming NumPyArray, _ layout: FieldLayout) throws(FileError) {
    let header = array.description
    var (moves, converted, checks) = ([Move](), [(index: Int, stored: NumPySlot)](), [NumPyCheck]())
    do throws(LineFault) {
      for (index, slot) in layout.slots.enumerated() where layout.isPresent(index) {
        guard let stored = try NumPySlot(layout.fields[index], slot, in: header.fields) else { continue }
        if index >= FieldLayout.firstField { NumPyCheck.add(index, of: layout, to: &checks) }
        guard stored.isNative else {
          converted.append((index, stored))
          continue
        }
        let count = slot.end - slot.offset
        if let last = moves.last, last.from + last.count == stored.offset, last.to + last.count == slot.offset {
          moves[moves.count - 1].count += count
        } else {
          moves.append((stored.offset, slot.offset, count))
        }
      }
    } catch {
      throw FileError(error, path: array.source.name)
    }
    (self.layout, self.moves, self.converted, self.checks) = (layout, moves, converted, checks)
    (rows, rowSize) = (header.rows, header.rowSize)
    buffer = .allocate(byteCount: max((1 << 18) / header.rowSize, 1) * header.rowSize, alignment: 16)
    source = array.source
  }

  deinit { buffer.deallocate() }

  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool {
    guard rowsRead < rows, let base = buffer.baseAddress else { return false }
    if end - start < rowSize { try fill() }
    rowsRead += 1
    do throws(LineFault) { try read(UnsafeRawPointer(base + start), row) } catch { throw fault(error) }
    start += rowSize
    return true
  }

  /// The fault with the number of the row that was returned last; rows are counted from 0, as in NumPy.
  func fault(_ fault: LineFault) -> FileError {
    let field = layout.fields.first { $0.key == fault.field }?.table ?? fault.field
    return FileError(path: source.name, field: field, message: "row \(rowsRead - 1): " + fault.message)
  }

  private func fill() throws(FileError) {
    // The buffer has room for whole rows, so a part of a row is left over only if fewer bytes were read than fit.
    if let base = buffer.baseAddress { memmove(base, base + start, end - start) }
    (start, end) = (0, end - start)
    while end < rowSize {
      let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      guard count > 0 else { throw FileError(path: source.name, message: "became shorter while it was read") }
      end += count
    }
  }

  // MARK: Values

  private func read(_ stored: UnsafeRawPointer, _ row: UnsafeMutableRawPointer) throws(LineFault) {
    // The fields that the array does not have are absent in every row, and nothing else writes to them.
    if rowsRead == 1 { layout.absent.copy(to: row) }
    for move in moves { (row + move.to).copyMemory(from: stored + move.from, byteCount: move.count) }
    for (index, field) in converted { try convert(field, stored, index, row) }
    let time = FieldLayout.time(row)
    try expect(time.isFinite, "t", "is \(time); expected seconds")
    _ = try SampleLimits.participant(FieldLayout.participant(row))
    for check in checks where !check.passes(row) {
      for index in check.slots { try self.check(layout.slots[index], index, row) }
    }
    try layout.checkNeeded(row)
  }

  private func convert(
    _ stored: NumPySlot, _ from: UnsafeRawPointer, _ index: Int, _ row: UnsafeMutableRawPointer
  ) throws(LineFault) {
    let slot = layout.slots[index]
    for number in 0..<slot.count {
      let place = row + slot.offset + number * slot.width
      switch slot.storage {
      case .float: place.storeBytes(of: try stored.float(from, number), as: Float.self)
      case .number: place.storeBytes(of: stored.double(from, number), as: Double.self)
      case .participant:
        place.storeBytes(of: stored.integer(from).flatMap { Int32(exactly: $0) } ?? -1, as: Int32.self)
      case .bool: place.storeBytes(of: stored.integer(from, number) == 0 ? 0 : 1, as: Int8.self)
      case .flag, .name:
        let code = stored.integer(from, number)
        guard let small = code.flatMap({ Int8(exactly: $0) }) else { throw strangeCode(index, code) }
        place.storeBytes(of: small, as: Int8.self)
      }
    }
  }

  /// Refuses infinite numbers. Some fields must have all of their numbers known or none. If such a field has some NaN,
  /// it becomes unknown as a whole if its numbers are Floats without names; any other such field is refused. Every NaN
  /// is replaced by the standard NaN.
  private func check(_ slot: FieldLayout.Slot, _ index: Int, _ row: UnsafeMutableRawPointer) throws(LineFault) {
    guard slot.storage == .float || slot.storage == .number else { return try checkCodes(slot, index, row) }
    let key = layout.fields[index].key
    var missing = 0
    for number in 0..<slot.count {
      let value = slot.value(number, row)
      try expect(!value.isInfinite, key, Self.isInfinite)
      guard value.isNaN else { continue }
      layout.forget(number, slot, row)
      missing += 1
    }
    guard slot.isTogether, missing > 0, missing < slot.count else { return }
    guard slot.storage == .number || slot.isNamed else { return layout.forget(slot, row) }
    throw LineFault(field: key, message: "is NaN in \(missing) of \(slot.count); expected all or none")
  }

  static let isInfinite = "is infinite; expected finite numbers, or NaN for unknown ones"

  private func checkCodes(_ slot: FieldLayout.Slot, _ index: Int, _ row: UnsafeRawPointer) throws(LineFault) {
    let last = slot.storage == .flag ? 1 : layout.keys.names[index].count - 1
    for number in 0..<slot.count {
      let code = Int(slot.code(number, row))
      guard code >= -1, code <= last else { throw strangeCode(index, code) }
    }
  }

  private func strangeCode(_ index: Int, _ code: Int?) -> LineFault {
    let field = layout.fields[index]
    let known =
      field.kind == .flag
      ? "0 (false), 1 (true)" : field.names.enumerated().map { "\($0) (\($1))" }.joined(separator: ", ")
    return LineFault(
      field: field.key, message: "is \(code.map(String.init) ?? "out of range"); expected -1 (no value), \(known)")
  }
}

/// The check of numbers of one type that follow each other in a row. A row is seldom at fault, so the numbers of
/// neighbouring fields are looked at together, and the fields one by one only if the check fails.
struct NumPyCheck {
  var slots: ClosedRange<Int>
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
    case .float:
      // The exponents of NaN and of the infinities have all bits set, so that one more carries into the highest bit.
      // The compiler makes SIMD of whole numbers.
      var carries: UInt32 = 0
      for place in 0..<count {
        carries |= (first.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self) & 0x7F80_0000) &+ 0x0080_0000
      }
      return carries >> 31 == 0
    case .number:
      let unknown = Double.nan.bitPattern
      let isUnknown = first.loadUnaligned(as: UInt64.self) == unknown
      for place in 0..<count {
        let bits = first.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self)
        guard isUnknown ? bits == unknown : Double(bitPattern: bits).isFinite else { return false }
      }
    case .flag, .name:
      for place in 0..<count {
        let code = first.load(fromByteOffset: place, as: Int8.self)
        guard code >= -1, code <= lastCode else { return false }
      }
    case .bool, .participant: break
    }
    return true
  }
}
