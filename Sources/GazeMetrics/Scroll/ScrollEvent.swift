public import GazePipeline

/// A scroll as perceived by a person: a maximal run of commands in one direction with gaps below a limit.
public struct ScrollEvent: Sendable, Equatable {
  /// Direction.
  public var direction: ScrollDirection
  /// Time of the first command, seconds.
  public var start: Double
  /// Time of the last command, seconds.
  public var end: Double
  /// Sum of the commands' distances, points.
  public var distance: Double

  /// An event from its parts.
  public init(direction: ScrollDirection, start: Double, end: Double, distance: Double) {
    self.direction = direction
    self.start = start
    self.end = end
    self.distance = distance
  }
}

/// A period in which a person wanted the page to move.
public struct ScrollIntent: Sendable, Equatable {
  /// Direction.
  public var direction: ScrollDirection
  /// Time of the first frame with the intent, seconds.
  public var start: Double
  /// Time of the last frame with the intent, seconds.
  public var end: Double

  /// An intent from its parts.
  public init(direction: ScrollDirection, start: Double, end: Double) {
    self.direction = direction
    self.start = start
    self.end = end
  }
}

/// Joins commands, frame by frame, into events.
public struct ScrollEventBuilder: Sendable, Equatable {
  /// Least time between two commands of one direction that makes them two events, seconds.
  public let maximumGap: Double
  /// The event that may still grow.
  public private(set) var open: ScrollEvent?

  /// A builder without an open event. The default gap, 0.25 s, is the report's definition of one scroll.
  public init(maximumGap: Double = 0.25) { self.maximumGap = maximumGap }

  /// Processes a frame and returns the event that it ended, if any.
  ///
  /// - Parameters:
  ///   - time: seconds; a frame without a finite time is ignored, and a time that runs backwards ends the event.
  ///   - direction: the direction of this frame's command, `.none` without a command.
  ///   - distance: points; a negative or non-finite distance counts as 0, a distance above 1e9 counts as 1e9.
  public mutating func step(time: Double, direction: ScrollDirection, distance: Double) -> ScrollEvent? {
    guard time.isFinite else { return nil }
    let distance = distance > 0 && distance.isFinite ? min(distance, 1e9) : 0
    if var event = open, time >= event.end, time - event.end < maximumGap {
      if direction == .none { return nil }
      if direction == event.direction {
        event.end = time
        event.distance += distance
        open = event
        return nil
      }
    }
    let ended = open
    open =
      direction == .none ? nil : ScrollEvent(direction: direction, start: time, end: time, distance: distance)
    return ended
  }

  /// Ends the open event and returns it.
  public mutating func finish() -> ScrollEvent? {
    defer { open = nil }
    return open
  }
}

/// Joins the frames' labels into intents, by the rule of `ScrollEventBuilder`.
public struct ScrollIntentBuilder: Sendable, Equatable {
  private var runs: ScrollEventBuilder
  /// True if the open intent has had a frame without an intent since its last labelled frame.
  private var isInterrupted = false
  /// Number of intents that were merged into the previous one, because they followed it in the same direction within
  /// the gap.
  public private(set) var joined = 0

  /// A builder; labels of one direction that are at least `maximumGap` seconds apart are two intents.
  public init(maximumGap: Double = 0.25) { runs = ScrollEventBuilder(maximumGap: maximumGap) }

  /// The intent that may still grow.
  public var open: ScrollIntent? { runs.open.map(Self.intent) }

  /// Processes a frame's label (nil if unknown) and returns the intent that it ended, if any.
  public mutating func step(time: Double, intent: ScrollDirection?) -> ScrollIntent? {
    let direction = intent ?? .none
    let before = runs.open
    let ended = runs.step(time: time, direction: direction, distance: 0)
    if let before, ended == nil, direction == before.direction {
      if isInterrupted { joined = saturating(joined, 1) }
      isInterrupted = false
    } else {
      isInterrupted = runs.open != nil && direction == .none
    }
    return ended.map(Self.intent)
  }

  /// Ends the open intent and returns it.
  public mutating func finish() -> ScrollIntent? { runs.finish().map(Self.intent) }

  private static func intent(_ run: ScrollEvent) -> ScrollIntent {
    ScrollIntent(direction: run.direction, start: run.start, end: run.end)
  }
}
