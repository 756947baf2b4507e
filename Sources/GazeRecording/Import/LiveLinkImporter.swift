import GazePipeline

/// Epic's Live Link Face app: the CSV file of a take to a recording, a row at a time.
///
/// Angles are radians. The file's eyes are ARKit's, which never roll about their own axis (`Ry(yaw) · Rx(pitch)`),
/// taken apart as `Rx(pitch) · Ry(yaw) · Rz(roll)`: in takes of today's app `tan roll = sin yaw · tan pitch` holds to
/// six digits. So the direction is `Rx · Ry · z`, and the roll needs no reading. (Older takes turn the eyes by Listing's
/// law, `tan roll/2 = tan yaw/2 · tan pitch/2`; the same order is assumed of them.)
///
/// **Sides.** Pitch is positive downwards. Yaw is positive towards the side that the file names right (r ≥ 0.999
/// against `EyeLookOutRight − EyeLookInRight`, and `EyeLookInLeft − EyeLookOutLeft`). The two eyes differ by 3.5 to
/// 4.1°, and it is the left one that points further left: outward. With yaw towards the face's +x, outward and in/out
/// both hold only with the *left eye at −x*: this is `.screenLeft`, the file's names meaning the person's own sides.
/// `.screenRight` is the mirror image, left eye at +x as in Apple's "+x the face's own left": yaw and the head's roll
/// change sign with it. Which one a phone means is not settled; the two differ by a left-right reflection.
public struct LiveLinkImporter: ~Copyable {
  /// Where the eye that the file calls left is, seen by the person.
  public enum LeftEyeSide: String, Sendable, CaseIterable {
    /// At −x of the face: the person's own left.
    case screenLeft
    /// At +x of the face, the mirror image.
    case screenRight
  }

  /// What the file does not hold.
  public struct Options: Sendable, Equatable {
    /// The device's identifier.
    public var device: String
    /// From the camera to the face along the camera's axis, metres.
    public var distance: Double
    /// Between the eyeballs' centres, metres.
    public var interocular: Double
    /// Which eye is the left one.
    public var leftEyeSide: LeftEyeSide

    /// Options; 0.35 m is a phone held to read, 63 mm an adult's mean.
    public init(
      device: String, distance: Double = 0.35, interocular: Double = 0.063, leftEyeSide: LeftEyeSide = .screenLeft
    ) {
      self.device = device
      self.distance = distance
      self.interocular = interocular
      self.leftEyeSide = leftEyeSide
    }
  }

  /// What the file holds as a whole.
  public struct Summary: Sendable, Equatable {
    /// Rows.
    public var frames = 0
    /// Rows without a face.
    public var lostFrames = 0
    /// From the first row to the last, seconds.
    public var duration = 0.0
    /// Between two rows at most, seconds.
    public var longestGap = 0.0
    /// Steps of more than one and a half of the usual one, of the first 100,000.
    public var gaps = 0
    /// True where the head's rotation is in the file: not all zero.
    public var hasHead = false
  }

  /// Header of the recording: `recorded`, the rate measured, every assumption in a sentence.
  public let header: RecordingHeader
  /// What the file holds.
  public let summary: Summary
  private var rows: LiveLinkRows

  /// Reads the file once for its rate and its faults, then opens it again.
  ///
  /// - Throws: at the first row that is none, with its line and column.
  public init(path: String, options: Options) throws(FileError) {
    let (summary, header) = try Self.survey(path, options)
    let rows = try LiveLinkRows(path: path, options: options)
    self.summary = summary
    self.header = header
    self.rows = rows
  }

  /// The next frame, nil after the last one.
  public mutating func next() throws(FileError) -> RecordedFrame? {
    guard let row = try rows.next() else { return nil }
    return RecordedFrame(observation: Observation(frame: row.frame))
  }

  private static func survey(
    _ path: String, _ options: Options
  ) throws(FileError) -> (Summary, RecordingHeader) {
    guard path != "-" else {
      throw FileError(path: "standard input", message: "a Live Link Face file is read twice; name a file")
    }
    guard options.distance > 0, options.distance <= 10, options.interocular > 0, options.interocular <= 0.2 else {
      let expected = "expected a distance of at most 10 m and eyes at most 0.2 m apart, both above 0"
      throw FileError(path: path, message: expected)
    }
    var survey = try LiveLinkRows(path: path, options: options)
    var (summary, steps, last) = (Summary(), [Double](), 0.0)
    while let row = try survey.next() {
      if summary.frames > 0 {
        let step = row.frame.time - last
        summary.longestGap = max(summary.longestGap, step)
        // Enough for a median; memory stays flat in a take of hours.
        if steps.count < 100_000 { steps.append(step) }
      }
      last = row.frame.time
      summary.frames += 1
      if !row.frame.isTracked { summary.lostFrames += 1 }
      if row.hasHead { summary.hasHead = true }
    }
    summary.duration = last
    let usual = steps.sorted()[safe: steps.count / 2] ?? 0
    let rate = usual > 0 && usual >= 1e-4 ? (100 / usual).rounded() / 100 : nil
    if rate != nil { summary.gaps = steps.count { $0 > 1.5 * usual } }
    return (summary, header(options, summary, rate: rate, columns: survey.columns))
  }

  private static func header(
    _ options: Options, _ summary: Summary, rate: Double?, columns: LiveLinkColumns
  ) -> RecordingHeader {
    var header = RecordingHeader(
      device: options.device, rate: rate ?? 60, scenario: "recorded", participants: 1, source: .recorded)
    func millimetres(_ metres: Double) -> String { "\((metres * 10_000).rounded() / 10) mm" }
    header.assumptions = [
      "The head's position is not in the file: the face is assumed on the camera's axis, "
        + "\(millimetres(options.distance)) away.",
      "The camera's pose is not in the file: it is assumed to stand still and upright.",
      summary.hasHead
        ? "The head's rotation is taken as recorded, relative to the phone; its signs are assumed to be the eyes'."
        : "The head's rotation is not in the file: the face is assumed to face the phone.",
      "The eyes' centres are not in the file: they are assumed \(millimetres(options.interocular)) apart.",
      options.leftEyeSide == .screenLeft
        ? "The file's left eye is assumed to be the person's own left one, on the screen's left."
        : "The file's left eye is assumed on the screen's right, as in the mirror image.",
      "The point looked at is not in the file and left at zero.",
    ]
    if columns.blink == nil { header.assumptions.append("The lids are not in the file and assumed open.") }
    if rate == nil { header.assumptions.append("The rate cannot be measured on so few rows: 60 Hz is assumed.") }
    return header
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
