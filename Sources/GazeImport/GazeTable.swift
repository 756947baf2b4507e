public import GazeRecording

/// A table of gaze on a screen with known targets, from any eye tracker: CSV or TSV with a line of column names, read a row
/// at a time.
///
/// The separator is the first of tab, semicolon and comma that the first line holds. A number may be missing: an empty
/// field, `nan`, `NA`, `null`, `-`, `.`; a gaze with one of its two missing is lost.
public struct GazeTable: ~Copyable {
  /// What a column is for.
  public enum Role: String, Sendable, CaseIterable {
    case time, leftX, leftY, rightX, rightY, gazeX, gazeY, target, targetX, targetY

    /// Names that are taken for it where nobody says, in lower case without `_`, `-`, `.` and blanks.
    var usual: [String] {
      switch self {
      case .time: ["timestamp", "time", "t", "timestampms", "times"]
      case .leftX: ["leftx", "lx", "xleft", "gazeleftx", "leftgazex"]
      case .leftY: ["lefty", "ly", "yleft", "gazelefty", "leftgazey"]
      case .rightX: ["rightx", "rx", "xright", "gazerightx", "rightgazex"]
      case .rightY: ["righty", "ry", "yright", "gazerighty", "rightgazey"]
      case .gazeX: ["gazex", "x", "averagex", "avgx", "binocularx"]
      case .gazeY: ["gazey", "y", "averagey", "avgy", "binoculary"]
      case .target: ["targetid", "target", "tarid", "targetnumber"]
      case .targetX: ["tarx", "targetx", "tx"]
      case .targetY: ["tary", "targety", "ty"]
      }
    }
  }

  /// An eye, or what is reported for both.
  public enum Eye: String, Sendable, CaseIterable {
    case left, right, both

    fileprivate var roles: (x: Role, y: Role) {
      switch self {
      case .left: (.leftX, .leftY)
      case .right: (.rightX, .rightY)
      case .both: (.gazeX, .gazeY)
      }
    }
  }

  /// One row.
  public struct Row: Sendable, Equatable {
    /// In the table's unit.
    public var time: Double
    /// In the order of `eyes`, in the table's unit; nil where lost.
    public var gaze: [SIMD2<Double>?]
    /// The target's identifier; nil where there is none.
    public var target: String?
    /// Where the target is, in the table's unit; nil where there is none.
    public var place: SIMD2<Double>?
    /// Number of the line, 1-based.
    public var line: Int
  }

  /// The eyes that the table has.
  public let eyes: [Eye]
  /// Which column is taken for what, by the names in the first line.
  public let columns: [(role: Role, name: String)]
  private let places: [Role: Int]
  private let fieldCount: Int
  private var source: LineSource
  private var line: CSVLine

