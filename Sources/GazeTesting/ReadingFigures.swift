package import GazeSimulation

/// What a simulated reader went through whose page a pipeline moved: what a person feels first.
package struct ReadingFigures: Sendable, Equatable {
  /// Takes in which somebody read.
  package private(set) var takes = 1
  /// Lines of the pages, lines read, and lines that the page carried off the screen unread.
  package private(set) var lines: Int, linesRead: Int, linesLost: Int
  /// How often the page moved unasked and reading went on later, and the seconds in between, in all.
  package private(set) var recoveries: Int, recoverySeconds: Double
  /// Seconds for the lines read, by gaze and by touch, in the takes of which both are known.
  package private(set) var gazeSeconds = 0.0, touchSeconds = 0.0

  /// Of one take.
  ///
  /// - Parameter touchSeconds: the same person's time for the same number of lines by touch; nil: not known.
  package init(_ log: ReadingLog, touchSeconds: Double?) {
    (lines, linesRead, linesLost) = (log.lines, log.linesRead, log.linesLost)
    (recoveries, recoverySeconds) = (log.recoveries, log.recoverySeconds)
    if let gaze = log.lastLineRead, let touch = touchSeconds { (gazeSeconds, self.touchSeconds) = (gaze, touch) }
  }

  /// Mean time from a move of the page that nobody asked for until reading goes on; nil where there was none.
  package var timeToRecover: Double? { recoveries > 0 ? recoverySeconds / Double(recoveries) : nil }
  /// Time for the lines read by gaze over that by touch; nil where none was read.
  package var timeOverTouch: Double? { touchSeconds > 0 ? gazeSeconds / touchSeconds : nil }

  /// With another take's.
  func joined(_ other: ReadingFigures) -> ReadingFigures {
    var joined = self
    joined.takes += other.takes
    joined.lines += other.lines
    joined.linesRead += other.linesRead
    joined.linesLost += other.linesLost
    joined.recoveries += other.recoveries
    joined.recoverySeconds += other.recoverySeconds
    joined.gazeSeconds += other.gazeSeconds
    joined.touchSeconds += other.touchSeconds
    return joined
  }
}
