import GazePipeline

/// A stroke as it was planned: a minimum-jerk movement of the finger (Flash & Hogan 1985), in ticks of the truth's clock.
struct DragStroke: Sendable, Equatable {
  /// Which of the person's.
  var number: UInt64
  /// The tick at which the finger comes down.
  var start: Int
  /// Ticks of the whole movement.
  var length: Int
  /// Ticks after which the finger lifts; fewer than `length` for a flick.
  var held: Int
  /// Points.
  var from: SIMD2<Double>
  /// Where the whole movement ends, points.
  var to: SIMD2<Double>
  /// The finger is put so far beside what it is to grab, points.
  var aimError = SIMD2<Double>.zero
  var isFlick: Bool { held < length }

  /// The last tick with the finger down.
  var end: Int { start + held }

  /// Where the finger is, or was when it lifted.
  func location(at tick: Int) -> SIMD2<Double> {
    var glide = Glide(at: from)
    glide.go(to: to, at: 0, duration: Double(length))
    return glide.value(at: Double(min(max(tick - start, 0), held)))
  }
}
