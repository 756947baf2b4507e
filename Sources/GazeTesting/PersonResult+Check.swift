package import GazeMetrics

extension PersonResult: CheckedContent {
  package var contentFault: ContentFault? {
    // A jittering clock gives a few frames more than expected.
    guard frames / 2 <= max(expectedFrames, 1) else {
      return ContentFault("frames", "is \(frames); expected about expectedFrames, \(expectedFrames)")
    }
    guard validFrames <= frames else { return ContentFault("validFrames", "is \(validFrames) of \(frames) frames") }
    guard (0...Self.mostSeconds).contains(seconds) else {
      return ContentFault("seconds", "is \(seconds); expected 0 to \(Self.mostSeconds)")
    }
    guard (0...Self.mostSeconds).contains(longestGap) else {
      return ContentFault("longestGap", "is \(longestGap); expected 0 to \(Self.mostSeconds)")
    }
    let errors = [("errorPoints", errorPoints), ("errorMillimetres", errorMillimetres), ("errorDegrees", errorDegrees)]
    return errors.first { $0.1.count > frames }.map {
      ContentFault($0.0, "holds \($0.1.count) errors of \(frames) frames")
    }
  }
}
