public import GazePipeline

/// The first line of a recording, which states its contents and origin.
public struct RecordingHeader: Sendable, Equatable {
  /// Origin of the frames.
  public enum Source: String, Sendable, Codable, CaseIterable {
    /// Made by the simulator.
    case simulated
    /// Taken on a phone.
    case recorded
  }

  /// Facts about a whole recording that only a simulator knows.
  public struct Truth: Sendable, Equatable, Codable {
    /// A simulated person.
    public struct Person: Sendable, Equatable, Codable {
      /// The participant's number.
      public var participant: Int
      /// True for a person whose face the tracker fails to follow; reports evaluate such people separately.
      public var failing: Bool
      /// Kappa of ARKit's left eye, radians (towards the face's +x, up).
      public var kappaLeft: [Double]
      /// Kappa of ARKit's right eye, radians (towards the face's +x, up).
      public var kappaRight: [Double]
      /// Reason why hands-free apps matter to this person, such as `oneEye`; nil for most people.
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

    /// Size of the simulated phone's screen in upright orientation, metres.
    public var screen: [Double]
    /// Position of the simulated phone's camera from the screen's top-left corner, metres.
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

  /// Name of the rig: `gaze`, `head`, `body` or `drag`.
  public var rig = "gaze"
  /// A device profile's identifier.
  public var device: String
  /// The screen's size in points during the recording; nil means the size in the device's profile.
  public var points: SIMD2<Double>?
  /// Orientation of the interface on the phone; `points`, targets and gaze are in the interface's axes.
  public var orientation = ScreenOrientation.portrait
  /// The boxes of the lines of the page that everybody reads, valid during the whole take; only for gaze, at most
  /// 10,000, in any order. Read them with `lines(of:)`.
  public var lines: [LineBox] = []
  /// The people who read a page of their own, each at most once, in any order; everybody else reads `lines`.
  public var pages: [PersonPage] = []
  /// Nominal number of frames per second.
  public var rate: Double
  /// Thermal state of the phone at the beginning of a take; nil if unknown.
  public var thermalState: ThermalState?
  /// The seed of people, behaviour and noise; nil if no random numbers were drawn.
  public var seed: UInt64?
  /// The number of the simulated phone; 0 is the nominal one.
  public var phone: UInt64?
  /// Number of another draw of the tracker's noise; nil for the noise that `seed` itself gives.
  public var noise: UInt64?
  /// `open`, or the name of the pipeline whose scroll commands moved the page.
  public var loop = "open"
  /// Personal calibration of the pipeline in `loop`: `5` (five points in an earlier session) or `none`; nil in an open
  /// loop.
  public var personCalibration: String?
  /// The scenario's name, `recorded` for a take.
  public var scenario: String
  /// The tracker preset of a simulation.
  public var preset: String?
  /// Opaque identifier of the person, not a name, equal in all recordings of the same person (with several
  /// participants, of the same people in the same order). nil means that the people are in no other file
  /// (`RecordedPeople`).
  public var person: String?
  /// Session; in a simulation, session 0 is the one in which an app is calibrated, and session 1 is a later one. nil
  /// means that the file is a session of its own.
  public var session: Session?
  /// Number of people.
  public var participants: Int
  /// Simulated or recorded.
  public var source: Source
  /// Constants of the whole recording that only its rig has, by name, such as the image's size in pixels or the field
  /// of view in degrees. The end of the name states the unit.
  public var constants: [String: Double] = [:]
  /// Sentences that state the assumptions made where the recording's source lacks information.
  public var assumptions: [String] = []
  /// The simulator's truth; nil in a take.
  public var truth: Truth?

  /// A header; the properties without a parameter have their defaults.
  public init(device: String, rate: Double, scenario: String, participants: Int, source: Source) {
    self.device = device
    self.rate = rate
    self.scenario = scenario
    self.participants = participants
    self.source = source
  }
}

extension RecordingHeader {
  /// Noun for one row: `frame` for gaze, `sample` for any other rig.
  package var row: String { rig == RecordedFrame.rig ? "frame" : "sample" }
}

extension RecordingHeader {
  /// Thermal state of the phone, with the names of `ProcessInfo.ThermalState`. A warm phone delivers fewer frames.
  public enum ThermalState: String, Sendable, Codable, CaseIterable {
    /// Within normal limits.
    case nominal
    /// Slightly warm.
    case fair
    /// Warm: the system slows down.
    case serious
    /// Hot: the system slows down as far as it can.
    case critical
  }
}

extension RecordingHeader {
  private static let eyeDistanceKey = "eyeDistanceMetres"

  /// Distance of the eyes from the screen, metres, in a recording of a pointer without faces; stored among `constants`.
  /// The eyes are assumed on the normal through the screen's middle. nil if the distance is not stated, or is no
  /// distance of a face.
  package var eyeDistance: Double? {
    get { constants[Self.eyeDistanceKey].flatMap { $0 > 0 && $0 <= 10 ? $0 : nil } }
    set { constants[Self.eyeDistanceKey] = newValue }
  }
}

extension RecordingHeader {
  /// The header of a take on a phone.
  ///
  /// - Parameters:
  ///   - device: a profile's identifier (`iphone12mini`) or the phone's own model identifier (`utsname.machine`:
  ///     `iPhone13,1`), which the command `gazesim` looks up in the profiles.
  ///   - points: the screen's current size in points; Display Zoom changes it.
  ///   - orientation: the orientation of the interface. A recording has one orientation, so lock it, or begin a new
  ///     recording.
  ///   - rate: the number of frames per second of the video format (`FaceTrackingSession.framesPerSecond`); evaluations
  ///     use the times of the frames instead.
  ///   - participants: the number of people who use the phone in turn within this file.
  ///   - person: an opaque identifier of the person, such as a `UUID` that the app keeps, equal in all of the person's
  ///     recordings. nil if the app does not know the person; the recording then counts as a recording of a person who
  ///     is in no other file.
  ///   - session: identifier of the person's session; nil if each file is a session of its own.
  ///   - lines: the boxes of the page's lines of text, if the app knows them and they do not change during the take.
  ///   - thermalState: the phone's thermal state at the beginning, on a phone `.now`.
  public static func take(
    device: String, points: SIMD2<Double>, orientation: ScreenOrientation = .portrait, rate: Double = 60,
    participants: Int = 1, person: String? = nil, session: Session? = nil,
    lines: [LineBox] = [], thermalState: ThermalState? = nil
  ) -> RecordingHeader {
    var header = RecordingHeader(
      device: device, rate: rate, scenario: "recorded", participants: participants, source: .recorded)
    header.points = points
    header.orientation = orientation
    header.person = person
    header.session = session
    header.lines = lines
    header.thermalState = thermalState
    return header
  }
}
