public import GazeRecording
private import PortableFoundation

/// Roles of a table's columns, as the user states them on the command line or in a JSON file.
///
///     {"time": "t", "target": ["tx", "ty"], "blink": ["bl", "br"],
///      "face": {"quaternion": ["qx", "qy", "qz", "qw"], "translation": ["x", "y", "z"]},
///      "leftEye": {"euler": ["-yaw", "pitch", "roll"]}, "rightEye": "right_",
///      "units": {"time": "ms", "angles": "degrees", "lengths": "mm"}, "euler": "YXZ", "matrices": "rows"}
///
/// A pose is stated by the prefix of its columns' names, or by a list of its columns: `matrix` (16), `quaternion` (4,
/// in the order of `quaternionOrder`) or `euler` (3, in the order of the axes), and `translation` (3). A minus before a
/// name changes the sign.
public struct PoseTableMap: Sendable, Equatable {
  /// A single column.
  public enum Role: String, Sendable, CaseIterable {
    /// Time of the row.
    case time
    /// Name or number of the person.
    case participant
    /// Whether the face is tracked.
    case tracked
    /// A coordinate of the target on the screen.
    case targetX, targetY
    /// The person's intent to scroll.
    case intent
    /// A coordinate of the pointer that the app drew.
    case pointerX, pointerY
    /// The scroll that the app made.
    case scroll
    /// Closing of a lid, from 0 to 1.
    case blinkLeft, blinkRight

    /// Names that are recognised for this role by default, in lower case, letters and digits only.
    var usual: [String] {
      switch self {
      case .time:
        words("time timestamp t").flatMap { name in [name] + words("s ms us ns sec seconds").map { name + $0 } }
      case .participant: words("participant subject person user id participantname recordingsessionlabel")
      case .tracked: words("tracked istracked valid isvalid")
      case .targetX: words("targetx tarx")
      case .targetY: words("targety tary")
      case .intent, .pointerX, .pointerY, .scroll: [rawValue.lowercased()]
      case .blinkLeft: words("blinkleft eyeblinkleft leftblink blinkl")
      case .blinkRight: words("blinkright eyeblinkright rightblink blinkr")
      }
    }

    /// Names that are recognised in addition in a table without poses: those of a table of gaze.
    var usualWithoutPoses: [String] {
      switch self {
      case .time: GazeTable.Role.time.usual
      case .targetX: GazeTable.Role.targetX.usual
      case .targetY: GazeTable.Role.targetY.usual
      default: []
      }
    }
  }

  /// A pose.
  public enum Pose: String, Sendable, CaseIterable {
    /// The camera in the world.
    case camera
    /// The face in the world.
    case face
    /// An eye relative to the face.
    case leftEye, rightEye

    var usual: [String] {
      switch self {
      case .camera: words("camera cam")
      case .face: words("face head")
      case .leftEye: words("lefteye eyeleft leye left")
      case .rightEye: words("righteye eyeright reye right")
      }
    }
  }

  /// Columns of a pose.
  public enum Columns: Sendable, Equatable {
    /// All columns whose names begin with this text.
    case prefix(String)
    /// Lists of names; a list that the pose does not have is empty.
    case named(matrix: [String], quaternion: [String], euler: [String], translation: [String])
  }

  /// Columns by name.
  public var roles: [Role: String] = [:]
  /// Poses.
  public var poses: [Pose: Columns] = [:]
  /// The order of Euler angles.
  public var euler: EulerOrder?
  /// `xyzw` or `wxyz`, for quaternions whose columns' names do not state it.
  public var quaternionOrder: String?
  /// Units that a map file states.
  public var time: TimeUnit?, angles: AngleUnit?, lengths: LengthUnit?, matrices: MatrixLayout?

  /// Creates an empty map, with which columns are found by their usual names.
  public init() {}

