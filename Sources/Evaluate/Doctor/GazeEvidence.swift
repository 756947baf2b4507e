import GazePipeline

/// Agreement of each explanation with the fixations: the evidence of a linear tracker, given the explanation, with
/// separate coefficients for each person.
///
///     reported angle = b + G·θ + K·(head's angles) + Q·(u², uv, v²) + error
///
/// θ are the angles at which the eyes would look at the target if the explanation were true. The prior covers the
/// tracker's errors for most people in `models.md`: G (0.92, 0.86) ± 0.13, b 4°, cross terms and K 0.06, Q 0.5° at 10°.
struct GazeEvidence: Sendable {
  /// An explanation and its score.
  struct Scored: Sendable {
    var hypothesis: GazeHypothesis
    /// Logarithm of the product of evidence and prior.
    var total: Double
    /// Logarithm of the evidence of the gaze, without the prior.
    var gaze: Double
    /// Mean over people of the fitted gain, (sideways, up).
    var gain: SIMD2<Double>
    /// Root mean square of the model's residuals, degrees.
    var residual: Double
    /// Median direction of the eyes as seen from the camera, degrees (right, up).
    var offAxis: SIMD2<Double>
    /// Share of the samples that were left out because the fixation was not on its target.
    var missed = 0.0
    /// Median distance of the samples that were left out from their targets, degrees.
    var elsewhere = 0.0
  }

  private static let spread = SIMD8<Double>(
    4.0.radians, 0.13, 0.06, 0.06, 0.06, 0.5.radians, 0.5.radians, 0.5.radians)
  private static let gainMean = SIMD2(0.92, 0.86)
  /// Weight of a sample, less than 1 since about eight neighbouring samples share the same slow drift.
  private static let weight = 0.12
  /// Smallest error of a tracker, radians.
  private static let floor = 0.7.radians

  /// Standard error with which a first fit is made, radians.
  private static let usual = 1.2.radians

  private struct Model {
    var hypothesis: GazeHypothesis
    /// Of each person the evidence of yaw and that of pitch.
    var people: [[LinearEvidence]] = []
    var offAxis: [SIMD2<Double>] = []
    var head: [SIMD2<Double>] = []
    var upright: [Double] = []
  }

  /// The explanations, the best first. The samples must be grouped by person.
  ///
  /// - Parameter trimmed: some fixations were not on their targets. Each explanation is then fitted to the samples that
  ///   it places within 3.5° of their targets; every other sample counts as if it were 3.5° off.
  static func scored(_ hypotheses: [GazeHypothesis], _ samples: [DoctorSample], trimmed: Bool = false) -> [Scored] {
    let kept = hypotheses.map { hypothesis in
      let off = trimmed ? distances(hypothesis, samples) : samples.map { _ in 0 }
      return (
        model: model(hypothesis, samples.indices.filter { off[$0] < elsewhere }.map { samples[$0] }),
        missed: off.filter { !($0 < elsewhere) }.sorted()
      )
    }
    // All explanations are judged with the same standard error: that of the best explanation that leaves the reported
    // eye angles unchanged.
    let residuals = kept.filter {
      $0.model.hypothesis.eyeFactor == SIMD2(1, 1) && 2 * $0.missed.count < samples.count
    }.map { residual($0.model) }
    let sigma = max(residuals.min() ?? floor, floor)
    let price = 0.5 * weight * elsewhere * elsewhere / (sigma * sigma)
    return kept.map { model, missed in
      var scored = score(model, sigma)
      scored.total -= price * Double(missed.count)
      scored.gaze -= price * Double(missed.count)
      scored.missed = Double(missed.count) / Double(max(samples.count, 1))
      scored.elsewhere = Quantiles.upperMedian(sorted: missed).map { min($0.degrees, 180) } ?? 0
      return scored
    }.sorted { $0.total > $1.total }
  }

