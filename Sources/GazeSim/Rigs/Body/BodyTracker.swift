import GazePipeline
import GazeRecording
private import PortableFoundation

/// Errors of the body tracker: a delayed picture, offsets, noise that grows with speed, joints that drop out, guesses
/// for hidden joints, left and right sides that are sometimes swapped, and a delay until a body is found.
struct BodyTracker {
  private let parameters: BodyParameters.Tracker
  /// Factor on the noise: 1, or larger for a person for whom tracking fails.
  private let noiseFactor: Double
  /// Constant offset of each joint along x and y, metres at the body's distance.
  private let bias: [Vector2]
  private var slow: [Wander]
  private var dropouts: [RandomEvents]
  private var swaps: RandomEvents
  private let noise, guesses: RandomStream
  /// Time at which the body came into the picture; nil while the body is not in the picture.
  private var since: Double?

  init(_ simulation: RigSimulation<BodyRig>, participant: Int) {
    let isFailing = BodyRig.isFailing(simulation, participant: participant)
    parameters = simulation.parameters.tracker
    let people = simulation.parameters.people
    noiseFactor = isFailing ? people.failingNoise : 1
    // The numbers of all streams are listed at `BodyRig`.
    let stream = simulation.streams(of: participant)
    let own = simulation.personStream(8, participant: participant)
    bias = BodyJoint.allCases.map { own.normals(UInt64($0.rawValue)) }.map { [parameters] in $0 * parameters.bias }
    noise = stream(128)
    guesses = stream(129)
    swaps = RandomEvents(stream(130), rate: parameters.swapRate, median: parameters.swapLength, spread: 0.5)
    // Each joint has streams of its own. Those from 140 on end before 170, so there may be 30 joints at most; a 31st of
    // `BodyJoint` would share a stream without an error. The wanders need little memory, because the sensor
    // looks back by no more than its latency.
    slow = BodyJoint.allCases.map { [parameters] in
      Wander(
        stream(140 + UInt8($0.rawValue)), sd: SIMD3(parameters.slowNoise, parameters.slowNoise, 0),
        timeConstant: parameters.slowTime, memory: 4)
    }
    let rate = parameters.dropoutRate * (isFailing ? people.failingDropouts : 1)
    dropouts = BodyJoint.allCases.map { [parameters] in
      RandomEvents(stream(170 + UInt8($0.rawValue)), rate: rate, median: parameters.dropoutLength, spread: 0.5)
    }
  }

  /// The skeleton of frame number `index` at `time`. Times must not decrease.
  mutating func skeleton(_ index: UInt64, at time: Double, _ truth: inout BodyTruth) -> BodySkeleton {
    let tick = BodyTruth.tick(time - parameters.latency)
    // The speed is computed over the last 4 ticks, 1/60 s, from this earlier moment to the present one.
    let before = truth.moment(at: tick > 4 ? tick - 4 : 0)
    let moment = truth.moment(at: tick)
    let isSwapped = swaps.phase(at: time) != nil
    var joints = BodyPoints()
    for joint in BodyJoint.allCases {
      let i = joint.rawValue
      let isOut = dropouts[i].phase(at: time) != nil
      let wander = slow[i].value(at: tick)
      guard let pixels = moment.pixels[i], !isOut else { continue }
      let isHidden = moment.hidden.contains(joint)
      guard moment.seen.contains(joint) || isHidden && isGuessed(joint, at: time) else { continue }
      let pixelsPerMetre = truth.camera.focal / -moment.positions[i].z
      let speed = before.pixels[i].map { ((pixels - $0) / (4 * Clock.tick)).length } ?? 0
      let deviations = noise.normals(index * UInt64(BodyJoint.count) + UInt64(i))
      let white =
        (parameters.noise + (isHidden ? parameters.hiddenNoise : 0)) * pixelsPerMetre + parameters.speedNoise
        * (tick > 4 ? speed : 0)
      let slow = (bias[i] + SIMD2(wander.x, wander.y) * noiseFactor) * pixelsPerMetre
      joints[isSwapped ? joint.mirrored : joint] = truth.camera.normalised(
        pixels + slow + deviations * (white * noiseFactor))
    }
    return BodySkeleton(time: time, isTracked: isFound(moment, at: time), joints: joints)
  }

  /// True if a hidden joint is guessed, false if it is left out. The choice holds for a whole second.
  private func isGuessed(_ joint: BodyJoint, at time: Double) -> Bool {
    let second = UInt64(max(time, 0))
    return guesses.uniform(second * UInt64(BodyJoint.count) + UInt64(joint.rawValue)) < parameters.hiddenReported
  }

  private mutating func isFound(_ moment: BodyMoment, at time: Double) -> Bool {
    guard moment.seen.rawValue.nonzeroBitCount >= Int(parameters.fewestJoints) else {
      since = nil
      return false
    }
    // A person who is in the picture at the beginning counts as already found.
    let since = since ?? (time == 0 ? -.infinity : time)
    self.since = since
    return time - since >= parameters.findTime
  }
}
