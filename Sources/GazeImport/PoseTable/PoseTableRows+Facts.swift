import GazePipeline
import GazeRecording

/// Sentences on a table's contents and on assumptions.
extension PoseTableRows {
  var facts: ImportFacts {
    var facts = ImportFacts()
    let (left, right) = (poses[.leftEye], poses[.rightEye])
    facts.hasFacePlace = poses[.face]?.hasPlace == true
    facts.hasEyePlaces = left?.hasPlace == true || right?.hasPlace == true
    facts.timeUnitIsOpen = namedUnit == nil || options.time != nil
    if !facts.timeUnitIsOpen { facts.timeUnitName = namedUnit }
    facts.remarks = columnsFound + (gaze == nil ? unitsRead : [coordinatesRead])
    facts.assumptions = gaze == nil ? assumptions : assumptionsWithoutPoses
    facts.targets = gaze?.targets
    if gaze != nil, options.distanceIsStated { facts.eyeDistance = options.distance }
    if stretched.count > 0 {
      facts.doubt(
        .noRotation, in: stretched,
        "\(stretched.count) quaternions are not of length 1 within 0.01; their direction is used")
    }
    return facts
  }

  private func title(_ column: Int) -> String { TerminalText.line(table.names.titles[column].prefix(40)) }

  /// Sentences that name the columns in use.
  private var columnsFound: [String] {
    var found = ["time: \(title(timeColumn)), in \(clock.unit.rawValue); it starts at 0"]
    if let gaze { found.append(gaze.sentence(table.names)) }
    found += PoseTableMap.Pose.allCases.compactMap { poses[$0]?.sentence(table.names) }
    let others = PoseTableMap.Role.allCases.filter { $0 != .time }.compactMap { role in
      roles[role].map { "\(role.rawValue): \(title($0))" }
    }
    if !others.isEmpty { found.append(others.joined(separator: ", ")) }
    return found
  }

  private var hasEuler: Bool { poses.values.contains(where: \.isEuler) }

  private var unitsRead: [String] {
    var read = [
      poses.values.contains(where: \.isMatrix)
        ? "matrices are read by \(reading.layout.rawValue), lengths in \(reading.length.rawValue)"
        : "lengths are read in \(reading.length.rawValue)"
    ]
    if hasEuler { read.append("angles are read in \(reading.angle.rawValue)") }
    return read
  }

  /// Sentences on all data that the table does not contain.
  private var assumptions: [String] {
    var assumed: [String] = []
    if hasEuler, options.table.euler == nil {
      assumed.append("The order of the Euler angles is not stated: YXZ is assumed, as ARKit's camera has it.")
    }
    if poses[.camera] == nil {
      assumed.append("The camera's pose is not in the file: it is assumed to stand still and upright at the origin.")
    }
    let distance = "\(NumberText.thousandths(options.distance)) mm away"
    if poses[.face] == nil {
      assumed.append(
        "The face's pose is not in the file: it is assumed on the camera's axis, \(distance), facing the phone.")
    } else if poses[.face]?.hasPlace == false {
      assumed.append("The face's place is not in the file: it is assumed on the camera's axis, \(distance).")
    }
    if poses[.leftEye]?.hasPlace == false { assumed.append(options.eyesAreAssumed) }
    if roles[.blinkLeft] == nil || roles[.blinkRight] == nil {
      assumed.append("The lids are not in the file and assumed open.")
    }
    return assumed + ["The point looked at stays unknown."]
  }

  private var coordinatesRead: String {
    var unit = "points of the screen"
    if let size = reading.points.size {
      unit =
        size == SIMD2(1, 1)
        ? "shares of the screen"
        : "units of which the screen has \(NumberText.brief(size.x)) x \(NumberText.brief(size.y))"
    }
    return "coordinates are read as \(unit), \(reading.points.axes.sentence)"
  }

  /// Sentences on all data that a table of gaze does not contain.
  private var assumptionsWithoutPoses: [String] {
    [
      "The file holds a gaze on the screen and no faces: only its pointer can be judged.",
      options.distanceIsStated
        ? "The eyes are assumed before the screen's middle, \(NumberText.thousandths(options.distance)) mm away, as "
          + "stated; degrees depend on it."
        : "The eyes' distance is not stated, so no figure is in degrees"
          + Wording.of(command: "; --distance states it.", app: "."),
    ]
  }
}
