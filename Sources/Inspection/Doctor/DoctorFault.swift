import Documents
import GazeRecording

/// A fault of a recording or its mapping.
package enum DoctorFault: String, Sendable, Codable, CaseIterable {
  // MARK: The ten most frequent faults of apps
  case mirroredX, flippedY, displayZoom, landscape, bodySize, doubledGain, poseIgnored, oneDistance, wallClock
  case eyesSwapped
  // MARK: Other detectable faults
  case leftHanded, targetsInPixels, targetsAsShares, lengthUnits, cameraSide, screenSize
  case targetsFromMiddle, transposed, notRigid, clockOffset, missedTargets, unexplained
  case noTargets, fewLooks, dataLoss, window, pointer
  case faceAway, faceBehind, eyesBackward, cutOff, file

  /// Title in a few words.
  var title: String { words.title }
  /// Advice on the necessary change.
  var advice: String { words.advice }

  private var words: (title: String, advice: String) {
    switch self {
    case .mirroredX:
      (
        "x mirrored",
        "Take x as the screen's user sees it, growing to the right, in targets and in poses alike; undo the "
          + "mirroring of a preview or of the matrices (ARKit's own need none)."
      )
    case .flippedY:
      (
        "y flipped",
        "Screen points grow downwards from the top-left corner and the camera's y grows upwards: negate y once, "
          + "between the two, and nowhere else."
      )
    case .displayZoom:
      (
        "Display Zoom on",
        "Read the size in points when the app runs (UIScreen.main.bounds, not a table by device), write it to the "
          + "header's \"points\", and give targets in the same points."
      )
    case .landscape:
      (
        "landscape taken for portrait",
        "Write the interface's orientation to the header's \"orientation\", give targets in that interface's "
          + "points, and use the portrait view's pose (pointOfView), not the sensor's camera.transform."
      )
    case .bodySize:
      (
        "body size used for screen size",
        "Use the lit panel: pixels / ppi, which 'gazesim devices ID' shows. The data sheet's height and width are "
          + "the body's."
      )
    case .doubledGain:
      (
        "a doubled gain",
        "Take out the factor: with metres and the panel's size no gain of 2 is needed; it stems from formulas "
          + "that divide by half of the width."
      )
    case .poseIgnored:
      (
        "the phone's pose ignored",
        "Record the camera's pose with every frame, in the same world as the face, and apply it once: "
          + "cameraFromFace = inverse(camera) x face."
      )
    case .oneDistance:
      (
        "only one distance",
        "For a device's calibration record at three distances, such as 25, 35 and 45 cm; with one, the camera's "
          + "place and the person's gaze offset cannot be distinguished. For one person's five points one distance "
          + "is enough."
      )
    case .wallClock:
      (
        "timestamps in wall clock",
        "Take ARFrame.timestamp (or CACurrentMediaTime), seconds that only increase: the wall clock is set by the "
          + "network and jumps."
      )
    case .eyesSwapped:
      (
        "eyes swapped",
        "ARKit's left eye is the one at the face's +x; write leftEyeTransform to leftEye."
      )
    case .leftHanded:
      (
        "left-handed matrices",
        "Write ARKit's matrices column by column as they are; negate no row and no column."
      )
    case .targetsInPixels: ("targets in pixels", "Divide targets by the screen's scale: points, not pixels.")
    case .targetsAsShares: ("targets as shares of the screen", "Multiply targets by the screen's size in points.")
    case .lengthUnits: ("lengths not in metres", "Write translations in metres, as ARKit gives them.")
    case .cameraSide:
      (
        "camera on the wrong side of the screen's edge",
        "The camera's y is measured down from the screen's top edge; above it is negative."
      )
    case .screenSize: ("another screen's size", "Use the lit panel: pixels / ppi, which 'gazesim devices ID' shows.")
    case .targetsFromMiddle:
      (
        "targets counted from the screen's middle",
        "Count points from the screen's top-left corner: add half of its width and height to x and y."
      )
    case .transposed:
      (
        "matrices written row by row",
        "Write the 16 numbers column by column, as simd_float4x4.columns has them: the translation is the last "
          + "four."
      )
    case .notRigid:
      (
        "matrices that are no poses",
        "Write ARKit's transforms as they are: their first three columns are unit vectors at right angles."
      )
    case .clockOffset:
      (
        "targets and frames apart in time",
        "Give each frame the target that was on the screen when it was captured: compare ARFrame.timestamp with "
          + "the time at which the app showed the target on the same clock (CADisplayLink.timestamp), and hold no "
          + "frames in a queue."
      )
    case .missedTargets:
      (
        "targets that were not looked at",
        "Record again, with targets that draw the eye (they shrink, or take a tap) and stay for 1.5 s; leave out "
          + "people who looked elsewhere. A gain or a scale that is fitted to these fixations is too small."
      )
    case .unexplained:
      (
        "no explanation that is known",
        "Check by hand what a frame's eye, face and camera transforms and its target should be; look for poses in "
          + "another frame of reference, targets in other units, or people who did not look."
      )
    case .noTargets:
      (
        "no targets",
        "Record a scenario with targets (the point that the app shows as \"target\") to have axes, sizes and "
          + "poses checked."
      )
    case .fewLooks:
      (
        "few fixations",
        "Show nine targets for 1.5 s each, at three distances and with some turns of the head."
      )
    case .dataLoss: ("face lost often", "Keep the face in front of the camera, in good light, from 25 to 50 cm.")
    case .window:
      (
        "a window taken for the screen",
        "Give the whole screen's size and targets from its corner: convert them with window.convert(_:to: "
          + "screen.fixedCoordinateSpace), or run the app in full screen."
      )
    case .pointer:
      (
        "the app's pointer in other points",
        "Record the pointer as the app draws it, in points from the screen's top-left corner, x right and y down, "
          + "as targets are; if the numbers are those that the app draws, its mapping has this fault."
      )
    case .faceAway:
      (
        "the face looks away from the phone",
        "Write the face's pose with +z out of the face at the nose, +y up and +x to the screen's right, as ARKit "
          + "has it: turn the pose by 180 degrees about the face's y axis if the source's z axis points into the "
          + "head."
      )
    case .faceBehind:
      (
        "the face behind the phone",
        "Give the face in the camera's frame: x to the screen's right, y up, z negative in front of the phone."
      )
    case .eyesBackward:
      (
        "the eyes look into the head",
        "Write each eye's pose with +z along its gaze, out of the face, as ARKit has it."
      )
    case .cutOff:
      (
        "the file is cut off",
        "Use it as it is if its people and targets suffice; otherwise record again, and end the take before the "
          + "app is left."
      )
    case .file: ("faults of the file", "'gazesim record-info' shows them with the recording's counts.")
    }
  }
}
