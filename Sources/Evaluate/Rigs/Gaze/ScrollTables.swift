import GazeMetrics
import GazeRecording
import GazeTesting

/// The counts and curves of scrolling, over all people's events. The names of stored properties in its nested types are
/// keys of the JSON.
@dynamicMemberLookup struct ScrollTables {
  /// Median and 90th percentile of a delay.
  struct Milliseconds: Codable, Equatable {
    /// Median.
    @ExplicitNull var median: Double? = nil
    /// 90th percentile.
    @ExplicitNull var p90: Double? = nil

    fileprivate init(_ sketch: SignedQuantileSketch) {
      (median, p90) = (sketch.quantile(0.5).map { $0 * 1000 }, sketch.quantile(0.9).map { $0 * 1000 })
    }
  }

  /// All people's events.
  private let tally: ScrollTally
  /// Distributions over people of the `rates`.
  private let byPerson: [GazeMetricName: PeoplePercentiles]
  /// Delay from the start of an intent to the start of its scroll.
  let latency: Milliseconds
  /// Delay from the end of an intent to the end of its scroll; negative if the scroll ended first.
  let release: Milliseconds

  init(_ tally: ScrollTally, _ people: Cohort<GazeRig>) {
    self.tally = tally
    (latency, release) = (Milliseconds(tally.latencies), Milliseconds(tally.releases))
    byPerson = Dictionary(
      uniqueKeysWithValues: Self.rates.compactMap { name in
        PeoplePercentiles(people.parts(name.metric).map { $0.numerator / $0.denominator }).map { (name, $0) }
      })
  }

  private static let rates = [GazeMetricName.scrollFalsePerMinute, .scrollMidasPerMinute]
  /// Definition of a Midas touch, in the report's words.
  static let midasDefinition =
    "scrolls a minute that began while the person looked at the screen and wanted no scroll, and that match no intent; "
    + "per minute of looking at the screen without wanting a scroll. Needs the true gaze."
  /// The shares of intents not shown by the eyes for which a report lists recall and F1.
  static let hiddenShares = [0, 0.25, 0.5, 0.75, 1]
}

extension ScrollTables {
  /// Number of scrolls that were wanted.
  var truth: Int { tally.intents }
  /// The counts and shares of all people's events.
  subscript<Value>(dynamicMember path: KeyPath<ScrollTally, Value>) -> Value { tally[keyPath: path] }

  /// Distribution over people of the false scrolls a minute; nil if nobody has a rate.
  var falseByPerson: PeoplePercentiles? { byPerson[.scrollFalsePerMinute] }

  /// Precision, recall and F1 by the longest allowed delay of a scroll after its intent.
  var toleranceCurve: [Tolerance] {
    zip(ToleranceCurve.lates, tally.curve.counts).map { late, counts in
      Tolerance(lateSeconds: late, precision: counts.precision, recall: counts.recall, f1: counts.f1)
    }
  }

  /// Recall and F1 by the share of intents that the eyes do not show.
  var byHiddenShare: [HiddenShare] {
    guard tally.shown.intents + tally.hidden.intents > 0 else { return [] }
    return Self.hiddenShares.map { share in
      let result = tally.hiding(share)
      return HiddenShare(share: share, recall: result?.recall, f1: result?.f1)
    }
  }

  /// Counts by the direction that was wanted (row) and the direction of the scroll made (column): `up`, `none`,
  /// `down`.
  var confusion: [String: [String: Int]] {
    let directions = ScrollConfusion.directions
    return Dictionary(
      uniqueKeysWithValues: directions.map { wanted in
        let row = directions.map { made in (made.rawValue, tally.confusion[wanted: wanted, made: made]) }
        return (wanted.rawValue, Dictionary(uniqueKeysWithValues: row))
      })
  }

  /// The tables by their path in the JSON. Precision, recall and F1 are those of all events together.
  var byPath: [(String, any Encodable & Sendable)] {
    [
      ("truth", truth), ("joinedIntents", tally.joinedIntents), ("detected", tally.detected),
      ("truePositives", tally.truePositives),
      ("falsePositives", tally.falsePositives), ("falseNegatives", tally.falseNegatives),
      ("doubleTriggers", tally.doubleTriggers),
      ("precision", tally.precision), ("recall", tally.recall), ("f1", tally.f1), ("latencyMilliseconds", latency),
      ("releaseMilliseconds", release), ("toleranceCurve", toleranceCurve), ("byHiddenShare", byHiddenShare),
      ("midasDefinition", Self.midasDefinition), ("confusion", confusion),
      ("falsePerMinute.byPerson", byPerson[.scrollFalsePerMinute]),
      ("midasPerMinute.byPerson", byPerson[.scrollMidasPerMinute]),
    ]
  }
}

extension ScrollTables {
  /// One point of the tolerance curve.
  struct Tolerance: Codable, Equatable {
    /// Longest allowed delay of a scroll after the end of its intent.
    var lateSeconds: Double
    /// TP / (TP + FP).
    @ExplicitNull var precision: Double? = nil
    /// TP / (TP + FN).
    @ExplicitNull var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull var f1: Double? = nil
  }

  /// Recall and F1 if the eyes did not show this share of the intents.
  struct HiddenShare: Codable, Equatable {
    /// Share of the intents, 0…1.
    var share: Double
    /// TP / (TP + FN).
    @ExplicitNull var recall: Double? = nil
    /// 2 TP / (2 TP + FP + FN).
    @ExplicitNull var f1: Double? = nil
  }
}
