import GazeMetrics
import GazeRecording
private import GazeSimulation

/// A metric of the gaze pointer, computed over people.
public typealias GazeMetric = PeopleMetric<PersonResult>

extension PersonResult: MeasuredPerson {
  /// All metrics, in the order of the report.
  public static var metrics: [GazeMetric] { GazeMetric.probe.map { GazeMetric.rows + [$0] } ?? GazeMetric.rows }
}

/// The rows: everything that the project knows of a metric is in its row, and every format, limit and help text reads
/// it there. Only `GazeMetricName` repeats the names, so that a misspelt one does not compile.
extension PeopleMetric where Person == PersonResult {
  /// A further metric, by which a test shows that a row is enough.
  @TaskLocal package static var probe: GazeMetric?

  fileprivate static let rows =
    GazeMetric.pointer.map { $0.formed(in: .targets) } + GazeMetric.scroll.map { $0.formed(in: .pages) }

  private static var pointer: [GazeMetric] {
    errors("pointer.error", "", "distance from the pointer to the true gaze", isTrue: true) {
      PointerErrors(points: $0.errorPoints, millimetres: $0.errorMillimetres, degrees: $0.errorDegrees)
    }
      + errors(
        "pointer.settledError", ", eyes at rest",
        "distance from the pointer to the true gaze while the eyes are at rest",
        isTrue: true
      ) { $0.settled }
      + errors(
        targetError, " to the shown target", "distance from the pointer to the shown target; needs no truth"
      ) { $0.target }
      + fixations("pointer", "pointer") { $0.looks }
      + [
        milliseconds("pointer.latencyMilliseconds") { $0.latency }
          .called(
            "lag behind the gaze", "Delay of the pointer behind the true gaze, milliseconds", needs: .truth())
      ] + steps
      + [
        // The least value for a change, 0.005, is a third of the usual data loss: a rise from 1.7 % to 2 % of the
        // frames counts as a change.
        proportion("pointer.dataLoss", smallestReference: 0.005) {
          .init(Double(max($0.expectedFrames - $0.validFrames, 0)), Double($0.expectedFrames))
        }.called("lost frames", "Share of the expected frames without a pointer"),
        mean("pointer.effectiveFrequencyHertz", "Hz", better: .min) { $0.effectiveFrequency }
          .called("frames that are not lost", "Frames with a pointer a second; large is good"),
        mean("pointer.longestGapSeconds", "s") { $0.frames > 0 ? $0.longestGap : nil }
          .called("longest gap", "Longest time without a pointer, seconds"),
        GazeMetric(
          "pointer.sizeFor95Points", "pt", fewestPeople: PeopleEstimate.fewestPeopleForSize, version: 2,
          change: "over samples of eyes at rest, and no longer over saccades too, since version 2",
          .tallied { SizeTally() }
        ).called(
          "target size for 95 %",
          "Side of a square target that contains 95 % of the pointers on it, points; version 2"),
      ] + raw
      + [
        resting("middlePoints", "pt", "in the screen's middle") { $0.middlePoints },
        resting("middleDegrees", "deg", "in the screen's middle") { $0.middleDegrees },
        resting("bestPlacePoints", "pt", "where, in hindsight, it is best for the person") { $0.bestPlacePoints },
        resting("bestPlaceDegrees", "deg", "where, in hindsight, it is best for the person") { $0.bestPlaceDegrees },
      ]
  }

  private static var steps: [GazeMetric] {
    func rows(
      _ name: String, _ place: String, counterpart: String?,
      _ responses: @escaping @Sendable (PersonResult) -> LinearHistogram
    ) -> [GazeMetric] {
      [("median", 0.5, "", "Median"), ("p90", 0.9, ", p90", "90th percentile of the")].map {
        key, share, ending, words in
        milliseconds("\(name).\(key)") { responses($0).quantile(share) }.called(
          "half of a step of the \(counterpart == nil ? "target" : "gaze")\(ending)",
          "\(words) time to half of a step of the \(place), milliseconds",
          needs: counterpart.map { .truth(counterpart: "\($0).\(key)") })
      }
    }
    let target = "pointer.targetStepResponseMilliseconds"
    return rows("pointer.stepResponseMilliseconds", "true gaze", counterpart: target) { $0.stepResponses }
      + rows(target, "shown target", counterpart: nil) { $0.targetStepResponses }
  }

