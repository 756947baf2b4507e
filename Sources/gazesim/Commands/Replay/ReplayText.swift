import Evaluate
import GazePipeline
import GazeRecording
import PortableFoundation

/// Text of a replay's report for the terminal.
enum ReplayText {
  static func lines(_ report: Replay.Report) -> [String] {
    var lines = [
      """
      \(report.source) take for \(report.device), \
      \([RecordedPeople.Person].summary(people: report.people, sessions: report.sessions)): \
      \(NumberText.count(report.frames, "frame")), \(NumberText.fixed(report.seconds, 2)) s, \
      \(NumberText.fixed(report.rate, 1)) Hz nominal, data loss \(NumberText.percent(report.dataLoss)), \
      \(NumberText.count(report.blinks, "blink")) by lids beyond 0.5 \
      (\(NumberText.fixed(report.blinksPerMinute, 1)) a minute)
      """
    ]
    lines += report.assumptions.map { "assumed: \($0)" }
    lines.append(sight(report.lineOfSight))
    var table = Table(["pipeline", "scrolls", "up", "down", "points", "a minute", "held", "on screen"])
    for p in report.pipelines {
      table.add([
        p.pipeline, "\(p.scrolls)", "\(p.up)", "\(p.down)", NumberText.fixed(p.pointsScrolled, 0),
        NumberText.fixed(p.scrollsPerMinute, 1), NumberText.percent(p.heldShare), NumberText.percent(p.onScreenShare),
      ])
    }
    return lines + [""] + table.lines
  }

  private static func sight(_ errors: LineOfSightErrors) -> String {
    func eye(_ eye: LineOfSightErrors.Eye?) -> String {
      guard let eye else { return "no pose" }
      return "mean \(NumberText.fixed(eye.meanDegrees, 2)) deg, largest \(NumberText.fixed(eye.largestDegrees, 2))"
    }
    let axes =
      errors.hasCameraPose
      ? "in the \(errors.axes)'s axes" : "in the camera's axes, which are the world's: there is no camera pose"
    if errors.left == nil, errors.right == nil { return "line of sight: no frame has a pose" }
    return "line of sight, the 2018 article's angles against the correct ones: left eye \(eye(errors.left)); "
      + "right eye \(eye(errors.right)) (\(axes))"
  }
}
