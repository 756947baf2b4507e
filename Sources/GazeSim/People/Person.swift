package import GazePipeline
private import PortableFoundation

/// An eye, by ARKit's name. ARKit's left eye is at the face's +x. Because ARKit's frame is a mirror image, it is not
/// known which of the person's eyes this is.
enum Side: Int, CaseIterable {
  case left, right
  /// +1 for the eye at +x.
  var sign: Double { self == .left ? 1 : -1 }
}

/// A simulated person: body, habits and tracker error, drawn once from (seed, participant).
package struct Person {
  var age: Double
  /// Distance between the eyeballs' centres, metres.
  var interpupillaryDistance: Double
  package var kappa: PersonCalibration.EyeKappa
  /// Position of the eyeball's centre in the face, up and out of the face, metres.
  var eyeUp: Double, eyeDepth: Double
  /// `rotationSplit`: distance by which the eye's centre of horizontal rotation is behind its centre of vertical
  /// rotation, metres; `saccadeSpeed`: peak velocity of saccades relative to the main sequence.
  var rotationSplit, saccadeSpeed, readingRate: Double
  var scrolling: ScrollStyle
  /// Blinks a second.
  var blinkRate: Double
  var hasGlasses: Bool
  /// Condition because of which hands-free apps matter to this person; nil for most people.
  package var flag: PersonFlag?
  package var isFailing: Bool
  package var error: TrackerError

  package init(_ parameters: SimulationParameters, seed: UInt64, participant: Int) {
    let (people, eyes) = (parameters.people, parameters.eyes)
    let anatomy = RandomStream(seed: seed, .anatomy, participant: participant)
    let habits = RandomStream(seed: seed, .reading, participant: participant)
    let flags = RandomStream(seed: seed, .flags, participant: participant)
    // Ages are limited to those of adults, unless the mean age is set to another one.
    let age = people.age + people.ageSD * habits.normal(0)
    self.age = min(max(age, min(people.age, 18)), max(people.age, 80))
    // The limits are Dodgson's range, 50 to 76 mm.
    interpupillaryDistance = min(max(people.ipd + people.ipdSD * anatomy.normal(0), 0.050), 0.076)
    let rho = people.kappaCorrelation
    func pair(_ mean: Double, _ sd: Double, _ index: UInt64) -> (Double, Double) {
      let n = anatomy.normals(index)
      return (mean + sd * n.x, mean + sd * (rho * n.x + (1 - rho * rho).squareRoot() * n.y))
    }
    let nasal = pair(people.kappaNasal, people.kappaNasalSD, 1)
    let up = pair(people.kappaUp, people.kappaUpSD, 2)
    // Nasal means towards the other eye, which is −x for the eye at +x.
    kappa = .init(
      left: Kappa(towardsX: -Side.left.sign * nasal.0, up: up.0),
      right: Kappa(towardsX: -Side.right.sign * nasal.1, up: up.1)
    )
    eyeUp = people.eyeUp
    eyeDepth = people.eyeDepth
    rotationSplit = people.rotationSplit
    let ageing = max(1 - eyes.saccadeAgeing * (self.age - people.age), 0.3)
    // The lower bound is 0.3, because no one's saccades are slower.
    saccadeSpeed = max(1 + eyes.saccadeSpeedSD * habits.normal(1), 0.3) * ageing
    readingRate = people.readingRate * exp(people.readingRateSpread * habits.normal(2))
    scrolling = ScrollStyle(parameters.task, chance: habits.uniform(3))
    blinkRate = eyes.blinkRate * exp(eyes.blinkRateSpread * anatomy.normal(3))
    hasGlasses = flags.uniform(0) < people.glasses
    let chance = flags.uniforms(1)
    flag = chance.x < people.flaggedShare ? PersonFlag(chance: chance.y) : nil
    isFailing = anatomy.uniform(4) < people.failingShare
    var factor = isFailing ? parameters.tracker.failingFactor : 1
    if hasGlasses { factor *= people.glassesFactor }
    if let flag { factor *= flag.noiseFactor }
    error = TrackerError(
      parameters.tracker, RandomStream(seed: seed, .trackerPerson, participant: participant), isFailing: isFailing,
      noiseFactor: factor)
  }

  /// Kappa of the cyclopean eye, the mean of both eyes. In the mean the horizontal parts cancel, because the eyes are
  /// mirror images; the vertical parts do not. For a person with one seeing eye nothing cancels.
  var cyclopeanKappa: Kappa {
    if flag == .oneEye { return kappa.left }
    return Kappa(
      towardsX: (kappa.left.towardsX + kappa.right.towardsX) / 2, up: (kappa.left.up + kappa.right.up) / 2)
  }

  /// The centre of an eyeball in ARKit's face frame, metres.
  func eyeCentre(_ side: Side) -> Vector3 {
    // The position is built in the physical frame (own right, up, backwards); the eye at ARKit's +x is on the person's
    // own right.
    Mirror.reflect(SIMD3(side.sign * interpupillaryDistance / 2, eyeUp, -eyeDepth))
  }
}

