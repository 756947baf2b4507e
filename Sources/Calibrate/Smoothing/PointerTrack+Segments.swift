import GazePipeline

extension PointerTrack {
  /// A track from unsmoothed points alone: saccades detected by velocity, and a local line between them.
  ///
  /// A saccade is a run of samples whose velocity over five of them, (x₊₂ + x₊₁ − x₋₁ − x₋₂)/6 a frame, is greater than
  /// `6 × its own median`: the rule of Engbert & Kliegl (Vision Research 43, 2003), applied to the length of the vector
  /// instead of the axes. The reference of a sample between two saccades is the line fitted to the unsmoothed points
  /// within ±0.25 s of it that lie between the same two saccades. The line looks ahead, so it has no lag, and it
  /// follows a moving target.
  init(segmenting points: [(time: Double, point: SIMD2<Double>)]) {
    self.init(points: [], settling: 0)
    samples = points.map { Sample(time: $0.time, point: $0.point, reference: nil, isMoving: false) }
    var last: (end: Int, place: SIMD2<Double>)?
    for segment in Self.segments(points) {
      plateaus += 1
      for i in segment { samples[i].reference = Self.line(points, at: i, within: segment) }
      defer { last = samples[segment.upperBound - 1].reference.map { (segment.upperBound, $0) } }
      guard let last, let place = samples[segment.lowerBound].reference,
        points[segment.lowerBound].time - points[last.end - 1].time < 0.2
      else { continue }
      let way = place - last.place
      func isPast(_ i: Int) -> Bool { ((points[i].point - last.place) * way).sum() >= 0.5 * (way * way).sum() }
      let flight = last.end..<segment.lowerBound
      let start = flight.first(where: isPast) ?? segment.lowerBound
      for i in start..<segment.lowerBound { samples[i].reference = place }
      guard way.length >= Self.shortestJump else { continue }
      saccades.append(Jump(sample: start, from: last.place, to: place))
      for i in start..<segment.upperBound where points[i].time - points[start].time < Self.moving {
        samples[i].isMoving = true
      }
    }
  }

  /// Runs of at least six samples between saccades and gaps.
  private static func segments(_ points: [(time: Double, point: SIMD2<Double>)]) -> [Range<Int>] {
    guard points.count > 12 else { return [] }
    func velocity(_ i: Int) -> Double {
      ((points[i + 2].point + points[i + 1].point - points[i - 1].point - points[i - 2].point) / 6).length
    }
    let velocities = (2..<points.count - 2).map(velocity)
    // A pointer that never moves has a median of 0, so the threshold has a lower bound.
    let threshold = max(6 * (Quantiles.median(velocities) ?? 0), 0.5)
    var (segments, start): ([Range<Int>], Int?) = ([], nil)
    for i in points.indices {
      let isFlying = velocities.indices.contains(i - 2) && velocities[i - 2] > threshold
      let isGap = i > 0 && points[i].time - points[i - 1].time > 0.1
      if let begun = start, isFlying || isGap {
        if i - begun >= 6 { segments.append(begun..<i) }
        start = nil
      }
      if start == nil, !isFlying { start = i }
    }
    if let start, points.count - start >= 6 { segments.append(start..<points.count) }
    return segments
  }

  /// Value at sample i of the line through the segment's samples within 0.25 s.
  private static func line(
    _ points: [(time: Double, point: SIMD2<Double>)], at i: Int, within segment: Range<Int>
  ) -> SIMD2<Double> {
    let now = points[i].time
    var (low, high) = (i, i)
    while low > segment.lowerBound, now - points[low - 1].time <= 0.25 { low -= 1 }
    while high + 1 < segment.upperBound, points[high + 1].time - now <= 0.25 { high += 1 }
    var (n, t, tt, x, tx) = (0.0, 0.0, 0.0, SIMD2<Double>.zero, SIMD2<Double>.zero)
    for j in low...high {
      let dt = points[j].time - now
      n += 1
      t += dt
      tt += dt * dt
      x += points[j].point
      tx += points[j].point * dt
    }
    let determinant = n * tt - t * t
    return determinant > 0 ? (x * tt - tx * t) / determinant : x / n
  }
}
