import GazeRecording
package import GazeSimulation
import GazeTesting

extension HeadRig {
  /// The mean error of the orientation, and of the picture that follows from it.
  package static func brief(_ report: Report<HeadRig>) -> RigBrief {
    let degrees = report.figure("orientation.errorDegrees.mean")
    let points = report.figure("picture.errorPoints.mean")
    let picture = points?.value == nil ? "" : points.map { " (\(report.text($0)) in the picture)" } ?? ""
    return RigBrief(
      conclusion: degrees?.value == nil
        ? report.first(of: headlines) : (degrees.map { report.text($0) } ?? "") + " off on average" + picture,
      worst: report.worstPerson(by: "orientation.errorDegrees.mean"), metrics: headlines)
  }
}
