package import GazePipeline
package import GazeRecording

/// One person's unsmoothed pointer, and its reference position.
///
/// If targets jumped, the reference at a moment is the plateau of the current fixation: the median of the unsmoothed
/// pointer over the settled part of a target's time. It is not the target itself, since a filter is not meant to remove
/// bias and slow drift. A plateau's time begins when the unsmoothed pointer crosses halfway from the previous plateau,
/// because the person's reaction time is not the filter's lag. If no target was shown for long enough at one place
/// (reading, pursuit), saccades are detected in the signal instead: `PointerTrack+Segments`.
package struct PointerTrack: Sendable, Equatable {
  /// The point of one frame.
  package struct Sample: Sendable, Equatable {
    /// Seconds.
    package var time: Double
    /// The unsmoothed pointer, screen points.
    package var point: SIMD2<Double>
    /// Reference position; nil from a target's change until the eyes' jump, if that cannot be determined.
    package var reference: SIMD2<Double>?
    /// True within `PointerTrack.moving` after the jump.
    package var isMoving: Bool
  }

  /// A saccade between two fixations.
  package struct Jump: Sendable, Equatable {
    /// The first sample past halfway.
    package var sample: Int
    /// Settled position before the jump, screen points.
    package var from: SIMD2<Double>
    /// Settled position after the jump, screen points.
    package var to: SIMD2<Double>
  }

  /// Seconds after a jump that count as moving: a usable filter settles in this time.
  package static let moving = 0.3
  /// Length in points below which a jump is not used, since noise alone would cross its halfway point.
  static let shortestJump = 20.0

  /// Samples in the order of time.
  package internal(set) var samples: [Sample]
  /// Number of fixations with a plateau.
  package internal(set) var plateaus: Int
  /// Jumps between plateaus that were detected in the signal, in the order of time.
  package internal(set) var saccades: [Jump]
  /// Number of jumps.
  package var jumps: Int { saccades.count }

  /// A track from unsmoothed points and the target of each; points must be finite and times must increase.
  init(points: [(time: Double, point: SIMD2<Double>, target: SIMD2<Double>?)], settling: Double) {
    samples = points.map { Sample(time: $0.time, point: $0.point, reference: nil, isMoving: false) }
    (plateaus, saccades) = (0, [])
    var last: Look?
    for look in Self.looks(points, settling: settling) {
      plateaus += 1
      // In the settled part the reference is the plateau.
      for i in look.settled { samples[i].reference = look.plateau }
      // In the unsettled part the plateau applies from the jump on, not earlier, since the first half of a saccade is
      // already moving.
      let unsettled = look.frames.lowerBound..<look.settled.lowerBound
      if let last, last.frames.upperBound == look.frames.lowerBound {
        if (look.plateau - last.plateau).length < Self.shortestJump {
          for i in unsettled { samples[i].reference = look.plateau }
        } else if let jump = Self.jump(in: unsettled, of: samples, from: last.plateau, to: look.plateau) {
          saccades.append(Jump(sample: jump, from: last.plateau, to: look.plateau))
          for i in jump..<look.settled.lowerBound { samples[i].reference = look.plateau }
          let start = samples[jump].time
          for i in jump..<look.frames.upperBound where samples[i].time - start < Self.moving {
            samples[i].isMoving = true
          }
        }
      }
      last = look
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
    var points: [Int: [(time: Double, point: SIMD2<Double>, target: SIMD2<Double>?)]] = [:]
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

  /// The track's first `seconds`.
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

  private struct Look {
    var frames: Range<Int>
    var settled: Range<Int>
    var plateau: SIMD2<Double>
  }

  /// Runs of one target with a settled part of at least ten points.
  private static func looks(
    _ points: [(time: Double, point: SIMD2<Double>, target: SIMD2<Double>?)], settling: Double
  ) -> [Look] {
    var looks: [Look] = []
    var start = 0
    while start < points.count {
      var end = start + 1
      while end < points.count, points[end].target == points[start].target { end += 1 }
      let run = points[start..<end]
      if points[start].target != nil {
        let first = run.firstIndex { $0.time - points[start].time >= settling } ?? end
        if end - first >= 10 {
          let settled = points[first..<end]
          let plateau = SIMD2(
            Quantiles.median(settled.map(\.point.x)) ?? 0, Quantiles.median(settled.map(\.point.y)) ?? 0)
          looks.append(Look(frames: start..<end, settled: first..<end, plateau: plateau))
        }
      }
      start = end
    }
    return looks
  }

  /// The first sample past halfway whose successor is past it as well, so that a single noisy point does not count as a
  /// jump.
  private static func jump(
    in range: Range<Int>, of samples: [Sample], from: SIMD2<Double>, to: SIMD2<Double>
  ) -> Int? {
    let way = to - from
    func isPast(_ i: Int) -> Bool { ((samples[i].point - from) * way).sum() >= 0.5 * (way * way).sum() }
    return range.first { isPast($0) && ($0 + 1 >= samples.count || isPast($0 + 1)) }
  }
}

extension ScrollTrigger.Settings {
  /// A trigger that never scrolls, for a pipeline of which only the pointer is used.
  fileprivate static let never = ScrollTrigger.Settings(
    edgeZone: 0, edgeDwell: 1, offScreenZone: 0, offScreenDwell: 1, hysteresis: 0, release: 0, cooldown: 0, speed: 0,
    holdLimit: 0, blinkThreshold: 0.5)
}
