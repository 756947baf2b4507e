public import GazePipeline

/// Scores one person's scrolling frame by frame, in bounded memory: events, intents, their matching and the times.
///
/// Events and intents are matched and discarded as soon as no later one can belong to them, so the result is that of
/// matching the whole take at once. If 2,000 events and intents are waiting, they are matched early, which is the only
/// exception.
public struct ScrollScorer: Sendable {
  /// Largest number of waiting events and intents, and of quiet stretches; at this number they are matched without
  /// further waiting.
  static let waitingLimit = 2000
  /// Longest time step that is counted in full, seconds; a longer step is a gap in the recording and counts as this
  /// much.
  private static let longestStep = 0.5

  /// Largest distance in time of an event from its intent.
  public let tolerance: EventMatching.Tolerance
  private var events: ScrollEventBuilder
  private var intents: ScrollIntentBuilder
  /// Labels of the open event.
  private var labels = Labels()
  private var waitingEvents: [ScrollEvent] = []
  /// Labels of each waiting event.
  private var waitingLabels: [Labels] = []
  private var waitingIntents: [ScrollIntent] = []
  /// For each waiting intent, whether it was visible in the eyes; nil if unknown.
  private var waitingShown: [Bool?] = []
  /// True if the open intent has been visible in the eyes; nil if unknown.
  private var isShown: Bool?
  private var quiet = QuietStretches()
  private var curve: ToleranceMatcher?
  private var lastTime: Double?
  private var tally = ScrollTally()

  /// The person's intent during an event.
  private struct Labels {
    /// Intent at the event's start; nil if unknown.
    var first: ScrollDirection?
    /// True if the person looked at the screen at the event's start.
    var isLooking = false
    /// True if the event's direction was wanted in any of its frames.
    var isEverWanted = false
    /// Distance of commands in frames without the intent, before (`ahead`) and after (`beyond`) the first frame with
    /// it, points.
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

    /// Distance by which the event overshot the intent that it was matched with, points.
    func overshoot(_ event: ScrollEvent, _ intent: ScrollIntent) -> Double {
      isEverWanted ? beyond : event.start > intent.end ? ahead : 0
    }
  }

  /// A scorer at the start of a take.
  ///
  /// - Parameters:
  ///   - tolerance: largest distance in time at which a scroll counts as the answer to an intent.
  ///   - maximumGap: commands, or labels, of one direction that are at least this many seconds apart are two events.
  ///   - hasCurve: true to fill the tally's `curve`, which costs one matching per point of the curve.
  public init(tolerance: EventMatching.Tolerance = .init(), maximumGap: Double = 0.25, hasCurve: Bool = false) {
    self.tolerance = tolerance
    curve = hasCurve ? ToleranceMatcher() : nil
    events = ScrollEventBuilder(maximumGap: maximumGap)
    intents = ScrollIntentBuilder(maximumGap: maximumGap)
  }

  /// Processes a frame.
  ///
  /// - Parameters:
  ///   - time: seconds; a frame without a finite time is ignored.
  ///   - command: the pipeline's command to the page.
  ///   - intent: the person's intent; nil if unknown, in which case a scroll that begins in this frame is not judged.
  ///   - isLookingOffScreen: true if the true gaze is at something other than the screen.
  ///   - isLookingAtScreen: true if the true gaze is at the screen; both are false if the true gaze is unknown.
  ///   - showsIntent: true if the intent to scroll is visible in the eyes in this frame; nil if unknown.
  public mutating func step(
    time: Double, command: ScrollCommand, intent: ScrollDirection?, isLookingOffScreen: Bool = false,
    isLookingAtScreen: Bool = false, showsIntent: Bool? = nil
  ) {
    guard time.isFinite else { return }
    let step = lastTime.map { time - $0 } ?? 0
    let elapsed = min(max(step, 0), Self.longestStep)
    // After a time step backwards, old intents would lie in the future and could be answered again; so match everything
    // first.
    if step < 0 { settle() }
    lastTime = time
    if let intent {
      tally.seconds += elapsed
      if intent == ScrollDirection.none {
        tally.secondsWithoutIntent += elapsed
        if isLookingAtScreen { tally.secondsLookingWithoutIntent += elapsed }
      }
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
      labels = Labels(first: intent, isLooking: isLookingAtScreen)
    }
    if command.direction != .none { labels.add(command, intent) }
    if let ended = intents.step(time: time, intent: intent) { keep(ended) }
    // An intent stays open across frames without a label; those frames do not tell whether the intent is visible.
    if let showsIntent, let intent, intent != ScrollDirection.none { isShown = isShown ?? false || showsIntent }
    quiet.step(time: time, intent: intent, hasGap: step > Self.longestStep)
    curve?.matchWhatIsOver(at: time, isQuiet: events.open == nil && intents.open == nil)
    matchWhatIsOver(at: time)
  }

