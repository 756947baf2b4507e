public import GazePipeline

/// The first line of a recording: what it is of and how it was made.
public struct RecordingHeader: Sendable, Equatable {
  /// Where the frames come from.
  public enum Source: String, Sendable, Codable, CaseIterable {
    /// Made by the simulator.
    case simulated
    /// Taken on a phone.
    case recorded
  }

  /// What only a simulator knows of a whole recording.
  public struct Truth: Sendable, Equatable, Codable {
    /// A simulated person.
    public struct Person: Sendable, Equatable, Codable {
      /// The participant's number.
      public var participant: Int
      /// One of those whom tracking fails; reported apart.
      public var failing: Bool
      /// Kappa of ARKit's left and right eye, radians (towards the face's +x, up).
      public var kappaLeft: [Double]
      /// The right eye's.
      public var kappaRight: [Double]
      /// What makes hands-free apps matter to this person, such as `oneEye`; nil for most.
      public var flag: String?

      /// A person from its parts.
      public init(participant: Int, failing: Bool, kappaLeft: [Double], kappaRight: [Double], flag: String? = nil) {
        self.participant = participant
        self.failing = failing
        self.kappaLeft = kappaLeft
        self.kappaRight = kappaRight
        self.flag = flag
      }
    }

    /// The simulated phone's screen, upright, metres.
    public var screen: [Double]
    /// Its camera from the top-left corner, metres.
    public var camera: [Double]
    /// The people.
    public var people: [Person]

    /// A truth from its parts.
    public init(screen: [Double], camera: [Double], people: [Person]) {
      self.screen = screen
      self.camera = camera
      self.people = people
    }
  }

  /// `gaze`, `head`, `body` or `drag`.
  public var rig = "gaze"
  /// A device profile's identifier.
  public var device: String
  /// The screen's size in points when it was made; nil means the profile's.
  public var points: SIMD2<Double>?
  /// How the interface stands on the phone; `points`, targets and gaze are the interface's.
  public var orientation = ScreenOrientation.portrait
  /// The boxes of the page's lines of text, as they stand during the whole take; of gaze alone, at most 10,000, in any order.
  public var lines: [LineBox] = []
  /// Nominal frames a second.
  public var rate: Double
  /// The seed of people, behaviour and noise; nil where nothing was drawn.
  public var seed: UInt64?
  /// The number of the simulated phone; 0 is the nominal one.
  public var phone: UInt64?
  /// Which draw of the tracker's own noise; nil is the seed's.
  public var noise: UInt64?
  /// `open`, or the pipeline that closed the loop.
  public var loop = "open"
  /// What that pipeline knew of each person: `5` (points in an earlier session) or `none`; nil in an open loop.
  public var personCalibration: String?
  /// The scenario's name, `recorded` for a take.
  public var scenario: String
  /// The tracker preset of a simulation.
  public var preset: String?
  /// Whose recording it is: an opaque identifier, no name, equal in all recordings of the same person (of several participants,
  /// of the same people in the same order). nil: the people are in no other file (`RecordedPeople`).
  public var person: String?
  /// Which session; of a simulation 0 is the calibration's, 1 a later one. nil: a file is a session.
  public var session: Session?
  /// How many people.
  public var participants: Int
  /// Simulated or recorded.
  public var source: Source
  /// What holds for the whole recording and belongs to its rig alone, by name, in the unit that the name ends in: the
  /// image's size in pixels, the field of view in degrees.
  public var constants: [String: Double] = [:]
  /// What the source does not hold and was assumed instead, in sentences.
  public var assumptions: [String] = []
  /// What only a simulator knows.
  public var truth: Truth?

  /// A header; what is not given has the defaults above.
  public init(device: String, rate: Double, scenario: String, participants: Int, source: Source) {
    self.device = device
    self.rate = rate
    self.scenario = scenario
    self.participants = participants
    self.source = source
  }
}

extension RecordingHeader {
  /// The name of one row: a frame of gaze, a sample of any other rig.
  package var row: String { rig == RecordedFrame.rig ? "frame" : "sample" }
}
