import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Checks that recentring is not misled by deliberate gaze: people look off in one direction for minutes, or read one
/// column only. In front of a tracker without error, whatever offset is then assumed is wrong; with any tracker, what
/// reading adds to it is.
///
/// It is the failure of Dasher's automatic calibration, which took deliberate glances in one direction for an error:
/// https://github.com/dasher-project/DasherCore/issues/64.
struct MisuseStudy: Study {
  static let name = "misuse"
  static let question = "Is recentring misled by people who deliberately look off, or read one column?"

  /// Largest shift per axis, points; it was set before any tuning.
  static let bar = 10.0
  /// Seconds after which shifts count: a pointer that has just begun is not yet used.
  static let start = 5.0

  let profile: DeviceProfile
  /// Number of people in each way.
  var participants = 20
  /// Seed of the people.
  var seed: UInt64 = 1
  /// The tracker.
  var preset = GazePreset.ideal
  /// Length of a take, seconds.
  var seconds = 600.0
  /// Share of the visible pointer's error that people compensate, 0…1; with 0 no pointer is visible.
  var compensation = 0.0
  /// Arms; tests use fewer.
  var arms = RecentreStudy.Arm.judged

  init(_ profile: DeviceProfile) { self.profile = profile }

  init(_ options: inout Options) throws {
    self.init(try options.device())
    participants = try options.participants(participants)
    seed = try options.seed()
    preset = try GazePreset.load(try options.text("preset") ?? GazePreset.ideal.name)
    seconds = try options.number("duration", seconds, 30...3600)
    compensation = try options.number("compensation", 0.0, 0...1)
  }

  /// A way of looking that has nothing to do with an offset.
  struct Way: Sendable {
    let name: String
    let hasText: Bool
    let scenario: GazeScenario
    let settings: [String: Double]

    /// Four directions, with and without text, two columns, and the control, which reads as recentring expects: it
    /// shows that the arms learn, and by how much they are off then.
    static let all: [Way] =
      [("right", 0.35, 0.0), ("left", -0.35, 0), ("down", 0, 0.3), ("up", 0, -0.3)].flatMap { name, x, y in
        [false, true].map { hasText in
          Way(
            name: "looks \(name)", hasText: hasText, scenario: .steer,
            settings: ["task.steerX": x, "task.steerY": y, "task.appStates": hasText ? 1 : 0])
        }
      }
      + [("left", 0.0), ("right", 0.5)].map { name, from in
        Way(
          name: "reads the \(name) column", hasText: true, scenario: .reading,
          settings: ["task.column": 0.5, "task.columnFrom": from, "task.appStates": 1])
      }
      + [Way(name: "reads whole lines", hasText: true, scenario: .reading, settings: ["task.appStates": 1])]

    var isControl: Bool { settings["task.column"] == nil && scenario == .reading }
  }

  /// Largest shifts of one arm in one way, over people and time, points.
  struct Row: Sendable {
    let arm: RecentreStudy.Arm
    let way: Way
    /// Shift of the offset by reading: that of the same take in which reading is ignored is subtracted, since dots and
    /// taps have noise of their own.
    var reading: Vector2
    /// Shift of the offset by all evidence.
    let all: Vector2
    /// Number of observations that were learned from, over all people: dots, taps, and ends of lines; nil for the arm
    /// `reading`, which learns from each fixation.
    let used: Int?

    /// True if reading shifts the pointer by less than the bar; nil for the control.
    var isMet: Bool? { way.isControl ? nil : reading.max() < bar }
  }

  func run(_ runner: StudyRunner) async throws -> StudyTable { table(try await rows(runner)) }

  /// All arms in all ways. Nobody taps or sees a dot in `steer`, and without text nothing is read along.
  func rows(_ runner: StudyRunner) async throws -> [Row] {
    let cells = arms.flatMap { arm in
      Way.all.filter { way in arm == .x || (way.hasText && (arm == .reading || way.scenario == .reading)) }
        .map { (arm: arm, way: $0) }
    }
    let shifts = try await runner.cells(cells.map { _ in participants }) { cell, participant in
      try shift(cells[cell].arm, cells[cell].way, participant: participant)
    }
    return zip(cells, shifts).map { cell, shifts in
      Row(
        arm: cell.arm, way: cell.way, reading: shifts.reduce(.zero) { pointwiseMax($0, $1.reading) },
        all: shifts.reduce(.zero) { pointwiseMax($0, $1.all) },
        used: cell.arm == .reading ? nil : shifts.reduce(0) { $0 + $1.used })
    }
  }

