import GazePipeline

/// Cost of a smoothing on groups of tracks:
///
///     cost = mean over groups of Σ wᵢ |filtered(tᵢ) − reference(tᵢ)|² / Σ wᵢ
///
/// with w = `movingWeight` just after a jump, 1 elsewhere. Every group counts the same, however long it is. The sums
/// over a group's still and moving samples do not depend on the weight, so one pass over the tracks serves all weights
/// and all choices of groups.
struct SmoothingObjective: Sendable {
  /// Sums of squares of one group.
  struct Tally: Sendable, Equatable {
    var still = 0.0, moving = 0.0
    var stillCount = 0, movingCount = 0

    /// Weighted mean square distance.
    func meanSquare(_ movingWeight: Double) -> Double {
      (still + movingWeight * moving) / weights(movingWeight)
    }

    func weights(_ movingWeight: Double) -> Double {
      max(Double(stillCount) + movingWeight * Double(movingCount), .leastNormalMagnitude)
    }
  }

  let groups: [[PointerTrack]]
  /// Tallies of the unsmoothed pointer.
  let unsmoothed: [Tally]
  /// Number of samples with a reference.
  let count: Int

  init(_ groups: [[PointerTrack]]) {
    self.groups = groups
    unsmoothed = groups.map { Self.tally($0, .none) }
    count = unsmoothed.reduce(0) { $0 + $1.stillCount + $1.movingCount }
  }

  /// Sums of squares of each group.
  func tallies(_ smoothing: Smoothing) -> [Tally] { groups.map { Self.tally($0, smoothing) } }

  /// Sums of squares of one group.
  func tally(_ smoothing: Smoothing, group: Int) -> Tally { Self.tally(groups[group], smoothing) }

  /// Cost from tallies; `excluded` is a group to leave out.
  func cost(_ tallies: [Tally], movingWeight: Double, without excluded: Int? = nil) -> Double {
    let kept = tallies.indices.filter { $0 != excluded }
    return kept.reduce(0) { $0 + tallies[$1].meanSquare(movingWeight) } / Double(max(kept.count, 1))
  }

  /// Weights of each group's still and moving samples in the cost; `excluded` is a group to leave out.
  func weights(_ movingWeight: Double, without excluded: Int? = nil) -> [SIMD2<Double>] {
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

  private static func tally(_ tracks: [PointerTrack], _ smoothing: Smoothing) -> Tally {
    var tally = Tally()
    for track in tracks {
      var filter = PointerFilter(smoothing)
      for sample in track.samples {
        let point = filter.step(sample.point, at: sample.time)
        guard let reference = sample.reference else { continue }
        let square = ((point - reference) * (point - reference)).sum()
        if sample.isMoving {
          tally.moving += square
          tally.movingCount += 1
        } else {
          tally.still += square
          tally.stillCount += 1
        }
      }
    }
    return tally
  }
}
