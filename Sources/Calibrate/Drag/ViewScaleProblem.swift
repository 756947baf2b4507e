import GazePipeline

/// How large the picture really is: where marks that were grabbed lie in the camera that was shown, against the finger.
///
///     finger = centre + offset + g·(place(camera⁻¹·anchor) − centre) + noise
///
/// g is the true focal length over the stated one, 1/`fieldOfViewScale`; the offset is how fingers land beside what they
/// aim at. x = (g, offset_x/100, offset_y/100); linear. A stroke's rows are a cluster: its finger lies off by the same
/// amount throughout.
struct ViewScaleProblem {
  private(set) var clusters: [Range<Int>] = []
  private var places: [SIMD2<Double>] = []
  private var fingers: [SIMD2<Double>] = []

  /// Only strokes whose anchor and cameras are known count.
  init(view: PerspectiveView, strokes: [DragStrokeData]) {
    for stroke in strokes {
      guard let anchor = stroke.anchor else { continue }
      let first = 2 * places.count
      for touch in stroke.touches {
        guard let camera = touch.camera, let place = view.place(of: camera.inverse.apply(anchor)) else { continue }
        places.append(place - view.centre)
        fingers.append(touch.location - view.centre)
      }
      if 2 * places.count > first { clusters.append(first..<2 * places.count) }
    }
  }

  var problem: LeastSquaresProblem {
    LeastSquaresProblem(
      parameterCount: 3, residualCount: 2 * places.count,
      residuals: { x, r in
        for i in places.indices {
          let off = fingers[i] - x[0] * places[i] - 100 * SIMD2(x[1], x[2])
          r[2 * i] = off.x
          r[2 * i + 1] = off.y
        }
      },
      jacobian: { _, j in
        for i in places.indices {
          j[2 * i, 0] = -places[i].x
          j[2 * i + 1, 0] = -places[i].y
          j[2 * i, 1] = -100
          j[2 * i + 1, 2] = -100
        }
      })
  }
}
