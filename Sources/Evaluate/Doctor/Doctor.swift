import GazePipeline
public import GazeRecording

/// Says what is wrong with a recording or with its mapping, from what is in it: never from a simulator's truth.
///
/// Frames go in one by one, with bounded memory; then `report()` holds every explanation (`GazeHypothesis`) against the
/// looks at targets (`GazeEvidence`), the layout of the targets, the camera's poses, the clock and the eyes.
public struct Doctor: Sendable {
  private let header: RecordingHeader
  private let profile: Profile
  private let calibration: CalibrationFile?
  private let path: String
  private var clock = ClockCheck()
  private var camera: CameraMotion
  private var eyes = EyeCheck()
  private var looks: LookCollector
  private var people = Set<Int>()
  private var frames = 0
  private var lost = 0
  private var unusable = 0
  private var withoutCamera = 0

  /// Fewer looks say nothing.
  private static let fewest = 5

  /// - Parameters:
  ///   - profile: the device's, by which the recording is judged.
  ///   - calibration: the mapping's own numbers, where there are some.
  public init(header: RecordingHeader, path: String, profile: Profile, calibration: CalibrationFile? = nil) {
    self.header = header
    self.path = path
    self.profile = profile
    self.calibration = calibration
    camera = CameraMotion(rate: header.rate)
    looks = LookCollector(rate: header.rate, size: header.points ?? profile.geometry.points)
  }

  /// The report of a recording's file, `-` for standard input.
  public static func report(
    path: String, calibration: CalibrationFile? = nil, profile: (RecordingHeader) throws -> Profile
  ) throws -> DoctorReport {
    var reader = try RecordingReader(path: path)
    var doctor = Doctor(
      header: reader.header, path: path, profile: try profile(reader.header), calibration: calibration)
    while let frame = try reader.next() { doctor.add(frame.observation) }
    return doctor.report()
  }

  /// Takes the next frame in.
  public mutating func add(_ observation: Observation) {
    frames += 1
    people.insert(observation.participant)
    let frame = observation.frame
    clock.add(frame, participant: observation.participant)
    guard frame.isTracked else {
      lost += 1
      looks.add(observation, usable: false)
      return
    }
    let (world, face) = (RigidTransform(unchecked: frame.camera), RigidTransform(unchecked: frame.face))
    let (left, right) = (RigidTransform(unchecked: frame.leftEye), RigidTransform(unchecked: frame.rightEye))
    guard world.isFinite, face.isFinite, left.isFinite, right.isFinite else {
      unusable += 1
      if face.isFinite, !world.isFinite { withoutCamera += 1 }
      looks.add(observation, usable: false)
      return
    }
    looks.add(observation, usable: true)
    camera.add(frame.camera, face, left, right, participant: observation.participant)
    eyes.add(world.inverse * face, face, left, right)
  }

