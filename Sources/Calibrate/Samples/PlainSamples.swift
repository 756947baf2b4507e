package import GazePipeline

/// One number of each of four samples.
private typealias Lanes = SIMD4<Double>

/// The geometry fit of one person with every sample a measurement of its own, no look's mean taken: what a fit of means
/// is compared with, and the way for recordings whose looks nobody has cut out.
///
/// The model is `AngularModel`'s with ten parameters,
///
///     x = (screen width, height, camera x, y in cm; tilt x, y; gaze offset h, v in degrees; gain h, v)
///
/// two residuals a sample (yaw, pitch: measured − predicted, degrees). It goes over four samples at a time, and the ten
/// derivatives come backwards from the two angles: the angle's change with the point on the screen (three numbers each)
/// is all that six of the ten need.
package final class PlainSamples {
  /// Number of parameters.
  package static let parameterCount = 10
  /// The free parameters in the order of x.
  package static let parameters: [GeometryParameter] = [
    .screenWidth, .screenHeight, .cameraX, .cameraY, .tiltX, .tiltY, .gazeOffsetH, .gazeOffsetV, .gainH, .gainV,
  ]

  /// Four samples side by side.
  private struct Four {
    /// Target as a share of the screen, negated.
    var u = Lanes.zero, w = Lanes.zero
    /// Face from camera: q = x·Pₓ + y·P_y + z·P_z + constant.
    var x = Triple(), y = Triple(), z = Triple(), constant = Triple()
    /// As measured.
    var yaw = Reference(), pitch = Reference()

    /// From the derivative by the direction v to that by P, radians a metre.
    @inline(__always) func back(_ byV: Triple, _ v: Triple, _ perLength: Lanes) -> Triple {
      let along = byV.dot(v)
      let byQ = Triple(
        (byV.x - v.x * along) * perLength, (byV.y - v.y * along) * perLength, (byV.z - v.z * along) * perLength)
      return Triple(x.dot(byQ), y.dot(byQ), z.dot(byQ))
    }
  }

  /// Samples.
  package let count: Int
  private let fours: [Four]
  private let start: [Double]

  /// Samples of looks at targets on a screen of so many points, all of one person.
  ///
  /// - Parameter nominal: where the fit starts, with offset 0 and gain 1.
  package convenience init(_ looks: [Fixation], nominal: ScreenGeometry) {
    let all = GeometryFit.modelParameters(nominal, .none)
    self.init(looks, start: Self.parameters.map { all[$0.index] }, points: nominal.points)
  }

  /// The same from a start as x has it.
  init(_ looks: [Fixation], start: [Double], points: SIMD2<Double>) {
    var fours: [Four] = []
    var count = 0
    for look in looks {
      let share = look.target / points
      for sample in look.samples {
        let lane = count % 4
        if lane == 0 { fours.append(Four()) }
        let back = sample.cameraFromFace.inverse
        // The last sample stands in the lanes that are left over, so that they are defined; they are not written.
        for lane in lane..<4 {
          fours[fours.count - 1].u[lane] = -share.x
          fours[fours.count - 1].w[lane] = -share.y
          fours[fours.count - 1].x[lane] = back.rotation.x
          fours[fours.count - 1].y[lane] = back.rotation.y
          fours[fours.count - 1].z[lane] = back.rotation.z
          fours[fours.count - 1].constant[lane] = back.translation - sample.origin
          fours[fours.count - 1].yaw.set(sample.reported.yaw, lane)
          fours[fours.count - 1].pitch.set(sample.reported.pitch, lane)
        }
        count += 1
      }
    }
    self.fours = fours
    self.count = count
    self.start = start
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
    fours.withUnsafeBufferPointer { fours in
      r.withUnsafeMutableBufferPointer { r in
        j.values.withUnsafeMutableBufferPointer { j in
          guard let r = r.baseAddress else { return }
          let slopes = wantsSlopes ? j.baseAddress : nil
          let whole = count / 4
          for i in 0..<whole { Self.evaluate(fours[i], point, r + 8 * i, slopes.map { $0 + 80 * i }, lanes: 4) }
          if whole < fours.count {
            Self.evaluate(fours[whole], point, r + 8 * whole, slopes.map { $0 + 80 * whole }, lanes: count - 4 * whole)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func evaluate(
    _ four: Four, _ p: Point, _ r: UnsafeMutablePointer<Double>, _ j: UnsafeMutablePointer<Double>?, lanes: Int
  ) {
    let hx = (four.u * p.size.x + p.camera.x) * -0.01
    let hy = (four.w * p.size.y + p.camera.y) * 0.01
    let place = Triple(p.planeX.x * hx, p.planeX.y * hx + p.planeY.y * hy, p.planeX.z * hx + p.planeY.z * hy)
    let q = Triple(
      four.x.x * place.x + four.y.x * place.y + four.z.x * place.z + four.constant.x,
      four.x.y * place.x + four.y.y * place.y + four.z.y * place.z + four.constant.y,
      four.x.z * place.x + four.y.z * place.y + four.z.z * place.z + four.constant.z)
    let perLength = 1 / (q.dot(q)).squareRoot()
    let v = Triple(q.x * perLength, q.y * perLength, q.z * perLength)
    // Listing's rotation of the optical axis at rest (`RotationMatrix.listing`).
    let k = 1 / (1 + v.z)
    let s = p.axis.x * v.x + p.axis.y * v.y
    let m = p.axis.z - k * s
    let o = Triple(p.axis.x + m * v.x, p.axis.y + m * v.y, p.axis.z * v.z - s)
    let square = o.x * o.x + o.z * o.z
    let perSquare = 1 / square
    let across = square.squareRoot()
    let yaw = four.yaw.angles(o.x, along: o.z)
    let pitch = four.pitch.angles(o.y, along: across)
    // Nobody looks straight backwards, where the rotation is singular. False for NaN.
    let isUndefined = .!((v.z .> -0.9) .& (across .> 1e-9))
    let yawResidual = (four.yaw.degrees - p.gain.x * yaw).replacing(with: .nan, where: isUndefined)
    let pitchResidual = (four.pitch.degrees - p.gain.y * pitch).replacing(with: .nan, where: isUndefined)
    store(yawResidual, pitchResidual, r, stride: 2, lanes)
    guard let j else { return }

    // From here on everything is times −gain, as the residuals' derivatives are: ∂angle/∂o first, then back from it to
    // ∂angle/∂P by the transposes of each step's derivative. Zeros are left out.
    let fromYaw = perSquare * -p.gain.x
    let (yawByX, yawByZ) = (o.z * fromYaw, -(o.x * fromYaw))
    let pitchByY = across * perSquare * -p.gain.y
    let k2 = s * k * k
    let yawByM = yawByX * v.x
    let yawByS = -yawByZ - k * yawByM
    let yawByPlace = four.back(
      Triple(yawByX * m + yawByS * p.axis.x, yawByS * p.axis.y, yawByZ * p.axis.z + yawByM * k2), v, perLength)
    let pitchByM = pitchByY * v.y
    let pitchByS = k * pitchByM
    let pitchByPlace = four.back(
      Triple(-(pitchByS * p.axis.x), pitchByY * m - pitchByS * p.axis.y, pitchByM * k2), v, perLength)

    // The optical axis turned by the offsets at rest; the first turn has no y.
    let sH = p.axisByH.x * v.x
    let mH = p.axisByH.z - k * sH
    let sV = p.axisByV.x * v.x + p.axisByV.y * v.y
    let mV = p.axisByV.z - k * sV
    let yawByH = yawByX * (p.axisByH.x + mH * v.x) + yawByZ * (p.axisByH.z * v.z - sH)
    let yawByV = yawByX * (p.axisByV.x + mV * v.x) + yawByZ * (p.axisByV.z * v.z - sV)
    let (pitchByH, pitchByV) = (pitchByY * (mH * v.y), pitchByY * (p.axisByV.y + mV * v.y))

    @inline(__always) func write(_ row: Int, _ byPlace: Triple) {
      let byCameraX = p.byCameraX.x * byPlace.x + p.byCameraX.y * byPlace.y + p.byCameraX.z * byPlace.z
      let byCameraY = p.byCameraY.y * byPlace.y + p.byCameraY.z * byPlace.z
      let byTiltX =
        hx * (p.planeXByTiltX.y * byPlace.y + p.planeXByTiltX.z * byPlace.z)
        + hy * (p.planeYByTiltX.y * byPlace.y + p.planeYByTiltX.z * byPlace.z)
      let byTiltY =
        hx * (p.planeXByTiltY.x * byPlace.x + p.planeXByTiltY.y * byPlace.y + p.planeXByTiltY.z * byPlace.z)
      let line = j + 10 * row
      store(byCameraX * four.u, byCameraY * four.w, line, stride: 20, lanes)
      store(byCameraX, byCameraY, line + 2, stride: 20, lanes)
      store(byTiltX, byTiltY, line + 4, stride: 20, lanes)
    }
    write(0, yawByPlace)
    store(yawByH, yawByV, j + 6, stride: 20, lanes)
    store(-yaw, .zero, j + 8, stride: 20, lanes)
    write(1, pitchByPlace)
    store(pitchByH, pitchByV, j + 16, stride: 20, lanes)
    store(.zero, -pitch, j + 18, stride: 20, lanes)
  }

  /// Two neighbouring numbers of each sample's.
  @inline(__always)
  private static func store(
    _ a: Lanes, _ b: Lanes, _ place: UnsafeMutablePointer<Double>, stride: Int, _ lanes: Int
  ) {
    for lane in 0..<lanes {
      UnsafeMutableRawPointer(place + stride * lane).storeBytes(of: SIMD2(a[lane], b[lane]), as: SIMD2<Double>.self)
    }
  }

  /// What does not differ between samples. The plane is `ScreenGeometry.cameraFromPlane`'s; tilts and offsets count by
  /// the degree, as the angles do, so their derivatives are those by the radian.
  private struct Point {
    let size: SIMD2<Double>
    let camera: SIMD2<Double>
    let planeX: SIMD3<Double>
    let planeY: SIMD3<Double>
    /// Change of P with the camera's place, degrees of an angle a centimetre where it counts in radians a metre.
    let byCameraX: SIMD3<Double>
    let byCameraY: SIMD3<Double>
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
      let perCentimetre = 180 / Double.pi / 100
      byCameraX = planeX * -perCentimetre
      byCameraY = planeY * perCentimetre
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
    private(set) var degrees = Lanes.zero
    private var sine = Lanes.zero, cosine = Lanes.zero

    mutating func set(_ angle: Double, _ lane: Int) {
      degrees[lane] = angle.degrees
      sine[lane] = Elementary.sin(angle)
      cosine[lane] = Elementary.cos(angle)
    }

    /// Angles of directions in degrees, as `Elementary.angles` has them in radians.
    @inline(__always) func angles(_ across: Lanes, along: Lanes) -> Lanes {
      let beside = along * cosine + across * sine
      let t = (across * cosine - along * sine) / beside
      // Beyond 1/8 the first term left out, t¹⁹/19, is more than a rounding. False for NaN.
      guard all((t .<= 0.125) .& (t .>= -0.125) .& (beside .> 0)) else {
        return Lanes(
          lowHalf: Elementary.angles(across.lowHalf, along: along.lowHalf),
          highHalf: Elementary.angles(across.highHalf, along: along.highHalf)) * (180 / Double.pi)
      }
      // atan t = t − t³/3 + … + t¹⁷/17, in parts that do not wait for each other.
      let z: Lanes = t * t
      let z2: Lanes = z * z
      let z4: Lanes = z2 * z2
      @inline(__always) func terms(_ a: Double, _ b: Double) -> Lanes { a - z * b }
      let low: Lanes = terms(1, 1 / 3) + z2 * terms(1 / 5, 1 / 7)
      let high: Lanes = terms(1 / 9, 1 / 11) + z2 * terms(1 / 13, 1 / 15)
      let series: Lanes = low + z4 * (high + z4 * (1 / 17))
      return degrees + t * series * (180 / Double.pi)
    }
  }

  /// Four vectors side by side.
  private struct Triple {
    var x = Lanes.zero, y = Lanes.zero, z = Lanes.zero

    @inline(__always) init() {}

    @inline(__always) init(_ x: Lanes, _ y: Lanes, _ z: Lanes) {
      self.x = x
      self.y = y
      self.z = z
    }

    subscript(lane: Int) -> SIMD3<Double> {
      get { SIMD3(x[lane], y[lane], z[lane]) }
      set { (x[lane], y[lane], z[lane]) = (newValue.x, newValue.y, newValue.z) }
    }

    @inline(__always) func dot(_ other: Triple) -> Lanes { x * other.x + y * other.y + z * other.z }
  }
}
