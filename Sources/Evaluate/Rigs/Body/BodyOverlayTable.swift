import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// Errors of the pipeline that multiplies naively and of the pipeline `standard`, device by device, for the same
/// simulated people on every screen.
struct BodyOverlayTable: Sendable, Equatable {
  /// One device.
  struct Row: Sendable, Equatable, Codable {
    /// Its identifier.
    var device: String
    /// The view in the interface's orientation, points: width, height.
    var viewport: [Double]
    /// Share of the camera's picture that the view shows, horizontally and vertically.
    var visibleShare: [Double]
    /// Error of the naive multiply: mean and 95th percentile over all samples and joints, points.
    var naive: [Double]
    /// Error of the standard pipeline: mean and 95th percentile over all samples and joints, points.
    var correct: [Double]
  }

  /// The devices, in the order given.
  let rows: [Row]
  /// Number of simulated people, seconds of each, and the seed.
  let people: Int, seconds: Double, seed: UInt64
  /// The tracker's preset.
  let preset: String

  /// A table over devices; the people walk in front of an upright phone.
  ///
  /// - Throws: `DisplayTransformError` for a device whose screen has no size.
  init(
    _ profiles: [DeviceProfile], preset: ParameterPreset<BodyParameters>? = nil, people: Int = 4, seconds: Double = 10,
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
      var setup = Setup(profile: profile, header: simulation.stated)
      setup.settings = Dictionary(uniqueKeysWithValues: BodyRig.settings.map { ($0.name, $0.value) })
      let display = try BodyPicture(setup).display()
      func error(_ pipeline: String) throws -> [Double] {
        let pipeline = try BodyRig.pipeline(named: pipeline)
        var all = ErrorSummary()
        for participant in 0..<people {
          var take = SimulatedTake(simulation, participant: participant)
          let trial = pipeline.trial(setup, participant: participant)
          all.merge(BodyRig.measure(&take, [trial], watching: nil)[0].error)
        }
        return [all.mean ?? .nan, all.p95 ?? .nan]
      }
      return Row(
        device: profile.id, viewport: [display.viewport.x, display.viewport.y],
        visibleShare: [display.visibleShare.x, display.visibleShare.y], naive: try error("naive"),
        correct: try error("standard"))
    }
  }

  /// The table as `compare` shows it.
  var table: RigDeviceTable {
    RigDeviceTable(
      title:
        """
        Error of the naive multiply and of the standard pipeline, device by device: \(people) simulated people who \
        walk in front of an upright phone for \(Int(seconds)) s (preset \(preset), seed \(seed)).
        """,
      columns: [
        "device", "view, pt", "share across", "share down", "naive, mean pt", "naive, p95", "standard, mean pt",
        "standard, p95", "ratio",
      ],
      rows: rows.map { row in
        let view = row.viewport.map { NumberText.brief($0, 0) }.joined(separator: " x ")
        let points = row.naive + row.correct + [row.naive[0] / row.correct[0]]
        return [row.device, view] + row.visibleShare.map { NumberText.brief($0, 4) }
          + points.map { NumberText.brief($0, 1) }
      })
  }
}
