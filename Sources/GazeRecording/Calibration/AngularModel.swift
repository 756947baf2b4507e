import GazePipeline

/// Angles that the tracker should report for a geometry and a person, and their derivatives.
///
///     h = geometry.hit(ofPoint: target)              point in the screen's plane
///     P = R(tilt) · (h, 0) + (0, 0, depth)           the same, camera frame
///     q = faceFromCamera · P − eye origin            from the eye to it, face frame
///     v = q / |q|                                    visual axis
///     o = Listing(v) · a(offset + drift)             optical axis (`Kappa.opticalAxis`), drift the session's
///     θ = (yaw, pitch)(o)
///     θ̂ = gain · θ + Q · (u², uv, v²)                as reported, (u, v) = θ/10° (`PersonCalibration.reportedAngles`)
///
/// This is the pipeline's arithmetic, run backwards. The residual of a fixation is the mean over its samples of
/// measured − θ̂, in degrees, for yaw and pitch. Residuals are angles as the tracker reports them, because the
/// tracker's noise is additive in these angles, so that least squares is unbiased (with screen points the noise would
/// be in the inputs). For the same reason yaw is not scaled by cos pitch.
package struct AngularModel: Sendable {
  /// θ̂ of a fixation in degrees, and its derivatives.
  package struct Prediction: Sendable {
    package var yaw = 0.0
    package var pitch = 0.0
    package var yawSlopes = ModelParameters.zero
    package var pitchSlopes = ModelParameters.zero
    /// False if the target lies behind the face, or if a number is not finite.
    package var isDefined: Bool

    /// Angles and slopes of 0.
    package init(isDefined: Bool = true) { self.isDefined = isDefined }
  }

  /// The data of a fixation that do not change during a fit.
  package struct Look: Sendable {
    /// Index of the person.
    package let person: Int
    /// Index of the session among the person's sessions.
    package let session: Int
    /// Start time, seconds.
    package let start: Double
    /// Target as a share of the screen.
    package private(set) var share: SIMD2<Double>
    /// Range of its poses in the model's `poses`.
    package let poses: Range<Int>
    /// Mean of the measured angles, degrees.
    package let measured: SIMD2<Double>
    /// Number of samples that it averages.
    package let samples: Int
    /// Sum of the squared deviations of the measured angles from their mean within each pose, degrees².
    package let scatter: SIMD2<Double>

    /// The same fixation with another target, given as a share of the screen.
    package func aimed(at share: SIMD2<Double>) -> Look {
      var look = self
      look.share = share
      return look
    }
  }

  /// q = alongX · P_x + alongY · P_y + alongZ · P_z + constant, for one sample or averaged over neighbouring samples.
  private struct Pose: Sendable {
    var alongX = SIMD3<Double>.zero
    var alongY = SIMD3<Double>.zero
    var alongZ = SIMD3<Double>.zero
    var constant = SIMD3<Double>.zero

    static func += (a: inout Pose, b: Pose) {
      a.alongX += b.alongX
      a.alongY += b.alongY
      a.alongZ += b.alongZ
      a.constant += b.constant
    }

    static func / (a: Pose, b: Double) -> Pose {
      Pose(alongX: a.alongX / b, alongY: a.alongY / b, alongZ: a.alongZ / b, constant: a.constant / b)
    }
  }

  /// Residual where the model is undefined, degrees.
  package static let undefinedResidual = 1e4

  package let looks: [Look]
  /// Number of sessions of each person.
  package let sessions: [Int]
  private let poses: [Pose]
  /// Share of its fixation's samples that each pose averages.
  private let weights: [Double]

  /// `people` maps participants to indices. A fixation without samples, or of a participant who is not in `people`, is
  /// skipped.
  ///
  /// - Parameter posesALook: largest number of poses per fixation; samples that are neighbours in time are averaged
  ///   into one pose. The resulting error is of second order in the head's movement within a pose: a thousandth of a
  ///   degree for 3 mm of movement at 35 cm.
  package init(_ fixations: [Fixation], points: SIMD2<Double>, people: [Int: Int], posesALook: Int = 8) {
    var looks: [Look] = []
    var (poses, weights) = ([Pose](), [Double]())
    var sessions = [[Int: Int]](repeating: [:], count: people.count)
    for fixation in fixations {
      guard let person = people[fixation.participant], !fixation.samples.isEmpty else { continue }
      let size = (fixation.samples.count + posesALook - 1) / posesALook
      let total = fixation.samples.reduce(0) { $0 + $1.count }
      let first = poses.count
      var (sum, squares) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
      for start in stride(from: 0, to: fixation.samples.count, by: size) {
        var (pose, own, count) = (Pose(), SIMD2<Double>.zero, 0.0)
        let group = fixation.samples[start..<min(start + size, fixation.samples.count)]
        for sample in group {
          let (back, weight) = (sample.cameraFromFace.inverse, Double(sample.count))
          pose += Pose(
            alongX: back.rotation.x * weight, alongY: back.rotation.y * weight, alongZ: back.rotation.z * weight,
            constant: (back.translation - sample.origin) * weight)
          own += sample.angles * weight
          count += weight
        }
        poses.append(pose / count)
        weights.append(count / Double(total))
        sum += own
        let mean = own / count
        for sample in group {
          squares += (sample.angles - mean) * (sample.angles - mean) * Double(sample.count)
          squares += sample.scatter * (180 / .pi * 180 / .pi)
        }
      }
      let session = sessions[person][fixation.session] ?? sessions[person].count
      sessions[person][fixation.session] = session
      looks.append(
        Look(
          person: person, session: session, start: fixation.start, share: fixation.target / points,
          poses: first..<poses.count, measured: sum / Double(total), samples: total, scatter: squares))
    }
    self.looks = looks
    self.sessions = sessions.map { max($0.count, 1) }
    self.poses = poses
    self.weights = weights
  }

  /// A point in parameter space: everything that all fixations of one person in one session have in common.
  package struct Point: Sendable {
    fileprivate let width: Double, height: Double, camera: SIMD2<Double>
    fileprivate let plane: Plane
    /// True to compute derivatives by tilt and depth, which take a third of the computing time.
    fileprivate let wantsPlane: Bool
    /// The optical axis at rest, and its derivatives by the two offsets.
    fileprivate let axis: SIMD3<Double>, axisByH: SIMD3<Double>, axisByV: SIMD3<Double>
    fileprivate let response: Response

    package init(_ p: ModelParameters, wantsPlane: Bool = true) {
      (width, height) = (p[.screenWidth] / 100, p[.screenHeight] / 100)
      camera = SIMD2(p[.cameraX], p[.cameraY]) / 100
      plane = Plane(tilt: SIMD2(p[.tiltX], p[.tiltY]).radians, depth: p[.depth] / 100)
      self.wantsPlane = wantsPlane
      let offset = GazeAngles(
        yaw: -(p[.gazeOffsetH] + p[.driftH]).radians, pitch: -(p[.gazeOffsetV] + p[.driftV]).radians)
      let a = offset.direction
      let (sinYaw, cosYaw) = (Elementary.sin(offset.yaw), Elementary.cos(offset.yaw))
      let (sinPitch, cosPitch) = (Elementary.sin(offset.pitch), Elementary.cos(offset.pitch))
      axis = a
      axisByH = SIMD3(-a.z, 0, a.x)
      axisByV = SIMD3(sinYaw * sinPitch, -cosPitch, cosYaw * sinPitch)
      response = Response(p)
    }
  }

  package func predict(_ look: Look, _ p: ModelParameters) -> Prediction { predict(look, Point(p)) }

  package func predict(_ look: Look, _ point: Point) -> Prediction {
    var prediction = Prediction()
    predict(look, point, into: &prediction)
    return prediction
  }

  /// Predicts into a variable of the caller: a returned prediction is copied, which takes a tenth of the time.
  package func predict(_ look: Look, _ point: Point, into sum: inout Prediction) {
    sum = Prediction()
    let h = SIMD2(look.share.x * point.width - point.camera.x, point.camera.y - look.share.y * point.height)
    let (plane, a, response) = (point.plane, point.axis, point.response)
    let place = plane.place(h)
    let degrees = 180 / Double.pi
    // `cm` converts radians per metre to degrees per centimetre.
    let (u, w, cm) = (look.share.x, look.share.y, degrees / 100)
    for index in look.poses {
      let pose = poses[index]
      func turned(_ d: SIMD3<Double>) -> SIMD3<Double> { pose.alongX * d.x + pose.alongY * d.y + pose.alongZ * d.z }
      let q = turned(place) + pose.constant
      let length = (q * q).sum().squareRoot()
      let v = q / length
      // Listing's rotation is singular for a gaze straight backwards, which does not occur. The test is also false for
      // NaN.
      guard v.z > -0.9 else {
        sum = Prediction(isDefined: false)
        return
      }
      let listing = Listing(v)
      let o = listing.image(of: a)
      let across = (o.x * o.x + o.z * o.z).squareRoot()
      guard across > 1e-9 else {
        sum = Prediction(isDefined: false)
        return
      }
      let optical = Elementary.angles(SIMD2(o.x, o.y), along: SIMD2(o.z, across)) * degrees
      // Change of (yaw, pitch) with a change of the unit vector o.
      func angles(_ d: SIMD3<Double>) -> SIMD2<Double> {
        SIMD2((o.z * d.x - o.x * d.z) / (across * across), d.y / across)
      }
      func direction(_ d: SIMD3<Double>) -> SIMD3<Double> { (d - v * (v * d).sum()) / length }
      func along(_ d: SIMD3<Double>) -> SIMD2<Double> { angles(listing.change(of: a, direction(turned(d)))) }
      let (byX, byY) = (along(plane.x) * cm, along(plane.y) * cm)
      var (byTiltX, byTiltY, byDepth) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
      if point.wantsPlane {
        (byTiltX, byTiltY) = (along(plane.byTiltX(h)), along(plane.byTiltY(h)))
        byDepth = angles(listing.change(of: a, direction(pose.alongZ))) * cm
      }
      let (byH, byV) = (angles(listing.image(of: point.axisByH)), angles(listing.image(of: point.axisByV)))
      response.add(
        optical, weights[index], to: &sum,
        yaw: SIMD16(
          byX.x * u, byY.x * -w, -byX.x, byY.x, byTiltX.x, byTiltY.x, byDepth.x, byH.x, byV.x, 0, 0, 0, 0, 0, 0, 0),
        pitch: SIMD16(
          byX.y * u, byY.y * -w, -byX.y, byY.y, byTiltX.y, byTiltY.y, byDepth.y, byH.y, byV.y, 0, 0, 0, 0, 0, 0, 0))
    }
    if !(sum.yaw.isFinite && sum.pitch.isFinite) { sum = Prediction(isDefined: false) }
  }
}

