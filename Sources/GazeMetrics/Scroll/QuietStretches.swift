internal import GazePipeline

/// Cuts the time without a wish into stretches, frame by frame (`ScrollConfusion` says how), and tells those in which a
/// scroll began that nobody wanted.
struct QuietStretches: Sendable {
  private struct Stretch: Sendable {
    var start: Double
    var end: Double
    var isBroken = false
  }

  /// No more than this many wait to be told.
  private static let limit = 2000

  private var open: Stretch?
  private var waiting: [Stretch] = []

  /// Takes a frame's label in; nil: unknown.
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

  /// A scroll that nobody wanted began.
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

  /// Are there so many that they have to be told now?
  var isFull: Bool { waiting.count >= Self.limit }
  /// Is there none to be told?
  var isEmpty: Bool { waiting.isEmpty }

  /// How many that are over stayed unbroken; they are then forgotten.
  mutating func take() -> Int {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting.count { !$0.isBroken }
  }
}
