import GazePipeline
import GazeRecording

/// One list of an ios-eye-tracking session, element by element.
struct ScanPathSeries: ~Copyable {
  /// An element: a point of the screen, or how far a lid is closed.
  struct Sample: Sendable {
    var time: Double
    var point: SIMD2<Double>?
    var value: Double?
    /// `UIDeviceOrientation`'s number: 1 to 4 are the interface's, told by where the home side is.
    var orientation: Int?
    var trackingState: String?
    var isLeft: Bool?
    var line = 0
  }

  private var stream: JSONStream
  private var isOpen: Bool
  private var isFirst = true
  private let isPoint: Bool

  init(path: String, index: ScanPathIndex, session: Int, series: ScanPathIndex.Series) throws(FileError) {
    var stream = try JSONStream(path: path)
    let isOpen = try index.enter(series, of: session, &stream)
    self.stream = stream
    self.isOpen = isOpen
    isPoint = series == .points
  }

  /// The next element, nil after the last one.
  mutating func next() throws(FileError) -> Sample? {
    guard isOpen else { return nil }
    if !isFirst {
      isOpen = try stream.more(until: UInt8(ascii: "]"))
      guard isOpen else { return nil }
    }
    isFirst = false
    _ = try stream.peek()
    let line = stream.line
    let bytes = try stream.value()
    do throws(LineFault) {
      var sample = try sample(bytes)
      sample.line = line
      return sample
    } catch {
      throw FileError(path: stream.name, line: line, field: error.field, message: error.message)
    }
  }

  private func sample(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Sample {
    var scanner = JSONScanner(bytes)
    var (time, x, y): (Double?, Double?, Double?) = (nil, nil, nil)
    var sample = Sample(time: 0)
    try scanner.expect(UInt8(ascii: "{"), isPoint ? "a point, `{\"x\":…}`" : "a value, `{\"value\":…}`", nil)
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        let key = try scanner.text(nil).lowercased().filter { $0 != "_" }
        try scanner.expect(UInt8(ascii: ":"), "`:` after a key", nil)
        switch key {
        case "timestamp": time = try scanner.double("timestamp")
        case "x": x = try scanner.double("x")
        case "y": y = try scanner.double("y")
        case "value": sample.value = try scanner.double("value")
        case "orientation" where !scanner.take("null"): sample.orientation = try whole(&scanner)
        case "trackingstate" where !scanner.take("null"): sample.trackingState = try scanner.text("trackingState")
        case "eye": sample.isLeft = try scanner.text("eye") == "left"
        case "orientation", "trackingstate": break
        default: try scanner.skip(nil)
        }
      } while try scanner.more(until: UInt8(ascii: "}"), nil)
    }
    guard scanner.peek() == nil else {
      throw LineFault(message: "expected the end of an element, found \(scanner.found())")
    }
    guard let time else { throw LineFault(field: "timestamp", message: "is missing; expected seconds") }
    guard abs(time) < 1e12 else { throw LineFault(field: "timestamp", message: "expected seconds since 1970") }
    sample.time = time
    if isPoint {
      guard let x, let y, abs(x) < 1e7, abs(y) < 1e7 else {
        throw LineFault(field: x == nil ? "x" : "y", message: "expected a point of the screen, `x` and `y`")
      }
      sample.point = SIMD2(x, y)
    } else {
      guard let value = sample.value, abs(value) <= 1.01 else {
        throw LineFault(field: "value", message: "expected 0 (open) to 1 (closed)")
      }
    }
    return sample
  }

  private func whole(_ scanner: inout JSONScanner) throws(LineFault) -> Int {
    guard let value = try scanner.whole("orientation"), (0...6).contains(value) else {
      throw LineFault(
        field: "orientation", message: "expected a whole number from 0 to 6, as UIDeviceOrientation has them")
    }
    return value
  }
}
