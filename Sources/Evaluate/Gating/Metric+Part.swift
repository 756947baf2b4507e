public import GazeMetrics
import GazeSimulation
public import GazeTesting

extension Metric {
  /// What one person adds to the figure: Σnumerator/Σdenominator over people is `estimate(_:level:)`'s value.
  ///
  /// For figures that pool events over people these are the events and what they are counted by, for the others the
  /// person's own figure and 1; without one, 0 and 0. Kappa and the size for 95 % are no such quotient of everybody: what is
  /// compared is the mean over people of each one's own.
  public func part(of person: PersonResult) -> PeopleEstimate.Part {
    let scroll = person.scroll
    let hits = Double(scroll.truePositives)
    switch name {
    case "pointer.dataLoss":
      return .init(Double(max(person.expectedFrames - person.validFrames, 0)), Double(person.expectedFrames))
    case "scroll.precision": return .init(hits, hits + Double(scroll.falsePositives))
    case "scroll.recall": return .init(hits, hits + Double(scroll.falseNegatives))
    case "scroll.f1":
      return .init(2 * hits, 2 * hits + Double(scroll.falsePositives) + Double(scroll.falseNegatives))
    case "scroll.falsePerMinute": return .init(Double(scroll.falseWithoutIntent), scroll.secondsWithoutIntent / 60)
    case "scroll.midasPerMinute": return .init(Double(scroll.midasTouches), scroll.secondsLookingWithoutIntent / 60)
    case "scroll.overshootPoints": return .init(scroll.overshootPoints, hits)
    case "scroll.unreadLinesLost":
      return person.reading.map { .init(Double($0.linesLost), Double($0.takes)) } ?? .init(0, 0)
    case "scroll.pageCompletion":
      return person.reading.map { .init(Double($0.linesRead), Double($0.lines)) } ?? .init(0, 0)
    default: return estimate([person]).map { .init($0.value, 1) } ?? .init(0, 0)
    }
  }

  /// The figure over people of whom only the parts are left, formed as `estimate(_:level:)` forms it.
  func estimate(of parts: [PeopleEstimate.Part], level: Double) -> PeopleEstimate? {
    let parts = parts.filter { $0.denominator > 0 }
    switch name {
    case "pointer.dataLoss", "scroll.precision", "scroll.recall", "scroll.f1", "scroll.pageCompletion":
      return PeopleEstimate.proportion(of: parts.map { ($0.numerator, $0.denominator) }, level: level)
    case "scroll.falsePerMinute", "scroll.midasPerMinute", "scroll.overshootPoints", "scroll.unreadLinesLost":
      return PeopleEstimate.rate(of: parts.map { ($0.numerator, $0.denominator) }, level: level)
    case "pointer.latencyMilliseconds":
      var rng = PhiloxGenerator(seed: 1, stream: 0)
      return PeopleEstimate.pairedDifference(of: parts.map { ($0.numerator, 0) }, level: level, using: &rng)
    default:
      var rng = PhiloxGenerator(seed: 1, stream: 0)
      return PeopleEstimate.mean(of: parts.map(\.numerator), level: level, using: &rng)
    }
  }

  /// Which side is the better one.
  public var better: Gate.Direction {
    let good = [
      "pointer.effectiveFrequencyHertz", "scroll.pageCompletion", "scroll.precision", "scroll.recall", "scroll.f1",
      "scroll.kappa",
    ]
    return good.contains(name) ? .min : .max
  }

  /// Below this, in the metric's unit, a change is counted from here and not from what the figure was: a false scroll an
  /// hour that becomes two is no doubling that anybody feels. Assumed.
  public var leastForChange: Double {
    // A third of what is usual: from 1.7 % to 2 % of the frames is a change.
    if name == "pointer.dataLoss" { return 0.005 }
    return switch unit {
    case "pt": 1
    case "mm": 0.15
    case "deg", "deg²": 0.02
    case "ms": 5
    case "1/min": 0.2
    case "pt/min": 100
    default: 0.05
    }
  }
}
