private import Foundation
public import GazePipeline

/// Records what an app sees, straight into a JSON Lines file that is readable at any moment, also after the app was
/// killed.
///
///     var recorder = try GazeRecorder(
///       path: url.path, header: .take(device: model, points: [390, 844], orientation: .portrait))
///     try recorder.record(frame, target: dot, intent: wish)  // each frame, in the session's delegate
///     try recorder.record(frame, app: .init(pointer: pointer, scroll: scrolled, page: offset))  // reading, say
///     try recorder.flush()                                   // when the app goes to the background
///     try recorder.close()
///
/// **What a kill costs.** Frames wait in memory until there are `Flushing.frames` of them or they span
/// `Flushing.seconds`; then they go to the file in one append, whole lines only. So at most that many are missing, and
/// `flush()` leaves none. The system may cut an append that a kill interrupts: `RecordingReader` reads such a file to its
/// last whole frame and says that it was cut off. Killed in the instant between making the file and writing its header, it is
/// empty. A crash of the whole phone may cost what was not written with `flush(toDisk: true)`.
///
/// **Who owns it.** One owner, one thread: a value that cannot be copied, so that no two can write into one file. Keep it
/// where the session's delegate is, as an optional property. It needs no lock, and cannot be fed from two threads at
/// once. `record` encodes into a buffer that is used again (tens of microseconds with all 52 coefficients) and, once a flush interval, appends to
/// the system's page cache. To keep even that off the main thread give the session a serial `delegateQueue` and own the
/// recorder there.
///
/// **Time.** A recording's time begins with 0 at its first frame (`start` keeps the phone's own time). Where frames' time
/// runs back by more than 0.5 s, the clock was set again: recorded time goes on one second after the last frame, so that
/// no look spans the break, and `restarts` counts it. A frame that comes late by less is left out and counted by `late`.
public struct GazeRecorder: ~Copyable, Sendable {
  /// How much may wait in memory: the most that is lost when the app is killed.
  public struct Flushing: Sendable, Equatable {
    /// Frames; 1 writes each at once.
    public var frames: Int
    /// Seconds of frames. No timer runs: the next frame ends the wait, or `flush()`.
    public var seconds: Double

    /// Half a second of frames at 60 Hz.
    public init(frames: Int = 30, seconds: Double = 0.5) {
      self.frames = max(frames, 1)
      self.seconds = seconds
    }
  }

  /// The file.
  public let path: String
  /// Its first line.
  public let header: RecordingHeader
  /// When frames are written.
  public let flushing: Flushing
  /// Frames taken in.
  public private(set) var frames = 0
  /// Frames that the file holds; `frames` after `flush()`.
  public private(set) var framesWritten = 0
  /// Frames left out since they came later than a newer one.
  public var late: Int { clock.late }
  /// How often the frames' clock was set back.
  public var restarts: Int { clock.restarts }
  /// The first frame's own time, seconds: what the recording calls 0.
  public var start: Double? { clock.start }
  /// Why it stopped; nil while it records.
  public private(set) var failure: Failure?

  private var clock = TakeClock()
  private var descriptor: Int32
  /// Bytes of whole lines in the file.
  private var length = 0
  private var buffer: [UInt8] = []
  private var firstWaiting = 0.0

  /// Makes the file and writes its header.
  ///
  /// - Throws: `exists`, `diskFull` or `cannotWrite`; also where the header is one that no reader would take.
  public init(path: String, header: RecordingHeader, flushing: Flushing = Flushing()) throws(Failure) {
    guard !path.isEmpty, !path.utf8.contains(0), path != "-" else {
      throw .cannotWrite(FileError(path: path, message: "cannot write: expected a file name"), frames: 0)
    }
    let line = try Self.line(header, path: path)
    let opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    let code = errno
    guard opened >= 0 else {
      throw code == EEXIST ? .exists(path) : .cannotWrite(.system(code, "write", path: path), frames: 0)
    }
    do throws(Failure) {
      try self.init(descriptor: opened, path: path, header: header, flushing: flushing, line: line)
    } catch {
      // Nothing of use is in it.
      unlink(path)
      throw error
    }
  }

  /// Goes on in a file that was opened for appending, which it closes.
  package init(
    descriptor: Int32, path: String, header: RecordingHeader, flushing: Flushing = Flushing()
  ) throws(Failure) {
    let line = try Self.line(header, path: path)
    try self.init(descriptor: descriptor, path: path, header: header, flushing: flushing, line: line)
  }

  private init(
    descriptor: Int32, path: String, header: RecordingHeader, flushing: Flushing, line: [UInt8]
  ) throws(Failure) {
    self.descriptor = descriptor
    self.path = path
    self.header = header
    self.flushing = flushing
    // With its 52 coefficients a frame takes about 2.2 kB.
    buffer.reserveCapacity(min(flushing.frames, 1000) * 2300)
    buffer.append(contentsOf: line)
    try append()
  }

