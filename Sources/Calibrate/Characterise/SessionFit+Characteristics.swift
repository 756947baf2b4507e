import GazeMetrics
import GazePipeline
import GazeRecording

extension SessionFit {
  /// Interval whose upper end is this many times its lower end or more: the parameter counts as weakly determined.
  private static let weak = 10.0
  private static let names = ["sessionSD", "driftSD", "driftTime", "lookSD"]
  private static let windows =
    "one person's looks at targets in all takes, from \(FixationWindows.settling) s on; SD per axis, at the eye"

  /// The rows of a person whose takes have too few fixations: without values, and with the reason.
  package static func missing(_ takes: [SessionLooks]) -> [Characteristic] {
    let count = takes.reduce(0) { $0 + $1.looks.count }
    return names.map {
      Characteristic(
        $0, unit: $0 == "driftTime" ? "s" : "deg", value: nil, ci95: nil, count: count, of: "looks", windows: windows,
        note: "\(counted(count, "looks")) at targets; takes \(fewest)")
    }
  }

  /// SD between sessions, SD and time constant of drift, and SD of a fixation, in this order.
  package var characteristics: [Characteristic] { [sessionRow, driftRow, timeRow, lookRow] }

  private func row(
    _ name: String, key: String? = nil, unit: String, _ figure: ResponseFit.Figure?, count: Int? = nil,
    of things: String = "looks", note: String?
  ) -> Characteristic {
    Characteristic(
      name, key: key, unit: unit, value: figure?.value, ci95: figure?.interval, count: count ?? looks, of: things,
      windows: Self.windows, note: note)
  }

  private static func text(_ value: Double, _ unit: String) -> String { "\(NumberText.threeDigits(value)) \(unit)" }

  /// The figure of a posterior; its lower end is 0 if the data do not exclude 0.
  private static func figure(_ posterior: LevelPosterior) -> ResponseFit.Figure {
    var figure = posterior.figure
    if posterior.ends.low > unbounded, let upper = figure.interval?.upper {
      figure.interval = ConfidenceInterval(0, upper)
    }
    return figure
  }

  private func remark(_ figure: ResponseFit.Figure) -> String? {
    guard let interval = figure.interval, interval.upper >= Self.weak * interval.lower else { return nil }
    return "weakly determined: more sessions, or more visits with dots, narrow the interval"
  }

  private var sessionRow: Characteristic {
    let meaning =
      "the session's bias and its face rotation's together: in a preset the root of the squares of "
      + "tracker.sessionBiasSD and tracker.faceRotationBiasSD, times the person's spread"
    func row(_ figure: ResponseFit.Figure?, _ note: String) -> Characteristic {
      self.row("sessionSD", unit: "deg", figure, count: sessions, of: "sessions", note: note)
    }
    guard let session else {
      return row(nil, "takes two sessions of one person: equal person, different session in the headers")
    }
    if session.ends.high > Self.unbounded { return row(nil, "the sessions' offsets do not bound it") }
    let figure = Self.figure(session)
    return row(figure, [remark(figure), meaning].compactMap { $0 }.joined(separator: "; "))
  }

  /// True if the data exclude that there is no drift.
  private var isDrifting: Bool { drift.ends.low <= Self.unbounded }

  private var driftRow: Characteristic {
    func row(_ figure: ResponseFit.Figure?, _ note: String?) -> Characteristic {
      self.row("driftSD", key: "tracker.driftSD", unit: "deg", figure, note: note)
    }
    guard isDrifting else {
      return row(nil, "the looks show no drift: at most \(Self.text(drift.quantile(0.95), "deg"))")
    }
    if drift.ends.high > Self.unbounded {
      return row(nil, "not bounded by the looks: at least \(Self.text(drift.quantile(0.05), "deg"))")
    }
    let figure = Self.figure(drift)
    return row(figure, remark(figure))
  }

  private var timeRow: Characteristic {
    func row(_ figure: ResponseFit.Figure?, _ note: String?) -> Characteristic {
      self.row("driftTime", key: "tracker.driftTime", unit: "s", figure, note: note)
    }
    guard isDrifting else { return row(nil, "the looks show no drift, so they say nothing of its time constant") }
    if time.ends.high > Self.unbounded {
      return row(nil, "not bounded by the looks: at least \(Self.text(time.quantile(0.05), "s"))")
    }
    let figure = Self.figure(time)
    return row(figure, remark(figure))
  }

  private var lookRow: Characteristic {
    row("lookSD", unit: "deg", white.figure, note: "people's aim and averaged noise")
  }
}
