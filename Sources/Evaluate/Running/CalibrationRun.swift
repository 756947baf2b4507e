package import Calibrate
import GazePipeline
package import GazeRecording
package import GazeSimulation

/// From looks at known targets to a calibration file: fixations, geometry fit, smoothing fit, held-out error.
///
/// Everything passes through `RecordedFrame.Observation`, so that a simulation's truth cannot leak into the fit.
package struct CalibrationRun: Sendable {
  /// What is fitted to.
  package enum Source: Sendable {
    /// People simulated on this device.
    case simulated(Profile, Simulation)
    /// Recordings of this device.
    case recordings(Profile, paths: [String])

    /// The device.
    package var profile: Profile {
      switch self {
      case .simulated(let profile, _), .recordings(let profile, _): profile
      }
    }
  }

  /// What is fitted to.
  package var source: Source
  /// What is fitted.
  package var free = GeometryParameter.standard
  /// The profile's sigmas as priors, and weak ones for people.
  package var usesPriors = true

  /// What is made small.
  package var residual = Residual.angle

  /// What a geometry fit makes small.
  package enum Residual: String, Sendable, CaseIterable {
    /// Angles, a look at a time (`GeometryFit`).
    case angle
    /// Angles, sample by sample (`SampleFit`).
    case sample
    /// Screen points, sample by sample: biased (`ScreenPointFit`).
    case screen
  }

  /// A run that fits everything.
  package init(_ source: Source) { self.source = source }

  /// Fits and gives the file.
  ///
  /// - Throws: `FileError` for a recording that cannot be read, `GeometryFitFailure` for one that does not hold what a
  ///   fit needs.
  package func file(jobs: Int, progress: (Double) -> Void = { _ in }) async throws -> CalibrationFile {
    let profile = source.profile
    let looks = try await looks(jobs: jobs)
    progress(0.3)
    let nominal = looks.points.map { profile.geometry(points: $0) } ?? profile.geometry
    let priors = usesPriors ? GeometryPriors(profile) : nil
    let estimate =
      switch residual {
      case .angle:
        try GeometryFit(nominal: nominal, free: free, priors: priors).fit(looks.fixations, tally: looks.tally)
      case .sample:
        try SampleFit(nominal: nominal, free: free, priors: priors).fit(looks.fixations, tally: looks.tally)
      case .screen:
        try ScreenPointFit(nominal: nominal, free: free, priors: priors).fit(looks.fixations, tally: looks.tally)
      }
    progress(0.6)
    let smoothing = try await smoothing(estimate, looks.roster, jobs: jobs)
    progress(0.8)
    let heldOut = try await heldOut(estimate, jobs: jobs)
    var file = CalibrationFile(
      device: profile.id, provenance: looks.provenance, fittedTo: looks.description(estimate.fixations),
      geometry: estimate.fileGeometry, people: estimate.filePeople, smoothing: smoothing,
      trigger: profile.trigger.settings, parameters: estimate.parameters.filter { $0.session == nil },
      unidentified: estimate.unidentified, condition: estimate.condition, stop: estimate.stop,
      residualRMS: estimate.residualRMS, heldOut: heldOut)
    file.outliers = estimate.outliers
    (file.kept, file.sessionSpread, file.panelSize) = (estimate.kept, estimate.sessionSpread, estimate.panelSize)
    for place in file.people.indices {
      file.people[place].person = looks.roster.identifier(of: file.people[place].participant)
    }
    progress(0.85)
    if let tuned = try await trigger(file, jobs: jobs) { (file.trigger, file.triggerChoice) = tuned }
    return file
  }

  /// The fixations and what they are of.
  private struct Looks {
    var fixations: [Fixation] = []
    var tally = FixationFinder.Tally()
    var provenance = RecordingHeader.Source.recorded
    var points: SIMD2<Double>?
    var origin = ""
    /// Who is in which recording, by the numbers of the fixations' participants.
    var roster = RecordedPeople()
    /// Looks that are not at targets that stand: what was left out of those says nothing.
    var isOther = false

    func description(_ count: Int) -> String {
      let left =
        tally.dropped > 0 && !isOther ? " (\(tally.dropped) more were too short, or without a usable face)" : ""
      return "\(count) fixations\(left), \(origin)"
    }
  }

  private func looks(jobs: Int) async throws -> Looks {
    switch source {
    case .simulated(let profile, let simulation):
      let found = try await mapInParallel(count: simulation.participants, jobs: jobs) { participant in
        var finder = LookFinder(on: profile.geometry.turned(to: simulation.orientation))
        for frame in simulation.frames(participant: participant) { finder.add(frame.observation) }
        return finder.finish()
      }
      let people = NumberText.count(simulation.participants, "person", "people")
      let screen = simulation.screen.points
      return Looks(
        fixations: found.flatMap(\.fixations).map { $0.upright(simulation.orientation, of: screen) },
        tally: found.reduce(into: .init()) { $0.add($1.tally) },
        provenance: .simulated,
        origin: """
          simulated: \(people), \(simulation.scenario.rawValue)\(LookFinder.kind(found)), preset \(simulation.preset.name), \
          phone \(simulation.phone), seed \(simulation.seed)
          """, isOther: !LookFinder.kind(found).isEmpty)
    case .recordings(let profile, let paths):
      var looks = Looks(origin: paths.joined(separator: ", "))
      var (seen, simulated) = (Set<LookKey>(), [RecordingHeader]())
      for path in paths {
        var reader = try RecordingReader(path: path, ordered: true)
        let header = reader.header
        try check(header, profile, path)
        if header.source == .simulated {
          for other in simulated { try check(header, goesWith: other, path) }
          simulated.append(header)
        }
        // One simulated file makes the whole a fit to simulated data.
        if path == paths.first || header.source == .simulated { looks.provenance = header.source }
        let screen = profile.geometry(header)
        if header.points != nil { looks.points = screen.turned(to: .portrait).points }
        var finder = LookFinder(on: screen)
        looks.roster.begin(header, path: path)
        while let frame = try reader.next() {
          var observation = frame.observation
          observation.participant = looks.roster.number(of: observation.participant)
          finder.add(observation)
        }
        let found = finder.finish()
        let keys = found.fixations.map(LookKey.init)
        guard keys.isEmpty || 2 * keys.count(where: seen.contains) < keys.count else {
          throw FileError(
            path: path, message: "holds the same looks as a recording before it; give each recording once")
        }
        seen.formUnion(keys)
        looks.origin += LookFinder.kind([found])
        looks.isOther = looks.isOther || !LookFinder.kind([found]).isEmpty
        let session = looks.roster.session
        looks.fixations += found.fixations.map {
          var look = $0.upright(header.orientation, of: screen.points)
          look.session = session
          return look
        }
        looks.tally.add(found.tally)
      }
      looks.origin += " (\(looks.roster.people.summary))"
      return looks
    }
  }

  /// A phone is drawn from its number. A stripped recording does not say, and whoever gives it vouches for it, as for a
  /// phone's.
  private func check(
    _ header: RecordingHeader, goesWith other: RecordingHeader, _ path: String
  ) throws(FileError) {
    guard let phone = header.phone, let first = other.phone, phone != first else { return }
    throw FileError(
      path: path, line: 1, field: "phone",
      message: "is another simulated phone than the first recording's, and one fit is of one phone; fit each alone")
  }

  private func check(_ header: RecordingHeader, _ profile: Profile, _ path: String) throws(FileError) {
    guard profile.isNamed(header.device) else {
      throw FileError(
        path: path, line: 1, field: "device",
        message: "is a recording of \"\(header.device)\", the fit is of \"\(profile.id)\"; fit each device alone")
    }
  }

  /// The smoothing, fitted through the geometry just found: to the looks of recordings; for simulated people also to
  /// what they do in a later session. Where the pointer never jumped, or never rested, lag cannot be told from jitter:
  /// the profile's stays, without figures.
  private func smoothing(
    _ estimate: GeometryEstimate, _ roster: RecordedPeople, jobs: Int
  ) async throws -> CalibrationFile.SmoothingChoice {
    var takes: [SmoothingTake] = []
    switch source {
    case .simulated(_, let simulation):
      takes = try await SmoothingRun.takes(
        simulation, [simulation.scenario] + SmoothingRun.scenarios.filter { $0 != simulation.scenario },
        geometry: estimate.geometry.turned(to: simulation.orientation), jobs: jobs,
        person: { estimate.person($0) ?? .none })
    case .recordings(_, let paths):
      for (place, path) in paths.enumerated() {
        var reader = try RecordingReader(path: path)
        let geometry = estimate.geometry.turned(to: reader.header.orientation)
        let scenario = reader.header.scenario
        let tracks = PointerTrack.tracks(
          from: try reader.observations(), geometry: geometry,
          person: { participant in
            roster.number(of: participant, in: place).flatMap { estimate.person($0) } ?? .none
          })
        takes += tracks.prefix(SmoothingRun.mostPeople).enumerated().map { index, track in
          SmoothingTake(
            scenario: scenario, participant: index, track: track.prefix(seconds: SmoothingRun.seconds))
        }
      }
    }
    if let choice = try await SmoothingRun(takes: takes).choice(jobs: jobs) { return choice }
    return CalibrationFile.SmoothingChoice(source.profile.smoothingValue)
  }

  /// The trigger, tuned to simulated people with this phone, geometry and smoothing, each with a 5-point calibration as
  /// an app's users have. Recordings of looks hold no wishes to scroll: the profile's stays.
  private func trigger(
    _ file: CalibrationFile, jobs: Int
  ) async throws -> (settings: ScrollTrigger.Settings, choice: CalibrationFile.TriggerChoice)? {
    guard case .simulated(let profile, var simulation) = source else { return nil }
    // A handful of people who were enough for the geometry are too few for the trigger.
    simulation.participants = TriggerRun.people
    simulation.duration = nil
    // An evaluation with this command's own seed asks other people.
    simulation.seed &+= TriggerRun.seedApart
    let evaluation = Run<GazeRig>(profile: profile, simulation: simulation, calibration: file)
    return try await TriggerRun(profile: profile, simulation: simulation).tuned(jobs: jobs) {
      evaluation.setup($0)
    }
  }

  /// The error of the same people and phone in a later session, which the fit did not see. Recordings hold none.
  private func heldOut(_ estimate: GeometryEstimate, jobs: Int) async throws -> Double? {
    guard case .simulated(_, var later) = source else { return nil }
    later.scenario = .validation
    later.duration = nil
    let simulation = later
    let found = try await mapInParallel(count: simulation.participants, jobs: jobs) { participant in
      FixationFinder.fixations(in: simulation.frames(participant: participant).lazy.map(\.observation)).fixations
    }
    return GeometryFit.residualRMS(
      of: found.flatMap { $0 }.map { $0.upright(simulation.orientation, of: simulation.screen.points) },
      geometry: estimate.geometry, people: estimate.people)
  }
}

