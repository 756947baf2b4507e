/// What a reader went through whose page somebody else moved.
public struct ReadingLog: Sendable, Equatable {
  /// Lines of the page.
  public var lines = 0
  /// Lines read to their end.
  public private(set) var linesRead = 0
  /// When the last of them was, seconds from the take's beginning.
  public private(set) var lastLineRead: Double?
  /// Lines that the page carried above the screen's upper edge before they were read, each counted once, whether the
  /// reader fetched them back or not. Only a closed loop moves a page unasked; 0 in an open one.
  public var linesLost = 0
  /// How often the page moved by more than a line unasked, or was found moved, and reading went on later.
  public var recoveries = 0
  /// From such moves until reading went on, seconds in all.
  public var recoverySeconds = 0.0

  /// Nothing yet.
  init() {}

  /// A line was read to its end.
  mutating func read(at time: Double) {
    linesRead += 1
    lastLineRead = time
  }
}

extension Reader {
  /// Looks which lines the page has carried off; asked every tick.
  mutating func noteLines(_ view: PageView) {
    guard line < layout.lines.count else { return }
    lostUntil = max(lostUntil, line)
    while lostUntil < layout.lines.count, layout.lines[lostUntil].y < view.offset {
      lostUntil += 1
      log.linesLost += 1
    }
  }

  /// The page is not where it was left.
  mutating func noteTrouble(_ view: PageView) { troubleSince = troubleSince ?? view.time }

  /// Reading goes on.
  mutating func noteRecovery(_ view: PageView) {
    guard let since = troubleSince else { return }
    log.recoveries += 1
    log.recoverySeconds += view.time - since
    troubleSince = nil
  }
}
