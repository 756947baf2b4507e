/// Learns the pointer's offset within a session: the raw pointer minus the place that the person looks at.
///
/// Evidence, as far as `Settings` allows it: a dot that the app shows, taps on content, and reading. Nothing is learned
/// while the pipeline scrolls the page, so that it cannot learn from its own triggers; an observation that is too far
/// from what is known is refused; the offset is capped. A new value knows nothing: nothing is kept from earlier
/// sessions unless the app passes an offset that its user agreed to keep (`begin(with:)`).
public struct Recentring: Sendable, Equatable {
  /// Use of reading.
  public enum Reading: String, Sendable, Equatable, CaseIterable {
    /// Reading is ignored.
    case ignored
    /// The horizontal offset is learned from the middle of the lines read.
    case middle
    /// Both offsets are learned from the lines read (`ReadingFilter`).
    case lines
  }

  /// Evidence to use, and its assumed accuracy.
  public struct Settings: Sendable, Equatable {
    /// True to use dots that the app shows.
    public var usesDots = true
    /// True to use taps on content.
    public var usesTaps = true
    /// Use of reading.
    public var reading = Reading.ignored
    /// Standard deviation of taps about the place that the person looks at, points per axis. Assumed.
    public var tapSpread = 50.0
    /// Distance by which taps land below the place that the person looks at, points. It is a property of fingers, so it
    /// is stated and never learned as an offset of gaze. Assumed.
    public var tapBelow = 0.0
    /// Largest offset, points per axis. Assumed: 6° at 35 cm.
    public var cap = 250.0
    /// Size and speed of the offset.
    public var model = OffsetModel()
    /// Habits of readers.
    public var reader = ReadingModel()

    /// Dots and taps.
    public init() {}

    /// Dots and taps, and reading in this way.
    public init(reading: Reading) { self.reading = reading }
  }

  /// The settings.
  public let settings: Settings
  // State without `private` is also set by `begin(with:)` and `begin(after:scale:)` in Recentring+Knowledge.swift.

  /// The offset as dots, taps and the ends of lines have measured it.
  var measured: ScreenOffset
  /// The offset learned from dots alone, the only part that may be kept after the session, and whether a dot was used.
  var byDots: ScreenOffset, hasUsedDot = false
  private var dots = DotRecentring()
  private var taps = TapRecentring()
  private var fixations = GazeFixations()
  private var middle: ReadingMiddle?
  var reading: ReadingFilter?
  /// True if there is a filter. Kept beside it, because to compare it with nil copies it, in each frame.
  private var followsLines = false
  private var lastTime: Double?
  private var page = 0.0
  private var pageMoved = -Double.infinity
  /// Mean and variance of the offset per axis at a time, points and points².
  private struct Known: Sendable, Equatable {
    var mean: SIMD2<Double>, variance: SIMD2<Double>, time: Double
  }

  /// Number of lines that were read from end to end since reading began, and time of the last one (or of the first
  /// frame).
  private var wholeLines = 0
  private var lastLine: Double?
  /// The offset as it was known when the last line was read from end to end, or at a dot or tap after it.
  private var supported = Known(mean: .zero, variance: .zero, time: 0)
  /// Seconds with a pointer since reading last knew the offset to one line's height, or since there is text.
  private var secondsUnsure = 0.0
  /// Number of observations that were used and refused.
  public internal(set) var used = 0, refused = 0

  /// Time after a movement of the page before fixations count again, seconds.
  private static let pageRest = 0.25
  /// Distance from the screen's corner at which a raw pointer counts as missing, points.
  private static let farthest = 1e6
  /// Number of whole lines after which the reading filter counts, and the time without a whole line after which it
  /// counts no more, seconds. After as long without an offset that is known to a line, a dot would help. Assumed.
  private static let fewestLines = 2, longestWithoutLine = 60.0
  /// Uncertainty of the offset's constant part from which a dot would help, points. Assumed: before a dot it is 90,
  /// after it 39, and half an hour later 60 again, all by the defaults of `OffsetModel`.
  private static let unknown = 60.0
  /// Longest time between two frames of one stretch, seconds; a longer one is a pause, in which nobody was seen.
  /// Assumed.
  private static let longestFrame = 0.5
  /// Observations that differ from the expectation by more standard deviations than this are refused.
  private static let gate = 3.0

