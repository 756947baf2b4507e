import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

extension ConfirmStudy {
  /// A condition that confirmed scrolling must fulfil.
  struct Bar: Sendable, Encodable {
    var name: String
    /// Value, and interval where the bar has one.
    var found: String
    var isMet: Bool
  }

  /// Longest median latency, seconds.
  static let longestLatency = 2.0

  /// The bars: each difference excludes 0 in the right direction, latency is short enough, and no less is read.
  func bars(_ r: Findings) -> [Bar] {
    [false, true].flatMap { isLimited -> [Bar] in
      let times = isLimited ? ", limited intents" : ""
      let differences = r.differences.filter { $0.isLimited == isLimited }.flatMap { d in
        [
          Bar(
            name: "F1 above \(d.from)\(times)", found: Self.signed(d.f1, 2), isMet: (d.f1.ci95?.lower ?? -1) > 0),
          Bar(
            name: "false scrolls a minute below \(d.from)\(times)", found: Self.signed(d.falsePerMinute, 2),
            isMet: (d.falsePerMinute.ci95?.upper ?? 1) < 0),
        ]
      }
      func row(_ rule: ScrollRule) -> Row? {
        r.rows.first { $0.arm == Arm(rule: rule).name && $0.isLimited == isLimited }
      }
      guard let confirm = row(.confirm), let edge = row(.edge) else { return differences }
      let (read, before) = (confirm.pageCompletion.value ?? 0, edge.pageCompletion.value ?? 0)
      return differences + [
        Bar(
          name: "median latency at most 2 s\(times)", found: NumberText.fixed(confirm.medianLatency, 2) + " s",
          isMet: (confirm.medianLatency ?? .infinity) <= Self.longestLatency),
        Bar(
          name: "page completion not below edge\(times)",
          found: "\(NumberText.fixed(read, 3)) against \(NumberText.fixed(before, 3))", isMet: read >= before),
      ]
    }
  }

  private static func signed(_ figure: Figure, _ decimals: Int) -> String {
    let value = NumberText.fixed(figure.value, decimals)
    return ((figure.value ?? 0) > 0 ? "+" : "") + value + " " + Format.interval(figure.ci95, decimals)
  }

  func table(_ r: Findings) -> StudyTable {
    let bars = bars(r)
    let columns: [StudyColumn<Row>] = [
      .init("rule", \.arm), .init("F1", 2) { $0.f1.value }, .init(2) { $0.f1.ci95 },
      .init("precision", 2) { $0.precision.value }, .init("recall", 2) { $0.recall.value },
      .init("false/min", 2) { $0.falsePerMinute.value }, .init(2) { $0.falsePerMinute.ci95 },
      .init("latency", unit: "s", 2, \.medianLatency), .init("read", 2) { $0.pageCompletion.value },
      .init("detected", 2) { $0.detected.value }, .init("of all", 2, \.detectedOfAll),
      .init("worst F1", 2, \.worstF1), .init("where", \.worstCell),
    ]
    let served = r.rows.filter { !$0.isLimited }
    // The short form's table has few columns, so that it fits into 80.
    let first = StudyPart(
      served,
      [columns[0], columns[1], columns[2], columns[5], .init("s", 2, \.medianLatency), columns[8], columns[11]])
    let names = Self.patiences.compactMap { $0.map { NumberText.shortest($0) } }.joined(separator: ", ")
    var parts = [first]
    parts.append(StudyPart("An intent lasts until it is served or patience is over:", served, columns))
    let limited = r.rows.filter(\.isLimited)
    if !limited.isEmpty {
      parts.append(StudyPart("An intent lasts at most \(names) s, then a finger scrolls:", limited, columns))
    }
    parts.append(
      StudyPart(
        "confirm minus the other rule, mean over people of their own difference:", r.differences,
        [
          .init("from", \.from), .init("intents") { $0.isLimited ? "limited" : "until served" },
          .init("F1") { Self.signed($0.f1, 3) }, .init("false/min") { Self.signed($0.falsePerMinute, 2) },
          .init("read") { Self.signed($0.pageCompletion, 3) },
        ]))
    parts.append(
      StudyPart(
        "Bars:", bars,
        [.init("confirm") { $0.name }, .init("found", \.found), .init("") { $0.isMet ? "met" : "MISSED" }]))
    parts += r.map.map(mapParts) ?? []
    let misses = r.misses.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \(NumberText.fixed($0.value, 3))" }
    return StudyTable(
      title: [
        """
        \(profile.id), preset \(simulation.preset.name): \(NumberText.count(r.people, "person", "people")), seed \
        \(simulation.seed), phone \(simulation.phone); reading in a closed loop, and stare; sign.miss \
        \(misses.joined(separator: ", "))
        """
      ], parts: parts, conclusion: conclusion(r, bars), facts: facts(r, bars))
  }

  private func mapParts(_ map: Map) -> [StudyPart] {
    [
      StudyPart(
        "confirm by the deliberate signs' peak and the spontaneous raises; edge has F1 "
          + "\(NumberText.fixed(map.edgeF1, 2)):", map.points,
        [
          .init("raises", unit: "1/min", 1) { $0.spontaneous }, .init("peak", 2) { $0.peak },
          .init("detected", 2, \.detected), .init("F1", 2, \.f1), .init("false/min", 2, \.falsePerMinute),
        ],
        notes: map.breakEven.map { even in
          "at \(NumberText.shortest(even.spontaneous)) raises a minute F1 equals that of edge "
            + (even.detected.map { "where \(NumberText.fixed(100 * $0, 0)) % of the signs are detected" }
              ?? "nowhere on the map")
        })
    ]
  }

  /// `Confirmed by a sign, gaze scrolls with F1 0.86 and 0.15 false scrolls a minute; ...`.
  private func conclusion(_ r: Findings, _ bars: [Bar]) -> String {
    func figures(_ rule: ScrollRule) -> String? {
      r.rows.first { $0.arm == rule.rawValue && !$0.isLimited }.map {
        "\(NumberText.fixed($0.f1.value, 2)) and \(NumberText.fixed($0.falsePerMinute.value, 2))"
      }
    }
    let missed = bars.filter { !$0.isMet }
    let verdict =
      missed.isEmpty ? "all \(bars.count) bars are met" : "missed: \(missed.map(\.name).joined(separator: "; "))"
    guard let confirm = figures(.confirm), let edge = figures(.edge), let sign = figures(.sign) else { return verdict }
    return "F1 and false scrolls a minute: \(confirm) confirmed, \(edge) by gaze, \(sign) by the sign alone; \(verdict)"
  }

  private func facts(_ r: Findings, _ bars: [Bar]) -> StudyFacts {
    StudyFacts(
      schema: "gazesim.study.confirm",
      [
        "device": profile.id, "preset": simulation.preset.name, "seed": simulation.seed, "phone": simulation.phone,
        "participants": simulation.participants, "people": r.people, "requestedDetection": detection,
        "signMiss": Dictionary(uniqueKeysWithValues: r.misses.map { ($0.key.rawValue, $0.value) }), "rows": r.rows,
        "differences": r.differences, "bars": bars, "map": r.map,
      ])
  }
}
