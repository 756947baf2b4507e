import GazeMetrics
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

  /// Largest shift per axis, points. Its source is the issue that asks for recentring ("Accuracy that does not hang on
  /// an assumption", "It must show", line 4); it was set before any tuning.
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

  init(profile: DeviceProfile) { self.profile = profile }

  /// A way of looking that has nothing to do with an offset.
  struct Way: Sendable {
    let name: String
    let hasText: Bool
    let scenario: GazeScenario
    let settings: [String: Double]

    /// Four directions, with and without text, two columns, and the control.
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
      } + [control]

    /// Reading as recentring expects it. It shows that the arms learn, and by how much they are off then.
    static let control = Way(
      name: "reads whole lines", hasText: true, scenario: .reading, settings: ["task.appStates": 1])
    var isControl: Bool { settings["task.column"] == nil && scenario == .reading }
  }

  /// Largest shifts of one arm in one way, over people and time, points; the control, which is not judged, reads whole
  /// lines.
  struct Row: Sendable {
    var arm: RecentreStudy.Arm
    var way: String
    var hasText: Bool
    /// Shift of the offset by reading: that of the same take in which reading is ignored is subtracted, since dots and
    /// taps have noise of their own.
    var x: Double
    var y: Double
    /// Shift of the offset by all evidence.
    var allX: Double
    var allY: Double
    /// Number of observations that were learned from, over all people: dots, taps, and ends of lines; nil for the arm
    /// `reading`, which learns from each fixation.
    var used: Int?
    /// True if reading shifts the pointer by less than the bar; nil for the control.
    var isMet: Bool?
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
    return cells.indices.map { index in
      let own = shifts[index]
      let reading = own.reduce(.zero) { pointwiseMax($0, $1.reading) }
      let all = own.reduce(.zero) { pointwiseMax($0, $1.all) }
      return Row(
        arm: cells[index].arm, way: cells[index].way.name, hasText: cells[index].way.hasText, x: reading.x,
        y: reading.y, allX: all.x, allY: all.y,
        used: cells[index].arm == .reading ? nil : own.reduce(0) { $0 + $1.used },
        isMet: cells[index].way.isControl ? nil : reading.max() < Self.bar)
    }
  }

  /// One person's largest shifts, and the number of observations used.
  private struct Shift: Sendable, Codable {
    var reading: SIMD2<Double>
    var all: SIMD2<Double>
    var used: Int
  }

  /// Readers are in a loop that the pipeline closes; while people look off there is no page.
  private func shift(_ arm: RecentreStudy.Arm, _ way: Way, participant: Int) throws -> Shift {
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: way.scenario, preset: preset, seed: seed, participants: participants,
      duration: seconds)
    let settings = arm.constants.merging(way.settings) { $1 }
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) { try simulation.set(key, value) }
    let isClosed = way.scenario == .reading
    if isClosed { simulation.loop = GazeRig.standard.name }
    if compensation > 0 {
      try simulation.set("behaviour.compensation", compensation)
      try simulation.set("sign.made", 1)
    }
    // Only this rule has zones that people can see.
    let trigger = compensation > 0 ? ScrollTrigger.Settings.confirm : profile.trigger.settings
    try simulation.validate()
    let lines = simulation.stated(for: participant).lines.map(\.line)
    func pipeline(_ recentring: Recentring.Settings?) -> StandardPipeline {
      StandardPipeline(
        geometry: simulation.screen, smoothing: .none, trigger: trigger, recentring: recentring, lines: lines)
    }
    var (subject, plain) = (pipeline(arm.recentring), pipeline(.init(reading: .ignored)))
    var (reading, all) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var frames = simulation.frames(participant: participant)
    while let frame = frames.next() {
      let seen = frame.observation
      let output = subject.step(seen.frame, seen.app.context)
      if compensation > 0 {
        frames.see(pointer: output.pointer)
        frames.see(isArmed: subject.armed != .none)
      }
      if isClosed { frames.scroll(output.scroll) }
      _ = plain.step(seen.frame, seen.app.context)
      guard seen.frame.time > Self.start, let now = subject.recentring?.offset, let other = plain.recentring?.offset
      else { continue }
      let moved = now - other
      reading = pointwiseMax(reading, pointwiseMax(moved, -moved))
      all = pointwiseMax(all, pointwiseMax(now, -now))
    }
    return Shift(reading: reading, all: all, used: subject.recentring?.used ?? 0)
  }

  func table(_ rows: [Row]) -> StudyTable {
    let control = rows.filter { $0.isMet == nil }, judged = rows.filter { $0.isMet != nil }
    let worst = judged.max { max($0.x, $0.y) < max($1.x, $1.y) }
    let missed = judged.filter { $0.isMet == false }
    let size = worst.map { NumberText.fixed(max($0.x, $0.y), 1) } ?? "-"
    let (start, most) = missed.isEmpty ? ("", "at most") : ("missed: ", "up to")
    let verdict = "\(start)reading along shifts the pointer by \(most) \(size) pt"
    let conclusion =
      participants < Resampling.fewestPeople
      ? "too few people for a verdict: at least \(Resampling.fewestPeople) are needed in each way"
      : verdict + "; below \(NumberText.fixed(Self.bar, 0)) pt is required"
    let visible =
      compensation > 0
      ? "pointer and armed zones are visible, and people compensate \(NumberText.fixed(100 * compensation, 0)) % of "
        + "the pointer's error" : "no pointer is visible"
    func largest(_ rows: [Row], _ x: KeyPath<Row, Double>, _ y: KeyPath<Row, Double>) -> String {
      shifts(rows.map { $0[keyPath: x] }.max() ?? 0, rows.map { $0[keyPath: y] }.max() ?? 0)
    }
    func count(_ rows: [Row]) -> String {
      let used = rows.compactMap(\.used)
      return used.isEmpty ? "-" : "\(used.reduce(0, +))"
    }
    func shifts(_ x: Double, _ y: Double) -> String { "\(NumberText.fixed(x, 1)), \(NumberText.fixed(y, 1))" }
    let byArm: [[Row]] = arms.map { arm in judged.filter { $0.arm == arm } }.filter { !$0.isEmpty }
    let bar = NumberText.fixed(Self.bar, 0)
    let largestShifts = StudyPart(
      "largest shift of people who look off, or read one column, x and y in pt:", byArm,
      [
        .init("arm") { $0[0].arm.rawValue }, .init("by reading") { largest($0, \.x, \.y) },
        .init("with dots and taps") { largest($0, \.allX, \.allY) },
        .init("below \(bar) by reading") { rows in "in \(rows.count { $0.isMet == true }) of \(rows.count) ways" },
        .init("used") { count($0) },
        .init("by whole lines") { rows in count(control.filter { $0.arm == rows[0].arm }) },
      ])
    let eachWay = StudyPart(
      "each way", rows,
      [
        .init("arm") { $0.arm.rawValue }, .init("people") { $0.way }, .init("text") { $0.hasText ? "yes" : "no" },
        .init("by reading", unit: "x, y pt") { shifts($0.x, $0.y) },
        .init("with dots and taps", unit: "x, y pt") { shifts($0.allX, $0.allY) }, .init("used") { count([$0]) },
        .init("below \(bar) pt") { row in row.isMet.map { $0 ? "met" : "MISSED" } ?? "control" },
      ])
    return StudyTable(
      title: [
        """
        \(profile.id): \(NumberText.count(participants, "person", "people")) in each way, seed \(seed), preset \
        \(preset.name), \(NumberText.fixed(seconds / 60, 1)) min; \(visible)
        """
      ],
      parts: [largestShifts, eachWay],
      remarks: [
        """
        by reading: the largest shift over people, from \(NumberText.fixed(Self.start, 0)) s on, beside the same take \
        in which reading is ignored. With dots and taps: the shift itself. Dots and taps have noise of their own, and \
        it shifts the pointer even if nobody reads. used: how many observations were learned from; by whole lines: as \
        many by the same people where they read whole lines, as recentring expects.
        """
      ], conclusion: conclusion)
  }
}