  /// The pointer before smoothing.
  private static var raw: [GazeMetric] {
    let distance = "distance from the pointer before smoothing to the true gaze"
    return errors("pointer.raw.errorPoints", "pt", ", raw", distance, isTrue: true) { $0.raw.errorPoints }
      + errors("pointer.raw.errorDegrees", "deg", ", raw", distance, isTrue: true) { $0.raw.errorDegrees }
      + fixations("pointer.raw", "pointer before smoothing") { $0.raw.looks }
      + [
        milliseconds("pointer.raw.latencyMilliseconds") { $0.raw.latency }
          .called(
            "lag behind the gaze, raw", "Delay of the pointer before smoothing behind the true gaze, milliseconds",
            needs: .truth())
      ]
  }

  private static var scroll: [GazeMetric] {
    [
      // The first four metrics are those that a person notices first; all four need a simulated closed loop.
      rate("scroll.unreadLinesLost", "1") { $0.reading.map { .init(Double($0.linesLost), Double($0.takes)) } }
        .called(
          "unread lines lost", "Lines that leave the screen unread, a take; needs a closed loop", needs: .closedLoop),
      // Nearly everyone takes about a second, and a few take very long. Those few determine the mean, and 200 people do
      // not represent them well enough (`IntervalStudy`: 0.57).
      mean("scroll.timeToRecoverSeconds", "s", fewestPeople: 1000) { $0.reading?.timeToRecover }
        .called(
          "recovery from a scroll",
          "Time until reading goes on after a scroll that nobody asked for, seconds; needs a closed loop",
          needs: .closedLoop),
      proportion("scroll.pageCompletion", better: .min) {
        $0.reading.map { .init(Double($0.linesRead), Double($0.lines)) }
      }.called(
        "read of the page", "Share of the page that is read; large is good; needs a closed loop", needs: .closedLoop),
      mean("scroll.timeOverTouch", "1") { $0.reading?.timeOverTouch }
        .called(
          "time over that by touch", "Time for the lines read over the time with touch; needs a closed loop",
          needs: .closedLoop),
      events("scroll.precision", forAsked: true) { hits($0, among: $0.scroll.falsePositives) }
        .called("scrolls that were wanted", "Share of the scrolls that were asked for; large is good"),
      events("scroll.recall") { hits($0, among: $0.scroll.falseNegatives) }
        .called("wanted scrolls that came", "Share of the intents that were followed by a scroll; large is good"),
      events("scroll.f1", forAsked: true) { .init($0.scroll.f1Parts.numerator, $0.scroll.f1Parts.denominator) }
        .called(
          "scroll F1",
          "Harmonic mean of precision and recall; people without an intent add only their false scrolls; large is good",
          isShare: false),
      GazeMetric("scroll.kappa", "1", better: .min, .tallied { KappaTally() })
        .called("scroll kappa", "Agreement of scrolling and intent beyond chance; large is good"),
      rate("scroll.falsePerMinute", "1/min") {
        .init(Double($0.scroll.falseWithoutIntent), $0.scroll.secondsWithoutIntent / 60)
      }.called("false scrolls", "False scrolls a minute without intent"),
      rate("scroll.midasPerMinute", "1/min") {
        .init(Double($0.scroll.midasTouches), $0.scroll.secondsLookingWithoutIntent / 60)
      }.called(
        "Midas touches", "Scrolls a minute on a person who looks at the screen and has no intent", needs: .truth()),
      // Many people have few true positives, so the true positives of all people are pooled, and the interval is that
      // of a rate. A few people contribute most of the points: according to `IntervalStudy` the interval
      // covers 0.87 with 20 people and 0.94 with 60.
      rate("scroll.overshootPoints", "pt", fewestPeople: 60) {
        .init($0.scroll.overshootPoints, $0.scroll.areDistancesKnown ? Double($0.scroll.truePositives) : 0)
      }.called("scrolled too far", "Points by which a scroll goes beyond the intent"),
      mean("scroll.offScreenScrollPointsPerMinute", "pt/min") { $0.scroll.offScreenScrollPointsPerMinute }
        .called(
          "scrolled, eyes off screen", "Points scrolled a minute while the gaze is off the screen", needs: .truth()),
    ]
  }

  /// Beginning of the names of the errors to the shown target.
  private static let targetError = "pointer.targetError"

  /// The distance to a reference in each of the three units.
  ///
  /// - Parameter isTrue: true if the reference is the true gaze; `pointer.targetError` is then the counterpart.
  private static func errors(
    _ stem: String, _ ending: String, _ distance: String, isTrue: Bool = false,
    _ errors: @escaping @Sendable (PersonResult) -> PointerErrors
  ) -> [GazeMetric] {
    func rows(
      _ name: String, _ unit: String, _ error: @escaping @Sendable (PersonResult) -> ErrorSummary
    ) -> [GazeMetric] {
      Self.errors(
        stem + name, unit, ending, distance, isTrue: isTrue, counterpart: isTrue ? targetError + name : nil,
        error)
    }
    return rows("Points", "pt") { errors($0).points } + rows("Millimetres", "mm") { errors($0).millimetres }
      + rows("Degrees", "deg") { errors($0).degrees }
  }

