/// The rows of a recording in any format. Checks that each row's participant is below the header's number of
/// participants and, if requested, that times are in order.
struct RecordedRows {
  private let source: any RowSource
  private let participants: Int
  let isOrdered: Bool
  private var lastTimes: [Int: Double] = [:]

  init(_ file: consuming RecordingFile, _ layout: FieldLayout, ordered: Bool) throws(FileError) {
    (participants, isOrdered) = (file.header.participants, ordered)
    var file = file
    if let array = file.array.take() {
      source = try NumPyRows(array, layout)
    } else if let lines = file.lines.take() {
      if let names = file.names {
        source = try CSVRows(lines, names: names, layout)
      } else {
        source = JSONLineRows(lines, layout)
      }
    } else {
      // This is never reached, because an opened file has either an array or lines.
      source = JSONLineRows(LineSource(bytes: [], name: file.name), layout)
    }
  }

  var isCutOff: Bool { source.isCutOff }

  /// The fault with the place of the row that was read last.
  func fault(_ fault: SampleError) -> FileError { source.fault(LineFault(field: fault.field, message: fault.message)) }

  /// Reads the next row into `row`; returns false after the last whole row. Call `check(_:)` once the row has become a
  /// sample.
  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool { try source.next(row) }

  /// Refuses a participant that the header does not count and, if order is requested, a time that runs backwards.
  mutating func check(_ row: UnsafeRawPointer) throws(FileError) {
    let participant = FieldLayout.participant(row)
    guard participant >= participants || isOrdered else { return }
    do throws(LineFault) { try check(FieldLayout.time(row), participant) } catch { throw source.fault(error) }
  }

  private mutating func check(_ time: Double, _ participant: Int) throws(LineFault) {
    guard participant < participants else {
      let message = "\(participant) is not below the header's number of participants, \(participants)"
      throw LineFault(field: "participant", message: message)
    }
    guard isOrdered else { return }
    guard abs(time) <= SampleLimits.time else {
      throw LineFault(field: "t", message: "is \(time); expected seconds, at most 1e11 from 0")
    }
    if let last = lastTimes[participant], time < last {
      let message = "\(time) is before \(last), the time of the participant's previous frame; sort the frames by time"
      throw LineFault(field: "t", message: message)
    }
    lastTimes[participant] = time
  }
}
