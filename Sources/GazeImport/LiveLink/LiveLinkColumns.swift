import GazePipeline
import GazeRecording

/// Columns of a Live Link Face file, found by name, since order, case and spelling vary.
struct LiveLinkColumns {
  /// Source of the rows' times.
  enum Clock {
    case timecode(Int)
    case frameNumber(Int, subFrame: Int?, numerator: Int, denominator: Int)
  }

  let clock: Clock
  /// Columns of yaw and pitch of the left and the right eye.
  let leftEye: (yaw: Int, pitch: Int)
  let rightEye: (yaw: Int, pitch: Int)
  /// Columns of the head's yaw, pitch and roll; nil if the file has no such columns.
  let head: (yaw: Int, pitch: Int, roll: Int)?
  /// Columns of the left and the right lid.
  let blink: (left: Int, right: Int)?
  /// Number of coefficients in a row, 0 for a lost face; nil if the file has no such column.
  let count: Int?
  /// Columns of the coefficients, each with its index in `BlendShapes.names`.
  let blendShapes: [(column: Int, index: Int)]

  /// Reads the first line.
  ///
  /// - Throws: if a name is missing or occurs twice.
  init(_ names: ColumnNames) throws(LineFault) {
    var places: [String: Int] = [:]
    for (i, name) in names.printable.enumerated() where !name.isEmpty {
      guard places.updateValue(i, forKey: Self.simple(name)) == nil else {
        throw LineFault(field: name, message: "occurs twice in the first line; remove one of the columns")
      }
    }
    func place(_ name: String) throws(LineFault) -> Int {
      if let place = places[Self.simple(name)] { return place }
      let message = "is missing; expected the first line of a Live Link Face file to name this column"
      throw LineFault(field: name, message: message)
    }
    if let timecode = places["timecode"] {
      clock = .timecode(timecode)
    } else if let number = places["framenumber"] {
      clock = .frameNumber(
        number, subFrame: places["subframe"], numerator: try place("RateNum"), denominator: try place("RateDen"))
    } else {
      throw LineFault(field: "Timecode", message: "is missing; this is not the CSV file of a Live Link Face take")
    }
    leftEye = (try place("LeftEyeYaw"), try place("LeftEyePitch"))
    rightEye = (try place("RightEyeYaw"), try place("RightEyePitch"))
    if let yaw = places["headyaw"], let pitch = places["headpitch"], let roll = places["headroll"] {
      head = (yaw, pitch, roll)
    } else {
      head = nil
    }
    if let left = places["eyeblinkleft"], let right = places["eyeblinkright"] {
      blink = (left, right)
    } else {
      blink = nil
    }
    count = places["blendshapecount"]
    blendShapes = BlendShapes.names.enumerated().compactMap { index, name in
      places[Self.simple(name)].map { ($0, index) }
    }
  }

  /// Letters and digits in lower case; ARKit's own `eyeBlink_L` is `eyeBlinkLeft`.
  private static func simple(_ name: String) -> String {
    var simple = name.lowercased()
    if simple.hasSuffix("_l") { simple = simple.dropLast(2) + "left" }
    if simple.hasSuffix("_r") { simple = simple.dropLast(2) + "right" }
    return ColumnNames.simple(simple)
  }

  /// True if a row repeats the first line, because takes were joined in one file.
  static func areNames(in table: borrowing ImportTable) -> Bool {
    guard table.fieldCount > 2 else { return false }
    for column in 0..<table.fieldCount {
      // The first character is compared first, because most fields are numbers, which this rejects without a copy.
      guard let first = table.bytes(column).first.map({ $0 | 0x20 }),
        first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
      else { continue }
      let name = simple(table.text(column))
      if name == "timecode" || name == "framenumber" { return true }
    }
    return false
  }
}
