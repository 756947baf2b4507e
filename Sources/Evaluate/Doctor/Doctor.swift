import GazePipeline
package import GazeRecording

/// Finds faults of a recording or its mapping from the recording itself, never from a simulator's truth.
///
/// Frames are added one by one, with bounded memory. Then `report()` compares every explanation (`GazeHypothesis`) with
/// the fixations on targets (`GazeEvidence`), the layout of the targets, the camera's poses, the clock and the eyes. In
/// the code a fixation on a target is called `look`.
package struct Doctor: Sendable {
  let header: RecordingHeader
  let profile: DeviceProfile
  let calibration: CalibrationFile?
  let path: String
  var clock = ClockCheck()
  var camera: CameraMotion
  var eyes = EyeCheck()
  var pointer: PointerCheck
  var looks: FixationCollector
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
    self.header = header
    self.path = path
    self.profile = profile
    self.calibration = calibration
    camera = CameraMotion(rate: header.rate)
    pointer = PointerCheck(size: header.points ?? profile.geometry.points)
    lag = TargetLag(rate: header.rate)
    looks = FixationCollector(rate: header.rate, size: header.points ?? profile.geometry.points)
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
    let frame = observation.frame
    clock.add(frame, participant: observation.participant)
    pointer.add(observation)
    guard frame.isTracked else {
      lost += 1
      take(observation, usable: false)
      return
    }
    if frame.hasFace { faces += 1 }
    let (world, face) = (RigidTransform(unchecked: frame.camera), RigidTransform(unchecked: frame.face))
    let (left, right) = (RigidTransform(unchecked: frame.leftEye), RigidTransform(unchecked: frame.rightEye))
    guard world.isFinite, face.isFinite, left.isFinite, right.isFinite else {
      unusable += 1
      if face.isFinite, !world.isFinite { withoutCamera += 1 }
      take(observation, usable: false)
      return
    }
    guard [world, face, left, right].allSatisfy({ abs(abs($0.determinant) - 1) < 0.2 }) else {
      notRigid += 1
      take(observation, usable: false)
      return
    }
    take(observation, usable: true)
    camera.add(frame.camera, face, left, right, participant: observation.participant)
    let pose = world.inverse * face
    eyes.add(pose, face, left, right)
    rays.add(pose, left, right)
  }

  /// True if the recording holds a pointer and no faces, as a table of gaze does: checks of faces then say nothing.
  var isFaceless: Bool { faces == 0 && lost < frames && pointer.frames > 0 }

  private mutating func take(_ observation: RecordedFrame.Observation, usable: Bool) {
    looks.add(observation, usable: usable)
    lag.add(observation, usable: usable)
  }

  /// Makes the report.
  package mutating func report() -> DoctorReport {
    looks.finish()
    clock.finish()
    var report = DoctorReport(
      recording: path, device: header.device, source: header.source, scenario: header.scenario)
    (report.people, report.sessions) = (people.count, people.count)
    report.frames = frames
    report.looks = looks.looks
    ofFile(&report)
    mapping(&report)
    times(&report)
    quality(&report)
    if let finding = eyes.leftHanded {
      report.findings.append(finding)
      report.checked.append(.init("gaze", "Left-handed matrices leave nothing else to be judged by the gaze."))
    } else if let finding = rays.finding {
      report.findings.append(finding)
      report.checked.append(.init("gaze", "Nothing else can be judged by a gaze that never meets the screen's plane."))
    } else {
      gaze(&report)
    }
    distances(&report)
    if let (finding, check) = pointer.result(frames: frames) {
      if let finding { report.findings.append(finding) } else { report.checked.append(check) }
    }
    // Keep the first (most severe) finding for each fault.
    var seen = Set<DoctorFault>()
    report.findings = report.findings.filter { seen.insert($0.fault).inserted }
    let rank: [DoctorReport.Severity] = [.fault, .warning, .note]
    report.findings = rank.flatMap { rank in report.findings.filter { $0.severity == rank } }
    return report
  }
}
