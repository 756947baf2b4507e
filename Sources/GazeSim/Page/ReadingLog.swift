/// Record of a reader's progress on a page.
public struct ReadingLog: Sendable, Equatable {
  /// Lines of the page.
  public var lines = 0
  /// Lines read to their end.
  public private(set) var linesRead = 0
  /// Time at which the last line was read to its end, seconds from the take's beginning.
  public private(set) var lastLineRead: Double?
  /// Lines that the page carried above the screen's upper edge before they were read. Each line is counted once, even
  /// if the reader scrolled it back. The number is 0 in an open loop, because only in a closed loop does the page move
  /// unasked.
  public var linesLost = 0
  /// Number of recoveries: the page moved unasked by more than a line, or the reader found it moved, and reading
  /// continued later.
  public var recoveries = 0
  /// Total time of all recoveries, each from the unasked movement until reading continued, seconds.
  public var recoverySeconds = 0.0

  init() {}

  mutating func read(at time: Double) {
    linesRead += 1
    lastLineRead = time
  }
}
