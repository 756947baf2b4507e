import GazePipeline
private import PortableFoundation

/// Model of the reported and the expected axis within a fixation, for one axis, degrees:
///
///     expected  = h + f                        h: the head's and the phone's true motion, f: the face pose's noise
///     reported  = γ (h + d) + s n + m + s w    γ: gain for that motion, s: the window's noise scale
///     n, f      Ornstein–Uhlenbeck, each with its standard deviation σ and time constant τ; f may be smooth over a
///               time δ, since a tracker filters the pose
///     d         the eye's own drift of fixation, known (`fixationDrift`)
///     m         random walk, smooth over half a second: slow drift; what is faster is noise
///     w         white
///
/// While the eyes rest on a target, they turn in the head to compensate every sway of it, and the tracker's pose of the
/// head is noisy itself. Subtracting the expected axis from the reported one would count the pose's noise as the eye's;
/// not subtracting it would count the sway. The only assumption about h is that it is independent of the rest.
///
/// The discrete cosine transform decomposes each window's series. Its terms k ≥ 1 do not depend on the unknown mean,
/// and for processes like these they are nearly uncorrelated. A pair of terms (e_k, y_k) is normal with
///
///     var e_k = γ² (H_k + D_k) + s² (σ_n² O_k(τ_n) + σ_w²) + q R_k,  cov = γ H_k,  var y_k = H_k + σ_f² O_k(τ_f, δ),
///
/// O_k, D_k and R_k are exact for the window's length. H_k, the sway's part, takes the value that maximises the
/// likelihood. This is a composite likelihood of the second moments, term by term (Varin, Reid & Firth 2011), with the
/// nuisance parameter profiled out.
struct NoiseModel {
  struct Parameters {
    /// `walkRate`: rate of m, deg²/s; `poseSmooth`: time δ over which f is smooth, seconds.
    var noiseSD, noiseTime, whiteSD, walkRate, poseSD, poseTime, poseSmooth: Double
    var gain: Vector2
  }

  /// Lower bound of a square, degrees squared: angles come from Float matrices, and exact zeros would make the
  /// likelihood infinite.
  private static let floor = 1e-8
  /// An eye that fixates drifts with D = 25 arcmin²/s an axis, bounded within about a second (isetbio's fixationalEM):
  /// standard deviation in degrees, time constant in seconds.
  private static let fixationDrift = (sd: 5.0 / 60, time: 1.0)
  /// Seconds over which drifts are straight lines: slow drift, and the eye's own.
  private static let smooth = (walk: 0.5, eye: 1.0 / 30)

  /// Samples in a window.
  let length: Int
  let windows: Int
  /// False without targets or with a head that never moves; then only the reported axis is used.
  let hasPose: Bool
  private let period: Double
  /// Squares of the windows' noise scales.
  private let scales: [Double]
  /// Terms by axis, then k, then window.
  private let reported: [[Double]], expected: [[Double]]
  /// Autocorrelation of the k-th cosine at lag j, at k · length + j.
  private let lags: [Double]
  /// R_k and D_k, by k.
  private let walk: [Double], drift: [Double]

  /// - Parameters:
  ///   - seconds: length of a window; longer windows are cut.
  ///   - period: seconds between samples; each window is interpolated linearly to that grid.
  init(_ all: [FixationWindow], seconds: Double, period: Double) {
    let n = max(Int((seconds / period).rounded()), 4)
    let cosines = Self.cosines(n)
    let lags = cosines.flatMap(Self.autocorrelations)
    walk = Self.power(lags, n, period: period) { Self.walked($0, smooth: Self.smooth.walk) }
    drift = Self.power(lags, n, period: period) { time in
      let (sd, tau) = Self.fixationDrift
      return 2 * sd * sd * (1 - exp(-Self.walked(time, smooth: Self.smooth.eye) / tau))
    }
    let terms = Self.terms(all, cosines, period: period)
    length = n
    windows = terms.scales.count
    self.period = period
    self.lags = lags
    scales = terms.scales
    func byAxis(_ x: [[Vector2]]) -> [[Double]] {
      [0, 1].map { axis in (0..<n - 1).flatMap { k in x.map { $0[k][axis] } } }
    }
    (reported, expected) = (byAxis(terms.reported), byAxis(terms.expected))
    hasPose = expected.contains { $0.contains { $0 * $0 > 100 * Self.floor } }
  }

