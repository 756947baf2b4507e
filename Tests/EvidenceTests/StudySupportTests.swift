import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

/// Tables, options and resampling, which all studies share.
struct StudySupportTests {
  @Test("a table's text: title, tables and remarks with an empty line between them; no table without rows")
  func table() {
    let rows: [(name: String, error: Figure, people: Int)] = [
      ("a|b", Figure(1.26, ConfidenceInterval(1, 2)), 20), ("c", Figure(nil, nil), 1),
    ]
    let table = StudyTable(
      title: ["a device, seed 1", "how to read it"],
      parts: [
        StudyPart("heading", rows, [.init("name") { $0.name }, .init("error pt", 1) { $0.error }]),
        StudyPart("nobody", [Int](), [.init("people") { $0 }]),
        StudyPart(nil, rows, [.init("people") { $0.people }, .init("pt", 0) { $0.error.value }]),
      ], remarks: ["first", "second"])
    #expect(
      table.lines == [
        "a device, seed 1", "how to read it", "", "heading", "name  error pt        95 %", "----  --------  ----------",
        "a|b        1.3  [1.0, 2.0]", "c            -           -", "", "people  pt", "------  --", "20       1",
        "1        -", "", "first", "second",
      ])
    #expect(
      "\(signed: rows[0].error, 1) \(rows[0].error, 2) \(percent: 0.053, 1)"
        == "+1.3 [1.0, 2.0] 1.26 [1.00, 2.00] 5.3 %")
  }

  @Test("each study says the same for any number of jobs")
  func jobs() async throws {
    let profile = try DeviceProfile.mini()
    var recentre = RecentreStudy(profile, worlds: [try .init("typical")])
    (recentre.participants, recentre.seconds, recentre.arms) = (4, 90, [.reading])
    recentre.conditions = [try .named("steps")]
    var misuse = MisuseStudy(profile)
    (misuse.participants, misuse.seconds, misuse.arms) = (2, 60, [.x])
    let reading = try Simulation.mini(
      .reading, seed: 77, phone: 81, participants: 3, duration: 40, setting: ["behaviour.compensation": 0.5])
    var confirm = ConfirmStudy(reading, profile)
    (confirm.cells, confirm.arms, confirm.hasMap) = ([.init(gaze: 1.02)], ConfirmStudy.Arm.judged, true)
    var `protocol` = ProtocolStudy([try .mini(participants: 3)], profile)
    `protocol`.gridSide = 2
    var readers = ReadersStudy([PlainReader.trial()], PlainReader.passages)
    readers.draws = 2
    let population = PopulationStudy(try .mini(seed: 51, participants: 7), profile)
    for study in [recentre, misuse, confirm, `protocol`, readers, population] as [any Study] {
      let (one, three) = (try await study.run(StudyRunner(jobs: 1)), try await study.run(StudyRunner(jobs: 3)))
      #expect(one.lines == three.lines && one.lines.count > 4, "\(study)")
    }
  }

  @Test("options are read once, in their ranges, and an unknown one is refused")
  func options() throws {
    var options = try Options(["--seed", "3", "--set", "tracker.latency=60", "--set", "tracker.gainH=1", "--flag"])
    let simulation = try options.simulation(.mini(), .reading, participants: 7)
    #expect(simulation.seed == 3 && simulation.participants == 7 && simulation.settings.count == 2)
    #expect(try options.flag("flag"))
    try options.finish()
    for words in [["word"], ["--jobs", "0"], ["--jobs", "x"], ["--jobs", "1", "--jobs", "2"], ["--other"]] {
      #expect(throws: Options.Mistake.self) {
        var options = try Options(words)
        _ = try options.number("jobs", 1, 1...8)
        try options.finish()
      }
    }
  }

  @Test("another repeat has another seed and phone, except the nominal phone; other people only have another seed")
  func others() throws {
    var simulation = try Simulation.mini(seed: 5, phone: 3)
    #expect(simulation.repeated(2).seed == 7 && simulation.repeated(2).phone == 5)
    #expect(simulation.heldOut.seed == 1_000_008 && simulation.heldOut.phone == 3)
    simulation.phone = 0
    #expect(simulation.repeated(2).phone == 0)
  }

  @Test("mean, standard deviation and percentiles of known values, intervals if there are enough people")
  func peopleFigures() throws {
    let hundred = PeopleFigures((0...100).map(Double.init))
    #expect(hundred.people == 101 && hundred.mean.value == 50 && hundred.percentiles == [5, 25, 50, 75, 95])
    expectNear(hundred.sd.value, (101.0 * 102 / 12).squareRoot(), 1e-9)
    #expect(hundred.mean.ci95?.contains(50) == true && hundred.sd.ci95 == nil)
    let more = PeopleFigures((0..<400).map { Double($0 % 7) })
    #expect(more.sd.ci95?.contains(try #require(more.sd.value)) == true)
    let none = PeopleFigures([])
    #expect(none.mean.value == nil && none.percentiles.isEmpty && none.people == 0)
    #expect(PeopleFigures([2]).mean.value == 2 && PeopleFigures([2]).sd.value == nil)
  }

  @Test("resampled intervals contain the mean of 24 trials in nearly 95 % of 200 studies")
  func coverage() throws {
    var covered = 0
    for seed in 0..<200 as Range<UInt64> {
      let stream = RandomStream(seed: 7200 + seed, .anatomy)
      let values = (0..<24).map { stream.normal(UInt64($0)) }
      let interval = Resampling(seed: seed, study: 0x7264).interval(of: 24, fewest: 5) { mean($0.map { values[$0] }) }
      if try #require(interval).contains(0) { covered += 1 }
    }
    // The standard error of the count is 3.1; a percentile bootstrap of 24 covers about 93 %.
    #expect((174...198).contains(covered))
  }

  @Test("the same seed and study give the same interval, another seed or study another one, and too few none")
  func seeds() throws {
    func interval(_ seed: UInt64, _ study: Int, of count: Int = 30) -> ConfidenceInterval? {
      Resampling(seed: seed, study: study).interval(of: count, fewest: 5) { mean($0.map { Double($0 * $0 % 17) }) }
    }
    #expect(interval(1, 1) != nil && interval(1, 1) == interval(1, 1))
    #expect(interval(2, 1) != interval(1, 1) && interval(1, 2) != interval(1, 1))
    #expect(interval(1, 1, of: 4) == nil && interval(1, 1, of: 0) == nil)
  }

  private func errors(_ simulation: Simulation, _ reference: ErrorReference = .target) throws -> FixationErrors {
    let trigger = try DeviceProfile.mini().trigger.settings
    return FixationErrors(
      StandardPipeline(geometry: simulation.screen, smoothing: .none, trigger: trigger), geometry: simulation.screen,
      reference: reference)
  }

  @Test("figures of fixations are those of a trial against the target", arguments: 0..<3)
  func fixations(participant: Int) throws {
    let simulation = try Simulation.mini(seed: 41, participants: 3, duration: 24)
    let figures = try errors(simulation).figures(of: simulation, participant: participant)
    var trial = PersonTrial(
      StandardPipeline(
        geometry: simulation.screen, smoothing: .none, trigger: try DeviceProfile.mini().trigger.settings),
      participant: participant, geometry: simulation.screen, reference: .target, rate: simulation.rate)
    for frame in simulation.frames(participant: participant) { trial.step(frame) }
    let result = trial.finish()
    #expect(figures.offsets.count == result.fixations && result.fixations == 16)
    // The trial measures degrees of azimuth and elevation; at these angles they differ from the angle between
    // directions by a hundredth.
    let (accuracy, error) = (try #require(figures.accuracy), try #require(figures.sampleError))
    expectNear(accuracy / (try #require(result.accuracyDegrees)), 1, 0.02)
    // The trial compares the eyes with the target from 0.15 s later.
    expectNear(error / (try #require(result.target.degrees.mean)), 1, 0.02)
    expectNear(figures.offsets.map(\.length).reduce(0, +) / 16 / accuracy, 1, 0.02)
    // Equal weights of fixations and of samples differ where a blink shortens one.
    #expect(accuracy < 1.02 * error)
  }

  @Test("an exact pointer is at the point looked at, and the person does not look exactly at the target")
  func exact() throws {
    let simulation = try Simulation.mini(preset: .ideal, seed: 41, participants: 3, duration: 24)
    for (reference, range) in [(ErrorReference.truth, 0.0...0.02), (.target, 0.05...1)] {
      let figures = try errors(simulation, reference).figures(of: simulation, participant: 0)
      #expect(range.contains(try #require(figures.accuracy)), "\(reference) \(figures)")
      #expect(range.contains(try #require(figures.sampleError)), "\(reference) \(figures)")
    }
    // Without a settled fixation there are no figures.
    let brief = try Simulation.mini(seed: 41, duration: 0.55)
    #expect(try errors(brief).figures(of: brief, participant: 0) == .init())
  }
}
