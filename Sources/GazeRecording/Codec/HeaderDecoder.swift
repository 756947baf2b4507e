import GazePipeline
import PortableFoundation

/// Decodes a recording's first line as its header.
///
/// Unknown keys are ignored; a wrong `format` or a newer `version` is an error.
enum HeaderDecoder {
  /// Longest header, bytes; a header of this length has room for the truth of 100,000 people.
  static let lineLimit = 1 << 26

  /// A header and the version that its line states.
  typealias Header = (header: RecordingHeader, version: Int)

  static func header(_ line: UnsafeRawBufferPointer, path: String) throws(FileError) -> Header {
    guard line.first(where: { $0 > 0x20 }) == .openBrace else {
      let others = Wording.of(command: "; `gazesim import` makes a recording of other programs' files")
      let tables = Wording.of(command: "; `gazesim quality` reads a table of gaze as it is, `import --from table` too")
      throw FileError(path: path, line: 1, message: expected + others + tables)
    }
    let data: Data
    do throws(LineFault) { data = try knownKeys(of: line) } catch {
      throw error.field == nil ? .invalid(error, path: path, line: 1) : FileError(error, path: path, line: 1)
    }
    do {
      let decoded = try JSONDecoder().decode(HeaderLine.self, from: data)
      return (decoded.header, decoded.version)
    } catch {
      throw FileError(error, path: path, line: 1, json: data)
    }
  }

  fileprivate static let expected =
    "expected a gazesim recording, whose first line is "
    + "{\"format\":\"gazesim.recording\",\"version\":\(RecordingVersion.written),…}"

  // MARK: Known keys

  /// Most values of a key whose size does not grow with the number of people. Assumed: the boxes of a page's lines, the
  /// largest of them, are at most 50,000 values.
  private static let mostValues = 100_000
  /// Keys with values for each person; the header's length limits them.
  private static let personalKeys: Set = ["truth", "pages"]

  /// The known keys of a header's line, as JSON, with their values counted.
  ///
  /// `JSONDecoder` builds every value of a text, also those that nobody asks it for: a line of 60 MB of short values
  /// would take it a minute and more than a gigabyte.
  ///
  /// - Throws: for a text that is no JSON, and for a key that has too many values.
  static func knownKeys(of line: UnsafeRawBufferPointer) throws(LineFault) -> Data {
    var (scanner, kept) = (JSONScanner(line), Data())
    try scanner.expect(.openBrace, "an object", nil)
    if !scanner.take(.closeBrace) {
      repeat {
        let key = try scanner.text(nil)
        try scanner.expect(.colon, "`:`", nil)
        let start = scanner.index
        try scanner.skip(nil)
        guard HeaderLine.Key(rawValue: key) != nil else { continue }
        let value = UnsafeRawBufferPointer(rebasing: line[start..<scanner.index])
        // Commas in texts count, too; a header's texts are short.
        let isLong = value.count > mostValues && value.lazy.filter { $0 == .comma }.count >= mostValues
        try expect(
          personalKeys.contains(key) || !isLong, key,
          "holds more than \(mostValues) values; leave out what is not needed")
        kept += "\(kept.isEmpty ? "" : ",")\"\(key)\":".utf8
        kept += value
      } while try scanner.more(until: .closeBrace, nil)
    }
    try expect(scanner.peek() == nil, nil, "expected the end of the line, found \(scanner.found())")
    return Data("{".utf8) + kept + Data("}".utf8)
  }
}

/// A header's line, decoded and checked.
private struct HeaderLine: Decodable {
  /// The keys that `RecordingEncoder` writes. A key that is missing here is read as absent; `RecordingHeaderTests`
  /// fails.
  enum Key: String, CodingKey {
    case format, version, rig, device, rate, seed, phone, noise, loop, personCalibration, scenario, participants
    case preset, person, session, source, points, orientation, constants, assumptions, truth
    case lines, thermalState, pages
  }

  var header: RecordingHeader
  let version: Int

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func value<T: Decodable>(_ key: Key) throws -> T? { try values.decodeIfPresent(T.self, forKey: key) }
    let (format, stated): (String?, Int?) = (try value(.format), try value(.version))
    version = try Self.version(format, stated)
    let truth: RecordingHeader.Truth? = try value(.truth)
    header = RecordingHeader(
      device: try values.decode(String.self, forKey: .device), rate: try values.decode(Double.self, forKey: .rate),
      scenario: try values.decode(String.self, forKey: .scenario),
      participants: try values.decode(Int.self, forKey: .participants),
      source: try value(.source) ?? (truth == nil ? .recorded : .simulated))
    header.rig = try value(.rig) ?? header.rig
    header.orientation = try value(.orientation) ?? header.orientation
    header.seed = try value(.seed)
    header.phone = try value(.phone)
    header.noise = try value(.noise)
    header.loop = try value(.loop) ?? header.loop
    header.personCalibration = try value(.personCalibration)
    header.preset = try value(.preset)
    header.person = try value(.person)
    header.session = try value(.session)
    header.constants = try value(.constants) ?? [:]
    header.assumptions = try value(.assumptions) ?? []
    header.truth = truth
    let points: [Double]? = try value(.points)
    try header.checkValues()
    if let points {
      let isSize = points.count == 2 && points.allSatisfy { $0 > 0 && $0 <= 100_000 }
      try expect(isSize, "points", "expected width and height in points, each above 0, at most 100000")
      header.points = SIMD2(points[0], points[1])
    }
    try truth?.check()
    // In an older version the keys that a newer one added may hold anything.
    if version >= 2 {
      header.lines = try value(.lines) ?? []
      header.thermalState = try value(.thermalState)
    }
    if version >= 3 { header.pages = try value(.pages) ?? [] }
    try header.checkLists()
  }

  static func version(_ format: String?, _ version: Int?) throws(LineFault) -> Int {
    let (oldest, newest) = (RecordingVersion.read.lowerBound, RecordingVersion.written)
    try expect(format == "gazesim.recording", "format", HeaderDecoder.expected)
    guard let version else {
      throw LineFault(field: "version", message: "is missing; expected \(oldest) to \(newest)")
    }
    let advice =
      version > newest
      ? "is newer than this program knows (\(newest)); update gazesim" : "expected \(oldest) to \(newest)"
    try expect(RecordingVersion.read.contains(version), "version", "\(version) \(advice)")
    return version
  }
}

