/// Several gates on the same people, look after look, until there is a verdict.
///
/// **Pass** takes no correction for the number of gates: all of them must pass, and the chance that all do though one
/// should not is at most that one's own (intersection-union, Berger, Technometrics 24, 1982). **Fail** does: one false
/// alarm is enough, and forty gates have forty chances. So Holm's step-down holds the chance of even one false alarm among
/// m gates and K looks at 2.5 %: with r gates failed so far, a gate fails where its interval at the level
/// 1 − 0.05/(K·(m − r)) lies on the bad side, and each one that does makes r larger for the others (Holm, Scandinavian
/// Journal of Statistics 6, 1979; over several looks Ye, Li, Liu & Yao, Statistics in Medicine 32, 2013). That is Holm on
/// p without forming p: a level's interval leaves a limit out where p is below what the level leaves.
///
/// A verdict stays once it has fallen. All is decided when a gate has failed, or all have passed; else the next look is
/// due.
package struct GateJudge: Sendable {
  // The highest level at which the intervals here were checked.
  private static let highestLevel = 0.9999

  /// What is judged.
  package let gates: [AccuracyGate]
  /// How often.
  package let looks: GateLooks
  /// By gate, so far.
  package private(set) var verdicts: [GateVerdict]
  /// What each verdict rests on; nil where there was no interval.
  package private(set) var decisions: [GateDecision?]
  /// Looks taken.
  package private(set) var taken = 0

  /// A judge before the first look.
  package init(_ gates: [AccuracyGate], _ looks: GateLooks) {
    self.gates = gates
    self.looks = looks
    verdicts = [GateVerdict](repeating: .inconclusive, count: gates.count)
    decisions = [GateDecision?](repeating: nil, count: gates.count)
  }

  /// The verdict of all gates so far.
  package var verdict: GateVerdict { GateVerdict.combined(verdicts) }

  /// True if another look changes nothing or there is none left.
  package var isOver: Bool { verdict != .inconclusive || taken >= looks.people.count }

  /// Takes a look.
  ///
  /// - Parameters:
  ///   - people: how many there are now.
  ///   - estimate: the figure of gate `index` at a level; nil where it cannot be formed.
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
    // Without a failure nothing changes the level, so nobody needs to be asked again.
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

  /// What came of a gate.
  ///
  /// - Parameter estimate: the figure at 95 % over the people of the last look.
  package func result(_ index: Int, _ estimate: PeopleEstimate?) -> GateResult {
    var result = gates[index].result(estimate)
    result.verdict = verdicts[index]
    result.decision = decisions[index]
    result.looks = taken
    return result
  }
}

/// What a verdict rests on: not the 95 % interval of the report, but one that pays for looks and for other gates.
package struct GateDecision: Sendable, Equatable, Codable {
  /// The interval's lower end.
  package var lower: Double
  /// Its upper end.
  package var upper: Double
  /// Its level, 0.95…0.9999.
  package var level: Double
  /// How many people had been drawn.
  package var people: Int
  /// Which look it was, from 1.
  package var look: Int
}
