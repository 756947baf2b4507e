import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeTesting

/// A change of a run that an app could make too.
struct Change {
  let name: String
  let run: Run<GazeRig>
}

extension Run<GazeRig> {
  /// Sessions of each simulated person, and takes of each session: a person's offset is distinguished from a session's
  /// by another session, and a session's offset from drift by another take.
  private static var repeats: (sessions: Int, takes: Int) { (3, 2) }
  /// Number of the first take besides the scenario's own one.
  private static var otherTakes: Int { 101 }

  /// The causes of the error of these simulated people, in scenarios with targets if there are any, and the error of
  /// the same people with each change that an app could make.
  ///
  /// - Parameters:
  ///   - progress: called with the share that is done.
  /// - Throws: `SimulationError` for an invalid simulation.
  package func explanation(
    jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> Explanation {
    try validate()
    var base = self
    base.recordsTraces = false
    let shown = scenarios.filter(\.hasTargets)
    if options.recentre != RecentreChoice.none {
      // Only a page has anything to recentre by.
      base.scenarios = scenarios.filter(\.hasPage)
    } else if !shown.isEmpty {
      (base.scenarios, base.loop) = (shown, .open)
    }
    let session = simulation.session ?? base.scenarios[0].session
    let changes = base.changes(session: session)
    let metric = GazeMetricName.pointerErrorPointsMedian.metric
    let recentring = recentrings()
    let own = Self.repeats.sessions * Self.repeats.takes
    let passes = Double(own + (recentring.isEmpty ? 0 : 1))
    let count = Double(max(participants, 1))
    let kept = try await Run.people(
      [base] + changes.map(\.run), jobs: jobs, progress: { progress(Double($0) / count / passes) }
    ) { measured -> (result: PersonResult, parts: [PeopleEstimate.Part])? in
      // The parts of the error's median without any change, and with each of the changes.
      measured.first.map { ($0.pointer, measured.map { metric.part(of: $0.pointer) }) }
    }
    var people = kept.compactMap(\.self)
    for pass in 1..<own {
      var again = base
      let take = pass % Self.repeats.takes
      again.simulation.session = session + pass / Self.repeats.takes
      again.simulation.take = take == 0 ? nil : Self.otherTakes + take - 1
      let before = Double(pass)
      let sums = try await Run.people(
        [again], jobs: jobs, progress: { progress((before + Double($0) / count) / passes) }
      ) { $0.first?.pointer.budget ?? [] }
      for index in people.indices where index < sums.count { people[index].result.budget += sums[index] }
    }
    let works = people.filter { !$0.result.isFailing }
    let remedies = changes.enumerated().map { index, change in
      Remedy(change.name, pairs: works.map { ($0.parts[0], $0.parts[index + 1]) }, metric)
    }
    let recentred = try await recentringRemedies(recentring, metric, jobs: jobs) {
      progress((Double(own) + Double($0) / count) / passes)
    }
    return Explanation(
      subject: ReportSubject(base), budget: ErrorBudget(works.map(\.result)),
      errorPointsMedian: metric.mean(works.map { $0.parts[0] }),
      remedies: Remedy.ranked(remedies, recentred), people: works.map(\.result), participants: people.count,
      repeats: Self.repeats, correctness: correctness())
  }

  /// The changes that an app could make to this run.
  private func changes(session: Int) -> [Change] {
    var changes: [Change] = []
    func add(_ name: String, _ change: (inout Run) -> Void) {
      var run = self
      change(&run)
      changes.append(Change(name: name, run: run))
    }
    if pipeline.learnsFivePoints {
      if personCalibration == .none {
        add(Remedy.earlier) { $0.personCalibration = .fivePoints }
      }
      add(Remedy.atStart) {
        $0.personCalibration = .fivePoints
        ($0.options.fivePointsSession, $0.options.trust) = (session, .full)
      }
    } else {
      add(Remedy.earlier + Remedy.alone) { $0.options.correction = .fivePoints }
    }
    // A program may ignore the points that it is sent, but its pointer can still be moved.
    if !pipeline.learnsFivePoints || pipeline.facts.kind == .program {
      add(Remedy.atStart + Remedy.alone) {
        ($0.options.correction, $0.options.fivePointsSession) = (.fivePoints, session)
      }
    }
    guard pipeline.choosesSmoothing else { return changes }
    for smoothing in NamedSmoothing.others(than: setup.smoothing) {
      add(Remedy.smoothing + smoothing.name) { $0.options.smoothing = smoothing.value }
    }
    return changes
  }
}

extension Pipeline where R == GazeRig {
  /// True if the pipeline uses the smoothing that is chosen for the run.
  var choosesSmoothing: Bool { facts.smoothing == nil && engine.smoothing == nil && !engine.isRecorded }
}

extension NamedSmoothing {
  /// The smoothings that a command knows by name, without the present one.
  static func others(than present: Smoothing) -> [NamedSmoothing] {
    ((try? all(Smoothing.names)) ?? []).filter { $0.value != present }
  }
}

extension PeopleMetric {
  /// The mean over people of a metric from their parts; nil if nobody has a value.
  func mean(_ parts: [PeopleEstimate.Part]) -> Double? { estimate(of: parts, level: 0.95)?.value }
}

extension Remedy {
  static let earlier = "five points in an earlier session"
  static let atStart = "five points at the session's start"
  static let smoothing = "smoothing "
  /// End of the name of a remedy that moves the pointer by the points' mean offset.
  static let alone = " (offset alone)"

