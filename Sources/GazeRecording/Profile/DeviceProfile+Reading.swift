import GazePipeline
public import PortableFoundation

/// Reading of a profile, and the checks of its numbers.
extension DeviceProfile {
  /// A profile from its JSON, checked.
  ///
  /// - Throws: an error with the field's path (`screen.width.sigma`) if a field is missing, of another type, not finite
  ///   or implausible. Plausible are a screen of 0.02 to 1 m and 100 to 10,000 points, and a camera within 1 m.
  public init(json: Data, path: String) throws(FileError) {
    do {
      self = try JSONDecoder().decode(DeviceProfile.self, from: json)
    } catch {
      throw FileError(error, path: path, json: json)
    }
    do throws(LineFault) { try check() } catch { throw FileError(error, path: path) }
  }

  /// A profile from a file.
  public init(path: String) throws(FileError) {
    var source = try LineSource(path: path)
    try self.init(json: Data(try source.rest(limit: 1 << 20)), path: source.name)
  }

  private func check() throws(LineFault) {
    func number(_ value: Double, in range: ClosedRange<Double>, _ field: String) throws(LineFault) {
      // This also refuses NaN, which is in no range.
      try expect(range.contains(value), field, "expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    func length(_ length: SourcedLength, in range: ClosedRange<Double>, _ field: String) throws(LineFault) {
      // Numbers of a data sheet are in millimetres; as metres they are outside the range.
      let found = length.value
      let remedy =
        range.contains(found / 1000)
        ? "; \(NumberText.shortest(found)) mm are \(NumberText.shortest(found / 1000)) m" : ""
      try expect(
        range.contains(found), field + ".value",
        "expected metres from \(range.lowerBound) to \(range.upperBound), found \(found)\(remedy)")
      try number(length.sigma, in: 0...1, field + ".sigma")
      try expect(length.unit == "m", field + ".unit", "expected \"m\"")
    }
    try expect(
      schema == "gazesim.profile", "schema",
      "expected \"gazesim.profile\", found \"\(schema.prefix(40))\"")
    try expect(version == 1, "version", "expected 1" + (version > 1 ? "; a newer one needs a newer gazesim" : ""))
    let isID =
      (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
    try expect(isID, "id", "expected 1 to 64 of a-z, 0-9 and -")
    try expect(!name.isEmpty && name.utf8.count <= 256, "name", "expected a name of at most 256 bytes")
    try number(points.width, in: 100...10_000, "points.width")
    try number(points.height, in: 100...10_000, "points.height")
    try number(points.scale, in: 0.5...10, "points.scale")
    try number(panel.width, in: 100...100_000, "panel.width")
    try number(panel.height, in: 100...100_000, "panel.height")
    try number(panel.ppi, in: 10...5_000, "panel.ppi")
    try length(screen.width, in: 0.02...1, "screen.width")
    try length(screen.height, in: 0.02...1, "screen.height")
    try length(camera.x, in: -1...1, "camera.x")
    try length(camera.y, in: -1...1, "camera.y")
    if let drawing {
      try number(drawing.width, in: 0.02...1, "drawing.width")
      try number(drawing.height, in: 0.02...1, "drawing.height")
    }
    try checkAgreement()
    let (filter, filterNumbers) = (smoothing.filter, smoothing.settings)
    try expect(filter == "oneEuro", "smoothing.filter", "expected \"oneEuro\"")
    try number(filterNumbers.minCutoff, in: 0.001...1_000, "smoothing.settings.minCutoff")
    try number(filterNumbers.beta, in: 0...1_000, "smoothing.settings.beta")
    try number(filterNumbers.derivativeCutoff, in: 0.001...1_000, "smoothing.settings.derivativeCutoff")
    for (name, value, range) in trigger.settings.ranges { try number(value, in: range, "trigger.settings.\(name)") }
    try trigger.settings.checkSigns("trigger.settings")
    var all = [("gates", gates)]
    for (name, section) in (rigs ?? [:]).sorted(by: { $0.key < $1.key }) {
      try expect((1...20).contains(name.utf8.count), "rigs", "expected rig names of 1 to 20 bytes, such as \"head\"")
      all.append(("rigs.\(name).gates", section.gates))
      for (i, setting) in section.settings.enumerated() {
        let place = "rigs.\(name).settings.\(i)"
        try expect((1...80).contains(setting.name.utf8.count), place + ".name", "expected a setting's name")
        try number(setting.value, in: -1e9...1e9, place + ".value")
      }
    }
    for (place, gates) in all {
      for (i, gate) in (gates?.limits ?? []).enumerated() {
        let place = "\(place).limits.\(i)"
        try expect(!gate.metric.isEmpty, place + ".metric", "expected a metric's name")
        try number(gate.limit, in: -1e12...1e12, place + ".limit")
        try expect((1...1000).contains(gate.version ?? 1), place + ".version", "expected a metric's version, from 1")
      }
    }
  }
}

// MARK: Agreement of the numbers

extension DeviceProfile {
  /// Checks screen, panel and points against each other, since they state the same size three times. If they disagree,
  /// a number belongs to another device or is in another unit, and a fit based on such a profile would describe a phone
  /// that does not exist.
  private func checkAgreement() throws(LineFault) {
    let metresPerPixel = 0.0254 / panel.ppi
    func check(
      _ side: String, _ screen: SourcedLength, pixels: Double, points: Double, drawn: Double?
    ) throws(LineFault) {
      // Published densities are rounded to whole numbers, and diagonals to a tenth of an inch.
      let panel = pixels * metresPerPixel
      try expect(
        abs(screen.value - panel) <= max(0.02 * panel, 3 * screen.sigma), "screen.\(side).value",
        """
        expected about \(NumberText.thousandths(panel)) mm, which panel.\(side) and panel.ppi imply, found \
        \(NumberText.thousandths(screen.value)) mm; correct the wrong one of the three, or give the value a larger sigma
        """)
      // Display Zoom and downsampling change the scale by up to a third.
      try expect(
        (0.6...1.7).contains(pixels / (points * self.points.scale)), "points.\(side)",
        "expected about panel.\(side) / points.scale, which is \(NumberText.rounded(pixels / self.points.scale, 0))")
      if let drawn {
        try expect(
          abs(drawn - screen.value) <= max(0.05 * screen.value, 3 * screen.sigma), "drawing.\(side)",
          "expected about screen.\(side).value, \(NumberText.thousandths(screen.value)) mm, "
            + "found \(NumberText.thousandths(drawn)) mm")
      }
    }
    try check(
      "width", screen.width, pixels: panel.width, points: points.width, drawn: drawing?.width)
    try check(
      "height", screen.height, pixels: panel.height, points: points.height, drawn: drawing?.height)
    // Pixels are square, so the aspect ratios must agree; if they do not, the width may be from one device and the
    // height from another.
    let shapes = (points: points.width / points.height, screen: screen.width.value / screen.height.value)
    let unsure = 3 * (screen.width.sigma / screen.width.value + screen.height.sigma / screen.height.value)
    try expect(
      abs(shapes.points / shapes.screen - 1) <= 0.05 + unsure, "points.height",
      "expected points in the screen's aspect ratio, \(NumberText.thousandths(screen.width.value)) mm "
        + "× \(NumberText.thousandths(screen.height.value)) mm")
    // Front cameras are in the bezel or in the screen, not beside the phone.
    for (field, place, side) in [("camera.x", camera.x, screen.width), ("camera.y", camera.y, screen.height)] {
      let margin = 0.03 + 3 * place.sigma
      let range = -margin...side.value + margin
      try expect(
        range.contains(place.value), field + ".value",
        """
        expected within 30 mm of the screen, \(NumberText.thousandths(range.lowerBound)) mm to \
        \(NumberText.thousandths(range.upperBound)) mm from its corner, found \(NumberText.thousandths(place.value)) mm
        """)
    }
  }
}

extension ScrollTrigger.Settings {
  /// Every number with its valid range.
  fileprivate var ranges: [(name: String, value: Double, range: ClosedRange<Double>)] {
    [
      ("edgeZone", edgeZone, 0...0.5), ("edgeDwell", edgeDwell, 0...60), ("offScreenZone", offScreenZone, 0...10),
      ("offScreenDwell", offScreenDwell, 0...60), ("hysteresis", hysteresis, 0...0.5), ("release", release, 0...60),
      ("cooldown", cooldown, 0...60), ("speed", speed, 0...100_000), ("holdLimit", holdLimit, 0...60),
      ("blinkThreshold", blinkThreshold, 0...1),
    ]
  }
}