  /// Cosines of the transform of `n` samples, without the constant one.
  private static func cosines(_ n: Int) -> [[Double]] {
    (1..<n).map { k in
      (0..<n).map { i in
        (2 / Double(n)).squareRoot() * cos(.pi * Double(k) * (Double(i) + 0.5) / Double(n))
      }
    }
  }

  /// Autocorrelation of a cosine at each lag, counted twice for a lag of both signs.
  private static func autocorrelations(_ d: [Double]) -> [Double] {
    d.indices.map { j in (j == 0 ? 1 : 2) * dot(d, d.dropFirst(j)) }
  }

  /// Expected square of each term, from the process's variogram; the terms do not depend on the mean.
  private static func power(
    _ lags: [Double], _ n: Int, period: Double, _ variogram: (Double) -> Double
  ) -> [Double] {
    (0..<n - 1).map { k in
      (1..<n).sum { -0.5 * lags[k * n + $0] * variogram(Double($0) * period) }
    }
  }

  /// Terms of each piece into which the windows are cut, and the squares of the pieces' noise scales.
  private static func terms(
    _ all: [FixationWindow], _ cosines: [[Double]], period: Double
  ) -> (scales: [Double], reported: [[Vector2]], expected: [[Vector2]]) {
    let n = cosines.count + 1
    var (scales, e, y) = ([Double](), [[Vector2]](), [[Vector2]]())
    for window in all {
      var start = 0.0
      while let piece = window.resampled(from: start, count: n, period: period) {
        scales.append(window.noiseScale * window.noiseScale)
        func terms(_ path: KeyPath<FixationWindow.Sample, SIMD2<Float>>) -> [Vector2] {
          let x = piece.map { Vector2($0[keyPath: path]) }
          return cosines.map { d in zip(d, x).reduce(.zero) { $0 + ($1.1 - x[0]) * $1.0 } * (180 / .pi) }
        }
        e.append(terms(\.reported))
        y.append(terms(\.expected))
        start += Double(n) * period
      }
    }
    return (scales, e, y)
  }

  /// Variance after `time` of a random walk that is straight for `smooth` seconds at a time and gains 1 a second in the
  /// long run.
  private static func walked(_ time: Double, smooth: Double) -> Double {
    time >= smooth ? time - (time > 0 ? smooth / 3 : 0) : time * time / smooth * (1 - time / (3 * smooth))
  }

  /// Log-likelihood of each window, both axes together, at the H that maximises it.
  func logLikelihoods(_ p: Parameters) -> [Double] {
    var logs = [Double].zeros(windows)
    let noiseTerms = terms(of: p.noiseTime, smooth: 0)
    let poseTerms = hasPose ? terms(of: p.poseTime, smooth: p.poseSmooth) : []
    for k in 0..<length - 1 {
      let o = noiseTerms[k]
      let noise = p.noiseSD * p.noiseSD * o + p.whiteSD * p.whiteSD
      let slow = p.walkRate * walk[k] + Self.floor
      for axis in 0..<2 {
        let rest = slow + p.gain[axis] * p.gain[axis] * drift[k]
        if hasPose {
          let pose = p.poseSD * p.poseSD * poseTerms[k] + Self.floor
          add(to: &logs, k, axis, noise: noise, rest: rest, pose: pose, gain: p.gain[axis])
        } else {
          for w in 0..<windows {
            let (v, e) = (scales[w] * noise + rest, reported[axis][k * windows + w])
            logs[w] -= 0.5 * (log(v) + e * e / v)
          }
        }
      }
    }
    return logs
  }

