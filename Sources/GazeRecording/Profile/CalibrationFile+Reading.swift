public import Foundation
private import GazePipeline

extension CalibrationFile {
  /// Reads and checks a calibration: it may come from a stranger.
  ///
  /// - Throws: where it cannot be read, is no calibration, is of a newer version, or holds numbers that no device has.
  public init(path: String) throws(FileError) {
    let data = try FileContents.read(path, limit: 16 << 20)
    try self.init(json: data, path: path)
  }

  /// The same from bytes; errors call it `path`.
  public init(json: Data, path: String) throws(FileError) {
    guard json.count <= 16 << 20 else {
      throw FileError(path: path, message: "is larger than 16 MiB, which no calibration is")
    }
    do {
      // Another rig's lacks fields that would be complained of first.
      if let other = try? JSONDecoder().decode(OtherRig.self, from: json), other.rig != "gaze" {
        try CalibrationIdentity.check(json, path: path, rig: "gaze")
      }
      self = try JSONDecoder().decode(CalibrationFile.self, from: json)
    } catch {
      throw FileError(error, path: path, json: json)
    }
    try check(path)
  }

  private struct OtherRig: Decodable {
    var rig: String
  }

  private static func found(_ schema: String, _ expected: String) -> String {
    "is \"\(TerminalText.line(schema.prefix(40)))\"; expected \"\(expected)\""
  }

  /// Refuses numbers that no device and no person has, as a reader would; `path` names it in the error.
  package func check(_ path: String) throws(FileError) {
    func expect(_ isFine: Bool, _ field: String, _ message: String) throws(FileError) {
      guard isFine else { throw FileError(path: path, field: field, message: message) }
    }
    try expect(schema == "gazesim.calibration", "schema", Self.found(schema, "gazesim.calibration"))
    try expect(rig == "gaze", "rig", "is \"\(rig)\"; this gazesim knows gaze calibrations")
    try smoothing.check(path)
    try expect(version == 1, "version", "is \(version); this gazesim reads version 1")
    for (field, size) in [("screenWidth", geometry.screenWidth), ("screenHeight", geometry.screenHeight)] {
      try expect((0.01...2).contains(size), "geometry.\(field)", "is \(size); expected 0.01 to 2 metres")
    }
    for (field, place) in [("cameraX", geometry.cameraX), ("cameraY", geometry.cameraY)] {
      try expect((-2...2).contains(place), "geometry.\(field)", "is \(place); expected -2 to 2 metres")
    }
    if let tilt = geometry.tilt {
      try expect(
        tilt.count == 2 && tilt.allSatisfy { (-30...30).contains($0) }, "geometry.tilt",
        "expected two angles of -30 to 30 degrees")
    }
    if let depth = geometry.depth {
      try expect((-0.1...0.1).contains(depth), "geometry.depth", "is \(depth); expected -0.1 to 0.1 metres")
    }
    var numbers: Set<Int> = []
    for (index, person) in people.enumerated() {
      try expect(
        person.participant >= 0 && numbers.insert(person.participant).inserted, "people.\(index).participant",
        "is \(person.participant); expected a number from 0 on that no other person has")
      if let quadratic = person.quadratic {
        try expect(
          quadratic.count == 6 && quadratic.allSatisfy { (-10...10).contains($0) }, "people.\(index).quadratic",
          "expected six angles of -10 to 10 degrees")
      }
      try expect(
        person.gazeOffset.count == 2 && person.gazeOffset.allSatisfy { (-60...60).contains($0) },
        "people.\(index).gazeOffset", "expected two angles of -60 to 60 degrees")
      try expect(
        person.gain.count == 2 && person.gain.allSatisfy { (0.1...10).contains($0) }, "people.\(index).gain",
        "expected two gains of 0.1 to 10")
    }
    if let spread = sessionSpread {
      try expect((0...60).contains(spread.sd), "sessionSpread.sd", "is \(spread.sd); expected 0 to 60 degrees")
    }
    try expect(trigger.isPlausible, "trigger", "expected shares of 0 to 2, times of 0 to 60 s and a speed of 0 to 1e5")
  }
}

extension ScrollTrigger.Settings {
  /// No number that a trigger cannot work with.
  var isPlausible: Bool {
    let times = [edgeDwell, offScreenDwell, release, cooldown, holdLimit]
    let shares = [edgeZone, offScreenZone, hysteresis, blinkThreshold]
    return times.allSatisfy { (0...60).contains($0) } && shares.allSatisfy { (0...2).contains($0) }
      && (0...100_000).contains(speed)
  }
}
