import GazeMetrics
import GazePipeline
import GazeTesting

extension GazeFindings.Scroll {
  /// Definition of a Midas touch, in the report's words.
  static let midasDefinition =
    "scrolls a minute that began while the person looked at the screen and wanted no scroll, and that match no intent; "
    + "per minute of looking at the screen without wanting a scroll. Needs the true gaze."
  /// The shares of intents not shown by the eyes for which a report lists recall and F1.
  static let hiddenShares = [0, 0.25, 0.5, 0.75, 1]

  /// Scroll results over the people for whom tracking works; `estimates` are the metrics' values and intervals.
  init(_ people: People<GazeRig>, _ estimates: [String: PeopleEstimate]) {
    func value(_ name: String) -> Double? { estimates["scroll.\(name)"]?.value }
    func rate(_ name: String) -> Rate {
      let parts = GazeMetric.all.first { $0.name == "scroll.\(name)" }.map { people.parts($0) } ?? []
      return Rate(
        value: value(name), ci95: estimates["scroll.\(name)"]?.interval.interval,
        byPerson: PeoplePercentiles(parts.map { $0.numerator / $0.denominator }))
    }
    let tally = people.summary.scroll
    func milliseconds(_ sketch: SignedQuantileSketch) -> GazeFindings.Milliseconds {
      GazeFindings.Milliseconds(
        median: sketch.quantile(0.5).map { $0 * 1000 }, p90: sketch.quantile(0.9).map { $0 * 1000 })
    }
    self.init(
      unreadLinesLost: value("unreadLinesLost"), timeToRecoverSeconds: value("timeToRecoverSeconds"),
      pageCompletion: value("pageCompletion"), timeOverTouch: value("timeOverTouch"),
      overshootPoints: value("overshootPoints"),
      offScreenScrollPointsPerMinute: value("offScreenScrollPointsPerMinute"), truth: tally.intents,
      detected: tally.detected, truePositives: tally.truePositives, falsePositives: tally.falsePositives,
      falseNegatives: tally.falseNegatives, precision: tally.precision, recall: tally.recall, f1: tally.f1,
      latencyMilliseconds: milliseconds(tally.latencies),
      falsePerMinute: rate("falsePerMinute"))
    joinedIntents = tally.joinedIntents
    toleranceCurve = zip(ToleranceCurve.lates, tally.curve.counts).map { late, counts in
      Tolerance(lateSeconds: late, precision: counts.precision, recall: counts.recall, f1: counts.f1)
    }
    if tally.shown.intents + tally.hidden.intents > 0 {
      byHiddenShare = Self.hiddenShares.map { share in
        let result = tally.hiding(share)
        return HiddenShare(share: share, recall: result?.recall, f1: result?.f1)
      }
    }
    releaseMilliseconds = milliseconds(tally.releases)
    doubleTriggers = tally.doubleTriggers
    midasPerMinute = rate("midasPerMinute")
    midasDefinition = Self.midasDefinition
    let directions = ScrollConfusion.directions
    confusion = Dictionary(
      uniqueKeysWithValues: directions.map { wanted in
        let row = directions.map { made in (made.rawValue, tally.confusion[wanted: wanted, made: made]) }
        return (wanted.rawValue, Dictionary(uniqueKeysWithValues: row))
      })
    kappa = value("kappa")
  }
}