  private static func model(_ hypothesis: GazeHypothesis, _ samples: [DoctorSample]) -> Model {
    var model = Model(hypothesis: hypothesis)
    var person: Int?
    for sample in samples {
      if sample.participant != person {
        person = sample.participant
        model.people.append([LinearEvidence(), LinearEvidence()])
      }
      let index = model.people.count - 1
      guard let row = row(hypothesis, sample) else {
        for axis in 0..<2 { model.people[index][axis].miss() }
        continue
      }
      for axis in 0..<2 { model.people[index][axis].add(row.x, row.off[axis]) }
      model.offAxis.append(row.eye)
      model.head.append(row.head)
      model.upright.append(row.upright)
    }
    return model
  }

  /// One sample under an explanation.
  private struct Row {
    var x: SIMD8<Double>
    /// Reported angles (yaw, pitch) minus those that the prior's mean tracker would report.
    var off: SIMD2<Double>
    /// Direction of the eyes as seen from the camera, and the head's angles.
    var eye: SIMD2<Double>, head: SIMD2<Double>
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
  private static func distances(_ hypothesis: GazeHypothesis, _ samples: [DoctorSample]) -> [Double] {
    let rows = samples.map { row(hypothesis, $0) }
    var distances = [Double](repeating: 0, count: samples.count)
    for person in Dictionary(grouping: samples.indices, by: { samples[$0].participant }).values {
      for width in widths {
        var fit = [LinearEvidence(), LinearEvidence()]
        for index in person {
          guard let row = rows[index] else { continue }
          let ratio = distances[index] / width.radians
          let w = (1 / (1 + ratio * ratio)).squareRoot()
          for axis in 0..<2 { fit[axis].add(row.x * w, row.off[axis] * w) }
        }
        let b = (0..<2).map { axis in
          fit[axis].left(sigma: usual, spread: spread(axis, hypothesis.eyeFactor[axis]), weight: weight).b
        }
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

  private static func residual(_ model: Model) -> Double {
    var (sum, n) = (0.0, 0.0)
    for person in model.people {
      for (axis, evidence) in person.enumerated() {
        sum += evidence.left(sigma: usual, spread: spread(axis, 1), weight: weight).squares
        n += evidence.samples
      }
    }
    return n > 0 ? (sum / n).squareRoot() : floor
  }

  private static func score(_ model: Model, _ sigma: Double) -> Scored {
    let h = model.hypothesis
    var (gaze, gain) = (0.0, SIMD2<Double>.zero)
    var (left, n) = (0.0, 0.0)
    for person in model.people {
      for (axis, evidence) in person.enumerated() {
        let spread = spread(axis, h.eyeFactor[axis])
        gaze += evidence.logEvidence(sigma: sigma, spread: spread, weight: weight)
        let fit = evidence.left(sigma: sigma, spread: spread, weight: weight)
        gain[axis] += gainMean[axis] * h.eyeFactor[axis] + fit.b[1 + axis]
        left += fit.squares
        n += evidence.samples
      }
    }
    let people = Double(max(model.people.count, 1))
    func median(_ values: [SIMD2<Double>]) -> SIMD2<Double> {
      guard let x = Quantiles.upperMedian(values.map(\.x)), let y = Quantiles.upperMedian(values.map(\.y)) else {
        return .zero
      }
      return SIMD2(x.degrees, y.degrees)
    }
    // People hold a phone in front of their eyes and face it. An explanation under which they do has weak additional
    // evidence, counted once and not per sample.
    let (off, head) = (median(model.offAxis), median(model.head))
    let lean = Quantiles.upperMedian(model.upright) ?? 1
    func far(_ value: Double, _ mean: Double, _ sd: Double) -> Double {
      let z = (value - mean) / sd
      return max(-0.5 * z * z, -20)
    }
    let place = far(off.y, -5, 12) + far(off.x, 0, 10) + far(head.x, 0, 15) + far(head.y, 0, 15)
    return Scored(
      hypothesis: h, total: gaze + h.prior + place + (lean < 0.5 ? -12 : 0), gaze: gaze, gain: gain / people,
      residual: (left / max(n, 1)).squareRoot().degrees, offAxis: off)
  }
}
