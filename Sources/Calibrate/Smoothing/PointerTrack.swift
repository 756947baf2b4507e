package import GazePipeline
package import GazeRecording

/// One person's unsmoothed pointer, and its reference position.
///
/// If targets jumped, the reference at a moment is the plateau of the current fixation: the median of the unsmoothed
/// pointer over the settled part of a target's time. It is not the target itself, since a filter is not meant to remove
/// bias and slow drift. A plateau's time begins when the unsmoothed pointer crosses halfway from the previous plateau,
/// because the person's reaction time is not the filter's lag. If no target was shown for long enough at one place
/// (reading, pursuit), saccades are detected in the signal instead (`init(segmenting:)`).
package struct PointerTrack: Equatable {
  package struct Sample: Equatable {
    package var time: Double
    /// The unsmoothed pointer, screen points.
    package var point: Vector2
    /// Reference position; nil from a target's change until the eyes' jump, if that cannot be determined.
    package var reference: Vector2?
    /// True within `PointerTrack.moving` after the jump.
    var isMoving = false
  }

  /// A point of the unsmoothed pointer with the target that was shown, screen points.
  typealias Point = (time: Double, point: Vector2, target: Vector2?)

  /// A saccade between two settled positions, screen points.
  package struct Jump: Equatable {
    /// The first sample past halfway.
    var sample: Int
    var from: Vector2
    var to: Vector2

    /// True if a point is past this share of the way.
    func isPassed(by point: Vector2, share: Double = 0.5) -> Bool {
      let way = to - from
      return ((point - from) * way).sum() >= share * (way * way).sum()
    }
  }

  /// A run of frames with one target, its settled part, and the median pointer there.
  private struct Plateau {
    var frames, settled: Range<Int>
    var point: Vector2
  }

  /// Seconds after a jump that count as moving: a usable filter settles in this time.
  package static let moving = 0.3
  /// Length in points below which a jump is not used, since noise alone would cross its halfway point.
  private static let shortestJump = 20.0

  package internal(set) var samples: [Sample]
  private(set) var plateaus = 0
  /// Jumps between plateaus that were detected in the signal, in the order of time.
  private(set) var saccades: [Jump] = []
  package var jumps: Int { saccades.count }

  /// A track from unsmoothed points and the target of each; points must be finite and times must increase.
  init(points: [Point], settling: Double) {
    samples = points.map { Sample(time: $0.time, point: $0.point) }
    var last: Plateau?
    for plateau in Self.plateaus(points, settling: settling) {
      plateaus += 1
      // In the settled part the reference is the plateau.
      for i in plateau.settled { samples[i].reference = plateau.point }
      // In the unsettled part the plateau applies from the jump on, not earlier, since the first half of a saccade is
      // already moving.
      let unsettled = plateau.frames.lowerBound..<plateau.settled.lowerBound
      if let last, last.frames.upperBound == plateau.frames.lowerBound {
        var jump = Jump(sample: 0, from: last.point, to: plateau.point)
        if (jump.to - jump.from).length < Self.shortestJump {
          for i in unsettled { samples[i].reference = plateau.point }
        } else if let first = unsettled.first(where: { isPassed(jump, from: $0) }) {
          jump.sample = first
          add(jump, until: plateau.frames.upperBound)
          for i in first..<plateau.settled.lowerBound { samples[i].reference = plateau.point }
        }
      }
      last = plateau
    }
  }

  /// Runs the standard pipeline without smoothing over observations, and makes a track for each participant, in the
  /// order of their numbers. `person` gives each participant's calibration; `settling` is the time after a target's
  /// change until the pointer counts as settled, seconds.
  package static func tracks(
    from observations: some Sequence<RecordedFrame.Observation>, geometry: ScreenGeometry,
    person: (Int) -> PersonCalibration, settling: Double = 0.6
  ) -> [PointerTrack] {
    var pipelines: [Int: StandardPipeline] = [:]
    var points: [Int: [Point]] = [:]
    for observation in observations {
      let participant = observation.participant
      // The values are removed from the dictionaries and put back, so that neither value is copied at each frame.
      var pipeline =
        pipelines.removeValue(forKey: participant)
        ?? StandardPipeline(
          geometry: geometry, person: person(participant), smoothing: .none, trigger: .never)
      var own = points.removeValue(forKey: participant) ?? []
      if let raw = pipeline.step(observation.frame).rawPointer, observation.frame.time > own.last?.time ?? -.infinity {
        own.append((observation.frame.time, raw, observation.target.flatMap { $0.isFinite ? $0 : nil }))
      }
      pipelines[participant] = pipeline
      points[participant] = own
    }
    return points.sorted { $0.key < $1.key }.map { person in
      let byTargets = PointerTrack(points: person.value, settling: settling)
      return byTargets.plateaus > 0 ? byTargets : PointerTrack(segmenting: person.value.map { ($0.time, $0.point) })
    }
  }

  package func prefix(seconds: Double) -> PointerTrack {
    guard let start = samples.first?.time else { return self }
    var short = self
    let end = samples.firstIndex { $0.time - start > seconds } ?? samples.count
    short.samples.removeLast(samples.count - end)
    short.saccades.removeAll { $0.sample >= end }
    // A plateau that is cut off counts as long as a part of it is left.
    short.plateaus = min(plateaus, short.saccades.count + 1)
    return short
  }

  /// Runs of one target with a settled part of at least ten points.
  private static func plateaus(
    _ points: [Point], settling: Double
  ) -> [Plateau] {
    var plateaus: [Plateau] = []
    var start = 0
    while start < points.count {
      let end = points[start...].firstIndex { $0.target != points[start].target } ?? points.count
      let first = points[start..<end].firstIndex { $0.time - points[start].time >= settling } ?? end
      if points[start].target != nil, end - first >= 10 {
        let settled = points[first..<end].map(\.point)
        let median = SIMD2(Quantiles.median(settled.map(\.x)) ?? 0, Quantiles.median(settled.map(\.y)) ?? 0)
        plateaus.append(Plateau(frames: start..<end, settled: first..<end, point: median))
      }
      start = end
    }
    return plateaus
  }

  /// True for a sample past halfway whose successor is past it as well, so that a single noisy point does not count as
  /// a jump.
  private func isPassed(_ jump: Jump, from i: Int) -> Bool {
    jump.isPassed(by: samples[i].point) && (i + 1 >= samples.count || jump.isPassed(by: samples[i + 1].point))
  }

  /// Adds a jump, after which the pointer moves until this sample at the latest.
  private mutating func add(_ jump: Jump, until end: Int) {
    saccades.append(jump)
    let start = samples[jump.sample].time
    for i in jump.sample..<end where samples[i].time - start < Self.moving { samples[i].isMoving = true }
  }
}

