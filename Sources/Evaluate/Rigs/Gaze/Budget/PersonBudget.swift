import GazePipeline
import GazeTesting

/// Parts of the mean squared error of one person's settled samples, degrees². Their sum is the mean square itself.
///
/// The person's offset and gain, the sessions' offsets, the takes' offsets, the lag and the place on the screen are
/// fitted one after the other; each explains what the former ones left, but gain and lag share what they explain
/// together. The rest is divided by its speed. The mean
/// square of the difference of two fixations that are Δ apart is 2γ(Δ); γ grows with Δ as far as the error drifts. The
/// line through γ of successive and of next-but-one fixations meets Δ = 0 at the part that does not drift. A slow
/// basis of a fixed number of functions would instead take a share of the noise and leave a share of the drift.
///
/// A fit also explains some noise by chance, and a mean over a few sessions holds a share of the sessions' own
/// variance. Both are known from the numbers of fixations, takes and sessions, and each part gets back its own, as in
/// an analysis of variance; so a part of one person may be slightly negative.
struct PersonBudget: Equatable {
  /// Mean squares by cause.
  var parts = Parts()
  /// Mean squared error, degrees².
  let total: Double
  /// Mean square without the person's own offset and gain, found on the same samples, degrees².
  let withoutPerson: Double
  /// Number of sessions; with one, `person` includes the session's offset.
  let sessions: Int
  /// Number of fixations.
  let fixations: Double

  /// Mean squares by cause, in a fixed size: a report keeps them of everyone.
  struct Parts: Equatable {
    private var values = SIMD8<Double>()

    subscript(cause: ErrorCause) -> Double {
      get { values[cause.place] }
      set { values[cause.place] = newValue }
    }
  }

  /// Fewest fixations of a budget: with fewer, a fit of a person's map explains everything.
  static let fewestFixations = 12.0

  /// The budget of a person's takes; nil with too few fixations.
  init?(_ takes: [BudgetSums]) {
    let takes = takes.filter { $0.fixations > 0 && $0.samples > 0 }
    let n = takes.reduce(0) { $0 + $1.samples }
    fixations = takes.reduce(0) { $0 + $1.fixations }
    guard fixations >= Self.fewestFixations else { return nil }
    // A take that states no session is a recording, each of which is a session of its own.
    var groups: [[BudgetSums]] = []
    for take in takes {
      if let session = take.session, let place = groups.firstIndex(where: { $0[0].session == session }) {
        groups[place].append(take)
      } else {
        groups.append([take])
      }
    }
    sessions = groups.count
    let fits = [Fit(\.x, groups), Fit(\.y, groups)]
    func mean(_ path: KeyPath<Fit, Double>) -> Double { fits.reduce(0) { $0 + $1[keyPath: path] } / n }
    total = mean(\.whole)
    withoutPerson = mean(\.afterPerson)
    let speed = Speed(takes, fits.map(\.residual))
    // The gain's column and the four of `BudgetSums.screen`: the numbers 4 and 5 below are these counts, too.
    let columns = 1.0 + 4 + fits.reduce(0) { $0 + $1.lags } / 2
    let levels = Double(takes.count)
    // The drift within takes, from the squares that white noise leaves after a fit.
    let steady = speed.nugget
    let drifting =
      (mean(\.rest) - speed.within - steady * (1 - (levels + columns) / fixations)) / (1 - columns / fixations)
    let (offset, slope) = (steady / fixations, (steady + drifting) / fixations)
    let lag = mean(\.lag) - slope * (columns - 5)
    let screen = mean(\.screen) - slope * 4
    var person = mean(\.person) - offset - slope
    var session = mean(\.session) - offset * Double(sessions - 1)
    var take = mean(\.take) - offset * Double(takes.count - sessions)
    // Shares of the samples in which one take's or session's own variance looks like that of the level above.
    let ofTakes = takes.reduce(0) { $0 + $1.samples * $1.samples } / (n * n)
    let sizes = groups.map { $0.reduce(0) { $0 + $1.samples } }
    let ofSessions = sizes.reduce(0) { $0 + $1 * $1 } / (n * n)
    let ofTakesInSessions = zip(groups, sizes).reduce(0) { sum, group in
      sum + group.0.reduce(0) { $0 + $1.samples * $1.samples } / (group.1 * n)
    }
    if takes.count > sessions, ofTakesInSessions < 1 {
      let own = take / (1 - ofTakesInSessions)
      session -= own * (ofTakesInSessions - ofTakes)
      person -= own * ofTakes
      take = own
    }
    if sessions > 1, ofSessions < 1 {
      let own = session / (1 - ofSessions)
      person -= own * ofSessions
      session = own
    }
    let jitter = min(speed.jitter, max(speed.within + steady, 0))
    (parts[.person], parts[.session], parts[.lag], parts[.screen]) = (person, session, lag, screen)
    (parts[.drift], parts[.jitter], parts[.residual]) = (take + drifting, jitter, speed.within + steady - jitter)
  }
}

/// The sequence of fits on one axis; every number is a sum of squares.
private struct Fit {
  let whole, afterPerson, person, session, take, lag, screen, rest: Double
  /// Number of lags in the model, 0 or 1.
  let lags: Double
  let residual: [Double]

