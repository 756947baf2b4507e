import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

/// Readers who skim, leave out, reread, follow a column or begin within the page.
struct ReaderVariantsTests {
  /// A walk through 60 screens without intents during which the eyes look elsewhere on the text.
  private func walk(_ settings: [String: Double]) throws -> ReaderWalk {
    ReaderWalk(
      try Simulation(.reading, seed: 61)
        .setting(["task.pageScreens": 60, "task.upIntent": 0, "task.hiddenIntent": 0]).setting(settings))
  }

  /// Number of fixations of each line.
  private func fixations(_ walk: ReaderWalk) -> [Int] {
    walk.words.reduce(into: walk.layout.lines.map { _ in 0 }) { $0[$1.line] += 1 }
  }

  /// Places of the fixations, as shares of their lines' widths.
  private func shares(_ walk: ReaderWalk) -> [Double] {
    walk.words.map { $0.character / Double(walk.layout.lines[$0.line].characters) }
  }

  @Test("a share of lines is skimmed, with 1 to 3 fixations spread over it")
  func skimming() throws {
    let all = try walk(["task.skimming": 0.3])
    let counts = fixations(all)
    #expect(all.log.linesRead == counts.count && counts.allSatisfy { $0 > 0 })
    // A full line has 36 characters and takes about five fixations; short last lines are left out.
    let full = counts.indices.filter { all.layout.lines[$0].characters > 30 }
    let before = fixations(try walk([:]))
    let few = Double(full.count { counts[$0] <= 3 } - full.count { before[$0] <= 3 }) / Double(full.count)
    // 30 % of about 1000 lines, less those that take three fixations anyway; the bound is four standard errors.
    #expect(full.count > 700, "\(few)")
    expectNear(few, 0.3, 4 * (0.3 * 0.7 / Double(full.count)).squareRoot() + 0.02, "\(few)")
    let every = try walk(["task.skimming": 1])
    #expect(Set(fixations(every)) == [1, 2, 3])
    let places = shares(every)
    #expect(places.allSatisfy { (0...1).contains($0) })
    expectNear(places.mean, 0.5, 0.02)
  }

  @Test("skimming can end after a time: then lines are read as usual")
  func skimmingUntil() throws {
    let (every, half) = (try walk(["task.skimming": 1]), try walk(["task.skimming": 1, "task.skimmingUntil": 60]))
    let (skimmed, mixed) = (fixations(every), fixations(half))
    let read = fixations(try walk([:]))
    // At three fixations or fewer a line, 60 s reach about 80 of the lines; after the first 200 all are read.
    #expect(Array(mixed[..<40]) == Array(skimmed[..<40]))
    #expect(mixed[200...].reduce(0, +) > read[200...].reduce(0, +) * 9 / 10)
    #expect(mixed[200...].reduce(0, +) > skimmed[200...].reduce(0, +) * 3 / 2)
  }

  @Test("whole paragraphs are left out and are neither read nor lost")
  func skipping() throws {
    let all = try walk(["task.skipParagraph": 0.4])
    let seen = Set(all.words.map(\.line))
    #expect(seen.count == all.log.linesRead && all.log.linesLost == 0)
    var (paragraphs, skipped, begin) = (0.0, 0.0, 0)
    for (index, line) in all.layout.lines.enumerated() where line.endsParagraph {
      let read = (begin...index).count { seen.contains($0) }
      #expect(read == 0 || read == index - begin + 1)
      paragraphs += 1
      skipped += read == 0 ? 1 : 0
      begin = index + 1
    }
    // After each paragraph that is read, the next one is skipped with p = 0.4: p/(1 + p) of all; four standard errors.
    #expect(paragraphs > 150)
    expectNear(skipped / paragraphs, 0.4 / 1.4, 4 * (0.286 * 0.714 / paragraphs).squareRoot())
  }

  @Test("a paragraph is read once more, and its lines are counted once")
  func rereading() throws {
    let all = try walk(["task.reread": 1])
    #expect(all.log.linesRead == all.layout.lines.count)
    var backs = 0
    for (word, next) in zip(all.words, all.words.dropFirst()) where next.line < word.line {
      backs += 1
      #expect(all.layout.lines[word.line].endsParagraph)
      #expect((next.line..<word.line).allSatisfy { !all.layout.lines[$0].endsParagraph })
    }
    #expect(backs > all.layout.lines.count { $0.endsParagraph } * 9 / 10)
  }

  @Test("a column's reader stays in it and takes fewer fixations")
  func column() throws {
    let column = ["task.column": 0.4, "task.columnFrom": 0.5]
    let (all, plain) = (try walk(column), try walk([:]))
    let busy = try walk(column.merging(["task.hiddenIntent": 1, "task.upIntent": 1]) { $1 })
    for walk in [all, busy] { #expect(shares(walk).allSatisfy { $0 > 0.5 - 1e-9 && $0 < 0.9 + 1e-9 }) }
    #expect(all.log.linesRead == all.layout.lines.count && all.words.count < plain.words.count * 6 / 10)
  }

  @Test("a take begins at the page's stated share, on the upper two thirds (20 people)")
  func start() throws {
    let simulation = try Simulation(.reading, seed: 62, duration: 2)
      .setting(["task.startAt": 0.5, "task.pageScreens": 20, "tracker.dropped": 0])
    var places: Set<Double> = []
    for participant in 0..<20 {
      let layout = try #require(simulation.pageLayout(of: participant))
      var frames = simulation.frames(participant: participant)
      let frame = frames.next()
      let first = try #require(frame?.truth)
      #expect(first.page == 0.5 * (layout.height - 812))
      let y = try #require(first.gaze?.y)
      // A picture and the lines after it may push the line down by a quarter of the screen.
      #expect(y > -20 && y < 812 * (2.0 / 3 + 0.25) + 60)
      places.insert(y)
      while frames.next() != nil {}
      #expect(frames.readingLog?.linesLost == 0)
    }
    #expect(places.count > 10)
  }
}
