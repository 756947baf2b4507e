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
  /// The judged gates.
  package let gates: [AccuracyGate]
  /// Schedule of the interim analyses.
  package let analyses: GateAnalyses
  /// Verdict of each gate so far.
  package private(set) var verdicts: [GateVerdict]
  /// Basis of each verdict; nil if there was no interval.
  package private(set) var decisions: [GateDecision?]
  /// Number of interim analyses so far.
  package private(set) var analysesDone = 0

  /// A judge before the first interim analysis.
  package init(_ gates: [AccuracyGate], _ analyses: GateAnalyses) {
    self.gates = gates
    self.analyses = analyses
    verdicts = [GateVerdict](repeating: .inconclusive, count: gates.count)
    decisions = [GateDecision?](repeating: nil, count: gates.count)
  }

  /// The combined verdict of all gates so far.
  package var verdict: GateVerdict { GateVerdict.combined(verdicts) }

  /// True if there is a verdict or no interim analysis is left.
  package var isOver: Bool { verdict != .inconclusive || analysesDone >= analyses.people.count }

  /// Performs an interim analysis.
  ///
  /// - Parameters:
  ///   - people: current number of people.
  ///   - estimate: returns the estimate for gate `index` with an interval at the given level; nil if there is no
  ///     estimate.
  package mutating func analyse(people: Int, _ estimate: (_ index: Int, _ level: Double) -> PeopleEstimate?) {
    guard !isOver else { return }
    analysesDone += 1
    func ask(_ index: Int, _ level: Double) -> (verdict: GateVerdict, decision: GateDecision?) {
      let interval = estimate(index, level)?.interval.interval
      return (
        gates[index].verdict(interval),
        interval.map {
          GateDecision(lower: $0.lower, upper: $0.upper, level: level, people: people, look: analysesDone)
        }
      )
    }
    var suspects: [Int] = []
    for index in gates.indices where verdicts[index] == .inconclusive {
      let (verdict, decision) = ask(index, analyses.level)
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
      let level = 1 - analyses.errorOfAnalysis / Double(left)
      guard level <= ConfidenceInterval.highestLevel, level != asked else { return }
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
    result.looks = analysesDone
    return result
  }
}
