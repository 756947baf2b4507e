import GazeMetrics
import GazePipeline
import GazeTesting

/// Sums over the people of the body rig for whom the sensor works.
package struct BodySummary: PeopleSummary {
  /// A person's moment to draw.
  struct Drawn: Sendable {
    let participant: Int
    let snapshot: BodyPerson.Snapshot
    let isAgainstTruth: Bool
  }

  /// The first person's moment, if anybody has one.
  private(set) var drawn: Drawn?
  /// The first person's view, if anybody has one.
  private(set) var view: BodyPerson.View?
  /// True if the truth is unknown for somebody.
  private(set) var lacksTruth = false
  /// Distance of each circle from its joint over all people's samples, points, by joint.
  private(set) var errorByJoint = Array(repeating: ErrorSummary(), count: BodyJoint.count)

  /// A summary of nobody.
  package init() {}

  /// Adds the next person.
  package mutating func add(_ person: Measured<BodyPerson>) {
    let own = person.person(.all)
    guard !own.isFailing else { return }
    if drawn == nil, let snapshot = own.snapshot {
      drawn = Drawn(participant: own.participant, snapshot: snapshot, isAgainstTruth: own.isAgainstTruth)
    }
    view = view ?? own.view
    lacksTruth = lacksTruth || !own.isAgainstTruth
    for joint in errorByJoint.indices { errorByJoint[joint].merge(own.errorByJoint[joint]) }
  }
}
