import GazePipeline
public import GazeRecording

/// A table of gaze on a screen with known targets, from any eye tracker: CSV or TSV with a line of column names, read a
/// row at a time.
///
/// An empty field, `nan`, `NA`, `null`, `-` or `.` stands for a missing number; a gaze sample with a missing coordinate
/// counts as lost.
public struct GazeTable: ~Copyable {
  /// Purpose of a column.
  public enum Role: String, Sendable, CaseIterable {
    /// Time of the row.
    case time
    /// A coordinate of the left eye's gaze.
    case leftX, leftY
    /// A coordinate of the right eye's gaze.
    case rightX, rightY
    /// A coordinate of the gaze of both eyes together.
    case gazeX, gazeY
    /// The target's identifier.
    case target
    /// A coordinate of the target.
    case targetX, targetY

    /// Names that are recognised for this role by default, in lower case, letters and digits only: usual ones first,
    /// then those of the exports of Tobii Pro Lab, Tobii's SDK, Pupil Player (gaze on a surface), EyeLink Data Viewer
    /// and WebGazer's listener.
    var usual: [String] {
      switch self {
      case .time:
        ["", "ms", "us", "s"].flatMap { unit in ["timestamp", "time", "t"].map { $0 + unit } }
          + words("recordingtimestamp recordingtimestampms recordingtimestampµs recordingtimestampμs")
          + words("gazetimestamp elapsedtime")
      case .leftX: Self.eye("left", "l", "x")
      case .leftY: Self.eye("left", "l", "y")
      case .rightX: Self.eye("right", "r", "x")
      case .rightY: Self.eye("right", "r", "y")
      case .gazeX: Self.gaze("x")
      case .gazeY: Self.gaze("y")
      case .target: words("targetid target tarid targetnumber")
      case .targetX: words("tarx targetx tx targetxtarg1")
      case .targetY: words("tary targety ty targetytarg1")
      }
    }

    private static func eye(_ eye: String, _ letter: String, _ axis: String) -> [String] {
      words(
        """
        \(eye)\(axis) \(letter)\(axis) \(axis)\(eye) gaze\(eye)\(axis) \(eye)gaze\(axis) gazepoint\(eye)\(axis) \
        gazepoint\(eye)\(axis)dacspx gazepoint\(eye)\(axis)mcspx \(eye)gazepointondisplayarea\(axis)
        """)
    }

    private static func gaze(_ axis: String) -> [String] {
      words(
        """
        gaze\(axis) pointer\(axis) \(axis) average\(axis) avg\(axis) binocular\(axis) gazepoint\(axis) \
        gazepoint\(axis)dacspx gazepoint\(axis)mcspx averagegaze\(axis) \(axis)norm
        """)
    }
  }

  /// The source of a gaze sample: the left eye, the right eye, or both eyes together.
  public enum Eye: String, Sendable, CaseIterable {
    /// One eye.
    case left, right
    /// Both eyes together.
    case both

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
    /// Time of the row, in the table's unit.
    public var time: Double
    /// Gaze points in the order of `eyes`, in the table's unit; nil for a lost gaze.
    public var gaze: [SIMD2<Double>?]
    /// The target's identifier; nil without a target.
    public var target: String?
    /// The target's place, in the table's unit; nil without a target.
    public var place: SIMD2<Double>?
    /// Number of the line, 1-based.
    public var line: Int
  }

  /// The eyes that the table has.
  public let eyes: [Eye]
  /// Columns that are used, with their names in the first line.
  public let columns: [(role: Role, name: String)]
  private let places: [Role: Int]
  private var table: ImportTable

  /// Opens a table; `names` gives the column names of the roles whose columns do not have one of the usual names.
  ///
  /// - Throws: if the first line lacks a column in `names` or a required column.
  public init(path: String, names: [Role: String] = [:]) throws(FileError) {
    let table = try ImportTable(path: path, expected: "a table whose first line names its columns")
    let (places, eyes) = try table.readNames { titles throws(LineFault) in
      var places: [Role: Int] = [:]
      for role in Role.allCases { places[role] = try titles.place(named: names[role], usual: role.usual) }
      let eyes = Eye.allCases.filter { places[$0.roles.x] != nil && places[$0.roles.y] != nil }
      let needed: [Role] = [.time, .targetX, .targetY] + (eyes.isEmpty ? [.leftX, .leftY] : [])
      for role in needed where places[role] == nil { throw titles.missing(role.rawValue) }
      return (places, eyes)
    }
    let used = [.time] + eyes.flatMap { [$0.roles.x, $0.roles.y] } + [.target, .targetX, .targetY]
    columns = used.compactMap { role in places[role].map { (role, table.names.titles[$0]) } }
    self.eyes = eyes
    self.places = places
    self.table = table
  }

  /// Name of the file in errors.
  public var name: String { table.name }

  /// Returns the next row, nil after the last one. Empty lines are skipped.
  ///
  /// - Throws: at a line that has another number of fields than the first line, lacks a time, or has a field that is
  ///   not a number.
  public mutating func next() throws(FileError) -> Row? {
    guard try table.next() else { return nil }
    do throws(LineFault) {
      try table.checkFieldCount()
      return try row()
    } catch {
      throw table.fault(error)
    }
  }

  private func row() throws(LineFault) -> Row {
    guard let time = try number(.time) else {
      throw LineFault(field: Role.time.rawValue, message: "expected a number, found nothing")
    }
    var gaze: [Vector2?] = []
    for eye in eyes { gaze.append(try pair(eye.roles)) }
    let place = try pair((.targetX, .targetY))
    var target: String?
    if let column = places[.target] {
      let text = table.text(column)
      try expect(text.utf8.count <= 64, Role.target.rawValue, "expected an identifier of at most 64 bytes")
      if !Self.isNoTarget(text) { target = text }
    } else if let place {
      target = "\(place.x), \(place.y)"
    }
    return Row(time: time, gaze: gaze, target: target, place: place, line: table.line)
  }

  /// True for an identifier that means that no target is shown: a missing one, or −1 as validation programs write it.
  static func isNoTarget(_ text: String) -> Bool { ImportTable.isMissing(text) || text == "-1" || text == "-1.0" }

  private func pair(_ roles: (x: Role, y: Role)) throws(LineFault) -> Vector2? {
    guard let x = try number(roles.x), let y = try number(roles.y) else { return nil }
    return SIMD2(x, y)
  }

  private func number(_ role: Role) throws(LineFault) -> Double? {
    guard let column = places[role], let value = try table.numberIfThere(column, as: role.rawValue) else { return nil }
    try expect(abs(value) < 1e15, role.rawValue, "expected a number below 1e15")
    return value
  }
}
