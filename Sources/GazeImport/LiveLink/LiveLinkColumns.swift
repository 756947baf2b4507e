import GazePipeline
import GazeRecording

/// Which column of a Live Link Face file holds what, found by name: order, case and the spelling of the rest vary.
struct LiveLinkColumns {
  /// How rows are dated.
  enum Clock {
    case timecode(Int)
    case frameNumber(Int, subFrame: Int?, numerator: Int, denominator: Int)
  }

  /// Names as the file spells them.
  let names: [String]
  let clock: Clock
  /// Yaw and pitch of the left and the right eye.
  let leftEye: (yaw: Int, pitch: Int)
  let rightEye: (yaw: Int, pitch: Int)
  /// Yaw, pitch and roll; nil where the file has no such columns.
  let head: (yaw: Int, pitch: Int, roll: Int)?
  /// Left and right lid.
  let blink: (left: Int, right: Int)?
  /// How many coefficients a row holds, 0 where the face was lost; nil where the file has no such column.
  let count: Int?
  /// Column and index in `BlendShapes.names`.
  let blendShapes: [(column: Int, index: Int)]

  /// Reads the first line.
  ///
  /// - Throws: where a name is missing or stands twice.
  init(_ line: CSVLine, in bytes: UnsafeRawBufferPointer) throws(LineFault) {
    names = line.fields.indices.map { LineFault.printable(line.text($0, in: bytes)) }
    var places: [String: Int] = [:]
    for (i, name) in names.enumerated() where !name.isEmpty {
      guard places.updateValue(i, forKey: Self.simple(name)) == nil else {
        throw LineFault(field: name, message: "stands twice in the first line; remove one of the columns")
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

  /// Without case, blanks and strokes; ARKit's own `eyeBlink_L` is `eyeBlinkLeft`.
  private static func simple(_ name: String) -> String {
    var simple = name.lowercased()
    if simple.hasSuffix("_l") { simple = simple.dropLast(2) + "left" }
    if simple.hasSuffix("_r") { simple = simple.dropLast(2) + "right" }
    return simple.filter { !"_- ".contains($0) }
  }

  /// True where a row repeats the first line: takes joined in one file.
  static func isHeader(_ line: CSVLine, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard line.fields.count > 2 else { return false }
    return line.fields.indices.contains { index in
      // Most fields are numbers: nothing is copied of those.
      guard let first = line.fields[index].first.map({ bytes[$0] | 0x20 }),
        first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
      else { return false }
      let name = simple(line.text(index, in: bytes))
      return name == "timecode" || name == "framenumber"
    }
  }
}
