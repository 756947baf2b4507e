import GazePipeline

/// One explanation of a recording: nothing is wrong, or one fault was made in one way. It has a function that undoes
/// the fault.
struct GazeHypothesis: Sendable {
  /// A sample with the fault undone: the input that a pipeline should have had.
  struct View: Sendable {
    var cameraFromFace: RigidTransform
    var left: RigidTransform, right: RigidTransform
    /// The target in the camera's frame, metres.
    var hit: SIMD2<Double>
  }

  /// The fault; nil if nothing is wrong.
  var fault: DoctorFault?
  /// The way in which the fault was made, in words that continue "as if".
  var way: String
  /// Log prior, including evidence that does not use the gaze; 0 for nothing wrong.
  var prior = 0.0
  /// True if under this explanation the left eye is at the face's −x.
  var reversesEyes = false
  /// Factor by which the explanation multiplies the reported eye angles.
  var eyeFactor = SIMD2<Double>(1, 1)
  /// True if the fault is a wrong size of the screen, which the gaze cannot tell from a gain.
  var isSize = false
  /// Factor of the targets' coordinates, as a number for the report.
  var factor: SIMD2<Double>?
  /// The interface's x axis in the portrait view's frame; the x axis of an upright face is parallel to this axis.
  var upright = SIMD2<Double>(1, 0)
  var view: @Sendable (DoctorSample) -> View
}

/// Facts from which explanations are made.
struct GazeContext: Sendable {
  /// The screen in portrait orientation: the panel's size, and its size in points as the app used it.
  var screen: ScreenGeometry
  var orientation: ScreenOrientation
  var layout: TargetLayout
  /// Size of the body, metres, if known.
  var body: SIMD2<Double>?
  /// Ratios of the points with Display Zoom to the standard points.
  var zooms: [Double]
  /// Recording of the camera's pose.
  var camera: CameraMotion.State
  /// True if the face swings around the camera with the hand.
  var swings: Bool?
  var isSimulated: Bool

  /// Log prior of a fault made in one way: one half for any fault, divided among all ways of making one.
  static let fault = -5.0

  /// Size of the interface, points.
  var points: SIMD2<Double> { screen.turned(to: orientation).points }

  /// True if the targets' middle is the screen's, as recorded.
  var isCentred: Bool { layout.isCentred(points) }

  /// Every explanation; the first one states that nothing is wrong.
  var hypotheses: [GazeHypothesis] {
    let order = layout.order(points)
    var all = [plain()] + mirrors + turns + gains + poses
    for index in all.indices { all[index].prior += order }
    return all + scales
  }

  // MARK: Undoing

  /// An explanation of a fault that affects only the given poses.
  func plain(
    _ fault: DoctorFault? = nil, _ way: String = "", prior: Double? = nil, screen: ScreenGeometry? = nil,
    target: @escaping @Sendable (SIMD2<Double>) -> SIMD2<Double> = { $0 },
    camera: @escaping @Sendable (RigidTransform) -> RigidTransform = { $0 }
  ) -> GazeHypothesis {
    let turned = screen ?? self.screen.turned(to: orientation)
    let axis = turned.orientation.portraitFromInterface.x
    var hypothesis = GazeHypothesis(fault: fault, way: way, prior: prior ?? (fault == nil ? 0 : Self.fault)) { sample in
      GazeHypothesis.View(
        cameraFromFace: camera(sample.camera).inverse * sample.face, left: sample.left, right: sample.right,
        hit: turned.hit(ofPoint: target(sample.target)))
    }
    hypothesis.upright = SIMD2(axis.x, axis.y)
    return hypothesis
  }

  // MARK: Mirrors

  private var mirrors: [GazeHypothesis] {
    var all: [GazeHypothesis] = []
    let size = points
    for (axis, fault, name) in [(0, DoctorFault.mirroredX, "x"), (1, .flippedY, "y")] {
      all.append(
        plain(fault, "the targets' \(name) were measured from the other edge") { target in
          var target = target
          target[axis] = size[axis] - target[axis]
          return target
        })
      let turned = screen.turned(to: orientation)
      for (face, eyes, what) in [
        (true, true, "face and eyes were"), (true, false, "the face's pose was"), (false, true, "the eyes' poses were"),
      ] {
        // The matrices may be mirrored in the world's axes or in the camera's.
        for isWorld in [false, true] where face || !isWorld {
          let way = "\(what) mirrored along \(name)\(isWorld ? " of the world" : "")"
          var hypothesis = GazeHypothesis(fault: fault, way: way, prior: Self.fault) { sample in
            let placed = face && isWorld ? sample.face.mirrored(axis) : sample.face
            let relative = sample.camera.inverse * placed
            return GazeHypothesis.View(
              cameraFromFace: face && !isWorld ? relative.mirrored(axis) : relative,
              left: eyes ? sample.left.mirrored(axis) : sample.left,
              right: eyes ? sample.right.mirrored(axis) : sample.right, hit: turned.hit(ofPoint: sample.target))
          }
          hypothesis.reversesEyes = eyes && axis == 0
          hypothesis.upright = SIMD2(
            turned.orientation.portraitFromInterface.x.x, turned.orientation.portraitFromInterface.x.y)
          all.append(hypothesis)
        }
      }
      // The eyes' rotations may have a wrong sign while their positions are correct.
      var rotations = plain(fault, "the eyes' rotations were mirrored along \(name)")
      let plainView = rotations.view
      rotations.view = { sample in
        var view = plainView(sample)
        view.left.rotation = sample.left.mirrored(axis).rotation
        view.right.rotation = sample.right.mirrored(axis).rotation
        return view
      }
      all.append(rotations)
    }
    return all
  }

