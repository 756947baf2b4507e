import GazePipeline

/// The calibration of `MoawinbergPipeline`: a scale and a shift for each axis from fixations on four corners and the
/// centre.
///
/// scale = distance between the targets / mean distance between the pointers on these targets, over both rows (x) and
/// both columns (y); shift = mean over the five targets of target − scale · pointer. Distances are absolute values, so
/// the scale does not correct a pointer that moves in the wrong direction.
struct FivePointMap: Sendable, Equatable {
  var scale: SIMD2<Double>
  var shift: SIMD2<Double>

  init(scale: SIMD2<Double>, shift: SIMD2<Double>) {
    self.scale = scale
    self.shift = shift
  }

  /// Creates the map from the targets and the uncalibrated pointer on each target, which is the mean of the fixation's
  /// settled samples; nil without four corners, or if the pointers coincide. (The app uses a single sample, the first
  /// at which the pointer moves by less than 0.01 point; a simulated pointer is never so still.)
  init?(_ looks: [(target: SIMD2<Double>, pointer: SIMD2<Double>)]) {
    let xs = looks.map(\.target.x)
    let ys = looks.map(\.target.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(), left < right,
      top < bottom
    else { return nil }
    func pointer(_ x: Double, _ y: Double) -> SIMD2<Double>? { looks.first { $0.target == SIMD2(x, y) }?.pointer }
    guard let topLeft = pointer(left, top), let topRight = pointer(right, top), let bottomLeft = pointer(left, bottom),
      let bottomRight = pointer(right, bottom)
    else { return nil }
    let seen =
      SIMD2(
        abs(bottomRight.x - bottomLeft.x) + abs(topRight.x - topLeft.x),
        abs(topLeft.y - bottomLeft.y) + abs(topRight.y - bottomRight.y)) / 2
    let scale = SIMD2(right - left, bottom - top) / seen
    let shift = looks.map { $0.target - $0.pointer * scale }.reduce(.zero, +) / Double(looks.count)
    guard scale.isFinite, shift.isFinite else { return nil }
    self.init(scale: scale, shift: shift)
  }

  /// The calibrated point.
  func apply(_ point: SIMD2<Double>) -> SIMD2<Double> { point * scale + shift }
}