  /// What it all comes to.
  public mutating func report() -> DoctorReport {
    looks.finish()
    clock.finish()
    var report = DoctorReport(
      recording: path, device: header.device, source: header.source, scenario: header.scenario)
    report.people = people.count
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

  // MARK: What does not go through the gaze

  private func mapping(_ report: inout DoctorReport) {
    let findings = MappingCheck.findings(profile, calibration)
    report.findings += findings
    let (size, panel) = (profile.geometry.metres * 1000, MappingCheck.panel(profile) * 1000)
    if findings.isEmpty {
      report.checked.append(
        .init(
          "mapping",
          "The screen's size is the lit panel's\(calibration == nil ? "" : ", the calibration's too, and no gain is 2").",
          [
            .init("width", size.x, "mm"), .init("height", size.y, "mm"), .init("panel's width", panel.x, "mm"),
            .init("panel's height", panel.y, "mm"),
          ]))
    }
    if let truth = header.truth, truth.screen.count == 2 {
      let size = SIMD2(truth.screen[0], truth.screen[1]) * 1000
      if BodySize.isBody(size, around: panel) {
        report.findings.append(
          .init(
            .bodySize,
            "The recording was made as if the phone's screen were \(text(size.x)) x \(text(size.y)) mm, the header says: that is the "
              + "body; the lit panel is \(text(panel.x)) x \(text(panel.y)) mm.",
            [.init("width", size.x, "mm"), .init("height", size.y, "mm")]))
      }
    }
    guard let ratio = zoom else { return }
    let (points, standard) = (header.points ?? .zero, profile.geometry.points)
    report.findings.append(
      .init(
        .displayZoom,
        "Display Zoom is on: the header's screen has \(text(points.x)) x \(text(points.y)) points, the \(profile.name)'s "
          + "standard is \(text(standard.x)) x \(text(standard.y)). Whatever maps to standard points misses by "
          + "\(text(abs(1 / ratio - 1) * 100)) % of the way from the top-left corner.",
        [.init("points of the header over the standard ones", ratio)]))
  }

  /// The header's points over the profile's, where they are not the same.
  private var zoom: Double? {
    guard let points = header.points else { return nil }
    let standard = profile.geometry.points
    let ratio = SIMD2(points.min(), points.max()) / SIMD2(standard.min(), standard.max())
    guard abs(ratio.x - 1) > 0.01, abs(ratio.x / ratio.y - 1) < 0.02 else { return nil }
    return ratio.x
  }

  private func times(_ report: inout DoctorReport) {
    if let finding = clock.finding(rate: header.rate) {
      report.findings.append(finding)
    } else {
      report.checked.append(clock.check(rate: header.rate))
    }
  }

  private func quality(_ report: inout DoctorReport) {
    let share = Double(lost + unusable) / Double(max(frames, 1))
    let figures: [DoctorReport.Figure] = [
      .init("frames", Double(frames)), .init("face lost", Double(lost)), .init("poses not known", Double(unusable)),
    ]
    if 2 * withoutCamera > frames {
      report.findings.append(
        .init(
          .poseIgnored,
          "The camera's pose was not recorded with \(withoutCamera) of \(frames) frames, only the face's.",
          figures))
    }
    if share > 0.2 {
      let percent = text(share * 100)
      report.findings.append(
        .init(.dataLoss, "In \(percent) % of the frames there is no face or no pose.", figures, severity: .note))
    } else {
      report.checked.append(.init("data", "There is a face with its poses in nearly all frames.", figures))
    }
  }

  private func distances(_ report: inout DoctorReport) {
    var byPerson: [Int: [Double]] = [:]
    for sample in looks.samples {
      let eye = sample.face.apply((sample.left.translation + sample.right.translation) / 2)
      byPerson[sample.participant, default: []].append((eye - sample.camera.translation).length)
    }
    let spans = byPerson.values.filter { $0.count >= 3 }.map { values in
      let sorted = values.sorted()
      return (low: sorted[sorted.count / 20], high: sorted[sorted.count - 1 - sorted.count / 20])
    }.sorted { $0.high / $0.low < $1.high / $1.low }
    guard !spans.isEmpty, looks.looks >= Self.fewest else { return }
    // The person in the middle: each has an own gaze offset, which takes own distances.
    let span = spans[spans.count / 2]
    let ratio = span.high / max(span.low, 1e-9)
    let figures: [DoctorReport.Figure] = [
      .init("nearest", span.low * 100, "cm"), .init("furthest", span.high * 100, "cm"),
      .init("ratio", ratio), .init("ratio that is needed", 1.5),
    ]
    if ratio < 1.5 {
      report.findings.append(
        .init(
          .oneDistance,
          "The looks were made from one distance, \(text(span.low * 100)) to \(text(span.high * 100)) cm: the camera's place and a "
            + "person's gaze offset cannot be told apart.", figures,
          // Those scenarios want no more; whatever may be a device's calibration does.
          severity: ["personal", "validation", "pursuit", "stress"].contains(header.scenario) ? .warning : .fault))
    } else {
      report.checked.append(.init("distances", "The looks were made from several distances.", figures))
    }
  }

  // MARK: What goes through the gaze

  private func gaze(_ report: inout DoctorReport) {
    guard looks.looks > 0 else {
      report.findings.append(
        .init(
          .noTargets,
          looks.withTarget == 0
            ? "The recording shows no target, so axes, sizes, gain and the phone's pose cannot be checked; clock, eyes, "
              + "camera and data loss can."
            : "No target was looked at for a second with the face tracked; nothing can be said of axes, sizes and gain.",
          [.init("frames with a target", Double(looks.withTarget))], severity: .note))
      eyesAlone(&report)
      cameraAlone(&report)
      return
    }
    guard looks.looks >= Self.fewest, var layout = TargetLayout(looks.targets) else {
      report.findings.append(
        .init(
          .fewLooks,
          "There are \(looks.looks) looks at \(looks.targets.count) places; they say nothing of axes and sizes.",
          [.init("looks", Double(looks.looks)), .init("places", Double(looks.targets.count))], severity: .warning))
      eyesAlone(&report)
      cameraAlone(&report)
      return
    }
    var samples = looks.samples.sorted { $0.participant < $1.participant }
    if let finding = lengths(&samples) { report.findings.append(finding) }
    let context = context(&layout, &samples, &report)
    var hypotheses = context.hypotheses
    for index in hypotheses.indices { hypotheses[index].prior += eyePrior(hypotheses[index]) }
    let scored = GazeEvidence.scored(hypotheses, samples)
    guard let best = scored.first, let none = scored.first(where: { $0.hypothesis.fault == nil }) else { return }
    if let fault = best.hypothesis.fault {
      report.findings.append(GazeFinding.finding(fault, best, none, scored, context))
    } else {
      let rival = scored.first { $0.hypothesis.fault != nil }
      report.checked.append(GazeFinding.check(none, rival, context))
    }
    if best.hypothesis.fault != .poseIgnored { cameraAlone(&report) }
    if best.hypothesis.fault != .mirroredX || !best.hypothesis.reversesEyes { eyesAlone(&report) }
  }

  /// Which of two prices an explanation pays for how the eyes stand: they are swapped as well, or they should be and are
  /// not; and whether they point as far outward as they should.
  private func eyePrior(_ hypothesis: GazeHypothesis) -> Double {
    var prior = 0.0
    if eyes.isReversed, !hypothesis.reversesEyes { prior -= 5 }
    if !eyes.isReversed, !eyes.isTurnedInward, hypothesis.reversesEyes { prior -= 3 }
    let outward = abs(eyes.outward)
    if (0.02...0.17).contains(outward) {
      let off = (outward - 0.066 * hypothesis.eyeFactor.x) / 0.02
      prior += max(-0.5 * off * off, -6)
    }
    return prior
  }

  /// Translations in millimetres or centimetres, put right.
  private func lengths(_ samples: inout [DoctorSample]) -> DoctorReport.Finding? {
    let far = samples.map { ($0.face.translation - $0.camera.translation).length }.sorted()
    let median = far.isEmpty ? 0 : far[far.count / 2]
    guard median > 3 else { return nil }
    let unit = [10.0, 39.37, 100, 1000].first { (0.12...1.5).contains(median / $0) } ?? 1000
    let apart = abs(eyes.separation)
    let eyeUnit = [10.0, 39.37, 100, 1000].first { (0.04...0.09).contains(apart / $0) } ?? 1
    for index in samples.indices {
      samples[index].face.translation /= unit
      samples[index].camera.translation /= unit
      samples[index].left.translation /= eyeUnit
      samples[index].right.translation /= eyeUnit
    }
    let name = unit == 1000 ? "millimetres" : unit == 100 ? "centimetres" : "no metres"
    return .init(
      .lengthUnits, "The face is \(text(median)) m from the camera as recorded: lengths are \(name).",
      [.init("median distance as recorded", median, "m")])
  }

  private func context(
    _ layout: inout TargetLayout, _ samples: inout [DoctorSample], _ report: inout DoctorReport
  ) -> GazeContext {
    // The panel's own size, whatever the profile says: that was judged already.
    let panel = MappingCheck.panel(profile)
    let off = profile.geometry.metres / panel - 1
    var upright = profile.geometry
    if max(abs(off.x), abs(off.y)) > 0.018 { upright.metres = panel }
    if let points = header.points, let zoom, (0.6...1.5).contains(zoom) {
      let isTall = upright.points.x < upright.points.y
      upright.points = isTall ? SIMD2(points.min(), points.max()) : SIMD2(points.max(), points.min())
    }
    units(&layout, &samples, upright.turned(to: header.orientation).points, &report)
    let width = profile.geometry.points.min()
    // Points across that phones show when zoomed, and the inverse of an iPad's "More Space".
    var zooms = [320.0, 375, 402].map { $0 / width } + (width > 800 ? [0.8598] : [])
    if let zoom { zooms.append(min(zoom, 1 / zoom)) }
    zooms = zooms.filter { (0.75...0.97).contains($0) }
    return GazeContext(
      screen: upright, orientation: header.orientation, layout: layout,
      body: BodySize.millimetres(profile.id).map { $0 / 1000 }, zooms: zooms, camera: camera.state,
      swings: camera.swings, isSimulated: header.source == .simulated)
  }

  /// Targets in pixels, or as shares of the screen, put right.
  private func units(
    _ layout: inout TargetLayout, _ samples: inout [DoctorSample], _ size: SIMD2<Double>,
    _ report: inout DoctorReport
  ) {
    let (low, high) = (layout.low, layout.high)
    var factor: SIMD2<Double>?
    if low.min() >= 0, high.max() <= 1 {
      factor = size
      report.findings.append(
        .init(
          .targetsAsShares, "All targets lie between 0 and 1: they are shares of the screen, not points.",
          [.init("largest x", high.x), .init("largest y", high.y)]))
    } else if low.min() >= 0, arePixels(layout.middle(size), high / size) {
      factor = SIMD2(repeating: 1 / profile.points.scale)
      report.findings.append(
        .init(
          .targetsInPixels,
          "Targets go to \(text(high.x)), \(text(high.y)) on a screen of \(text(size.x)) x \(text(size.y)) points: they are pixels.",
          [.init("largest x", high.x, "pt"), .init("largest y", high.y, "pt")]))
    }
    guard let factor else { return }
    for index in samples.indices { samples[index].target *= factor }
    layout = TargetLayout(Set(looks.targets.map { $0 * factor })) ?? layout
  }

  /// Beyond what twice the points would be, or about as many as pixels: a layout's middle is the screen's.
  private func arePixels(_ middle: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
    let scale = profile.points.scale
    let isCentred = max(abs(middle.x / scale - 1), abs(middle.y / scale - 1)) < 0.02
    return scale > 1.5 && high.max() <= scale + 0.05 && (isCentred || high.min() > 2)
  }

  private func eyesAlone(_ report: inout DoctorReport) {
    if eyes.isReversed, header.assumptions.contains(where: { $0.contains("left eye") }) {
      // An importer that knows no places put them there, and said so.
      report.checked.append(
        .init(
          "eyes",
          "leftEye stands at the face's -x, unlike ARKit's, which the import assumed and says: which eye is which cannot be "
            + "checked.", eyes.figures))
      return
    }
    if eyes.isReversed || eyes.isTurnedInward {
      let isBlind = looks.looks < Self.fewest
      report.findings.append(
        .init(
          .eyesSwapped,
          (eyes.isReversed
            ? "leftEye stands \(text(abs(eyes.separation) * 1000)) mm to the face's -x of rightEye, where ARKit's left eye is the one "
              + "at +x: the two are exchanged"
            : "The eyes point \(text(abs(eyes.outward.degrees))) degrees inward, at every distance, where ARKit's point as much outward: "
              + "the two rotations are exchanged")
            + (isBlind ? ", or x is mirrored, which only targets would tell." : "."), eyes.figures))
    } else {
      report.checked.append(.init("eyes", "The left eye is the one at the face's +x.", eyes.figures))
    }
  }

  private func cameraAlone(_ report: inout DoctorReport) {
    let figures: [DoctorReport.Figure] = [
      .init("frames", Double(camera.frames)), .init("camera turned by up to", camera.spread.degrees, "deg"),
    ]
    switch camera.state {
    case .moving: report.checked.append(.init("camera", "The camera's pose moves with the phone.", figures))
    case .identity:
      report.checked.append(
        .init(
          "camera",
          "The camera's pose is the unit matrix throughout: right where poses are the camera's own (a camera-aligned world), "
            + "and the phone's pose ignored where they are the world's.", figures))
    case .constant:
      if header.source == .recorded, looks.looks < Self.fewest {
        report.findings.append(
          .init(
            .poseIgnored,
            "The camera's pose is the same to the last bit in all \(camera.frames) frames, as no tracked phone's is: that of one "
              + "frame was kept.", figures))
      } else {
        report.checked.append(
          .init("camera", "The camera's pose never changes, and nothing says that the phone moved: a stand's.", figures)
        )
      }
    }
  }

  private func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