  /// A remedy from each person's part of the error, without and with it.
  init(
    _ name: String, pairs: [(before: PeopleEstimate.Part, after: PeopleEstimate.Part)],
    _ metric: PeopleMetric<PersonResult>
  ) {
    let change = PeopleEstimate.change(of: pairs, least: metric.smallestReference)
    self.init(
      name: name, errorPointsMedian: metric.mean(pairs.map(\.after)), change: change?.value,
      ci95: change?.interval.interval)
    if name.hasPrefix("five"), !pairs.isEmpty, pairs.allSatisfy({ $0.before == $0.after }) {
      reason = Self.unused
    } else if let value = change?.value, value > Self.least {
      reason = "makes it worse"
    }
  }

  /// The best change first, and of all smoothings only the best one; changes of which nothing is known come last.
  ///
  /// - Parameter others: changes that come after the smoothings if they are as good.
  static func ranked(_ remedies: [Remedy], _ others: [Remedy] = []) -> [Remedy] {
    func order(_ remedy: Remedy) -> Double { remedy.change ?? .infinity }
    var smoothings = remedies.filter { $0.name.hasPrefix(smoothing) }
    if var best = smoothings.min(by: { order($0) < order($1) }) {
      best.name = "smoothing (best: \(best.name.dropFirst(smoothing.count)))"
      if !best.helps { best.reason = "the error is not noise" }
      smoothings = [best]
    }
    let all = remedies.filter { !$0.name.hasPrefix(smoothing) } + smoothings + others
    return all.enumerated().sorted { (order($0.element), $0.offset) < (order($1.element), $1.offset) }.map(\.element)
  }
}

extension Run<GazeRig> {
  /// The recentrings that an app could add to this run, each in the scenarios with a page; empty for other pipelines
  /// than `standard`, and if nothing would be new.
  func recentrings() -> [Change] {
    guard pipeline == GazeRig.standard else { return [] }
    var read = self
    (read.scenarios, read.recordsTraces) = (scenarios.filter(\.hasPage), false)
    if read.scenarios.isEmpty { read.scenarios = [.reading] }
    let choices: [RecentreChoice] =
      switch options.recentre {
      case .none, .x: [.dot, .reading]
      case .dot, .tap15: [.reading]
      case .reading: []
      }
    return choices.map { choice in
      var run = read
      run.options.recentre = choice
      return Change(name: choice == .dot ? Remedy.dot : Remedy.reading, run: run)
    }
  }

  /// The error with each recentring, against the same people's error on the same pages without it.
  func recentringRemedies(
    _ changes: [Change], _ metric: GazeMetric, jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Remedy] {
    guard var before = changes.first?.run else { return [] }
    before.options.recentre = options.recentre
    let parts = try await Run.people([before] + changes.map(\.run), jobs: jobs, progress: progress) { measured in
      // People for whom tracking fails are in no figure.
      measured.first?.pointer.isFailing == false ? measured.map { metric.part(of: $0.pointer) } : []
    }.filter { !$0.isEmpty }
    return changes.enumerated().map { index, change in
      var remedy = Remedy(change.name, pairs: parts.map { ($0[0], $0[index + 1]) }, metric)
      remedy.errorPointsBefore = metric.mean(parts.map { $0[0] })
      return remedy
    }
  }
}

extension Remedy {
  /// A dot at the beginning of a take on a page, and the middle of the lines read.
  static let dot = "a dot at the start, while reading"
  /// Recentring by the lines read.
  static let reading = "recentring by the lines read"
}

extension RecordedRun<GazeRig> {
  /// Adds the pipelines that run beside the judged one for an explanation: the same pipeline with other smoothings.
  package mutating func addSmoothings() {
    guard pipeline.choosesSmoothing else { return }
    let present = options.smoothing ?? calibration?.gaze?.smoothing.value ?? profile.smoothingValue
    others = NamedSmoothing.others(than: present).map { PipelineVariant(pipeline, smoothing: $0) }
  }

  /// The causes of the error in these recordings, and the error with the changes that can be computed on them.
  ///
  /// - Throws: an error if nothing in the recordings can be judged.
  package func explanation(path: String) throws -> Explanation {
    try R.check(self, path: path)
    let subject = ReportSubject(self)
    let isTruth = subject.comparedWith == ErrorReference.truth.rawValue
    let metric = (isTruth ? GazeMetricName.pointerErrorPointsMedian : .pointerTargetErrorPointsMedian).metric
    let people = people(0).map(\.pointer)
    let works = people.indices.filter { !people[$0].isFailing }
    let parts = works.map { metric.part(of: people[$0]) }
    let budget = ErrorBudget(works.map { people[$0] })
    let remedies = others.enumerated().map { index, other in
      let changed = self.people(index + 1)
      return Remedy(
        Remedy.smoothing + (other.smoothing?.name ?? ""),
        pairs: zip(works, parts).map { ($0.1, metric.part(of: changed[$0.0].pointer)) }, metric)
    }
    return Explanation(
      subject: subject, budget: budget, errorPointsMedian: metric.mean(parts),
      remedies: Remedy.ranked((budget.map { [Remedy.onTheSameFrames($0)] } ?? []) + [Remedy.unknown] + remedies),
      people: works.map { people[$0] }, participants: people.count, repeats: nil,
      recordingFaults: runsDoctor ? faults : nil)
  }
}

extension Remedy {
  /// The best offset and gain of each person, found on the samples that are judged.
  static func onTheSameFrames(_ budget: ErrorBudget) -> Remedy {
    let share = budget.meanSquareDegrees2 > 0 ? budget.withoutPersonDegrees2 / budget.meanSquareDegrees2 : 1
    return Remedy(
      name: "each person's best offset and gain", change: share.squareRoot() - 1, reason: "same frames: flatters")
  }

  static let unknown = Remedy(name: atStart, reason: "record five points first")
}