// MARK: Saccades detected in the signal

extension PointerTrack {
  /// A track from unsmoothed points alone: saccades detected by velocity, and a local line between them.
  ///
  /// A saccade is a run of samples whose velocity over five of them, (x₊₂ + x₊₁ − x₋₁ − x₋₂)/6 a frame, is greater than
  /// `6 × its own median`: the rule of Engbert & Kliegl (Vision Research 43, 2003), applied to the length of the vector
  /// instead of the axes. The reference of a sample between two saccades is the line fitted to the unsmoothed points
  /// within ±0.25 s of it that lie between the same two saccades. The line looks ahead, so it has no lag, and it
  /// follows a moving target.
  init(segmenting points: [(time: Double, point: Vector2)]) {
    samples = points.map { Sample(time: $0.time, point: $0.point) }
    var last: (end: Int, place: Vector2)?
    for segment in segments {
      plateaus += 1
      for i in segment { samples[i].reference = line(at: i, within: segment) }
      defer { last = samples[segment.upperBound - 1].reference.map { (segment.upperBound, $0) } }
      guard let last, let place = samples[segment.lowerBound].reference,
        samples[segment.lowerBound].time - samples[last.end - 1].time < 0.2
      else { continue }
      var jump = Jump(sample: segment.lowerBound, from: last.place, to: place)
      if let first = (last.end..<segment.lowerBound).first(where: { jump.isPassed(by: samples[$0].point) }) {
        jump.sample = first
      }
      for i in jump.sample..<segment.lowerBound { samples[i].reference = place }
      if (jump.to - jump.from).length >= Self.shortestJump { add(jump, until: segment.upperBound) }
    }
  }

