public import GazePipeline

/// A device profile: the nominal geometry with the uncertainty and source of each number, default smoothing and
/// trigger, and gates. It is stored as JSON with `"schema":"gazesim.profile"`.
///
/// `DeviceProfile(json:path:)` checks an untrusted file; the memberwise initializer checks nothing.
public struct DeviceProfile: Sendable, Equatable, Codable {
  /// Largest relative deviation of an app's aspect ratio in points from the ratio at the default zoom. With Display
  /// Zoom the deviation stays within 0.2 % for the devices in the table; a deviation beyond this tolerance means that
  /// the app is in a window.
  package static let shapeTolerance = 0.02

  /// The screen in points at the device's default zoom.
  public struct Points: Sendable, Equatable, Codable {
    /// Width, points.
    public var width: Double
    /// Height, points.
    public var height: Double
    /// Pixels per point.
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
    /// Width, pixels.
    public var width: Double
    /// Height, pixels.
    public var height: Double
    /// Pixels per inch.
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
    /// Width.
    public var width: SourcedLength
    /// Height.
    public var height: SourcedLength

    /// A size from its lengths.
    public init(width: SourcedLength, height: SourcedLength) {
      self.width = width
      self.height = height
    }
  }

  /// The position of the TrueDepth camera's centre, from the screen's top-left corner.
  public struct Camera: Sendable, Equatable, Codable {
    /// Distance to the right.
    public var x: SourcedLength
    /// Distance down; negative above the screen.
    public var y: SourcedLength

    /// A position from its lengths.
    public init(x: SourcedLength, y: SourcedLength) {
      self.x = x
      self.y = y
    }
  }

  /// The screen's size in Apple's accessory drawings, metres, as a second source.
  public struct Drawing: Sendable, Equatable, Codable {
    /// Width.
    public var width: Double
    /// Height.
    public var height: Double

    /// A size from its numbers.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// The default smoothing and its source.
  public struct SmoothingDefault: Sendable, Equatable, Codable {
    /// Always `oneEuro`.
    package var filter = "oneEuro"
    /// Settings of the 1€ filter.
    public var settings: OneEuroFilter.Settings
    /// Kind of source.
    public var provenance: Provenance
    /// Source, in words.
    public var source: String

    /// A default from its parts.
    public init(settings: OneEuroFilter.Settings, provenance: Provenance, source: String) {
      self.settings = settings
      self.provenance = provenance
      self.source = source
    }
  }

  /// The default scroll trigger and its source.
  public struct TriggerDefault: Sendable, Equatable, Codable {
    /// All settings of the trigger.
    public var settings: ScrollTrigger.Settings
    /// Kind of source.
    public var provenance: Provenance
    /// Source, in words.
    public var source: String

    /// A default from its parts.
    public init(settings: ScrollTrigger.Settings, provenance: Provenance, source: String) {
      self.settings = settings
      self.provenance = provenance
      self.source = source
    }
  }

  /// A limit on a metric.
  public struct Gate: Sendable, Equatable, Codable {
    /// Side of the limit that is allowed.
    public enum Direction: String, Sendable, Codable, CaseIterable {
      /// At most the limit.
      case max
      /// At least the limit.
      case min
    }

    /// The metric's name in the evaluation's JSON.
    public var metric: String
    /// The limit, in the metric's own unit.
    public var limit: Double
    /// Side of the limit that is allowed.
    public var direction: Direction
    /// The version of the metric for which the limit was set; nil means 1.
    public var version: Int?

    /// A gate from its parts.
    public init(metric: String, limit: Double, direction: Direction, version: Int? = nil) {
      self.metric = metric
      self.limit = limit
      self.direction = direction
      self.version = version
    }
  }

  /// The gates and a note on their meaning. Gates are regression limits, not a promise about a phone.
  public struct Gates: Sendable, Equatable, Codable {
    /// Meaning of the limits.
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
  /// Identifier, `[a-z0-9-]{1,64}`.
  public var id: String
  /// Commercial name.
  public var name: String
  /// `utsname.machine` of each variant, such as `iPhone13,1`.
  public var modelIdentifiers: [String]
  /// The screen in points.
  public var points: Points
  /// The panel in pixels.
  public var panel: Panel
  /// The lit panel's size.
  public var screen: Screen
  /// The camera's position.
  public var camera: Camera
  /// The screen's size in Apple's accessory drawing; nil if the drawing does not state it.
  public var drawing: Drawing?
  /// Default smoothing.
  public var smoothing: SmoothingDefault
  /// Default trigger.
  public var trigger: TriggerDefault
  /// Gates of the gaze rig; nil if none are set.
  public var gates: Gates?
  /// Parts of the profile for the other rigs, by rig name; nil if there are no such parts.
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

  /// True if the name is the profile's identifier or one of the model identifiers, which are the only names that an app
  /// gets from the phone.
  package func isNamed(_ name: String) -> Bool { id == name || modelIdentifiers.contains(name) }

  /// The nominal geometry in the form that pipelines take.
  public var geometry: ScreenGeometry {
    ScreenGeometry(
      points: SIMD2(points.width, points.height), metres: SIMD2(screen.width.value, screen.height.value),
      camera: SIMD2(camera.x.value, camera.y.value))
  }

  /// The default smoothing in the form that a pipeline takes.
  public var smoothingValue: Smoothing { .oneEuro(smoothing.settings) }
}

extension DeviceProfile {
  /// The part of a device's profile for one rig: settings of the rig's pipelines, and regression limits.
  public struct RigSection: Sendable, Equatable, Codable {
    /// A setting and its source.
    public struct Setting: Sendable, Equatable, Codable {
      /// Name of one of the rig's settings.
      public var name: String
      /// Value, in `unit`.
      public var value: Double
      /// Unit that the rig uses for the setting.
      public var unit: String
      /// Kind of source.
      public var provenance: Provenance
      /// Source, in words.
      public var source: String

      /// A setting from its parts.
      public init(name: String, value: Double, unit: String, provenance: Provenance, source: String) {
        self.name = name
        self.value = value
        self.unit = unit
        self.provenance = provenance
        self.source = source
      }
    }

    /// Settings that differ from the rig's defaults.
    public var settings: [Setting]
    /// Limits; nil for the rig's defaults.
    public var gates: Gates?

    /// A section from its parts.
    public init(settings: [Setting] = [], gates: Gates? = nil) {
      self.settings = settings
      self.gates = gates
    }
  }
}

/// Kind of source of a number.
public enum Provenance: String, Sendable, Codable, CaseIterable {
  /// Published for this device.
  case published
  /// Computed from published numbers.
  case derived
  /// Measured, on recordings or on the device itself.
  case recorded
  /// A plausible value that was not measured; a parameter that can be swept.
  case assumed
  /// Estimated from similar devices, with a sigma that states the possible error.
  case estimated
}

/// A length with its uncertainty and source.
public struct SourcedLength: Sendable, Equatable, Codable {
  /// Metres.
  public var value: Double
  /// Standard deviation, metres, ≥ 0. A fit uses sigma as the prior's standard deviation, and the simulator as the
  /// scatter between phones.
  public var sigma: Double
  /// Always `m`.
  public var unit = "m"
  /// Kind of source.
  public var provenance: Provenance
  /// Source, in words.
  public var source: String

  /// A length from its parts.
  public init(value: Double, sigma: Double, provenance: Provenance, source: String) {
    self.value = value
    self.sigma = sigma
    self.provenance = provenance
    self.source = source
  }
}
