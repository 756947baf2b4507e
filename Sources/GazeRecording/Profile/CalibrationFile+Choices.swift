package import GazePipeline

/// The smoothing and the trigger that a fit chose, with the numbers that justified them.
extension CalibrationFile {
  /// Smoothing of the pointer, and the numbers that justified it.
  package struct SmoothingChoice: Sendable, Equatable, Codable {
    /// A `Smoothing.Family`'s name: `none`, `movingAverage`, `exponential`, `doubleExponential`, `oneEuro`,
    /// `gatedTriangular`, `kalman`.
    package var filter: String
    /// 1€: cutoff at rest, Hz.
    package var minCutoff: Double?
    /// 1€: increase of the cutoff with speed, 1/point.
    package var beta: Double?
    /// 1€: cutoff of the speed, Hz.
    package var derivativeCutoff: Double?
    /// Moving average, triangular: number of samples N.
    package var window: Int?
    /// Exponential, double exponential: time constant, seconds.
    package var timeConstant: Double?
    /// Double exponential: time constant of the trend, seconds.
    package var trendTimeConstant: Double?
    /// Triangular: least distance of a saccade, points.
    package var threshold: Double?
    /// Kalman: SD of a sample's noise, points.
    package var noise: Double?
    /// Kalman: SD of the acceleration, points/s².
    package var acceleration: Double?
    /// Kalman: least innovation of a saccade, standard deviations.
    package var gate: Double?
    /// RMS distance in points between the filtered pointer and the place where it settles, with the fitted filter.
    package var rms: Double?
    /// RMS distance in points between the unfiltered pointer and the place where it settles.
    package var rmsUnfiltered: Double?
    /// Results of each family; nil if nothing was fitted.
    package var families: [Family]?
    /// Results of the chosen family (of 1€ if no filter was chosen) for several weights of lag relative to jitter; nil
    /// if nothing was fitted.
    package var front: [FrontPoint]?

    /// Results of the best filter of one family.
    package struct Family: Sendable, Equatable, Codable {
      /// A `Smoothing.Family`'s name.
      package var filter: String
      /// The filter's fitted numbers, by the names of `SmoothingChoice`'s properties.
      package var numbers: [String: Double]
      /// RMS distance from the place where the pointer settles, points: the root of the mean over groups of the mean
      /// square.
      package var rms: Double
      /// The distance `rms` if each group is evaluated with numbers that were fitted to the other groups; nil with only
      /// one group.
      @ExplicitNull package var heldOutRMS: Double?
      /// The distance `rms` over the samples while the eyes rest, points.
      @ExplicitNull package var rmsStill: Double?
      /// The distance `rms` over the samples within 0.3 s after a saccade, points.
      @ExplicitNull package var rmsMoving: Double?
      /// Settling time, milliseconds, median over saccades: it begins when the unsmoothed pointer has moved half of the
      /// way and ends when the smoothed pointer has moved three quarters of it.
      @ExplicitNull package var settlingMilliseconds: Double?

      /// Results of a family from their parts.
      package init(
        filter: String, numbers: [String: Double], rms: Double, heldOutRMS: Double?, rmsStill: Double?,
        rmsMoving: Double?, settlingMilliseconds: Double?
      ) {
        self.filter = filter
        self.numbers = numbers
        self.rms = rms
        self.heldOutRMS = heldOutRMS
        self.rmsStill = rmsStill
        self.rmsMoving = rmsMoving
        self.settlingMilliseconds = settlingMilliseconds
      }
    }

    /// Results for one compromise between lag and jitter.
    package struct FrontPoint: Sendable, Equatable, Codable {
      /// Weight of a sample within 0.3 s after a saccade, relative to a sample while the eyes rest.
      package var movingWeight: Double
      /// Results of the family's best filter for this weight.
      package var figures: Family

      package init(movingWeight: Double, figures: Family) {
        self.movingWeight = movingWeight
        self.figures = figures
      }
    }

    /// The choice that describes this smoothing.
    package init(_ smoothing: Smoothing, rms: Double? = nil, rmsUnfiltered: Double? = nil) {
      (filter, self.rms, self.rmsUnfiltered) = (smoothing.family.rawValue, rms, rmsUnfiltered)
      switch smoothing {
      case .none: break
      case .movingAverage(let window): self.window = window
      case .exponential(let s): timeConstant = s.timeConstant
      case .doubleExponential(let s): (timeConstant, trendTimeConstant) = (s.timeConstant, s.trendTimeConstant)
      case .oneEuro(let s): (minCutoff, beta, derivativeCutoff) = (s.minCutoff, s.beta, s.derivativeCutoff)
      case .gatedTriangular(let s): (window, threshold) = (s.window, s.threshold)
      case .kalman(let s): (noise, acceleration, gate) = (s.noise, s.acceleration, s.gate)
      }
    }

    /// The smoothing in the form that a pipeline takes; a filter whose numbers are missing means no smoothing.
    package var value: Smoothing {
      switch Smoothing.Family(rawValue: filter) {
      case .movingAverage: return window.map { .movingAverage($0) } ?? .none
      case .exponential: return timeConstant.map { .exponential(.init(timeConstant: $0)) } ?? .none
      case .doubleExponential:
        guard let timeConstant, let trendTimeConstant else { return .none }
        return .doubleExponential(.init(timeConstant: timeConstant, trendTimeConstant: trendTimeConstant))
      case .oneEuro:
        guard let minCutoff, let beta else { return .none }
        return .oneEuro(.init(minCutoff: minCutoff, beta: beta, derivativeCutoff: derivativeCutoff ?? 1))
      case .gatedTriangular:
        guard let window, let threshold else { return .none }
        return .gatedTriangular(.init(window: window, threshold: threshold))
      case .kalman:
        guard let noise, let acceleration, let gate else { return .none }
        return .kalman(.init(noise: noise, acceleration: acceleration, gate: gate))
      case .some(.none), nil: return .none
      }
    }

    /// The filter's numbers by name, only those that are set. `check()` and `Family.numbers` use the same names.
    package var numbers: [String: Double] {
      [
        "minCutoff": minCutoff, "beta": beta, "derivativeCutoff": derivativeCutoff, "window": window.map(Double.init),
        "timeConstant": timeConstant, "trendTimeConstant": trendTimeConstant, "threshold": threshold, "noise": noise,
        "acceleration": acceleration, "gate": gate,
      ].compactMapValues { $0 }
    }
  }
}

