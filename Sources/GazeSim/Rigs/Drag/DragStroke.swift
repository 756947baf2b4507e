import GazePipeline

/// A planned stroke: a minimum-jerk movement of the finger (Flash & Hogan 1985), in ticks of the truth's clock.
struct DragStroke: Sendable, Equatable {
  /// Number of the stroke, counted for each person.
  var number: UInt64
  /// The tick at which the finger comes down.
  var start: Int
  /// Duration of the complete movement, ticks.
  var length: Int
  /// Number of ticks after which the finger lifts; for a flick it is smaller than `length`.
  var held: Int
  /// Start of the movement, points.
  var from: SIMD2<Double>
  /// End of the complete movement, points.
  var to: SIMD2<Double>
  /// Offset of the finger from the mark that it grabs, points.
  var aimError = SIMD2<Double>.zero
  var isFlick: Bool { held < length }

  /// The last tick with the finger down.
  var end: Int { start + held }

  /// Position of the finger, or its last position before it lifted.
  func location(at tick: Int) -> SIMD2<Double> {
    var glide = Glide(at: from)
    glide.go(to: to, at: 0, duration: Double(length))
    return glide.value(at: Double(min(max(tick - start, 0), held)))
  }
}
