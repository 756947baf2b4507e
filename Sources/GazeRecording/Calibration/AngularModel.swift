package import GazePipeline

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
  }

  /// The data of a fixation that do not change during a fit.
  package struct Look: Sendable {
    package let person: Int
    /// Index of the session among the person's sessions.
    package let session: Int
    /// Start time, seconds.
    package let start: Double
    /// Target as a share of the screen.
    package private(set) var share: Vector2
    /// Range of its poses in the model's `poses`.
    package let poses: Range<Int>
    /// Mean of the measured angles, degrees.
    package let measured: Vector2
    /// Number of samples that it averages.
    package let samples: Int
    /// Sum of the squared deviations of the measured angles from their mean within each pose, degrees².
    package let scatter: Vector2

    /// The same fixation with another target, given as a share of the screen.
    package func aimed(at share: Vector2) -> Look {
      var look = self
      look.share = share
      return look
    }
  }

  /// q = alongX · P_x + alongY · P_y + alongZ · P_z + constant, for one sample or averaged over neighbouring samples.
  struct Pose {
    var alongX = Vector3.zero
    var alongY = Vector3.zero
    var alongZ = Vector3.zero
    var constant = Vector3.zero

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

  package let fixations: [Look]
  package let sessions: [Int]
  let poses: [Pose]
  /// Share of its fixation's samples that each pose averages.
  let weights: [Double]

  /// `people` maps participants to indices. A fixation without samples, or of a participant who is not in `people`, is
  /// skipped.
  ///
  /// - Parameter posesPerFixation: largest number of poses per fixation; samples that are neighbours in time are
  ///   averaged into one pose. The resulting error is of second order in the head's movement within a pose: a
  ///   thousandth of a degree for 3 mm of movement at 35 cm.
  package init(_ fixations: [Fixation], points: Vector2, people: [Int: Int], posesPerFixation: Int = 8) {
    var looks: [Look] = []
    var (poses, weights) = ([Pose](), [Double]())
    var sessions = [[Int: Int]](repeating: [:], count: people.count)
    for fixation in fixations {
      guard let person = people[fixation.participant], !fixation.samples.isEmpty else { continue }
      let size = (fixation.samples.count + posesPerFixation - 1) / posesPerFixation
      let total = fixation.samples.reduce(0) { $0 + $1.count }
      let first = poses.count
      var (sum, squares) = (Vector2.zero, Vector2.zero)
      for start in stride(from: 0, to: fixation.samples.count, by: size) {
        var (pose, own, count) = (Pose(), Vector2.zero, 0.0)
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
    self.fixations = looks
    self.sessions = sessions.map { max($0.count, 1) }
    self.poses = poses
    self.weights = weights
  }

  /// A point in parameter space: everything that all fixations of one person in one session have in common.
  package struct Point: Sendable {
    let width: Double
    let height: Double
    let camera: Vector2
    let plane: Plane
    /// The optical axis at rest, and its derivatives by the two offsets.
    let axis: Vector3
    let axisByH: Vector3
    let axisByV: Vector3
    /// The angles that the tracker reports for an optical axis: gain and quadratic terms of yaw and of pitch.
    let gain: Vector2
    let ownH: Vector3
    let ownV: Vector3

    package init(_ p: ModelParameters) {
      (width, height) = (p[.screenWidth] / 100, p[.screenHeight] / 100)
      camera = SIMD2(p[.cameraX], p[.cameraY]) / 100
      plane = Plane(tilt: SIMD2(p[.tiltX], p[.tiltY]).radians, depth: p[.depth] / 100)
      let offset = GazeAngles(
        yaw: -(p[.gazeOffsetH] + p[.driftH]).radians, pitch: -(p[.gazeOffsetV] + p[.driftV]).radians)
      let (sinYaw, cosYaw) = (Elementary.sin(offset.yaw), Elementary.cos(offset.yaw))
      let (sinPitch, cosPitch) = (Elementary.sin(offset.pitch), Elementary.cos(offset.pitch))
      axis = offset.direction
      axisByH = SIMD3(-axis.z, 0, axis.x)
      axisByV = SIMD3(sinYaw * sinPitch, -cosPitch, cosYaw * sinPitch)
      gain = p.gain
      ownH = p.quadratic.yaw
      ownV = p.quadratic.pitch
    }
  }

  /// Prediction of one fixation; many take less time as `FourFixations`.
  package func predict(_ look: Look, _ point: Point) -> Prediction {
    var prediction = FourPredictions()
    Self.predict(FourFixations([look], of: self), point, into: &prediction)
    return prediction[0]
  }

  package func predict(_ look: Look, _ p: ModelParameters) -> Prediction { predict(look, Point(p)) }
}

extension Fixation.Sample {
  /// Reported (yaw, pitch), degrees.
  fileprivate var angles: Vector2 { SIMD2(reported.yaw.degrees, reported.pitch.degrees) }
}

extension Vector2 {
  fileprivate var radians: Vector2 { SIMD2(x.radians, y.radians) }
}

/// The screen's plane in the camera's frame (`ScreenGeometry.cameraFromPlane`), and the derivatives of its axes by the
/// tilts, per radian.
struct Plane {
  let x: Vector3
  let y: Vector3
  let xByTiltX: Vector3
  let yByTiltX: Vector3
  /// The y axis does not change with this tilt.
  let xByTiltY: Vector3
  private let depth: Double

  init(tilt: Vector2, depth: Double) {
    let (s, c) = Elementary.sinCos(tilt)
    x = SIMD3(c.y, -s.x * s.y, c.x * s.y)
    y = SIMD3(0, c.x, s.x)
    xByTiltX = SIMD3(0, -c.x * s.y, -s.x * s.y)
    yByTiltX = SIMD3(0, -s.x, c.x)
    xByTiltY = SIMD3(-s.y, -s.x * c.y, c.x * c.y)
    self.depth = depth
  }

  /// Places in the camera's frame of points in the plane.
  @inline(__always)
  func place(_ hx: FourNumbers, _ hy: FourNumbers) -> FourVectors {
    FourVectors(x.x * hx + y.x * hy, x.y * hx + y.y * hy, x.z * hx + y.z * hy + depth)
  }
}
