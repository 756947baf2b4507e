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
  var looks: FixationCollector
  var lag: TargetLag
  var people = Set<Int>()
  var frames = 0
  var lost = 0
  var unusable = 0
  var withoutCamera = 0
  var notRigid = 0

  /// Smallest distance of a face from the camera, metres.
  static let nearest = 0.05
  /// Largest residual of an explanation, degrees; above it the explanation is doubted. Most people have 0.7 to 1.3 with
  /// planted faults, more has the one of twenty whom the tracker fails.
  static let mostLeft = 2.5
  /// Largest residual if nothing seems wrong, degrees.
  static let mostLeftAsRecorded = 4.0
  /// Residual of an explanation above which fixations elsewhere are considered, degrees.
  static let mostLeftOfAll = 1.8
  /// Share of fixations elsewhere: fewer change little, and more cannot be separated from the others.
  static let missedShare = 0.15...0.6
  /// Largest residual of the fixations on targets if others were elsewhere, and smallest median distance of those
  /// others, degrees. If a tracker fails a person, cutting the single cloud of errors in two leaves a larger residual
  /// and a smaller distance.
  static let mostLeftOfLooks = 1.45, leastElsewhere = 6.0
  /// Largest offset between targets and frames for which the end of a fixation still belongs to its target, seconds.
  static let mostOffset = 0.4
  /// Smallest number of fixations that are evidence.
  static let fewest = 5

  /// - Parameters:
  ///   - profile: the device's profile, by which the recording is judged.
  ///   - calibration: the mapping's own numbers, if there are any.
  package init(header: RecordingHeader, path: String, profile: DeviceProfile, calibration: CalibrationFile? = nil) {
    self.header = header
    self.path = path
    self.profile = profile
    self.calibration = calibration
    camera = CameraMotion(rate: header.rate)
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
    while let frame = try reader.next() { doctor.add(frame.observation) }
    return doctor.report()
  }

  /// Adds the next frame.
  package mutating func add(_ observation: RecordedFrame.Observation) {
    frames += 1
    people.insert(observation.participant)
    let frame = observation.frame
    clock.add(frame, participant: observation.participant)
    guard frame.isTracked else {
      lost += 1
      take(observation, usable: false)
      return
    }
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
    eyes.add(world.inverse * face, face, left, right)
  }

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
    mapping(&report)
    times(&report)
    quality(&report)
    if let finding = eyes.leftHanded {
      report.findings.append(finding)
      report.checked.append(.init("gaze", "Left-handed matrices leave nothing else to be judged by the gaze."))
    } else {
      gaze(&report)
    }
    distances(&report)
    // Keep the first (most severe) finding for each fault.
    var seen = Set<DoctorFault>()
    report.findings = report.findings.filter { seen.insert($0.fault).inserted }
    let rank: [DoctorReport.Severity] = [.fault, .warning, .note]
    report.findings = rank.flatMap { rank in report.findings.filter { $0.severity == rank } }
    return report
  }
}
