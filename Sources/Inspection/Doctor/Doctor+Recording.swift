import GazePipeline
import GazeRecording

/// The doctor's checks that do not use the gaze: the mapping's own numbers, clock, data, distances.
extension Doctor {
  /// The faults that `record-info` names, too.
  mutating func judgeFile() {
    if isCutOff { find(.cutOff, "The recording \(FileFaults.cutOff(header)).", ["frames": frames]) }
    if !file.isEmpty { find(.file, "In the file: \(file.joined(separator: "; ")).", ["frames": frames]) }
  }

  mutating func judgeMapping() {
    let findings = MappingCheck.findings(profile, calibration)
    for finding in findings { add(finding) }
    if findings.isEmpty {
      let (size, panel) = (profile.geometry.metres * 1000, MappingCheck.panel(profile) * 1000)
      check(
        "mapping",
        "The screen's size is the lit panel's\(calibration == nil ? "" : ", the calibration's too, and no gain is 2").",
        ["width [mm]": size.x, "height [mm]": size.y, "panel's width [mm]": panel.x, "panel's height [mm]": panel.y])
    }
    let standard = profile.geometry.points
    guard let points = header.points else { return }
    let shape = points.min() / points.max() * standard.max() / standard.min()
    if abs(shape - 1) >= DeviceProfile.shapeTolerance {
      find(
        .window,
        "The header's screen has \(points.text()) points, which is another shape than the \(profile.name)'s "
          + "\(standard.text()), turned or not: it is a window's, or another device's.",
        ["narrow over long side, header's over profile's": shape])
    }
    guard let ratio = zoom else { return }
    find(
      .displayZoom,
      "Display Zoom is on: the header's screen has \(points.text()) points, the \(profile.name)'s standard is "
        + "\(standard.text()). A mapping to standard points misses by "
        + "\(NumberText.rounded(abs(1 / ratio - 1) * 100, 1)) % of the way from the top-left corner.",
      ["points of the header over the standard ones": ratio])
  }

  /// Ratio of the header's points to the profile's; nil if they are equal.
  var zoom: Double? {
    guard let points = header.points else { return nil }
    let standard = profile.geometry.points
    let ratio = SIMD2(points.min(), points.max()) / SIMD2(standard.min(), standard.max())
    guard abs(ratio.x - 1) > 0.01, abs(ratio.x / ratio.y - 1) < DeviceProfile.shapeTolerance else { return nil }
    return ratio.x
  }

  mutating func judgeTimes() {
    if let finding = clock.finding(rate: header.rate) { add(finding) } else { add(clock.check) }
  }

  mutating func judgeData() {
    if isFaceless {
      return check(
        "data",
        "The recording has a pointer and no faces, so nothing that needs a face is checked: eyes, camera, distances, "
          + "axes, sizes.", ["frames": frames, "gaze lost": lost])
    }
    let share = Double(lost + unusable + notRigid) / Double(max(frames, 1))
    let numbers: DoctorReport.Numbers = [
      "frames": frames, "face lost": lost, "poses not known": unusable, "matrices that are no poses": notRigid,
    ]
    if 20 * notRigid > frames {
      find(
        .notRigid,
        "In \(notRigid) of \(frames) frames the columns of a matrix are no unit vectors at right angles, so that "
          + "nothing can be said of them.", numbers)
    }
    if 2 * withoutCamera > frames {
      find(
        .poseIgnored, "The camera's pose was not recorded with \(withoutCamera) of \(frames) frames, only the face's.",
        numbers)
    }
    if share > 0.2 {
      let percent = NumberText.rounded(share * 100, 1)
      find(
        .dataLoss, "In \(percent) % of the frames there is no face or no pose.", numbers,
        severity: share > 0.9 ? .fault : .note)
    } else if eyes.leftHanded != nil || rays.finding == nil {
      check("data", "There is a face with its poses in nearly all frames.", numbers)
    }
  }

  mutating func judgeDistances() {
    var byPerson: [Int: [Double]] = [:]
    for sample in fixations.samples {
      let eye = sample.face.apply(sample.betweenEyes)
      byPerson[sample.participant, default: []].append((eye - sample.camera.translation).length)
    }
    let spans = byPerson.values.filter { $0.count >= 3 }.map { values in
      let sorted = values.sorted()
      return (low: sorted[sorted.count / 20], high: sorted[sorted.count - 1 - sorted.count / 20])
    }.sorted { $0.high / $0.low < $1.high / $1.low }
    // The median of the people's spans is judged, since a person's gaze offset can be determined only if that person
    // was at several distances. If faces are nearer than a camera can see them, another finding has reported that.
    guard let span = Quantiles.upperMiddle(sorted: spans), fixations.count >= Self.fewest, span.high > Self.nearest
    else { return }
    let (ratio, needed) = (span.high / max(span.low, 1e-9), 1.5)
    let numbers: DoctorReport.Numbers = [
      "nearest [cm]": span.low * 100, "furthest [cm]": span.high * 100, "ratio": ratio, "ratio that is needed": needed,
    ]
    guard ratio < needed else {
      return check("distances", "The fixations were made from several distances.", numbers)
    }
    let whose =
      spans.count > 1
      ? "Each person's fixations were made from one distance, the median person's"
      : "The fixations were made from one distance,"
    // The errors of a judged mapping do not depend on it; only a calibration names it as a fault.
    find(
      .oneDistance,
      "\(whose) \((SIMD2(span.low, span.high) * 100).text(" to ")) cm: the camera's place and a person's gaze offset "
        + "cannot be distinguished.", numbers, severity: .note)
  }
}
