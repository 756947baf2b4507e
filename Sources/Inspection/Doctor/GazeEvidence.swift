import GazePipeline

/// Agreement of each explanation with the fixations: the evidence of a linear tracker, given the explanation, with
/// separate coefficients for each person.
///
///     reported angle = b + G·θ + K·(head's angles) + Q·(u², uv, v²) + error
///
/// θ are the angles at which the eyes would look at the target if the explanation were true. The prior covers the
/// tracker's errors for most people in `models.md`: G (0.92, 0.86) ± 0.13, b 4°, cross terms and K 0.06, Q 0.5° at 10°.
struct GazeEvidence: Sendable {
  /// The prior's standard deviations for yaw, in the order of `Row.x`: 1, yaw and pitch of θ, yaw and pitch of the
  /// head, u², uv, v². `spread(_:_:)` exchanges places 1 and 2 for pitch, `scored(_:)` takes place 1 + axis for the
  /// gain, and `LinearEvidence.count` is their number; nothing checks the order.
  private static let spread = SIMD8<Double>(
    4.0.radians, 0.13, 0.06, 0.06, 0.06, 0.5.radians, 0.5.radians, 0.5.radians)
  private static let gainMean = SIMD2(0.92, 0.86)
  /// Weight of a sample, less than 1 since about eight neighbouring samples share the same slow drift.
  private static let weight = 0.12
  /// Smallest error of a tracker, radians.
  private static let floor = 0.7.radians

  /// Standard error with which a first fit is made, radians.
  private static let usual = 1.2.radians

  private let explanation: GazeHypothesis
  /// The evidence of yaw and pitch of each person.
  private var people: [LinearEvidence] = []
  private var offAxis: [Vector2] = []
  private var head: [Vector2] = []
  private var upright: [Double] = []

  /// The explanations with their scores, the best first. The samples must be grouped by person.
  ///
  /// - Parameter trimmed: some fixations were not on their targets. Each explanation is then fitted to the samples that
  ///   it places within 3.5° of their targets; every other sample counts as if it were 3.5° off.
  static func scored(
    _ explanations: [GazeHypothesis], _ samples: [DoctorSample], trimmed: Bool = false
  ) -> [GazeHypothesis] {
    let kept = explanations.map { explanation in
      let off = trimmed ? distances(explanation, samples) : samples.map { _ in 0 }
      return (
        evidence: GazeEvidence(explanation, samples.indices.filter { off[$0] < elsewhere }.map { samples[$0] }),
        missed: off.filter { !($0 < elsewhere) }.sorted()
      )
    }
    // All explanations are judged with the same standard error: that of the best explanation that leaves the reported
    // eye angles unchanged.
    let residuals = kept.filter {
      $0.evidence.explanation.eyeFactor == SIMD2(1, 1) && 2 * $0.missed.count < samples.count
    }.map(\.evidence.residual)
    let sigma = max(residuals.min() ?? floor, floor)
    let price = 0.5 * weight * elsewhere * elsewhere / (sigma * sigma)
    return kept.map { evidence, missed in
      var scored = evidence.scored(sigma)
      scored.total -= price * Double(missed.count)
      scored.gaze -= price * Double(missed.count)
      scored.missed = Double(missed.count) / Double(max(samples.count, 1))
      scored.elsewhere = Quantiles.upperMedian(sorted: missed).map { min($0.degrees, 180) } ?? 0
      return scored
    }.sorted { $0.total > $1.total }
  }

  private init(_ explanation: GazeHypothesis, _ samples: [DoctorSample]) {
    self.explanation = explanation
    var person: Int?
    for sample in samples {
      if sample.participant != person {
        person = sample.participant
        people.append(LinearEvidence(weight: Self.weight))
      }
      guard let row = Self.row(explanation, sample) else {
        people[people.count - 1].miss()
        continue
      }
      people[people.count - 1].add(row.x, row.off)
      offAxis.append(row.eye)
      head.append(row.head)
      upright.append(row.upright)
    }
  }

  /// One sample under an explanation.
  private struct Row {
    /// In the order of `spread`.
    var x: SIMD8<Double>
    /// Reported angles (yaw, pitch) minus those that the prior's mean tracker would report.
    var off: Vector2
    /// Direction of the eyes as seen from the camera, and the head's angles.
    var eye: Vector2, head: Vector2
    var upright: Double
  }