  /// A recentring that knows nothing.
  ///
  /// - Parameters:
  ///   - settings: evidence to use, and its assumed accuracy.
  ///   - lines: the page's lines of text, in any order; without lines, reading is ignored.
  ///   - screen: the screen's size, points.
  public init(_ settings: Settings, lines: [TextLine] = [], screen: SIMD2<Double>) {
    self.settings = settings
    measured = ScreenOffset(settings.model)
    byDots = measured
    show(lines, screen: screen)
  }

  /// Replaces the page's text, as after a new page or a new layout. The offset stays known.
  public mutating func show(_ lines: [TextLine], screen: SIMD2<Double>) {
    let sound = lines.filter(\.isSound)
    let (mean, variance) = known
    let (hadText, wasTrusted) = (followsLines, isTrusted)
    let isLines = settings.reading == .lines
    middle = settings.reading == .ignored ? nil : ReadingMiddle(sound, isMeasuring: !isLines)
    reading =
      isLines
      ? ReadingFilter(sound, screen: screen, model: settings.reader, offset: settings.model) : nil
    followsLines = reading != nil
    // A new filter knows nothing, so it takes in what is known as an observation from which the same mean and variance
    // follow. Without text the axes' own filters go on with it.
    let seen = OffsetObservation(mean: mean, variance: variance, unknown: unknown.variance)
    reading?.observe(seen)
    if wasTrusted, !followsLines { know(mean, variance) }
    if !hadText { secondsUnsure = 0 }
  }

  /// True on an axis whose offset has been learned from evidence, in this session or in the one whose offset was
  /// restored.
  var hasLearned = SIMDMask<SIMD2<Double.SIMDMaskScalar>>(repeating: false)

  /// Mean and variance of the offset per axis.
  private var known: (mean: SIMD2<Double>, variance: SIMD2<Double>) {
    // Not `if let reading`, which would copy the whole filter in each frame.
    if isTrusted, let offset = reading?.offset, let variance = reading?.variance { return (offset, variance) }
    return (measured.mean, measured.variance)
  }

  /// True while the person reads whole lines, so that the reading filter's offset counts. Fixations that are no
  /// reading, such as those of a person who keeps looking off in one direction, would mislead the filter.
  private var isTrusted: Bool { followsLines && wholeLines >= Self.fewestLines }

  /// The offset before any evidence.
  private var unknown: DriftingOffset { DriftingOffset(settings.model) }

  /// The offset to subtract from the raw pointer, points.
  public var offset: SIMD2<Double> {
    known.mean.clamped(
      lowerBound: SIMD2(repeating: -settings.cap), upperBound: SIMD2(repeating: settings.cap))
  }

  /// Standard deviation of the offset per axis, points.
  public var uncertainty: SIMD2<Double> { known.variance.squareRoot() }

  /// The reading filter's probability that its line is the line that the person reads, 0…1; nil without text.
  public var confidence: Double? { followsLines && !isTrusted ? 0 : reading?.confidence }

  /// True if a dot would help; `dotReason` says why.
  public var wantsDot: Bool { dotReason != nil }

  /// Why a dot would help; nil if it would not.
  ///
  /// A dot tells the part of the offset that stays, so it helps while that part is not known to 60 points. Where
  /// there is text, reading has a minute to find the offset to one line's height, again and again. Time without a
  /// pointer does not count. Lines, a dot or taps tell that part for about half an hour. Until then no dot is
  /// asked for, although no line fits.
  public var dotReason: DotReason? {
    let isKnown = max(measured.x.constantVariance, measured.y.constantVariance).squareRoot() <= Self.unknown
    guard followsLines else { return isKnown ? nil : .unknown }
    guard secondsUnsure > Self.longestWithoutLine else { return nil }
    if isTrusted { return .unsure }
    return isKnown ? nil : .noLine
  }

