import GazePipeline

/// Facts from which explanations are made.
struct GazeContext: Sendable {
  /// The screen in portrait orientation: the panel's size, and its size in points as the app used it.
  var screen: ScreenGeometry
  var orientation: ScreenOrientation
  var layout: TargetLayout
  /// Size of the body, metres, if known.
  var body: Vector2?
  /// Ratios of the points with Display Zoom to the standard points.
  var zooms: [Double]
  /// Recording of the camera's pose.
  var camera: CameraMotion.State
  /// True if the face swings around the camera with the hand.
  var swings: Bool?
  var isSimulated: Bool

  /// Log prior of a fault made in one way: one half for any fault, divided among all ways of making one. The numbers
  /// that this file adds to it are assumed log odds, on the scale of `TargetLayout.middleWorth`; `DoctorTests` in
  /// ValidationTests fails if planted faults are no longer found.
  static let fault = -5.0

  /// The screen as the interface shows it.
  var turned: ScreenGeometry { screen.turned(to: orientation) }

  /// Size of the interface, points.
  var points: Vector2 { turned.points }

  /// True if the targets' middle is the screen's, as recorded.
  var isCentred: Bool { layout.isCentred(points) }

  /// Every explanation; the first one states that nothing is wrong.
  var hypotheses: [GazeHypothesis] {
    let order = layout.order(points)
    var all = [explanation()] + mirrors + turns + gains + poses
    for index in all.indices { all[index].prior += order }
    return all + sizes
  }

  // MARK: Undoing

  /// A function of a pose that undoes a fault.
  private typealias Undo = @Sendable (RigidTransform) -> RigidTransform

  /// An explanation of a fault that these functions undo, each of them in one part of the sample: the target, the
  /// camera in the world, the face in the world, the face in the camera's frame, the eyes in the face.
  private func explanation(
    _ fault: DoctorFault? = nil, _ way: String = "", prior: Double = Self.fault, screen: ScreenGeometry? = nil,
    target: @escaping @Sendable (Vector2) -> Vector2 = { $0 }, camera: @escaping Undo = { $0 },
    worldFace: @escaping Undo = { $0 }, face: @escaping Undo = { $0 }, eyes: @escaping Undo = { $0 }
  ) -> GazeHypothesis {
    let turned = screen ?? self.turned
    let axis = turned.orientation.portraitFromInterface.x
    var hypothesis = GazeHypothesis(fault: fault, way: way, prior: fault == nil ? 0 : prior) { sample in
      GazeHypothesis.View(
        cameraFromFace: face(camera(sample.camera).inverse * worldFace(sample.face)), left: eyes(sample.left),
        right: eyes(sample.right), hit: turned.hit(ofPoint: target(sample.target)))
    }
    hypothesis.upright = SIMD2(axis.x, axis.y)
    return hypothesis
  }

  /// An explanation by which the targets lay a factor as far from a place as they do.
  private func scaled(
    _ fault: DoctorFault, _ way: String, _ factor: Vector2, about pivot: Vector2
  ) -> GazeHypothesis {
    var hypothesis = explanation(fault, way, target: { pivot + ($0 - pivot) / factor })
    hypothesis.factor = factor
    return hypothesis
  }

  // MARK: Mirrors

  private var mirrors: [GazeHypothesis] {
    let size = points
    return [(0, DoctorFault.mirroredX, "x"), (1, .flippedY, "y")].flatMap { axis, fault, name in
      let (same, mirror): (Undo, Undo) = ({ $0 }, { $0.mirrored(axis) })
      var all = [
        explanation(fault, "the targets' \(name) were measured from the other edge") { target in
          var target = target
          target[axis] = size[axis] - target[axis]
          return target
        }
      ]
      for (what, isFace, isEyes) in [
        ("face and eyes were", true, true), ("the face's pose was", true, false), ("the eyes' poses were", false, true),
      ] {
        // The matrices may be mirrored in the world's axes or in the camera's.
        for isWorld in [false, true] where isFace || !isWorld {
          var hypothesis = explanation(
            fault, "\(what) mirrored along \(name)\(isWorld ? " of the world" : "")",
            worldFace: isFace && isWorld ? mirror : same, face: isFace && !isWorld ? mirror : same,
            eyes: isEyes ? mirror : same)
          hypothesis.reversesEyes = isEyes && axis == 0
          all.append(hypothesis)
        }
      }
      // The eyes' rotations may have a wrong sign while their positions are correct.
      let turn: Undo = { RigidTransform(rotation: $0.mirrored(axis).rotation, translation: $0.translation) }
      return all + [explanation(fault, "the eyes' rotations were mirrored along \(name)", eyes: turn)]
    }
  }