  init(_ axis: KeyPath<BudgetSums.Axes, BudgetSums.Products>, _ sessions: [[BudgetSums]]) {
    func joined(_ takes: [BudgetSums]) -> NormalEquations {
      var sum = BudgetSums.Products()
      for take in takes { sum.add(take.all[keyPath: axis]) }
      return NormalEquations(sum)
    }
    var all = joined(sessions.flatMap(\.self))
    whole = all.rest
    all.sweep(BudgetSums.constant)
    all.sweep(BudgetSums.gain)
    afterPerson = all.rest
    var bySession = NormalEquations.sum(sessions.map(joined), without: BudgetSums.constant)
    bySession.sweep(BudgetSums.gain)
    var byTake = NormalEquations.sum(
      sessions.flatMap(\.self).map { joined([$0]) }, without: BudgetSums.constant)
    let level = byTake
    byTake.sweep(BudgetSums.gain)
    (session, take) = (all.rest - bySession.rest, bySession.rest - byTake.rest)
    // A pointer lags behind; one that overtakes the eyes has another cause.
    let slow = BudgetSums.lag.max { Self.explained($0, byTake) < Self.explained($1, byTake) }
    let before = byTake.rest
    var late = 0.0
    if let slow, Self.explained(slow, byTake) > 0 {
      byTake.sweep(slow)
      lags = 1
      // A slow pointer also falls short of the target, as with a gain below 1. The two share what they explain together
      // by their coefficients in one fit (Pratt, Proc. Second International Tampere Conference in Statistics, 1987).
      let both = level.rest - byTake.rest
      late = min(max(byTake.entry(slow) * level.entry(slow), before - byTake.rest), both)
    } else {
      lags = 0
    }
    lag = late
    person = whole - all.rest + before - byTake.rest - late
    let lagged = byTake.rest
    for column in BudgetSums.screen { byTake.sweep(column) }
    (screen, rest) = (lagged - byTake.rest, byTake.rest)
    residual = byTake.residual
  }

  private static func explained(_ column: Int, _ equations: NormalEquations) -> Double {
    let next = equations.next(column)
    return next.coefficient > 0 ? next.explained : 0
  }
}

/// The rest after all fits, by its speed; mean squares over both axes, degrees².
private struct Speed {
  /// Mean square of a sample about its fixation's mean.
  let within: Double
  /// Variance of the fixations' means that does not grow with the time between them.
  let nugget: Double
  /// Mean square of the part that changes within fixations, its share of their means included.
  let jitter: Double

  /// Correlation times among which that of the jitter is searched, seconds.
  private static let times = [0.0] + (0...24).map { Elementary.exp(Double($0) / 24 * Elementary.log(100)) / 100 }

  init(_ takes: [BudgetSums], _ residuals: [[Double]]) {
    func square(_ path: KeyPath<BudgetSums, BudgetSums.Axes>) -> Double {
      takes.reduce(0) {
        $0 + NormalEquations.square($1[keyPath: path].x, residuals[0])
          + NormalEquations.square($1[keyPath: path].y, residuals[1])
      }
    }
    func sum(_ path: KeyPath<BudgetSums, Double>) -> Double { takes.reduce(0) { $0 + $1[keyPath: path] } }
    let (n, all) = (sum(\.samples), square(\.all))
    within = max(all - square(\.ofFixations), 0) / n
    let inBlocks = max(all - square(\.ofBlocks), 0) / n
    func half(_ pairs: KeyPath<BudgetSums, BudgetSums.Pairs>) -> (value: Double, seconds: Double)? {
      let count = sum(pairs.appending(path: \.count))
      guard count > 0 else { return nil }
      return (
        square(pairs.appending(path: \.products)) / (2 * count), sum(pairs.appending(path: \.seconds)) / count
      )
    }
    var slope = 0.0
    if let near = half(\.next), let far = half(\.afterNext), far.seconds > near.seconds {
      slope = (far.value - near.value) / (far.seconds - near.seconds)
      nugget = near.value - slope * near.seconds
    } else {
      nugget = half(\.next)?.value ?? 0
    }
    // A drift of this slope also changes within a fixation and within a block.
    let (fixation, block) = (sum(\.seconds) / sum(\.fixations), sum(\.seconds) / sum(\.blocks))
    let steady = max(slope, 0) / 3
    let (slower, faster) = (max(within - steady * fixation, 0), max(inBlocks - steady * block, 0))
    let (perFixation, perBlock) = (n / sum(\.fixations), n / sum(\.blocks))
    guard slower > 0, perFixation > 1.5 else {
      jitter = 0
      return
    }
    let frame = fixation / max(perFixation - 1, 1)
    func shares(_ time: Double) -> (block: Double, fixation: Double) {
      let correlation = time > 0 ? Elementary.exp(-frame / time) : 0
      return (
        1 - Self.ofMean(perBlock, correlation), 1 - Self.ofMean(perFixation, correlation)
      )
    }
    let found = Self.times.min { a, b in
      let (one, other) = (shares(a), shares(b))
      return abs(one.block / one.fixation - faster / slower) < abs(other.block / other.fixation - faster / slower)
    }
    jitter = slower / shares(found ?? 0).fixation
  }

  /// Variance of the mean of n successive values of a first-order process of variance 1.
  private static func ofMean(_ count: Double, _ correlation: Double) -> Double {
    let n = max(Int(min(count, 1e4).rounded()), 1)
    var (sum, power) = (1.0, 1.0)
    for lag in 1..<max(n, 2) where lag < n {
      power *= correlation
      sum += 2 * (1 - Double(lag) / Double(n)) * power
    }
    return sum / Double(n)
  }
}
