import GazePipeline

/// Estimates the pointer's offset along one axis over a whole recording, from deviations of fixations from the places
/// that the person is thought to have looked at.
///
/// The offset is that of `OffsetModel`: a constant c ~ N(0, spread²) and a slow drift d with the standard deviation
/// `drift` and the time constant `time`; a deviation is c + d + N(0, noise²). A Kalman filter and the backward pass of
/// Bryson & Frazier (1963) compute the mean given all deviations, earlier and later ones. Deviations that differ much
/// from that mean count less (weights of a Cauchy distribution, two passes).
struct OffsetSmoother: Sendable {
  var model = OffsetModel()
  /// Standard deviation of a deviation about the offset.
  var noise: Double

  /// Difference in standard deviations at which a deviation counts half.
  private static let half = 2.0

  /// Expected offset at each time, and the cost of the deviations.
  struct Estimate: Sendable, Equatable {
    var offsets: [Double]
    /// Negative logarithmic density of the deviations with the weights of the last pass, up to a constant.
    var cost: Double
  }

  /// Returns the expected offset at each time.
  ///
  /// - Parameters:
  ///   - deviations: pointer minus place, as many as times.
  ///   - times: seconds; a time that is not later than the one before it counts as equal to it.
  func estimate(_ deviations: [Double], at times: [Double]) -> Estimate {
    var weights = [Double](repeating: 1, count: deviations.count)
    var found = pass(deviations, times, weights)
    for _ in 0..<2 {
      for index in weights.indices {
        let far = (deviations[index] - found.offsets[index]) / (Self.half * noise)
        weights[index] = 1 / (1 + far * far)
      }
      found = pass(deviations, times, weights)
    }
    return found
  }

  /// One moment of the forward pass: what was known before the deviation, and how it differed.
  private struct Moment {
    var known: DriftingOffset
    var surprise: Double, total: Double
    /// Factor of the drift since the moment before.
    var decay: Double
  }

  private func pass(_ deviations: [Double], _ times: [Double], _ weights: [Double]) -> Estimate {
    var moments: [Moment] = []
    moments.reserveCapacity(deviations.count)
    var model = model
    // Over a whole recording the constant stays one number.
    model.wander = 0
    var (known, cost) = (DriftingOffset(model), 0.0)
    for index in deviations.indices {
      let elapsed = index == 0 ? 0 : times[index] - times[index - 1]
      // Written so that a time that is not a number counts as no time.
      let step = model.step(elapsed > 0 ? elapsed : 0)
      known.move(step)
      let variance = noise * noise / max(weights[index], 1e-9)
      let (total, surprise) = (known.variance + variance, deviations[index] - known.mean)
      moments.append(Moment(known: known, surprise: surprise, total: total, decay: step.decay))
      cost += 0.5 * (surprise * surprise / total + Elementary.log(total / (noise * noise)))
      known.observe(surprise: surprise, noise: variance)
    }
    // The adjoint of all later deviations, carried backwards.
    var later = Vector2.zero
    var offsets = [Double](repeating: 0, count: deviations.count)
    for index in moments.indices.reversed() {
      let (moment, known) = (moments[index], moments[index].known)
      let shares = SIMD2(known.constantVariance + known.covariance, known.covariance + known.driftVariance)
      let own = later - SIMD2(repeating: ((shares * later).sum() + moment.surprise) / moment.total)
      offsets[index] = known.mean - (shares * own).sum()
      later = SIMD2(own.x, own.y * moment.decay)
    }
    return Estimate(offsets: offsets, cost: cost)
  }
}

/// The two loops of `LineAssignment.settled`: lines from an offset, and the offset from these lines.
struct Settling: Sendable {
  let fixations: [Vector2]
  let times: [Double]
  let text: TextPlaces
  let model: OffsetModel

  /// Offsets with which warping begins, in distances of lines: up to three lines up and down, and as far to the sides.
  /// An offset of 85 points is two lines of an ordinary text (derived), and the loop itself moves by one or two.
  static let beginnings = (-3...3).flatMap { line in [-3, -1.5, 0, 1.5, 3].map { SIMD2($0, Double(line)) } }
  /// Largest number of rounds of each loop. Recorded trials need two to six.
  private static let most = 8
  /// Standard deviation of a fixation about the middle of the words that warping pairs it with, and about the middle of
  /// its line, in distances of lines. Chosen by hand on recorded readers (passages 1 to 3 of Carr et al. 2022); from
  /// 0.5 to 0.85 and from 0.25 to 0.4 the shares of right lines differ by less than 0.002.
  private static let along = 0.7, across = 0.35

  /// Lines and offsets that belong together.
  struct State: Sendable, Equatable {
    /// Cost of the offsets, by `OffsetSmoother.estimate`: it grows with the size and the speed of the offsets, and with
    /// the distances of the fixations from their words.
    var cost: Double
    var lines: [Int]
    var offsets: [Vector2]
  }

  /// Alternates warping and smoothing, beginning with an offset; nil if there is nothing to warp, and if a number is
  /// not finite.
  func warped(from offset: Vector2) -> State? {
    let words = text.words.map(\.place)
    var offsets = [Vector2](repeating: offset, count: fixations.count)
    var before: [ClosedRange<Int>] = []
    var state: State?
    for _ in 0..<Self.most {
      let places = zip(fixations, offsets).map { $0 - $1 }
      guard let warping = TimeWarping(places, to: words), warping.cost.isFinite else { return nil }
      if warping.matches == before { break }
      before = warping.matches
      let lines = warping.matches.map { text.commonLine($0) }
      let x = zip(fixations, warping.matches).map { fixation, range in
        fixation.x - range.reduce(0) { $0 + words[$1].x } / Double(range.count)
      }
      let y = zip(fixations, lines).map { $0.y - text.lines[$1].middle }
      let (right, down) = (smoother(Self.along).estimate(x, at: times), smoother(Self.across).estimate(y, at: times))
      offsets = zip(right.offsets, down.offsets).map { SIMD2($0, $1) }
      state = State(cost: right.cost + down.cost, lines: lines, offsets: offsets)
    }
    return state
  }

  /// Alternates the path over lines and smoothing of the vertical offset.
  func followed(_ start: State) -> State {
    var state = start
    let path = ReadingPath(text: text)
    for _ in 0..<Self.most {
      let lines = path.lines(zip(fixations, state.offsets).map { $0 - $1 })
      let y = zip(fixations, lines).map { $0.y - text.lines[$1].middle }
      let down = smoother(Self.across).estimate(y, at: times).offsets
      for index in down.indices { state.offsets[index].y = down[index] }
      if lines == state.lines { break }
      state.lines = lines
    }
    return state
  }

  private func smoother(_ noise: Double) -> OffsetSmoother {
    OffsetSmoother(model: model, noise: noise * text.pitch)
  }
}