  deinit {
    guard descriptor >= 0 else { return }
    _ = Self.write(buffer, to: descriptor)
    Foundation.close(descriptor)
  }

  /// Takes a frame in.
  ///
  /// - Parameters:
  ///   - target: what the app showed to look at when the frame came, points of the header's interface; nil for nothing.
  ///   - intent: what the person wants the page to do, where the app knows it (`none` is "nothing"); nil where not.
  ///   - participant: who looks, below the header's number of participants.
  ///   - app: what the app drew and did: its pointer, the page and how it scrolled it, a tap, a dot to recentre by.
  /// - Throws: `diskFull` or `cannotWrite` once; from then on frames go nowhere and nothing is thrown (`failure` says
  ///   why). `refused` for a frame whose time is not finite or whose participant the header does not count: it is left
  ///   out, and recording goes on.
  public mutating func record(
    _ frame: FaceFrame, target: SIMD2<Double>? = nil, intent: ScrollDirection? = nil, participant: Int = 0,
    app: RecordedFrame.AppState = RecordedFrame.AppState()
  ) throws(Failure) {
    guard descriptor >= 0 else { return }
    guard participant >= 0, participant < header.participants else {
      let message = "\(participant) is not below the header's number of participants, \(header.participants)"
      throw .refused(FileError(path: path, field: "participant", message: message))
    }
    guard frame.time.magnitude <= SampleLimits.time else {
      let message = "expected a frame's time in seconds, at most 1e11 from 0, found \(frame.time)"
      throw .refused(FileError(path: path, field: "t", message: message))
    }
    guard let time = clock.time(of: frame.time) else { return }
    var frame = frame
    frame.time = time
    if framesWritten == frames { firstWaiting = time }
    let observation = RecordedFrame.Observation(
      participant: participant, frame: frame, target: target, intent: intent, app: app)
    RecordingEncoder.append(RecordedFrame(observation: observation), into: &buffer)
    frames += 1
    if frames - framesWritten >= flushing.frames || time - firstWaiting >= flushing.seconds { try append() }
  }

  /// Writes what waits: call it when the app goes to the background, and when the session pauses.
  ///
  /// - Parameter toDisk: also asks the system to put the file on the disk (`fsync`), which takes milliseconds; for a
  ///   crash of the phone, not of the app.
  /// - Throws: `diskFull` or `cannotWrite`, once.
  public mutating func flush(toDisk: Bool = false) throws(Failure) {
    guard descriptor >= 0 else { return }
    try append()
    if toDisk, fsync(descriptor) != 0 {
      let code = errno
      // A device or a pipe has no disk.
      if code != EINVAL, code != ENOTSUP { throw stop(code) }
    }
  }

  /// Writes what waits and closes the file; nothing is recorded from then on.
  ///
  /// - Throws: `diskFull` or `cannotWrite`, once.
  public mutating func close() throws(Failure) {
    guard descriptor >= 0 else { return }
    try append()
    let closed = Foundation.close(descriptor)
    let code = errno
    descriptor = -1
    guard closed != 0 else { return }
    throw stop(code)
  }

  // MARK: Writing

  /// The header's line, held against what a reader expects.
  private static func line(_ header: RecordingHeader, path: String) throws(Failure) -> [UInt8] {
    var line: [UInt8] = []
    RecordingEncoder.append(header, into: &line)
    var fault: FileError?
    line.withUnsafeBytes { bytes in
      do throws(FileError) { _ = try HeaderDecoder.header(bytes, path: path) } catch { fault = error }
    }
    if let fault { throw .refused(fault) }
    return line
  }

  private mutating func append() throws(Failure) {
    guard !buffer.isEmpty else { return }
    let (sent, code) = Self.write(buffer, to: descriptor)
    guard sent < buffer.count else {
      length += sent
      framesWritten = frames
      buffer.removeAll(keepingCapacity: true)
      return
    }
    // The lines that arrived whole stay.
    let whole = buffer[..<sent].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    framesWritten += buffer[..<whole].count { $0 == 0x0A } - (length == 0 && whole > 0 ? 1 : 0)
    length += whole
    // Where it cannot be cut back, the reader leaves the rest out.
    _ = ftruncate(descriptor, off_t(length))
    throw stop(code)
  }

  /// Writes all it can; gives how much, and the system's error where that was not all.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> (sent: Int, code: Int32) {
    bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count, let start = bytes.baseAddress {
        let count = Foundation.write(descriptor, start + sent, bytes.count - sent)
        if count > 0 { sent += count }
        if count == 0 { return (sent, EIO) }
        let code = errno
        if count < 0, code != EINTR { return (sent, code) }
      }
      return (sent, 0)
    }
  }

  private mutating func stop(_ code: Int32) -> Failure {
    let failure: Failure =
      code == ENOSPC || code == EDQUOT
      ? .diskFull(path: path, frames: framesWritten)
      : .cannotWrite(.system(code, "write", path: path), frames: framesWritten)
    self.failure = failure
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
    buffer = []
    return failure
  }
}
