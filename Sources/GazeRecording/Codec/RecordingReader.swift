private import GazePipeline

/// A JSON Lines recording, read a frame at a time: memory stays flat however long it is.
///
///     var reader = try RecordingReader(path: "a.jsonl")
///     while let frame = try reader.next() { … }
public struct RecordingReader: ~Copyable {
  /// Largest time of a frame where durations matter, seconds: no clock of a phone shows more than 30 years.
  static let timeLimit = 1e11
  /// How far a lid is closed, with room for rounding.
  static let lids: ClosedRange<Float> = -0.01...1.01

  /// The recording's first line.
  public let header: RecordingHeader
  /// The file ended in the middle of a frame, as one does whose app was killed: all frames before it were given. Known once
  /// `next()` has given nil.
  public private(set) var isCutOff = false
  private var lastTimes: [Int: Double] = [:]
  private let isOrdered: Bool
  private var source: LineSource

  /// Opens a file, or standard input for `-`, and reads its header.
  ///
  /// - Parameter ordered: refuse a participant's time that runs backwards or is beyond ±1e11 s, and lids that are neither
  ///   open nor closed, as whatever works with durations and blinks must.
  public init(path: String, ordered: Bool = false) throws(FileError) {
    try self.init(LineSource(path: path), ordered: ordered)
  }

  /// A recording held in memory; errors call it `name`.
  public init(bytes: [UInt8], name: String) throws(FileError) {
    try self.init(LineSource(bytes: bytes, name: name), ordered: false)
  }

  private init(_ source: consuming LineSource, ordered: Bool) throws(FileError) {
    isOrdered = ordered
    var source = source
    guard let line = try source.next(limit: HeaderDecoder.lineLimit) else {
      throw FileError(path: source.name, message: "is empty; expected a gazesim recording")
    }
    if line.starts(with: [0x1F, 0x8B]) {
      throw FileError(path: source.name, message: "is compressed; decompress it first (gunzip)")
    }
    if line.count < 8, line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), !line.contains(UInt8(ascii: "}")) {
      throw FileError(
        path: source.name, line: 1,
        message:
          "begins JSON of several lines, such as a calibration or a profile; expected a recording, an object a line")
    }
    header = try HeaderDecoder.header(line, path: source.name)
    self.source = source
  }

  /// The next frame, nil after the last whole one. Empty lines are skipped.
  ///
  /// - Throws: where a line is no frame, belongs to a participant that the header does not count, or,
  ///   where order was asked for, is before the participant's last one.
  public mutating func next() throws(FileError) -> RecordedFrame? {
    while let line = try source.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(LineFault) {
        let frame = try FrameDecoder.frame(line)
        let participant = frame.observation.participant
        guard participant < header.participants else {
          let message = "\(participant) is not below the header's number of participants, \(header.participants)"
          throw LineFault(field: "participant", message: message)
        }
        let time = frame.observation.frame.time
        guard !isOrdered || abs(time) <= Self.timeLimit else {
          throw LineFault(
            field: "t", message: "is \(time); expected seconds, at most 1e11 from 0")
        }
        let blink = frame.observation.frame.blink
        for lid in [blink.x, blink.y] where isOrdered && (lid < Self.lids.lowerBound || lid > Self.lids.upperBound) {
          throw LineFault(field: "blink", message: "is \(lid); expected 0 (open) to 1 (closed)")
        }
        if isOrdered, let last = lastTimes[participant], time < last {
          let message = "\(time) is before \(last), the time of the participant's last frame; sort the frames by time"
          throw LineFault(field: "t", message: message)
        }
        if isOrdered { lastTimes[participant] = time }
        return frame
      } catch {
        if source.isUnterminated, CutLine.isCut(line) {
          isCutOff = true
          CutOffRecordings.heard?.add(source.name, line: source.line)
          return nil
        }
        throw FileError(path: source.name, line: source.line, field: error.field, message: error.message)
      }
    }
    return nil
  }

  /// Calls `body` with every frame that is left.
  public mutating func forEach(_ body: (RecordedFrame) throws -> Void) throws {
    while let frame = try next() { try body(frame) }
  }

  /// What a calibration may see of every frame that is left: all but the truth.
  public mutating func observations() throws(FileError) -> [Observation] {
    var all: [Observation] = []
    while let frame = try next() { all.append(frame.observation) }
    return all
  }
}
