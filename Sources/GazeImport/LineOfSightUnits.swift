import GazePipeline
import GazeRecording

/// Recording of a line of sight in the 2018 article: units `{timeStamp, faceEyeTransform, leftEyeTransform,
/// rightEyeTransform}`, as a JSON list, as a list inside an object, or one unit after the other (JSON Lines).
///
/// A unit does not contain the camera's pose. The phone is assumed to be still and upright at the world's origin, its
/// position when the session began.
struct LineOfSightUnits: ImportSource, ~Copyable {
  private enum Shape { case list, sequence, ended }

  private let reading: ImportReading
  private var stream: JSONStream
  private var shape: Shape
  private var isFirst = true
  private var clock: ImportClock
  /// Number of frames with the face behind the camera, and of all with a face.
  private var behind = 0
  private var tracked = 0

  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError) {
    var stream = try JSONStream(path: path)
    let isList = try Self.enter(&stream)
    // The file begins with a unit, so it is a sequence of units and is read again from its beginning.
    if !isList { stream = try JSONStream(path: path) }
    self.stream = stream
    self.reading = reading
    clock = ImportClock(unit: reading.time, recognisesDates: true)
    shape = isList ? .list : .sequence
  }

  /// Advances to the units. Returns true if the units are the elements of a list, false if the units follow one after
  /// the other without a list.
  private static func enter(_ stream: inout JSONStream) throws(FileError) -> Bool {
    let expected = "a list of units {timeStamp, faceEyeTransform, leftEyeTransform, rightEyeTransform}"
    if try stream.take(.openBracket) { return true }
    var found: Shape?
    var isEmpty = true
    try stream.object(expected) { key, stream throws(FileError) in
      isEmpty = false
      if Role(key) != nil {
        found = .sequence
      } else if try stream.take(.openBracket) {
        let next = try stream.peek()
        if next == .openBrace || next == .closeBracket {
          found = .list
          return false
        }
        // This list holds no units, so its remaining elements are skipped.
        repeat { try stream.skip() } while try stream.more(until: .closeBracket)
      } else {
        try stream.skip()
      }
      return found == nil
    }
    if let found { return found == .list }
    throw stream.fault("expected \(expected)\(isEmpty ? ", found an empty object" : " in the object, found none")")
  }

  var facts: ImportFacts {
    var facts = ImportFacts()
    facts.assumptions = [
      "The camera's pose is not in the file: the phone is assumed to stand still and upright at the world's origin, "
        + "where it was when the session began.",
      "The lids are not in the file and assumed open; the point looked at stays unknown.",
    ]
    (facts.hasFacePlace, facts.hasEyePlaces) = (true, true)
    facts.timeUnitIsOpen = clock.date == nil && !clock.hasWords
    if clock.hasWords {
      facts.remarks.append("Time stamps are ISO 8601 text; time starts at 0.")
    } else if let date = clock.date {
      facts.remarks.append("Time stamps are \(date.name); time starts at 0.")
    } else {
      facts.remarks.append("Time stamps are not dates; they are read as \(reading.time.rawValue); time starts at 0.")
    }
    facts.remarks.append("Matrices are read by \(reading.layout.rawValue).")
    if tracked > 0, behind * 2 > tracked {
      facts.doubt(
        .other, in: Occurrences(count: behind),
        """
        the face is behind the camera in \(behind) of \(tracked) frames: the world's frame is not the camera's, \
        or z has the other sign
        """)
    }
    return facts
  }

  mutating func next() throws(FileError) -> ImportedFrame? {
    switch shape {
    case .ended: return nil
    case .list:
      if try isFirst ? stream.take(.closeBracket) : !stream.more(until: .closeBracket) {
        shape = .ended
        return nil
      }
    case .sequence:
      // Some files have a comma after each line.
      if !isFirst { _ = try stream.take(.comma) }
      if try stream.peek() == nil {
        shape = .ended
        return nil
      }
    }
    isFirst = false
    var scanner = JSONScanner(try stream.value())
    do throws(LineFault) {
      return ImportedFrame(observation: .init(frame: try frame(&scanner)), line: stream.valueLine)
    } catch {
      throw stream.fault(error)
    }
  }

  // MARK: A unit

  private enum Role {
    case time, face, left, right, tracked

    init?(_ key: String) {
      switch key.lowercased().filter({ $0 != "_" }) {
      case "timestamp", "time", "t", "date": self = .time
      case "faceeyetransform", "facetransform", "face", "faceeye": self = .face
      case "lefteyetransform", "lefteye", "left": self = .left
      case "righteyetransform", "righteye", "right": self = .right
      case "tracked", "istracked": self = .tracked
      default: return nil
      }
    }
  }

  private mutating func frame(_ scanner: inout JSONScanner) throws(LineFault) -> FaceFrame {
    var (time, isTracked): (Double?, Bool) = (nil, true)
    var (face, left, right): (MatrixText?, MatrixText?, MatrixText?) = (nil, nil, nil)
    try scanner.object("a unit, `{\"timeStamp\":…}`", nil) { key, scanner throws(LineFault) in
      switch Role(key) {
      case .time: time = try timeStamp(&scanner)
      case .face: face = scanner.take("null") ? nil : try scanner.matrix("faceEyeTransform")
      case .left: left = scanner.take("null") ? nil : try scanner.matrix("leftEyeTransform")
      case .right: right = scanner.take("null") ? nil : try scanner.matrix("rightEyeTransform")
      case .tracked: isTracked = try scanner.bool("tracked")
      case nil: try scanner.skip(nil)
      }
    }
    guard let time else { throw LineFault(field: "timeStamp", message: "is missing from a unit") }
    guard isTracked, let face, left != nil || right != nil else {
      return .lost(at: time)
    }
    let worldFromFace = face.matrix(reading)
    tracked += 1
    // Element 14 is the z of the translation.
    if worldFromFace[14] > 0 { behind += 1 }
    return FaceFrame(
      time: time, face: worldFromFace, leftEye: eye(left, in: worldFromFace), rightEye: eye(right, in: worldFromFace))
  }

  private func eye(_ text: MatrixText?, in face: TransformMatrix) -> TransformMatrix {
    guard let matrix = text?.matrix(reading) else { return .unknown }
    return reading.eyesAreInWorld ? matrix.relative(to: face) : matrix
  }

  private mutating func timeStamp(_ scanner: inout JSONScanner) throws(LineFault) -> Double {
    if scanner.peek() == .quote {
      let text = try scanner.text("timeStamp")
      if let seconds = clock.seconds(words: text) { return seconds }
      throw LineFault(
        field: "timeStamp",
        message: "expected a number or a date such as 2018-07-01T09:30:00.125Z, found \"\(LineFault.printable(text))\"")
    }
    return try clock.seconds(count: try scanner.double("timeStamp"), field: "timeStamp")
  }
}
