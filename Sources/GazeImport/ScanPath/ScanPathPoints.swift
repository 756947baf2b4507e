import GazePipeline
import GazeRecording

/// Sessions of ios-eye-tracking as frames: each point of the scan path becomes a face that looks at it,
/// with the lids of the same moment. Each session is a participant.
///
/// The app stores `ARCamera.projectPoint` of the point looked at, with manual corrections by orientation, and draws it,
/// smoothed, at (width − x, height − y). An option selects stored or drawn points; stored is the default.
struct ScanPathPoints: ImportSource, ~Copyable {
  private let options: ImportOptions
  private let sessions: [ScanPathFile.Session]
  /// Position of the next point in the file (session and index), and the lids of its session.
  private var session = 0
  private var index = 0
  private var lids: (left: LidSeries?, right: LidSeries?) = (nil, nil)
  private var orientation: ScreenOrientation?
  /// Orientation for the header: the first known one.
  private var firstOrientation: ScreenOrientation?
  private var turned = Occurrences()
  private var unreachable = Occurrences()
  private var unknownOrientations = 0
  private var limited = 0
  private var lidSamples = 0
  private var lidsFound = 0
  /// Number of points that are outside the screen by at least a tenth of its size.
  private var outside = 0
  /// True while no point was outside 0…1.
  private var areWithinOne = true
  private var pointCount = 0

  init(path: String, options: ImportOptions, reading: ImportReading) throws(FileError) {
    self.options = options
    sessions = try ScanPathFile(path: path).sessions
  }

  /// Returns the model named in a file, `iPad8,1`.
  static func model(path: String) throws(FileError) -> String? {
    guard path != "-" else { return nil }
    return try ScanPathFile(path: path).sessions.lazy.compactMap(\.model).first
  }

  /// Upright screen, with the size in points from the file.
  private var screen: ScreenGeometry {
    var screen = options.screen
    if let size = sessions[min(session, sessions.count - 1)].size ?? sessions[0].size {
      screen.points = SIMD2(size.min(), size.max())
    }
    return screen
  }

  var facts: ImportFacts {
    var facts = ImportFacts()
    let upright = screen
    facts.orientation = firstOrientation ?? .portrait
    facts.points = upright.turned(to: facts.orientation).points
    facts.assumptions = [
      "The file holds points on the screen and no poses: the face is assumed straight before the screen's middle, "
        + "\(NumberText.thousandths(options.distance)) mm away and facing it, with both eyes' rays made to end on the "
        + "point; what is computed of the face, of distance or of the eyes' angles says nothing about the person.",
      options.eyesAreAssumed, "The point looked at in space stays unknown.",
      options.points == .stored
        ? "The points are taken as stored; the app that wrote them draws (width − x, height − y), smoothed."
        : "The points are taken as the app draws them, (width − x, height − y), without its smoothing.",
    ]
    if sessions.count > 1 { facts.remarks.append("\(sessions.count) sessions, each a participant.") }
    if firstOrientation == nil {
      facts.assumptions.append("The phone's orientation is not in the file: the screen is assumed to be upright.")
    } else if unknownOrientations > 0 {
      facts.assumptions.append(
        "\(unknownOrientations) points were taken with the phone flat or unknown: the last known orientation "
          + "is assumed."
      )
    }
    if lidsFound == 0 {
      facts.assumptions.append("The lids are not in the file and assumed open.")
    } else if lidSamples > lidsFound {
      facts.remarks.append("\(lidSamples - lidsFound) lid samples fall on no point and are left out.")
    }
    if limited > 0 {
      facts.remarks.append("\(limited) points were taken while tracking was limited, as the file says.")
    }
    if turned.count > 0 {
      facts.doubt(
        .turned, in: turned,
        """
        the phone was turned \(NumberText.times(turned.count)); the recording is \(facts.orientation.rawValue) \
        throughout, and each point stays where it was on the glass
        """)
    }
    if pointCount > 1, areWithinOne {
      facts.doubt(
        .pointUnit, in: Occurrences(count: pointCount),
        "all points lie between 0 and 1: they look like fractions of the screen, not points")
    } else if pointCount > 1, 2 * outside > pointCount {
      facts.doubt(
        .pointUnit, in: Occurrences(count: outside),
        "\(outside) of \(pointCount) points lie off the screen: they may be pixels, or another device's")
    }
    if unreachable.count > 0 {
      facts.doubt(
        .outOfReach, in: unreachable,
        """
        \(unreachable.count) points are so far off the screen that no ray from the assumed face reaches them; they \
        become lost frames
        """)
    }
    return facts
  }

