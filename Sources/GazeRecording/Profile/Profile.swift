public import GazePipeline

/// A device: its nominal geometry with the uncertainty and source of each number, default smoothing and trigger, and
/// gates. JSON with `"schema":"gazesim.profile"`.
///
/// `DeviceProfile(json:path:)` checks a stranger's file; the memberwise initializer checks nothing.
public struct DeviceProfile: Sendable, Equatable, Codable {
  /// How far width over height of the points that an app has may be from the default zoom's, relative. Zoomed, the table's
  /// devices keep it within 0.2 %; what differs by more than this is a window.
  package static let shapeTolerance = 0.02

  /// The screen in points at the device's default zoom.
  public struct Points: Sendable, Equatable, Codable {
    /// Points across.
    public var width: Double
    /// Points down.
    public var height: Double
    /// Pixels a point.
    public var scale: Double

    /// A size from its numbers.
    public init(width: Double, height: Double, scale: Double) {
      self.width = width
      self.height = height
      self.scale = scale
    }
  }

  /// The panel as Apple specifies it.
  public struct Panel: Sendable, Equatable, Codable {
    /// Pixels across.
    public var width: Double
    /// Pixels down.
    public var height: Double
    /// Pixels an inch.
    public var ppi: Double

    /// A panel from its numbers.
    public init(width: Double, height: Double, ppi: Double) {
      self.width = width
      self.height = height
      self.ppi = ppi
    }
  }

  /// The lit panel's size.
  public struct Screen: Sendable, Equatable, Codable {
    /// Across.
    public var width: SourcedLength
    /// Down.
    public var height: SourcedLength

    /// A size from its lengths.
    public init(width: SourcedLength, height: SourcedLength) {
      self.width = width
      self.height = height
    }
  }

  /// The TrueDepth camera's centre from the screen's top-left corner.
  public struct Camera: Sendable, Equatable, Codable {
    /// To the right.
    public var x: SourcedLength
    /// Down; negative above the screen.
    public var y: SourcedLength

    /// A place from its lengths.
    public init(x: SourcedLength, y: SourcedLength) {
      self.x = x
      self.y = y
    }
  }

  /// The screen's size in Apple's accessory drawings, metres: a second opinion.
  public struct Drawing: Sendable, Equatable, Codable {
    /// Across.
    public var width: Double
    /// Down.
    public var height: Double

    /// A size from its numbers.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// The default smoothing and where it comes from.
  public struct SmoothingDefault: Sendable, Equatable, Codable {
    /// Always `oneEuro`.
    public var filter = "oneEuro"
    /// The 1€ filter's numbers.
    public var settings: OneEuroFilter.Settings
    /// What kind of source.
    public var provenance: Provenance
    /// Which source, in words.
    public var source: String

    /// A default from its parts.
    public init(settings: OneEuroFilter.Settings, provenance: Provenance, source: String) {
      self.settings = settings
      self.provenance = provenance
      self.source = source
    }
  }

  /// The default scroll trigger and where it comes from.
  public struct TriggerDefault: Sendable, Equatable, Codable {
    /// Every number of it.
    public var settings: ScrollTrigger.Settings
    /// What kind of source.
    public var provenance: Provenance
    /// Which source, in words.
    public var source: String

    /// A default from its parts.
    public init(settings: ScrollTrigger.Settings, provenance: Provenance, source: String) {
      self.settings = settings
      self.provenance = provenance
      self.source = source
    }
  }

  /// A limit that a metric must keep.
  public struct Gate: Sendable, Equatable, Codable {
    /// Which side is allowed.
    public enum Direction: String, Sendable, Codable, CaseIterable {
      /// At most the limit.
      case max
      /// At least the limit.
      case min
    }

    /// The metric's name in the evaluation's JSON.
    public var metric: String
    /// In the metric's own unit.
    public var limit: Double
    /// Which side is allowed.
    public var direction: Direction
    /// The version of the metric that the limit was set for; nil is 1.
    public var version: Int?

    /// A gate from its parts.
    public init(metric: String, limit: Double, direction: Direction, version: Int? = nil) {
      self.metric = metric
      self.limit = limit
      self.direction = direction
      self.version = version
    }
  }

  /// The gates, and what they are: regression limits, no promise about a phone.
  public struct Gates: Sendable, Equatable, Codable {
    /// What the limits mean.
    public var note: String
    /// The limits.
    public var limits: [Gate]

    /// Gates from their parts.
    public init(note: String = "regression limits", limits: [Gate]) {
      self.note = note
      self.limits = limits
    }
  }

  /// Always `gazesim.profile`.
  public var schema = "gazesim.profile"
  /// Version of this layout.
  public var version = 1
  /// `[a-z0-9-]{1,64}`.
  public var id: String
  /// As it is sold.
  public var name: String
  /// `utsname.machine` of its variants: `iPhone13,1`.
  public var modelIdentifiers: [String]
  /// The screen in points.
  public var points: Points
  /// The panel in pixels.
  public var panel: Panel
  /// The lit panel's size.
  public var screen: Screen
  /// The camera's place.
  public var camera: Camera
  /// Apple's drawing; nil where it gives no size.
  public var drawing: Drawing?
  /// Default smoothing.
  public var smoothing: SmoothingDefault
  /// Default trigger.
  public var trigger: TriggerDefault
  /// Gates of the gaze rig; nil where none are set.
  public var gates: Gates?
  /// What the profile says for the other rigs, by their names; nil where it says nothing.
  public var rigs: [String: RigSection]?

  /// A profile from its parts.
  public init(
    id: String, name: String, modelIdentifiers: [String], points: Points, panel: Panel, screen: Screen,
    camera: Camera, drawing: Drawing? = nil, smoothing: SmoothingDefault, trigger: TriggerDefault,
    gates: Gates? = nil, rigs: [String: RigSection]? = nil
  ) {
    self.id = id
    self.name = name
    self.modelIdentifiers = modelIdentifiers
    self.points = points
    self.panel = panel
    self.screen = screen
    self.camera = camera
    self.drawing = drawing
    self.smoothing = smoothing
    self.trigger = trigger
    self.gates = gates
    self.rigs = rigs
  }

  /// True for the identifier, and for a phone's own name for itself, which is all that an app knows.
  package func isNamed(_ name: String) -> Bool { id == name || modelIdentifiers.contains(name) }

  /// The nominal geometry, as pipelines take it.
  public var geometry: ScreenGeometry {
    ScreenGeometry(
      points: SIMD2(points.width, points.height), metres: SIMD2(screen.width.value, screen.height.value),
      camera: SIMD2(camera.x.value, camera.y.value))
  }
}
