import GazePipeline

/// θ̂ of four fixations in degrees, and its derivatives.
package struct FourPredictions: Sendable {
  /// Number of parameters, and of one place more, whose derivatives are always 0.
  package static let places = GeometryParameter.allCases.count + 1

  /// Angles, 0 where they are undefined.
  package fileprivate(set) var yaw = FourNumbers.zero
  package fileprivate(set) var pitch = FourNumbers.zero
  /// False if the target lies behind the face, or if a number is not finite.
  package fileprivate(set) var isDefined = SIMDMask<SIMD4<Int64>>(repeating: true)
  /// Derivatives of yaw by all parameters in their order, then those of pitch from `places` on.
  package fileprivate(set) var slopes = [FourNumbers](repeating: .zero, count: 2 * places)

  package init() {}

  package subscript(lane: Int) -> AngularModel.Prediction {
    var one = AngularModel.Prediction(isDefined: isDefined[lane])
    (one.yaw, one.pitch) = (yaw[lane], pitch[lane])
    for place in 0..<Self.places {
      one.yawSlopes[place] = slopes[place][lane]
      one.pitchSlopes[place] = slopes[Self.places + place][lane]
    }
    return one
  }
}

extension AngularModel {
  /// Predicts four fixations into a variable of the caller.
  ///
  /// The derivatives come backwards from the reported angles: the angles' change with the point on the screen, three
  /// numbers for each angle, is all that the device's parameters need.
  package static func predict(_ four: FourFixations, _ p: Point, into prediction: inout FourPredictions) {
    let hx: FourNumbers = four.u * p.width - p.camera.x
    let hy: FourNumbers = p.camera.y - four.w * p.height
    let place = p.plane.place(hx, hy)
    var sum = ResponseSum()
    for i in four.poses.indices { sum.add(four.poses[i], at: place, p) }
    let (yaw, pitch) = (sum.yaw, sum.pitch)
    let isFinite: SIMDMask<SIMD4<Int64>> = (yaw - yaw .== 0) .& (pitch - pitch .== 0)
    let isDefined = sum.isDefined .& isFinite
    prediction.isDefined = isDefined
    prediction.yaw = FourNumbers.zero.replacing(with: yaw, where: isDefined)
    prediction.pitch = FourNumbers.zero.replacing(with: pitch, where: isDefined)
    prediction.slopes.withUnsafeMutableBufferPointer { slopes in
      @inline(__always) func write(
        _ parameter: GeometryParameter, yaw: FourNumbers = .zero, pitch: FourNumbers = .zero
      ) {
        slopes[parameter.index] = yaw
        slopes[FourPredictions.places + parameter.index] = pitch
      }
      @inline(__always) func write(_ parameter: GeometryParameter, _ slope: (AngleSlopes) -> FourNumbers) {
        write(parameter, yaw: slope(sum.yawSlopes), pitch: slope(sum.pitchSlopes))
      }
      // `cm` converts radians per metre to degrees per centimetre.
      let cm = 180 / Double.pi / 100
      let (x, y) = (p.plane.x * cm, p.plane.y * cm)
      write(.screenWidth) { $0.byPlace.dot(x) * four.u }
      write(.screenHeight) { -($0.byPlace.dot(y) * four.w) }
      write(.cameraX) { -$0.byPlace.dot(x) }
      write(.cameraY) { $0.byPlace.dot(y) }
      write(.tiltX) { $0.byPlace.dot(p.plane.xByTiltX) * hx + $0.byPlace.dot(p.plane.yByTiltX) * hy }
      write(.tiltY) { $0.byPlace.dot(p.plane.xByTiltY) * hx }
      write(.depth) { $0.byPlace.z * cm }
      // A session's drift has exactly the same effect as the offset; only the drift's prior distinguishes the two.
      write(.gazeOffsetH) { $0.byH }
      write(.gazeOffsetV) { $0.byV }
      write(.driftH) { $0.byH }
      write(.driftV) { $0.byV }
      write(.gainH, yaw: sum.optical.yaw)
      write(.gainV, pitch: sum.optical.pitch)
      write(.quadraticHXX, yaw: sum.squares.x)
      write(.quadraticHXY, yaw: sum.squares.y)
      write(.quadraticHYY, yaw: sum.squares.z)
      write(.quadraticVXX, pitch: sum.squares.x)
      write(.quadraticVXY, pitch: sum.squares.y)
      write(.quadraticVYY, pitch: sum.squares.z)
      if !all(isDefined) {
        for i in slopes.indices { slopes[i] = FourNumbers.zero.replacing(with: slopes[i], where: isDefined) }
      }
    }
  }
}

