package import GazePipeline
package import GazeRecording

extension CalibrationFile.TriggerChoice {
  /// Cost and scroll figures of a tuned trigger, before and after tuning, in one line.
  package var summary: String {
    let (a, b) = (before, after)
    if a.cost == b.cost, a.f1 == b.f1 {
      return "the profile's trigger stays (tuned on \(tunedOn): the others gain less than 5 %)"
    }
    return """
      trigger tuned on \(tunedOn): \(NumberText.fixed(a.cost, 1)) -> \(NumberText.fixed(b.cost, 1)) s lost a minute, \
      F1 \(NumberText.fixed(a.f1, 2)) -> \(NumberText.fixed(b.f1, 2)), false scrolls a minute \
      \(NumberText.fixed(a.falsePerMinute, 2)) -> \(NumberText.fixed(b.falsePerMinute, 2)), off-screen pt/min \
      \(NumberText.fixed(a.offScreenScrollPointsPerMinute, 0)) -> \
      \(NumberText.fixed(b.offScreenScrollPointsPerMinute, 0))
      """
  }
}

extension ScrollTrigger.Settings {
  /// Tuned parameters, in one line.
  package var summary: String {
    """
    edge \(NumberText.fixed(edgeZone, 3)) for \(NumberText.fixed(edgeDwell, 2)) s, off-screen \
    \(NumberText.fixed(offScreenZone, 3)) for \(NumberText.fixed(offScreenDwell, 2)) s, hysteresis \
    \(NumberText.fixed(hysteresis, 3)), release \(NumberText.fixed(release, 2)) s
    """
  }
}