  /// Takes in a frame and returns the offset to subtract.
  ///
  /// - Parameters:
  ///   - raw: the raw pointer; nil while it is missing (blink, lost face, no hit).
  ///   - app: the app's page, taps and dots.
  ///   - isScrolling: true while the pipeline itself scrolls the page; nothing is learned meanwhile, except from a dot,
  ///     which the person was asked to look at.
  ///   - time: seconds; a call with a non-finite time changes nothing.
  public mutating func step(
    _ raw: SIMD2<Double>?, _ app: AppContext, isScrolling: Bool, at time: Double
  ) -> SIMD2<Double> {
    guard time.isFinite else { return offset }
    // A point that no screen has would make sums overflow; it counts as no point.
    let raw = raw.flatMap { $0.isFinite && $0.length < Self.farthest ? $0 : nil }
    // Time that goes backwards by more than a frame is a new clock.
    if let last = lastTime, time < last - Self.pageRest { pageMoved = -.infinity }
    let elapsed = min(max(lastTime.map { time - $0 } ?? 0, 0), 60)
    lastTime = time
    if raw != nil, elapsed <= Self.longestFrame { secondsUnsure += elapsed }
    if lastLine == nil { lastLine = time }
    let step = settings.model.step(elapsed)
    measured.move(step)
    byDots.move(step)
    // A fixation that ends in this frame was made before it, so it belongs to the page's offset before it.
    let pageBefore = page
    if let now = app.page, now.isFinite, now != page { (page, pageMoved) = (now, time) }
    if settings.usesDots, let seen = dots.step(raw, dot: app.dot, at: time) {
      let before = used
      observe(seen, isAsked: true)
      if used > before {
        byDots.observe(seen)
        hasUsedDot = true
      }
    }
    if settings.usesTaps,
      let seen = taps.step(
        isScrolling ? nil : raw, tap: app.tap, below: settings.tapBelow, spread: settings.tapSpread, at: time)
    {
      observe(seen, isAsked: false)
    }
    if settings.reading != .ignored { read(raw, app, pageBefore, isScrolling: isScrolling, at: time) }
    return offset
  }

  private mutating func read(
    _ raw: SIMD2<Double>?, _ app: AppContext, _ page: Double, isScrolling: Bool, at time: Double
  ) {
    // While a dot is shown, or the page moves or is moved by the pipeline, the person does not read.
    let isStill = time - pageMoved > Self.pageRest && !isScrolling && app.dot == nil
    guard let fixation = fixations.step(raw, isPageStill: isStill, at: time) else { return }
    let whole = middle?.step(fixation)
    guard followsLines else {
      if let whole { observe(whole, isAsked: false) }
      return
    }
    reading?.step(fixation, page: page)
    if whole != nil { readLine(at: time) } else if isOverdue(at: time) { lapse(at: time) }
    if isTrusted, let reading, reading.variance.max() <= reading.pitch * reading.pitch { secondsUnsure = 0 }
  }

  private func isOverdue(at time: Double) -> Bool {
    !(0...Self.longestWithoutLine).contains(time - (lastLine ?? time))
  }

  /// Counts a line that was read from end to end. The filter counts from the second one on.
  private mutating func readLine(at time: Double) {
    if isOverdue(at: time) {
      lapse(at: time)
      resume()
    }
    wholeLines += 1
    lastLine = time
    guard isTrusted else { return }
    supported = Known(mean: known.mean, variance: known.variance, time: time)
    hasLearned = SIMDMask(repeating: true)
  }

  /// Returns to what a whole line, a dot or a tap has supported last, since nothing after it looks like reading. The
  /// time since then makes it less certain.
  private mutating func lapse(at time: Double) {
    if isTrusted {
      know(supported.mean, supported.variance)
      measured.move(settings.model.step(min(max(time - supported.time, 0), 3600)))
    }
    wholeLines = 0
  }

  /// Makes `measured` know this mean and variance.
  private mutating func know(_ mean: SIMD2<Double>, _ variance: SIMD2<Double>) {
    measured = ScreenOffset(settings.model)
    measured.observe(OffsetObservation(mean: mean, variance: variance, unknown: unknown.variance))
  }

  /// Makes `measured` know what the reading filter knows, if it counts.
  mutating func settle() { if isTrusted { know(known.mean, known.variance) } }

  /// Lets the filter begin again with what is known, without the fixations that were no reading.
  private mutating func resume() {
    let seen = OffsetObservation(mean: measured.mean, variance: measured.variance, unknown: unknown.variance)
    reading?.reset()
    reading?.observe(seen)
  }

  /// - Parameter isAsked: true if the person was asked to look at the place; such an observation is refused only if the
  ///   offset would be beyond the cap.
  private mutating func observe(_ seen: OffsetObservation, isAsked: Bool) {
    let variance = measured.variance
    let surprise = seen.offset - measured.mean
    for axis in 0..<2 where seen.noise[axis].isFinite {
      let isFar = surprise[axis].magnitude > Self.gate * (variance[axis] + seen.noise[axis]).squareRoot()
      guard seen.offset[axis].magnitude <= 2 * settings.cap, isAsked || !isFar else {
        refused += 1
        return
      }
    }
    used += 1
    measured.observe(seen)
    for axis in 0..<2 where seen.noise[axis].isFinite { hasLearned[axis] = true }
    reading?.observe(seen)
    if isTrusted { supported = Known(mean: known.mean, variance: known.variance, time: lastTime ?? 0) }
  }
}
