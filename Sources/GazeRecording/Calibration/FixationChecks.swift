package import GazePipeline

/// Checks of fixations, which report missing or wrong data before a solver would fail on them.
package struct FixationChecks: Sendable {
  private let nominal: ScreenGeometry
  private let free: Set<GeometryParameter>
  private let largest: Double

  /// Checks for a fit of `free` parameters around an upright device.
  ///
  /// - Parameter largest: the largest number of elements of the fit's Jacobian.
  package init(nominal: ScreenGeometry, free: Set<GeometryParameter>, largest: Double) {
    self.nominal = nominal
    self.free = free
    self.largest = largest
  }

  /// Checks the fixations of a recording. `tally`, if given, explains why a recording has no fixations.
  ///
  /// - Throws: `GazeFitError`, which states what is missing and how to record it.
  package func check(_ fixations: [Fixation], tally: FixationFinder.Tally?) throws(GazeFitError) {
    guard !free.isEmpty else { throw .nothingFree }
    guard nominal.points.isFinite, nominal.metres.isFinite, nominal.camera.isFinite, nominal.points.min() > 0,
      nominal.metres.min() > 0
    else { throw .badNominal }
    guard !fixations.isEmpty else { throw reasonForNone(tally) }
    for fixation in fixations {
      let isFinite = fixation.samples.allSatisfy {
        $0.origin.isFinite && $0.cameraFromFace.translation.isFinite && $0.reported.yaw.isFinite
          && $0.reported.pitch.isFinite
      }
      guard isFinite, fixation.target.isFinite, !fixation.samples.isEmpty else {
        throw .badFixation(participant: fixation.participant, start: fixation.start)
      }
      // A protocol shows targets at most half a screen beyond an edge; targets in pixels instead of points lie further
      // out.
      let share = fixation.target / nominal.points
      guard share.min() >= -0.5, share.max() <= 1.5 else {
        throw .targetOffScreen(fixation.target, points: nominal.points)
      }
    }
    // The fit keeps only one person's columns and the device's in memory at a time, so the size depends only on the
    // number of rows.
    guard Double(2 * fixations.count) * Double(free.count) <= largest else {
      throw .tooLarge(people: Set(fixations.map(\.participant)).count, fixations: fixations.count)
    }
    let isWithinOne = fixations.allSatisfy { $0.target.min() >= 0 && $0.target.max() <= 1 }
    guard !isWithinOne || nominal.points.max() < 10 else { throw .targetsAreShares }
    // Nobody sees a phone's targets from more than 3 m; `GazeFitError.farFace` says this number.
    if let fixation = fixations.first(where: { $0.distance > 3 }) {
      throw .farFace(participant: fixation.participant, start: fixation.start, distance: fixation.distance)
    }
    try checkCounts(fixations)
    try checkDirections(fixations)
    if free.contains(.gainH) || free.contains(.gainV) {
      let first = fixations[0].target
      // Targets count as different places if they are more than 10 points (a pointer's width) apart.
      guard fixations.contains(where: { ($0.target - first).length > 10 }) else { throw .oneTarget(first) }
    }
  }

  /// Correlation below which an axis is flipped. Reported and expected gaze correlate at about 0.9 over a screen,
  /// whatever the gain. Noise cannot push the correlation below this.
  private static let opposite = -0.3

  private func checkDirections(_ fixations: [Fixation]) throws(GazeFitError) {
    // Sums by person, since each person has a different offset.
    var sums = (xx: Vector2.zero, yy: Vector2.zero, xy: Vector2.zero)
    for own in Dictionary(grouping: fixations, by: \.participant).values where own.count >= 5 {
      let pairs = own.map { look -> (seen: Vector2, asked: Vector2) in
        let hit = nominal.hit(ofPoint: look.target)
        var (seen, asked) = (Vector2.zero, Vector2.zero)
        for sample in look.samples {
          let direction = sample.cameraFromFace.apply(direction: sample.reported.direction)
          let way = SIMD3(hit.x, hit.y, 0) - sample.cameraFromFace.apply(sample.origin)
          seen += SIMD2(direction.x, direction.y) / max(direction.z, 0.1)
          asked += SIMD2(way.x, way.y) / max(way.z, 0.01)
        }
        return (seen / Double(look.samples.count), asked / Double(look.samples.count))
      }
      let n = Double(pairs.count)
      let mean = pairs.reduce((Vector2.zero, Vector2.zero)) { ($0.0 + $1.seen / n, $0.1 + $1.asked / n) }
      for pair in pairs {
        let (seen, asked) = (pair.seen - mean.0, pair.asked - mean.1)
        sums.xx += seen * seen
        sums.yy += asked * asked
        sums.xy += seen * asked
      }
    }
    for (axis, k) in [("x", 0), ("y", 1)] {
      let scale = (sums.xx[k] * sums.yy[k]).squareRoot()
      if scale > 0, sums.xy[k] / scale < Self.opposite { throw .mirrored(axis: axis) }
    }
  }

  private func checkCounts(_ fixations: [Fixation]) throws(GazeFitError) {
    let counts = Dictionary(grouping: fixations, by: \.participant).mapValues(\.count)
    let personal = free.count { !$0.isShared }
    for (participant, count) in counts.sorted(by: { $0.key < $1.key }) where 2 * count < personal {
      throw .tooFewFixations(participant: participant, fixations: count, parameters: personal)
    }
    let all = free.count - personal + personal * counts.count
    guard 2 * fixations.count >= all else {
      throw .tooFewFixations(participant: nil, fixations: fixations.count, parameters: all)
    }
  }

  private func reasonForNone(_ tally: FixationFinder.Tally?) -> GazeFitError {
    guard let tally, tally.frames > 0 else { return .empty }
    let withTarget = tally.frames - tally.withoutTarget
    if withTarget == 0 { return .noTarget(frames: tally.frames) }
    if tally.lost + tally.unusable >= withTarget { return .allLost(frames: withTarget) }
    let looked = withTarget - tally.settling - tally.blinking
    if 2 * (tally.lost + tally.unusable) > looked {
      return .unusable(frames: tally.lost + tally.unusable, of: withTarget)
    }
    if tally.standing >= withTarget - 1 { return .stoppedClock(frames: withTarget) }
    if let step = tally.medianStep, step > 0.1 { return .slowFrames(step: step) }
    return .noFixation(runs: tally.dropped)
  }
}
