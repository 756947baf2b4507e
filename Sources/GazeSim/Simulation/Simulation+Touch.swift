extension Simulation {
  /// How long this person takes for so many lines of the same page by touch, seconds: the open-loop twin with the same
  /// people and streams, whose page obeys the wish.
  ///
  /// nil without lines, in a scenario without a reader, and where four times the take's duration is not enough.
  package func touchSeconds(participant: Int, lines: Int) -> Double? {
    guard lines > 0, scenario.hasPage else { return nil }
    var twin = self
    twin.loop = "open"
    // Truth is the same at every rate, and nobody reads a line in a quarter of a second.
    twin.rate = 4
    twin.duration = seconds.map { min(4 * $0, 864_000) }
    var frames = twin.frames(participant: participant)
    while frames.next() != nil {
      if let log = frames.readingLog, log.linesRead >= lines { return log.lastLineRead }
    }
    return nil
  }
}
