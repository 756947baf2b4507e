import ArgumentParser
import Evaluate
import GazeRecording
import PortableFoundation

struct ReadersStudyCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    ReadersStudy.self,
    discussion: """
      Recorded readers are replayed as the truth: their fixations become frames of a raw pointer with the simulated \
      errors of ARKit's tracker, on a tablet's width. The shipped stage (`Recentring` with the page's lines) takes \
      them in frame by frame. Its line is compared with the line that experts assigned, from 20 s on, in takes from \
      the first and from a random fixation. A full pass afterwards is compared with the nearest line and with warp, \
      the best published algorithm, on the trials as recorded and with the same errors. The folder has fixations.csv \
      (trial, age_group, passage, start_ms, end_ms, x_px, y_px, line) and passages.json (by name: x_px, \
      first_line_y_px, line_pitch_px, character_px, lines). Settings were tuned on passages 1 to 3 of the public data.
      """)

  @Option(help: "Folder with fixations.csv and passages.json.", completion: .directory)
  var data: String

  @Option(help: "Names of passages, or how they begin, separated by commas. Default: all.")
  var passages: String?

  @Option(help: "Width of the screen, points; the recorded display is scaled to it.")
  var width = 1194.0

  @Option(help: "Standard deviation of the offset per axis, points.")
  var offset = ReadersStudy.TrackerError().offset

  @Option(help: "Standard deviation of the slow drift per axis, points.")
  var drift = ReadersStudy.TrackerError().drift

  @Option(help: "How many draws of the errors for each trial and start.")
  var draws = 20

  @Option(help: "Seed of the draws.")
  var seed: UInt64 = 1

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { [data] }

  func study() throws -> any Study {
    guard (300...5000).contains(width) else {
      throw OptionError("--width", is: width, expected: "300 to 5000 points")
    }
    guard (0...500).contains(offset) else { throw OptionError("--offset", is: offset, expected: "0 to 500 points") }
    guard (0...500).contains(drift) else { throw OptionError("--drift", is: drift, expected: "0 to 500 points") }
    guard (1...1000).contains(draws) else { throw OptionError("--draws", is: draws, expected: "1 to 1000") }
    guard InputFiles.isFolder(data) else {
      throw OptionError(
        data.isEmpty ? "--data" : "--data \(TerminalText.line(data))",
        message: "is no folder; expected one with \(ReadersStudy.files.fixations) and \(ReadersStudy.files.passages)")
    }
    var study = try ReadersStudy(folder: data)
    if let passages {
      let words = passages.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init).filter { !$0.isEmpty }
      guard !words.isEmpty else { throw OptionError("--passages", message: "is empty") }
      try study.choose(words)
    }
    (study.width, study.draws, study.seed) = (width, draws, seed)
    (study.error.offset, study.error.drift) = (offset, drift)
    return study
  }
}
