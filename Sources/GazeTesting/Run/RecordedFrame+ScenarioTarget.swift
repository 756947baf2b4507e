package import GazeRecording

extension RecordedFrame.Observation {
  /// Target of the scenario. A dot by which an app recentres its pointer is a target of the person, but not of the
  /// scenario: the pipeline learns from it, so it judges nothing.
  package var scenarioTarget: SIMD2<Double>? { app.dot == nil ? target : nil }
}
