import GazeRecording

/// What a page replays and draws along time: some people's takes, thinned out and quantised. Part of the evaluation's
/// JSON (`replay`) where a page was asked for.
package struct ReplayTracks: Sendable, Codable, Equatable {
  /// The screen, as the interface stands.
  package struct Screen: Sendable, Codable, Equatable {
    /// Width and height, points.
    package var points: [Double]
    /// Width and height, metres.
    package var metres: [Double]
    /// The camera from the top-left corner, metres, y down.
    package var camera: [Double]
    /// How the interface stands: poses are those of the portrait view, so that only there the side view is the user's.
    package var orientation: String
  }

  /// The text that a scenario's page shows, in content points.
  package struct Page: Sendable, Codable, Equatable {
    /// Whose page.
    package var scenario: String
    /// Height of the content.
    package var height: Double
    /// Left edge of the lines.
    package var margin: Double
    /// From line to line.
    package var linePitch: Double
    /// Middle and width of each line.
    package var lines: [[Double]]
    /// Top and bottom of each picture.
    package var pictures: [[Double]]
  }

  /// A scroll that was wanted or made.
  package struct Scroll: Sendable, Codable, Equatable {
    /// Seconds from the take's beginning.
    package var start: Double
    /// Seconds.
    package var end: Double
    /// Which way.
    package var direction: String
    /// Of a wish: it was answered. Of a scroll: it was wanted.
    package var matched: Bool
  }

  /// One person doing one scenario.
  package struct Take: Sendable, Codable, Equatable {
    /// The scenario.
    package var scenario: String
    /// Samples kept.
    package var samples: Int
    /// Seconds of the take, also those that are not kept.
    package var seconds: Double
    /// By name: whole numbers as `DeltaText` writes them, one for each sample. `time` ms off the nominal rate, `gazeX`,
    /// `gazeY`, `targetX`, `targetY`, `page`, `rawX`, `rawY`, `x0`, `y0` (x1 …: the other pipelines) in points; `scroll0`
    /// and `intent` −1, 0, 1; `state` an index of `states`; `flags`: 1 tracked, 2 blink, 4 gaze, 8 target, 16 raw pointer,
    /// 32 page, 64 pose; `faceX`, `faceY`, `faceZ` mm in the camera's frame; `pitch`, `yaw`, `recline` and `left` (the left
    /// eye's ray seen from the side; `rightAbove`: by how much the right one's is larger) in fifths of a degree; `lookL` the
    /// left eye's yaw in the camera's frame and `lookR` by how much the right one's is larger, half degrees; `offLX` …
    /// `offRY` by how much the 2018 article's x and y of either eye are larger than the correct yaw and pitch, degrees.
    package var columns: [String: String]
    /// The eyeballs' centres in the face, mm, left and right.
    package var eyes: [[Double]]
    /// Scrolls that were wanted.
    package var wishes: [Scroll]
    /// Scrolls that the first pipeline made.
    package var scrolls: [Scroll]
  }

  /// One person.
  package struct Person: Sendable, Codable, Equatable {
    /// The participant's number.
    package var participant: Int
    /// Tracking fails this person.
    package var failing: Bool
    /// In the order of the scenarios.
    package var takes: [Take]
  }

  /// What `state` counts.
  package static let states = ["none"] + FrameTruth.State.allCases.map(\.rawValue)

  /// Frames a second that came.
  package var frameRate: Double
  /// Every so manyth of them is kept.
  package var keepsEvery: Int
  /// People in all; the first ones are kept.
  package var peopleInAll: Int
  /// At most so many seconds of a take are kept.
  package var secondsKept: Double
  /// The screen.
  package var screen: Screen
  /// Names of the values of `state`.
  package var states = Self.states
  /// The pipelines by name.
  package var pipelines: [String]
  /// The pages.
  package var pages: [Page]
  /// The people.
  package var people: [Person]
  /// Of a simulation: constants in force by where they come from.
  package var constants: [String: Int]?

  /// Samples kept a second.
  package var rate: Double { frameRate / Double(max(keepsEvery, 1)) }
}
