package import GazeSimulation

/// Progress of a simulated reader whose page a pipeline moved: the numbers that a person notices first.
package struct ReadingFigures: Equatable, Codable {
  /// Number of takes with reading.
  package private(set) var takes = 1
  /// Lines of the pages, lines read, and lines that the page carried off the screen unread.
  package private(set) var lines: Int, linesRead: Int, linesLost: Int
  /// Number of times that the page moved unasked and reading later went on, and the total time from each such move
  /// until reading went on, seconds.
  package private(set) var recoveries: Int, recoverySeconds: Double
  /// Time for the lines read, by gaze and by touch, over the takes in which both are known, seconds.
  package private(set) var gazeSeconds = 0.0, touchSeconds = 0.0

  /// The numbers of one take.
  ///
  /// - Parameter touchSeconds: the same person's time for the same number of lines by touch; nil if it is not known.
  package init(_ log: ReadingLog, touchSeconds: Double?) {
    (lines, linesRead, linesLost) = (log.lines, log.linesRead, log.linesLost)
    (recoveries, recoverySeconds) = (log.recoveries, log.recoverySeconds)
    if let gaze = log.lastLineRead, let touch = touchSeconds { (gazeSeconds, self.touchSeconds) = (gaze, touch) }
  }

  /// Mean time from a move of the page that nobody asked for until reading goes on; nil if there was no such move.
  package var timeToRecover: Double? { recoveries > 0 ? recoverySeconds / Double(recoveries) : nil }
  /// Ratio of the time for the lines read with scrolling by gaze to the time with scrolling by touch; nil if no line
  /// was read.
  package var timeOverTouch: Double? { touchSeconds > 0 ? gazeSeconds / touchSeconds : nil }

  /// Sum of these numbers and another take's.
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
