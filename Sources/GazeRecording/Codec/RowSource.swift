/// The rows of an opened file, one after another; a type a format.
protocol RowSource: AnyObject {
  /// The file ended in the middle of a row; known once `next(_:)` has given false.
  var isCutOff: Bool { get }

  /// Reads the next one over `row`; false after the last whole one.
  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool
  /// What is wrong with the row that was read last, with the file and its place there.
  func fault(_ fault: LineFault) -> FileError
}

/// The rows of a recording, whatever its format: those of people whom the header counts and, where that was asked for, in
/// the order of time.
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
      // An opened file is an array or lines.
      source = JSONLineRows(LineSource(bytes: [], name: file.name), layout)
    }
  }

  var isCutOff: Bool { source.isCutOff }

  /// What is wrong with what was read last.
  func fault(_ fault: SampleFault) -> FileError { source.fault(LineFault(field: fault.field, message: fault.message)) }

  /// Reads the next one over `row`; false after the last whole one. What it is a row of looks at it, then `check(_:)` does.
  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool { try source.next(row) }

  /// Refuses a row of somebody whom the header does not count and, where order was asked for, one that is out of it.
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
      let message = "\(time) is before \(last), the time of the participant's last frame; sort the frames by time"
      throw LineFault(field: "t", message: message)
    }
    lastTimes[participant] = time
  }
}
