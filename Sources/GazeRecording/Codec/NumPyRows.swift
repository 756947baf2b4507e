private import PortableFoundation

/// The rows of a `.npy` recording, read through one buffer. Fields are found by name once, when the file is opened.
///
/// Fields may be in any order, and unknown fields are skipped. A number in the file may have another type than in the
/// row if the conversion loses nothing: a float64 that is read as a Float must have a value that a Float can hold.
final class NumPyRows: RowSource {
  /// A range of bytes that the file's rows and the rows of `FieldLayout` have in common, so that it can be copied at
  /// once.
  private struct Move {
    var from: Int
    var to: Int
    var count: Int
  }

  private var source: ByteSource
  private let layout: FieldLayout
  private let moves: [Move]
  /// Bytes of a row that no move fills.
  private let gaps: [Range<Int>]
  /// Fields that have another type in the file than in the row, with their places in the file.
  private let converted: [(index: Int, stored: NumPySlot)]
  /// Checks of the fields that the array has, except `t` and `participant`; all other fields are absent in every row.
  private let checks: [NumPyCheck]
  private let rowSize: Int
  private let rows: Int
  /// Number of rows returned.
  private var given = 0
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
        let move = Move(from: stored.offset, to: slot.offset, count: slot.end - slot.offset)
        if let last = moves.last, last.from + last.count == move.from, last.to + last.count == move.to {
          moves[moves.count - 1].count += move.count
        } else {
          moves.append(move)
        }
      }
    } catch {
      throw FileError(path: array.source.name, field: error.field, message: error.message)
    }
    (self.layout, self.moves, self.converted, self.checks) = (layout, moves, converted, checks)
    var (gaps, end) = ([Range<Int>](), 0)
    for move in moves.sorted(by: { $0.to < $1.to }) {
      if move.to > end { gaps.append(end..<move.to) }
      end = move.to + move.count
    }
    self.gaps = end < layout.size ? gaps + [end..<layout.size] : gaps
    (rows, rowSize) = (header.rows, header.rowSize)
    buffer = .allocate(byteCount: max((1 << 18) / header.rowSize, 1) * header.rowSize, alignment: 16)
    source = array.source
  }

  deinit { buffer.deallocate() }

  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool {
    guard given < rows, let base = buffer.baseAddress else { return false }
    if end - start < rowSize { try fill() }
    given += 1
    do throws(LineFault) { try read(UnsafeRawPointer(base + start), row) } catch { throw fault(error) }
    start += rowSize
    return true
  }

  /// The fault with the number of the row that was returned last; rows are counted from 0, as in NumPy.
  func fault(_ fault: LineFault) -> FileError {
    let field = layout.fields.first { $0.key == fault.field }?.table ?? fault.field
    return FileError(path: source.name, field: field, message: "row \(given - 1): " + fault.message)
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
    // Nothing else writes to the gaps.
    if given == 1 { fillGaps(row) }
    for move in moves { (row + move.to).copyMemory(from: stored + move.from, byteCount: move.count) }
    for (index, field) in converted { try convert(field, stored, index, row) }
    let time = FieldLayout.time(row)
    guard time.isFinite else { throw LineFault(field: "t", message: "is \(time); expected seconds") }
    guard SampleLimits.participants.contains(FieldLayout.participant(row)) else { throw Self.strangeParticipant }
    for check in checks where !check.passes(row) {
      for index in check.slots { try self.check(layout.slots[index], index, row) }
    }
    try layout.checkNeeded(row)
  }

  private func fillGaps(_ row: UnsafeMutableRawPointer) {
    layout.absent.withUnsafeBytes { absent in
      guard let absent = absent.baseAddress else { return }
      for gap in gaps { (row + gap.lowerBound).copyMemory(from: absent + gap.lowerBound, byteCount: gap.count) }
    }
  }

  private static var strangeParticipant: LineFault {
    let range = SampleLimits.participants
    return LineFault(
      field: "participant", message: "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
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
      guard !value.isInfinite else {
        throw LineFault(field: key, message: "is infinite; expected finite numbers, or NaN for unknown ones")
      }
      guard value.isNaN else { continue }
      layout.forget(number, slot, row)
      missing += 1
    }
    guard slot.isTogether, missing > 0, missing < slot.count else { return }
    guard slot.storage == .number || slot.isNamed else { return layout.forget(slot, row) }
    throw LineFault(field: key, message: "is NaN in \(missing) of \(slot.count); expected all or none")
  }

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
