import GazePipeline

extension GeometryFit {
  /// Says what is missing before the solver would stumble over it.
  func check(_ fixations: [Fixation], tally: FixationFinder.Tally?) throws(GeometryFitFailure) {
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
      // Half a screen beyond an edge is as far as a protocol would go; pixels taken for points lie further.
      let share = fixation.target / nominal.points
      guard share.min() >= -0.5, share.max() <= 1.5 else {
        throw .targetOffScreen(fixation.target, points: nominal.points)
      }
    }
    try checkSize(fixations)
    try checkCounts(fixations)
    if free.contains(.gainH) || free.contains(.gainV) {
      let first = fixations[0].target
      // A pointer's width apart is another place.
      guard fixations.contains(where: { ($0.target - first).length > 10 }) else { throw .oneTarget(first) }
    }
  }

  private func checkCounts(_ fixations: [Fixation]) throws(GeometryFitFailure) {
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

  /// One person's columns beside the device's are held at a time, so that rows count alone.
  private func checkSize(_ fixations: [Fixation]) throws(GeometryFitFailure) {
    guard Double(2 * fixations.count) * Double(free.count) <= largest else {
      throw .tooLarge(people: Set(fixations.map(\.participant)).count, fixations: fixations.count)
    }
  }

  /// Where the model has no value a residual is a large number that stands for nothing.
  func checkIsDefined(
    _ problem: GeometryProblem, at x: [Double], _ fixations: [Fixation]
  ) throws(GeometryFitFailure) {
    if let i = problem.firstUndefined(at: x) {
      throw .behindFace(participant: fixations[i].participant, start: fixations[i].start)
    }
  }

  private func reasonForNone(_ tally: FixationFinder.Tally?) -> GeometryFitFailure {
    guard let tally, tally.frames > 0 else { return .empty }
    let withTarget = tally.frames - tally.withoutTarget
    if withTarget == 0 { return .noTarget(frames: tally.frames) }
    if tally.lost + tally.unusable >= withTarget { return .allLost(frames: withTarget) }
    return .noFixation(runs: tally.dropped)
  }
}
