public import GazePipeline

/// One fixation of one target: the data that a calibration uses.
public struct Fixation: Sendable, Equatable {
  /// One frame of a fixation as the tracker reported it, or the mean of several neighbouring frames.
  public struct Sample: Sendable, Equatable {
    /// Pose of the face.
    public var cameraFromFace: RigidTransform
    /// Cyclopean eye, face frame, metres.
    public var origin: SIMD3<Double>
    /// Direction of the cyclopean eye as reported, uncorrected.
    public var reported: GazeAngles
    /// Number of frames that the sample represents; if there are several, pose, origin and direction are means over
    /// these frames.
    public var count = 1
    /// Sum over the sample's frames of the squared deviations of the reported (yaw, pitch) from their mean, radians².
    public var scatter = SIMD2<Double>.zero

    /// A sample from its parts.
    public init(cameraFromFace: RigidTransform, origin: SIMD3<Double>, reported: GazeAngles) {
      self.cameraFromFace = cameraFromFace
      self.origin = origin
      self.reported = reported
    }

    /// Distance of the eye from the screen's plane, metres; positive.
    package var distance: Double { -cameraFromFace.apply(origin).z }
  }

  /// Number of the participant.
  public var participant: Int
  /// Index of the participant's session. Errors that drift between sessions are constant within a session.
  public var session: Int
  /// The shown target, points of the upright screen (`ScreenOrientation.upright`).
  public var target: SIMD2<Double>
  /// Time of the first sample, seconds.
  public var start: Double
  /// The samples, 1…64; if a fixation has more, they are thinned out evenly.
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

  /// This fixation with its target converted to the upright screen; the interface has the given orientation, and `size`
  /// is its size in points. Poses need no change, since they are always in the portrait view.
  public func upright(_ orientation: ScreenOrientation, of size: SIMD2<Double>) -> Fixation {
    var upright = self
    upright.target = orientation.upright(target, of: size)
    return upright
  }

  /// Mean distance of the eye from the screen's plane, metres.
  package var distance: Double { samples.reduce(0) { $0 + $1.distance } / Double(max(samples.count, 1)) }

  /// Mean direction of the face, camera frame, radians.
  package var headAngles: GazeAngles {
    GazeAngles(direction: samples.reduce(.zero) { $0 + $1.cameraFromFace.rotation.z })
  }
}

/// Samples of a fixation, at most 64.
typealias ThinnedSamples = Thinned<Fixation.Sample>

extension ThinnedSamples {
  /// Removes samples further than `limit` robust standard deviations (1.4826 · median absolute deviation) from the
  /// median in yaw or pitch, and returns their number. A limit that is not positive removes nothing.
  mutating func removeOutliers(beyond limit: Double) -> Int {
    // Smallest robust standard deviation that is used: with it, no sample within a quarter of a degree of the median is
    // an outlier.
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
