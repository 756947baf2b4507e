package import GazePipeline

extension PointerTrack {
  /// The smoothed pointer at each sample.
  package func filtered(_ smoothing: Smoothing) -> [SIMD2<Double>] {
    var filter = PointerFilter(smoothing)
    return samples.map { filter.step($0.point, at: $0.time) }
  }

  /// Settling time of each saccade, seconds: from the unsmoothed pointer's halfway point to three quarters of the way
  /// for the smoothed pointer; infinite if the next saccade comes first.
  ///
  /// - Parameter smoothed: the smoothed pointer at each sample.
  package func settlingTimes(_ smoothed: [SIMD2<Double>]) -> [Double] {
    saccades.enumerated().map { number, jump in
      let end = number + 1 < saccades.count ? saccades[number + 1].sample : samples.count
      let way = jump.to - jump.from
      let enough = 0.75 * (way * way).sum()
      let settled = (jump.sample..<max(end, jump.sample)).first { ((smoothed[$0] - jump.from) * way).sum() >= enough }
      return settled.map { samples[$0].time - samples[jump.sample].time } ?? .infinity
    }
  }

  /// A track with known references: for a simulation, the pointer without noise. Saccades are detected in these
  /// references.
  package init(known points: [(time: Double, point: SIMD2<Double>, reference: SIMD2<Double>, target: SIMD2<Double>?)]) {
    self.init(points: points.map { ($0.time, $0.reference, $0.target) }, settling: 0.6)
    if plateaus == 0 { self.init(segmenting: points.map { ($0.time, $0.reference) }) }
    for i in samples.indices {
      samples[i].point = points[i].point
      samples[i].reference = points[i].reference
    }
  }
}
