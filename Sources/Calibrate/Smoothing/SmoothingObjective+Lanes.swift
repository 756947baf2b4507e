import GazePipeline

extension SmoothingObjective {
  /// Sums of squares of each group, for each of many smoothings of one family. Those of windows are rounded: see
  /// `RunningSums`.
  func tallies(_ smoothings: [Smoothing]) -> [[Tally]] {
    switch smoothings.first {
    case .exponential: laneTallies(smoothings, ExponentialLanes.self)
    case .doubleExponential: laneTallies(smoothings, DoubleExponentialLanes.self)
    case .oneEuro: laneTallies(smoothings, OneEuroLanes.self)
    case .kalman: laneTallies(smoothings, VelocityKalmanLanes.self)
    case .movingAverage, .gatedTriangular: windowTallies(smoothings)
    case .some(.none), nil: smoothings.map { tallies($0) }
    }
  }

  private func laneTallies<Filters: FilterLanes>(_ smoothings: [Smoothing], _: Filters.Type) -> [[Tally]] {
    let settings = smoothings.compactMap(Filters.settings)
    var tallies = settings.map { _ in unsmoothed }
    for first in stride(from: 0, to: settings.count, by: Lanes.scalarCount) {
      // The last filter is repeated if there are fewer than eight.
      let filters = Filters((first..<first + Lanes.scalarCount).map { settings[min($0, settings.count - 1)] })
      for group in groups.indices {
        var (still, moving) = (Lanes.zero, Lanes.zero)
        Self.run(groups[group], filters) { x, y, isMoving in
          if isMoving { moving += x * x + y * y } else { still += x * x + y * y }
        }
        for index in first..<min(first + Lanes.scalarCount, settings.count) {
          (tallies[index][group].still, tallies[index][group].moving) = (still[index - first], moving[index - first])
        }
      }
    }
    return tallies
  }

  private func windowTallies(_ smoothings: [Smoothing]) -> [[Tally]] {
    var tallies = smoothings.map { _ in unsmoothed }
    for group in groups.indices {
      for index in smoothings.indices { (tallies[index][group].still, tallies[index][group].moving) = (0, 0) }
      for track in groups[group] {
        let sums = RunningSums(track)
        track.samples.withUnsafeBufferPointer { samples in
          for (index, smoothing) in smoothings.enumerated() {
            var (still, moving) = (0.0, 0.0)
            func add(_ sample: Int, _ way: SIMD2<Double>) {
              guard let reference = samples[sample].reference else { return }
              let error = samples[sample].point + way - reference
              if samples[sample].isMoving { moving += (error * error).sum() } else { still += (error * error).sum() }
            }
            switch smoothing {
            case .movingAverage(let window): sums.mean(of: window, add)
            case .gatedTriangular(let settings): sums.triangularMean(settings, add)
            default: break
            }
            tallies[index][group].still += still
            tallies[index][group].moving += moving
          }
        }
      }
    }
    return tallies
  }

  /// Normal equations of the cost's squares about two points of the search space, for each point and group.
  func normalEquations(
    _ search: SmoothingSearch, about points: [SmoothingDescent.Place]
  ) -> [[SmoothingDescent.GroupEquations]] {
    // One after the other: both points, both with a step along the first number, both with a step along the second.
    let steps = [SIMD2<Double>(0, 0), SIMD2(SmoothingDescent.difference, 0), SIMD2(0, SmoothingDescent.difference)]
    let smoothings = steps.flatMap { step in points.map { search.smoothing(at: $0.moved(by: step)) } }
    return switch search.family {
    case .exponential: equations(smoothings, ExponentialLanes.self)
    case .doubleExponential: equations(smoothings, DoubleExponentialLanes.self)
    case .oneEuro: equations(smoothings, OneEuroLanes.self)
    case .kalman: equations(smoothings, VelocityKalmanLanes.self)
    case .none, .movingAverage, .gatedTriangular: []
    }
  }

  private func equations<Filters: FilterLanes>(
    _ smoothings: [Smoothing], _: Filters.Type
  ) -> [[SmoothingDescent.GroupEquations]] {
    let settings = smoothings.compactMap(Filters.settings)
    let filters = Filters(settings + settings.suffix(2))
    let found = groups.map { group in
      var (still, moving) = (PairSums(), PairSums())
      Self.run(group, filters) { x, y, isMoving in
        if isMoving {
          moving.add(x)
          moving.add(y)
        } else {
          still.add(x)
          still.add(y)
        }
      }
      return (still: still, moving: moving)
    }
    return (0..<2).map { point in
      found.map { SmoothingDescent.GroupEquations(still: $0.still[point], moving: $0.moving[point]) }
    }
  }

  /// Calls `body` with the errors of eight filters at each sample that has a reference.
  @inline(__always)
  private static func run<Filters: FilterLanes>(
    _ tracks: [PointerTrack], _ start: Filters, _ body: (_ x: Lanes, _ y: Lanes, _ isMoving: Bool) -> Void
  ) {
    for track in tracks {
      var filters = start
      for sample in track.samples {
        let point = filters.step(sample.point, at: sample.time)
        guard let reference = sample.reference else { continue }
        body(point.x - reference.x, point.y - reference.y, sample.isMoving)
      }
    }
  }
}

/// Sums of products of the errors and their differences along two numbers, for a pair of points.
private struct PairSums {
  private var (cost, gradientX, gradientY) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
  private var (xx, xy, yy) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)

  /// Adds the errors of six filters in the order of `normalEquations`; two more are ignored.
  @inline(__always)
  mutating func add(_ errors: Lanes) {
    let error = errors.lowHalf.lowHalf
    let (dx, dy) = (errors.lowHalf.highHalf - error, errors.highHalf.lowHalf - error)
    cost += error * error
    gradientX += error * dx
    gradientY += error * dy
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }

  subscript(point: Int) -> SmoothingDescent.Equations {
    let h = SmoothingDescent.difference
    return SmoothingDescent.Equations(
      cost: cost[point], gradient: SIMD2(gradientX[point], gradientY[point]) / h,
      squares: SIMD3(xx[point], xy[point], yy[point]) / (h * h))
  }
}
