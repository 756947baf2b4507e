package import Documents
import GazePipeline
import GazeRecording

extension Replay.Report {
  /// The take, the errors of the 2018 article's angles, and the scrolls of each pipeline.
  package var document: Document {
    var document = Document(
      """
      \(source) take for \(device), \([RecordedPeople.Person].summary(people: people, sessions: sessions)): \
      \(NumberText.count(frames, "frame")), \(NumberText.fixed(seconds, 2)) s, \(NumberText.fixed(rate, 1)) Hz \
      nominal, data loss \(NumberText.percent(dataLoss)), \(NumberText.count(blinks, "blink")) by lids beyond 0.5 \
      (\(NumberText.fixed(blinksPerMinute, 1)) a minute)
      """)
    for assumption in assumptions { document.addDetail("assumed: \(assumption)") }
    document.addDetail("line of sight" + lineOfSight.words)
    var table = Table(["pipeline", "scrolls", "up", "down", "points", "a minute", "held", "on screen"])
    for p in pipelines {
      table.add([
        p.pipeline, "\(p.scrolls)", "\(p.up)", "\(p.down)", NumberText.fixed(p.pointsScrolled, 0),
        NumberText.fixed(p.scrollsPerMinute, 1), NumberText.percent(p.heldShare), NumberText.percent(p.onScreenShare),
      ])
    }
    document.addDetail(table)
    return document
  }
}

extension LineOfSightErrors {
  fileprivate var words: String {
    if left == nil, right == nil { return ": no frame has a pose" }
    func words(_ eye: Eye?) -> String {
      guard let eye else { return "no pose" }
      return "mean \(NumberText.fixed(eye.meanDegrees, 2)) deg, largest \(NumberText.fixed(eye.largestDegrees, 2))"
    }
    let which = hasCameraPose ? "\(axes)'s axes" : "camera's axes, which are the world's: there is no camera pose"
    return ", the 2018 article's angles against the correct ones: left eye \(words(left)); right eye \(words(right)) "
      + "(in the \(which))"
  }
}
