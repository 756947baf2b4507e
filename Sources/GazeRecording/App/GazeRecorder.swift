public import GazePipeline
public import PortableFoundation

/// Records the frames that an app sees straight into a JSON Lines file that is readable at any moment, even after the
/// app was killed.
///
///     var recorder = try GazeRecorder(
///       url: url, header: .take(device: model, points: [390, 844], orientation: .portrait))
///     try recorder.record(frame, target: dot, intent: intent)  // each frame
///     try recorder.record(frame, app: .init(pointer: pointer, scroll: scrolled, page: offset))  // while reading
///     try recorder.flush()                                   // when the app goes to the background
///     try recorder.close()
///
/// **Losses when the app is killed.** Frames wait in memory until there are `Flushing.frames` of them or they span
/// `Flushing.seconds`; then one append writes them to the file, as whole lines only. So a kill loses at most the
/// waiting frames, and directly after `flush()` it loses none. The system may cut off an append that a kill interrupts;
/// `RecordingReader` reads such a file up to its last whole frame and reports that it was cut off. If the app is killed
/// between the creation of the file and the writing of its header, the file is empty. A crash of the whole phone may
/// lose everything that was not written with `flush(toDisk: true)`.
///
/// **Ownership.** The recorder has one owner and one thread: it is a value that cannot be copied, so no two recorders
/// can write to one file, and no two threads can use one recorder at once. It needs no lock. `record` encodes into a
/// reused buffer (tens of microseconds with all 52 coefficients) and, once per flush interval, appends to the system's
/// page cache, which the main thread can afford. Own the recorder where the frames come: with `FaceTrackingSession` on
/// the main actor, as an optional property of the object that takes its frames; to write the file off the main thread,
/// in one task that reads `FaceTrackingSession.frames`.
///
/// **Time.** A recording's time begins with 0 at its first frame (`start` holds the phone's own time). If the frames'
/// time runs backwards by more than 0.5 s, the clock was reset: recorded time continues one second after the last
/// frame, so that no fixation spans the break, and `restarts` counts the break. A frame whose time is at most 0.5 s
/// before that of the previous frame is dropped and counted in `late`.
public struct GazeRecorder: ~Copyable, Sendable {
  /// Limits of the frames that wait in memory; at most these are lost when the app is killed.
  public struct Flushing: Sendable, Equatable {
    /// Number of frames; 1 writes each frame at once.
    public var frames: Int
    /// Seconds that the waiting frames span. No timer runs: the frames wait until the next frame comes or `flush()` is
    /// called.
    public var seconds: Double

    /// Half a second of frames at 60 Hz.
    public init(frames: Int = 30, seconds: Double = 0.5) {
      self.frames = max(frames, 1)
      self.seconds = seconds
    }
  }

  /// Path of the file.
  public let path: String
  /// The file's first line.
  public let header: RecordingHeader
  /// Limits at which the waiting frames are written to the file.
  public let flushing: Flushing
  /// Number of frames recorded.
  public private(set) var frames = 0
  /// Number of frames in the file; equal to `frames` after `flush()`.
  public private(set) var framesWritten = 0
  /// Number of frames dropped because a newer frame came before them.
  public var late: Int { clock.late }
  /// Number of times that the frames' clock was set back.
  public var restarts: Int { clock.restarts }
  /// Time of the first frame on the phone's own clock, seconds; in the recording this frame has the time 0.
  public var start: Double? { clock.start }
  /// Reason why recording stopped; nil while it continues.
  public private(set) var failure: Failure?

  private var clock = TakeClock()
  private var descriptor: Int32
  /// Number of bytes of whole lines in the file.
  private var length = 0
  private var buffer: [UInt8] = []
  private var firstWaiting = 0.0

