import GazePipeline

/// How far the angles that the 2018 article shows are from the correct ones, over a recording.
package struct LineOfSightErrors: Sendable, Codable, Equatable {
  /// One eye.
  package struct Eye: Sendable, Codable, Equatable {
    /// Frames in which it had a pose.
    package var frames: Int
    /// Mean angle between the published direction and the correct one, degrees.
    package var meanDegrees: Double
    /// The largest one.
    package var largestDegrees: Double
  }

  /// Of what the angles are: `world`, or `camera` where that was asked for or no frame has a camera pose, so that the two
  /// are one.
  package var axes: String
  /// Does any frame have a camera pose?
  package var hasCameraPose: Bool
  /// ARKit's left eye; nil where it never had a pose.
  package var left: Eye?
  /// ARKit's right eye.
  package var right: Eye?

  /// Adds up.
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
