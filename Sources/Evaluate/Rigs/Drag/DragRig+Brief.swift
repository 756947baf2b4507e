import GazeRecording
package import GazeSimulation
import GazeTesting

extension DragRig {
  /// The mean slip of the content under the finger.
  package static func brief(_ report: Report<DragRig>) -> RigBrief {
    let points = report.figure("slip.points.mean").flatMap { $0.value == nil ? nil : report.text($0) }
    return RigBrief(
      conclusion: points.map { "content slips \($0) under the finger" } ?? report.first(of: headlines),
      worst: report.worstPerson(by: "slip.points.mean"), metrics: headlines)
  }
}
