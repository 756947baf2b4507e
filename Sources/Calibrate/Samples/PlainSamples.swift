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
    /// As measured.
    var yaw = Reference(), pitch = Reference()
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
          pairs[pairs.count - 1].yaw.set(sample.reported.yaw, lane)
          pairs[pairs.count - 1].pitch.set(sample.reported.pitch, lane)
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
    let yaw = pair.yaw.angles(o.x, along: o.z)
    let pitch = pair.pitch.angles(o.y, along: across)
    var residuals = (yaw: pair.yaw.degrees - p.gain.x * yaw, pitch: pair.pitch.degrees - p.gain.y * pitch)
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
    // Two columns of one row a sample.
    @inline(__always) func store(_ row: Int, _ column: Int, _ a: SIMD2<Double>, _ b: SIMD2<Double>) {
      let line = UnsafeMutableRawPointer(j + row * 10 + column)
      line.storeBytes(of: SIMD2(a.x, b.x), as: SIMD2<Double>.self)
      if lanes == 2 { (line + 160).storeBytes(of: SIMD2(a.y, b.y), as: SIMD2<Double>.self) }
    }
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
      let own = -(row == 0 ? yaw : pitch)
      store(row, 0, first, second)
      store(row, 2, -byX, byY)
      store(row, 4, byTiltX, byTiltY)
      store(row, 6, third, fourth)
      if row == 0 { store(row, 8, own, .zero) } else { store(row, 8, .zero, own) }
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

  /// A measured angle, from which the model's is never far: their difference has a small tangent, and few terms of the
  /// arctangent's series do.
  private struct Reference {
    private(set) var degrees = SIMD2<Double>.zero
    private var sine = SIMD2<Double>.zero, cosine = SIMD2<Double>.zero

    mutating func set(_ angle: Double, _ lane: Int) {
      degrees[lane] = angle.degrees
      sine[lane] = Elementary.sin(angle)
      cosine[lane] = Elementary.cos(angle)
    }

    /// Angles of directions in degrees, as `Elementary.angles` has them in radians.
    @inline(__always) func angles(_ across: SIMD2<Double>, along: SIMD2<Double>) -> SIMD2<Double> {
      let beside = along * cosine + across * sine
      let t = (across * cosine - along * sine) / beside
      // Beyond 1/8 the first term left out, t¹⁹/19, is more than a rounding. False for NaN.
      guard max(abs(t.x), abs(t.y)) <= 0.125, min(beside.x, beside.y) > 0 else {
        return Elementary.angles(across, along: along) * (180 / Double.pi)
      }
      // atan t = t − t³/3 + … + t¹⁷/17, in parts that do not wait for each other.
      let z: SIMD2<Double> = t * t
      let z2: SIMD2<Double> = z * z
      let z4: SIMD2<Double> = z2 * z2
      @inline(__always) func pair(_ a: Double, _ b: Double) -> SIMD2<Double> { a - z * b }
      let low: SIMD2<Double> = pair(1, 1 / 3) + z2 * pair(1 / 5, 1 / 7)
      let high: SIMD2<Double> = pair(1 / 9, 1 / 11) + z2 * pair(1 / 13, 1 / 15)
      let series: SIMD2<Double> = low + z4 * (high + z4 * (1 / 17))
      return degrees + t * series * (180 / Double.pi)
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