/// A reader's way of scrolling a page (assumed shares: `task.flippers`, `task.creepers`).
enum ScrollStyle: String, CaseIterable {
  /// A screenful at a time.
  case flip
  /// Two to four lines at a time.
  case creep
  /// Until the line that is being read has reached the upper third of the screen.
  case block

  init(_ task: SimulationParameters.Task, chance: Double) {
    self = chance < task.flippers ? .flip : chance < task.flippers + task.creepers ? .creep : .block
  }
}

/// A condition because of which hands-free apps matter to a person, and which makes gaze harder to track. All effects
/// are assumed. The flags exist so that results can be reported separately for each flag; they make no claim about how
/// such people see.
public enum PersonFlag: String, Sendable, CaseIterable {
  /// One eye deviates by 8° sideways; the tracker, which couples the eyes, reports half of the deviation.
  case strabismus
  /// The eyes swing by 2° at 3 Hz.
  case nystagmus
  /// The lids hang 35 % closed.
  case ptosis
  /// The head trembles by 1.5° at 5 Hz.
  case headTremor
  /// The head stays turned by 10° and does not help the eyes.
  case limitedHead
  /// One seeing eye, so that no second kappa cancels that of the first eye.
  case oneEye
  /// Bifocals: the chin is lifted by 12° to look through the lower half of the glasses.
  case bifocals

  /// The flag that the random number `chance`, 0…1, selects; all flags are equally frequent.
  init(chance: Double) {
    let index = min(Int(chance * Double(Self.allCases.count)), Self.allCases.count - 1)
    self = Self.allCases[max(index, 0)]
  }

  var noiseFactor: Double {
    self == .ptosis || self == .oneEye ? 1.5 : 1
  }

  /// Constant deviation of the reported cyclopean axis, radians.
  var deviation: Vector2 { self == .strabismus ? SIMD2(4.0.radians, 0) : .zero }

  /// Closure of the lids at rest, 0…1.
  var lid: Double { self == .ptosis ? 0.35 : 0 }

  /// Rest turn of the head, (yaw, pitch), radians.
  var headTurn: Vector2 {
    switch self {
    case .limitedHead: SIMD2(10.0.radians, 0)
    case .bifocals: SIMD2(0, 12.0.radians)
    default: .zero
    }
  }

  /// A swing of the gaze (amplitude in radians, Hz).
  var gazeSwing: (amplitude: Double, rate: Double) { self == .nystagmus ? (2.0.radians, 3) : (0, 0) }

  /// A swing of the head (amplitude in radians, Hz).
  var headSwing: (amplitude: Double, rate: Double) { self == .headTremor ? (1.5.radians, 5) : (0, 0) }
}

/// The random values of one session of a person with the phone, drawn from (seed, participant, session).
package struct Session {
  /// Rest turn of the head relative to the phone, (yaw, pitch), radians.
  var posture: Vector2
  /// The person's own viewing distance, metres.
  package var distance: Double
  /// Angle by which the phone leans back from upright, radians.
  var recline: Double
  /// Delay from the camera to the callback, seconds.
  package var latency: Double
  /// Ratio of the tracker's distances to the true ones.
  var distanceScale: Double
  /// Bias of the reported axis in this session, in addition to the person's lasting bias, radians.
  package var bias: Vector2
  /// Bias of the face's rotation, as a rotation vector in the face's axes, radians.
  package var faceBias: Vector3

  package init(_ p: SimulationParameters, of person: Person, seed: UInt64, participant: Int, session: Int) {
    let body = RandomStream(seed: seed, .posture, participant: participant, session: session)
    let tracker = RandomStream(seed: seed, .trackerSession, participant: participant, session: session)
    posture = SIMD2(p.head.postureYawSD, p.head.posturePitchSD) * body.normals(0) + (person.flag?.headTurn ?? .zero)
    // No one reads a phone from closer than 20 cm or from further than an arm's length.
    let own = p.head.distance + p.head.distanceSD * body.normal(1)
    distance = min(max(own, 0.20), max(0.85, p.head.distance))
    recline = min(max(p.phone.recline + p.phone.reclineSD * body.normal(2), 0), .pi / 2)
    latency = p.tracker.latency * exp(p.tracker.latencySpread * tracker.normal(3))
    // Without this bound, a draw of six standard deviations at the largest allowed setting would make the scale
    // negative and turn the face round.
    distanceScale = max(1 + p.tracker.distanceScaleSD * tracker.normal(1), 0.2)
    bias = tracker.normals(0) * (p.tracker.sessionBiasSD * person.error.spread)
    faceBias = tracker.normals3(2) * (p.tracker.faceRotationBiasSD * person.error.spread)
  }
}
