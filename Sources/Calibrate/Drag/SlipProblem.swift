import GazePipeline

/// Slip between the finger and the content under a camera that turns by a given angle per screen.
///
///     ψ = s_x·t_x·Δx/W,  θ = θ₀ + s_y·t_y·Δy/H,  t = `PerspectiveView.turnPerScreen`
///     c = Rx(−θ)·Ry(−ψ)·Rx(θ₀)·ray(start),  slip = place(c) − finger,  points
///
/// x are the free components of s, the ratios of the sensitivities to those that are exact at the centre. There are two
/// rows per touch except the first; a stroke's rows are a cluster.
struct SlipProblem {
  let view: PerspectiveView
  let strokes: [DragStrokeData]
  /// True for each of s_x, s_y that is free; the others are 1.
  let free: [Bool]
  let clusters: [Range<Int>]

  init(view: PerspectiveView, strokes: [DragStrokeData], free: [Bool]) {
    self.view = view
    self.strokes = strokes
    self.free = free
    var row = 0
    clusters = strokes.map { stroke in
      defer { row += 2 * (stroke.touches.count - 1) }
      return row..<row + 2 * (stroke.touches.count - 1)
    }
  }

  var rows: Int { clusters.last?.upperBound ?? 0 }

  var problem: LeastSquaresProblem {
    let columns = [0, 1].filter { free[$0] }
    return LeastSquaresProblem(
      parameterCount: columns.count, residualCount: rows,
      residuals: { x, r in
        each(s(x)) { row, slip, _, _ in
          r[row] = slip.x
          r[row + 1] = slip.y
        }
      },
      jacobian: { x, j in
        each(s(x)) { row, _, dx, dy in
          for (place, column) in columns.enumerated() {
            let slope = column == 0 ? dx : dy
            j[row, place] = slope.x
            j[row + 1, place] = slope.y
          }
        }
      })
  }

  /// Both sensitivity ratios.
  func s(_ x: [Double]) -> SIMD2<Double> {
    var next = x.makeIterator()
    let first = free[0] ? next.next() ?? 1 : 1
    return SIMD2(first, free[1] ? next.next() ?? 1 : 1)
  }

  /// Slip of every touch, points.
  func slips(_ s: SIMD2<Double>) -> [Double] {
    var all: [Double] = []
    each(s) { _, slip, _, _ in all.append(slip.length) }
    return all
  }

  /// Slip and its derivatives by s_x and s_y; NaN if the content has left the picture.
  private func each(
    _ s: SIMD2<Double>, _ body: (_ row: Int, _ slip: SIMD2<Double>, _ dx: SIMD2<Double>, _ dy: SIMD2<Double>) -> Void
  ) {
    let (turn, f) = (view.turnPerScreen / view.points, view.focalLength)
    for (stroke, rows) in zip(strokes, clusters) {
      let start = stroke.touches[0].location
      let held = RotationMatrix.aboutX(stroke.pitch).apply(view.ray(through: start))
      for (index, touch) in stroke.touches.dropFirst().enumerated() {
        let way = (touch.location - start) * turn
        let b = RotationMatrix.aboutY(-s.x * way.x).apply(held)
        let back = RotationMatrix.aboutX(-(stroke.pitch + s.y * way.y))
        let c = back.apply(b)
        let row = rows.lowerBound + 2 * index
        guard let place = view.place(of: c) else {
          let none = SIMD2(Double.nan, .nan)
          body(row, none, .zero, .zero)
          continue
        }
        func slope(_ d: SIMD3<Double>) -> SIMD2<Double> {
          let z = c.z * c.z
          return SIMD2(-f * (d.x * c.z - c.x * d.z) / z, f * (d.y * c.z - c.y * d.z) / z)
        }
        let dx = slope(back.apply(SIMD3(-b.z, 0, b.x)) * way.x)
        let dy = slope(SIMD3(0, c.z, -c.y) * way.y)
        body(row, place - touch.location, dx, dy)
      }
    }
  }
}