  /// Opens a table; `names` says which column (by its name) is for what, where the usual names do not fit.
  ///
  /// - Throws: where the first line has no such column, or one that is needed is not found.
  public init(path: String, names: [Role: String] = [:]) throws(FileError) {
    var source = try LineSource(path: path)
    guard let first = try source.next() else {
      throw FileError(path: source.name, message: "is empty; expected a table whose first line names its columns")
    }
    var header = CSVLine()
    let separators = [0x09, UInt8(ascii: ";"), UInt8(ascii: ",")]
    header.separator = separators.first { first.contains($0) } ?? UInt8(ascii: ",")
    do throws(LineFault) { try header.split(first) } catch {
      throw FileError(path: source.name, line: 1, field: error.field, message: error.message)
    }
    let titles = header.fields.indices.map { header.text($0, in: first) }
    let simple = titles.map { $0.lowercased().filter { !"_-. ".contains($0) } }
    var places: [Role: Int] = [:]
    for role in Role.allCases {
      if let name = names[role] {
        guard let column = titles.firstIndex(of: name) else {
          throw FileError(
            path: source.name, line: 1,
            message: """
              has no column `\(TerminalText.line(name.prefix(60)))`, which is to be \(role.rawValue); \
              it has \(Self.list(titles))
              """)
        }
        places[role] = column
      } else {
        places[role] = role.usual.lazy.compactMap { simple.firstIndex(of: $0) }.first
      }
    }
    let eyes = Eye.allCases.filter { places[$0.roles.x] != nil && places[$0.roles.y] != nil }
    var needed: [Role] = [.time, .targetX, .targetY]
    if eyes.isEmpty { needed += [.leftX, .leftY] }
    for role in needed where places[role] == nil {
      throw FileError(
        path: source.name, line: 1,
        message: """
          has no column that looks like \(role.rawValue); name it with --columns \(role.rawValue)=NAME; it has \
          \(Self.list(titles))
          """)
    }
    self.eyes = eyes
    let used = Role.allCases.filter { role in
      switch role {
      case .time, .target, .targetX, .targetY: true
      default: eyes.contains { $0.roles.x == role || $0.roles.y == role }
      }
    }
    columns = used.compactMap { role in places[role].map { (role, titles[$0]) } }
    self.places = places
    fieldCount = titles.count
    line = CSVLine()
    line.separator = header.separator
    self.source = source
  }

  private static func list(_ titles: [String]) -> String {
    let some = titles.prefix(20).map { "`\(TerminalText.line($0.prefix(40)))`" }.joined(separator: ", ")
    return titles.count > 20 ? some + ", …" : some
  }

  /// The file as errors name it.
  public var name: String { source.name }

  /// The next row, nil after the last one. Empty lines are skipped.
  ///
  /// - Throws: at a line with another number of fields, a time that is missing, or a field that is no number.
  public mutating func next() throws(FileError) -> Row? {
    while let bytes = try source.next() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == line.separator }) { continue }
      do throws(LineFault) {
        try line.split(bytes)
        guard line.fields.count == fieldCount else {
          throw LineFault(message: "expected \(fieldCount) fields as in the first line, found \(line.fields.count)")
        }
        return try row(bytes)
      } catch {
        throw FileError(path: source.name, line: source.line, field: error.field, message: error.message)
      }
    }
    return nil
  }

  private func row(_ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Row {
    guard let time = try number(.time, bytes) else {
      throw LineFault(field: Role.time.rawValue, message: "expected a number, found nothing")
    }
    var gaze: [SIMD2<Double>?] = []
    for eye in eyes { gaze.append(try pair(eye.roles, bytes)) }
    let place = try pair((.targetX, .targetY), bytes)
    var target: String?
    if let column = places[.target] {
      let text = line.text(column, in: bytes)
      guard text.utf8.count <= 64 else {
        throw LineFault(field: Role.target.rawValue, message: "expected an identifier of at most 64 bytes")
      }
      // Validation programs write −1 between targets.
      if !Self.isMissing(text), text != "-1", text != "-1.0" { target = text }
    } else if let place {
      target = "\(place.x), \(place.y)"
    }
    return Row(time: time, gaze: gaze, target: target, place: place, line: source.line)
  }

  private func pair(
    _ roles: (x: Role, y: Role), _ bytes: UnsafeRawBufferPointer
  ) throws(LineFault) -> SIMD2<Double>? {
    guard let x = try number(roles.x, bytes), let y = try number(roles.y, bytes) else { return nil }
    return SIMD2(x, y)
  }

  private func number(_ role: Role, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Double? {
    guard let column = places[role] else { return nil }
    if line.fields[column].count <= 4, Self.isMissing(line.text(column, in: bytes)) { return nil }
    let value = try line.number(column, in: bytes, column: role.rawValue)
    guard abs(value) < 1e15 else {
      throw LineFault(field: role.rawValue, message: "expected a number below 1e15")
    }
    return value
  }

  private static func isMissing(_ text: String) -> Bool {
    ["", "nan", "na", "n/a", "null", "none", "-", "."].contains(text.lowercased())
  }
}
