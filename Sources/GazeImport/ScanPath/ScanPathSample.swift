import GazePipeline
import GazeRecording

/// Element of a list in an ios-eye-tracking session: a point on the screen, or the position of a lid.
struct ScanPathSample {
  /// Seconds since 1970.
  var time = 0.0
  /// Screen points, in the orientation in which the phone was held; zero for a lid.
  var point = SIMD2<Double>()
  /// Position of the lid from 0 (open) to 1 (closed); 0 for a point.
  var lid = 0.0
  /// Number of `UIDeviceOrientation`; 1 to 4 are the interface's orientations, by the side of the home button.
  var orientation: Int?
  var trackingState: String?
  var isLeft: Bool?
  var line: Int

  init(_ bytes: UnsafeRawBufferPointer, isPoint: Bool, line: Int) throws(LineFault) {
    self.line = line
    var scanner = JSONScanner(bytes)
    var (time, x, y, value): (Double?, Double?, Double?, Double?) = (nil, nil, nil, nil)
    let expected = isPoint ? "a point, `{\"x\":…}`" : "a value, `{\"value\":…}`"
    try scanner.object(expected, nil) { key, scanner throws(LineFault) in
      switch ScanPathFile.simple(key) {
      case "timestamp": time = try scanner.double("timestamp")
      case "x": x = try scanner.double("x")
      case "y": y = try scanner.double("y")
      case "value": value = try scanner.double("value")
      case "orientation" where !scanner.take("null"): orientation = try Self.orientation(&scanner)
      case "trackingstate" where !scanner.take("null"): trackingState = try scanner.text("trackingState")
      case "eye": isLeft = try scanner.text("eye") == "left"
      case "orientation", "trackingstate": break
      default: try scanner.skip(nil)
      }
    }
    guard scanner.peek() == nil else {
      throw LineFault(message: "expected the end of an element, found \(scanner.found())")
    }
    guard let time else { throw LineFault(field: "timestamp", message: "is missing; expected seconds") }
    guard abs(time) < 1e12 else { throw LineFault(field: "timestamp", message: "expected seconds since 1970") }
    self.time = time
    if isPoint {
      guard let x, let y, abs(x) < 1e7, abs(y) < 1e7 else {
        throw LineFault(field: x == nil ? "x" : "y", message: "expected a point of the screen, `x` and `y`")
      }
      point = SIMD2(x, y)
    } else {
      guard let value, abs(value) <= 1.01 else {
        throw LineFault(field: "value", message: "expected 0 (open) to 1 (closed)")
      }
      lid = value
    }
  }

  private static func orientation(_ scanner: inout JSONScanner) throws(LineFault) -> Int {
    guard let value = try scanner.whole("orientation"), (0...6).contains(value) else {
      throw LineFault(
        field: "orientation", message: "expected a whole number from 0 to 6, as UIDeviceOrientation has them")
    }
    return value
  }
}