  /// Runs of at least six samples between saccades and gaps.
  private var segments: [Range<Int>] {
    guard samples.count > 12 else { return [] }
    let velocities = (2..<samples.count - 2).map { i in
      ((samples[i + 2].point + samples[i + 1].point - samples[i - 1].point - samples[i - 2].point) / 6).length
    }
    // A pointer that never moves has a median of 0, so the threshold has a lower bound.
    let threshold = max(6 * (Quantiles.median(velocities) ?? 0), 0.5)
    var (segments, start): ([Range<Int>], Int?) = ([], nil)
    for i in samples.indices {
      let isFlying = velocities.indices.contains(i - 2) && velocities[i - 2] > threshold
      let isGap = i > 0 && samples[i].time - samples[i - 1].time > 0.1
      if let begun = start, isFlying || isGap {
        if i - begun >= 6 { segments.append(begun..<i) }
        start = nil
      }
      if start == nil, !isFlying { start = i }
    }
    if let start, samples.count - start >= 6 { segments.append(start..<samples.count) }
    return segments
  }

  /// Value at sample i of the line through the segment's samples within 0.25 s.
  private func line(at i: Int, within segment: Range<Int>) -> Vector2 {
    let now = samples[i].time
    var (low, high) = (i, i)
    while low > segment.lowerBound, now - samples[low - 1].time <= 0.25 { low -= 1 }
    while high + 1 < segment.upperBound, samples[high + 1].time - now <= 0.25 { high += 1 }
    var (n, t, tt, x, tx) = (0.0, 0.0, 0.0, Vector2.zero, Vector2.zero)
    for sample in samples[low...high] {
      let dt = sample.time - now
      n += 1
      t += dt
      tt += dt * dt
      x += sample.point
      tx += sample.point * dt
    }
    let determinant = n * tt - t * t
    return determinant > 0 ? (x * tt - tx * t) / determinant : x / n
  }
}

// MARK: Smoothing

extension PointerTrack {
  package func filtered(_ smoothing: Smoothing) -> [Vector2] {
    var filter = PointerFilter(smoothing)
    return samples.map { filter.step($0.point, at: $0.time) }
  }

  /// Settling time of each saccade, seconds: from the unsmoothed pointer's halfway point to three quarters of the way
  /// for the smoothed pointer; infinite if the next saccade comes first.
  ///
  /// - Parameter smoothed: the smoothed pointer at each sample.
  package func settlingTimes(_ smoothed: [Vector2]) -> [Double] {
    saccades.enumerated().map { number, jump in
      let end = number + 1 < saccades.count ? saccades[number + 1].sample : samples.count
      let settled = (jump.sample..<max(end, jump.sample)).first { jump.isPassed(by: smoothed[$0], share: 0.75) }
      return settled.map { samples[$0].time - samples[jump.sample].time } ?? .infinity
    }
  }
}

extension ScrollTrigger.Settings {
  /// A trigger that never scrolls, for a pipeline of which only the pointer is used.
  fileprivate static let never = ScrollTrigger.Settings(
    edgeZone: 0, edgeDwell: 1, offScreenZone: 0, offScreenDwell: 1, hysteresis: 0, release: 0, cooldown: 0, speed: 0,
    holdLimit: 0, blinkThreshold: 0.5)
}
