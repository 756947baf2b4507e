import GazePipeline

/// One explanation of a recording: nothing is wrong, or one fault was made in one way. It has a function that undoes
/// the fault.
struct GazeHypothesis: Sendable {
  /// A sample with the fault undone: the input that a pipeline should have had.
  struct View: Sendable {
    var cameraFromFace: RigidTransform
    var left: RigidTransform, right: RigidTransform
    /// The target in the camera's frame, metres.
    var hit: Vector2
  }

  /// The fault; nil if nothing is wrong.
  var fault: DoctorFault?
  /// The way in which the fault was made, in words that continue "as if".
  var way: String
  /// Log prior, including evidence that does not use the gaze; 0 for nothing wrong.
  var prior = 0.0
  /// True if under this explanation the left eye is at the face's −x.
  var reversesEyes = false
  /// Factor by which the explanation multiplies the reported eye angles.
  var eyeFactor = Vector2(1, 1)
  /// True if the fault is a wrong size of the screen, which the gaze cannot tell from a gain.
  var isSize = false
  /// Factor of the targets' coordinates, as a number for the report.
  var factor: Vector2?
  /// The interface's x axis in the portrait view's frame; the x axis of an upright face is parallel to this axis.
  var upright = Vector2(1, 0)
  var view: @Sendable (DoctorSample) -> View

  // MARK: The score, once `GazeEvidence` has found it

  /// Logarithm of the product of evidence and prior.
  var total = 0.0
  /// Logarithm of the evidence of the gaze, without the prior.
  var gaze = 0.0
  /// Mean over people of the fitted gain, (sideways, up).
  var gain = Vector2.zero
  /// Root mean square of the model's residuals, degrees.
  var residual = 0.0
  /// Median direction of the eyes as seen from the camera, degrees (right, up).
  var offAxis = Vector2.zero
  /// Share of the samples that were left out because the fixation was not on its target.
  var missed = 0.0
  /// Median distance of the samples that were left out from their targets, degrees.
  var elsewhere = 0.0
}
