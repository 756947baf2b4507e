import GazePipeline
import PortableFoundation

/// Decodes a recording's first line as its header.
///
/// Unknown keys are ignored; a wrong `format` or a newer `version` is an error.
enum HeaderDecoder {
  /// Longest header, bytes; a header of this length has room for the truth of 100,000 people.
  static let lineLimit = 1 << 26

  private struct Identity: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable { case format, version }

    var format: String?
    var version: Int?
  }

  private struct Fields: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
      case rig, device, rate, seed, phone, noise, loop, personCalibration, scenario, participants, preset, person
      case session, source, points, orientation, constants, assumptions, truth
    }

    var rig: String?
    var device: String
    var rate: Double
    var seed: UInt64?
    var phone: UInt64?
    var noise: UInt64?
    var loop: String?
    var personCalibration: String?
    var scenario: String
    var participants: Int
    var preset: String?
    var person: String?
    var session: RecordingHeader.Session?
    var source: RecordingHeader.Source?
    var points: [Double]?
    var orientation: ScreenOrientation?
    var constants: [String: Double]?
    var assumptions: [String]?
    var truth: RecordingHeader.Truth?
  }

  /// Keys that were added in version 2. In version 1 they are unknown keys, so they may hold anything.
  private struct Added: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable { case lines, thermalState }

    var lines: [RecordingHeader.LineBox]?
    var thermalState: RecordingHeader.ThermalState?
  }

  /// The key that was added in version 3.
  private struct OwnPages: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable { case pages }

    var pages: [RecordingHeader.PersonPage]?
  }

  private static let keys = HeaderKeys(
    known: Set(
      Identity.CodingKeys.allCases.map(\.rawValue) + Fields.CodingKeys.allCases.map(\.rawValue)
        + Added.CodingKeys.allCases.map(\.rawValue) + OwnPages.CodingKeys.allCases.map(\.rawValue)))

  /// A header and the version that its line states.
  typealias Header = (header: RecordingHeader, version: Int)

  static func header(_ line: UnsafeRawBufferPointer, path: String) throws(FileError) -> Header {
    let (oldest, newest) = (RecordingVersion.read.lowerBound, RecordingVersion.written)
    let expected =
      "expected a gazesim recording, whose first line is {\"format\":\"gazesim.recording\",\"version\":\(newest),…}"
    guard line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
      let others = Wording.of(command: "; `gazesim import` makes a recording of other programs' files")
      let tables = Wording.of(command: "; `gazesim quality` reads a table of gaze as it is, `import --from table` too")
      throw FileError(path: path, line: 1, message: expected + others + tables)
    }
    let data: Data
    do throws(LineFault) { data = try keys.part(of: line) } catch {
      throw error.field == nil
        ? FileError.invalid(error, path: path, line: 1)
        : FileError(path: path, line: 1, field: error.field, message: error.message)
    }
    do {
      let identity = try JSONDecoder().decode(Identity.self, from: data)
      guard identity.format == "gazesim.recording" else {
        throw FileError(path: path, line: 1, field: "format", message: expected)
      }
      guard let version = identity.version else {
        throw FileError(path: path, line: 1, field: "version", message: "is missing; expected \(oldest) to \(newest)")
      }
      guard RecordingVersion.read.contains(version) else {
        let advice =
          version > newest
          ? "is newer than this program knows (\(newest)); update gazesim" : "expected \(oldest) to \(newest)"
        throw FileError(path: path, line: 1, field: "version", message: "\(version) \(advice)")
      }
      var header = try header(try JSONDecoder().decode(Fields.self, from: data), path: path)
      if version >= 2 {
        let added = try JSONDecoder().decode(Added.self, from: data)
        header.lines = added.lines ?? []
        header.thermalState = added.thermalState
      }
      if version >= 3 {
        header.pages = try JSONDecoder().decode(OwnPages.self, from: data).pages ?? []
      }
      try checkLines(header, path: path, line: 1)
      return (header, version)
    } catch {
      throw FileError(error, path: path, line: 1, json: data)
    }
  }

  /// Longest name, bytes. Names are limited because they are printed, some of them on every row of a file.
  private static let longestName = 1000
  /// Two limits: the largest number of constants, and the longest name of a constant in bytes.
  private static let constants = (count: 100, name: 100)

  /// Two limits: the largest number of assumptions, and the longest one in bytes.
  private static let assumptions = (count: 1000, length: 10_000)

  /// Refuses assumptions that are too many or too long.
  static func check(_ assumptions: [String], path: String, line: Int?) throws(FileError) {
    let limits = Self.assumptions
    func fault(_ field: String, _ expected: String) -> FileError {
      FileError(path: path, line: line, field: field, message: "expected at most \(expected)")
    }
    guard assumptions.count <= limits.count else {
      throw fault("assumptions", "\(limits.count) sentences, found \(assumptions.count)")
    }
    if let place = assumptions.firstIndex(where: { $0.utf8.count > limits.length }) {
      throw fault("assumptions.\(place)", "\(limits.length) bytes, found \(assumptions[place].utf8.count)")
    }
  }

  /// Refuses constants that are too many, have an empty or too long name, or are not finite.
  static func check(_ constants: [String: Double], path: String, line: Int?) throws(FileError) {
    func check(_ isRight: Bool, _ name: String?, _ expected: String) throws(FileError) {
      let field = name.map { "constants.\(LineFault.printable($0))" } ?? "constants"
      guard isRight else { throw FileError(path: path, line: line, field: field, message: "expected \(expected)") }
    }
    let limits = Self.constants
    try check(constants.count <= limits.count, nil, "at most \(limits.count), found \(constants.count)")
    for (name, value) in constants.sorted(by: { $0.key < $1.key }) {
      try check((1...limits.name).contains(name.utf8.count), name, "a name of 1 to \(limits.name) bytes")
      try check(value.isFinite, name, "a finite number")
    }
  }

  /// Refuses line boxes in a recording of another rig than gaze, too many boxes, boxes that a screen cannot show, and
  /// pages of participants who are not in the recording or have two pages.
  static func checkLines(_ header: RecordingHeader, path: String, line: Int?) throws(FileError) {
    func check(_ isRight: Bool, _ field: String, _ expected: @autoclosure () -> String) throws(FileError) {
      guard isRight else { throw FileError(path: path, line: line, field: field, message: "expected \(expected())") }
    }
    func check(_ lines: [RecordingHeader.LineBox], _ field: String) throws(FileError) {
      let most = RecordingHeader.LineBox.most
      try check(
        lines.isEmpty || header.rig == RecordedFrame.rig, field,
        "line boxes only in a recording of gaze, found one of \(LineFault.printable(header.rig)); leave the key out")
      try check(lines.count <= most, field, "at most \(most) line boxes, found \(lines.count)")
      for (place, box) in lines.enumerated() {
        try check(box.isSound, "\(field).\(place)", RecordingHeader.LineBox.expected + ", found \(box.list)")
      }
    }
    try check(header.lines, "lines")
    var owners: Set<Int> = []
    for (place, page) in header.pages.enumerated() {
      let field = "pages.\(place).participant"
      try check(
        page.participant >= 0 && page.participant < header.participants, field,
        "a participant from 0 to \(header.participants - 1), found \(page.participant)")
      try check(
        owners.insert(page.participant).inserted, field,
        "each participant once, found \(page.participant) again; leave one page out")
      try check(page.lines, "pages.\(place).lines")
    }
  }

  private static func header(_ fields: Fields, path: String) throws(FileError) -> RecordingHeader {
    func check(_ isRight: Bool, _ field: String, _ expected: String) throws(FileError) {
      guard isRight else { throw FileError(path: path, line: 1, field: field, message: "expected \(expected)") }
    }
    let people = SampleLimits.participants.upperBound + 1
    try check(!fields.device.isEmpty, "device", "a device's identifier")
    let names = [
      ("device", fields.device), ("scenario", fields.scenario), ("preset", fields.preset), ("loop", fields.loop),
      ("rig", fields.rig), ("personCalibration", fields.personCalibration),
    ]
    for (field, name) in names {
      try check(name.map { $0.utf8.count <= longestName } ?? true, field, "a name of at most \(longestName) bytes")
    }
    try check(fields.rate > 0 && fields.rate <= 10_000, "rate", "frames per second, above 0, at most 10000")
    try check((0...people).contains(fields.participants), "participants", "a whole number from 0 to \(people)")
    try Self.check(person: fields.person, fields.session, path: path)
    if let points = fields.points {
      let isSize = points.count == 2 && points.allSatisfy { $0 > 0 && $0 <= 100_000 }
      try check(isSize, "points", "width and height in points, each above 0, at most 100000")
    }
    if let truth = fields.truth { try Self.check(truth, path: path) }
    if let constants = fields.constants { try Self.check(constants, path: path, line: 1) }
    try Self.check(fields.assumptions ?? [], path: path, line: 1)
    var header = RecordingHeader(
      device: fields.device, rate: fields.rate, scenario: fields.scenario, participants: fields.participants,
      source: fields.source ?? (fields.truth == nil ? .recorded : .simulated))
    header.rig = fields.rig ?? header.rig
    header.points = fields.points.map { SIMD2($0[0], $0[1]) }
    header.orientation = fields.orientation ?? .portrait
    header.seed = fields.seed
    header.phone = fields.phone
    header.noise = fields.noise
    header.loop = fields.loop ?? header.loop
    header.personCalibration = fields.personCalibration
    header.preset = fields.preset
    header.person = fields.person
    header.session = fields.session
    header.constants = fields.constants ?? [:]
    header.assumptions = fields.assumptions ?? []
    header.truth = fields.truth
    return header
  }

  private static func check(
    person: String?, _ session: RecordingHeader.Session?, path: String
  ) throws(FileError) {
    let faults = [
      ("person", person.flatMap(RecordingHeader.fault(inIdentifier:))),
      ("session.id", session.flatMap { RecordingHeader.fault(inIdentifier: $0.identifier) }),
      ("session.start", session?.start.flatMap(RecordingHeader.fault(inStart:))),
    ]
    for case (let field, let fault?) in faults {
      throw FileError(path: path, line: 1, field: field, message: fault)
    }
  }

  private static func check(_ truth: RecordingHeader.Truth, path: String) throws(FileError) {
    func check(_ values: [Double], _ field: String) throws(FileError) {
      guard values.count == 2, values.allSatisfy(\.isFinite) else {
        throw FileError(path: path, line: 1, field: field, message: "expected 2 numbers, found \(values.count)")
      }
    }
    try check(truth.screen, "truth.screen")
    try check(truth.camera, "truth.camera")
    for (i, person) in truth.people.enumerated() {
      try check(person.kappaLeft, "truth.people.\(i).kappaLeft")
      try check(person.kappaRight, "truth.people.\(i).kappaRight")
      guard SampleLimits.participants.contains(person.participant) else {
        let message = "expected a whole number from 0 to \(SampleLimits.participants.upperBound)"
        throw FileError(path: path, line: 1, field: "truth.people.\(i).participant", message: message)
      }
    }
  }
}

