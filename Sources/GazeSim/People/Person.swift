private import Foundation
package import GazePipeline

/// Which eye, by ARKit's name. ARKit's left eye sits at the face's +x; which physical eye that is in the mirror
/// image is not settled.
package enum Side: Int, Sendable, CaseIterable {
  case left, right
  /// +1 for the eye at +x.
  var sign: Double { self == .left ? 1 : -1 }
}

/// A simulated person: body and tracker error, drawn once from (seed, participant).
package struct Person: Sendable {
  /// Distance between the eyeballs' centres, metres.
  package var interpupillaryDistance: Double
  /// Kappa of ARKit's left and right eye.
  package var kappa: (left: Kappa, right: Kappa)
  /// Eyeball's centre in the face, up and out of the face, metres.
  package var eyeUp: Double, eyeDepth: Double
  /// Blinks a second.
  package var blinkRate: Double
  /// One of those whom tracking fails.
  package var isFailing: Bool
  /// How the tracker errs on this person.
  package var error: TrackerError

  package init(_ parameters: SimulationParameters, seed: UInt64, participant: Int) {
    let (people, behaviour) = (parameters.people, parameters.behaviour)
    let anatomy = RandomStream(seed: seed, .anatomy, participant: participant)
    // Dodgson's range: 50 to 76 mm.
    interpupillaryDistance = min(max(people.ipdMean + people.ipdSD * anatomy.normal(0), 0.050), 0.076)
    let rho = people.kappaCorrelation
    func pair(_ mean: Double, _ sd: Double, _ index: UInt64) -> (Double, Double) {
      let n = anatomy.normals(index)
      return (mean + sd * n.x, mean + sd * (rho * n.x + (1 - rho * rho).squareRoot() * n.y))
    }
    let nasal = pair(people.kappaNasalMean, people.kappaNasalSD, 1)
    let up = pair(people.kappaUpMean, people.kappaUpSD, 2)
    // Nasal means towards the other eye: −x for the eye at +x.
    kappa = (
      Kappa(towardsX: -Side.left.sign * nasal.0, up: up.0), Kappa(towardsX: -Side.right.sign * nasal.1, up: up.1)
    )
    eyeUp = people.eyeUp
    eyeDepth = people.eyeDepth
    blinkRate = behaviour.blinkRate * exp(behaviour.blinkRateSpread * anatomy.normal(3))
    isFailing = anatomy.uniform(4) < people.failingShare
    error = TrackerError(
      parameters.tracker, RandomStream(seed: seed, .trackerPerson, participant: participant), isFailing: isFailing)
  }

  /// Kappa of the cyclopean eye: the mean. Mirrored horizontal parts cancel, vertical ones do not.
  package var cyclopeanKappa: Kappa {
    Kappa(
      towardsX: (kappa.left.towardsX + kappa.right.towardsX) / 2, up: (kappa.left.up + kappa.right.up) / 2)
  }

  /// The centre of an eyeball in ARKit's face frame, metres.
  package func eyeCentre(_ side: Side) -> SIMD3<Double> {
    // Built physically: own right, up, backwards; the eye at ARKit's +x is on the person's own right.
    Mirror.reflect(SIMD3(side.sign * interpupillaryDistance / 2, eyeUp, -eyeDepth))
  }
}