  /// A sample's row; nil if the eyes would look along the face or through the head.
  private static func row(_ hypothesis: GazeHypothesis, _ sample: DoctorSample) -> Row? {
    let view = hypothesis.view(sample)
    let pose = view.cameraFromFace
    let (l, r) = (view.left.rotation.z, view.right.rotation.z)
    let eye = pose.apply((view.left.translation + view.right.translation) / 2)
    let way = pose.rotation.inverse.apply(SIMD3(view.hit.x, view.hit.y, 0) - eye)
    guard l.z > 0.05, r.z > 0.05, way.isFinite, eye.isFinite else { return nil }
    let slope = SIMD2(l.x / l.z + r.x / r.z, l.y / l.z + r.y / r.z) / 2
    let reported = GazeAngles(direction: SIMD3(slope.x, slope.y, 1))
    let (asked, head) = (GazeAngles(direction: way), GazeAngles(direction: pose.rotation.z))
    let (u, v) = (asked.yaw / 10.0.radians, asked.pitch / 10.0.radians)
    let factor = hypothesis.eyeFactor
    let e = GazeAngles(direction: SIMD3(eye.x, eye.y, -eye.z))
    return Row(
      x: SIMD8(1, asked.yaw, asked.pitch, head.yaw, head.pitch, u * u, u * v, v * v),
      off: SIMD2(
        reported.yaw - gainMean.x * factor.x * asked.yaw, reported.pitch - gainMean.y * factor.y * asked.pitch),
      eye: SIMD2(e.yaw, e.pitch), head: SIMD2(head.yaw, head.pitch),
      upright: pose.rotation.x.x * hypothesis.upright.x + pose.rotation.x.y * hypothesis.upright.y)
  }

  // MARK: Fixations elsewhere

  /// Distance from the target beyond which a sample counts as a fixation that is not on its target, radians (3.5°).
  private static let elsewhere = 3.5.radians
  /// Widths s of the weights 1/(1 + (r/s)²) in successive fits, degrees; after the last fit the samples are divided at
  /// `elsewhere`.
  private static let widths = [10.0, 7, 5, 3.5, 2.5, 2, 2]

  /// Distance of each sample from its target under an explanation, radians. The model is fitted to the samples that the
  /// explanation places near their targets.
  private static func distances(_ explanation: GazeHypothesis, _ samples: [DoctorSample]) -> [Double] {
    let rows = samples.map { row(explanation, $0) }
    var distances = [Double](repeating: 0, count: samples.count)
    for person in Dictionary(grouping: samples.indices, by: { samples[$0].participant }).values {
      for width in widths {
        var fit = LinearEvidence(weight: weight)
        for index in person {
          guard let row = rows[index] else { continue }
          let ratio = distances[index] / width.radians
          let w = (1 / (1 + ratio * ratio)).squareRoot()
          fit.add(row.x * w, row.off * w)
        }
        let b = (0..<2).map { fit.left($0, sigma: usual, spread: spread($0, explanation.eyeFactor[$0])).b }
        for index in person {
          guard let row = rows[index] else {
            distances[index] = .infinity
            continue
          }
          var left = row.off
          for k in b[0].indices { left -= SIMD2(b[0][k], b[1][k]) * row.x[k] }
          distances[index] = (left * left).sum().squareRoot()
        }
      }
    }
    return distances
  }

  /// The prior's standard deviations for yaw (0) or pitch (1): wide for the gain of the same axis, narrow for the
  /// influence of the other axis.
  private static func spread(_ axis: Int, _ factor: Double) -> SIMD8<Double> {
    var s = spread
    if axis == 1 { (s[1], s[2]) = (s[2], s[1]) }
    return s * factor
  }

  private var residual: Double {
    var (sum, n) = (0.0, 0.0)
    for person in people {
      for axis in 0..<2 {
        sum += person.left(axis, sigma: Self.usual, spread: Self.spread(axis, 1)).squares
        n += person.samples
      }
    }
    return n > 0 ? (sum / n).squareRoot() : Self.floor
  }

  private func scored(_ sigma: Double) -> GazeHypothesis {
    var scored = explanation
    var (left, n) = (0.0, 0.0)
    for person in people {
      for axis in 0..<2 {
        let factor = explanation.eyeFactor[axis]
        let spread = Self.spread(axis, factor)
        scored.gaze += person.logEvidence(axis, sigma: sigma, spread: spread)
        let fit = person.left(axis, sigma: sigma, spread: spread)
        scored.gain[axis] += Self.gainMean[axis] * factor + fit.b[1 + axis]
        left += fit.squares
        n += person.samples
      }
    }
    scored.gain /= Double(max(people.count, 1))
    scored.residual = (left / max(n, 1)).squareRoot().degrees
    func median(_ values: [Vector2]) -> Vector2 {
      guard let x = Quantiles.upperMedian(values.map(\.x)), let y = Quantiles.upperMedian(values.map(\.y)) else {
        return .zero
      }
      return SIMD2(x.degrees, y.degrees)
    }
    // People hold a phone in front of their eyes and face it. An explanation under which they do has weak additional
    // evidence, counted once and not per sample. Means and SDs in degrees, and the log odds −20 and −12, are assumed.
    let (off, head) = (median(offAxis), median(head))
    func far(_ value: Double, _ mean: Double, _ sd: Double) -> Double {
      let z = (value - mean) / sd
      return max(-0.5 * z * z, -20)
    }
    let place = far(off.y, -5, 12) + far(off.x, 0, 10) + far(head.x, 0, 15) + far(head.y, 0, 15)
    let isAskew = Quantiles.upperMedian(upright).map { $0 < 0.5 } ?? false
    scored.offAxis = off
    scored.total = scored.gaze + explanation.prior + place + (isAskew ? -12 : 0)
    return scored
  }
}