  /// Ends the take and returns its tally; the scorer is then ready for another take.
  public mutating func finish() -> ScrollTally {
    settle()
    if let curve { tally.curve = curve.curve }
    tally.joinedIntents = intents.joined
    defer {
      self = ScrollScorer(tolerance: tolerance, maximumGap: events.maximumGap, hasCurve: curve != nil)
    }
    return tally
  }

  /// Ends the open event and intent and matches everything.
  private mutating func settle() {
    if let event = events.finish() { keep(event) }
    if let intent = intents.finish() { keep(intent) }
    quiet.close()
    match()
    curve?.match()
  }

  private mutating func keep(_ event: ScrollEvent) {
    guard labels.first != nil else { return }
    waitingEvents.append(event)
    waitingLabels.append(labels)
    curve?.add(event)
  }

  private mutating func keep(_ intent: ScrollIntent) {
    waitingIntents.append(intent)
    waitingShown.append(isShown)
    isShown = nil
    curve?.add(intent)
  }

  private mutating func matchWhatIsOver(at time: Double) {
    let waiting = waitingEvents.count + waitingIntents.count
    guard waiting > 0 else {
      // A scroll that is still open may have begun in one of the quiet stretches, so these are not counted yet.
      if !quiet.isEmpty, events.open == nil || quiet.isFull { tellQuiet() }
      return
    }
    if waiting >= Self.waitingLimit || quiet.isFull { return match() }
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
    for index in matching.falsePositives where waitingLabels[index].first == ScrollDirection.none {
      tally.falseWithoutIntent += 1
      if waitingLabels[index].isLooking { tally.midasTouches += 1 }
      quiet.markBroken(at: waitingEvents[index].start)
    }
    for pair in matching.pairs {
      let (event, intent) = (waitingEvents[pair.event], waitingIntents[pair.intent])
      tally.latencies.add(pair.latency)
      tally.releases.add(event.end - intent.end)
      tally.overshootPoints += waitingLabels[pair.event].overshoot(event, intent)
      tally.confusion.add(wanted: intent.direction, made: event.direction)
    }
    countShown(matching)
    countDoubles(matching)
    countConfusions(matching)
    tellQuiet()
    waitingEvents.removeAll(keepingCapacity: true)
    waitingIntents.removeAll(keepingCapacity: true)
    waitingLabels.removeAll(keepingCapacity: true)
    waitingShown.removeAll(keepingCapacity: true)
  }

  private mutating func tellQuiet() { tally.confusion.add(wanted: .none, made: .none, quiet.take()) }

  private mutating func countShown(_ matching: EventMatching) {
    for isShown in waitingShown {
      if isShown == true { tally.shown.intents += 1 }
      if isShown == false { tally.hidden.intents += 1 }
    }
    for pair in matching.pairs {
      if waitingShown[pair.intent] == true { tally.shown.truePositives += 1 }
      if waitingShown[pair.intent] == false { tally.hidden.truePositives += 1 }
    }
  }

  /// Counts false positives in the window of an intent of their direction that an earlier scroll has answered.
  private mutating func countDoubles(_ matching: EventMatching) {
    guard !matching.pairs.isEmpty else { return }
    tally.doubleTriggers += matching.falsePositives.count { index in
      let event = waitingEvents[index]
      return matching.pairs.contains { pair in
        let intent = waitingIntents[pair.intent]
        return intent.direction == event.direction && waitingEvents[pair.event].start < event.start
          && isInWindow(event, intent)
      }
    }
  }

  /// Counts unmatched events and intents: scrolls in the wrong direction, scrolls without an intent and intents without
  /// a scroll.
  private mutating func countConfusions(_ matching: EventMatching) {
    var unanswered = matching.falseNegatives
    for index in matching.falsePositives {
      let event = waitingEvents[index]
      let opposite = unanswered.firstIndex { place in
        waitingIntents[place].direction != event.direction && isInWindow(event, waitingIntents[place])
      }
      if let opposite {
        tally.confusion.add(wanted: waitingIntents[unanswered.remove(at: opposite)].direction, made: event.direction)
      } else {
        tally.confusion.add(wanted: .none, made: event.direction)
      }
    }
    for index in unanswered { tally.confusion.add(wanted: waitingIntents[index].direction, made: .none) }
  }

  private func isInWindow(_ event: ScrollEvent, _ intent: ScrollIntent) -> Bool {
    intent.start - tolerance.early <= event.start && event.start <= intent.end + tolerance.late
  }
}