extension CalibrationFile.SmoothingChoice {
  /// Refuses an unknown filter, a filter whose numbers are missing, and numbers with which a filter cannot work.
  func check() throws(LineFault) {
    let names = Smoothing.Family.allCases.map(\.rawValue)
    guard let family = Smoothing.Family(rawValue: filter) else {
      throw LineFault(
        field: "smoothing.filter",
        message: "is \"\(filter)\"; expected \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")")
    }
    let needed =
      switch family {
      case .none: [String]()
      case .movingAverage: ["window"]
      case .exponential: ["timeConstant"]
      case .doubleExponential: ["timeConstant", "trendTimeConstant"]
      case .oneEuro: ["minCutoff", "beta"]
      case .gatedTriangular: ["window", "threshold"]
      case .kalman: ["noise", "acceleration", "gate"]
      }
    try expect(
      !needed.contains("window") || (1...MovingAverage.capacity).contains(window ?? 0), "smoothing.window",
      "expected a window of 1 to \(MovingAverage.capacity)")
    let present = numbers
    try expect(
      needed.allSatisfy { present[$0] != nil }, "smoothing", "\(filter) needs \(needed.joined(separator: " and "))")
    try expect((0...1e6).contains(beta ?? 0), "smoothing.beta", "expected 0 or more")
    for (field, range, expected) in [
      ("minCutoff", 1e-6...1e6, "a cutoff in Hz"), ("derivativeCutoff", 1e-6...1e6, "a cutoff in Hz"),
      ("timeConstant", 1e-6...1e6, "1e-06 to 1000000.0 seconds"),
      ("trendTimeConstant", 1e-6...1e6, "1e-06 to 1000000.0 seconds"),
      ("threshold", 0...1e6, "0.0 to 1000000.0 points"),
      ("noise", 1e-6...1e6, "1e-06 to 1000000.0 points"), ("acceleration", 0...1e9, "0.0 to 1000000000.0 points/s²"),
      ("gate", 0...1e6, "0.0 to 1000000.0 standard deviations"),
    ] {
      guard let value = present[field] else { continue }
      try expect(range.contains(value), "smoothing.\(field)", "is \(value); expected \(expected)")
    }
  }
}