extension Fixation.Sample {
  /// Reported (yaw, pitch), degrees.
  fileprivate var angles: SIMD2<Double> { SIMD2(reported.yaw.degrees, reported.pitch.degrees) }
}

extension SIMD2<Double> {
  fileprivate var radians: SIMD2<Double> { SIMD2(x.radians, y.radians) }
}

/// The angles that the tracker reports for an optical axis: gain and quadratic terms.
private struct Response: Sendable {
  let gain: SIMD2<Double>
  let ownH: SIMD3<Double>
  let ownV: SIMD3<Double>

  /// Indices of the first horizontal and the first vertical quadratic term; two more follow each.
  private static var firstH: Int { GeometryParameter.quadraticHXX.index }
  private static var firstV: Int { GeometryParameter.quadraticVXX.index }

  init(_ p: ModelParameters) {
    gain = SIMD2(p[.gainH], p[.gainV])
    ownH = SIMD3(p[.quadraticHXX], p[.quadraticHXY], p[.quadraticHYY])
    ownV = SIMD3(p[.quadraticVXX], p[.quadraticVXY], p[.quadraticVYY])
  }

  /// Adds the reported angles for the optical axis of one pose (degrees), weighted by the pose's share of the fixation.
  /// The derivatives follow from those of the axis by the first nine parameters.
  func add(
    _ optical: SIMD2<Double>, _ weight: Double, to sum: inout AngularModel.Prediction, yaw: SIMD16<Double>,
    pitch: SIMD16<Double>
  ) {
    let squares = PersonCalibration.squares(optical)
    sum.yaw += weight * (gain.x * optical.x + (ownH * squares).sum())
    sum.pitch += weight * (gain.y * optical.y + (ownV * squares).sum())
    // (u², uv, v²) by yaw and by pitch.
    let scale = PersonCalibration.quadraticScale.degrees
    let (u, v) = (optical.x / scale, optical.y / scale)
    let (byYaw, byPitch) = (SIMD3(2 * u, v, 0) / scale, SIMD3(0, u, 2 * v) / scale)
    let fromYaw = SIMD2(gain.x + (ownH * byYaw).sum(), (ownV * byYaw).sum()) * weight
    let fromPitch = SIMD2((ownH * byPitch).sum(), gain.y + (ownV * byPitch).sum()) * weight
    sum.yawSlopes.lowHalf += yaw * fromYaw.x + pitch * fromPitch.x
    sum.pitchSlopes.lowHalf += yaw * fromYaw.y + pitch * fromPitch.y
    sum.yawSlopes[.gainH] += optical.x * weight
    sum.pitchSlopes[.gainV] += optical.y * weight
    for i in 0..<3 {
      sum.yawSlopes[Self.firstH + i] += squares[i] * weight
      sum.pitchSlopes[Self.firstV + i] += squares[i] * weight
    }
    // A session's drift has exactly the same effect as the offset; only the drift's prior distinguishes the two.
    (sum.yawSlopes[.driftH], sum.yawSlopes[.driftV]) = (sum.yawSlopes[.gazeOffsetH], sum.yawSlopes[.gazeOffsetV])
    (sum.pitchSlopes[.driftH], sum.pitchSlopes[.driftV]) = (
      sum.pitchSlopes[.gazeOffsetH], sum.pitchSlopes[.gazeOffsetV]
    )
  }
}

