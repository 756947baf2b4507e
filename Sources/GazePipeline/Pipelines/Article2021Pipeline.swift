/// The 2021 article's pipeline, to the letter, faults included; a yardstick, not something to ship.
///
/// For each eye a segment runs from a target node 2 m out along the eye's z back to the eye, and is tested against
/// a one-sided 1 × 1 m plane at the camera. The two hits are averaged, scaled by the article's own screen size,
/// and the pointer is the mean of the last ten. Its faults: the ends are *world* points, handed to a function that
/// documents *local* ones, so the phone's pose is ignored (`Hit.worldTakenAsLocal`; documented, not observed on a
/// phone); an eye that misses leaves (0, 0) in the mean; nothing holds on a blink or a lost face.
public struct Article2021GazePipeline: PointerPipeline, Equatable {
  /// What happens to the world points before the hit test.
  public enum Hit: Sendable, Equatable {
    /// As published: taken for local ones.
    case worldTakenAsLocal
    /// Converted by the camera's pose first, as later apps do.
    case converted
  }

  /// What the article states, and what it leaves open.
  public struct Settings: Sendable, Equatable {
    /// Converted or not.
    public var hit: Hit
    /// Screen in metres. Published for the 12 mini: 0.057478 × 0.124536, from the nominal diagonal.
    public var metres: SIMD2<Double>
    /// Screen in points.
    public var points: SIMD2<Double>
    /// Width and height of the plane, metres. Published: 1 × 1.
    public var plane = SIMD2<Double>(1, 1)
    /// Distance of the target node from the eye, metres. Published: 2.
    public var targetDistance = 2.0
    /// Points averaged. Published: 10.
    public var window = 10
    /// Centre of the pointer's view before it is moved. Not stated (storyboard): the screen's top centre.
    public var pointerOrigin: SIMD2<Double>
    /// Height of the pointer's view, points. Not stated.
    public var pointerHeight = 20.0
    /// Height of the web view, compared as `bounds`, that is from 0. Not stated: the whole screen.
    public var webViewHeight: Double
    /// A constant added to the pointer, points. The article has none; for giving it its best one.
    public var offset = SIMD2<Double>.zero

    /// The article's numbers for a screen of this size.
    public init(hit: Hit, metres: SIMD2<Double>, points: SIMD2<Double>) {
      self.hit = hit
      self.metres = metres
      self.points = points
      pointerOrigin = SIMD2(points.x / 2, 0)
      webViewHeight = points.y
    }

    /// As published, for the iPhone 12 mini.
    public static func iPhone12Mini(_ hit: Hit) -> Settings {
      Settings(hit: hit, metres: SIMD2(0.057478, 0.124536), points: SIMD2(375, 812))
    }
  }

  /// The numbers in force.
  public let settings: Settings
  private var average: MovingAverage
  private var pointer: SIMD2<Double>?

  /// A pipeline at its start.
  public init(_ settings: Settings) {
    self.settings = settings
    average = MovingAverage(window: settings.window)
  }

  /// Runs at every callback, tracked or not, on the last poses. A matrix with a non-finite number has no counterpart
  /// in the article (SceneKit's result is not defined); the frame is skipped.
  public mutating func step(_ frame: FaceFrame) -> PointerOutput {
    guard let camera = RigidTransform(frame.camera), let face = RigidTransform(frame.face),
      let left = RigidTransform(frame.leftEye), let right = RigidTransform(frame.rightEye)
    else { return PointerOutput(pointer: pointer, rawPointer: nil) }
    let localFromWorld = settings.hit == .converted ? camera.inverse : .identity
    let hits = localHit(localFromWorld * face * left) + localHit(localFromWorld * face * right)
    let scaled = hits / 2 / settings.metres * settings.points
    let raw = settings.pointerOrigin + settings.offset + SIMD2(scaled.x, -scaled.y)
    let now = average.step(raw)
    guard now.isFinite else { return PointerOutput(pointer: pointer, rawPointer: nil) }
    pointer = now
    return PointerOutput(pointer: now, rawPointer: raw, scroll: scroll(now))
  }

  /// Where the segment from the target node to the eye passes through the plane from its front, or (0, 0): the
  /// article leaves a missed eye's point as it was made.
  func localHit(_ eye: RigidTransform) -> SIMD2<Double> {
    let (end, start) = (eye.translation, eye.apply(SIMD3(0, 0, settings.targetDistance)))
    // One-sided: it must come from +z and reach z = 0 before it ends.
    guard start.z > 0, end.z <= 0 else { return .zero }
    let hit = start + (end - start) * (start.z / (start.z - end.z))
    guard abs(hit.x) <= settings.plane.x / 2, abs(hit.y) <= settings.plane.y / 2 else { return .zero }
    return SIMD2(hit.x, hit.y)
  }

  /// Ten steps of one point while the pointer's *top* edge is past the bottom, or above the top.
  private func scroll(_ pointer: SIMD2<Double>) -> ScrollCommand {
    let minY = pointer.y - settings.pointerHeight / 2
    let direction: ScrollDirection = minY >= settings.webViewHeight ? .down : minY < 0 ? .up : .none
    return direction == .none ? .none : ScrollCommand(direction: direction, distance: 10, step: 1)
  }
}
