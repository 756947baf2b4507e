import GazePipeline

/// Recordings to JSON Lines: pure functions that append to a buffer, so that slabs of frames can be encoded
/// concurrently and written in order.
///
/// Numbers are written as the shortest text that reads back bit for bit. What is not finite has no JSON text: a pose
/// that holds such a number is left out of a lost frame and `null` in a tracked one, and reads back as all NaN; so are
/// `blink` and `lookAt`. A frame without a finite time cannot be read back; `RecordingWriter` refuses it.
public enum RecordingEncoder {
  /// Appends a frame's line.
  public static func append(_ recorded: RecordedFrame, into out: inout [UInt8]) {
    let (observation, frame) = (recorded.observation, recorded.observation.frame)
    out.append(word: "{\"t\":")
    out.append(frame.time)
    out.append(word: ",\"participant\":")
    out.append(integer: observation.participant)
    append(frame.camera, ",\"camera\":", frame.isTracked, &out)
    append(frame.face, ",\"face\":", frame.isTracked, &out)
    append(frame.leftEye, ",\"leftEye\":", frame.isTracked, &out)
    append(frame.rightEye, ",\"rightEye\":", frame.isTracked, &out)
    out.append(word: frame.isTracked ? ",\"tracked\":true,\"blink\":" : ",\"tracked\":false,\"blink\":")
    if frame.blink.x.isFinite, frame.blink.y.isFinite {
      out.append(word: "[")
      out.append(frame.blink.x)
      out.append(word: ",")
      out.append(frame.blink.y)
      out.append(word: "]")
    } else {
      out.append(word: "null")
    }
    out.append(word: ",\"lookAt\":")
    append(frame.lookAt, &out)
    out.append(word: ",\"target\":")
    append(observation.target, &out)
    out.append(word: ",\"intent\":")
    append(name: observation.intent?.rawValue, &out)
    if let truth = recorded.truth {
      out.append(word: ",\"truth\":{\"gaze\":")
      append(truth.gaze, &out)
      out.append(word: ",\"state\":")
      append(name: truth.state.rawValue, &out)
      if let page = truth.page, page.isFinite {
        out.append(word: ",\"page\":")
        out.append(page)
      }
      out.append(word: "}")
    }
    if let shapes = frame.blendShapes { append(shapes, &out) }
    out.append(word: "}\n")
  }

  private static func append(
    _ matrix: TransformMatrix, _ key: StaticString, _ isTracked: Bool, _ out: inout [UInt8]
  ) {
    guard matrix.isFinite else {
      if isTracked {
        out.append(word: key)
        out.append(word: "null")
      }
      return
    }
    out.append(word: key)
    out.append(word: "[")
    append(matrix.columns.0, &out)
    out.append(word: ",")
    append(matrix.columns.1, &out)
    out.append(word: ",")
    append(matrix.columns.2, &out)
    out.append(word: ",")
    append(matrix.columns.3, &out)
    out.append(word: "]")
  }

  private static func append(_ v: SIMD4<Float>, _ out: inout [UInt8]) {
    for i in 0..<4 {
      if i > 0 { out.append(word: ",") }
      out.append(v[i])
    }
  }

  private static func append(_ v: SIMD3<Float>, _ out: inout [UInt8]) {
    guard v.x.isFinite, v.y.isFinite, v.z.isFinite else { return out.append(word: "null") }
    out.append(word: "[")
    for i in 0..<3 {
      if i > 0 { out.append(word: ",") }
      out.append(v[i])
    }
    out.append(word: "]")
  }

  private static func append(_ point: SIMD2<Double>?, _ out: inout [UInt8]) {
    guard let point, point.isFinite else { return out.append(word: "null") }
    out.append(word: "[")
    out.append(point.x)
    out.append(word: ",")
    out.append(point.y)
    out.append(word: "]")
  }

  private static func append(name: String?, _ out: inout [UInt8]) {
    guard let name else { return out.append(word: "null") }
    out.append(word: "\"")
    out.append(contentsOf: name.utf8)
    out.append(word: "\"")
  }

  private static let coefficientKeys = BlendShapes.names.map { Array("\"\($0)\":".utf8) }

  private static func append(_ shapes: BlendShapes, _ out: inout [UInt8]) {
    out.append(word: ",\"blendShapes\":{")
    var isFirst = true
    // What is left out reads back as 0: most are, in frames of our own.
    for (i, key) in coefficientKeys.enumerated() where shapes[i].isFinite && shapes[i].bitPattern != 0 {
      if !isFirst { out.append(word: ",") }
      isFirst = false
      out.append(contentsOf: key)
      out.append(shapes[i])
    }
    out.append(word: "}")
  }
}
