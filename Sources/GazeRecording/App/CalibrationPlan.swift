public import GazePipeline

/// What a person is asked to look at, and from where: the stages of a `CalibrationProtocol`.
public struct CalibrationPlan: Sendable, Equatable {
  /// Where the person is asked to be.
  public struct Pose: Sendable, Equatable {
    /// Distance of the eyes from the screen, metres; nil for the person's own.
    public var distance: Double?
    /// The head turned by (yaw, pitch) from straight, towards screen right and up, radians.
    public var turn: SIMD2<Double>

    /// A pose; what is not given is the person's own.
    public init(distance: Double? = nil, turn: SIMD2<Double> = .zero) {
      self.distance = distance
      self.turn = turn
    }
  }

  /// One thing after the other.
  public enum Stage: Sendable, Equatable {
    /// Looks from one pose at places, shares of the screen's width and height, in an order that is drawn.
    case looks(Pose, at: [SIMD2<Double>])
    /// A page to read, with these wishes to scroll, in this order; `none` is a pause between two stretches of reading.
    case page(wishes: [ScrollDirection])
  }

  /// What is done, in this order.
  public var stages: [Stage]
  /// Seconds after a dot came up that do not count: reaction, saccade, correction. The fit's own (`FixationFinder`).
  public var settling = 0.6
  /// Seconds of looking that count.
  public var looking = 0.9
  /// Seconds for which a pose must hold before its first dot.
  public var hold = 0.7
  /// Seconds after which a pose that nobody takes is left out: not everybody can turn the head or hold the phone nearer.
  public var patience = 30.0
  /// How often a dot is shown again after an unsteady look.
  public var retries = 1
  /// Seconds of reading before each wish, from and to; drawn.
  public var reading = 5.0...9.0
  /// Seconds that a wish lasts.
  public var wishing = 3.0

  /// A plan of these stages with the timing above.
  public init(_ stages: [Stage]) { self.stages = stages }

  /// What a device's fit needs to tell screen, camera, gaze offset and gain apart: 9 places (10, 50, 90 %) at 3 distances
  /// (25, 35, 45 cm), each with 5 head rotations (straight, 10° each way), in the order of the simulator's `calibration`.
  /// Three and a half minutes, and what it takes to take the poses.
  public static let full = poses(turns: [
    .zero, SIMD2(tenDegrees, 0), SIMD2(-tenDegrees, 0), SIMD2(0, tenDegrees), SIMD2(0, -tenDegrees),
  ])

  /// The same without head rotations, for who cannot turn the head: camera and gaze offset come apart, gain and screen
  /// size do not. Three quarters of a minute, and the poses.
  public static let distances = poses(turns: [.zero])

  /// Middle and four corners (15, 85 %) from the person's own distance: what an app asks of its user. Ten seconds. The
  /// device must be known.
  public static let fivePoints: CalibrationPlan = {
    let corners = [SIMD2(0.15, 0.15), SIMD2(0.85, 0.15), SIMD2(0.15, 0.85), SIMD2(0.85, 0.85)]
    var plan = CalibrationPlan([.looks(Pose(), at: [SIMD2(0.5, 0.5)] + corners)])
    // There are few: half as long again.
    (plan.settling, plan.looking) = (0.6, 1.65)
    return plan
  }()

  /// A grid of 4 × 4 places between those of the calibrations, to be looked at in a later session: how good the pointer is.
  /// Half a minute.
  public static let validation: CalibrationPlan = {
    let shares = [0.125, 0.375, 0.625, 0.875]
    return CalibrationPlan([.looks(Pose(), at: shares.flatMap { y in shares.map { x in SIMD2(x, y) } })])
  }()

  /// A page to read with eight wishes to scroll: what a trigger is tuned to. About a minute and a half.
  public static let page = CalibrationPlan([.page(wishes: [.down, .down, .down, .up, .down, .up, .down, .down])])

  /// One plan after the other, with the first one's timing.
  public static func + (first: CalibrationPlan, second: CalibrationPlan) -> CalibrationPlan {
    var both = first
    both.stages += second.stages
    return both
  }

  private static let tenDegrees = 10 * Double.pi / 180

  /// The distance changes from pose to pose, so that slow drift does not look like geometry.
  private static func poses(turns: [SIMD2<Double>]) -> CalibrationPlan {
    let shares = [0.1, 0.5, 0.9]
    let places = shares.flatMap { y in shares.map { x in SIMD2(x, y) } }
    return CalibrationPlan(
      turns.flatMap { turn in [0.25, 0.35, 0.45].map { .looks(Pose(distance: $0, turn: turn), at: places) } })
  }
}