/// Derivatives of one angle in radians by the place on the screen in metres, and by the two offsets in radians.
private struct AngleSlopes {
  var byPlace = FourVectors()
  var byH = FourNumbers.zero
  var byV = FourNumbers.zero

  @inline(__always)
  mutating func add(_ other: AngleSlopes, times weight: FourNumbers) {
    byPlace = byPlace + other.byPlace * weight
    byH += other.byH * weight
    byV += other.byV * weight
  }
}

/// Sums over the poses of four fixations, each times its weight.
private struct ResponseSum {
  /// As reported, and as the optical axis points, degrees.
  var yaw = FourNumbers.zero
  var pitch = FourNumbers.zero
  var optical = (yaw: FourNumbers.zero, pitch: FourNumbers.zero)
  /// u², uv and v².
  var squares = FourVectors()
  var yawSlopes = AngleSlopes()
  var pitchSlopes = AngleSlopes()
  var isDefined = SIMDMask<SIMD4<Int64>>(repeating: true)

  @inline(__always)
  mutating func add(_ pose: FourPoses, at place: FourVectors, _ p: AngularModel.Point) {
    let axis = FourAxes(pose, at: place, p.axis)
    isDefined = isDefined .& axis.isDefined
    let (yaw, pitch) = (axis.yaw, axis.pitch)
    let scale = PersonCalibration.quadraticScale.degrees
    let (u, v) = (yaw / scale, pitch / scale)
    let squares = FourVectors(u * u, u * v, v * v)
    self.yaw += (p.gain.x * yaw + squares.dot(p.ownH)) * pose.weight
    self.pitch += (p.gain.y * pitch + squares.dot(p.ownV)) * pose.weight
    optical.yaw += yaw * pose.weight
    optical.pitch += pitch * pose.weight
    self.squares = self.squares + squares * pose.weight
    // Change of a reported angle with the optical axis: (u², uv, v²) changes by (2u, v, 0) and (0, u, 2v).
    @inline(__always) func byYaw(_ own: Vector3) -> FourNumbers { (2 * own.x / scale) * u + (own.y / scale) * v }
    @inline(__always) func byPitch(_ own: Vector3) -> FourNumbers {
      (own.y / scale) * u + (2 * own.z / scale) * v
    }
    let turned = axis.turned(by: p)
    yawSlopes.add(axis.slopes(byYaw: p.gain.x + byYaw(p.ownH), byPitch: byPitch(p.ownH), turned), times: pose.weight)
    pitchSlopes.add(axis.slopes(byYaw: byYaw(p.ownV), byPitch: p.gain.y + byPitch(p.ownV), turned), times: pose.weight)
  }
}

/// Optical axes of four poses in the face's frame: o = Listing(v) · a.
private struct FourAxes {
  /// Degrees.
  let yaw: FourNumbers
  let pitch: FourNumbers
  let isDefined: SIMDMask<SIMD4<Int64>>
  let pose: FourPoses
  /// 1/|q|, and the visual axis.
  let perLength: FourNumbers
  let v: FourVectors
  /// The axis at rest, and the parts of Listing's rotation: k = 1/(1 + v_z), s = a_x v_x + a_y v_y, m = a_z − k·s.
  let a: Vector3
  let k: FourNumbers
  let s: FourNumbers
  let m: FourNumbers
  let o: FourVectors
  /// 1/√(o_x² + o_z²).
  let perAcross: FourNumbers

