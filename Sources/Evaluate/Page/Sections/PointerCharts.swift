import Documents
import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeRecording
import GazeTesting

/// Charts of the error against distance, recline and eccentricity.
enum ErrorAgainst {
  static func html(_ e: Report<GazeRig>) -> String {
    chart("Error against distance", "Eyes from the screen (cm)", e.pointer.byDistance, scale: 100, unit: "cm")
      + chart("Error against recline", "Phone leant back (°)", e.pointer.byRecline, scale: 1, unit: "°")
      + chart(
        "Error against eccentricity", "Gaze from the screen’s middle (°)", e.pointer.byEccentricity, scale: 1, unit: "°"
      )
  }

  private static func chart(
    _ heading: String, _ label: String, _ bins: [PointerTables.Bin], scale: Double, unit: String
  ) -> String {
    let bins = bins.filter { !$0.isSparse && $0.errorDegreesMean != nil }
    guard !bins.isEmpty else {
      return HTML.missing(
        heading, "Not known for these people: this needs recorded poses and enough samples of resting eyes.")
    }
    func middle(_ bin: PointerTables.Bin) -> Double { (bin.from + bin.to) / 2 * scale }
    let errors = bins.flatMap { [$0.errorDegreesMean, $0.ci95?.lower, $0.ci95?.upper].compactMap { $0 } }
    let ends = bins.flatMap { [$0.from * scale, $0.to * scale] }
    var plot = Plot(
      x: Axis(label, holding: ends), y: Axis("Mean error (°)", holding: errors + [0]), height: 190)
    plot.path(bins.map { (middle($0), $0.errorDegreesMean) })
    for bin in bins {
      plot.whisker(middle(bin), bin.ci95)
      plot.point(
        middle(bin), bin.errorDegreesMean,
        title: "\(NumberText.typeset(bin.errorDegreesMean, 2, "°")), \(bin.people) people")
    }
    let (first, last) = (bins[0], bins[bins.count - 1])
    let sentence =
      bins.count == 1
      ? """
      All samples lie between \(NumberText.typeset(first.from * scale, 0)) and \
      \(NumberText.typeset(first.to * scale, 0, unit)): \(NumberText.typeset(first.errorDegreesMean, 2, "°")).
      """
      : """
      From \(NumberText.typeset(first.errorDegreesMean, 2, "°")) at \
      \(NumberText.typeset(middle(first), 0, unit)) to \(NumberText.typeset(last.errorDegreesMean, 2, "°")) at \
      \(NumberText.typeset(middle(last), 0, unit)). Eyes at rest. Whiskers: 95 % over people; none where there \
      are too few people.
      """
    let rows = bins.map {
      [
        "\(NumberText.typeset($0.from * scale, 0)) to \(NumberText.typeset($0.to * scale, 0, unit))",
        NumberText.typeset($0.errorDegreesMean, 2, "°"), HTML.interval($0.ci95, 2),
        NumberText.typeset($0.errorPointsMean, 0, "pt"),
        "\($0.people)", "\($0.samples)",
      ]
    }
    return plot.card(heading, sentence, ["range", "mean error", "95 %", "points", "people", "samples"], rows)
  }
}

/// Chart of accuracy against precision, one dot per person.
enum PrecisionChart {
  /// Mark and colour of people whom tracking fails: the darkest colour of `Palette`, and a shape unlike the dot's.
  private static let failing = 5

  static func html(_ e: Report<GazeRig>) -> String {
    let heading = "Accuracy and precision"
    let people = e.people.filter { $0.accuracyDegrees != nil && $0.precisionSTDDegrees != nil }
    guard !people.isEmpty else {
      return HTML.missing(heading, "Needs targets that stand still for at least a second: this run shows none.")
    }
    let shown = people.prefix(400)
    var plot = Plot(
      x: Axis("Accuracy: bias of fixations (°)", holding: shown.compactMap(\.accuracyDegrees) + [0]),
      y: Axis("Precision: STD within (°)", holding: shown.compactMap(\.precisionSTDDegrees) + [0]))
    let fine = people.filter { !$0.failing }
    let (accuracy, precision) = (
      Quantiles.median(fine.compactMap(\.accuracyDegrees).filter(\.isFinite)),
      Quantiles.median(fine.compactMap(\.precisionSTDDegrees).filter(\.isFinite))
    )
    plot.level(precision, "median")
    plot.upright(accuracy, "median")
    for person in shown {
      plot.point(
        person.accuracyDegrees, person.precisionSTDDegrees, series: person.failing ? failing : 0,
        title: "participant \(person.participant)\(person.failing ? ", tracking fails" : "")")
    }
    let sentence =
      """
      One dot per person: further left is less bias, lower is steadier. Medians \
      \(NumberText.typeset(accuracy, 2, "°")) and \(NumberText.typeset(precision, 2, "°")).
      """
      + (people.count > shown.count ? " The first \(shown.count) people." : "")
    let keys =
      [Marks.key(0, "person")]
      + (shown.contains(where: \.failing) ? [Marks.key(failing, "tracking fails; in no figure")] : [])
    let rows = shown.map {
      [
        "\($0.participant)\($0.failing ? " (fails)" : "")", NumberText.typeset($0.accuracyDegrees, 2, "°"),
        NumberText.typeset($0.precisionSTDDegrees, 2, "°"), NumberText.typeset($0.precisionRMSS2SDegrees, 3, "°"),
      ]
    }
    return plot.card(heading, sentence, keys: keys, ["participant", "accuracy", "STD", "RMS-S2S"], rows)
  }
}

