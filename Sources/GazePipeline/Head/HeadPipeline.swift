/// Input of a head pipeline: the headphones' sample and the app's own knowledge.
public struct HeadFrame: Sendable, Equatable {
  /// Time, attitude and rates; unknown rates are NaN.
  public var sample: HeadSample
  /// False while the headphones deliver nothing; then only the sample's time is used.
  public var isConnected: Bool
  /// True while the person looks straight ahead because the app has asked for it.
  public var isForward: Bool
  /// The head's attitude from another sensor, such as the phone's camera: the rotation from straight ahead, in the
  /// head's frame (x right, y forwards, z up); nil if unknown.
  public var reference: UnitQuaternion?

  /// A frame from its parts.
  public init(sample: HeadSample, isConnected: Bool = true, isForward: Bool = false, reference: UnitQuaternion? = nil) {
    self.sample = sample
    self.isConnected = isConnected
    self.isForward = isForward
    self.reference = reference
  }

  /// The attitude; nil if there is no sample or it is not a unit quaternion.
  public var attitude: UnitQuaternion? { isConnected ? sample.quaternion : nil }
}

/// Output of a head pipeline.
public struct HeadPose: Sendable, Equatable {
  /// Estimated rotation of the head.
  public var attitude: UnitQuaternion
  /// Map of the picture's points.
  public var picture: ProjectiveMap
  /// The picture's corners in points of the view; nil if one is not in front of the eye.
  public var corners: HeadPicture.Corners?
  /// False if no sample arrived, so that an older pose is held or fades to straight ahead.
  public var isLive: Bool

  /// A pose from its parts.
  public init(attitude: UnitQuaternion, picture: ProjectiveMap, corners: HeadPicture.Corners?, isLive: Bool) {
    self.attitude = attitude
    self.picture = picture
    self.corners = corners
    self.isLive = isLive
  }
}

/// A pipeline that turns a character by the head's motion: a value type. A step must not allocate and must return
/// finite numbers for any input.
public protocol HeadPipeline: Sendable {
  /// Processes a frame and returns the pose to show.
  mutating func step(_ frame: HeadFrame) -> HeadPose
  /// Defines the head's next steady direction as straight ahead.
  mutating func recentre()
}

/// The 2024 article's character: a square of 250 points that three chained `rotation3DEffect` calls turn by the
/// attitude's unprocessed angles: roll about z, pitch about x, −yaw about y.
///
/// The pipeline has no recentring, no smoothing and no prediction: straight ahead is the headphones' zero. While
/// samples are missing the last pose stays, because the article's callback does not run then.
public struct Article2024HeadPipeline: HeadPipeline {
  /// The square and its projection.
  public let picture: HeadPicture
  private var shown = UnitQuaternion.identity

  /// A pipeline that has not processed a frame yet.
  public init(picture: HeadPicture = HeadPicture()) { self.picture = picture }

  /// Processes a frame and returns the pose to show.
  public mutating func step(_ frame: HeadFrame) -> HeadPose {
    let attitude = frame.attitude
    if let attitude { shown = attitude }
    let map = picture.chained(HeadAngles(shown))
    return HeadPose(attitude: shown, picture: map, corners: picture.corners(map), isLive: attitude != nil)
  }

  /// Does nothing, because the article has no recentring.
  public mutating func recentre() {}
}

/// The 1€ filter for attitudes, working on rotation vectors, with prediction by the gyro if there is one.
///
///     p = x̂_previous · exp(ω te)           prediction by the gyro (ω = 0 if unknown)
///     e = log(p⁻¹ · q)                      innovation by the attitude, a rotation vector
///     fc = mincutoff + beta · |v̂|,  x̂ = p · exp(α(fc) e)
///
/// Here v̂ = ω if there is a gyro, and otherwise e/te, low-passed with the cutoff `derivativeCutoff`. The cutoff rises
/// with the angular speed by `beta`, which is in Hz per (rad/s). With a gyro the filter does not lag a moving head,
/// because only the innovation is low-passed.
public struct HeadFilter: Sendable, Equatable {
  /// Settings as in `OneEuroFilter`, with radians instead of points.
  public let settings: OneEuroFilter.Settings
  private struct State: Sendable, Equatable {
    var time: Double, value: UnitQuaternion, velocity: SIMD3<Double>
  }

  private var last: State?
  /// Time without a sample after which the filter restarts, seconds.
  private static let memory = 0.5

  /// A filter that has not processed a sample yet.
  public init(_ settings: OneEuroFilter.Settings) { self.settings = settings }

  /// Processes an attitude and returns the filtered one.
  public mutating func step(_ q: UnitQuaternion, rate: SIMD3<Double>, at time: Double) -> UnitQuaternion {
    guard time.isFinite else { return last?.value ?? q }
    let hasGyro = rate.isFinite && rate.length < 1e3
    guard let last, time - last.time < Self.memory else {
      self.last = State(time: time, value: q, velocity: hasGyro ? rate : .zero)
      return q
    }
    let te = time - last.time
    guard te > 0 else {
      self.last = State(time: time, value: last.value, velocity: last.velocity)
      return last.value
    }
    let carried = hasGyro ? last.value * (UnitQuaternion(rotationVector: rate * te) ?? .identity) : last.value
    let e = (carried.inverse * q).rotationVector
    var velocity = rate
    if !hasGyro {
      velocity = last.velocity + (e / te - last.velocity) * OneEuroFilter.alpha(settings.derivativeCutoff, te)
    }
    let alpha = OneEuroFilter.alpha(settings.minCutoff + settings.beta * velocity.length, te)
    guard let step = UnitQuaternion(rotationVector: e * alpha) else {
      self.last = State(time: time, value: q, velocity: .zero)
      return q
    }
    let value = carried * step
    self.last = State(time: time, value: value, velocity: velocity.isFinite ? velocity : .zero)
    return value
  }

  /// Resets the filter to its initial state.
  public mutating func reset() { last = nil }
}
