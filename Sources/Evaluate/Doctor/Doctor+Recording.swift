import GazePipeline
import GazeRecording

/// The doctor's checks that do not use the gaze: the mapping's own numbers, clock, data, distances.
extension Doctor {
  /// The faults that `record-info` names, too.
  func ofFile(_ report: inout DoctorReport) {
    let frames = DoctorReport.Figure("frames", Double(frames))
    if isCutOff {
      report.findings.append(.init(.cutOff, "The recording \(FileFaults.cutOff(header)).", [frames]))
    }
    if !file.isEmpty {
      report.findings.append(.init(.file, "In the file: \(file.joined(separator: "; ")).", [frames]))
    }
  }

  func mapping(_ report: inout DoctorReport) {
    let findings = MappingCheck.findings(profile, calibration)
    report.findings += findings
    let (size, panel) = (profile.geometry.metres * 1000, MappingCheck.panel(profile) * 1000)
    if findings.isEmpty {
      report.checked.append(
        .init(
          "mapping",
          "The screen's size is the lit "
            + "panel's\(calibration == nil ? "" : ", the calibration's too, and no gain is 2").",
          [
            .init("width", size.x, "mm"), .init("height", size.y, "mm"), .init("panel's width", panel.x, "mm"),
            .init("panel's height", panel.y, "mm"),
          ]))
    }
    if let points = header.points, let shape, abs(shape - 1) >= DeviceProfile.shapeTolerance {
      let standard = profile.geometry.points
      report.findings.append(
        .init(
          .window,
          "The header's screen has \(NumberText.rounded(points.x, 1)) x \(NumberText.rounded(points.y, 1)) points, "
            + "which is another shape than the \(profile.name)'s \(NumberText.rounded(standard.x, 1)) x "
            + "\(NumberText.rounded(standard.y, 1)), turned or not: it is a window's, or another device's.",
          [.init("narrow over long side, header's over profile's", shape)]))
    }
    guard let ratio = zoom else { return }
    let (points, standard) = (header.points ?? .zero, profile.geometry.points)
    report.findings.append(
      .init(
        .displayZoom,
        "Display Zoom is on: the header's screen has \(NumberText.rounded(points.x, 1)) x "
          + "\(NumberText.rounded(points.y, 1)) points, the \(profile.name)'s standard is "
          + "\(NumberText.rounded(standard.x, 1)) x \(NumberText.rounded(standard.y, 1)). A mapping to standard points "
          + "misses by \(NumberText.rounded(abs(1 / ratio - 1) * 100, 1)) % of the way from the top-left corner.",
        [.init("points of the header over the standard ones", ratio)]))
  }

  /// Ratio of the header's points to the profile's; nil if they are equal.
  var zoom: Double? {
    guard let points = header.points else { return nil }
    let standard = profile.geometry.points
    let ratio = SIMD2(points.min(), points.max()) / SIMD2(standard.min(), standard.max())
    guard abs(ratio.x - 1) > 0.01, abs(ratio.x / ratio.y - 1) < DeviceProfile.shapeTolerance else { return nil }
    return ratio.x
  }

  /// Ratio of width to length of the header's screen, divided by the profile's.
  private var shape: Double? {
    guard let points = header.points else { return nil }
    let standard = profile.geometry.points
    return points.min() / points.max() * standard.max() / standard.min()
  }

  func times(_ report: inout DoctorReport) {
    if let finding = clock.finding(rate: header.rate) {
      report.findings.append(finding)
    } else {
      report.checked.append(clock.check(rate: header.rate))
    }
  }

  func quality(_ report: inout DoctorReport) {
    if isFaceless {
      report.checked.append(
        .init(
          "data",
          "The recording has a pointer and no faces, so nothing that needs a face is checked: eyes, camera, distances, "
            + "axes, sizes.", [.init("frames", Double(frames)), .init("gaze lost", Double(lost))]))
      return
    }
    let share = Double(lost + unusable + notRigid) / Double(max(frames, 1))
    let figures: [DoctorReport.Figure] = [
      .init("frames", Double(frames)), .init("face lost", Double(lost)), .init("poses not known", Double(unusable)),
      .init("matrices that are no poses", Double(notRigid)),
    ]
    if 20 * notRigid > frames {
      report.findings.append(
        .init(
          .notRigid,
          "In \(notRigid) of \(frames) frames the columns of a matrix are no unit vectors at right angles, so that "
            + "nothing can be said of them.", figures))
    }
    if 2 * withoutCamera > frames {
      report.findings.append(
        .init(
          .poseIgnored,
          "The camera's pose was not recorded with \(withoutCamera) of \(frames) frames, only the face's.",
          figures))
    }
    if share > 0.2 {
      let percent = NumberText.rounded(share * 100, 1)
      report.findings.append(
        .init(
          .dataLoss, "In \(percent) % of the frames there is no face or no pose.", figures,
          severity: share > 0.9 ? .fault : .note))
    } else if eyes.leftHanded != nil || rays.finding == nil {
      report.checked.append(.init("data", "There is a face with its poses in nearly all frames.", figures))
    }
  }

  func distances(_ report: inout DoctorReport) {
    var byPerson: [Int: [Double]] = [:]
    for sample in looks.samples {
      let eye = sample.face.apply((sample.left.translation + sample.right.translation) / 2)
      byPerson[sample.participant, default: []].append((eye - sample.camera.translation).length)
    }
    var spans: [(low: Double, high: Double)] = []
    for values in byPerson.values where values.count >= 3 {
      let sorted = values.sorted()
      spans.append((sorted[sorted.count / 20], sorted[sorted.count - 1 - sorted.count / 20]))
    }
    spans.sort { $0.high / $0.low < $1.high / $1.low }
    // The median of the people's spans is judged, since a person's gaze offset can be determined only if that person
    // was at several distances.
    guard let span = Quantiles.upperMiddle(sorted: spans), looks.looks >= Self.fewest else { return }
    // If faces are nearer than a camera can see them, another finding has reported that.
    guard span.high > Self.nearest else { return }
    let ratio = span.high / max(span.low, 1e-9)
    let figures: [DoctorReport.Figure] = [
      .init("nearest", span.low * 100, "cm"), .init("furthest", span.high * 100, "cm"),
      .init("ratio", ratio), .init("ratio that is needed", 1.5),
    ]
    if ratio < 1.5 {
      let whose =
        spans.count > 1
        ? "Each person's fixations were made from one distance, the median person's"
        : "The fixations were made from one distance,"
      let (low, high) = (NumberText.rounded(span.low * 100, 1), NumberText.rounded(span.high * 100, 1))
      report.findings.append(
        .init(
          .oneDistance,
          """
          \(whose) \(low) to \(high) cm: the camera's place and a person's gaze offset cannot be distinguished.
          """, figures,
          // The errors of a judged mapping do not depend on it; only a calibration names it as a fault.
          severity: .note))
    } else {
      report.checked.append(.init("distances", "The fixations were made from several distances.", figures))
    }
  }
}
