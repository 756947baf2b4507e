package import Calibrate
import GazePipeline
package import GazeRecording

/// The gaze rig's fit of screen, camera and people to looks at known targets.
package struct GazeFit: RigFit {
  /// Its own share of the work: smoothing and trigger take the rest.
  package static let share = 0.3

  /// Parameters to fit, and the way of it.
  package struct Options: Sendable {
    /// Parameters to fit.
    package var free = GeometryParameter.standard
    /// The profile's sigmas as priors, and weak ones for people.
    package var usesPriors = true
    /// The residual that is made small.
    package var residual = Residual.angle

    /// The usual ones.
    package init() {}
  }

  private let options: Options
  private let profile: DeviceProfile

  private var finder: LookFinder
  private var setup: Setup
  private var session = 0
  /// The app's, where a recording states it: Display Zoom changes it.
  private var points: SIMD2<Double>?
  private var seen: Set<LookKey> = []
  /// Looks of each recording, on the upright screen.
  var found: [LookFinder.Found] = []
  /// The result of `solved`.
  private(set) var estimate: GeometryEstimate?

  /// The residual of a geometry fit.
  package enum Residual: String, Sendable, CaseIterable {
    /// Angles, a look at a time (`GeometryFit`).
    case angle
    /// Screen points, sample by sample: biased (`ScreenPointFit`).
    case screen
  }

  /// A fit without looks yet.
  init(_ setup: Setup) {
    (profile, self.setup, finder) = (setup.profile, setup, LookFinder(on: setup.screen))
    options = setup.fit
  }

  /// Looks at what stands, at what moves or at nothing are told apart in each recording.
  package mutating func begin(_ setup: Setup, session: Int) {
    (self.setup, self.session, finder) = (setup, session, LookFinder(on: setup.screen))
    if setup.header.points != nil { points = setup.screen.turned(to: .portrait).points }
  }

  /// Takes a frame in.
  package mutating func add(_ observation: RecordedFrame.Observation, participant: Int) {
    var observation = observation
    observation.participant = participant
    finder.add(observation)
  }

  /// Takes in what the recording came to.
  ///
  /// - Throws: where most of its looks have been there before.
  package mutating func end() throws(RigFitFailure) {
    var found = finder.finish()
    let keys = found.fixations.map(LookKey.init)
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

  /// What became of the frames of all recordings.
  var tally: FixationFinder.Tally { found.reduce(into: .init()) { $0.add($1.tally) } }

  /// The fit.
  ///
  /// - Throws: `GeometryFitError` where the looks do not hold what it needs.
  package mutating func solved() throws -> CalibrationFile.Fit {
    let nominal = points.map { profile.geometry(points: $0) } ?? profile.geometry
    let priors = options.usesPriors ? GeometryPriors(profile) : nil
    let looks = found.flatMap(\.fixations)
    let estimate =
      switch options.residual {
      case .angle: try GeometryFit(nominal: nominal, free: options.free, priors: priors).fit(looks, tally: tally)
      case .screen: try ScreenPointFit(nominal: nominal, free: options.free, priors: priors).fit(looks, tally: tally)
      }
    self.estimate = estimate
    return CalibrationFile.Fit(
      parameters: estimate.parameters.filter { $0.session == nil }, unidentified: estimate.unidentified,
      condition: estimate.condition, stop: estimate.stop, residualRMS: estimate.residualRMS, residualUnit: nil,
      outliers: estimate.outliers, remarks: nil)
  }
}

extension GeometryPriors {
  /// The profile's sigmas; people have the weak defaults, and sessions the usual one.
  init(_ profile: DeviceProfile) {
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
