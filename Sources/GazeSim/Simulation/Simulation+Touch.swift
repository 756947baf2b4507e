extension Simulation {
  /// Time that this person takes to read this many lines of the same page by touch, seconds. The time is measured in an
  /// open-loop simulation with the same people and random numbers, in which the page follows the reader's intent.
  ///
  /// nil if `lines` is 0, in a scenario without a reader, and if the person does not finish within four times the
  /// take's duration.
  package func touchSeconds(participant: Int, lines: Int) -> Double? {
    guard lines > 0, scenario.hasPage else { return nil }
    var twin = self
    twin.loop = "open"
    // A low rate is enough: the truth is the same at every rate, and no one reads a line in a quarter of a second.
    twin.rate = 4
    twin.duration = seconds.map { min(4 * $0, 864_000) }
    var frames = twin.frames(participant: participant)
    while frames.next() != nil {
      if let log = frames.readingLog, log.linesRead >= lines { return log.lastLineRead }
    }
    return nil
  }
}
