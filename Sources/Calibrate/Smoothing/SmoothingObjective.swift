import GazePipeline

/// Cost of a smoothing on groups of tracks:
///
///     cost = mean over groups of Σ wᵢ |filtered(tᵢ) − reference(tᵢ)|² / Σ wᵢ
///
/// with w = `movingWeight` just after a jump, 1 elsewhere. Every group counts the same, however long it is. The sums
/// over a group's still and moving samples do not depend on the weight, so one pass over the tracks serves all weights
/// and all choices of groups.
struct SmoothingObjective {
  struct Tally: Equatable {
    var still = 0.0, moving = 0.0
    var stillCount = 0, movingCount = 0

    func meanSquare(_ movingWeight: Double) -> Double {
      (still + movingWeight * moving) / weights(movingWeight)
    }

    func weights(_ movingWeight: Double) -> Double {
      max(Double(stillCount) + movingWeight * Double(movingCount), .leastNormalMagnitude)
    }
  }

  let groups: [[PointerTrack]]
  let unsmoothed: [Tally]
  let count: Int

  init(_ groups: [[PointerTrack]]) {
    self.groups = groups
    unsmoothed = groups.map { Self.tallies([.none], over: $0, PointerFilter.self)[0] }
    count = unsmoothed.sum { $0.stillCount + $0.movingCount }
  }

  func tallies(_ smoothing: Smoothing) -> [Tally] { groups.indices.map { tally(smoothing, group: $0) } }

  func tally(_ smoothing: Smoothing, group: Int) -> Tally {
    Self.tallies([smoothing], over: groups[group], PointerFilter.self)[0]
  }

  /// Sums of squares by smoothing and group, for smoothings of one family. They rank the smoothings: those of
  /// `RunningTriangularMean` are rounded.
  func ranking(_ smoothings: [Smoothing]) -> [[Tally]] {
    let byGroup = groups.map { group in
      switch smoothings.first?.family {
      case .movingAverage: Self.tallies(smoothings, over: group, MovingAverage.self)
      case .exponential: Self.tallies(smoothings, over: group, ExponentialFilter.self)
      case .doubleExponential: Self.tallies(smoothings, over: group, DoubleExponentialFilter.self)
      case .oneEuro: Self.tallies(smoothings, over: group, OneEuroFilter.self)
      case .kalman: Self.tallies(smoothings, over: group, VelocityKalmanFilter.self)
      case .gatedTriangular: Self.tallies(smoothings, over: group, RunningTriangularMean.self)
      case .some(.none), nil: Self.tallies(smoothings, over: group, PointerFilter.self)
      }
    }
    return smoothings.indices.map { smoothing in byGroup.map { $0[smoothing] } }
  }

  /// Cost from tallies; `excluded` is a group to leave out.
  func cost(_ tallies: [Tally], movingWeight: Double, without excluded: Int? = nil) -> Double {
    let kept = tallies.indices.filter { $0 != excluded }
    return kept.sum { tallies[$0].meanSquare(movingWeight) } / Double(max(kept.count, 1))
  }

  /// Weights of each group's still and moving samples in the cost; `excluded` is a group to leave out.
  func weights(_ movingWeight: Double, without excluded: Int? = nil) -> [Vector2] {
    let kept = Double(max(groups.count - (excluded == nil ? 0 : 1), 1))
    return groups.indices.map { group in
      let share = group == excluded ? 0 : 1 / (unsmoothed[group].weights(movingWeight) * kept)
      return SIMD2(share, share * movingWeight)
    }
  }

