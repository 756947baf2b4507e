public import GazePipeline

/// Scores one person's scrolling frame by frame: events, intents, their match and the times, in bounded memory.
///
/// Events and intents are matched and forgotten whenever no later one can belong to them; the result is that of
/// matching the whole take at once. Only where that moment does not come for 2,000 of them are they matched early.
public struct ScrollScorer: Sendable {
  /// More than this many waiting events and intents are matched as they are.
  private static let waitingLimit = 2000
  /// A longer step in time, seconds, is a gap in the recording and counts as this much.
  private static let longestStep = 0.5

  /// How far an event may be from its intent.
  public let tolerance: EventMatching.Tolerance
  private var events: ScrollEventBuilder
  private var intents: ScrollIntentBuilder
  /// What the open event met.
  private var labels = Labels()
  private var waitingEvents: [ScrollEvent] = []
  /// One for each waiting event.
  private var waitingLabels: [Labels] = []
  private var waitingIntents: [ScrollIntent] = []
  private var lastTime: Double?
  private var tally = ScrollTally()

  /// What the person wanted while an event lasted.
  private struct Labels: Sendable {
    /// When it began; nil where it is not known.
    var first: ScrollDirection?
    /// Was its direction wanted in any of its frames?
    var isEverWanted = false
    /// Points of the commands in frames that did not want them, before the first that did and after it.
    var ahead = 0.0
    var beyond = 0.0

    mutating func add(_ command: ScrollCommand, _ intent: ScrollDirection?) {
      guard let intent else { return }
      let distance = command.distance > 0 && command.distance.isFinite ? min(command.distance, 1e9) : 0
      if intent == command.direction {
        isEverWanted = true
      } else if isEverWanted {
        beyond += distance
      } else {
        ahead += distance
      }
    }

    /// By how much the event overshot the intent that it was matched with.
    func overshoot(_ event: ScrollEvent, _ intent: ScrollIntent) -> Double {
      isEverWanted ? beyond : event.start > intent.end ? ahead : 0
    }
  }

  /// A scorer at the start of a take.
  public init(tolerance: EventMatching.Tolerance = .init(), maximumGap: Double = 0.25) {
    self.tolerance = tolerance
    events = ScrollEventBuilder(maximumGap: maximumGap)
    intents = ScrollIntentBuilder(maximumGap: maximumGap)
  }

  /// Takes a frame in.
  ///
  /// - Parameters:
  ///   - time: seconds; a frame without a finite time is left out.
  ///   - command: what the pipeline asked of the page.
  ///   - intent: what the person wanted; nil where it is not known: a scroll that begins there is not judged.
  ///   - isLookingOffScreen: at something that is not the screen, by the truth.
  public mutating func step(
    time: Double, command: ScrollCommand, intent: ScrollDirection?, isLookingOffScreen: Bool = false
  ) {
    guard time.isFinite else { return }
    let elapsed = min(max(lastTime.map { time - $0 } ?? 0, 0), Self.longestStep)
    // Intents that lie ahead of a clock running backwards could be answered again: settle what was.
    if let lastTime, time < lastTime { settle() }
    lastTime = time
    if let intent {
      tally.seconds += elapsed
      if intent == ScrollDirection.none { tally.secondsWithoutIntent += elapsed }
    }
    if isLookingOffScreen {
      tally.secondsOffScreen += elapsed
      if command.direction != .none, command.distance > 0, command.distance.isFinite {
        tally.pointsScrolledOffScreen += min(command.distance, 1e9)
      }
    }
    let before = events.open
    if let event = events.step(time: time, direction: command.direction, distance: command.distance) { keep(event) }
    if let open = events.open, open.start != before?.start || open.direction != before?.direction {
      labels = Labels(first: intent)
    }
    if command.direction != .none { labels.add(command, intent) }
    if let ended = intents.step(time: time, intent: intent) { waitingIntents.append(ended) }
    matchWhatIsOver(at: time)
  }

  /// Ends the take and gives its tally; the scorer is then at the start of another one.
  public mutating func finish() -> ScrollTally {
    settle()
    defer { self = ScrollScorer(tolerance: tolerance, maximumGap: events.maximumGap) }
    return tally
  }

  /// Ends what is open and matches all.
  private mutating func settle() {
    if let event = events.finish() { keep(event) }
    if let intent = intents.finish() { waitingIntents.append(intent) }
    match()
  }

  private mutating func keep(_ event: ScrollEvent) {
    guard labels.first != nil else { return }
    waitingEvents.append(event)
    waitingLabels.append(labels)
  }

  private mutating func matchWhatIsOver(at time: Double) {
    let waiting = waitingEvents.count + waitingIntents.count
    guard waiting > 0 else { return }
    if waiting >= Self.waitingLimit { return match() }
    guard events.open == nil, intents.open == nil else { return }
    // Later events and intents begin after `time`.
    guard waitingIntents.allSatisfy({ time > $0.end + tolerance.late }),
      waitingEvents.allSatisfy({ time - tolerance.early > $0.start })
    else { return }
    match()
  }

  private mutating func match() {
    let matching = EventMatching(events: waitingEvents, intents: waitingIntents, tolerance: tolerance)
    tally.intents += waitingIntents.count
    tally.detected += waitingEvents.count
    tally.truePositives += matching.pairs.count
    tally.falsePositives += matching.falsePositives.count
    tally.falseNegatives += matching.falseNegatives.count
    tally.falseWithoutIntent += matching.falsePositives.count { waitingLabels[$0].first == ScrollDirection.none }
    for pair in matching.pairs {
      tally.latencies.add(pair.latency)
      tally.overshootPoints += waitingLabels[pair.event]
        .overshoot(waitingEvents[pair.event], waitingIntents[pair.intent])
    }
    waitingEvents.removeAll(keepingCapacity: true)
    waitingIntents.removeAll(keepingCapacity: true)
    waitingLabels.removeAll(keepingCapacity: true)
  }
}