  mutating func next() throws(FileError) -> ImportedFrame? {
    while session < sessions.count {
      if index == 0 { lids = sessions[session].lids }
      if let points = sessions[session].points, index < points.count {
        index += 1
        return frame(points[index - 1])
      }
      lidSamples += lids.left?.count ?? 0
      lidsFound += lids.left?.takenCount ?? 0
      session += 1
      (index, orientation) = (0, nil)
    }
    return nil
  }

  private mutating func frame(_ sample: ScanPathSample) -> ImportedFrame {
    if let number = sample.orientation {
      if let new = ScreenOrientation(uiKitRawValue: number) {
        turn(to: new, sample.line)
      } else {
        unknownOrientations += 1
      }
    }
    let geometry = screen.turned(to: orientation ?? .portrait)
    var point = sample.point
    if options.points == .drawn { point = geometry.points - point }
    let blink = SIMD2(Self.position(&lids.left, at: sample.time), Self.position(&lids.right, at: sample.time))
    let share = sample.point / geometry.points
    if share.min() < -0.1 || share.max() > 1.1 { outside += 1 }
    areWithinOne = areWithinOne && (0...1).contains(point.x) && (0...1).contains(point.y)
    pointCount += 1
    if sample.trackingState != nil { limited += 1 }
    var frame = FaceFrame.lost(at: sample.time)
    if sample.trackingState != "notAvailable" {
      if let seen = face(lookingAt: point, on: geometry, time: sample.time, blink: blink) {
        frame = seen
      } else {
        unreachable.add(line: sample.line)
      }
    }
    return ImportedFrame(observation: .init(participant: session, frame: frame), line: sample.line)
  }

  /// Returns the position of a lid at a time: 0 for a file without lids, NaN if the file has no sample for this moment.
  private static func position(_ lid: inout LidSeries?, at time: Double) -> Float {
    lid == nil ? 0 : Float(lid?.value(at: time) ?? .nan)
  }

  private mutating func turn(to new: ScreenOrientation, _ line: Int) {
    if let orientation, orientation != new {
      turned.add(line: line)
    }
    orientation = new
    firstOrientation = firstOrientation ?? new
  }

  /// Frame of a face whose gaze falls on a point of the screen; nil if no ray reaches the point, beyond a metre from
  /// the camera.
  ///
  /// The face is straight in front of the screen's middle, both eyes look in the same direction (as ARKit's nearly do),
  /// and the ray halfway between them ends on the point: for this face, the `standard` pipeline of the nominal device
  /// returns the point. Nothing else about the face is known, so its position, its rotation and the eyes' angles say
  /// nothing about the person.
  private func face(
    lookingAt point: Vector2, on screen: ScreenGeometry, time: Double, blink: SIMD2<Float>
  ) -> FaceFrame? {
    let middle = screen.hit(ofPoint: screen.points / 2)
    let hit = screen.hit(ofPoint: point)
    guard hit.isFinite, hit.length <= 0.99 else { return nil }
    let direction = SIMD3(hit.x - middle.x, hit.y - middle.y, options.distance).normalized
    // The pipeline refuses directions beyond 87° from the face's direction and rays beyond 89° from the screen's
    // normal.
    guard direction.z > 0.06 else { return nil }
    let rotation = GazeAngles(direction: direction).rotationWithoutRoll
    let side = options.sideOfLeftEye(.screenRight)
    func eye(_ side: Double) -> TransformMatrix {
      TransformMatrix(RigidTransform(rotation: rotation, translation: options.eye(on: side)))
    }
    return FaceFrame(
      time: time, face: TransformMatrix(RigidTransform(translation: SIMD3(middle.x, middle.y, -options.distance))),
      leftEye: eye(side), rightEye: eye(-side), blink: blink)
  }
}
