import GazePipeline
import GazeSimulation

extension Report<GazeRig> {
  /// Attaches the tracks that a run has kept for its page, if it has kept any.
  mutating func attach(_ records: [TrackRecord], of run: Run<GazeRig>) {
    guard let recording = TrackRecording([run]), !records.isEmpty else { return }
    let front = recording.points(records)
    findings.front = front.isEmpty ? nil : front
    findings.replay = recording.tracks(records, of: run, pipelines: [self.pipeline])
    // A gate may have judged more people than those whose tracks were kept.
    findings.replay?.peopleInAll = participants
  }

  /// Attaches the tracks of recordings.
  mutating func attach(_ tapes: [TrackTape], recordedAt rate: Double, smoothing: Smoothing?, screen: ScreenGeometry) {
    let bank = LagJitterFront.bank(smoothing)
    let plan = TrackPlan(recordedAt: rate)
    let records = tapes.enumerated().map { index, tape in
      tape.finish(index < TrackPlan.frontPeople ? bank : [], rate: rate, screen: screen)
    }
    let front = LagJitterFront.points(bank, chosen: smoothing, people: records.compactMap(\.front))
    findings.front = front.isEmpty ? nil : front
    findings.replay = ReplayTracks(
      frameRate: plan.rate, keepsEvery: plan.keepsEvery, peopleInAll: participants, secondsKept: plan.seconds,
      screen: ReplayTracks.Screen(screen), pipelines: [self.pipeline], pages: [], people: records.compactMap(\.person))
  }
}