  /// Creates the file and writes its header.
  ///
  /// - Throws: `exists`, `diskFull` or `cannotWrite`; `refused` if no reader would accept the header.
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
      // A file without a whole header is of no use.
      unlink(path)
      throw error
    }
  }

  /// Continues in a file that was opened for appending; the recorder closes it.
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
    // A frame with its 52 coefficients takes about 2.2 kB.
    buffer.reserveCapacity(min(flushing.frames, 1000) * 2300)
    buffer.append(contentsOf: line)
    try append()
  }

  deinit {
    guard descriptor >= 0 else { return }
    _ = buffer.withUnsafeBytes { OutputFile.written($0, to: descriptor) }
    PortableFoundation.close(descriptor)
  }

  /// Records a frame.
  ///
  /// - Parameters:
  ///   - frame: the frame, with the phone's own time.
  ///   - target: the place that the app asked the person to look at when the frame came, points of the header's
  ///     interface; nil for none.
  ///   - intent: the scroll that the person wants, if the app knows it (`none` means no scroll); nil if unknown.
  ///   - participant: the person's number, below the header's number of participants.
  ///   - app: the state of the app: its pointer, the page and its scrolls, a tap, a dot for recentring.
  /// - Throws: `diskFull` or `cannotWrite` at the first failure; later frames are discarded without an error, and
  ///   `failure` holds the reason. `refused` for a frame whose time is not finite or whose participant is not below the
  ///   header's number of participants: that frame is left out, and recording continues.
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
      let message = "expected a frame's time in seconds, \(SampleLimits.times), found \(frame.time)"
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

  /// Writes the waiting frames to the file. Call it when the app goes to the background and when the session pauses.
  ///
  /// - Parameter toDisk: also asks the system to put the file on the disk (`fsync`), which takes milliseconds. It
  ///   protects against a crash of the phone, not of the app.
  /// - Throws: `diskFull` or `cannotWrite`, once.
  public mutating func flush(toDisk: Bool = false) throws(Failure) {
    guard descriptor >= 0 else { return }
    try append()
    if toDisk, fsync(descriptor) != 0 {
      let code = errno
      // The system refuses `fsync` for a device or a pipe, which is not on a disk.
      if code != EINVAL, code != ENOTSUP { throw stop(code) }
    }
  }

  /// Writes the waiting frames and closes the file; nothing is recorded afterwards.
  ///
  /// - Throws: `diskFull` or `cannotWrite`, once.
  public mutating func close() throws(Failure) {
    guard descriptor >= 0 else { return }
    try append()
    let closed = PortableFoundation.close(descriptor)
    let code = errno
    descriptor = -1
    guard closed != 0 else { return }
    throw stop(code)
  }

  // MARK: Writing

  /// The header's line, after the decoder that readers use has accepted it.
  private static func line(_ header: RecordingHeader, path: String) throws(Failure) -> [UInt8] {
    let line = RecordingEncoder.line(header)
    do throws(FileError) {
      _ = try line.withBytes { bytes throws(FileError) in try HeaderDecoder.header(bytes, path: path) }
    } catch {
      throw .refused(error)
    }
    return line
  }

  private mutating func append() throws(Failure) {
    guard !buffer.isEmpty else { return }
    let (sent, code) = buffer.withUnsafeBytes { OutputFile.written($0, to: descriptor) }
    guard sent < buffer.count else {
      length += sent
      framesWritten = frames
      buffer.removeAll(keepingCapacity: true)
      return
    }
    // The lines that were written completely stay in the file; the rest is truncated.
    let whole = buffer[..<sent].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    framesWritten += buffer[..<whole].count { $0 == 0x0A } - (length == 0 && whole > 0 ? 1 : 0)
    length += whole
    // If the file cannot be truncated, the reader skips the rest of the line.
    _ = ftruncate(descriptor, off_t(length))
    throw stop(code)
  }

  private mutating func stop(_ code: Int32) -> Failure {
    let failure: Failure =
      code == ENOSPC || code == EDQUOT
      ? .diskFull(path: path, frames: framesWritten)
      : .cannotWrite(.system(code, "write", path: path), frames: framesWritten)
    self.failure = failure
    if descriptor >= 0 { PortableFoundation.close(descriptor) }
    descriptor = -1
    buffer = []
    return failure
  }
}

extension GazeRecorder {
  /// Reason why recording stopped, or why one frame was left out.
  public enum Failure: Error, Sendable, Equatable {
    /// The file already exists; it was not touched. Choose another name.
    case exists(String)
    /// The disk is full. The file holds this many frames and ends with a whole frame.
    case diskFull(path: String, frames: Int)
    /// The system cannot write for another reason. The file holds this many frames.
    case cannotWrite(FileError, frames: Int)
    /// No reader would accept this frame or header; recording continues without the frame.
    case refused(FileError)
  }
}

extension GazeRecorder.Failure: CustomStringConvertible, LocalizedError {
  /// The failure in one line.
  public var description: String {
    switch self {
    case .exists(let path): "\(path): already exists; choose another name"
    case .diskFull(let path, 0): "\(path): the disk is full; nothing was recorded. Make room and start again"
    case .diskFull(let path, let frames):
      "\(path): the disk is full; the recording ends after \(frames) frames, which are kept. "
        + "Make room and start a new one"
    case .cannotWrite(let error, let frames):
      frames == 0
        ? error.description : "\(error.description); the recording ends after \(frames) frames, which are kept"
    case .refused(let error): error.description
    }
  }

  /// The failure in one line, for code that prints `localizedDescription`.
  public var errorDescription: String? { description }
}

/// Converts the time of the phone's clock in the frames to a recording's time, which begins with 0 and never runs
/// backwards.
struct TakeClock {
  /// Seconds between the last frame and the first one after the clock was reset. No fixation spans such a gap
  /// (`FixationFinder` ends a run at a gap of 0.25 s).
  static let restartGap = 1.0

  /// Time of the first frame on the phone's clock, seconds.
  var start: Double?
  var late = 0
  var restarts = 0
  /// Time on the phone's clock minus recorded time, seconds.
  private var offset = 0.0
  private var last = 0.0

  /// The recorded time of a frame, or nil if the frame came late.
  mutating func time(of own: Double) -> Double? {
    guard start != nil else {
      (start, offset) = (own, own)
      return 0
    }
    var time = own - offset
    if time < last {
      // A frame that is earlier than the newest one came late; if by more than half a second, the clock was reset.
      // Assumed: a frame waits in a queue for a few hundredths of a second, and a phone's clock goes back to 0 when it
      // restarts.
      guard last - time > 0.5 else {
        late += 1
        return nil
      }
      restarts += 1
      offset = own - (last + Self.restartGap)
      time = last + Self.restartGap
    }
    last = time
    return time
  }
}