  // MARK: Orientation

  private var turns: [GazeHypothesis] {
    var all: [GazeHypothesis] = []
    let size = points
    for other in ScreenOrientation.allCases where other != orientation {
      let turned = screen.turned(to: other)
      all.append(
        explanation(
          .landscape, "the interface were in \(other.rawValue), not in \(orientation.rawValue)", screen: turned))
      if turned.points != size {
        // Targets may be in landscape points that were scaled into the portrait screen.
        all.append(
          explanation(
            .landscape, "targets were of \(other.rawValue), fitted into \(orientation.rawValue)", screen: turned,
            target: { $0 / size * turned.points }))
      }
      let quarter = RotationMatrix.aboutZ(Double(other.quarterTurns - orientation.quarterTurns) * .pi / 2)
      all.append(
        explanation(
          .landscape,
          "the camera's pose were turned by a quarter or a half, as the sensor's camera.transform is",
          camera: { RigidTransform(rotation: $0.rotation * quarter, translation: $0.translation) }))
    }
    let exchanged = "x and y of the targets were exchanged"
    return all + [
      explanation(.landscape, exchanged, target: { SIMD2($0.y, $0.x) }),
      explanation(.landscape, exchanged, target: { size - SIMD2($0.y, $0.x) }),
      explanation(
        .landscape, exchanged + " and fitted in", target: { SIMD2($0.y / size.y * size.x, $0.x / size.x * size.y) }),
    ]
  }

  // MARK: Gain

  private var gains: [GazeHypothesis] {
    func eyes(_ factor: Vector2, _ way: String, prior: Double = Self.fault) -> GazeHypothesis {
      var hypothesis = explanation(.doubledGain, "the eyes turned \(way) as they do", prior: prior)
      hypothesis.eyeFactor = factor
      return hypothesis
    }
    func targets(_ factor: Double, _ text: String) -> [GazeHypothesis] {
      [(points / 2, "the screen's middle"), (turned.camera * turned.pointsPerMetre, "the camera")].map { pivot, place in
        scaled(
          .doubledGain, "targets lay \(text) as far from \(place) as they do", SIMD2(factor, factor), about: pivot)
      }
    }
    // A factor of a half along only one axis is no fault: the tracker has such a gain for some people.
    return [
      eyes(SIMD2(2, 2), "twice as far"), eyes(SIMD2(2, 1), "twice as far sideways", prior: Self.fault - 4),
      eyes(SIMD2(1, 2), "twice as far up and down", prior: Self.fault - 4),
    ] + targets(2, "twice") + [eyes(SIMD2(0.5, 0.5), "half as far")] + targets(0.5, "half")
  }

  // MARK: The phone's pose

  private var poses: [GazeHypothesis] {
    // Only a simulated head follows the phone's turns, so a swing shows only in simulated recordings that the camera's
    // pose was left out.
    var swing = 0.0
    if isSimulated, let swings { swing = swings ? 12 : -4 }
    let applied = "the face were in the camera's frame already, and the camera's pose applied once more"
    if camera == .moving {
      let ways: [(String, Undo)] = [
        (applied, { _ in .identity }),
        ("the camera's pose were applied to the face the wrong way round", { $0 * $0 }),
        ("the camera's pose were recorded inverted", { $0.inverse }),
      ]
      return ways.map { explanation(.poseIgnored, $0, prior: Self.fault + swing, camera: $1) }
    }
    let isIdentity = camera == .identity
    // A tracked camera pose is never bit-identical in two frames, unless the world's axes are the camera's, so that
    // the pose is always the unit matrix.
    let still = isIdentity || isSimulated ? swing : 12
    let kept = explanation(
      .poseIgnored, "the camera's pose were kept from one frame",
      prior: Self.fault + (still == 0 || isIdentity && swing <= 0 ? -6 : still))
    let reclined = [10.0, 15, 20, 25, 30, 35, 40, 45, 50, 60, -15, -30, -45].map { degrees in
      let recline = RotationMatrix.aboutX(degrees.radians)
      return explanation(
        .poseIgnored, "the phone leant back by about \(Int(degrees)) degrees, which the camera's pose does not show",
        prior: Self.fault + max(swing, -4) - (degrees < 0 ? 3 : 0),
        camera: { RigidTransform(rotation: $0.rotation * recline, translation: $0.translation) })
    }
    return [kept] + reclined + (isIdentity ? [] : [explanation(.poseIgnored, applied, camera: { _ in .identity })])
  }