  // MARK: Orientation

  private var turns: [GazeHypothesis] {
    var all: [GazeHypothesis] = []
    let size = points
    for other in ScreenOrientation.allCases where other != orientation {
      let turned = screen.turned(to: other)
      all.append(
        plain(.landscape, "the interface were in \(other.rawValue), not in \(orientation.rawValue)", screen: turned))
      if turned.points != size {
        // Targets may be in landscape points that were scaled into the portrait screen.
        all.append(
          plain(
            .landscape, "targets were of \(other.rawValue), fitted into \(orientation.rawValue)", screen: turned,
            target: { $0 / size * turned.points }))
      }
      let quarter = RotationMatrix.aboutZ(Double(other.quarterTurns - orientation.quarterTurns) * .pi / 2)
      all.append(
        plain(
          .landscape,
          "the camera's pose were turned by a quarter or a half, as the sensor's camera.transform is",
          camera: { RigidTransform(rotation: $0.rotation * quarter, translation: $0.translation) }))
    }
    all.append(plain(.landscape, "x and y of the targets were exchanged", target: { SIMD2($0.y, $0.x) }))
    all.append(
      plain(
        .landscape, "x and y of the targets were exchanged",
        target: { size - SIMD2($0.y, $0.x) }))
    all.append(
      plain(
        .landscape, "x and y of the targets were exchanged and fitted in",
        target: { SIMD2($0.y / size.y * size.x, $0.x / size.x * size.y) }))
    return all
  }

  // MARK: Gain

  private var gains: [GazeHypothesis] {
    var all: [GazeHypothesis] = []
    let turned = screen.turned(to: orientation)
    let camera = turned.camera * turned.pointsPerMetre
    for factor in [2.0, 0.5] {
      let text = factor == 2 ? "twice" : "half"
      var ways = [(SIMD2(factor, factor), "the eyes turned \(text) as far as they do")]
      if factor == 2 {
        // A factor of a half along only one axis is no fault: the tracker has such a gain for some people.
        ways += [
          (SIMD2(2, 1), "the eyes turned twice as far sideways as they do"),
          (SIMD2(1, 2), "the eyes turned twice as far up and down as they do"),
        ]
      }
      for (axes, what) in ways {
        var hypothesis = plain(.doubledGain, what, prior: Self.fault - (axes.x == axes.y ? 0 : 4))
        hypothesis.eyeFactor = axes
        all.append(hypothesis)
      }
      for (pivot, place) in [(turned.points / 2, "the screen's middle"), (camera, "the camera")] {
        var hypothesis = plain(
          .doubledGain, "targets lay \(text) as far from \(place) as they do",
          target: { pivot + ($0 - pivot) / factor })
        hypothesis.factor = SIMD2(factor, factor)
        all.append(hypothesis)
      }
    }
    return all
  }

  // MARK: The phone's pose

  private var poses: [GazeHypothesis] {
    var all: [GazeHypothesis] = []
    // Only a simulated head follows the phone's turns, so a swing shows only in simulated recordings that the camera's
    // pose was left out.
    var swing = 0.0
    if isSimulated, let swings { swing = swings ? 12 : -4 }
    switch camera {
    case .moving:
      func add(_ way: String, _ undo: @escaping @Sendable (RigidTransform) -> RigidTransform) {
        all.append(plain(.poseIgnored, way, prior: Self.fault + swing, camera: undo))
      }
      add("the face were in the camera's frame already, and the camera's pose applied once more") { _ in .identity }
      add("the camera's pose were applied to the face the wrong way round") { $0 * $0 }
      add("the camera's pose were recorded inverted") { $0.inverse }
    case .identity, .constant:
      let isIdentity = camera == .identity
      // A tracked camera pose is never bit-identical in two frames, unless the world's axes are the camera's, so that
      // the pose is always the unit matrix.
      let still = isIdentity ? swing : isSimulated ? swing : 12
      all.append(
        plain(
          .poseIgnored, "the camera's pose were kept from one frame",
          prior: Self.fault + (still == 0 || isIdentity && swing <= 0 ? -6 : still)))
      for degrees in [10.0, 15, 20, 25, 30, 35, 40, 45, 50, 60, -15, -30, -45] {
        let recline = RotationMatrix.aboutX(degrees.radians)
        all.append(
          plain(
            .poseIgnored,
            "the phone leant back by about \(Int(degrees)) degrees, which the camera's pose does not show",
            prior: Self.fault + max(swing, -4) - (degrees < 0 ? 3 : 0),
            camera: { RigidTransform(rotation: $0.rotation * recline, translation: $0.translation) }))
      }
      if !isIdentity {
        all.append(
          plain(
            .poseIgnored, "the face were in the camera's frame already, and the camera's pose applied once more",
            camera: { _ in .identity }))
      }
    }
    return all
  }
}
