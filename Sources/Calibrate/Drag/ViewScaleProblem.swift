import GazePipeline

/// The true size of the picture's field of view, from the distance by which a grabbed mark moves according to the shown
/// camera, compared with the distance by which the finger moves.
///
///     finger − its mean = g·(place(camera⁻¹·anchor) − its mean) + noise,  means over a stroke
///
/// g is the true focal length divided by the stated one, 1/`fieldOfViewScale`; the problem is linear. Fingers land
/// beside their aim. Subtracting a stroke's means removes this offset, which would otherwise bias g towards 0 (errors
/// in variables). The residuals of one stroke are one cluster for the standard errors, because they are not
/// independent.
struct ViewScaleProblem {
  private(set) var clusters: [Range<Int>] = []
  private var places: [SIMD2<Double>] = []
  private var fingers: [SIMD2<Double>] = []

  /// Uses only strokes whose anchor and cameras are known.
  init(view: PerspectiveView, strokes: [DragStrokeData]) {
    for stroke in strokes {
      guard let anchor = stroke.anchor else { continue }
      let seen = stroke.touches.compactMap { touch in
        touch.camera.flatMap { view.place(of: $0.inverse.apply(anchor)) }.map { (place: $0, finger: touch.location) }
      }
      guard seen.count > 1 else { continue }
      let mean = seen.reduce((SIMD2<Double>.zero, SIMD2<Double>.zero)) { ($0.0 + $1.place, $0.1 + $1.finger) }
      let first = 2 * places.count
      for (place, finger) in seen {
        places.append(place - mean.0 / Double(seen.count))
        fingers.append(finger - mean.1 / Double(seen.count))
      }
      clusters.append(first..<2 * places.count)
    }
  }

  var problem: LeastSquaresProblem {
    LeastSquaresProblem(
      parameterCount: 1, residualCount: 2 * places.count,
      residuals: { x, r in
        for i in places.indices {
          let off = fingers[i] - x[0] * places[i]
          r[2 * i] = off.x
          r[2 * i + 1] = off.y
        }
      },
      jacobian: { _, j in
        for i in places.indices {
          j[2 * i, 0] = -places[i].x
          j[2 * i + 1, 0] = -places[i].y
        }
      })
  }
}
