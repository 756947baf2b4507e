internal import GazePipeline

/// Divides the time without an intent into stretches, frame by frame (as defined in `ScrollConfusion`), and marks those
/// in which an unwanted scroll began.
struct QuietStretches: Sendable {
  private struct Stretch: Sendable {
    var start: Double
    var end: Double
    var isBroken = false
  }

  /// Largest number of stretches that wait to be counted.
  private static let limit = 2000

  private var open: Stretch?
  private var waiting: [Stretch] = []

  /// Processes a frame's label; nil if unknown.
  mutating func step(time: Double, intent: ScrollDirection?, hasGap: Bool) {
    if hasGap { close() }
    guard intent == ScrollDirection.none else { return close() }
    guard let stretch = open else {
      open = Stretch(start: time, end: time)
      return
    }
    open?.end = time
    guard time - stretch.start >= ScrollConfusion.stretch else { return }
    close()
    open = Stretch(start: time, end: time)
  }

  /// Marks the stretch in which an unwanted scroll began.
  mutating func markBroken(at time: Double) {
    if let stretch = open, stretch.start <= time, time <= stretch.end {
      open?.isBroken = true
    } else if let index = waiting.lastIndex(where: { $0.start <= time && time <= $0.end }) {
      waiting[index].isBroken = true
    }
  }

  /// Ends the open stretch.
  mutating func close() {
    defer { open = nil }
    guard let stretch = open, stretch.end - stretch.start >= ScrollConfusion.shortestStretch else { return }
    waiting.append(stretch)
  }

  /// True if so many stretches are waiting that they must be counted now.
  var isFull: Bool { waiting.count >= Self.limit }
  /// True if no stretch is waiting.
  var isEmpty: Bool { waiting.isEmpty }

  /// Returns the number of finished stretches without an unwanted scroll, and removes all finished ones.
  mutating func take() -> Int {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting.count { !$0.isBroken }
  }
}
