package import GazePipeline

/// The geometry fit of one person with every sample a measurement of its own, no look's mean taken: what a fit of means
/// is compared with, and the way for recordings whose looks nobody has cut out.
///
/// The model is `AngularModel`'s with ten parameters,
///
///     x = (screen width, height, camera x, y in cm; tilt x, y; gaze offset h, v in degrees; gain h, v)
///
/// two residuals a sample (yaw, pitch: measured − predicted, degrees). It goes over two samples at a time, and the ten
/// derivatives come backwards from the two angles: the angle's change with the point on the screen (three numbers each)
/// is all that six of the ten need.
package final class PlainSamples {
  /// Number of parameters.
  package static let parameterCount = 10
  /// The free parameters in the order of x.
  package static let parameters: [GeometryParameter] = [
    .screenWidth, .screenHeight, .cameraX, .cameraY, .tiltX, .tiltY, .gazeOffsetH, .gazeOffsetV, .gainH, .gainV,
  ]

  /// Two samples side by side.
  private struct Pair {
    /// Target as a share of the screen.
    var u = SIMD2<Double>.zero, w = SIMD2<Double>.zero
    /// Face from camera: q = x·Pₓ + y·P_y + z·P_z + constant.
    var x = Triple(), y = Triple(), z = Triple(), constant = Triple()
    /// Degrees.
    var yaw = SIMD2<Double>.zero, pitch = SIMD2<Double>.zero
  }

  /// Samples.
  package let count: Int
  private let pairs: [Pair]
  private let start: [Double]

  /// Samples of looks at targets on a screen of so many points, all of one person.
  ///
  /// - Parameter nominal: where the fit starts, with offset 0 and gain 1.
  package init(_ looks: [Fixation], nominal: ScreenGeometry) {
    var pairs: [Pair] = []
    var count = 0
    for look in looks {
      let share = look.target / nominal.points
      for sample in look.samples {
        let lane = count % 2
        if lane == 0 { pairs.append(Pair()) }
        let back = sample.cameraFromFace.inverse
        // An odd last sample stands in both lanes, so that the second is defined; only one is written.
        for lane in lane..<2 {
          pairs[pairs.count - 1].u[lane] = share.x
          pairs[pairs.count - 1].w[lane] = share.y
          pairs[pairs.count - 1].x[lane] = back.rotation.x
          pairs[pairs.count - 1].y[lane] = back.rotation.y
          pairs[pairs.count - 1].z[lane] = back.rotation.z
          pairs[pairs.count - 1].constant[lane] = back.translation - sample.origin
          pairs[pairs.count - 1].yaw[lane] = sample.reported.yaw.degrees
          pairs[pairs.count - 1].pitch[lane] = sample.reported.pitch.degrees
        }
        count += 1
      }
    }
    self.pairs = pairs
    self.count = count
    let all = GeometryFit.modelParameters(nominal, .none)
    start = Self.parameters.map { all[$0.index] }
  }

  /// Nominal device, no offset, gain 1.
  package var nominal: [Double] { start }

  /// The problem, unweighted: 2 × `count` residuals in degrees.
  package func leastSquares() -> LeastSquaresProblem {
    LeastSquaresProblem(
      parameterCount: Self.parameterCount, residualCount: 2 * count,
      residuals: { [self] x, r in
        var none = Matrix(rows: 0, columns: 0)
        evaluate(x, &r, &none)
      },
      jacobian: { [self] x, j in
        var r = [Double](repeating: 0, count: 2 * count)
        evaluate(x, &r, &j)
      },
      both: { [self] x, r, j in evaluate(x, &r, &j) })
  }

  /// Residuals, and their derivatives where `j` has rows.
  private func evaluate(_ x: [Double], _ r: inout [Double], _ j: inout Matrix) {
    guard x.count == Self.parameterCount, r.count == 2 * count else { return }
    let point = Point(x)
    let wantsSlopes = j.rows == 2 * count && j.columns == Self.parameterCount
    pairs.withUnsafeBufferPointer { pairs in
      r.withUnsafeMutableBufferPointer { r in
        j.values.withUnsafeMutableBufferPointer { j in
          guard let r = r.baseAddress else { return }
          let slopes = wantsSlopes ? j.baseAddress : nil
          let whole = count / 2
          for i in 0..<whole { Self.evaluate(pairs[i], point, r + 4 * i, slopes.map { $0 + 40 * i }, lanes: 2) }
          if whole < pairs.count {
            Self.evaluate(pairs[whole], point, r + 4 * whole, slopes.map { $0 + 40 * whole }, lanes: 1)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func evaluate(
    _ pair: Pair, _ p: Point, _ r: UnsafeMutablePointer<Double>, _ j: UnsafeMutablePointer<Double>?, lanes: Int
  ) {
    let degrees = 180 / Double.pi
    let hx = (pair.u * p.size.x - p.camera.x) * 0.01
    let hy = (p.camera.y - pair.w * p.size.y) * 0.01
    let place = Triple(p.planeX.x * hx, p.planeX.y * hx + p.planeY.y * hy, p.planeX.z * hx + p.planeY.z * hy)
    let q = Triple(
      pair.x.x * place.x + pair.y.x * place.y + pair.z.x * place.z + pair.constant.x,
      pair.x.y * place.x + pair.y.y * place.y + pair.z.y * place.z + pair.constant.y,
      pair.x.z * place.x + pair.y.z * place.y + pair.z.z * place.z + pair.constant.z)
    let perLength = 1 / (q.dot(q)).squareRoot()
    let v = Triple(q.x * perLength, q.y * perLength, q.z * perLength)
    // Listing's rotation of the optical axis at rest (`Rotation.listing`).
    let k = 1 / (1 + v.z)
    let s = p.axis.x * v.x + p.axis.y * v.y
    let m = p.axis.z - k * s
    let o = Triple(p.axis.x + m * v.x, p.axis.y + m * v.y, p.axis.z * v.z - s)
    let square = o.x * o.x + o.z * o.z
    let perSquare = 1 / square
    let across = square.squareRoot()
    let perAcross = across * perSquare
    let yaw = Elementary.angles(o.x, along: o.z) * degrees
    let pitch = Elementary.angles(o.y, along: across) * degrees
    var residuals = (yaw: pair.yaw - p.gain.x * yaw, pitch: pair.pitch - p.gain.y * pitch)
    // Nobody looks straight backwards, where the rotation is singular. False for NaN.
    for lane in 0..<2 where !(v.z[lane] > -0.9 && across[lane] > 1e-9) {
      residuals.yaw[lane] = .nan
      residuals.pitch[lane] = .nan
    }
    for lane in 0..<lanes {
      r[2 * lane] = residuals.yaw[lane]
      r[2 * lane + 1] = residuals.pitch[lane]
    }
    guard let j else { return }

    // From ∂angle/∂o back to ∂angle/∂P, radians a metre, by the transposes of each step's derivative.
    @inline(__always) func back(_ byO: Triple) -> Triple {
      let byM = byO.x * v.x + byO.y * v.y
      let byS = -byO.z - k * byM
      let byV = Triple(
        byO.x * m + byS * p.axis.x, byO.y * m + byS * p.axis.y, byO.z * p.axis.z + s * byM * k * k)
      let along = byV.dot(v)
      let byQ = Triple(
        (byV.x - v.x * along) * perLength, (byV.y - v.y * along) * perLength, (byV.z - v.z * along) * perLength)
      return Triple(pair.x.dot(byQ), pair.y.dot(byQ), pair.z.dot(byQ))
    }
    @inline(__always) func image(_ a: SIMD3<Double>) -> Triple {
      let s = a.x * v.x + a.y * v.y
      let m = a.z - k * s
      return Triple(a.x + m * v.x, a.y + m * v.y, a.z * v.z - s)
    }
    let yawByO = Triple(o.z * perSquare, .zero, -o.x * perSquare)
    let yawByPlace = back(yawByO)
    let pitchByPlace = back(Triple(.zero, perAcross, .zero))
    let (axisByH, axisByV) = (image(p.axisByH), image(p.axisByV))
    @inline(__always) func write(
      _ row: Int, _ byPlace: Triple, _ byH: SIMD2<Double>, _ byV: SIMD2<Double>, gain: Double
    ) {
      let perCentimetre = -gain * degrees / 100
      let byX = (p.planeX.x * byPlace.x + p.planeX.y * byPlace.y + p.planeX.z * byPlace.z) * perCentimetre
      let byY = (p.planeY.y * byPlace.y + p.planeY.z * byPlace.z) * perCentimetre
      let byTiltX =
        (hx * (p.planeXByTiltX.y * byPlace.y + p.planeXByTiltX.z * byPlace.z)
          + hy * (p.planeYByTiltX.y * byPlace.y + p.planeYByTiltX.z * byPlace.z)) * -gain
      let byTiltY =
        hx
        * (p.planeXByTiltY.x * byPlace.x + p.planeXByTiltY.y * byPlace.y + p.planeXByTiltY.z * byPlace.z) * -gain
      let (first, second, third, fourth) = (byX * pair.u, -(byY * pair.w), byH * -gain, byV * -gain)
      for lane in 0..<lanes {
        let line = j + (2 * lane + row) * 10
        line[0] = first[lane]
        line[1] = second[lane]
        line[2] = -byX[lane]
        line[3] = byY[lane]
        line[4] = byTiltX[lane]
        line[5] = byTiltY[lane]
        line[6] = third[lane]
        line[7] = fourth[lane]
        line[8] = row == 0 ? -yaw[lane] : 0
        line[9] = row == 0 ? 0 : -pitch[lane]
      }
    }
    write(
      0, yawByPlace, yawByO.x * axisByH.x + yawByO.z * axisByH.z, yawByO.x * axisByV.x + yawByO.z * axisByV.z,
      gain: p.gain.x)
    write(1, pitchByPlace, perAcross * axisByH.y, perAcross * axisByV.y, gain: p.gain.y)
  }

  /// What does not differ between samples. The plane is `ScreenGeometry.cameraFromPlane`'s; tilts and offsets count by
  /// the degree, as the angles do, so their derivatives are those by the radian.
  private struct Point {
    let size: SIMD2<Double>
    let camera: SIMD2<Double>
    let planeX: SIMD3<Double>
    let planeY: SIMD3<Double>
    let planeXByTiltX: SIMD3<Double>
    let planeYByTiltX: SIMD3<Double>
    let planeXByTiltY: SIMD3<Double>
    /// The optical axis at rest.
    let axis: SIMD3<Double>
    let axisByH: SIMD3<Double>
    let axisByV: SIMD3<Double>
    let gain: SIMD2<Double>

    init(_ x: [Double]) {
      size = SIMD2(x[0], x[1])
      camera = SIMD2(x[2], x[3])
      let (s, c) = Elementary.sinCos(SIMD2(x[4].radians, x[5].radians))
      planeX = SIMD3(c.y, -s.x * s.y, c.x * s.y)
      planeY = SIMD3(0, c.x, s.x)
      planeXByTiltX = SIMD3(0, -c.x * s.y, -s.x * s.y)
      planeYByTiltX = SIMD3(0, -s.x, c.x)
      planeXByTiltY = SIMD3(-s.y, -s.x * c.y, c.x * c.y)
      let (sine, cosine) = Elementary.sinCos(SIMD2(-x[6].radians, -x[7].radians))
      axis = SIMD3(sine.x * cosine.y, sine.y, cosine.x * cosine.y)
      axisByH = SIMD3(-axis.z, 0, axis.x)
      axisByV = SIMD3(sine.x * sine.y, -cosine.y, cosine.x * sine.y)
      gain = SIMD2(x[8], x[9])
    }
  }

  /// Two vectors side by side.
  private struct Triple {
    var x = SIMD2<Double>.zero, y = SIMD2<Double>.zero, z = SIMD2<Double>.zero

    @inline(__always) init() {}

    @inline(__always) init(_ x: SIMD2<Double>, _ y: SIMD2<Double>, _ z: SIMD2<Double>) {
      self.x = x
      self.y = y
      self.z = z
    }

    subscript(lane: Int) -> SIMD3<Double> {
      get { SIMD3(x[lane], y[lane], z[lane]) }
      set { (x[lane], y[lane], z[lane]) = (newValue.x, newValue.y, newValue.z) }
    }

    @inline(__always) func dot(_ other: Triple) -> SIMD2<Double> { x * other.x + y * other.y + z * other.z }
  }
}
