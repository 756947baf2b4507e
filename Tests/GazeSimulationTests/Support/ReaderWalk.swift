import GazePipeline
import GazeRecording

@testable import GazeSimulation

/// The episodes of a reader in an open loop, without eyes and without frames.
struct ReaderWalk {
  /// An episode with the page at its beginning.
  struct Step {
    var episode: Episode
    var view: PageView
  }

  let layout: PageLayout
  private(set) var steps: [Step] = []
  private(set) var log = ReadingLog()

  /// Walks to the text's end, for at most `seconds`.
  init(_ simulation: Simulation, participant: Int = 0, seconds: Double = 20_000) {
    let context = simulation.scriptContext(participant: participant)
    let layout = ReadingScript.layout(context)
    self.layout = layout
    var reader = BusyReader(layout, context)
    let start = layout.offset(atShare: context.task.startAt, height: context.screen.points.y)
    var view = PageView(time: 0, offset: start, lastMoved: -.infinity)
    while view.time < seconds, let episode = reader.next(view) {
      steps.append(Step(episode: episode, view: view))
      // A saccade takes about 40 ms.
      view.time += episode.duration + (episode.isFixation ? 0.04 : 0)
      if let move = episode.pageMove { view.offset = move.offset }
    }
    log = reader.reader.log
  }

  /// The fixations of words, in their order: the line's number and the character.
  var words: [(line: Int, character: Double)] {
    let rows = Dictionary(uniqueKeysWithValues: layout.lines.enumerated().map { ($1.y, $0) })
    return steps.compactMap { step in
      guard step.episode.state == .read, let line = rows[step.episode.aim.y] else { return nil }
      return (line, (step.episode.aim.x - layout.margin) / layout.characterWidth)
    }
  }
}
