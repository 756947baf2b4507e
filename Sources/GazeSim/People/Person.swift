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
    // Draws in use: 0 to 4 of `.anatomy`, 0 to 3 of `.reading`, 0 and 1 of `.flags`. A further property takes the next
    // number; a number in use would link two properties, which no test looks for. A changed one gives other people,
    // which `script/corpus` finds.
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
