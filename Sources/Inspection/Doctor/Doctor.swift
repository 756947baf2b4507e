import GazePipeline
package import GazeRecording

/// Finds faults of a recording or its mapping from the recording itself, never from a simulator's truth.
///
/// Frames are added one by one, with bounded memory. Then `report()` compares every explanation (`GazeHypothesis`) with
/// the fixations on targets (`GazeEvidence`), the layout of the targets, the camera's poses, the clock and the eyes.
package struct Doctor: Sendable {
  let header: RecordingHeader
  let profile: DeviceProfile
  let calibration: CalibrationFile?
  let path: String
  /// Findings and checks so far. The extensions in `Doctor+Gaze.swift` and `Doctor+Recording.swift` write them by
  /// `find`, `add` and `check`.
  private var found: DoctorReport
  // Only this file writes the properties below, in `add(_:)`, `report(path:)` and `report()`; the extensions read them.
  var clock = ClockCheck()
  var camera: CameraMotion
  var eyes = EyeCheck()
  var pointer: PointerCheck
  var fixations: FixationCollector
  var lag: TargetLag
  var people = Set<Int>()
  var frames = 0
  var lost = 0
  var unusable = 0
  /// Number of tracked frames with the pose of a face or an eye.
  var faces = 0
  var withoutCamera = 0
  var notRigid = 0
  var rays = RayCheck()
  /// Faults of the recording's file; empty where frames do not come from a file.
  var file: [String] = []
  var isCutOff = false

  /// Smallest distance of a face from the camera, metres.
  static let nearest = 0.05
  /// Residual of the best explanation above which the doctor reports it as too large, degrees. In recordings with
  /// planted faults most people have 0.7 to 1.3; only the one person in twenty for whom the tracker fails has more.
  static let mostLeft = 2.5
  /// Residual above which the doctor reports it as too large although the best explanation is that nothing is wrong,
  /// degrees.
  static let mostLeftAsRecorded = 4.0
  /// Residual of the best explanation above which the doctor considers that some fixations were not on their targets,
  /// degrees.
  static let mostLeftOfAll = 1.8
  /// Range of the share of fixations that were not on their targets: a smaller share changes the results little, and a
  /// larger one cannot be separated from the fixations on targets.
  static let missedShare = 0.15...0.6
  /// Conditions for a finding that some fixations were not on their targets, degrees: the largest residual of the
  /// fixations on targets, and the smallest median distance of the others from their targets. If the tracker fails for
  /// a person, the errors form a single cloud; cutting it in two leaves a larger residual and a smaller distance.
  static let mostLeftOfLooks = 1.45, leastElsewhere = 6.0
  /// Largest offset between targets and frames for which the end of a fixation still belongs to its target, seconds.
  static let mostOffset = 0.4
  /// Smallest number of fixations from which the doctor judges the gaze.
  static let fewest = 5

  /// - Parameters:
  ///   - profile: the profile of the device, with which the recording is compared.
  ///   - calibration: the mapping's own numbers, if there are any.
  package init(header: RecordingHeader, path: String, profile: DeviceProfile, calibration: CalibrationFile? = nil) {
    (self.header, self.path, self.profile, self.calibration) = (header, path, profile, calibration)
    found = DoctorReport(recording: path, device: header.device, source: header.source, scenario: header.scenario)
    camera = CameraMotion(rate: header.rate)
    lag = TargetLag(rate: header.rate)
    let size = header.points ?? profile.geometry.points
    pointer = PointerCheck(size: size)
    fixations = FixationCollector(rate: header.rate, size: size)
  }

  /// The report on a recording's file, `-` for standard input.
  package static func report(
    path: String, calibration: CalibrationFile? = nil, profile: (RecordingHeader) throws -> DeviceProfile
  ) throws -> DoctorReport {
    var reader = try RecordingReader(path: path)
    var doctor = Doctor(
      header: reader.header, path: path, profile: try profile(reader.header), calibration: calibration)
    var audit = GazeFileFaults()
    while let frame = try reader.next() {
      doctor.add(frame.observation)
      audit.step(frame)
    }
    let quality = audit.quality(rate: reader.header.rate)
    doctor.file = FileFaults.any(reader.header, quality) + audit.found(quality)
    doctor.isCutOff = reader.isCutOff
    return doctor.report()
  }

  /// Adds the next frame.
  package mutating func add(_ observation: RecordedFrame.Observation) {
    frames += 1
    people.insert(observation.participant)
    clock.add(observation.frame, participant: observation.participant)
    pointer.add(observation)
    let isUsable = addPoses(observation.frame, observation.participant)
    fixations.add(observation, usable: isUsable)
    lag.add(observation, usable: isUsable)
  }

  /// Adds a frame's poses; returns false if they cannot be used.
  private mutating func addPoses(_ frame: FaceFrame, _ participant: Int) -> Bool {
    guard frame.isTracked else {
      lost += 1
      return false
    }
    if frame.hasFace { faces += 1 }
    let poses = DoctorSample(participant: participant, frame)
    guard poses.all.allSatisfy(\.isFinite) else {
      unusable += 1
      if poses.face.isFinite, !poses.camera.isFinite { withoutCamera += 1 }
      return false
    }
    // The bound 0.2 is assumed: far above rounding, far below a scaled or sheared matrix.
    guard poses.all.allSatisfy({ abs(abs($0.determinant) - 1) < 0.2 }) else {
      notRigid += 1
      return false
    }
    camera.add(frame.camera, poses)
    let pose = poses.camera.inverse * poses.face
    eyes.add(pose, poses.face, poses.left, poses.right)
    rays.add(pose, poses.left, poses.right)
    return true
  }

  /// True if the recording holds a pointer and no faces, as a table of gaze does: checks of faces then say nothing.
  package var isFaceless: Bool { faces == 0 && lost < frames && pointer.frames > 0 }

  /// Adds a finding.
  mutating func find(
    _ fault: DoctorFault, _ sentence: String, _ numbers: DoctorReport.Numbers, severity: DoctorReport.Severity = .fault
  ) {
    add(DoctorReport.Finding(fault, sentence, numbers, severity: severity))
  }

  mutating func add(_ finding: DoctorReport.Finding) { found.findings.append(finding) }

  /// Adds a check that found no fault.
  mutating func check(_ what: String, _ sentence: String, _ numbers: DoctorReport.Numbers = [:]) {
    add(DoctorReport.Check(what, sentence, numbers))
  }

  mutating func add(_ check: DoctorReport.Check) { found.checked.append(check) }

  /// Makes the report. No judgement reads another's findings, but their order counts: it is the report's order, and of
  /// several findings of one fault only the first is kept, whatever its severity.
  mutating func report() -> DoctorReport {
    fixations.finish()
    clock.finish()
    (found.people, found.sessions, found.frames, found.looks) = (people.count, people.count, frames, fixations.count)
    judgeFile()
    judgeMapping()
    judgeTimes()
    judgeData()
    if let finding = eyes.leftHanded {
      add(finding)
      check("gaze", "Left-handed matrices leave nothing else to be judged by the gaze.")
    } else if let finding = rays.finding {
      add(finding)
      check("gaze", "Nothing else can be judged by a gaze that never meets the screen's plane.")
    } else {
      judgeGaze()
    }
    judgeDistances()
    if let (finding, check) = pointer.result(frames: frames) {
      if let finding { add(finding) } else { add(check) }
    }
    // Keep the first finding for each fault.
    var seen = Set<DoctorFault>()
    let findings = found.findings.filter { seen.insert($0.fault).inserted }
    found.findings = [.fault, .warning, .note].flatMap { rank in findings.filter { $0.severity == rank } }
    return found
  }
}