/// The part of a header's line that is decoded: its known keys, with their values counted before.
///
/// `JSONDecoder` builds every value of a text, also those that nobody asks it for: a line of 60 MB of short values
/// would take it a minute and more than a gigabyte.
struct HeaderKeys {
  /// Most values of a key whose size does not grow with the number of people. Assumed: the boxes of a page's lines, the
  /// largest of them, are at most 50,000 values.
  private static let most = 100_000
  /// Keys with values for each person; the header's length limits them.
  private static let personal: Set = ["truth", "pages"]

  /// Names of the known keys.
  let known: Set<String>

  /// The known keys of an object in one line, as JSON.
  ///
  /// - Throws: for a text that is no JSON, and for a key that has too many values.
  func part(of line: UnsafeRawBufferPointer) throws(LineFault) -> Data {
    var (scanner, kept) = (JSONScanner(line), Data())
    try scanner.expect(UInt8(ascii: "{"), "an object", nil)
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        let key = try scanner.text(nil)
        try scanner.expect(UInt8(ascii: ":"), "`:`", nil)
        let start = scanner.index
        try scanner.skip(nil)
        guard known.contains(key) else { continue }
        let value = UnsafeRawBufferPointer(rebasing: line[start..<scanner.index])
        guard Self.personal.contains(key) || !Self.isLong(value) else {
          throw LineFault(field: key, message: "holds more than \(Self.most) values; leave out what is not needed")
        }
        kept += "\(kept.isEmpty ? "" : ",")\"\(key)\":".utf8
        kept += value
      } while try scanner.more(until: UInt8(ascii: "}"), nil)
    }
    guard scanner.peek() == nil else {
      throw LineFault(message: "expected the end of the line, found \(scanner.found())")
    }
    return Data("{".utf8) + kept + Data("}".utf8)
  }

  /// True if a value consists of more than `most` values.
  private static func isLong(_ value: UnsafeRawBufferPointer) -> Bool {
    guard value.count > most else { return false }
    // Commas in texts count, too; a header's texts are short.
    return value.lazy.filter { $0 == UInt8(ascii: ",") }.count >= most
  }
}
