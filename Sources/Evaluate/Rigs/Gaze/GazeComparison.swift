import GazePipeline
import GazeRecording
package import GazeSimulation

/// Several pipelines on the same people, at several reclines of the phone.
package struct GazeComparison: Sendable {
  /// The run that all arms share; each arm replaces the run's pipeline and person calibration.
  package var run: Run<GazeRig>
  /// Reclines of the phone from upright, degrees.
  package var reclines: [Double]
  /// The arms; the last one is the reference of the ratios.
  package var arms: [Arm]

  /// A comparison.
  package init(_ run: Run<GazeRig>, reclines: [Double], arms: [Arm]) {
    self.run = run
    self.reclines = reclines
    self.arms = arms
  }

  /// All rows, recline by recline; in a closed loop each arm has the same people, but moves its own page.
  package func rows(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> [Row] {
    try await rowsAndTracks(jobs: jobs, progress: progress).rows
  }

  /// The rows, and the tracks of the first recline for a page if `run.recordsTracks` asks for them.
  package func rowsAndTracks(
    jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> (rows: [Row], tracks: ReplayTracks?) {
    try run.validate()
    for arm in arms where arm.calibration != nil || arm.recentre != nil || arm.trigger != nil {
      try armRun(arm, reclines.first ?? 0).validate()
    }
    // There are two passes over the people: the first finds all best constants, and in the second all arms share the
    // frames.
    let searched = arms.indices.filter { arms[$0].constant == .best }
    let passes = Double(reclines.count * ((searched.isEmpty ? 0 : 1) + 1))
    let people = Double(run.simulation.participants)
    var done = 0.0
    func pass() -> @Sendable (Int) -> Void {
      let before = done
      done += 1
      return { progress((before + min(Double($0) / people, 1)) / passes) }
    }
    var rows: [Row] = []
    var tracks: ReplayTracks?
    for (turn, recline) in reclines.enumerated() {
      var runs = try arms.map { try armRun($0, recline) }
      if turn > 0 { for index in runs.indices { runs[index].recordsTracks = false } }
      if !searched.isEmpty {
        let found = try await Run.bestConstants(searched.map { runs[$0] }, jobs: jobs, progress: pass())
        for (place, constant) in zip(searched, found) { runs[place].correction = .fixed(constant) }
      }
      let kept = try await Run.people(runs, jobs: jobs, progress: pass()) { measured in
        // Every arm has the same tracks.
        (record: measured.first?.record, figures: measured.map { ArmFigures($0) })
      }
      let people = kept.map(\.figures)
      if turn == 0, let first = runs.first, let recording = TrackRecording(runs) {
        tracks = recording.tracks(kept.compactMap(\.record), of: first, pipelines: arms.map(\.label))
      }
      for (place, arm) in arms.enumerated() {
        var row = Row(
          recline, arm, runs[place].correction, people.map { $0[place] },
          against: people.map { $0[arms.count - 1] }, showsSmoothing: hasSmoothings)
        row.note(runs[place], among: arms, isIdeal: arm.isIdeal)
        rows.append(row)
      }
      progress(done / passes)
    }
    return (rows, tracks)
  }

  /// True if arms differ in the smoothing, so that lag and jitter are shown.
  private var hasSmoothings: Bool { arms.contains { $0.smoothing != nil } }

  private func armRun(_ arm: Arm, _ recline: Double) throws -> Run<GazeRig> {
    var armRun = run
    try armRun.simulation.set("phone.recline", recline)
    armRun.pipeline = arm.pipeline
    armRun.personCalibration = arm.personCalibration
    armRun.options.parts = ArmFigures.parts(hasSmoothings: hasSmoothings)
    if let smoothing = arm.smoothing { armRun.options.smoothing = smoothing.value }
    if let calibration = arm.calibration { armRun.calibration = calibration }
    if let recentre = arm.recentre { armRun.options.recentre = recentre }
    if let trigger = arm.trigger { armRun.options.trigger = trigger }
    if arm.isIdeal {
      let (usual, ideal) = (armRun.simulation.preset, GazePreset.ideal)
      // A phone that the user chose stays the same.
      if armRun.simulation.phone == usual.defaultPhone { armRun.simulation.phone = ideal.defaultPhone }
      armRun.simulation.preset = ideal
    }
    switch arm.constant {
    case .none, .best: break
    case .fivePoints: armRun.correction = .fivePoints
    case .hindsight: armRun.correction = .hindsight
    }
    return armRun
  }
}