extension GeometryPriors {
  /// The profile's sigmas; people have the weak defaults, and sessions the usual one.
  init(_ profile: Profile) {
    self.init(
      screen: SIMD2(profile.screen.width.sigma, profile.screen.height.sigma),
      camera: SIMD2(profile.camera.x.sigma, profile.camera.y.sigma), session: Self.usualSession)
  }
}

/// Tells a look that was there before, also where a copy's participant has another number.
private struct LookKey: Hashable {
  let start: Double
  let target: SIMD2<Double>
  let yaw: Double

  init(_ look: Fixation) {
    (start, target) = (look.start, look.target)
    yaw = look.samples.first?.reported.yaw ?? 0
  }
}

/// Looks at targets that stand; where there are none, at one that moves; and where nothing is shown, at the edge to which
/// a page was wished to scroll.
private struct LookFinder: Sendable {
  /// What came of a recording.
  struct Found: Sendable {
    var fixations: [Fixation]
    var tally: FixationFinder.Tally
    /// Of a moving target.
    var lag: Double?
    var areWishes = false
  }

  private let screen: ScreenGeometry
  private var standing = FixationFinder()
  private var fixations: [Fixation] = []
  private var moving = PursuitFinder()
  private var wishing = FixationFinder()
  private var wishes: [Fixation] = []

