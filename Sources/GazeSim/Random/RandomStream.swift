package import GazePipeline
import GazeRecording
private import PortableFoundation

/// The component that uses a stream of random numbers. Each component has one stream, so switching an effect off
/// changes no other effect. Its number is part of every draw: a number that changes gives other people and other
/// recordings for the same seed, which `script/corpus` finds. Two components of one number do not compile. The streams
/// of head, body and drag are numbers, listed at `HeadRig`, `BodyRig` and `DragRig`.
///
/// Within a stream, each use has draws of its own; the list of a stream is at its use: `Person`, `Session`,
/// `TrackerError`, `Reader` (the script's streams), `Signs`, `Shifts`, `RandomEvents`. Two uses of one draw would be
/// correlated, and nothing finds that.
package enum Component: UInt8 {
  case phoneGeometry = 1
  case anatomy, flags, reading, trackerPerson, trackerSession, posture
  case headRotation, headPosition, postureJumps, phonePosition, phoneRotation, regrips
  case script, scriptPlace, scriptTime, page, intent
  case saccadeLatency, landing, fixationBias, disparity, fixationDrift
  case blink, dropout
  case slowDrift, eyeNoise, lookAtNoise, faceRotation, facePosition, frames
  case resampling
  // Numbers are stated, so that a new component above changes no stream. Within a line above, none may be inserted.
  case tap = 40
  case readingVariant, notReading
  case signHabits = 48
  case signDeliberate, signSpontaneous, signSpontaneousUp, signRest, signNoise

  /// True for the tracker's own noise within a take, which belongs neither to the person nor to the session;
  /// `Simulation.noise` draws it again.
  var isTrackerNoise: Bool {
    switch self {
    case .dropout, .slowDrift, .eyeNoise, .lookAtNoise, .faceRotation, .facePosition, .frames, .signNoise: true
    default: false
    }
  }
}