  // MARK: Sizes

  /// Explanations in which a size of the screen is wrong, in points or in millimetres.
  private var sizes: [GazeHypothesis] {
    var all: [GazeHypothesis] = []
    let (turned, size) = (turned, points)
    let isSideways = orientation == .landscapeLeft || orientation == .landscapeRight
    func upright(_ size: Vector2) -> Vector2 { isSideways ? SIMD2(size.y, size.x) : size }
    func add(_ fault: DoctorFault, _ way: String, _ factor: Vector2, about pivot: Vector2, prior: Double) {
      var hypothesis = scaled(fault, way, factor, about: pivot)
      hypothesis.prior += prior + layout.order(size) { pivot + ($0 - pivot) / factor }
      hypothesis.isSize = fault != .doubledGain
      all.append(hypothesis)
    }
    let middle = layout.middle(size)
    for zoom in zooms.flatMap({ [$0, 1 / $0] }) {
      let way = zoom < 1 ? "targets were in zoomed points" : "targets were in standard points, the screen's in zoomed"
      add(.displayZoom, way, SIMD2(zoom, zoom), about: .zero, prior: -1)
      add(.displayZoom, way + ", about the screen's middle", SIMD2(zoom, zoom), about: size / 2, prior: -2)
    }
    for (factor, text) in [(2.0, "twice"), (0.5, "half")] {
      let way = "targets lay \(text) as far from the top-left corner as they do"
      add(.doubledGain, way, SIMD2(factor, factor), about: .zero, prior: 0)
    }
    if let body {
      let factor = upright(screen.metres / body)
      for (factor, way) in [
        (factor, "metres were divided by the body's size to give points"),
        (1 / factor, "the screen were as large as the body"),
      ] {
        for pivot in [.zero, size / 2, turned.camera * turned.pointsPerMetre] {
          add(.bodySize, way, factor, about: pivot, prior: -1)
        }
      }
    }
    let turn = turned.metres.x / turned.metres.y
    add(.screenSize, "the screen's width and height were exchanged", SIMD2(turn, 1 / turn), about: .zero, prior: -1)
    // Explanations whose factor is computed from the middle of the targets' layout, if the middle matches no factor of
    // the tables. Such a factor always centres the layout, so a centred layout is no evidence for it.
    let tautology = -2 * TargetLayout.middleWorth
    guard abs(middle.x - 1) > TargetLayout.offMiddle, abs(middle.y - 1) > TargetLayout.offMiddle else { return all }
    // Two facts are evidence: that targets lie beside the middle sideways, too (assumed: one layout in 50), and that
    // both axes are off by one factor (within 0.6 % of a range of 30 %: one in 25).
    if abs(middle.x / middle.y - 1) < 0.006, (0.7...0.97).contains(min(middle.x, 1 / middle.x)) {
      let times = NumberText.rounded(1 / middle.x, 2)
      add(.screenSize, "the screen were \(times) times as large as it is", middle, about: .zero, prior: tautology + 7)
    }
    let portrait = upright(middle)
    let panel = screen.metres * 1000
    let body = portrait.x < 1 ? panel / portrait : panel * portrait
    if (portrait.x < 1) == (portrait.y < 1), BodySize.isBody(body, around: panel) {
      let way = "the screen were taken for \(body.text()) mm"
      add(.bodySize, way, middle, about: .zero, prior: tautology + 4)
    }
    return all
  }
}
