import Calibrate
import GazePipeline
package import GazeRecording
import GazeTesting

/// The gaze rig's fit of screen, camera and people to fixations on known targets.
package struct GazeFit: RigFit {
  /// Share of a calibration's work that the geometry's fit takes; the fits of smoothing and trigger take the rest.
  package static let share = 0.3

  /// Parameters to fit, and the method.
  package struct Options: Sendable {
    /// Parameters to fit.
    package var free = GeometryParameter.standard
    /// True to use the profile's sigmas as priors, and weak priors for people.
    package var usesPriors = true
    /// The residual that is minimised.
    package var residual = Residual.angle

    /// The default options.
    package init() {}
  }

  private let options: Options
  private let profile: DeviceProfile

  private var finder: FixationSearch
  private var setup: Setup
  private var session = 0
  /// The app's screen points, if a recording states them: Display Zoom changes them.
  private var points: Vector2?
  private var seen: Set<FixationKey> = []
  /// Fixations of each recording, on the upright screen.
  var found: [FixationSearch.Found] = []
  /// The result of `solved`.
  private(set) var estimate: GeometryEstimate?

  /// The residual of a geometry fit.
  package enum Residual: String, Sendable, CaseIterable {
    /// Angles, one residual per fixation (`GeometryFit`).
    case angle
    /// Screen points, sample by sample: biased (`ScreenPointFit`).
    case screen
  }

  /// A fit without fixations yet.
  init(_ setup: Setup) {
    (profile, self.setup, finder) = (setup.profile, setup, FixationSearch(on: setup.screen))
    options = setup.fit
  }

  /// Begins a recording. Each recording has its own finder, which distinguishes recordings with stationary targets,
  /// with moving targets and without targets.
  package mutating func begin(_ setup: Setup, session: Int) {
    (self.setup, self.session, finder) = (setup, session, FixationSearch(on: setup.screen))
    if setup.header.points != nil { points = setup.screen.turned(to: .portrait).points }
  }

  /// Takes in a frame.
  package mutating func add(_ observation: RecordedFrame.Observation, participant: Int) {
    var observation = observation
    observation.participant = participant
    finder.add(observation)
  }

  /// Takes in the recording's fixations.
  ///
  /// - Throws: `RigFitFailure` if most of the fixations were in an earlier recording.
  package mutating func end() throws(RigFitFailure) {
    var found = finder.finish()
    let keys = found.fixations.map(FixationKey.init)
    guard keys.isEmpty || 2 * keys.count(where: seen.contains) < keys.count else {
      throw RigFitFailure("holds the same fixations as an earlier recording; give each recording once")
    }
    seen.formUnion(keys)
    for place in found.fixations.indices {
      found.fixations[place] = found.fixations[place].upright(setup.header.orientation, of: setup.screen.points)
      found.fixations[place].session = session
    }
    self.found.append(found)
  }

  /// Counts of used and dropped frames of all recordings.
  var tally: FixationFinder.Tally { found.reduce(into: .init()) { $0.add($1.tally) } }

  /// The fit.
  ///
  /// - Throws: `RigFitFailure` if the fixations are insufficient.
  package mutating func solved() throws -> CalibrationFile.Fit {
    let nominal = points.map { profile.geometry(points: $0) } ?? profile.geometry
    let priors = options.usesPriors ? GeometryPriors(profile) : nil
    let fixations = found.flatMap(\.fixations)
    let fit = GeometryFit(nominal: nominal, free: options.free, priors: priors)
    let estimate: GeometryEstimate
    do throws(GazeFitError) {
      estimate =
        switch options.residual {
        case .angle: try fit.fit(fixations, tally: tally)
        case .screen:
          try ScreenPointFit(nominal: nominal, free: options.free, priors: priors).fit(fixations, tally: tally)
        }
    } catch {
      throw failure(error, fit.checks)
    }
    self.estimate = estimate
    return CalibrationFile.Fit(
      parameters: estimate.parameters.filter { $0.session == nil }, unidentified: estimate.unidentified,
      condition: estimate.condition, stop: estimate.stop, residualRMS: estimate.residualRMS, residualUnit: nil,
      outliers: estimate.outliers, remarks: nil)
  }

  /// The failure of the fit to all recordings, with those that are its reason: they hold the fixation or the person
  /// that it names, or fail alone in the same way; without such a recording, those that are mirrored, which spoils any
  /// fit.
  private func failure(_ error: GazeFitError, _ checks: FixationChecks) -> RigFitFailure {
    let own = found.map { own -> GazeFitError? in
      do throws(GazeFitError) { try checks.check(own.fixations, tally: own.tally) } catch { return error }
      return nil
    }
    var failure = RigFitFailure(error.description)
    failure.recordings = found.indices.filter { place in
      switch error {
      case .tooFewFixations(let participant?, _, _):
        found[place].fixations.contains { $0.participant == participant }
      case .farFace(let participant, let start, _), .badFixation(let participant, let start),
        .behindFace(let participant, let start):
        found[place].fixations.contains { $0.participant == participant && $0.start == start }
      default: own[place]?.kind == error.kind
      }
    }
    if failure.recordings.isEmpty {
      failure.recordings = own.indices.filter { if case .mirrored = own[$0] { true } else { false } }
    }
    if failure.recordings.count == 1, let only = own[failure.recordings[0]] { failure.description = only.description }
    return failure
  }
}

extension GazeFitError {
  /// Name of the case, or the sentence of a case without values; faces lost in all or in most frames are one kind.
  fileprivate var kind: String {
    switch self {
    case .allLost, .unusable: "lost"
    default: Swift.Mirror(reflecting: self).children.first?.label ?? description
    }
  }
}

extension GeometryPriors {
  /// Priors with the profile's sigmas; the priors of people are the weak defaults, and the prior of sessions has the
  /// usual sigma.
  init(_ profile: DeviceProfile) {
    self.init(
      screen: SIMD2(profile.screen.width.sigma, profile.screen.height.sigma),
      camera: SIMD2(profile.camera.x.sigma, profile.camera.y.sigma), session: Self.usualSession)
  }
}

/// Identity of a fixation, by which a fixation that occurs in two recordings is recognised even if the participant has
/// another number in the copy.
private struct FixationKey: Hashable {
  let start: Double
  let target: Vector2
  let yaw: Double

  init(_ look: Fixation) {
    (start, target) = (look.start, look.target)
    yaw = look.samples.first?.reported.yaw ?? 0
  }
}
