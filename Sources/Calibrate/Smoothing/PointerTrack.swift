package import GazePipeline
package import GazeRecording

/// One person's unsmoothed pointer, and where it should have been.
///
/// Where targets jumped, the reference at a moment is the plateau of the look that the eyes are in: the median of the
/// unsmoothed pointer over the settled part of a target's time, not the target itself, since bias and slow drift are no
/// filter's to remove. A plateau's time begins when the unsmoothed pointer crosses halfway from the one before: the
/// person's reaction time is not the filter's lag. Where none stood still long enough (reading, pursuit), the saccades
/// are found in the signal instead: `PointerTrack+Segments`.
package struct PointerTrack: Sendable, Equatable {
  /// One frame's point.
  package struct Sample: Sendable, Equatable {
    /// Seconds.
    package var time: Double
    /// The unsmoothed pointer, screen points.
    package var point: SIMD2<Double>
    /// Where it should be; nil from a target's change until the eyes' jump, where that cannot be told.
    package var reference: SIMD2<Double>?
    /// True within `PointerTrack.moving` after the jump.
    package var isMoving: Bool
  }

  /// A saccade between two looks.
  package struct Jump: Sendable, Equatable {
    /// The first sample past halfway.
    package var sample: Int
    /// Where the pointer settled before, screen points.
    package var from: SIMD2<Double>
    /// Where it settles after.
    package var to: SIMD2<Double>
  }

  /// Seconds after a jump that count as moving: the time in which a usable filter settles.
  package static let moving = 0.3
  /// Jumps shorter than this, points, have no halfway that noise does not cross.
  static let shortestJump = 20.0

  /// In the order of time.
  package internal(set) var samples: [Sample]
  /// Looks with a plateau.
  package internal(set) var plateaus: Int
  /// Jumps between them that were found in the signal, in the order of time.
  package internal(set) var saccades: [Jump]
  /// How many.
  package var jumps: Int { saccades.count }

  /// A track from unsmoothed points and the target at each; points must be finite and times increasing.
  init(points: [(time: Double, point: SIMD2<Double>, target: SIMD2<Double>?)], settling: Double) {
    samples = points.map { Sample(time: $0.time, point: $0.point, reference: nil, isMoving: false) }
    (plateaus, saccades) = (0, [])
    var last: Look?
    for look in Self.looks(points, settling: settling) {
      plateaus += 1
      // Settled: the plateau holds.
      for i in look.settled { samples[i].reference = look.plateau }
      // Before: from the jump on. Not sooner, since a saccade's first half is already on its way.
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

  /// Runs the standard pipeline without smoothing over observations and makes a track for each participant, in
  /// the order of their numbers. `person` gives each one's calibration; `settling` is the time after a target's
  /// change before the pointer counts as settled, seconds.
  package static func tracks(
    from observations: some Sequence<RecordedFrame.Observation>, geometry: ScreenGeometry,
    person: (Int) -> PersonCalibration, settling: Double = 0.6
  ) -> [PointerTrack] {
    var pipelines: [Int: StandardPipeline] = [:]
    var points: [Int: [(time: Double, point: SIMD2<Double>, target: SIMD2<Double>?)]] = [:]
    for observation in observations {
      let participant = observation.participant
      // Taken out, so that neither is copied at each frame.
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

  /// The first so many seconds.
  package func prefix(seconds: Double) -> PointerTrack {
    guard let start = samples.first?.time else { return self }
    var short = self
    let end = samples.firstIndex { $0.time - start > seconds } ?? samples.count
    short.samples.removeLast(samples.count - end)
    short.saccades.removeAll { $0.sample >= end }
    // A plateau may be cut; it is counted while any of it is left.
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

  /// The first sample past halfway whose successor is past it as well, so that one noisy point is no jump.
  private static func jump(
    in range: Range<Int>, of samples: [Sample], from: SIMD2<Double>, to: SIMD2<Double>
  ) -> Int? {
    let way = to - from
    func isPast(_ i: Int) -> Bool { ((samples[i].point - from) * way).sum() >= 0.5 * (way * way).sum() }
    return range.first { isPast($0) && ($0 + 1 >= samples.count || isPast($0 + 1)) }
  }
}

extension ScrollTrigger.Settings {
  /// A trigger for a pipeline of which only the pointer is wanted.
  fileprivate static let never = ScrollTrigger.Settings(
    edgeZone: 0, edgeDwell: 1, offScreenZone: 0, offScreenDwell: 1, hysteresis: 0, release: 0, cooldown: 0, speed: 0,
    holdLimit: 0, blinkThreshold: 0.5)
}