  @inline(__always)
  init(_ pose: FourPoses, at place: FourVectors, _ a: Vector3) {
    self.pose = pose
    self.a = a
    let q = pose.alongX * place.x + pose.alongY * place.y + pose.alongZ * place.z + pose.constant
    perLength = 1 / q.dot(q).squareRoot()
    v = q * perLength
    k = 1 / (1 + v.z)
    s = a.x * v.x + a.y * v.y
    m = a.z - k * s
    o = FourVectors(a.x + m * v.x, a.y + m * v.y, a.z * v.z - s)
    let across = (o.x * o.x + o.z * o.z).squareRoot()
    perAcross = 1 / across
    // Listing's rotation is singular for a gaze straight backwards, which does not occur. The tests are also false for
    // NaN.
    isDefined = (v.z .> -0.9) .& (across .> 1e-9)
    yaw = Self.angles(o.x, along: o.z)
    pitch = Self.angles(o.y, along: across)
  }

  /// Images of the axis at rest, as each of the two offsets turns it.
  @inline(__always)
  func turned(by p: AngularModel.Point) -> (byH: FourVectors, byV: FourVectors) { (image(p.axisByH), image(p.axisByV)) }

  @inline(__always)
  func image(_ a: Vector3) -> FourVectors {
    let s: FourNumbers = a.x * v.x + a.y * v.y
    let m: FourNumbers = a.z - k * s
    return FourVectors(a.x + m * v.x, a.y + m * v.y, a.z * v.z - s)
  }

  /// Derivatives of an angle that changes with yaw and pitch as given: from the angle back to o, v, q and the place, by
  /// the transpose of each step's derivative.
  @inline(__always)
  func slopes(
    byYaw: FourNumbers, byPitch: FourNumbers, _ turned: (byH: FourVectors, byV: FourVectors)
  ) -> AngleSlopes {
    let fromYaw: FourNumbers = byYaw * perAcross * perAcross
    let byO = FourVectors(o.z * fromYaw, byPitch * perAcross, -(o.x * fromYaw))
    let byM: FourNumbers = byO.x * v.x + byO.y * v.y
    let byS: FourNumbers = -byO.z - k * byM
    let byZ: FourNumbers = byO.z * a.z + byM * s * k * k
    let byV = FourVectors(byO.x * m + byS * a.x, byO.y * m + byS * a.y, byZ)
    let along = -byV.dot(v)
    let byQ = (byV + v * along) * perLength
    return AngleSlopes(
      byPlace: FourVectors(pose.alongX.dot(byQ), pose.alongY.dot(byQ), pose.alongZ.dot(byQ)),
      byH: byO.dot(turned.byH), byV: byO.dot(turned.byV))
  }

  /// Angles of directions in degrees, by the series of `Elementary.angles`.
  @inline(__always)
  static func angles(_ across: FourNumbers, along: FourNumbers) -> FourNumbers {
    let degrees = 180 / Double.pi
    guard all((across .<= along) .& (across .>= -along) .& (along .> 0)) else {
      return FourNumbers(
        lowHalf: Elementary.angles(across.lowHalf, along: along.lowHalf),
        highHalf: Elementary.angles(across.highHalf, along: along.highHalf)) * degrees
    }
    let square: FourNumbers = across * across
    let sum: FourNumbers = along + (square + along * along).squareRoot()
    let x: FourNumbers = across / (sum + (sum * sum + square).squareRoot())
    let z: FourNumbers = x * x
    let z2: FourNumbers = z * z
    let z4: FourNumbers = z2 * z2
    // Two terms of 1 − z/3 + z²/5 − …; they are written so that they need not wait for each other.
    @inline(__always) func pair(_ a: Double, _ b: Double) -> FourNumbers { 1 / a - z * (1 / b) }
    let low: FourNumbers = pair(1, 3) + z2 * pair(5, 7)
    let high: FourNumbers = pair(9, 11) + z2 * pair(13, 15)
    let top: FourNumbers = pair(17, 19) + z2 * (1 / 21)
    let series: FourNumbers = low + z4 * (high + z4 * top)
    return x * series * (4 * degrees)
  }
}
