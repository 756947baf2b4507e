import GazePipeline
import GazeRecording

/// Data that a page replays and draws over time: some people's takes, thinned out and quantised. They are part of the
/// evaluation's JSON (`replay`) if a page was requested. The properties' names are keys of the JSON, which `replay.js`
/// reads as `data.…`.
package struct ReplayTraces: Sendable, Codable, Equatable {
  /// The screen in the interface's orientation.
  struct Screen: Sendable, Codable, Equatable {
    /// Width and height, points.
    var points: [Double]
    /// Width and height, metres.
    var metres: [Double]
    /// Position of the camera relative to the top-left corner, metres, y down.
    var camera: [Double]
    /// The interface's orientation. Poses are in the portrait view's frame, so the page's side view shows the user from
    /// the side only in portrait.
    var orientation: String
  }

  /// The text that a person's page shows in a scenario, in content points.
  struct Page: Sendable, Codable, Equatable {
    /// The scenario that shows the page.
    var scenario: String
    /// The participant who reads the page.
    var participant: Int
    /// Height of the content, points.
    var height: Double
    /// Left edge of the lines, points.
    var margin: Double
    /// Distance from line to line, points.
    var linePitch: Double
    /// Vertical centre and width of each line, points.
    var lines: [[Double]]
    /// Top and bottom of each picture, points.
    var pictures: [[Double]]
  }

  /// A scroll that was wanted or made.
  struct Scroll: Sendable, Codable, Equatable {
    /// Seconds from the take's beginning.
    var start: Double
    /// Seconds from the take's beginning.
    var end: Double
    /// Direction of the scroll.
    var direction: String
    /// For an intent, true if a scroll served it; for a scroll, true if it was wanted.
    var matched: Bool
  }

  /// One person doing one scenario.
  struct Take: Sendable, Codable, Equatable {
    /// The scenario.
    var scenario: String
    /// Number of samples kept.
    var samples: Int
    /// Duration of the whole take, seconds, including parts that are not kept.
    var seconds: Double
    /// Columns by name: whole numbers as `DeltaText` writes them, one for each sample. `time` ms off the nominal rate;
    /// `gazeX`, `gazeY`, `targetX`, `targetY`, `page`, `rawX`, `rawY`, `x0`, `y0` (x1 …: the other pipelines) in
    /// points; `scroll0` and `intent` −1, 0, 1; `state` an index of `states`; `flags`: 1 tracked, 2 blink, 4 gaze, 8
    /// target, 16 raw pointer, 32 page, 64 pose; `faceX`, `faceY`, `faceZ` mm in the camera's frame; `pitch`, `yaw`,
    /// `recline` and `left` (the left eye's ray seen from the side; `rightAbove`: the right ray's angle minus the left
    /// one's) in fifths of a degree; `lookL` the left eye's yaw in the camera's frame and `lookR` the right eye's yaw
    /// minus the left one's, in half degrees; `offLX` … `offRY` the 2018 article's x and y of either eye minus the
    /// correct yaw and pitch, degrees.
    var columns: [String: String]
    /// The eyeballs' centres in the face's frame, mm, left and right.
    var eyes: [[Double]]
    /// The person's intents to scroll.
    var wishes: [Scroll]
    /// Scrolls that the first pipeline made.
    var scrolls: [Scroll]
  }

  /// One person.
  struct Person: Sendable, Codable, Equatable {
    /// The participant's number.
    var participant: Int
    /// True if tracking fails for this person.
    var failing: Bool
    /// Takes in the order of the scenarios.
    var takes: [Take]
  }

  /// Names of the values of `state`.
  static let states = ["none"] + RecordedFrame.Truth.State.allCases.map(\.rawValue)

  /// Frame rate of the samples before thinning out, Hz.
  var frameRate: Double
  /// Interval of the kept frames: every n-th is kept.
  var keepsEvery: Int
  /// Number of people in the evaluation; only the first ones are kept.
  var peopleInAll: Int
  /// Longest kept part of a take, seconds.
  var secondsKept: Double
  /// The screen.
  var screen: Screen
  /// Names of the values of `state`.
  var states = Self.states
  /// Names of the pipelines.
  var pipelines: [String]
  /// The pages of the people that are kept.
  var pages: [Page]
  /// The people that are kept.
  var people: [Person]
  /// Number of the simulation's constants of each provenance.
  var constants: [String: Int]?

  /// Rate of the kept samples, Hz.
  var rate: Double { frameRate / Double(max(keepsEvery, 1)) }
}

/// The columns of a take while they are filled; `TraceBuilder.keep` names them.
struct TraceColumns {
  private var values: [String: [Int32]] = [:]
  private(set) var count = 0

  /// Adds a number to a column; nil repeats the last number, which costs nearly nothing.
  mutating func add(_ name: String, _ value: Double?, scale: Double = 1) {
    let last = values[name]?.last ?? 0
    guard let value, (value * scale).isFinite else {
      values[name, default: []].append(last)
      return
    }
    values[name, default: []].append(Int32(min(max(value * scale, -32_000), 32_000).rounded()))
  }

  mutating func add(_ name: String, _ point: Vector2?) {
    add(name + "X", point?.x)
    add(name + "Y", point?.y)
  }

  /// Ends a sample.
  mutating func endSample() { count += 1 }

  /// The columns as text.
  var encoded: [String: String] { values.mapValues(DeltaText.encoded) }
}

/// A face seen by the phone: all angles in radians, lengths in metres, camera frame.
struct FacePose {
  var position: Vector3
  var pitch: Double, yaw: Double
  /// Angles of the eyes' rays seen from the side, positive towards +y.
  var left: Double, right: Double
  /// Angle of the phone back from upright; nil if the world's axes do not show it.
  var recline: Double?
  /// The eyeballs' centres, face frame.
  var eyes: (Vector3, Vector3)
  /// Directions of the eyes and the 2018 article's angles, both in the camera's axes; the page draws the phone in the
  /// same axes.
  var sight: (left: LineOfSight.Eye, right: LineOfSight.Eye)

  /// Fails if a pose of the frame is not a rigid transform, or if an eye looks sideways.
  init?(_ frame: FaceFrame) {
    guard frame.isTracked, let face = frame.cameraFromFace, let left = RigidTransform(frame.leftEye),
      let right = RigidTransform(frame.rightEye), let camera = RigidTransform(frame.camera)
    else { return nil }
    func slope(_ eye: RigidTransform) -> Double? {
      let way = face.apply(direction: eye.rotation.z)
      return way.z > 0.05 ? Elementary.atan2(way.y, way.z) : nil
    }
    guard let a = slope(left), let b = slope(right) else { return nil }
    (self.left, self.right) = (a, b)
    position = face.translation
    let out = face.rotation.z
    pitch = Elementary.atan2(out.y, max(abs(out.z), 1e-6))
    yaw = Elementary.atan2(out.x, max(abs(out.z), 1e-6))
    recline = Elementary.atan2(-camera.rotation.z.y, camera.rotation.y.y)
    eyes = (left.translation, right.translation)
    sight = (LineOfSight.Eye(face: face, eye: left), LineOfSight.Eye(face: face, eye: right))
    guard position.isFinite, pitch.isFinite, yaw.isFinite else { return nil }
  }
}
