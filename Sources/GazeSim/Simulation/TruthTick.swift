package import GazePipeline
package import GazeRecording

/// Everything that is true at one 240 Hz tick.
package struct TruthTick: Sendable {
  /// Where the visual axes meet the screen's plane, camera frame, metres.
  package var hit: SIMD2<Double>
  /// What the eyes do.
  package var state: Truth.State
  /// How far the lids are closed, 0…1.
  package var lid: Double
  /// What the app shows, screen points.
  package var target: SIMD2<Double>?
  /// What the person wants of the page.
  package var intent: ScrollDirection
  /// Yaw, pitch and roll of the head against the phone, and where the eyes are (physical frame); a pose is made of
  /// them only for the ticks that a frame shows.
  var headAngles: SIMD3<Double>
  var eyes: SIMD3<Double>
  /// The phone's sway about its rest.
  var phoneAngles: SIMD3<Double>
  /// From the camera to the face, metres.
  package var distance: Double
  /// The tracker has lost the face.
  package var isLost: Bool
  var tracker: TrackerTick
}