  /// O_k of a process with the time constant `time`.
  private func terms(of time: Double, smooth: Double) -> [Double] {
    let correlations = (0..<length).map { exp(-Self.walked(Double($0) * period, smooth: smooth) / time) }
    return (0..<length - 1).map { k in
      (0..<length).sum { lags[k * length + $0] * correlations[$0] }
    }
  }

  /// With D = diag(N, F) and v = (γ, 1) the covariance is D + H v vᵀ; b = vᵀ D⁻¹ v, u = vᵀ D⁻¹ (e, y).
  private func add(
    to logs: inout [Double], _ k: Int, _ axis: Int, noise: Double, rest: Double, pose: Double, gain: Double
  ) {
    let (e, y, first) = (reported[axis], expected[axis], k * windows)
    var (b, u) = ([Double].zeros(windows), [Double].zeros(windows))
    var (start, mean) = (0.0, 0.0)
    for w in 0..<windows {
      let n = scales[w] * noise + rest
      b[w] = gain * gain / n + 1 / pose
      let x = gain * e[first + w] / n + y[first + w] / pose
      u[w] = x * x
      start += u[w] / (b[w] * b[w])
      mean += 1 / b[w]
    }
    var h = max((start - mean) / Double(max(windows, 1)), 0)
    // Fisher scoring; the windows hardly differ in b, so a few steps converge to the last digit.
    for _ in 0..<30 {
      var (slope, information) = (0.0, 0.0)
      for w in 0..<windows {
        let q = 1 / (1 + h * b[w])
        slope += (u[w] * q - b[w]) * q
        information += b[w] * b[w] * q * q
      }
      let next = max(h + slope / information, 0)
      let change = abs(next - h)
      h = next
      if change <= 1e-10 * h { break }
    }
    for w in 0..<windows {
      let n = scales[w] * noise + rest
      let q = 1 / (1 + h * b[w])
      let (x, z) = (e[first + w], y[first + w])
      logs[w] -= 0.5 * (log(n * pose / q) + x * x / n + z * z / pose - h * q * u[w])
    }
  }
}

/// Assumed growth of noise, as in the simulator: noise is proportional to distance/`distance` and to 1 + (angle from
/// `reference`/`eccentricity`)². Without this assumption the results would depend on the positions from which the
/// person happened to look.
package struct NoiseScale: Equatable {
  /// Reference distance, metres.
  package var distance = 0.35
  /// Angle at which the eccentricity doubles the noise, radians.
  package var eccentricity = 15.0.radians
  /// Reported optical axis at the reference, (yaw, pitch), radians: the direction in which people look at a phone.
  package var reference = SIMD2(0, -4.0.radians)
  /// Angle by which the visual axis lies above the optical one, radians: the mean over people.
  package var kappaUp = 2.0.radians

  /// Creates the scale with the simulator's numbers for the preset `typical`: `tracker.noiseDistance`,
  /// `tracker.eccentricity`, `tracker.referencePitch`, `people.kappaUp`. Nothing compares them with those constants,
  /// whose values in a simulation `NoiseScale(_:)` of Inspection takes.
  package init() {}

  /// The reference as a direction of the visual axis.
  var visualReference: Vector2 { reference + SIMD2(0, kappaUp) }

  /// The factor for an eye at this distance whose optical axis has these angles.
  func factor(distance: Double, angles: Vector2) -> Double {
    let off = (angles - reference).length / eccentricity
    return min(max(distance / self.distance * (1 + off * off), 0.05), 50)
  }

  /// Derivative of the factor's logarithm by the angles, per radian.
  func slope(angles: Vector2) -> Vector2 {
    let off = angles - reference
    return off * (2 / (eccentricity * eccentricity + (off * off).sum()))
  }

  /// Standard deviation of the optical axis as derived from the target's position, radians: the person's kappa
  /// (vertical 1°, horizontal the remainder after averaging the mirrored angles of two eyes), the tracker's face pose
  /// (1° each way), the camera's position (0.4°), rounded up for the few people with one seeing eye.
  static let axisSD = SIMD2(1.4.radians, 1.8.radians)
  /// Relative standard deviation of the distance (Nissen 2023).
  static let distanceSD = 0.025
}
