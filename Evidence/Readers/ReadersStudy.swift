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

  /// Width and height of the recorded display, pixels (published: Carr et al. 2022).
  static let display = SIMD2(1920.0, 1080.0)
  /// Width of the screen, points; the recorded display is scaled to it. It is that of an iPad Pro 11".
  static let width = 1194.0
  static let scale = width / display.x

  private let passages: [String: ReadingPassage]
  private(set) var trials: [ReadingTrial]
  /// Errors of the simulated tracker.
  let error = TrackerError()
  /// Number of draws of the errors for each trial and start.
  var draws = 20
  /// Seed of the draws.
  var seed: UInt64 = 1

  /// A study of the files fixations.csv and passages.json in a folder.
  ///
  /// - Throws: `FileError` if a file is missing or has a fault.
  init(folder: String) throws(FileError) {
    passages = try ReadingPassage.read(folder + "/passages.json")
    trials = try ReadingTrial.read(folder + "/fixations.csv", passages: passages)
  }

  /// A study of these trials.
  init(_ trials: [ReadingTrial], _ passages: [String: ReadingPassage]) {
    (self.trials, self.passages) = (trials, passages)
  }

  init(_ options: inout Options) throws {
    guard let folder = try options.text("data") else {
      throw Options.Mistake(description: "--data: expected a folder with fixations.csv and passages.json")
    }
    try self.init(folder: folder)
    if let names = try options.names("passages") { try choose(names) }
    seed = try options.seed()
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

  /// True for a passage of the public data on which settings were tuned.
  static func isTuned(_ passage: String) -> Bool { passage.first.map { "123".contains($0) } ?? false }

  func run(_ runner: StudyRunner) async throws -> StudyTable { table(try await results(runner)) }

  /// One take with the shipped stage: the fixations from 20 s on whose line is known.
  struct Take: Sendable, Equatable, Codable {
    let start: Start
    let fixations: [Judged]
  }

  /// One draw of one trial; the full pass is that of the take from the first fixation on.
  private struct Draw: Sendable, Codable {
    let takes: [Take]
    let pass: [Pass]?
  }

  /// One trial with all its takes.
  struct TrialResult: Sendable {
    let name, group, passage: String
    let takes: [Take]
    /// The methods of a full pass on the trial as recorded, and on each draw.
    let asRecorded: [Pass]?
    let replayed: [[Pass]]
  }

  /// Returns all trials' results, in the order of the file.
  func results(_ runner: StudyRunner) async throws -> [TrialResult] {
    let draws = try await runner.cells(trials.map { _ in self.draws }) { draw(trials[$0], $1) }
    return zip(trials, draws).map { trial, draws in
      TrialResult(
        name: trial.name, group: trial.group, passage: trial.passage, takes: draws.flatMap(\.takes),
        asRecorded: Whole(trial, passage(trial), scale: Self.scale).asRecorded, replayed: draws.compactMap(\.pass))
    }
  }

  private func passage(_ trial: ReadingTrial) -> ReadingPassage { passages[trial.passage] ?? ReadingPassage() }

  private func draw(_ trial: ReadingTrial, _ number: Int) -> Draw {
    let passage = passage(trial)
    let page = Page(passage, scale: Self.scale, screen: Self.display * Self.scale)
    let replays = Start.allCases.map { start in
      Replay(trial, scale: Self.scale, error: error, seed: seed, draw: number, start: start)
    }
    return Draw(
      takes: zip(Start.allCases, replays).map { Take(start: $0, fixations: page.judge($1, trial)) },
      pass: Whole(trial, passage, scale: Self.scale).replayed(replays[0].means(trial, scale: Self.scale)))
  }
}

extension ReadersStudy {
  /// A fixation of a person, and what the stage said about it.
  struct Judged: Sendable, Equatable, Codable {
    /// True if the stage's line is right, once it has taken the fixation in.
    var isRight = false
    /// True if the stage's line was right while the fixation lasted, before the stage took it in.
    var wasRight = false
    /// The stage's probability of its line, 0…1.
    var confidence = 0.0
    /// True if the stage trusts its line.
    var isTrusted = false
    /// Offset at the fixation's last frame, and the part of it that recentring does not remove, points; nil for a
    /// fixation shorter than a frame.
    var plain: Vector2?
    var left: Vector2?
  }

  /// A passage on the screen of the study: the boxes that an app would give, and the numbers of their lines.
  struct Page: Sendable {
    /// Seconds of a take that are not judged.
    static let settling = 20.0

    /// Boxes of the lines that have text, points.
    let boxes: [TextLine]
    /// Number of each box's line in the passage, 1-based.
    let numbers: [Int]
    /// Width and height of the screen, points.
    let screen: Vector2

    init(_ passage: ReadingPassage, scale: Double, screen: Vector2) {
      self.screen = screen
      let used = passage.lines.indices.filter { !passage.words($0).isEmpty }
      numbers = used.map { $0 + 1 }
      boxes = used.map { line in
        let words = passage.words(line)
        let (left, right) = (words.first?.lowerBound ?? 0, words.last?.upperBound ?? 0)
        return TextLine(
          x: left * scale, y: (passage.middle(line) - passage.pitch / 2) * scale, width: (right - left) * scale,
          height: passage.pitch * scale)
      }
    }

    /// Runs the shipped stage frame by frame; returns the fixations after 20 s whose line is known.
    func judge(_ replay: Replay, _ trial: ReadingTrial) -> [Judged] {
      var stage = Recentring(.init(reading: .lines), lines: boxes, screen: screen)
      var heard: [(guess: Recentring.Guess, time: Double)] = []
      var offsets = trial.fixations.map { _ in (plain: Vector2?.none, left: Vector2?.none) }
      for frame in replay.frames {
        let offset = stage.step(frame.raw, AppContext(page: 0), isScrolling: false, at: frame.time)
        if let guess = stage.guess, guess.start != heard.last?.guess.start { heard.append((guess, frame.time)) }
        if let index = frame.fixation { offsets[index] = (frame.offset, offset - frame.offset) }
      }
      guard trial.fixations.indices.contains(replay.first) else { return [] }
      let begin = trial.fixations[replay.first].start
      var next = 0
      return trial.fixations.indices.dropFirst(replay.first).compactMap { index in
        let fixation = trial.fixations[index]
        let (from, to) = (fixation.start - begin, fixation.end - begin)
        guard from >= Self.settling, fixation.line > 0 else { return nil }
        // The first guess whose fixation ends in this one or later; if it begins later, this one was not noticed.
        while next < heard.count, heard[next].guess.end < from { next += 1 }
        let isNoticed = next < heard.count && heard[next].guess.start <= to
        let own = isNoticed ? heard[next].guess : next > 0 ? heard[next - 1].guess : nil
        func isRight(_ guess: Recentring.Guess?) -> Bool { guess.map { numbers[$0.line] == fixation.line } ?? false }
        return Judged(
          isRight: isRight(own), wasRight: isRight(heard.last { $0.time <= from }?.guess),
          confidence: own?.confidence ?? 0, isTrusted: own?.isTrusted ?? false, plain: offsets[index].plain,
          left: offsets[index].left)
      }
    }
  }
}
