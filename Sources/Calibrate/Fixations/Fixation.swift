public import GazePipeline

/// One look at one target: what a calibration knows of it.
public struct Fixation: Sendable, Equatable {
  /// One frame of it, as the tracker reported it, or what several neighbours come to.
  public struct Sample: Sendable, Equatable {
    /// Pose of the face.
    public var cameraFromFace: RigidTransform
    /// Cyclopean eye, face frame, metres.
    public var origin: SIMD3<Double>
    /// Direction of the cyclopean eye as reported, uncorrected.
    public var reported: GazeAngles
    /// Frames that it stands for; then the others are their means.
    public var count = 1
    /// Sum of squares of their reported (yaw, pitch) about the mean, radians².
    public var scatter = SIMD2<Double>.zero

    /// A sample from its parts.
    public init(cameraFromFace: RigidTransform, origin: SIMD3<Double>, reported: GazeAngles) {
      self.cameraFromFace = cameraFromFace
      self.origin = origin
      self.reported = reported
    }

    /// Distance of the eye from the screen's plane, metres; positive.
    var distance: Double { -cameraFromFace.apply(origin).z }
  }

  /// Whose.
  public var participant: Int
  /// In which of the participant's sessions: what drifts from one to the next is the same within.
  public var session: Int
  /// What was shown, points of the upright screen (`ScreenOrientation.upright`).
  public var target: SIMD2<Double>
  /// Time of the first sample, seconds.
  public var start: Double
  /// 1…64 samples, evenly thinned out where there were more.
  public var samples: [Sample]

  /// A fixation from its parts.
  public init(
    participant: Int = 0, session: Int = 0, target: SIMD2<Double>, start: Double = 0, samples: [Sample]
  ) {
    self.participant = participant
    self.session = session
    self.target = target
    self.start = start
    self.samples = samples
  }

  /// The same look with its target on the upright screen, of an interface that stood like this and is `size` points
  /// large: poses are the portrait view's anyhow.
  public func upright(_ orientation: ScreenOrientation, of size: SIMD2<Double>) -> Fixation {
    var upright = self
    upright.target = orientation.upright(target, of: size)
    return upright
  }

  /// Mean distance of the eye from the screen's plane, metres.
  var distance: Double { samples.reduce(0) { $0 + $1.distance } / Double(max(samples.count, 1)) }

  /// Where the face points on average, camera frame, radians.
  var headAngles: GazeAngles {
    GazeAngles(direction: samples.reduce(.zero) { $0 + $1.cameraFromFace.rotation.z })
  }
}

/// At most 64 samples of a stream of any length: when full, every other one goes and only every second, fourth, …
/// sample is kept from then on, so they stay evenly spread.
struct ThinnedSamples: Sendable, Equatable {
  static let capacity = 64

  private(set) var kept: [Fixation.Sample] = []
  /// Samples offered.
  private(set) var offered = 0
  private var stride = 1

  mutating func offer(_ sample: Fixation.Sample) {
    defer { offered += 1 }
    guard offered % stride == 0 else { return }
    if kept.count == Self.capacity {
      kept = kept.indices.filter { $0.isMultiple(of: 2) }.map { kept[$0] }
      stride *= 2
      guard offered % stride == 0 else { return }
    }
    kept.append(sample)
  }

  /// Takes out samples further than `limit` robust standard deviations (1.4826 · median absolute deviation) from
  /// the median in yaw or pitch, and returns how many they were. A limit that is not positive cuts nothing.
  mutating func removeOutliers(beyond limit: Double) -> Int {
    // A tracker as quiet as this has no outliers nearer than a quarter of a degree.
    let floor = 0.05.radians
    let limit = limit > 0 ? limit : .infinity
    func bounds(_ values: [Double]) -> ClosedRange<Double> {
      let middle = Quantiles.median(values) ?? 0
      let deviation = max(1.4826 * (Quantiles.median(values.map { abs($0 - middle) }) ?? 0), floor)
      return (middle - limit * deviation)...(middle + limit * deviation)
    }
    guard !kept.isEmpty else { return 0 }
    let yaw = bounds(kept.map(\.reported.yaw))
    let pitch = bounds(kept.map(\.reported.pitch))
    let before = kept.count
    kept.removeAll { !yaw.contains($0.reported.yaw) || !pitch.contains($0.reported.pitch) }
    return before - kept.count
  }
}
