import GazePipeline
public import PortableFoundation

/// Reason why fixations cannot be fitted, with what to record instead.
///
/// `description` is for the developer or the user of a tool; `instruction` is for the person who calibrates.
public enum GazeFitError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The recording has no frames.
  case empty
  /// No frame has a target.
  case noTarget(frames: Int)
  /// Frames have targets, but the face was lost or unusable in all of them.
  case allLost(frames: Int)
  /// In most frames with a target the face was lost or unusable.
  case unusable(frames: Int, of: Int)
  /// No run of frames was long enough to be a fixation.
  case noFixation(runs: Int)
  /// The data contain fewer numbers than there are parameters to fit.
  case tooFewFixations(participant: Int?, fixations: Int, parameters: Int)
  /// Gain is free, but all fixations are at one place.
  case oneTarget(SIMD2<Double>)
  /// A target lies so far off the screen that it must be in another unit.
  case targetOffScreen(SIMD2<Double>, points: SIMD2<Double>)
  /// All targets lie within 0…1.
  case targetsAreShares
  /// A face is further away than a person who looks at a phone; the distance is in metres.
  case farFace(participant: Int, start: Double, distance: Double)
  /// Targets and gaze run in opposite directions along this axis.
  case mirrored(axis: String)
  /// Frames are so far apart that no fixation has enough of them; the step is in seconds.
  case slowFrames(step: Double)
  /// The time does not advance.
  case stoppedClock(frames: Int)
  /// A fixation has no samples, or a sample or target that is not finite.
  case badFixation(participant: Int, start: Double)
  /// A target lies behind the face that should look at it.
  case behindFace(participant: Int, start: Double)
  /// There are more people or fixations than fit into memory at once.
  case tooLarge(people: Int, fixations: Int)
  /// No parameter is free.
  case nothingFree
  /// The size of the nominal screen is not positive and finite.
  case badNominal
  /// The fit ended at an impossible screen or gain.
  case implausible(String)
  /// The solver gave up.
  case solver(String)

  /// One line that states what is missing and how to record it. The numbers of advice are those of
  /// `CalibrationPlan.full` (25 to 45 cm, 9 places, 3 distances, 1.5 s a place) and of `FixationChecks` (3 m); nothing
  /// checks that they agree.
  public var description: String {
    switch self {
    case .empty: "the recording has no frames; record fixations of targets first"
    case .noTarget(let frames):
      "none of \(frames) frames has a target; calibration needs to know where the person looks: show targets and "
        + "write each into the frame's \"target\" in screen points"
    case .allLost(let frames):
      "the face is lost or unusable in all \(frames) frames with a target; record with the face in view of the front "
        + "camera, 25 to 50 cm away"
    case .unusable(let frames, let all):
      "in \(frames) of \(all) frames with a target the face is lost, lies in or behind the screen's plane (its z in "
        + "the camera's frame must be negative), or its matrices are not poses in column-major order"
    case .noFixation(let runs):
      "none of \(runs) fixations is long enough; show each target for 1.5 s or more, face in view, eyes open"
    case .tooFewFixations(let participant, let fixations, let parameters):
      "\(participant.map { "participant \($0) has" } ?? "the data have") "
        + "\(NumberText.count(fixations, "fixation")) of two numbers each for \(parameters) parameters; "
        + "record at least \((parameters + 1) / 2) (better: 9 targets at 3 distances)"
        + (participant == nil
          ? " or free fewer parameters" : ", free fewer parameters, or leave that participant's frames out")
    case .oneTarget(let target):
      "all fixations are at one target (\(target.x), \(target.y)), so gain and offset cannot be distinguished; show "
        + "targets across the screen, or do not free gainH and gainV"
    case .targetOffScreen(let target, let points):
      "target (\(target.x), \(target.y)) is far off the screen of \(points.x) × \(points.y) points; give targets in "
        + "points from the top-left corner, not pixels, and the screen's size as the app saw it"
    case .targetsAreShares:
      "all targets lie within 0…1, so they look like shares of the screen; give them in points from the top-left corner"
    case .farFace(let participant, let start, let distance):
      "the face of participant \(participant) at \(start) s is \(NumberText.rounded(distance, 1)) m away; positions "
        + "are in metres, and people look at a phone from 0.1 to 3 m"
    case .mirrored(let axis):
      "along \(axis) targets and gaze run in opposite directions; targets are in points from the top-left corner, x to "
        + "the right and y down, and camera and face in the portrait view's frame; correct the recording's \(axis)"
    case .slowFrames(let step):
      "frames are \(step > 1 ? "more than a second" : "up to \(step) s") apart, so no fixation has enough of them; "
        + "times are in seconds, and ARKit delivers 60 frames per second"
    case .stoppedClock(let frames):
      "the time does not advance over \(frames) frames with a target; write each frame's time into \"t\", in seconds"
    case .badFixation(let participant, let start):
      "the fixation of participant \(participant) at \(start) s has no samples, or a number that is not finite; use "
        + "FixationFinder"
    case .behindFace(let participant, let start):
      "the face of participant \(participant) at \(start) s looks away from its target; leave that fixation out, and "
        + "check that camera and face are poses in the same world"
    case .tooLarge(let people, let fixations):
      "\(people) people with \(fixations) fixations are too many for one fit; give fewer recordings at a time"
    case .nothingFree: "no parameter is free; name at least one"
    case .badNominal: "the nominal screen has a size that is not positive and finite; check the device profile"
    case .implausible(let what):
      "the fit ended at \(what), which is impossible; check that targets and screen points belong together"
    case .solver(let reason): reason
    }
  }
}

extension GazeFitError: LocalizedError {
  /// Sentences for the person who calibrates, in English: the reason, and what to do.
  public var instruction: String {
    switch self {
    case .empty, .noTarget: "No dot was shown while the camera saw your face. Please try again."
    case .allLost, .unusable, .farFace:
      "The camera did not see your eyes well. Hold the phone 25 to 50 cm away, in good light, and try again."
    case .noFixation, .slowFrames, .stoppedClock, .badFixation:
      "No dot was in view for long enough. Look at each dot until the next one comes, and try again."
    case .tooFewFixations, .oneTarget: "You looked at too few of the dots. Look at all of them, and try again."
    case .behindFace, .mirrored, .implausible:
      "Your eyes did not follow the dots. Hold the phone upright in front of you, look at each dot, and try again."
    case .targetOffScreen, .targetsAreShares, .tooLarge, .nothingFree, .badNominal, .solver:
      "Your gaze could not be calibrated. This is a fault of the app."
    }
  }

  /// `instruction`, for code that shows `localizedDescription`.
  public var errorDescription: String? { instruction }
}