// MARK: Checks

extension RecordingHeader {
  /// Longest name, bytes. Names are limited because they are printed, some of them on every row of a file.
  private static let longestName = 1000

  fileprivate func checkValues() throws(LineFault) {
    let people = SampleLimits.participants.upperBound + 1
    try expect(!device.isEmpty, "device", "expected a device's identifier")
    let names = [
      ("device", device), ("scenario", scenario), ("preset", preset), ("loop", loop), ("rig", rig),
      ("personCalibration", personCalibration),
    ]
    for (field, name) in names {
      try expect(
        (name ?? "").utf8.count <= Self.longestName, field, "expected a name of at most \(Self.longestName) bytes")
    }
    try expect(rate > 0 && rate <= 10_000, "rate", "expected frames per second, above 0, at most 10000")
    try expect(
      (0...people).contains(participants), "participants", "expected a whole number from 0 to \(people)")
    let faults = [
      ("person", person.flatMap(Self.fault(inIdentifier:))),
      ("session.id", session.flatMap { Self.fault(inIdentifier: $0.identifier) }),
      ("session.start", session?.start.flatMap(Self.fault(inStart:))),
    ]
    for case (let field, let fault?) in faults { throw LineFault(field: field, message: fault) }
  }

  /// Refuses constants, assumptions, line boxes and pages that no reader would accept.
  func checkLists() throws(LineFault) {
    try expect(constants.count <= 100, "constants", "expected at most 100, found \(constants.count)")
    for (name, value) in constants.sorted(by: { $0.key < $1.key }) {
      let field = "constants.\(LineFault.printable(name))"
      try expect((1...100).contains(name.utf8.count), field, "expected a name of 1 to 100 bytes")
      try expect(value.isFinite, field, "expected a finite number")
    }
    try expect(
      assumptions.count <= 1000, "assumptions", "expected at most 1000 sentences, found \(assumptions.count)")
    for (place, assumption) in assumptions.enumerated() {
      let length = assumption.utf8.count
      try expect(length <= 10_000, "assumptions.\(place)", "expected at most 10000 bytes, found \(length)")
    }
    try check(lines, "lines")
    var owners: Set<Int> = []
    for (place, page) in pages.enumerated() {
      let (owner, field) = (page.participant, "pages.\(place).participant")
      try expect(
        owner >= 0 && owner < participants, field,
        "expected a participant from 0 to \(participants - 1), found \(owner)")
      try expect(
        owners.insert(owner).inserted, field,
        "expected each participant once, found \(owner) again; leave one page out")
      try check(page.lines, "pages.\(place).lines")
    }
  }

  /// Refuses line boxes in a recording of another rig than gaze, too many boxes, and boxes that a screen cannot show.
  private func check(_ lines: [LineBox], _ field: String) throws(LineFault) {
    try expect(
      lines.isEmpty || rig == RecordedFrame.rig, field,
      "expected line boxes only in a recording of gaze, found one of \(LineFault.printable(rig)); leave the key out")
    try expect(
      lines.count <= LineBox.most, field, "expected at most \(LineBox.most) line boxes, found \(lines.count)")
    for (place, box) in lines.enumerated() {
      try expect(box.isSound, "\(field).\(place)", "expected \(LineBox.expected), found \(box.list)")
    }
  }
}

extension RecordingHeader.Truth {
  fileprivate func check() throws(LineFault) {
    func check(_ values: [Double], _ field: String) throws(LineFault) {
      let isPair = values.count == 2 && values.allSatisfy(\.isFinite)
      try expect(isPair, "truth.\(field)", "expected 2 numbers, found \(values.count)")
    }
    try check(screen, "screen")
    try check(camera, "camera")
    for (i, person) in people.enumerated() {
      try check(person.kappaLeft, "people.\(i).kappaLeft")
      try check(person.kappaRight, "people.\(i).kappaRight")
      try expect(
        SampleLimits.participants.contains(person.participant), "truth.people.\(i).participant",
        "expected a whole number from 0 to \(SampleLimits.participants.upperBound)")
    }
  }
}
