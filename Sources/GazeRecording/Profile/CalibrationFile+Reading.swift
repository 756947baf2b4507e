private import GazePipeline
public import PortableFoundation

/// Reading of a calibration, and the checks of its numbers.
extension CalibrationFile {
  /// Reads and checks a calibration of gaze. The file is not trusted.
  ///
  /// - Throws: if the file cannot be read, is not a calibration, belongs to another rig, has a newer version, or holds
  ///   numbers that no device has.
  public init(path: String) throws(FileError) { try self.init(path: path, rig: "gaze") }

  /// Reads and checks a calibration of any rig.
  public init(path: String, rig: String) throws(FileError) {
    try self.init(json: try FileContents.read(path, limit: 16 << 20), path: path, rig: rig)
  }

  /// Reads and checks a calibration in memory; errors call it `path`.
  public init(json: Data, path: String, rig: String = "gaze") throws(FileError) {
    guard json.count <= 16 << 20 else {
      throw FileError(path: path, message: "is larger than 16 MiB; a calibration is smaller")
    }
    do {
      let identity = try JSONDecoder().decode(Identity.self, from: json)
      // Identity is checked before the fields: a calibration of another rig lacks fields, and otherwise the error would
      // be about the first missing field.
      if rig != "gaze" || (identity.rig ?? rig) != rig { try identity.check(rig) }
      self = try JSONDecoder().decode(CalibrationFile.self, from: json)
    } catch {
      throw FileError(error, path: path, json: json)
    }
    try check(path)
  }

  /// The keys that identify the kind of a calibration.
  private struct Identity: Decodable {
    var schema: String?
    var version: Int?
    var rig: String?

    /// Refuses a file that is not a calibration, has a newer version, or belongs to another rig.
    func check(_ rig: String) throws(LineFault) {
      try CalibrationFile.check(schema: schema, version: version)
      try expect(self.rig == rig, "rig", CalibrationFile.found(self.rig, rig))
    }
  }

  private static func check(schema: String?, version: Int?) throws(LineFault) {
    try expect(schema == "gazesim.calibration", "schema", found(schema, "gazesim.calibration"))
    try expect(version == 1, "version", "is \(version ?? 0); this gazesim reads version 1")
  }

  private static func found(_ text: String?, _ expected: String) -> String {
    "is \"\((text ?? "not there").prefix(40))\"; expected \"\(expected)\""
  }

  /// Refuses numbers that no device and no person has, as a reader does; errors call the file `path`.
  package func check(_ path: String) throws(FileError) {
    do throws(LineFault) {
      try Self.check(schema: schema, version: version)
      if let gaze { try gaze.check() } else { try fit.check() }
    } catch {
      throw FileError(error, path: path)
    }
  }
}

extension CalibrationFile.Fit {
  /// Refuses a fit that lacks a field that is required of rigs other than gaze, or has a parameter that is not finite.
  fileprivate func check() throws(LineFault) {
    for (field, isThere) in [
      ("residualUnit", residualUnit != nil), ("outliers", outliers != nil), ("remarks", remarks != nil),
    ] { try expect(isThere, field, "is missing") }
    for (index, parameter) in parameters.enumerated() {
      try expect(parameter.value.isFinite, "parameters.\(index).value", "expected a finite number")
    }
  }
}

extension CalibrationFile.Gaze {
  /// Refuses numbers that no device and no person has.
  fileprivate func check() throws(LineFault) {
    try smoothing.check()
    for (field, size) in [("screenWidth", geometry.screenWidth), ("screenHeight", geometry.screenHeight)] {
      try expect((0.01...2).contains(size), "geometry.\(field)", "is \(size); expected 0.01 to 2 metres")
    }
    for (field, place) in [("cameraX", geometry.cameraX), ("cameraY", geometry.cameraY)] {
      try expect((-2...2).contains(place), "geometry.\(field)", "is \(place); expected -2 to 2 metres")
    }
    let (tilt, depth) = (geometry.tilt ?? [0, 0], geometry.depth ?? 0)
    try expect(tilt.areAll(2, in: -30...30), "geometry.tilt", "expected two angles of -30 to 30 degrees")
    try expect((-0.1...0.1).contains(depth), "geometry.depth", "is \(depth); expected -0.1 to 0.1 metres")
    var numbers: Set<Int> = []
    for (index, person) in people.enumerated() {
      try expect(
        person.participant >= 0 && numbers.insert(person.participant).inserted, "people.\(index).participant",
        "is \(person.participant); expected a number of at least 0 that no other person has")
      try expect(
        person.quadratic?.areAll(6, in: -10...10) ?? true, "people.\(index).quadratic",
        "expected six angles of -10 to 10 degrees")
      try expect(
        person.gazeOffset.areAll(2, in: -60...60), "people.\(index).gazeOffset",
        "expected two angles of -60 to 60 degrees")
      try expect(person.gain.areAll(2, in: 0.1...10), "people.\(index).gain", "expected two gains of 0.1 to 10")
    }
    let spread = sessionSpread?.sd ?? 0
    try expect((0...60).contains(spread), "sessionSpread.sd", "is \(spread); expected 0 to 60 degrees")
    try expect(trigger.isPlausible, "trigger", "expected shares of 0 to 2, times of 0 to 60 s and a speed of 0 to 1e5")
    try trigger.checkSigns("trigger")
  }
}

extension [Double] {
  /// True for `count` numbers within a range.
  fileprivate func areAll(_ count: Int, in range: ClosedRange<Double>) -> Bool {
    self.count == count && allSatisfy(range.contains)
  }
}

extension ScrollTrigger.Settings {
  /// True if a trigger can work with all numbers. A profile has others (`DeviceProfile+Reading.swift`).
  var isPlausible: Bool {
    let times = [edgeDwell, offScreenDwell, release, cooldown, holdLimit]
    let shares = [edgeZone, offScreenZone, hysteresis, blinkThreshold]
    return times.allSatisfy { (0...60).contains($0) } && shares.allSatisfy { (0...2).contains($0) }
      && (0...100_000).contains(speed)
  }

  /// Refuses numbers and signs with which the rule cannot work; `place` is the path of the settings in the file.
  func checkSigns(_ place: String) throws(LineFault) {
    for (field, value) in [("signHold", signHold), ("longestScroll", longestScroll)] {
      try expect((0...60).contains(value), "\(place).\(field)", "is \(value); expected 0 to 60 s")
    }
    // Blend shapes are 0 to 1; a nod is an angle of at most π/2.
    for case (let field, let value?) in [("signOn", signOn), ("signOff", signOff)] {
      try expect((0...2).contains(value), "\(place).\(field)", "is \(value); expected 0 to 2")
    }
    guard rule == .confirm || rule == .sign else { return }
    let (on, off) = (signOn ?? sign.onThreshold, signOff ?? sign.offThreshold)
    try expect(
      off <= on, "\(place).\(signOff == nil ? "signOn" : "signOff")",
      "the sign ends at \(off), above \(on) where it begins")
    guard rule == .sign else { return }
    try expect(sign != .none, "\(place).sign", "the rule \"sign\" needs a sign other than \"none\"")
    try expect(
      upSign != sign, "\(place).upSign", "the rule \"sign\" needs another sign than \"\(sign.name)\" to scroll up")
  }
}
