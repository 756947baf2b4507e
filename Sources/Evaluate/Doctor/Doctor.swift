import GazePipeline
package import GazeRecording

/// Says what is wrong with a recording or with its mapping, from what is in it: never from a simulator's truth.
///
/// Frames go in one by one, with bounded memory; then `report()` holds every explanation (`GazeHypothesis`) against the
/// looks at targets (`GazeEvidence`), the layout of the targets, the camera's poses, the clock and the eyes.
package struct Doctor: Sendable {
  let header: RecordingHeader
  let profile: DeviceProfile
  let calibration: CalibrationFile?
  let path: String
  var clock = ClockCheck()
  var camera: CameraMotion
  var eyes = EyeCheck()
  var looks: LookCollector
  var lag: TargetLag
  var people = Set<Int>()
  var frames = 0
  var lost = 0
  var unusable = 0
  var withoutCamera = 0
  var notRigid = 0

  /// No face is nearer to its camera, metres.
  static let nearest = 0.05
  /// Degrees that an explanation leaves in most people: 0.7 to 1.3 with planted faults, more in the one of twenty whom the
  /// tracker fails. More is doubted.
  static let mostLeft = 2.5
  /// The same where nothing seems wrong.
  static let mostLeftAsRecorded = 4.0
  /// Degrees that an explanation leaves above which it is asked whether some looks were elsewhere.
  static let mostLeftOfAll = 1.8
  /// Looks elsewhere, share of all: fewer change little, and with more nothing says which are which.
  static let missedShare = 0.15...0.6
  /// Degrees that looks at targets leave where others were elsewhere, and how far off the one in the middle of those was: one
  /// cloud of errors, cut in two, as a tracker that fails a person makes it, leaves more and lies less far off.
  static let mostLeftOfLooks = 1.45, leastElsewhere = 6.0
  /// Seconds between targets and frames up to which the end of a look is still that look's.
  static let mostOffset = 0.4
  /// Fewer looks say nothing.
  static let fewest = 5

  /// - Parameters:
  ///   - profile: the device's, by which the recording is judged.
  ///   - calibration: the mapping's own numbers, where there are some.
  package init(header: RecordingHeader, path: String, profile: DeviceProfile, calibration: CalibrationFile? = nil) {
    self.header = header
    self.path = path
    self.profile = profile
    self.calibration = calibration
    camera = CameraMotion(rate: header.rate)
    lag = TargetLag(rate: header.rate)
    looks = LookCollector(rate: header.rate, size: header.points ?? profile.geometry.points)
  }

  /// The report of a recording's file, `-` for standard input.
  package static func report(
    path: String, calibration: CalibrationFile? = nil, profile: (RecordingHeader) throws -> DeviceProfile
  ) throws -> DoctorReport {
    var reader = try RecordingReader(path: path)
    var doctor = Doctor(
      header: reader.header, path: path, profile: try profile(reader.header), calibration: calibration)
    while let frame = try reader.next() { doctor.add(frame.observation) }
    return doctor.report()
  }

  /// Takes the next frame in.
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

  /// What it all comes to.
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
    // One fault, one finding: the one with the graver sentence came first.
    var seen = Set<DoctorFault>()
    report.findings = report.findings.filter { seen.insert($0.fault).inserted }
    let rank: [DoctorReport.Severity] = [.fault, .warning, .note]
    report.findings = rank.flatMap { rank in report.findings.filter { $0.severity == rank } }
    return report
  }
}
