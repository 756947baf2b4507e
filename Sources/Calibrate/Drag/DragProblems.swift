import GazePipeline
import GazeRecording

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
    (self.view, self.strokes, self.free) = (view, strokes, free)
    var row = 0
    clusters = strokes.map { stroke in
      defer { row += 2 * (stroke.touches.count - 1) }
      return row..<row + 2 * (stroke.touches.count - 1)
    }
  }

  var rows: Int { clusters.last?.upperBound ?? 0 }

  /// The free components of s, from those that are exact at the centre.
  func solved() throws(LeastSquaresError) -> LeastSquaresSolution {
    try LeastSquares.solve(problem, from: free.filter { $0 }.map { _ in 1 })
  }

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

  func s(_ x: [Double]) -> Vector2 {
    SIMD2(free[0] ? x[0] : 1, free[1] ? x[x.count - 1] : 1)
  }

  func slips(_ s: Vector2) -> [Double] {
    var all: [Double] = []
    each(s) { _, slip, _, _ in all.append(slip.length) }
    return all
  }

  /// Slip and its derivatives by s_x and s_y; NaN if the content has left the picture.
  private func each(
    _ s: Vector2, _ body: (_ row: Int, _ slip: Vector2, _ dx: Vector2, _ dy: Vector2) -> Void
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
          body(row, SIMD2(.nan, .nan), .zero, .zero)
          continue
        }
        func slope(_ d: Vector3) -> Vector2 {
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
  private var places: [Vector2] = []
  private var fingers: [Vector2] = []

  /// Uses only strokes whose anchor and cameras are known.
  init(view: PerspectiveView, strokes: [DragStrokeData]) {
    for stroke in strokes {
      guard let anchor = stroke.anchor else { continue }
      let seen = stroke.touches.compactMap { touch in
        touch.camera.flatMap { view.place(of: $0.inverse.apply(anchor)) }.map { (place: $0, finger: touch.location) }
      }
      guard seen.count > 1 else { continue }
      let mean = seen.reduce((Vector2.zero, Vector2.zero)) { ($0.0 + $1.place, $0.1 + $1.finger) }
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

/// A stroke in the form that a fit needs: fewer than `most` of the stroke's touches, evenly spaced.
struct DragStrokeData {
  /// Number of touches at which every other touch is removed.
  static let most = 24

  struct Touch {
    var location: Vector2
    var camera: UnitQuaternion?
  }

  /// Pitch of the camera when the finger came down, radians; 0 if the recording does not state it.
  let pitch: Double
  let anchor: Vector3?
  /// Touches in order; the first is the stroke's beginning.
  private(set) var touches: [Touch]
  private var stride = 1
  private var count = 1

  init(_ location: Vector2, _ observation: RecordedDrag.Observation) {
    touches = [Touch(location: location, camera: observation.camera)]
    pitch = observation.camera.map { CameraPose($0).pitch } ?? 0
    anchor = observation.anchor
  }

  mutating func add(_ location: Vector2, _ observation: RecordedDrag.Observation) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    touches.append(Touch(location: location, camera: observation.camera))
    guard touches.count == Self.most else { return }
    touches = touches.indices.filter { $0 % 2 == 0 }.map { touches[$0] }
    stride *= 2
  }

  /// Largest distance of the finger from the stroke's start, across and down, points.
  var extent: Vector2 {
    touches.reduce(.zero) {
      let way = $1.location - touches[0].location
      return SIMD2(max($0.x, abs(way.x)), max($0.y, abs(way.y)))
    }
  }
}
