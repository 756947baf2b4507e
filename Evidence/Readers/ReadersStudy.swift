import GazeImport
import GazeMetrics
import GazePipeline
import GazeRecording

@testable import Evaluate
@testable import StudySupport

/// Judges the shipped stage that finds the line being read (`Recentring` with `Reading.lines`) on recorded readers.
///
/// Their fixations are the truth, to which the simulated errors of ARKit's tracker are added, on a tablet's width.
///
/// Also judged: a full pass over each trial afterwards (`LineAssignment`), beside published algorithms.
struct ReadersStudy: Study {
  static let name = "readers"
  static let question = "Does the stage that reads along find the lines that recorded people read?"

  /// Files of the data in their folder.
  static let files = (fixations: "fixations.csv", passages: "passages.json")
  /// Width and height of the recorded display, pixels (published: Carr et al. 2022).
  static let display = SIMD2(1920.0, 1080.0)
  /// First characters of the passages of the public data on which settings were tuned.
  static let tunedPassages: Set<Character> = ["1", "2", "3"]

  private let passages: [String: ReadingPassage]
  /// The folder that was read.
  var data: [String] = []
  private(set) var trials: [ReadingTrial]
  /// Width of the screen, points; the recorded display is scaled to it. The default is that of an iPad Pro 11".
  var width = 1194.0
  /// Errors of the simulated tracker.
  var error = TrackerError()
  /// Number of draws of the errors for each trial and start.
  var draws = 20
  /// Seed of the draws.
  var seed: UInt64 = 1
  /// Settings of the stage, those that an app ships.
  let settings = Recentring.Settings(reading: .lines)
  let bars = Bars()

  /// A study of the data in a folder.
  ///
  /// - Throws: `FileError` if a file is missing or has a fault.
  init(folder: String) throws(FileError) {
    let place = folder.hasSuffix("/") ? folder : folder + "/"
    passages = try ReadingPassage.read(place + Self.files.passages)
    trials = try ReadingTrial.read(place + Self.files.fixations, passages: passages)
  }

  /// A study of these trials.
  init(_ trials: [ReadingTrial], _ passages: [String: ReadingPassage]) {
    (self.trials, self.passages) = (trials, passages)
  }

  /// Leaves only trials of passages whose names are, or begin with, one of these words.
  ///
  /// - Throws: `UnknownNameError` for a word that fits no passage of a trial.
  mutating func choose(_ words: [String]) throws(UnknownNameError) {
    let known = Set(trials.map(\.passage)).sorted()
    for word in words where !known.contains(where: { $0.hasPrefix(word) }) {
      throw UnknownNameError(kind: "passage", name: word, among: known)
    }
    trials = trials.filter { trial in words.contains { trial.passage.hasPrefix($0) } }
  }

  /// True for a passage on which settings were tuned.
  static func isTuned(_ passage: String) -> Bool { passage.first.map(tunedPassages.contains) ?? false }

  var scale: Double { width / Self.display.x }

  func run(_ runner: StudyRunner) async throws -> StudyTable { table(try await results(runner)) }

  /// One draw of one trial.
  private struct Draw: Sendable, Codable {
    var takes: [Tally]
    var pass: [Pass]?
  }

  /// Returns all trials' results, in the order of the file.
  func results(_ runner: StudyRunner) async throws -> [TrialResult] {
    let draws = try await runner.cells(
      trials.map { _ in self.draws },
      fault: { _, _, draw in
        ContentFault("result.takes", count: draw.takes.count, expected: Start.allCases.count)
          ?? draw.pass.flatMap { ContentFault("result.pass", count: $0.count, expected: Method.allCases.count) }
      }
    ) { trial, number in
      try draw(trials[trial], number)
    }
    return try trials.indices.map { index in
      let trial = trials[index]
      let own = draws[index]
      return TrialResult(
        name: trial.name, group: trial.group, passage: trial.passage, fixations: trial.fixations.count,
        takes: own.flatMap(\.takes),
        asRecorded: Whole(trial, try passage(trial), scale: scale).asRecorded, replayed: own.compactMap(\.pass))
    }
  }

  private func passage(_ trial: ReadingTrial) throws -> ReadingPassage {
    guard let passage = passages[trial.passage] else {
      throw UnknownNameError(kind: "passage", name: trial.passage, among: passages.keys.sorted())
    }
    return passage
  }

  private func draw(_ trial: ReadingTrial, _ number: Int) throws -> Draw {
    let passage = try passage(trial)
    let page = Page(passage, scale: scale, screen: Self.display * scale)
    var pass: [Pass]?
    let takes = Start.allCases.map { start in
      let replay = Replay(trial, scale: scale, error: error, seed: seed, draw: number, start: start)
      if start == .first { pass = Whole(trial, passage, scale: scale).replayed(replay.means(trial, scale: scale)) }
      return Tally(Take.judge(replay, trial, page, settings), start: start, confidence: bars.confidence)
    }
    return Draw(takes: takes, pass: pass)
  }
}
