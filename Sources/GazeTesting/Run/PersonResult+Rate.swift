package import GazeRecording

extension PersonResult {
  /// Refuses frames that arrive at more than 1.5 times the stated rate or less than a tenth of it: the cause of such a
  /// rate is another clock or unit, not lost frames.
  package func check(rate: Double, path: String) throws(FileError) {
    guard frames > 30 else { return }
    let measured = seconds > 0 ? Double(frames) / seconds : .infinity
    guard measured > 1.5 * rate || measured < 0.1 * rate else { return }
    throw FileError(
      path: path, line: 1, field: "rate",
      message: "says \(rate) frames a second, but participant \(participant) has \(frames) frames in "
        + "\(seconds) s; give the true rate, and \"t\" in seconds")
  }
}
