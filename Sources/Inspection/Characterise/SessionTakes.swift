import Calibrate
import GazePipeline
import PortableFoundation

/// Fixations of people in several recordings, collected for the fit of the error over time.
struct SessionTakes: Sendable {
  private struct Key: Hashable {
    var person: Int
    /// A person's takes on another device are fitted on their own, since its offset differs.
    var device: String
  }

  private var all: [Key: (cameraSigma: Vector2, takes: [SessionFixations])] = [:]

  /// Adds one person's take.
  mutating func add(_ fixations: SessionFixations, of person: Int, device: String, cameraSigma: Vector2) {
    guard fixations.visits > 0 else { return }
    all[Key(person: person, device: device), default: (cameraSigma, [])].takes.append(fixations)
  }

  /// The error over time of the people who have a take with several visits; nil without such people.
  func overTime(_ scale: NoiseScale, jobs: Int) async throws -> CharacteriseReport.OverTime? {
    let planned = all.sorted { ($0.key.person, $0.key.device) < ($1.key.person, $1.key.device) }.map(\.value)
      .filter { SessionFit.isPlanned($0.takes) }
    guard !planned.isEmpty else { return nil }
    let fits = try await mapInParallel(count: planned.count, jobs: jobs) { index in
      SessionFit(planned[index].takes, scale: scale, cameraSigma: planned[index].cameraSigma)
    }
    let rows = zip(fits, planned).map { $0?.characteristics ?? SessionFit.missing($1.takes) }
    func sum(_ count: (SessionFit) -> Int) -> Int { fits.reduce(0) { $0 + ($1.map(count) ?? 0) } }
    return CharacteriseReport.OverTime(
      people: planned.count, sessions: sum(\.sessions), visits: sum(\.visits), looks: sum(\.fixationCount),
      characteristics: Characterisation.combined(rows))
  }
}
