import GazePipeline
import GazeRecording

/// Errors of the 2018 article's angles relative to the correct ones, over a recording.
struct LineOfSightErrors: Encodable {
  /// One eye.
  struct Eye: Encodable, Equatable {
    /// Number of frames with a pose of this eye.
    var frames: Int
    /// Mean angle between the published direction and the correct one, degrees.
    var meanDegrees: Double
    /// Largest angle between the published direction and the correct one, degrees.
    var largestDegrees: Double
  }

  /// Frame of the angles' axes: `world`, or `camera` if that was requested or if no frame has a camera pose, in which
  /// case the two are the same.
  var axes: String
  /// True if any frame has a camera pose.
  var hasCameraPose: Bool
  /// ARKit's left eye; nil if it never had a pose.
  var left: Eye?
  /// ARKit's right eye; nil if it never had a pose.
  var right: Eye?

  /// Sums of the errors while a replay runs.
  struct Tally: Sendable {
    private struct Eye: Sendable {
      var frames = 0
      var sum = 0.0
      var largest = 0.0

      mutating func add(_ eye: LineOfSight.Eye?) {
        guard let error = eye?.error, error.isFinite else { return }
        frames += 1
        sum += error
        largest = max(largest, error)
      }

      var errors: LineOfSightErrors.Eye? {
        guard frames > 0 else { return nil }
        return LineOfSightErrors.Eye(
          frames: frames, meanDegrees: (sum / Double(frames)).degrees, largestDegrees: largest.degrees)
      }
    }

    private let axes: LineOfSight.Axes
    private var left = Eye()
    private var right = Eye()
    private var hasCamera = false

    init(axes: LineOfSight.Axes) { self.axes = axes }

    mutating func add(_ sight: LineOfSight?, camera: TransformMatrix) {
      guard let sight else { return }
      left.add(sight.left)
      right.add(sight.right)
      if camera != .identity { hasCamera = true }
    }

    var errors: LineOfSightErrors {
      LineOfSightErrors(
        axes: (hasCamera ? axes : .camera).rawValue, hasCameraPose: hasCamera, left: left.errors, right: right.errors)
    }
  }
}
