import GazeRecording

/// What a page replays and draws along time: some people's takes, thinned out and quantised. Part of the evaluation's
/// JSON (`replay`) where a page was asked for.
public struct ReplayTracks: Sendable, Codable, Equatable {
  /// The screen, as the interface stands.
  public struct Screen: Sendable, Codable, Equatable {
    /// Width and height, points.
    public var points: [Double]
    /// Width and height, metres.
    public var metres: [Double]
    /// The camera from the top-left corner, metres, y down.
    public var camera: [Double]
    /// How the interface stands: poses are those of the portrait view, so that only there the side view is the user's.
    public var orientation: String
  }

  /// The text that a scenario's page shows, in content points.
  public struct Page: Sendable, Codable, Equatable {
    /// Whose page.
    public var scenario: String
    /// Height of the content.
    public var height: Double
    /// Left edge of the lines.
    public var margin: Double
    /// From line to line.
    public var linePitch: Double
    /// Middle and width of each line.
    public var lines: [[Double]]
    /// Top and bottom of each picture.
    public var pictures: [[Double]]
  }

  /// A scroll that was wanted or made.
  public struct Scroll: Sendable, Codable, Equatable {
    /// Seconds from the take's beginning.
    public var start: Double
    /// Seconds.
    public var end: Double
    /// Which way.
    public var direction: String
    /// Of a wish: it was answered. Of a scroll: it was wanted.
    public var matched: Bool
  }

  /// One person doing one scenario.
  public struct Take: Sendable, Codable, Equatable {
    /// The scenario.
    public var scenario: String
    /// Samples kept.
    public var samples: Int
    /// Seconds of the take, also those that are not kept.
    public var seconds: Double
    /// By name: whole numbers as `DeltaText` writes them, one for each sample. `time` ms off the nominal rate, `gazeX`,
    /// `gazeY`, `targetX`, `targetY`, `page`, `rawX`, `rawY`, `x0`, `y0` (x1 …: the other pipelines) in points; `scroll0`
    /// and `intent` −1, 0, 1; `state` an index of `states`; `flags`: 1 tracked, 2 blink, 4 gaze, 8 target, 16 raw pointer,
    /// 32 page, 64 pose; `faceX`, `faceY`, `faceZ` mm in the camera's frame; `pitch`, `yaw`, `recline` and `left` (the left
    /// eye's ray seen from the side; `rightAbove`: by how much the right one's is larger) in fifths of a degree; `lookL` the
    /// left eye's yaw in the camera's frame and `lookR` by how much the right one's is larger, half degrees; `offLX` …
    /// `offRY` by how much the 2018 article's x and y of either eye are larger than the correct yaw and pitch, degrees.
    public var columns: [String: String]
    /// The eyeballs' centres in the face, mm, left and right.
    public var eyes: [[Double]]
    /// Scrolls that were wanted.
    public var wishes: [Scroll]
    /// Scrolls that the first pipeline made.
    public var scrolls: [Scroll]
  }

  /// One person.
  public struct Person: Sendable, Codable, Equatable {
    /// The participant's number.
    public var participant: Int
    /// Tracking fails this person.
    public var failing: Bool
    /// In the order of the scenarios.
    public var takes: [Take]
  }

  /// What `state` counts.
  public static let states = ["none"] + Truth.State.allCases.map(\.rawValue)

  /// Frames a second that came.
  public var frameRate: Double
  /// Every so manyth of them is kept.
  public var keepsEvery: Int
  /// People in all; the first ones are kept.
  public var peopleInAll: Int
  /// At most so many seconds of a take are kept.
  public var secondsKept: Double
  /// The screen.
  public var screen: Screen
  /// Names of the values of `state`.
  public var states = Self.states
  /// The pipelines by name.
  public var pipelines: [String]
  /// The pages.
  public var pages: [Page]
  /// The people.
  public var people: [Person]
  /// Of a simulation: constants in force by where they come from.
  public var constants: [String: Int]?

  /// Samples kept a second.
  public var rate: Double { frameRate / Double(max(keepsEvery, 1)) }
}