/// The screen's plane in the camera's frame (`ScreenGeometry.cameraFromPlane`), and its derivatives by the tilts, per
/// radian.
private struct Plane: Sendable {
  let x: SIMD3<Double>
  let y: SIMD3<Double>
  let depth: Double
  private let sines: SIMD2<Double>
  private let cosines: SIMD2<Double>

  init(tilt: SIMD2<Double>, depth: Double) {
    (sines, cosines) = Elementary.sinCos(tilt)
    x = SIMD3(cosines.y, -sines.x * sines.y, cosines.x * sines.y)
    y = SIMD3(0, cosines.x, sines.x)
    self.depth = depth
  }

  func place(_ h: SIMD2<Double>) -> SIMD3<Double> { x * h.x + y * h.y + SIMD3(0, 0, depth) }

  func byTiltX(_ h: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(0, -cosines.x * sines.y, -sines.x * sines.y) * h.x + SIMD3(0, -sines.x, cosines.x) * h.y
  }

  func byTiltY(_ h: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(-sines.y, -sines.x * cosines.y, cosines.x * cosines.y) * h.x
  }
}

/// `RotationMatrix.listing(v)` with its derivative by v.
private struct Listing {
  let v: SIMD3<Double>
  let k: Double

  init(_ v: SIMD3<Double>) {
    self.v = v
    k = 1 / (1 + v.z)
  }

  func image(of a: SIMD3<Double>) -> SIMD3<Double> {
    let s = a.x * v.x + a.y * v.y
    let m = a.z - k * s
    return SIMD3(a.x + m * v.x, a.y + m * v.y, a.z * v.z - s)
  }

  func change(of a: SIMD3<Double>, _ d: SIMD3<Double>) -> SIMD3<Double> {
    let s = a.x * v.x + a.y * v.y
    let m = a.z - k * s
    let ds = a.x * d.x + a.y * d.y
    let dm = k * k * d.z * s - k * ds
    return SIMD3(m * d.x + dm * v.x, m * d.y + dm * v.y, a.z * d.z - ds)
  }
}