  /// Median settling time over saccades, from the unsmoothed pointer's halfway point to three quarters of the way for
  /// the smoothed pointer, seconds; nil without saccades, or if the pointer does not get there before the next saccade
  /// for most of them.
  func settling(_ smoothing: Smoothing) -> Double? {
    let times = groups.joined().flatMap { $0.settlingTimes($0.filtered(smoothing)) }
    return Quantiles.upperMedian(times).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func tallies<Filter: TimedFilter>(
    _ smoothings: [Smoothing], over tracks: [PointerTrack], _: Filter.Type
  ) -> [Tally] {
    var tallies = smoothings.map { _ in Tally() }
    run(smoothings.compactMap(Filter.init), over: tracks) { index, error, isMoving in
      let square = (error * error).sum()
      if isMoving {
        tallies[index].moving += square
        tallies[index].movingCount += 1
      } else {
        tallies[index].still += square
        tallies[index].stillCount += 1
      }
    }
    return tallies
  }

  /// Calls `body` with the error of each filter at each sample that has a reference. The filters step side by side,
  /// since a filter's step waits for its last one.
  @inline(__always)
  private static func run<Filter: TimedFilter>(
    _ start: [Filter], over tracks: [PointerTrack],
    _ body: (_ filter: Int, _ error: Vector2, _ isMoving: Bool) -> Void
  ) {
    for track in tracks {
      var filters = start
      for sample in track.samples {
        for index in filters.indices {
          let point = filters[index].step(sample.point, at: sample.time)
          if let reference = sample.reference { body(index, point - reference, sample.isMoving) }
        }
      }
    }
  }
}

// MARK: Normal equations

extension SmoothingObjective {
  /// r², Jᵀr and JᵀJ of a sum of squares; J is by forward differences of `difference`.
  struct Equations {
    var cost = 0.0
    var gradient = Vector2.zero
    /// JᵀJ: first number, both, second number.
    var squares = Vector3.zero

    /// Step of the differences. Its error moves the minimum by about this much, far less than
    /// `SmoothingDescent.leastGain` does.
    private static let difference = 1e-6
    /// A point, and the same point a step along the first number and along the second.
    fileprivate static let steps = [SIMD2.zero, SIMD2(difference, 0), SIMD2(0, difference)]

    /// Adds an error and its differences along the two numbers.
    fileprivate mutating func add(_ error: Double, _ dx: Double, _ dy: Double) {
      cost += error * error
      gradient += SIMD2(error * dx, error * dy)
      squares += SIMD3(dx * dx, dx * dy, dy * dy)
    }

    /// The same sums, with derivatives instead of differences.
    fileprivate var scaled: Equations {
      let h = Self.difference
      return Equations(cost: cost, gradient: gradient / h, squares: squares / (h * h))
    }
  }

  struct GroupEquations {
    var still = Equations()
    var moving = Equations()
  }

  /// Normal equations of the cost's squares about a point of the search space, by group; none for a family without
  /// continuous numbers.
  func normalEquations(_ search: SmoothingSearch, about place: SmoothingSearch.Place) -> [GroupEquations] {
    let smoothings = Equations.steps.map { step in search.smoothing(at: place.moved(by: step)) }
    return switch search.family {
    case .exponential: equations(smoothings.compactMap(ExponentialFilter.init))
    case .doubleExponential: equations(smoothings.compactMap(DoubleExponentialFilter.init))
    case .oneEuro: equations(smoothings.compactMap(OneEuroFilter.init))
    case .kalman: equations(smoothings.compactMap(VelocityKalmanFilter.init))
    case .none, .movingAverage, .gatedTriangular: []
    }
  }

  /// Equations from the filters at `Equations.steps`.
  private func equations<Filter: TimedFilter>(_ filters: [Filter]) -> [GroupEquations] {
    groups.map { group in
      var found = GroupEquations()
      var (here, alongFirst) = (Vector2.zero, Vector2.zero)
      Self.run(filters, over: group) { index, error, isMoving in
        switch index {
        case 0: here = error
        case 1: alongFirst = error - here
        default:
          for axis in 0..<2 {
            let (dx, dy) = (alongFirst[axis], error[axis] - here[axis])
            if isMoving { found.moving.add(here[axis], dx, dy) } else { found.still.add(here[axis], dx, dy) }
          }
        }
      }
      return GroupEquations(still: found.still.scaled, moving: found.moving.scaled)
    }
  }
}
