public import GazePipeline

/// Stages of a `CalibrationProtocol`: the places that a person is asked to look at, and the poses from which the person
/// looks.
public struct CalibrationPlan: Sendable, Equatable {
  /// Pose that the person is asked to take.
  public struct Pose: Sendable, Equatable {
    /// Distance of the eyes from the screen, metres; nil keeps the distance at which the person holds the phone.
    public var distance: Double?
    /// Head rotation from straight, (yaw, pitch), radians; positive towards screen right and up.
    public var turn: SIMD2<Double>

    /// A pose; by default at the person's own distance, with the head straight.
    public init(distance: Double? = nil, turn: SIMD2<Double> = .zero) {
      self.distance = distance
      self.turn = turn
    }
  }

  /// One step of the plan.
  public enum Stage: Sendable, Equatable {
    /// Fixations of these places from one pose; a place is given in shares of the screen's width and height. The order
    /// of the places is drawn at random.
    case looks(Pose, at: [SIMD2<Double>])
    /// A page to read, with prompts to scroll in these directions, in this order; the direction `none` stands for a
    /// pause between two stretches of reading.
    case page(intents: [ScrollDirection])
    /// A page that the person reads and scrolls by hand, without prompts, for this number of seconds.
    case reading(seconds: Double)
  }

  /// The stages, in order.
  public var stages: [Stage]
  /// Seconds after a dot appears that do not count, because the person reacts, makes a saccade and corrects it. Equal
  /// to the settling time that the fit uses (`FixationFinder`).
  public var settling = 0.6
  /// Seconds of fixation that count, after the settling time.
  public var looking = 0.9
  /// Seconds for which a pose must hold before its first dot.
  public var hold = 0.7
  /// Seconds after which a pose that the person does not take is left out: not everybody can turn the head or hold the
  /// phone nearer.
  public var patience = 30.0
  /// Number of times a dot is shown again after an unsteady fixation.
  public var retries = 1
  /// Range of the seconds of reading before each scroll prompt; the value is drawn at random.
  public var reading = 5.0...9.0
  /// Seconds that a scroll prompt lasts.
  public var intentDuration = 3.0

  /// A plan of these stages with the default timing.
  public init(_ stages: [Stage]) { self.stages = stages }

  /// The plan for fitting a device. It lets a fit distinguish screen, camera, gaze offset and gain: 9 places (10, 50,
  /// 90 %) at 3 distances (25, 35, 45 cm), each with 5 head rotations (straight, 10° each way), in the order of the
  /// simulator's `calibration`. Takes three and a half minutes, plus the time to take the poses.
  public static let full = poses(turns: [
    .zero, SIMD2(tenDegrees, 0), SIMD2(-tenDegrees, 0), SIMD2(0, tenDegrees), SIMD2(0, -tenDegrees),
  ])

  /// The plan `full` without head rotations, for a person who cannot turn the head. From its fixations a fit can
  /// separate camera and gaze offset, but not gain and screen size. Takes three quarters of a minute, plus the time to
  /// take the poses.
  public static let distances = poses(turns: [.zero])

  /// The plan for an app's user: the middle and four corners (15, 85 %) from the person's own distance. Takes ten
  /// seconds. It fits the person only, so the device's geometry must be known.
  public static let fivePoints: CalibrationPlan = {
    let corners = [SIMD2(0.15, 0.15), SIMD2(0.85, 0.15), SIMD2(0.15, 0.85), SIMD2(0.85, 0.85)]
    var plan = CalibrationPlan([.looks(Pose(), at: [SIMD2(0.5, 0.5)] + corners)])
    // The plan has only five dots, so each dot is shown half as long again.
    (plan.settling, plan.looking) = (0.6, 1.65)
    return plan
  }()

  /// The plan for measuring the accuracy of the pointer in a later session: a grid of 4 × 4 places that lie between the
  /// places of the calibration plans. Takes half a minute.
  public static let validation: CalibrationPlan = {
    let shares = [0.125, 0.375, 0.625, 0.875]
    return CalibrationPlan([.looks(Pose(), at: shares.flatMap { y in shares.map { x in SIMD2(x, y) } })])
  }()

  /// The plan for tuning a scroll trigger: a page to read with eight scroll prompts. Takes about a minute and a half.
  public static let page = CalibrationPlan([.page(intents: [.down, .down, .down, .up, .down, .up, .down, .down])])