extension CalibrationFile {
  /// Justification of the trigger: the costs of its errors, and the results before and after tuning on the same
  /// simulated people, whose page the trigger scrolls.
  package struct TriggerChoice: Sendable, Equatable, Codable {
    /// Cost of errors, in seconds of the person's time.
    package struct Cost: Sendable, Equatable, Codable {
      /// Cost of an unwanted scroll, after which the person has to find the line again.
      package var falseScroll: Double
      /// Cost of an intent to scroll that the trigger did not answer, so that the person scrolls by hand.
      package var missedWish: Double
      /// Cost of a second in which the person wants a scroll and the page does not move.
      package var waitingSecond: Double
      /// Cost of an unwanted point of scroll, for example while the person looks away, or after the intent has ended.
      package var strayPoint: Double
      /// Points of scroll during an intent that answer it fully; fewer points answer it in part.
      package var answer: Double

      /// Costs. The defaults are assumed: 4 s to find a line; 10 s to wipe a hand and scroll with it; 800 points (a
      /// screen) that scroll past unseen cost as much as one lost line; and a scroll by a quarter of a screen answers
      /// an intent.
      package init(
        falseScroll: Double = 4, missedWish: Double = 10, waitingSecond: Double = 1, strayPoint: Double = 0.005,
        answer: Double = 200
      ) {
        self.falseScroll = falseScroll
        self.missedWish = missedWish
        self.waitingSecond = waitingSecond
        self.strayPoint = strayPoint
        self.answer = answer
      }
    }

    /// Results of one trigger on the simulated people of the tuning.
    package struct Figures: Sendable, Equatable, Codable {
      /// Seconds lost per minute.
      package var cost: Double
      /// F1 score of scrolls against intents.
      @ExplicitNull package var f1: Double?
      /// False scrolls per minute without an intent.
      @ExplicitNull package var falsePerMinute: Double?
      /// Points scrolled per minute of looking off the screen.
      @ExplicitNull package var offScreenScrollPointsPerMinute: Double?

      /// Results from their numbers.
      package init(cost: Double, f1: Double?, falsePerMinute: Double?, offScreenScrollPointsPerMinute: Double?) {
        self.cost = cost
        self.f1 = f1
        self.falsePerMinute = falsePerMinute
        self.offScreenScrollPointsPerMinute = offScreenScrollPointsPerMinute
      }
    }

    /// The data of the tuning, in words: always simulated people, because recordings hold no intents.
    package var tunedOn: String
    /// The cost that was minimised.
    package var cost: Cost
    /// Results of the profile's trigger.
    package var before: Figures
    /// Results of the tuned trigger in this calibration.
    package var after: Figures
    /// Number of triggers tried.
    package var evaluations: Int

    package init(tunedOn: String, cost: Cost, before: Figures, after: Figures, evaluations: Int) {
      self.tunedOn = tunedOn
      self.cost = cost
      self.before = before
      self.after = after
      self.evaluations = evaluations
    }
  }
}