  /// A distance's mean, median, 90th and 95th percentile, and RMS.
  private static func errors(
    _ name: String, _ unit: String, _ ending: String, _ distance: String, isTrue: Bool, counterpart: String? = nil,
    _ error: @escaping @Sendable (PersonResult) -> ErrorSummary
  ) -> [GazeMetric] {
    let unitInWords = ["pt": "points", "mm": "millimetres", "deg": "degrees at the eye"][unit] ?? unit
    func row(
      _ key: String, _ words: String, _ statistic: String, _ figure: @escaping @Sendable (ErrorSummary) -> Double?
    ) -> GazeMetric {
      mean("\(name).\(key)", unit) { figure(error($0)) }
        .called(
          "\(words) pointer error\(ending)", "\(statistic) of the \(distance), \(unitInWords)",
          needs: isTrue ? .truth(counterpart: counterpart.map { "\($0).\(key)" }) : nil)
    }
    return [
      row("mean", "mean", "Mean") { $0.mean }, row("median", "median", "Median") { $0.median },
      row("p90", "90th percentile of the", "90th percentile") { $0.p90 },
      row("p95", "95th percentile of the", "95th percentile") { $0.p95 },
      row("rms", "RMS", "Root mean square") { $0.rms },
    ]
  }

  /// Accuracy and precision in fixations.
  private static func fixations(
    _ name: String, _ pointer: String, _ means: @escaping @Sendable (PersonResult) -> FixationMeans
  ) -> [GazeMetric] {
    let ending = pointer == "pointer" ? "" : ", raw"
    return [
      mean("\(name).accuracyDegrees", "deg") { means($0).accuracyDegrees }
        .called(
          "bias of a fixation" + ending, "Angle between the \(pointer) in a fixation and the fixated target, degrees"),
      mean("\(name).precisionRMSS2SDegrees", "deg") { means($0).precisionRMSS2SDegrees }
        .called("jitter (RMS-S2S)" + ending, "RMS of the steps of the \(pointer) in a fixation, degrees"),
      mean("\(name).precisionSTDDegrees", "deg") { means($0).precisionSTDDegrees }
        .called("jitter (STD)" + ending, "Standard deviation of the \(pointer) in a fixation, degrees"),
      mean("\(name).bceaDegrees2", "deg²") { means($0).bceaDegrees2 }
        .called(
          "BCEA of a fixation" + ending,
          "Area of the ellipse of 68 % of the \(pointer) in a fixation, square degrees"),
    ]
  }

  /// The mean over people of a time in seconds, as milliseconds. A pipeline that predicts may be ahead of the gaze, so
  /// the times may have either sign, and their mean is computed as that of differences from 0.
  private static func milliseconds(
    _ name: String, _ seconds: @escaping @Sendable (PersonResult) -> Double?
  ) -> GazeMetric {
    difference(name, "ms") { seconds($0).map { $0 * 1000 } }
  }

  /// The median error of a pointer that never moves; the beginning of `name`, `middle` or not, chooses the words.
  private static func resting(
    _ name: String, _ unit: String, _ place: String, _ error: @escaping @Sendable (RestingErrors) -> Double?
  ) -> GazeMetric {
    mean("pointer.resting.\(name)", unit) { error($0.resting) }
      .called(
        "a pointer at rest \(name.hasPrefix("middle") ? "in the middle" : "at its best place")",
        "Median error of a pointer that stays \(place), \(unit == "pt" ? "points" : "degrees")")
  }

  /// A share of scrolls; larger is better. If `isForAsked`, there is a value only if somebody wanted a scroll.
  private static func events(
    _ name: String, forAsked isForAsked: Bool = false, _ part: @escaping @Sendable (PersonResult) -> PeopleEstimate.Part
  ) -> GazeMetric {
    let isAsked: @Sendable (PersonResult) -> Bool = { $0.scroll.isAsked }
    return GazeMetric(name, "1", better: .min, .pooled(.proportion, exists: isForAsked ? isAsked : nil, part: part))
  }

  private static func hits(_ person: PersonResult, among others: Int) -> PeopleEstimate.Part {
    let hits = Double(person.scroll.truePositives)
    return .init(hits, hits + Double(others))
  }
}