/// The random numbers of one component for one person in one take of one session. Each number is a function of its
/// index.
package struct RandomStream {
  private let key: SIMD2<UInt32>
  private let participant, place: UInt32

  /// The stream of a component. Streams that belong to a person have session 0 and take 0; streams that belong to a
  /// session have take 0.
  package init(seed: UInt64, _ component: Component, participant: Int = 0, session: Int = 0, take: Int = 0) {
    self.init(key: seed, component.rawValue, participant, session, take)
  }

  /// The stream of one of a rig's components. The rig's name is part of the key, so that the stream is independent of
  /// the streams of other rigs.
  init(seed: UInt64, rig: String, _ component: UInt8, participant: Int, session: Int, take: Int) {
    self.init(key: Self.seed(seed, noise: FNV1a.hash(rig.utf8)), component, participant, session, take)
  }

  private init(key: UInt64, _ component: UInt8, _ participant: Int, _ session: Int, _ take: Int) {
    self.key = Philox.halves(key)
    self.participant = UInt32(truncatingIfNeeded: participant)
    place =
      UInt32(truncatingIfNeeded: session & 0xFFFF) << 16 | UInt32(truncatingIfNeeded: take & 0xFF) << 8
      | UInt32(component)
  }

  /// The seed of the tracker's noise: `seed` itself for noise 0, otherwise a seed that differs from it in about half of
  /// its bits.
  package static func seed(_ seed: UInt64, noise: UInt64) -> UInt64 {
    guard noise != 0 else { return seed }
    let noise = Philox.halves(noise)
    let words = Philox.block(SIMD4(noise.x, noise.y, .max, .max), key: Philox.halves(seed))
    return UInt64(words.x) << 32 | UInt64(words.y)
  }

  @inline(__always)
  private func words(_ index: UInt64) -> SIMD4<UInt32> {
    let index = Philox.halves(index)
    return Philox.block(SIMD4(index.x, index.y, participant, place), key: key)
  }

  /// A uniform number on (0, 1) with 52 bits, never 0 or 1.
  private static func uniform(_ a: UInt32, _ b: UInt32) -> Double {
    let bits = UInt64(a) << 20 | UInt64(b) >> 12
    return (Double(bits) + 0.5) * 0x1p-52
  }

  /// Two independent uniform numbers on (0, 1).
  package func uniforms(_ index: UInt64) -> Vector2 {
    let w = words(index)
    return SIMD2(Self.uniform(w.x, w.y), Self.uniform(w.z, w.w))
  }

  /// Two independent standard normal numbers (Box & Muller 1958).
  package func normals(_ index: UInt64) -> Vector2 {
    let u = uniforms(index)
    let (r, angle) = ((-2 * log(u.x)).squareRoot(), 2 * Double.pi * u.y)
    return SIMD2(r * cos(angle), r * sin(angle))
  }

  /// A uniform number on (0, 1).
  package func uniform(_ index: UInt64) -> Double { uniforms(index).x }

  package func normal(_ index: UInt64) -> Double {
    let u = uniforms(index)
    return (-2 * log(u.x)).squareRoot() * cos(2 * Double.pi * u.y)
  }

  /// Three normal numbers from the draws 2·index and 2·index + 1, which no other effect of the stream may use.
  func normals3(_ index: UInt64) -> Vector3 {
    let (a, b) = (normals(index &* 2), normals(index &* 2 &+ 1))
    return SIMD3(a.x, a.y, b.x)
  }

  /// Four triples of independent numbers with mean 0 and variance 1, uniform on 1024 levels. They serve as increments
  /// of a random walk, in which only the distribution of their sum matters. One Philox block gives all twelve numbers,
  /// at a fortieth of the cost of normal numbers.
  func increments3(_ index: UInt64) -> (Vector3, Vector3, Vector3, Vector3) {
    let w = words(index)
    // A uniform number on 0…1023 has the mean 511.5 and the variance (1024² − 1)/12.
    let scale = 1 / (1_048_575.0 / 12).squareRoot()
    func three(_ word: UInt32) -> Vector3 {
      let bits = SIMD3(Int32(word & 1023), Int32((word >> 10) & 1023), Int32((word >> 20) & 1023))
      return (Vector3(bits) - 511.5) * scale
    }
    return (three(w.x), three(w.y), three(w.z), three(w.w))
  }

  /// Random numbers of a frame: two uniform numbers on (0, 1) with 16 bits, and three nearly normal numbers (mean 0,
  /// variance 1, excess kurtosis −0.3, magnitude at most 3.5), each a sum of four uniform numbers on 256 levels. One
  /// Philox block gives all five numbers.
  func timingDraws(at index: UInt64) -> (uniforms: Vector2, first: Double, others: Vector2) {
    let w = words(index)
    let uniforms = SIMD2(Double(w.x & 0xFFFF) + 0.5, Double(w.x >> 16) + 0.5) * 0x1p-16
    return (uniforms, Self.bell(w.y), SIMD2(Self.bell(w.z), Self.bell(w.w)))
  }

  private static func bell(_ bits: UInt32) -> Double {
    // The sum of four uniform numbers on 0…255 has the mean 510 and the variance 4·(256² − 1)/12.
    let pairs = (bits & 0x00FF_00FF) &+ ((bits >> 8) & 0x00FF_00FF)
    let sum = (pairs & 0xFFFF) &+ (pairs >> 16)
    return (Double(sum) - 510) * (1 / (65_535.0 / 3).squareRoot())
  }

  /// An exponential number of mean 1.
  package func exponential(_ index: UInt64) -> Double { -log(uniform(index)) }

  /// A log-normal number with this mean and standard deviation.
  package func logNormal(_ index: UInt64, mean: Double, sd: Double) -> Double {
    guard mean > 0, sd > 0 else { return mean }
    let square = log(1 + (sd / mean) * (sd / mean))
    return mean * exp(square.squareRoot() * normal(index) - square / 2)
  }

  /// A Gamma number with shape 4 and this mean: a sum of four exponentials. It uses the draws of `normals3`.
  func gamma4(_ index: UInt64, mean: Double) -> Double {
    let (a, b) = (uniforms(index &* 2), uniforms(index &* 2 &+ 1))
    return -log(a.x * a.y * b.x * b.y) * mean / 4
  }
}
