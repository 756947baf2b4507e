import GazeRecording
package import GazeSimulation
import GazeTesting

extension BodyRig {
  /// The median distance of a circle from its joint.
  package static func brief(_ report: Report<BodyRig>) -> RigBrief {
    let points = report.figure("overlay.errorPoints.median").flatMap { $0.value == nil ? nil : report.text($0) }
    return RigBrief(
      conclusion: points.map { "circles \($0) off their joints" } ?? report.first(of: headlines),
      worst: report.worstPerson(by: "overlay.errorPoints.mean"), metrics: headlines)
  }
}