  /// The plan for measuring how the tracker's error changes: dots at 0, 1, 3 and 10 minutes of reading. Each of the
  /// four visits shows five places (the middle, and 25 and 75 % each way) three times. Takes twelve minutes; carry it
  /// out on two days, with an equal `person` and another `session` in the header.
  ///
  /// A visit of about 25 s shows drift from dot to dot, and the visits minutes apart show its whole spread, so that a
  /// fit (`gazesim characterize`) can separate drift's standard deviation from its time constant. The places are the
  /// same in all visits, since a tracker's error depends on the place. With a standard deviation of 0.8° and a time
  /// constant of 20 s, two days determine the former to a third and the latter to a factor of 2.2 (Fisher information,
  /// 95 %).
  public static let drift: CalibrationPlan = {
    let places = [
      SIMD2(0.5, 0.5), SIMD2(0.25, 0.25), SIMD2(0.75, 0.25), SIMD2(0.25, 0.75), SIMD2(0.75, 0.75),
    ]
    // Three stages instead of one with fifteen places: no place is shown twice in a row without a pause.
    let visit = [Stage](repeating: .looks(Pose(), at: places), count: 3)
    let minutes = [1.0, 2, 7]
    return CalibrationPlan(visit + minutes.flatMap { [.reading(seconds: 60 * $0)] + visit })
  }()

  /// Joins the stages of two plans; the joint plan has the timing of the first plan.
  public static func + (first: CalibrationPlan, second: CalibrationPlan) -> CalibrationPlan {
    var both = first
    both.stages += second.stages
    return both
  }

  private static let tenDegrees = 10 * Double.pi / 180

  /// The stages for these head turns. The distance changes from pose to pose, so that slow drift cannot be mistaken for
  /// geometry.
  private static func poses(turns: [Vector2]) -> CalibrationPlan {
    let shares = [0.1, 0.5, 0.9]
    let places = shares.flatMap { y in shares.map { x in SIMD2(x, y) } }
    return CalibrationPlan(
      turns.flatMap { turn in [0.25, 0.35, 0.45].map { .looks(Pose(distance: $0, turn: turn), at: places) } })
  }
}

/// Instruction that an app gives to the person.
public enum CalibrationPrompt: Sendable, Equatable {
  /// Direction in which to turn the head, as the person sees the screen.
  public enum Turn: String, Sendable, CaseIterable {
    /// To screen left.
    case left
    /// To screen right.
    case right
    /// Chin up.
    case up
    /// Chin down.
    case down
  }

  /// Hold the phone so that a face is in view; the protocol waits until a face is in view.
  case showFace
  /// Bring the phone closer: the eyes are `from` metres away and should be `to`.
  case comeCloser(to: Double, from: Double)
  /// Move the phone away: the eyes are `from` metres away and should be `to`.
  case goFurther(to: Double, from: Double)
  /// Turn the head in this direction, by about `degrees`, and keep looking at the screen.
  case turnHead(Turn, degrees: Double)
  /// Turn the face straight to the screen.
  case faceScreen
  /// The pose is right: keep it for a moment.
  case holdStill
  /// Look at the dot at `CalibrationProtocol.target`.
  case look
  /// Read the page: without scrolling in a stage with scroll prompts, and scrolling by hand in a stage without.
  case read
  /// Scroll the page towards its end, in the way that the app expects.
  case scrollDown
  /// Scroll the page towards its beginning.
  case scrollUp
  /// The protocol is finished.
  case done

  /// The instruction as an English sentence to show or speak; an app in another language provides its own.
  public var text: String {
    func centimetres(_ metres: Double) -> String { "\(NumberText.whole(100 * metres)) cm" }
    return switch self {
    case .showFace: "Hold the phone so that it sees your face."
    case .comeCloser(let to, let from): "Bring the phone closer, from \(centimetres(from)) to \(centimetres(to))."
    case .goFurther(let to, let from): "Move the phone away, from \(centimetres(from)) to \(centimetres(to))."
    case .turnHead(.left, _): "Turn your head a little to the left. Keep looking at the screen."
    case .turnHead(.right, _): "Turn your head a little to the right. Keep looking at the screen."
    case .turnHead(.up, _): "Lift your chin a little. Keep looking at the screen."
    case .turnHead(.down, _): "Lower your chin a little. Keep looking at the screen."
    case .faceScreen: "Turn your face straight to the screen."
    case .holdStill: "Good. Stay like this."
    case .look: "Look at the dot."
    case .read: "Read the page."
    case .scrollDown: "Make the page scroll down."
    case .scrollUp: "Make the page scroll up."
    case .done: "Done. Thank you."
    }
  }
}
