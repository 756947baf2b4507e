import GazePipeline

/// The eight numbers that the angles of one person's fixations depend on, in the fit's units: cm, degrees, 1, in the
/// order of `GeometryParameter.index`.
typealias ModelParameters = SIMD8<Double>

/// From geometry and person to the angles that the tracker should report, and their derivatives.
///
///     h = geometry.hit(ofPoint: target)          point on the screen, camera frame, z = 0
///     q = faceFromCamera · (h, 0) − eye origin   from the eye to it, face frame
///     v = q / |q|                                visual axis
///     o = Listing(v) · a(offset)                 optical axis (`Kappa.opticalAxis`)
///     θ = gain · (yaw, pitch)(o)                 as reported (`PersonCalibration.reportedAngles`)
///
/// the arithmetic of the pipeline, backwards. The residual of a fixation is the mean over its samples of measured − θ,
/// in degrees, yaw and pitch: angles as the tracker reports them, in which its noise is additive, so that least
/// squares is unbiased (screen points would put the noise into the inputs). Yaw is not scaled by cos pitch for that
/// same reason.
struct AngularModel: Sendable {
  /// Mean of θ over a fixation's samples in degrees, and its derivatives by the eight parameters.
  struct Prediction: Sendable {
    var yaw = 0.0
    var pitch = 0.0
    var yawSlopes = SIMD8<Double>.zero
    var pitchSlopes = SIMD8<Double>.zero
    /// False where a sample's target lies behind the face, or a number is not finite.
    var isDefined = true
  }

  /// What a fixation holds that does not change during a fit.
  struct Look: Sendable {
    /// Index of the person.
    let person: Int
    /// Target as a share of the screen.
    let share: SIMD2<Double>
    /// Its samples' poses.
    let poses: Range<Int>
    /// Mean of the measured angles, degrees.
    let measured: SIMD2<Double>
  }

  /// q = alongX · h_x + alongY · h_y + constant.
  private struct Pose: Sendable {
    let alongX: SIMD3<Double>
    let alongY: SIMD3<Double>
    let constant: SIMD3<Double>
  }

  let looks: [Look]
  private let poses: [Pose]

  /// `people` maps participants to indices; every fixation has samples and a participant in it.
  init(_ fixations: [Fixation], points: SIMD2<Double>, people: [Int: Int]) {
    var looks: [Look] = []
    var poses: [Pose] = []
    for fixation in fixations {
      guard let person = people[fixation.participant], !fixation.samples.isEmpty else { continue }
      let first = poses.count
      var sum = SIMD2<Double>.zero
      for sample in fixation.samples {
        let back = sample.cameraFromFace.inverse
        poses.append(
          Pose(alongX: back.rotation.x, alongY: back.rotation.y, constant: back.translation - sample.origin))
        sum += SIMD2(sample.reported.yaw.degrees, sample.reported.pitch.degrees)
      }
      looks.append(
        Look(
          person: person, share: fixation.target / points, poses: first..<poses.count,
          measured: sum / Double(fixation.samples.count)))
    }
    self.looks = looks
    self.poses = poses
  }

  func predict(_ look: Look, _ p: ModelParameters) -> Prediction {
    let h = SIMD2(look.share.x * p[0] - p[2], p[3] - look.share.y * p[1]) / 100
    let offset = GazeAngles(yaw: -p[4].radians, pitch: -p[5].radians)
    // The optical axis at rest and its derivatives by the two offsets.
    let a = offset.direction
    let aByH = SIMD3(-a.z, 0, a.x)
    let (sinYaw, cosYaw) = (Elementary.sin(offset.yaw), Elementary.cos(offset.yaw))
    let (sinPitch, cosPitch) = (Elementary.sin(offset.pitch), Elementary.cos(offset.pitch))
    let aByV = SIMD3(sinYaw * sinPitch, -cosPitch, cosYaw * sinPitch)

    var (sum, byX, byY, byH, byV) = (
      SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero
    )
    for pose in poses[look.poses] {
      let q = pose.alongX * h.x + pose.alongY * h.y + pose.constant
      let length = (q * q).sum().squareRoot()
      let v = q / length
      // Listing's rotation is singular straight backwards; nobody looks there. NaN fails this too.
      guard v.z > -0.9 else { return Prediction(isDefined: false) }
      let listing = Listing(v)
      let o = listing.image(of: a)
      let across = (o.x * o.x + o.z * o.z).squareRoot()
      guard across > 1e-9 else { return Prediction(isDefined: false) }
      sum += SIMD2(Elementary.atan2(o.x, o.z), Elementary.atan2(o.y, across))
      // Change of (yaw, pitch) with a change of the unit vector o.
      func angles(_ d: SIMD3<Double>) -> SIMD2<Double> {
        SIMD2((o.z * d.x - o.x * d.z) / (across * across), d.y / across)
      }
      func direction(_ d: SIMD3<Double>) -> SIMD3<Double> { (d - v * (v * d).sum()) / length }
      byX += angles(listing.change(of: a, direction(pose.alongX)))
      byY += angles(listing.change(of: a, direction(pose.alongY)))
      byH += angles(listing.image(of: aByH))
      byV += angles(listing.image(of: aByV))
    }
    let scale = (180 / Double.pi) / Double(look.poses.count)
    let gain = SIMD2(p[6], p[7])
    let mean = sum * scale
    let angles = mean * gain
    guard angles.isFinite else { return Prediction(isDefined: false) }
    // By centimetre; by degree.
    let (x, y) = (byX * gain * (scale / 100), byY * gain * (scale / 100))
    let (offsetH, offsetV) = (byH * gain * scale.radians, byV * gain * scale.radians)
    let (u, w) = (look.share.x, look.share.y)
    return Prediction(
      yaw: angles.x, pitch: angles.y,
      yawSlopes: SIMD8(x.x * u, -y.x * w, -x.x, y.x, offsetH.x, offsetV.x, mean.x, 0),
      pitchSlopes: SIMD8(x.y * u, -y.y * w, -x.y, y.y, offsetH.y, offsetV.y, 0, mean.y))
  }
}

/// `Rotation.listing(v)` with its derivative by v.
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
