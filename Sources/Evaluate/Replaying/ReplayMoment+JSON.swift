private import GazePipeline
private import GazeRecording

extension ReplayMoment {
  /// Appends a line of JSON: `t`, `unit`, `participant`, `tracked`, `target` (points), `lineOfSight` (for `left` and
  /// `right` the angles `published` and `correct`, degrees, towards +x and up) and `pipelines` by name (`pointer` and
  /// `raw` in points; `scroll`, the movement of the page in points, positive towards its end).
  ///
  /// Numbers are rounded to 1e-6; missing and non-finite numbers are `null`.
  package func appendLine(to out: inout [UInt8]) {
    out.append(word: "{\"t\":")
    Self.append(observation.frame.time, &out)
    out.append(word: ",\"unit\":")
    out.append(integer: unit)
    out.append(word: ",\"participant\":")
    out.append(integer: observation.participant)
    out.append(word: observation.frame.isTracked ? ",\"tracked\":true" : ",\"tracked\":false")
    out.append(word: ",\"target\":")
    Self.append(observation.target, &out)
    out.append(word: ",\"lineOfSight\":")
    if let lineOfSight {
      out.append(word: "{\"left\":")
      Self.append(lineOfSight.left, &out)
      out.append(word: ",\"right\":")
      Self.append(lineOfSight.right, &out)
      out.append(word: "}")
    } else {
      out.append(word: "null")
    }
    out.append(word: ",\"pipelines\":{")
    for (index, pipeline) in pipelines.enumerated() {
      if index > 0 { out.append(word: ",") }
      out.append(quoted: pipeline.name)
      out.append(word: ":{\"pointer\":")
      Self.append(pipeline.output.pointer, &out)
      out.append(word: ",\"raw\":")
      Self.append(pipeline.output.rawPointer, &out)
      out.append(word: ",\"scroll\":")
      let scroll = pipeline.output.scroll
      Self.append(scroll.direction == .none ? 0 : scroll.direction.sign * scroll.distance, &out)
      out.append(word: "}")
    }
    out.append(word: "}}\n")
  }

  private static func append(_ eye: LineOfSight.Eye?, _ out: inout [UInt8]) {
    guard let eye else { return out.append(word: "null") }
    out.append(word: "{\"published\":")
    append(SIMD2(eye.published.yaw.degrees, eye.published.pitch.degrees), &out)
    out.append(word: ",\"correct\":")
    append(SIMD2(eye.correct.yaw.degrees, eye.correct.pitch.degrees), &out)
    out.append(word: "}")
  }

  private static func append(_ pair: SIMD2<Double>?, _ out: inout [UInt8]) {
    guard let pair, pair.isFinite else { return out.append(word: "null") }
    out.append(word: "[")
    append(pair.x, &out)
    out.append(word: ",")
    append(pair.y, &out)
    out.append(word: "]")
  }

  /// Appends a number with six decimals, a thousandth of the useful resolution. A number beyond 1e9 is not rounded,
  /// since a Double has no more digits there.
  private static func append(_ value: Double, _ out: inout [UInt8]) {
    let rounded = abs(value) < 1e9 ? (value * 1e6).rounded() / 1e6 : value
    out.append(rounded == 0 ? 0 : rounded)
  }
}