  /// On a screen of this nominal geometry, as its interface stands.
  init(on screen: ScreenGeometry) { self.screen = screen }

  mutating func add(_ observation: RecordedFrame.Observation) {
    if let fixation = standing.add(observation) { fixations.append(fixation) }
    moving.add(observation)
    if let wish = wishing.add(WishLooks.observation(observation, points: screen.points)) { wishes.append(wish) }
  }

  mutating func finish() -> Found {
    fixations += standing.finish()
    guard fixations.isEmpty else { return Found(fixations: fixations, tally: standing.tally) }
    let pursuits = moving.pursuits(on: screen)
    if !pursuits.isEmpty {
      let lag = pursuits.reduce(0) { $0 + $1.lag } / Double(pursuits.count)
      return Found(fixations: pursuits.flatMap(\.fixations), tally: standing.tally, lag: lag)
    }
    wishes += wishing.finish()
    return Found(fixations: wishes, tally: standing.tally, areWishes: !wishes.isEmpty)
  }

  /// How it is said what was fitted to, where that is not targets that stand.
  static func kind(_ found: [Found]) -> String {
    let lags = found.compactMap(\.lag)
    if !lags.isEmpty {
      let mean = lags.reduce(0, +) / Double(lags.count)
      return ", a moving target with a lag of \(NumberText.whole(1000 * mean)) ms"
    }
    return found.contains { $0.areWishes } ? ", the page's edge while it was wished to scroll" : ""
  }
}
