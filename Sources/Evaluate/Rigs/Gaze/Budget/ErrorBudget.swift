import Calibrate
import GazeMetrics
import GazeRecording
import GazeTesting

/// The mean squared error of a pointer on settled samples, divided by cause; the parts add up to the whole. Each person
/// has the same weight.
struct ErrorBudget: Encodable, Equatable {
  /// One cause.
  struct Part: Encodable, Equatable {
    /// The cause.
    var cause: ErrorCause
    /// Mean square, degrees².
    var meanSquareDegrees2: Double
    /// Share of the whole, 0…1.
    var share: Double
    /// 95 % interval of the share over people; nil with too few people.
    @ExplicitNull var ci95: ConfidenceInterval?

    /// Root of the mean square, degrees.
    var degrees: Double { meanSquareDegrees2.squareRoot() }
  }

  /// Number of people with enough fixations.
  let people: Int
  /// Number of fixations over all people.
  let fixations: Int
  /// Mean squared error, degrees².
  let meanSquareDegrees2: Double
  /// Mean square that each person's best offset and gain would leave, found on the same samples, degrees².
  let withoutPersonDegrees2: Double
  /// True if some people have one session only, so that `person` holds the session's offset too.
  let isPersonAndSession: Bool
  /// The causes, in the order of the fit.
  let parts: [Part]
  /// The largest causes: the first one, and those whose difference from it, as a share of the whole, has a 95 %
  /// interval over people that holds 0. Empty if the error is too small to have a cause.
  let largest: [ErrorCause]

  /// Root mean square below which an error has no cause to look for, degrees: eyes themselves rest this far from a
  /// target (0.25° an axis, and the drift of a fixation).
  static let floor = 0.5
  /// Fewest people for an interval.
  static let fewestPeople = 5

  /// Root of the mean squared error, degrees.
  var degrees: Double { meanSquareDegrees2.squareRoot() }

  /// The budget of people for whom tracking works; nil if nobody has enough fixations.
  init?(_ results: [PersonResult]) { self.init(of: results.compactMap { PersonBudget($0.budget) }) }

  init?(of people: some RandomAccessCollection<PersonBudget>) {
    guard !people.isEmpty else { return nil }
    let n = Double(people.count)
    self.people = people.count
    fixations = Int(people.reduce(0) { $0 + $1.fixations })
    meanSquareDegrees2 = people.reduce(0) { $0 + $1.total } / n
    withoutPersonDegrees2 = people.reduce(0) { $0 + $1.withoutPerson } / n
    let isJoined = people.contains { $0.sessions < 2 }
    isPersonAndSession = isJoined
    let causes = ErrorCause.allCases.filter { !isJoined || $0 != .session }
    func values(_ cause: ErrorCause) -> [Double] {
      people.map { $0.parts[cause] + (isJoined && cause == .person ? $0.parts[.session] : 0) }
    }
    let totals = people.map(\.total)
    let whole = totals.reduce(0, +)
    let raw = causes.map { values($0).reduce(0, +) }
    // An estimate below 0 counts as 0; the others give way in proportion, so that the sum stays the whole.
    let positive = raw.reduce(0) { $0 + max($1, 0) }
    let scale = positive > 0 ? whole / positive : 0
    var parts: [Part] = []
    for (cause, sum) in zip(causes, raw) {
      let own = max(sum, 0) * scale
      let interval = Self.interval(values(cause), of: totals).flatMap {
        ConfidenceInterval(min(max($0.lower, 0), 1), min(max($0.upper, 0), 1))
      }
      parts.append(
        Part(cause: cause, meanSquareDegrees2: own / n, share: whole > 0 ? own / whole : 0, ci95: interval))
    }
    self.parts = parts
    guard (whole / n).squareRoot() >= Self.floor, let first = parts.max(by: { $0.share < $1.share }) else {
      largest = []
      return
    }
    let others = parts.filter { part in
      guard part.cause != first.cause, part.share > 0 else { return false }
      let differences = zip(values(first.cause), values(part.cause)).map { $0 - $1 }
      return Self.interval(differences, of: totals).map { $0.lower <= 0 } ?? false
    }
    largest = [first.cause] + others.sorted { $0.share > $1.share }.map(\.cause)
  }

  /// Student's interval of the linearised ratio Σvalues/Σtotals over people; nil with too few people.
  private static func interval(_ values: [Double], of totals: [Double]) -> ConfidenceInterval? {
    let whole = totals.reduce(0, +)
    guard values.count >= fewestPeople, whole > 0 else { return nil }
    let ratio = values.reduce(0, +) / whole
    let n = Double(values.count)
    let rests = zip(values, totals).map { ($0 - ratio * $1) * n / whole }
    let mean = rests.reduce(0, +) / n
    let variance = rests.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    let half = Distributions.studentQuantile(0.975, freedom: n - 1) * (variance / n).squareRoot()
    return ConfidenceInterval(ratio + (mean - half), ratio + (mean + half))
  }

  /// The share of a cause.
  func share(_ cause: ErrorCause) -> Double { parts.first { $0.cause == cause }?.share ?? 0 }

  /// The causes with their shares, the largest first: `person 58 %, session 24 %, drift 10 %`. Shares below half a
  /// percent are left out.
  var sentence: String {
    guard !largest.isEmpty else { return "no cause: the error is below \(Self.floor)°." }
    return parts.filter { $0.share >= 0.005 }.sorted { $0.share > $1.share }
      .map { "\(words($0.cause).label) \(Self.percent($0.share))" }.joined(separator: ", ") + "."
  }

  /// A cause as the head of a row, in a sentence, and its meaning.
  func words(_ cause: ErrorCause) -> (label: String, noun: String, meaning: String) {
    switch cause {
    case .person where isPersonAndSession:
      ("person and session", "the offset of person and session", "offset and gain of each person's takes")
    case .person: ("person", "the person's offset", "offset and gain, in every session")
    case .session: ("session", "the session's offset", "offset of one session")
    case .lag: ("lag", "the lag", "the pointer is on its way")
    case .screen: ("screen", "the place on the screen", "differs over the screen")
    case .drift: ("drift", "drift", "slow change in a take, of tracker or pipeline")
    case .jitter: ("jitter", "jitter", "change within a fixation")
    case .residual: ("residual", "what no cause explains", "from fixation to fixation")
    }
  }

  /// `58 %`.
  static func percent(_ share: Double) -> String { "\(Int((100 * share).rounded()))\u{A0}%" }
}
