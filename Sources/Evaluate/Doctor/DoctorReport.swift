import Documents
package import GazeRecording

/// Report of `gazesim doctor` on a recording: `"schema":"gazesim.doctor"`.
package struct DoctorReport: Sendable, Equatable, Codable {
  /// A number on which a statement is based.
  package struct Figure: Sendable, Equatable, Codable {
    /// Name of the quantity.
    package var name: String
    /// Its value.
    package var value: Double
    /// Its unit; `1` for a plain number.
    package var unit: String

    init(_ name: String, _ value: Double, _ unit: String = "1") {
      self.name = name
      // JSON has no representation for numbers that are not finite.
      self.value = value.isFinite ? value : 0
      self.unit = unit
    }
  }

  /// Severity of a finding.
  package enum Severity: String, Sendable, Codable {
    /// Results computed from this recording are wrong.
    case fault
    /// Results computed from this recording are correct, but less precise than they could be.
    case warning
    /// The finding is information only.
    case note
  }

  /// A fault that was found.
  package struct Finding: Sendable, Equatable, Codable {
    /// The fault.
    package var fault: DoctorFault
    /// Description of the fault in a sentence.
    package var sentence: String
    /// The numbers that show the fault.
    package var evidence: [Figure]
    /// Advice on the necessary change.
    package var advice: String
    /// Severity of the finding.
    package var severity: Severity

    init(
      _ fault: DoctorFault, _ sentence: String, _ evidence: [Figure], severity: Severity = .fault, advice: String? = nil
    ) {
      self.fault = fault
      self.sentence = sentence
      self.evidence = evidence
      self.advice = advice ?? fault.advice
      self.severity = severity
    }
  }

  /// A check without a fault.
  package struct Check: Sendable, Equatable, Codable {
    /// Subject of the check.
    package var what: String
    /// Result of the check, in a sentence.
    package var sentence: String
    /// Numbers of the check.
    package var evidence: [Figure]

    init(_ what: String, _ sentence: String, _ evidence: [Figure] = []) {
      self.what = what
      self.sentence = sentence
      self.evidence = evidence
    }
  }

  /// Always `gazesim.doctor`.
  package var schema = "gazesim.doctor"
  /// Version of this layout.
  package var version = 1
  /// Path of the recording as given.
  package var recording: String
  /// The device's identifier.
  package var device: String
  /// Source of the recording: recorded or simulated.
  package var source: RecordingHeader.Source
  /// The header's scenario.
  package var scenario: String
  /// Number of people with frames.
  package var people = 0
  /// Number of recording sessions: one per person.
  package var sessions = 0
  /// Number of frames.
  package var frames = 0
  /// Number of usable fixations on targets.
  package var looks = 0
  /// The faults found, the most severe first; empty if nothing was found.
  package var findings: [Finding] = []
  /// Checks without a fault, and aspects that could not be judged.
  package var checked: [Check] = []

  /// Faults of the findings of severity `fault`, without those of warnings and notes.
  package var named: Set<DoctorFault> { Set(findings.filter { $0.severity == .fault }.map(\.fault)) }
}

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
  package var title: String {
    switch self {
    case .mirroredX: "x mirrored"
    case .flippedY: "y flipped"
    case .displayZoom: "Display Zoom on"
    case .landscape: "landscape taken for portrait"
    case .bodySize: "body size used for screen size"
    case .doubledGain: "a doubled gain"
    case .poseIgnored: "the phone's pose ignored"
    case .oneDistance: "only one distance"
    case .wallClock: "timestamps in wall clock"
    case .eyesSwapped: "eyes swapped"
    case .leftHanded: "left-handed matrices"
    case .targetsInPixels: "targets in pixels"
    case .targetsAsShares: "targets as shares of the screen"
    case .lengthUnits: "lengths not in metres"
    case .cameraSide: "camera on the wrong side of the screen's edge"
    case .screenSize: "another screen's size"
    case .targetsFromMiddle: "targets counted from the screen's middle"
    case .transposed: "matrices written row by row"
    case .notRigid: "matrices that are no poses"
    case .clockOffset: "targets and frames apart in time"
    case .missedTargets: "targets that were not looked at"
    case .unexplained: "no explanation that is known"
    case .noTargets: "no targets"
    case .fewLooks: "few fixations"
    case .dataLoss: "face lost often"
    case .window: "a window taken for the screen"
    case .pointer: "the app's pointer in other points"
    case .faceAway: "the face looks away from the phone"
    case .faceBehind: "the face behind the phone"
    case .eyesBackward: "the eyes look into the head"
    case .cutOff: "the file is cut off"
    case .file: "faults of the file"
    }
  }

  /// Advice on the necessary change.
  var advice: String {
    switch self {
    case .mirroredX:
      "Take x as the screen's user sees it, growing to the right, in targets and in poses alike; undo the mirroring of "
        + "a preview or of the matrices (ARKit's own need none)."
    case .flippedY:
      "Screen points grow downwards from the top-left corner and the camera's y grows upwards: negate y once, between "
        + "the two, and nowhere else."
    case .displayZoom:
      "Read the size in points when the app runs (UIScreen.main.bounds, not a table by device), write it to the "
        + "header's \"points\", and give targets in the same points."
    case .landscape:
      "Write the interface's orientation to the header's \"orientation\", give targets in that interface's points, and "
        + "use the portrait view's pose (pointOfView), not the sensor's camera.transform."
    case .bodySize:
      "Use the lit panel: pixels / ppi, which 'gazesim devices ID' shows. The data sheet's height and width are the "
        + "body's."
    case .doubledGain:
      "Take out the factor: with metres and the panel's size no gain of 2 is needed; it stems from formulas that "
        + "divide by half of the width."
    case .poseIgnored:
      "Record the camera's pose with every frame, in the same world as the face, and apply it once: "
        + "cameraFromFace = inverse(camera) x face."
    case .oneDistance:
      "For a device's calibration record at three distances, such as 25, 35 and 45 cm; with one, the camera's place "
        + "and the person's gaze offset cannot be distinguished. For one person's five points one distance is enough."
    case .wallClock:
      "Take ARFrame.timestamp (or CACurrentMediaTime), seconds that only increase: the wall clock is set by the "
        + "network and jumps."
    case .eyesSwapped: "ARKit's left eye is the one at the face's +x; write leftEyeTransform to leftEye."
    case .leftHanded: "Write ARKit's matrices column by column as they are; negate no row and no column."
    case .targetsInPixels: "Divide targets by the screen's scale: points, not pixels."
    case .targetsAsShares: "Multiply targets by the screen's size in points."
    case .lengthUnits: "Write translations in metres, as ARKit gives them."
    case .cameraSide: "The camera's y is measured down from the screen's top edge; above it is negative."
    case .screenSize: "Use the lit panel: pixels / ppi, which 'gazesim devices ID' shows."
    case .targetsFromMiddle:
      "Count points from the screen's top-left corner: add half of its width and height to x and y."
    case .transposed:
      "Write the 16 numbers column by column, as simd_float4x4.columns has them: the translation is the last four."
    case .notRigid:
      "Write ARKit's transforms as they are: their first three columns are unit vectors at right angles."
    case .clockOffset:
      "Give each frame the target that was on the screen when it was captured: compare ARFrame.timestamp with the time "
        + "at which the app showed the target on the same clock (CADisplayLink.timestamp), and hold no frames in a "
        + "queue."
    case .missedTargets:
      "Record again, with targets that draw the eye (they shrink, or take a tap) and stay for 1.5 s; leave out people "
        + "who looked elsewhere. A gain or a scale that is fitted to these fixations is too small."
    case .unexplained:
      "Check by hand what a frame's eye, face and camera transforms and its target should be; look for poses in "
        + "another frame of reference, targets in other units, or people who did not look."
    case .noTargets:
      "Record a scenario with targets (the point that the app shows as \"target\") to have axes, sizes and poses "
        + "checked."
    case .fewLooks: "Show nine targets for 1.5 s each, at three distances and with some turns of the head."
    case .window:
      "Give the whole screen's size and targets from its corner: convert them with "
        + "window.convert(_:to: screen.fixedCoordinateSpace), or run the app in full screen."
    case .pointer:
      "Record the pointer as the app draws it, in points from the screen's top-left corner, x right and y down, as "
        + "targets are; if the numbers are those that the app draws, its mapping has this fault."
    case .faceAway:
      "Write the face's pose with +z out of the face at the nose, +y up and +x to the screen's right, as ARKit has it: "
        + "turn the pose by 180 degrees about the face's y axis if the source's z axis points into the head."
    case .faceBehind:
      "Give the face in the camera's frame: x to the screen's right, y up, z negative in front of the phone."
    case .eyesBackward:
      "Write each eye's pose with +z along its gaze, out of the face, as ARKit has it."
    case .cutOff:
      "Use it as it is if its people and targets suffice; otherwise record again, and end the take before the app is "
        + "left."
    case .file: "'gazesim record-info' shows them with the recording's counts."
    case .dataLoss: "Keep the face in front of the camera, in good light, from 25 to 50 cm."
    }
  }
}