  /// Adds the columns of `role=name,…`; the name of a pose is the prefix of its columns.
  ///
  /// - Throws: `UnknownNameError` with the part that does not name a column.
  public mutating func add(columns text: String) throws(UnknownNameError) {
    for piece in text.split(separator: ",") {
      let parts = piece.split(separator: "=", maxSplits: 1).map(\.trimmed)
      let known = Role.allCases.map(\.rawValue) + Pose.allCases.map(\.rawValue)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw UnknownNameError(kind: "column (ROLE=NAME)", name: String(piece), among: known)
      }
      if let role = Role(rawValue: parts[0]) {
        roles[role] = parts[1]
      } else if let pose = Pose(rawValue: parts[0]) {
        poses[pose] = .prefix(parts[1])
      } else {
        throw UnknownNameError(kind: "column role", name: parts[0], among: known)
      }
    }
  }

  // MARK: The file

  private enum Names: Decodable {
    case one(String)
    case poses(PoseNames)

    init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self = .one(name)
      } else {
        self = .poses(try PoseNames(from: decoder))
      }
    }
  }

  private struct PoseNames: Decodable {
    var matrix: [String]?, quaternion: [String]?, euler: [String]?, translation: [String]?
  }

  private struct Units: Decodable {
    var time: TimeUnit?, angles: AngleUnit?, lengths: LengthUnit?
  }

  private struct File: Decodable {
    var time: String?, participant: String?, tracked: String?, intent: String?
    var target: [String]?, blink: [String]?, pointer: [String]?, scroll: String?
    var camera: Names?, face: Names?, leftEye: Names?, rightEye: Names?
    var units: Units?, euler: String?, quaternionOrder: String?, matrices: MatrixLayout?
  }

  /// Reads a map file.
  public init(path: String) throws(FileError) {
    let file: File = try FileContents.decoded(path)
    func checked(_ names: [String]?, _ count: Int, _ field: String) throws(FileError) -> [String] {
      guard let names else { return [] }
      guard names.count == count else {
        throw FileError(path: path, field: field, message: "expected \(count) names of columns, found \(names.count)")
      }
      return names
    }
    for (role, name) in [
      (Role.time, file.time), (.participant, file.participant), (.tracked, file.tracked), (.intent, file.intent),
      (.scroll, file.scroll),
    ] {
      roles[role] = name
    }
    for (first, second, names, field) in [
      (Role.targetX, Role.targetY, file.target, "target"), (.blinkLeft, .blinkRight, file.blink, "blink"),
      (.pointerX, .pointerY, file.pointer, "pointer"),
    ] {
      let names = try checked(names, 2, field)
      (roles[first], roles[second]) = (names.first, names.last)
    }
    for (pose, names) in [
      (Pose.camera, file.camera), (.face, file.face), (.leftEye, file.leftEye), (.rightEye, file.rightEye),
    ] {
      switch names {
      case .one(let prefix): poses[pose] = .prefix(prefix)
      case .poses(let names):
        let field = pose.rawValue
        let matrix = try checked(names.matrix, 16, "\(field).matrix")
        let quaternion = try checked(names.quaternion, 4, "\(field).quaternion")
        let euler = try checked(names.euler, 3, "\(field).euler")
        let translation = try checked(names.translation, 3, "\(field).translation")
        guard [matrix, quaternion, euler].count(where: { !$0.isEmpty }) == 1 else {
          throw FileError(
            path: path, field: field,
            message: "expected one of matrix, quaternion and euler, with or without translation")
        }
        poses[pose] = .named(matrix: matrix, quaternion: quaternion, euler: euler, translation: translation)
      case nil: break
      }
    }
    if let text = file.euler {
      euler = EulerOrder(text)
      guard euler != nil else { throw FileError(path: path, field: "euler", message: Self.eulerExpected) }
    }
    quaternionOrder = file.quaternionOrder
    guard [nil, "xyzw", "wxyz"].contains(quaternionOrder) else {
      throw FileError(path: path, field: "quaternionOrder", message: "expected xyzw or wxyz")
    }
    (time, angles, lengths, matrices) = (file.units?.time, file.units?.angles, file.units?.lengths, file.matrices)
  }

  /// Text that describes the form of an order of Euler angles.
  public static let eulerExpected =
    "expected three axes such as YXZ (capitals: about the turned axes; small: about fixed ones)"
}
