import GazePipeline
import GazeRecording

/// One frame of a replay: the input, the directions of the eyes, and each pipeline's output.
package struct ReplayMoment {
  /// Output of one pipeline.
  struct Pipeline {
    /// The pipeline's name.
    var name: String
    /// The pointer and the scroll.
    var output: PointerOutput
  }

  /// Number of the frame in the replay, 1 for the first.
  var unit: Int
  /// Seconds of the replay at recorded speed, from `ReplayTimeline`.
  package var seconds: Double
  /// The frame.
  var observation: RecordedFrame.Observation
  /// The 2018 article's angles and the correct ones; nil if no face is tracked.
  var lineOfSight: LineOfSight?
  /// Outputs of the pipelines, in the requested order.
  var pipelines: [Pipeline]
}

extension ReplayMoment {
  /// A line of JSON: `t`, `unit`, `participant`, `tracked`, `target` (points), `lineOfSight` (for `left` and `right`
  /// the angles `published` and `correct`, degrees, towards +x and up) and `pipelines` by name (`pointer` and `raw` in
  /// points; `scroll`, the movement of the page in points, positive towards its end).
  ///
  /// Numbers are rounded to 1e-6; missing and non-finite numbers are `null`.
  package var line: String {
    // The names of pipelines have no character that JSON escapes.
    let outputs = pipelines.map { pipeline in
      let (output, scroll) = (pipeline.output, pipeline.output.scroll)
      return """
        "\(pipeline.name)":{"pointer":\(Self.text(output.pointer)),"raw":\(Self.text(output.rawPointer)),\
        "scroll":\(Self.text(scroll.direction == .none ? 0 : scroll.direction.sign * scroll.distance))}
        """
    }.joined(separator: ",")
    let sight = lineOfSight.map { #"{"left":\#(Self.text($0.left)),"right":\#(Self.text($0.right))}"# } ?? "null"
    return """
      {"t":\(Self.text(observation.frame.time)),"unit":\(unit),"participant":\(observation.participant),\
      "tracked":\(observation.frame.isTracked),"target":\(Self.text(observation.target)),"lineOfSight":\(sight),\
      "pipelines":{\(outputs)}}

      """
  }

  private static func text(_ eye: LineOfSight.Eye?) -> String {
    guard let eye else { return "null" }
    func text(_ angles: GazeAngles) -> String { Self.text(SIMD2(angles.yaw.degrees, angles.pitch.degrees)) }
    return #"{"published":\#(text(eye.published)),"correct":\#(text(eye.correct))}"#
  }

  private static func text(_ pair: Vector2?) -> String {
    guard let pair, pair.isFinite else { return "null" }
    return "[\(text(pair.x)),\(text(pair.y))]"
  }

  /// A number with six decimals, a thousandth of the useful resolution. A number beyond 1e9 is not rounded, since a
  /// Double has no more digits there.
  private static func text(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return NumberText.shortest(abs(value) < 1e9 ? NumberText.nearest(value, 6) : value)
  }
}
