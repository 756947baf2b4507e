import GazeMetrics
import GazePipeline
public import GazeRecording
public import GazeSimulation
import GazeTesting

/// Error of the naive multiply against that of `standard`, device by device: the same simulated people on every screen.
public struct BodyOverlayTable: Sendable, Equatable {
  /// A device.
  public struct Row: Sendable, Equatable, Codable {
    /// Its identifier.
    public var device: String
    /// The view as the interface stands, points: width, height.
    public var viewport: [Double]
    /// Share of the picture that the view shows, across and down.
    public var visibleShare: [Double]
    /// Error of the naive multiply: mean and 95th percentile over all samples and joints, points.
    public var naive: [Double]
    /// Error of the standard pipeline, the same.
    public var correct: [Double]
  }

  /// The devices, in the order given.
  public let rows: [Row]
  /// Simulated people, seconds of each, and the seed.
  public let people: Int, seconds: Double, seed: UInt64
  /// The tracker's preset.
  public let preset: String

  /// A table over devices; people walk before an upright phone.
  ///
  /// - Throws: `DisplayTransformFault` for a device whose screen has no size.
  public init(
    _ profiles: [Profile], preset: ParameterPreset<BodyParameters>? = nil, people: Int = 4, seconds: Double = 10,
    seed: UInt64 = 1
  ) throws {
    let preset = try preset ?? .named("typical")
    (self.people, self.seconds, self.seed) = (people, seconds, seed)
    self.preset = preset.name
    rows = try profiles.map { profile in
      var simulation = RigSimulation<BodyRig>(
        device: NominalPhone(profile), scenario: .walking, preset: preset, seed: seed, phone: 0, participants: people,
        duration: seconds, rate: 30)
      try simulation.set("behaviour.leaves", 0)
      let settings = Dictionary(uniqueKeysWithValues: BodyRig.settings.map { ($0.name, $0.value) })
      let setup = RigSetup(profile: profile, header: simulation.header, settings: settings)
      let display = try BodyPicture(setup).display()
      func error(_ pipeline: String) -> [Double] {
        var all = ErrorSummary()
        for participant in 0..<people {
          var trial = BodyRig.trial(pipeline, setup, participant: participant)
          for sample in simulation.frames(participant: participant) { trial.take(sample) }
          all.merge(trial.close().error)
        }
        return [all.mean ?? .nan, all.p95 ?? .nan]
      }
      return Row(
        device: profile.id, viewport: [display.viewport.x, display.viewport.y],
        visibleShare: [display.visibleShare.x, display.visibleShare.y], naive: error("naive"),
        correct: error("standard"))
    }
  }

  private static let heading = [
    "device", "view, pt", "share across", "share down", "naive, mean pt", "naive, p95", "standard, mean pt",
    "standard, p95",
    "ratio",
  ]

  private var cells: [[String]] {
    return rows.map { row in
      [
        row.device, "\(number(row.viewport[0], 0)) x \(number(row.viewport[1], 0))", number(row.visibleShare[0], 4),
        number(row.visibleShare[1], 4), number(row.naive[0], 1), number(row.naive[1], 1), number(row.correct[0], 1),
        number(row.correct[1], 1), number(row.naive[0] / row.correct[0], 1),
      ]
    }
  }

  /// As `compare` shows it.
  public var table: RigDeviceTable {
    RigDeviceTable(
      title:
        "Error of the naive multiply and of the standard pipeline, device by device: \(people) simulated people who "
        + "walk before an upright phone for \(Int(seconds)) s (preset \(preset), seed \(seed)).",
      columns: Self.heading, rows: cells)
  }
}