  /// One person's largest shifts, and the number of observations used.
  private struct Shift: Sendable, Codable {
    var reading = Vector2.zero
    var all = Vector2.zero
    var used = 0
  }

  /// Readers are in a loop that the pipeline closes; while people look off there is no page.
  private func shift(_ arm: RecentreStudy.Arm, _ way: Way, participant: Int) throws -> Shift {
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: way.scenario, preset: preset, seed: seed, participants: participants,
      duration: seconds)
    var settings = arm.constants.merging(way.settings) { $1 }
    let isClosed = way.scenario == .reading
    if isClosed { simulation.loop = GazeRig.standard.name }
    if compensation > 0 { settings.merge(["behaviour.compensation": compensation, "sign.made": 1]) { $1 } }
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) { try simulation.set(key, value) }
    // Only this rule has zones that people can see.
    let trigger = compensation > 0 ? ScrollTrigger.Settings.confirm : profile.trigger.settings
    try simulation.validate()
    let lines = simulation.stated(for: participant).lines.map(\.line)
    func pipeline(_ recentring: Recentring.Settings?) -> StandardPipeline {
      StandardPipeline(
        geometry: simulation.screen, smoothing: .none, trigger: trigger, recentring: recentring, lines: lines)
    }
    var (subject, plain) = (pipeline(arm.recentring), pipeline(.init(reading: .ignored)))
    var shift = Shift()
    var frames = simulation.frames(participant: participant)
    while let frame = frames.next() {
      let seen = frame.observation
      let output = subject.step(seen.frame, seen.app.context)
      if compensation > 0 {
        frames.observe(pointer: output.pointer)
        frames.observe(isArmed: subject.armed != .none)
      }
      if isClosed { frames.scroll(output.scroll) }
      _ = plain.step(seen.frame, seen.app.context)
      guard seen.frame.time > Self.start, let now = subject.recentring?.offset, let other = plain.recentring?.offset
      else { continue }
      let moved = now - other
      shift.reading = pointwiseMax(shift.reading, pointwiseMax(moved, -moved))
      shift.all = pointwiseMax(shift.all, pointwiseMax(now, -now))
    }
    shift.used = subject.recentring?.used ?? 0
    return shift
  }

  func table(_ rows: [Row]) -> StudyTable {
    let judged = rows.filter { $0.isMet != nil }
    let columns: [StudyColumn<Row>] = [
      .init("arm", \.arm.rawValue), .init("people", \.way.name), .init("text") { $0.way.hasText ? "yes" : "no" },
      .init("by reading x, y pt") { "\($0.reading.x, 1), \($0.reading.y, 1)" },
      .init("with dots and taps x, y pt") { "\($0.all.x, 1), \($0.all.y, 1)" },
      .init("used") { $0.used.map(String.init) ?? "-" },
      .init("below \(Self.bar, 0) pt") { $0.isMet.map { $0 ? "met" : "MISSED" } ?? "control" },
    ]
    return StudyTable(
      title: [
        """
        \(profile.id): \(participants) people in each way, seed \(seed), preset \(preset.name), \(seconds / 60, 1) \
        min; \
        \(compensation > 0 ? "people see the pointer and compensate \(100 * compensation, 0) %" : "no pointer")
        """
      ],
      parts: [StudyPart("largest shift over people, from \(Self.start, 0) s on", rows, columns)],
      conclusion: participants < Resampling.fewestPeople
        ? StudyTable.tooFew
        : """
        \(judged.contains { $0.isMet == false } ? "missed" : "met"): reading along shifts the pointer by at most \
        \(judged.map { $0.reading.max() }.max(), 1) pt; below \(Self.bar, 0) pt is required
        """)
  }
}