/// Chart of a target's hit rate against its size.
enum TargetSizeChart {
  static func html(_ e: Report<GazeRig>) -> String {
    let heading = "Hit rate by target size"
    let sizes = e.pointer.targetSizes.filter { $0.hitRate != nil }
    guard !sizes.isEmpty else {
      return HTML.missing(heading, "No sample of the pointer can be compared with a gaze on the screen.")
    }
    func percent(_ size: PointerTables.TargetSize) -> Double? { size.hitRate.map { $0 * 100 } }
    func interval(_ size: PointerTables.TargetSize) -> ConfidenceInterval? {
      size.ci95.flatMap { ConfidenceInterval($0.lower * 100, $0.upper * 100) }
    }
    var plot = Plot(
      x: Axis("Side of a square target (pt)", holding: sizes.map(\.points)),
      y: Axis("Samples inside (%)", holding: [], from: 0, to: 100))
    plot.level(95, "95 %")
    plot.path(sizes.map { ($0.points, percent($0)) })
    for size in sizes {
      plot.whisker(size.points, interval(size))
      plot.point(size.points, percent(size), title: "\(NumberText.typeset(size.points, 0, "pt"))")
    }
    let needed = e.figure(.pointerSizeFor95Points)
    let first = sizes[0]
    let last = sizes[sizes.count - 1]
    let sentence =
      "A target of \(NumberText.typeset(first.points, 0, "pt")) holds the pointer for "
      + "\(NumberText.typeset(percent(first), 0, "%")) of the samples of resting eyes, "
      + "a target of \(NumberText.typeset(last.points, 0, "pt")) for "
      + "\(NumberText.typeset(percent(last), 0, "%")). "
      + (needed?.value.map {
        "A hit rate of 95 % takes a target of \(FigureText.measured($0, "pt"))"
          + (needed?.ci95.map { ", \(FigureText.interval($0)) (95 %)" } ?? "") + "."
      } ?? "No size up to 1,000 pt reaches 95 %.")
    let rows = sizes.map {
      [
        NumberText.typeset($0.points, 0, "pt"), NumberText.typeset(percent($0), 1, "%"),
        HTML.interval(interval($0), 1),
      ]
    }
    return plot.card(heading, sentence, ["side", "inside", "95 %, per cent"], rows)
  }
}

/// Chart of lag against jitter for a list of filters.
enum FrontChart {
  /// The families in the order of their marks and colours; one that is missing here is not drawn, without an error.
  /// There may be seven at most, since the last of the `Plot.series` marks is that of the smoothing in force.
  private static let families: [(Smoothing.Family, String)] = [
    (.none, "no filter"), (.movingAverage, "moving average"), (.exponential, "exponential"),
    (.doubleExponential, "double exponential"), (.oneEuro, "1€ filter"), (.gatedTriangular, "gated triangular"),
    (.kalman, "Kalman"),
  ]

  static func html(_ e: Report<GazeRig>) -> String {
    let heading = "Lag and jitter: what smoothing costs"
    let front = e.findings.front ?? []
    guard !front.isEmpty else {
      return HTML.missing(
        heading, "Needs simulated people who look at targets that stand still, such as those of validation.")
    }
    var plot = Plot(
      x: Axis("Lag (ms)", holding: front.map(\.lagMilliseconds)),
      y: Axis("Jitter: RMS-S2S (°)", holding: front.map(\.jitterDegrees) + [0]), height: 260)
    var keys: [String] = []
    for (series, (family, words)) in families.enumerated() {
      let own = front.filter { $0.family == family.rawValue }.sorted { $0.lagMilliseconds < $1.lagMilliseconds }
      guard !own.isEmpty else { continue }
      plot.path(own.map { ($0.lagMilliseconds, $0.jitterDegrees) }, series: series, dashed: series % 2 == 1)
      for point in own {
        plot.point(point.lagMilliseconds, point.jitterDegrees, series: series, title: HTML.text(point.smoothing))
      }
      keys.append(Marks.key(series, words, line: own.count > 1, dashed: series % 2 == 1))
    }
    var sentence =
      "Down and to the left is better: a steady pointer without delay. Each family goes from weak to strong, with "
      + "untuned parameters, on the raw pointers of the first few people whom tracking does not fail. "
    if let chosen = front.first(where: \.isChosen) {
      plot.point(
        chosen.lagMilliseconds, chosen.jitterDegrees, series: Plot.series - 1, title: HTML.text(chosen.smoothing),
        large: true)
      plot.label(chosen.lagMilliseconds, chosen.jitterDegrees, "in force")
      sentence +=
        "In force: \(HTML.text(chosen.smoothing)), \(NumberText.typeset(chosen.lagMilliseconds, 0, "ms")) late with "
        + "\(NumberText.typeset(chosen.jitterDegrees, 3, "°")) of jitter. "
    } else {
      sentence += "This pipeline’s own smoothing is not among these. "
    }
    sentence += "At most \(TraceSampling.frontPeople) people and \(Int(TraceSampling.frontSeconds)) s of each."
    let rows = front.map {
      [
        HTML.text($0.smoothing) + ($0.isChosen ? " (in force)" : ""), NumberText.typeset($0.lagMilliseconds, 0, "ms"),
        NumberText.typeset($0.jitterDegrees, 3, "°"), NumberText.typeset($0.errorDegrees, 2, "°"),
      ]
    }
    return plot.card(heading, sentence, keys: keys, ["filter", "lag", "jitter", "mean error"], rows)
  }
}
