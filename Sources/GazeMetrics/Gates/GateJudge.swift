/// Judges several gates on the same people in successive interim analyses until there is a verdict.
///
/// **Pass** needs no correction for the number of gates: all gates must pass, so the probability that all pass although
/// one should not is at most that gate's own error (intersection-union test, Berger, Technometrics 24, 1982). **Fail**
/// needs a correction: a single false alarm makes the combined verdict wrong, and forty gates have forty chances of a
/// false alarm. Holm's step-down procedure limits the probability of any false alarm among m gates and K interim
/// analyses to 2.5 %: with r gates failed so far, a gate fails if its interval at the level 1 − 0.05/(K·(m − r)) lies
/// on the bad side, and each failure increases r for the remaining gates (Holm, Scandinavian Journal of Statistics 6,
/// 1979; for several interim analyses Ye, Li, Liu & Yao, Statistics in Medicine 32, 2013). This is Holm's procedure on
/// p values without computing them: an interval excludes a limit exactly if p is below 1 − level.
///
/// A gate's verdict is final once reached. The procedure ends when a gate has failed or all have passed; otherwise the
/// next interim analysis is due.
package struct GateJudge {
  // The highest level at which the intervals here were checked.
  private static let highestLevel = 0.9999

  /// The judged gates.
  package let gates: [AccuracyGate]
  /// Schedule of the interim analyses.
  package let looks: GateAnalyses
  /// Verdict of each gate so far.
  package private(set) var verdicts: [GateVerdict]
  /// Basis of each verdict; nil if there was no interval.
  package private(set) var decisions: [GateDecision?]
  /// Number of interim analyses so far.
  package private(set) var taken = 0

  /// A judge before the first interim analysis.
  package init(_ gates: [AccuracyGate], _ looks: GateAnalyses) {
    self.gates = gates
    self.looks = looks
    verdicts = [GateVerdict](repeating: .inconclusive, count: gates.count)
    decisions = [GateDecision?](repeating: nil, count: gates.count)
  }

  /// The combined verdict of all gates so far.
  package var verdict: GateVerdict { GateVerdict.combined(verdicts) }

  /// True if there is a verdict or no interim analysis is left.
  package var isOver: Bool { verdict != .inconclusive || taken >= looks.people.count }

  /// Performs an interim analysis.
  ///
  /// - Parameters:
  ///   - people: current number of people.
  ///   - estimate: returns the estimate for gate `index` with an interval at the given level; nil if there is no
  ///     estimate.
  package mutating func look(people: Int, _ estimate: (_ index: Int, _ level: Double) -> PeopleEstimate?) {
    guard !isOver else { return }
    taken += 1
    func ask(_ index: Int, _ level: Double) -> (verdict: GateVerdict, decision: GateDecision?) {
      let interval = estimate(index, level)?.interval.interval
      return (
        gates[index].verdict(interval),
        interval.map {
          GateDecision(lower: $0.lower, upper: $0.upper, level: level, people: people, look: taken)
        }
      )
    }
    var suspects: [Int] = []
    for index in gates.indices where verdicts[index] == .inconclusive {
      let (verdict, decision) = ask(index, looks.level)
      decisions[index] = decision
      switch verdict {
      case .pass: verdicts[index] = .pass
      case .fail: suspects.append(index)
      case .inconclusive: break
      }
    }
    // Unless a gate has failed the level is unchanged, and no estimate needs to be repeated.
    var asked: Double?
    while !suspects.isEmpty {
      let left = gates.count - verdicts.count { $0 == .fail }
      let level = 1 - looks.errorOfLook / Double(left)
      guard level <= Self.highestLevel, level != asked else { return }
      asked = level
      suspects = suspects.filter { index in
        let (verdict, decision) = ask(index, level)
        decisions[index] = decision
        if verdict == .fail { verdicts[index] = .fail }
        return verdict != .fail
      }
    }
  }

  /// The result of a gate.
  ///
  /// - Parameter estimate: the metric's estimate, with its 95 % interval, over the people of the latest analysis.
  package func result(_ index: Int, _ estimate: PeopleEstimate?) -> GateResult {
    var result = gates[index].result(estimate)
    result.verdict = verdicts[index]
    result.decision = decisions[index]
    result.looks = taken
    return result
  }
}

