public import GazePipeline
public import GazeRecording

/// Fits the 1€ filter's cutoff at rest and its gain with speed to recorded or simulated pointers.
///
///     minimise Σ wᵢ |filtered(tᵢ) − reference(tᵢ)|²   over log minCutoff, log beta
///
/// with the references of `PointerTrack` and w = `movingWeight` just after a jump, 1 elsewhere. Both numbers stay
/// within bounds by a smooth map from the whole line. The sum has several valleys (no smoothing, smoothing at rest
/// only, smoothing always), so a coarse grid is searched first and the best few points are refined.
public struct SmoothingFit: Sendable {
  /// Why no smoothing can be fitted.
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    /// No target was looked at long enough to tell where the pointer settles.
    case noPlateau
    /// Targets never jumped, so lag cannot be seen and any filter looks good.
    case noJump(plateaus: Int)
    /// The solver gave up.
    case solver(LeastSquaresFailure)

    /// One line: what is missing and how to record it.
    public var description: String {
      switch self {
      case .noPlateau:
        "no target was looked at long enough to see the pointer settle; show each target for 1.5 s or more and write it "
          + "into the frame's \"target\""
      case .noJump(let plateaus):
        "the pointer never jumps between the \(plateaus) looks, so a filter's lag cannot be seen; show targets one after "
          + "the other, far apart"
      case .solver(let failure): failure.description
      }
    }
  }

  /// What the fit found.
  public struct Estimate: Sendable, Equatable {
    /// The best 1€ filter.
    public let settings: OneEuroFilter.Settings
    /// RMS distance from the reference with it, points.
    public let rms: Double
    /// The same without a filter.
    public let rmsUnfiltered: Double
    /// RMS distance of the filtered pointer while still, points.
    public let rmsStill: Double
    /// RMS distance of the filtered pointer just after jumps, points; nil with none.
    public let rmsMoving: Double?
    /// Points with a reference.
    public let samples: Int
    /// Jumps among them.
    public let jumps: Int
    /// Why the solver stopped, as an inequality.
    public let stop: String

    /// True where the filter lowers the error by at least a hundredth; otherwise none is the better choice: with
    /// slow noise every filter only adds lag.
    public var isWorthwhile: Bool { rms < 0.99 * rmsUnfiltered }

    /// The smoothing to use.
    public var smoothing: Smoothing { isWorthwhile ? .oneEuro(settings) : .none }

    /// As a calibration file holds it.
    public var choice: CalibrationFile.SmoothingChoice {
      guard isWorthwhile else {
        return CalibrationFile.SmoothingChoice(filter: "none", rms: rmsUnfiltered, rmsUnfiltered: rmsUnfiltered)
      }
      return CalibrationFile.SmoothingChoice(
        filter: "oneEuro", minCutoff: settings.minCutoff, beta: settings.beta,
        derivativeCutoff: settings.derivativeCutoff, rms: rms, rmsUnfiltered: rmsUnfiltered)
    }
  }

  /// Bounds of the cutoff at rest, Hz: from a filter that hardly moves to one that hardly filters at 60 frames a second.
  public static let minCutoffRange = 0.05...30
  /// Bounds of beta, 1/point: at 1e-5 even a jump of 10,000 points/s opens the filter by 0.1 Hz only.
  public static let betaRange = 1e-5...1

  /// Weight of the samples just after a jump against the still ones. 1 minimises the plain error; more buys less lag
  /// with more jitter.
  public let movingWeight: Double

  /// A fit; a weight that is not positive counts as 1.
  public init(movingWeight: Double = 1) {
    self.movingWeight = movingWeight > 0 && movingWeight.isFinite ? movingWeight : 1
  }

  /// Fits one filter to all tracks.
  public func fit(_ tracks: [PointerTrack]) throws(Failure) -> Estimate {
    let plateaus = tracks.reduce(0) { $0 + $1.plateaus }
    let jumps = tracks.reduce(0) { $0 + $1.jumps }
    guard plateaus > 0 else { throw .noPlateau }
    guard jumps > 0 else { throw .noJump(plateaus: plateaus) }
    let objective = SmoothingObjective(tracks, movingWeight: movingWeight)
    var best: LeastSquaresSolution?
    var failure: LeastSquaresFailure?
    for start in objective.starts(count: 3) {
      do throws(LeastSquaresFailure) {
        var options = LeastSquares.Options()
        options.xTolerance = 1e-6
        options.gTolerance = 1e-9
        options.maximumIterations = 60
        let found = try LeastSquares.solve(objective.leastSquares(), from: start, options: options)
        if found.cost < best?.cost ?? .infinity { best = found }
      } catch {
        failure = failure ?? error
      }
    }
    guard let best else { throw .solver(failure ?? .undefinedAtStart) }
    let settings = SmoothingObjective.settings(at: best.x)
    let filtered = objective.errors(settings)
    return Estimate(
      settings: settings, rms: filtered.all, rmsUnfiltered: objective.errors(nil).all, rmsStill: filtered.still,
      rmsMoving: filtered.moving, samples: objective.count, jumps: jumps, stop: best.stop.rawValue)
  }
}
