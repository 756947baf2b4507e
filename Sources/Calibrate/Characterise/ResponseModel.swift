import GazePipeline
private import PortableFoundation

/// Response of one axis of the tracker to the gaze direction, from one value per fixation, under slow drift:
///
///     y_k = b + g·u + x·v + Q·(u², uv, v²) + K·ψ + (distance, camera, undershoot) + d(t_k) + e_k,
///     d an Ornstein–Uhlenbeck process (σ, τ), e white (people's aim at a dot, and noise averaged over a fixation).
///
/// (u, v) are the target's angles off the reference and ψ the head's angles, all in degrees. Everything but d and e is
/// linear. So for given (σ, τ, white) a Kalman filter whose state is d and the coefficients gives their exact posterior
/// and the likelihood of the data with them integrated out (de Jong 1991), in time linear in the number of fixations.
/// With several sessions of one person, each session has its own b, each take its own drift, and everything else is
/// shared.
struct ResponseModel {
  /// Standard deviation of drift (deg), its time constant (s), white part (deg).
  struct Drift {
    var sd, time, white: Double
  }

  struct Posterior {
    var logLikelihood: Double
    /// `covariance`: row-major.
    var mean, covariance: [Double]
  }

  /// Places of bias and gain among the coefficients of one session's model, whose order is that of a row in
  /// `init(_:axis:scale:cameraSigma:)`. With several sessions, the biases of the others come after the first one.
  static let bias = 0, gain = 1
  /// Prior standard deviation of each coefficient: weak for bias and gain, twice the simulator's values for small
  /// effects (assumed), and 1 for the camera, whose columns are scaled by the profile's sigma. The order is: bias,
  /// gain, the other axis, u², uv, v², head (yaw, pitch), distance, camera (x, y), undershoot. With more
  /// entries than a row has, `posterior` traps; with fewer, it leaves a row's last columns out.
  static let priors = [30, 0.5, 0.1, 0.7, 0.7, 0.7, 0.1, 0.1, 0.03, 1, 1, 0.1]
  /// The prior means: a gain of 1.
  private static let centres = priors.indices.map { $0 == gain ? 1.0 : 0 }

  let times: [Double]
  /// Number of sessions, each with its own bias.
  let sessions: Int
  private let rows: [[Double]]
  private let values: [Double]
  /// True for a take's first fixation.
  private let begins: [Bool]

  /// A model of one axis (0 is yaw, 1 is pitch); a take's fixations are in the order of time. The sessions' biases have
  /// the order of the sessions' numbers.
  init(_ takes: [SessionFixations], axis: Int, scale: NoiseScale, cameraSigma: Vector2) {
    let numbers = Set(takes.map(\.session)).sorted()
    var (times, rows, values, begins) = ([Double](), [[Double]](), [Double](), [Bool]())
    for take in takes {
      let intercepts = numbers.map { $0 == take.session ? 1.0 : 0 }
      for (i, look) in take.fixations.enumerated() {
        let geometry = look.geometry
        let off = (look.expected - scale.visualReference) * (180 / .pi)
        let u = off / 10
        times.append(look.time)
        begins.append(i == 0)
        values.append((look.reported - scale.reference)[axis].degrees)
        rows.append(
          intercepts + [
            off[axis], off[1 - axis], u.x * u.x, u.x * u.y, u.y * u.y, geometry.head.x.degrees,
            geometry.head.y.degrees, geometry.byDistance[axis].degrees,
            geometry.byCameraX[axis].degrees * cameraSigma.x, geometry.byCameraY[axis].degrees * cameraSigma.y,
            geometry.jump[axis].degrees,
          ])
      }
    }
    (self.times, self.rows, self.values, self.begins, sessions) = (times, rows, values, begins, max(numbers.count, 1))
  }

  var count: Int { values.count }

  func posterior(_ drift: Drift) -> Posterior {
    let extra = sessions - 1
    let priors = [Double](repeating: Self.priors[Self.bias], count: extra) + Self.priors
    let centres = [Double](repeating: Self.centres[Self.bias], count: extra) + Self.centres
    let n = priors.count + 1
    // The state is the coefficients as differences from their prior means, then drift.
    var (mean, p, column) = ([Double].zeros(n), [Double].zeros(n * n), [Double].zeros(n))
    for i in 0..<n - 1 { p[i * n + i] = priors[i] * priors[i] }
    p[n * n - 1] = drift.sd * drift.sd
    var total = 0.0
    let d = n - 1
    p.withUnsafeMutableBufferPointer { p in
      for k in values.indices {
        if k > 0 {
          // A take's drift does not depend on the drift of the take before it.
          let phi = begins[k] ? 0 : exp(-max(times[k] - times[k - 1], 0) / drift.time)
          for i in 0..<d {
            p[i * n + d] *= phi
            p[d * n + i] *= phi
          }
          p[d * n + d] = phi * phi * p[d * n + d] + drift.sd * drift.sd * (1 - phi * phi)
          mean[d] *= phi
        }
        let row = rows[k]
        var (s, innovation) = (drift.white * drift.white, values[k] - mean[d])
        for i in 0..<n {
          var sum = p[i * n + d]
          for j in 0..<d { sum += p[i * n + j] * row[j] }
          column[i] = sum
        }
        for i in 0..<d {
          s += row[i] * column[i]
          innovation -= row[i] * (mean[i] + centres[i])
        }
        s += column[d]
        total -= 0.5 * (log(s) + innovation * innovation / s)
        for i in 0..<n {
          let gain = column[i] / s
          mean[i] += gain * innovation
          for j in 0..<n { p[i * n + j] -= gain * column[j] }
        }
      }
    }
    for i in 0..<d { mean[i] += centres[i] }
    return Posterior(logLikelihood: total, mean: mean, covariance: p)
  }
}