/// Basis of a verdict: not the 95 % interval of the report, but an interval corrected for interim analyses and other
/// gates.
package struct GateDecision: Equatable, Codable {
  /// `lower`: lower end of the interval; `upper`: upper end of the interval; `level`: level of the interval,
  /// 0.95…0.9999.
  package var lower, upper, level: Double
  /// `people`: number of people drawn so far; `look`: number of the interim analysis, counted from 1.
  package var people, look: Int
}

/// Schedule of a gate's interim analyses, and the error probability that each analysis may use. In the code an analysis
/// is called `look`.
///
/// Every interim analysis of growing data is another chance of error. So a gate's total error of 5 % is divided
/// equally: with K analyses each verdict uses an interval at the level 1 − 0.05/K. This Bonferroni correction needs no
/// model of the dependence between analyses, which suits intervals by bootstrap, of rates and of proportions. Pocock's
/// constants (Biometrika 64, 1977) and alpha spending (Lan & DeMets, Biometrika 70, 1983) assume normal statistics with
/// equal or known increments of information; for four analyses with doubling sample sizes they would raise the error
/// per analysis only from 1.25 % to between 1.5 and 1.8 %. The number of people doubles from one analysis to the next,
/// so that there are few analyses and a decision never takes more than twice the people that it needs.
package struct GateAnalyses: Equatable, Codable {
  /// Allowed error of a gate over all its interim analyses together; half of it on either side of the interval.
  package static let error = 0.05
  /// Population of the people in the analyses.
  package let population: Population
  /// Default number of people in the final analysis.
  package static let defaultMost = 320
  /// Number of people in each interim analysis, ascending; never empty.
  package let people: [Int]

  /// Interim analyses of `first` people, twice as many, and so on; the final one has `most`. If `most` is not larger
  /// than `first`, there is a single analysis.
  package init(first: Int, most: Int, of population: Population = .simulated) {
    self.population = population
    var people = [max(first, 1)]
    while let last = people.last, last < most { people.append(last > most / 2 ? most : 2 * last) }
    self.people = people
  }

  /// A single analysis of all people.
  package static func once(_ people: Int, of population: Population = .simulated) -> GateAnalyses {
    GateAnalyses(first: people, most: people, of: population)
  }

  /// Allowed error of one analysis's interval: 0.05/K, and half of that for recorded people (`Population`).
  package var errorOfLook: Double { population.errorOfInterval / Double(self.people.count) }

  /// The confidence level of one analysis's interval if there is only one gate.
  package var level: Double { 1 - errorOfLook }
}

/// Forecast of the number of people with which an undecided limit would be decided.
package enum PeopleForecast {
  /// Number of people with whom the end of an interval would pass the limit if the value stayed as it is: an interval's
  /// width falls with the square root of the number of people, and a tenth is added so that the end passes the limit.
  ///
  /// - Parameters:
  ///   - lower: the lower end of the interval that decides.
  ///   - upper: its upper end.
  ///   - people: number of people in the interval.
  /// - Returns: at most 1e9, also if the value equals the limit; nil if the interval does not reach beyond the value.
  package static func needed(
    value: Double, limit: Double, lower: Double, upper: Double, people: Int
  ) -> Int? {
    let (reach, distance) = value < limit ? (upper - value, limit - value) : (value - lower, value - limit)
    guard reach.isFinite, distance.isFinite, reach > 0 else { return nil }
    let share = distance > 0 ? reach / distance : .infinity
    let needed = 1.1 * Double(people) * share * share
    return needed < 1e9 ? Int(needed.rounded(.up)) : Int(1e9)
  }
}

/// A metric with too few people for an interval and therefore for a verdict.
public struct PeopleShortfall: Sendable, Equatable, CustomStringConvertible {
  /// The metric's name.
  public var metric: String
  /// Number of people needed.
  public var needed: Int
  /// Number of people for whom the metric has a value.
  public var people: Int

  /// A shortfall from its parts.
  public init(metric: String, needed: Int, people: Int) {
    self.metric = metric
    self.needed = needed
    self.people = people
  }

  /// `pointer.errorPoints.median needs 44 people but has 3`.
  public var description: String { "\(metric) \(Self.words(needed: needed, people: people))" }

  /// `needs 44 people but has 3`.
  static func words(needed: Int, people: Int) -> String {
    "needs \(needed) people but has \(people)"
  }
}
